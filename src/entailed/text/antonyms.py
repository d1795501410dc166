"""Opposites and mutually exclusive values.

The word lists in `data/` are our own. Words are compared by `roots.root`, so that every regular
form of a listed word counts; words with a negative prefix (valid, invalid) need no entry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from entailed.text.roots import root
from entailed.text.stems import stem

PREFIXES = (
    "не",
    "un",
    "in",
    "im",
    "ir",
    "il",
    "non",
    "non-",
    "dis",
    "mis",
    "de-",
    "ab",
    "anti",
    "anti-",
)
# Words that look like prefix + word but are not its opposite.
NOT_PREFIXED = frozenset(
    "inside infer inform informed information into income incoming increase indeed industry inland "
    "inner input insure insurance intake intent intense interest invaluable inflammable install "
    "instead institute instruct intend invest investment invent inhabit inhabited inscribed "
    "insight "
    "impart impose impress improve important import imprint implant impound impeach impact "
    "until under understand unit united unite union unique universe disclose display dispose "
    "discover "
    "discuss dismay dismiss distance district distill distinct disease discharge discipline disk "
    "nonetheless indifferent inset inbound infill ingrown inform indebted misty mister mission "
    "intention incline inclined inflate inflow inroads intone imparted implied abnormality about "
    "above "
    "abroad aboard absent absorb abuse abate abide abridge disgrace discount discounted uncle "
    "unless imprison imprisonment imprisoned immigrant immigrate immigration disband dispatch "
    "ingrained inscribe instil intone incense unearth illuminate".split()
)


def _lines(name: str) -> Iterator[str]:
    """Lines of a word list without comments and blank ones."""
    text = files("entailed.text").joinpath("data", name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def is_cjk(text: str) -> bool:
    """Whether `text` begins with a Chinese character or Japanese kana."""
    return bool(text) and (
        "\u3040" <= text[0] <= "\u30ff" or "\u3400" <= text[0] <= "\u9fff" or text[0] == "々"
    )


def _key(word: str) -> str:
    """The root of a listed word, made as `clauses` makes it."""
    folded = word.casefold()
    return root(folded) if folded.isascii() else root(stem(folded))


@lru_cache(maxsize=1)
def _pairs() -> tuple[MappingProxyType[str, frozenset[tuple[int, bool]]], dict[int, str]]:
    """Root -> (pair number, side) for every listed word, and the marks of marked pairs."""
    table: dict[str, set[tuple[int, bool]]] = {}
    marks: dict[int, str] = {}
    for number, line in enumerate(_lines("antonyms.txt")):
        if line[0] in "~^":
            marks[number] = line[0]
            line = line[1:]
        left, right = line.split("|")
        for side, words in ((False, left), (True, right)):
            for word in words.split():
                table.setdefault(_key(word), set()).add((number, side))
    frozen = {word: frozenset(sides) for word, sides in table.items()}
    return MappingProxyType(frozen), marks


@lru_cache(maxsize=1)
def _sets() -> MappingProxyType[str, frozenset[tuple[int, int]]]:
    """Root -> (set number, value number) for every listed value."""
    table: dict[str, set[tuple[int, int]]] = {}
    for number, line in enumerate(_lines("exclusive.txt")):
        for value, words in enumerate(line.split("/")):
            for word in words.split():
                table.setdefault(_key(word), set()).add((number, value))
    return MappingProxyType({word: frozenset(values) for word, values in table.items()})


@lru_cache(maxsize=1)
def cjk_terms() -> frozenset[str]:
    """Chinese and Japanese words of the lists, which a text without spaces is searched for."""
    return frozenset(word for word in (*_pairs()[0], *_sets()) if is_cjk(word))


def listed(word_root: str) -> bool:
    """Whether a root has any listed opposite or exclusive value."""
    return word_root in _pairs()[0] or word_root in _sets()


@lru_cache(maxsize=4096)
def opposites(a: str, b: str) -> bool:
    """Whether two roots mean the opposite, by the list or by a negative prefix.

    Symmetric. Words on one side of a pair are not opposites of each other.
    """
    table = _pairs()[0]
    if any((number, not side) in table.get(b, ()) for number, side in table.get(a, ())):
        return True
    return prefixed(a, b) or prefixed(b, a)


@lru_cache(maxsize=4096)
def rivals(word_root: str) -> frozenset[str]:
    """Every root that `opposites`, `prefixed` or `exclusive` may find at odds with a root.

    A superset, to rule most words out at once.
    """
    sides, members = _members()
    found = {other for n, side in _pairs()[0].get(word_root, ()) for other in sides[n, not side]}
    found.update(other for n, _ in _sets().get(word_root, ()) for other in members[n])
    for prefix in PREFIXES:
        found.add(prefix + word_root)
        if word_root.startswith(prefix):
            found.add(word_root[len(prefix) :])
    return frozenset(found)


@lru_cache(maxsize=1)
def _members() -> tuple[dict[tuple[int, bool], list[str]], dict[int, list[str]]]:
    """The roots on each side of each pair, and those of each set of values."""
    sides: dict[tuple[int, bool], list[str]] = defaultdict(list)
    members: dict[int, list[str]] = defaultdict(list)
    for word, places in _pairs()[0].items():
        for place in places:
            sides[place].append(word)
    for word, values in _sets().items():
        for number, _ in values:
            members[number].append(word)
    return sides, members


@lru_cache(maxsize=4096)
def relational(a: str, b: str) -> bool:
    """Whether two roots are opposites only by a relational pair (first/last, north/south)."""
    return _only_marked(a, b, "~")


@lru_cache(maxsize=4096)
def converse(a: str, b: str) -> bool:
    """Whether two roots are opposites only by a converse pair (buy/sell, win/lose)."""
    return _only_marked(a, b, "^")


def _only_marked(a: str, b: str, mark: str) -> bool:
    """Whether two roots share a pair, and none that lacks the mark."""
    table, marks = _pairs()
    shared = [n for n, side in table.get(a, ()) if (n, not side) in table.get(b, ())]
    return bool(shared) and all(marks.get(number) == mark for number in shared)


def prefixed(a: str, b: str) -> bool:
    """Whether `a` is `b` with a negative prefix; four letters of `b` at least."""
    if len(b) < 4 or len(a) <= len(b) or not a.endswith(b):
        return False
    return a[: -len(b)] in PREFIXES and not _looks_prefixed(a)


def _looks_prefixed(word_root: str) -> bool:
    """Whether a root belongs to a word that only seems to carry a prefix."""
    return word_root in _false_prefixes()


@lru_cache(maxsize=1)
def _false_prefixes() -> frozenset[str]:
    """Roots of `NOT_PREFIXED`."""
    return frozenset(root(word) for word in NOT_PREFIXED)


@lru_cache(maxsize=4096)
def exclusive(a: str, b: str) -> bool:
    """Whether two roots are different values of one attribute (green/blue, Monday/Friday)."""
    table = _sets()
    left, right = table.get(a, frozenset()), table.get(b, frozenset())
    numbers = {number for number, _ in left} & {number for number, _ in right}
    return bool(numbers) and not left & right
