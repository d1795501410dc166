"""Which words of a sentence a quantity belongs to.

A sentence with several values ("Alder earned $3m and Birch earned $5m", a table row, a list) is
cut into stretches, one around each value; the words of its stretch say what a value is about.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from entailed.text.lazy import lazy
from entailed.text.numerals import scale_value
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.quantity_tokens import Token, tokenize, translate
from entailed.text.quantity_units import Measure, read_measure
from entailed.text.roots import root
from entailed.text.units import currency_of
from entailed.text.words import words

__all__ = [
    "Bound",
    "bindings",
    "in_order",
    "key_of",
    "keys_of",
    "label_keys",
    "roots_of",
    "weight_of",
]


@dataclass(frozen=True, slots=True)
class Bound:
    """A quantity with the keys of the words it belongs to.

    `own` are those of its stretch, `head` those of a heading before a colon that all stretches
    share, `all` those of the whole sentence. A label is a key of its own ("gate#7"). `roots` are
    the roots of all words, to compare with the nouns of a quantity.
    """

    quantity: Quantity
    own: frozenset[str]
    head: frozenset[str]
    all: frozenset[str]
    roots: frozenset[str]


# Words of one meaning share a key, so that "maximum" meets "max" and "rose" meets "grew".
_FAMILIES = (
    "maximum max maxim highest most upper largest greatest peak top höchst maximal",
    "minimum min minim lowest least lower smallest mindest minimal",
    "rise rose risen grow grew grown growth increase increased climb climbed gain gained jump "
    "jumped "
    "surge surged soar up",
    "fall fell fallen drop dropped decline declined decrease decreased reduce reduced down sink "
    "sank",
    "cost costs price priced charge fee",
    "take takes last lasts run runs running duration length",
    "earn earned revenue income make made",
    "contain contains hold holds capacity",
    "average mean",
    "buy bought purchase purchased",
    "start starts begin begins open opens",
    "end ends finish close closes",
    "employee staff worker",
    "weigh weighs weight",
    "height tall high",
    "long length longer",
    "total altogether overall sum",
    "ship ships shipped deliver delivered delivery include includes included",
)
_KEYS: dict[str, str] = {}
# Words that say little about what a value is of.
_LIGHT_KEYS = frozenset(
    "rise fall take cost contain ship total earn be have about include report state accord "
    "amount number value level figure say show set use get give per year day time".split()
)


def _family_keys() -> dict[str, str]:
    keys: dict[str, str] = {}
    for line in _FAMILIES:
        first = line.split()[0]
        for found in words(line):
            keys.setdefault(found.stem, first)
    return keys


@lru_cache(maxsize=65536)
def key_of(stem: str) -> str:
    """The key a stem is matched by."""
    if not _KEYS:
        _KEYS.update(_family_keys())
    return _KEYS.get(stem, stem)


def weight_of(key: str) -> float:
    """How much a key tells about a value: labels and names most, everyday verbs little."""
    if "#" in key:
        return 1.5
    return 0.35 if key in _LIGHT_KEYS else 1.0


_STRONG = lazy(
    r"[;；|。]|(?<!\d)[.](?=\s)|(?<!\w)(?:and|but|while|whereas|versus|vs|und|aber|während|et|mais"
    r"|tandis que|y|pero"
    r"|mientras|ma|mentre|mas|enquanto|а|но|и|compared (?:with|to)|against)(?!\w)|而|但",
    re.IGNORECASE,
)
_WEAK = lazy(r"[,，、]|(?<=\s)[-–—](?=\s)|[()（）]|(?<!\w)(?:or|oder|ou|o|或)(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def bindings(text: str) -> tuple[Bound, ...]:
    """The quantities of `text` that are no labels, each with its words. Cached, deterministic."""
    every = read_quantities(text)
    values = [q for q in every if q.kind != "label"]
    if not values:
        return ()
    stretches = _stretches(text, values)
    keyed = _keyed(text, every)
    whole = frozenset(key for _, key in keyed)
    respective = _respective(text, values)
    if respective:
        return tuple(
            Bound(q, own, frozenset(), whole, roots_of(text))
            for q, own in zip(values, respective, strict=True)
        )
    every_root = roots_of(text)
    head_end = _head_end(text, values[0])
    head = frozenset(key for at, key in keyed if at < head_end)
    stretch_keys = {
        (a, b): frozenset(key for _, key in _between(keyed, max(a, head_end), b))
        for a, b in dict.fromkeys(stretches)
    }
    return tuple(
        Bound(
            _with_unit(q, text, a, head_end),
            stretch_keys[a, b],
            head,
            whole,
            every_root,
        )
        for q, (a, b) in zip(values, stretches, strict=True)
    )


@lru_cache(maxsize=4096)
def keys_of(text: str) -> frozenset[str]:
    """The keys of the content words and labels of `text`, without numbers and units."""
    return frozenset(key for _, key in _keyed(text, read_quantities(text)))


@lru_cache(maxsize=4096)
def in_order(text: str) -> tuple[tuple[int, str], ...]:
    """Where each content word or label of `text` begins, with its key, in order."""
    return tuple(_keyed(text, read_quantities(text)))


@lru_cache(maxsize=4096)
def roots_of(text: str) -> frozenset[str]:
    """The roots of the words of `text`, as the nouns of quantities are given."""
    return frozenset(root(w.text) for w in words(text) if w.kind == "word")


def _between(keyed: list[tuple[int, str]], start: int, end: int) -> list[tuple[int, str]]:
    return keyed[bisect_left(keyed, (start, "")) : bisect_left(keyed, (end, ""))]


_BRACKETED = lazy(r"[(\[]\s*(?:in\s)?([^()\[\]]{1,20})[)\]]")


_SHORT_SCALES = {"m": 10**6, "mn": 10**6, "mm": 10**6, "bn": 10**9, "b": 10**9, "k": 1000}


def _scale_of(tokens: list[Token]) -> tuple[int | None, list[Token]]:
    """The scale a heading gives ("EUR million", "$bn", "thousands") and its other tokens."""
    for i, token in enumerate(tokens[:4]):
        scale = scale_value(token.low, "en") or scale_value(token.low.removesuffix("s"), "en")
        if scale is None and i and currency_of(tokens[i - 1].text) is not None:
            scale = _SHORT_SCALES.get(token.low)
        if scale is not None:
            rest = [t for t in tokens if t is not token and t.low not in ("of", ".")]
            return scale, rest
    return None, tokens


def _with_unit(q: Quantity, text: str, start: int, head_end: int) -> Quantity:
    """A bare cell with the unit of its header: "Pressure (bar): Max = 6" is 6 bar."""
    if not q.bare:
        return q
    header = [
        *_BRACKETED.finditer(text, 0, head_end),
        *_BRACKETED.finditer(text, start, q.span.start),
    ]
    for found in reversed(header):
        scale, tokens = _scale_of(tokenize(translate(found.group(1))))
        measure = read_measure(tokens, 0, "en") if tokens else None
        whole = measure if measure is not None and measure.last == len(tokens) else None
        if scale is not None:
            q = replace(q, low=q.low * scale, high=q.high * scale, step=q.step * scale, other=None)
        if whole is not None:
            return _in_measure(q, whole)
        if scale is not None:
            return q
    return q


def _in_measure(q: Quantity, measure: Measure) -> Quantity:
    """A bare number in a currency or unit."""
    if measure.currency is not None:
        return replace(q, kind="money", currency=measure.currency, dimension="money")
    if measure.unit is None:
        return q
    return replace(
        q,
        kind="percent" if measure.unit.name == "%" else "measure",
        unit=measure.unit.name,
        dimension=measure.unit.dimension,
        factor=measure.unit.factor,
        offset=measure.unit.offset,
        per=measure.per,
        per_factor=measure.per_factor,
    )


def label_keys(text: str) -> frozenset[str]:
    """The labels of `text` as keys ("gate#7")."""
    return frozenset(_label_key(q) for q in read_quantities(text) if q.kind == "label")


def _label_key(q: Quantity) -> str:
    return f"{q.noun}#{q.low}"


def _keyed(text: str, every: tuple[Quantity, ...]) -> list[tuple[int, str]]:
    """Position and key of each content word that is no part of a number or unit."""
    found: list[tuple[int, str]] = []
    starts = [q.span.start for q in every]
    for word in words(text):
        if not word.content or word.kind == "punctuation":
            continue
        at = bisect_right(starts, word.span.start) - 1
        q = every[at] if at >= 0 and word.span.start < every[at].span.end else None
        if q is not None and (q.kind != "label" or word.kind == "number"):
            continue
        found.append((word.span.start, key_of(word.stem)))
    found += [(q.span.start, _label_key(q)) for q in every if q.kind == "label"]
    found += [
        (m.start(), f"{key_of(root(m.group(1).lower()))}#{m.group(2).lower()}")
        for m in _LETTERED.finditer(text)
    ]
    return sorted(found)


# "Route B", "tool A": the letter sets it apart, though "a" alone is a stop word.
_LETTERED = lazy(r"(?<![\w'])([^\W\d_]{3,20})\s([A-HJ-Z])(?![\w'’&-]|\.[^\s])")


_RESPECTIVELY = lazy(
    r"(?<!\w)(?:respectively|bzw|beziehungsweise|respectivement|respectivamente|rispettivamente"
    r"|соответственно)(?!\w)|分别",
    re.IGNORECASE,
)
_LIST_JOINT = lazy(r",\s*(?:and\s)?|\s(?:and|und|et|y|e|и)\s|、|和", re.IGNORECASE)


def _respective(text: str, values: list[Quantity]) -> list[frozenset[str]]:
    """Keys of "A and B" for "A and B earned $3m and $5m, respectively"; empty otherwise."""
    if len(values) < 2 or not _RESPECTIVELY.search(text):
        return []
    named = _LIST_JOINT.split(text[: values[0].span.start])
    return [keys_of(part) for part in named] if len(named) == len(values) else []


def _head_end(text: str, first: Quantity) -> int:
    """Where a heading before a colon ends ("Share of traffic: ..."), or 0."""
    colon = max(text.rfind(": ", 0, first.span.start), text.rfind(":", 0, first.span.start))
    if colon < 0 or colon > 120:
        return 0
    rest = text[colon + 1 : first.span.start]
    # "Name: 40" has no heading, only a subject.
    return colon + 1 if any(c.isalpha() for c in rest) else 0


def _stretches(text: str, values: list[Quantity]) -> list[tuple[int, int]]:
    """The stretch of each value; values with no mark between them share one."""
    borders = [_border(text, left.span.end, right.span.start) for left, right in pairwise(values)]
    stretches: list[tuple[int, int]] = []
    start = 0
    for border in borders:
        stretches.append((start, -1))
        start = start if border is None else border
    stretches.append((start, len(text) + 1))
    end = len(text) + 1
    for i in range(len(borders) - 1, -1, -1):
        border = borders[i]
        end = end if border is None else border
        stretches[i] = (stretches[i][0], end)
    if len(stretches) > 1 and stretches[-1][0] > 0:
        # What follows the last value after a comma ("..., others the rest") is not its own.
        start, end = stretches[-1]
        tail = _border(text, values[-1].span.end, len(text))
        stretches[-1] = (start, end if tail is None else tail)
    return stretches


def _border(text: str, start: int, end: int) -> int | None:
    """Where the stretch after a value ends: at a strong mark, else a weak one, else nowhere."""
    gap = text[start:end]
    for pattern in (_STRONG, _WEAK):
        found = pattern.search(gap)
        if found:
            return start + found.end()
    return end if len(gap) > 200 else None
