"""Typography folding that keeps the way back to the original offsets.

Two texts that differ only in how they are set (curly quotes, dashes, ligatures, full-width
forms, line wraps, HTML entities, invisible characters) fold to the same text.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable

from entailed.text.lazy import lazy
from entailed.text.memo import identity, memo
from entailed.types import Mapped, Span

_ROUNDS = 8  # decoding may uncover more to decode ("&amp;lt;"); nesting deeper than this stays

_DOUBLE = "“”„‟«»″〝〞〟＂「」『』《》〈〉｢｣❝❞"
_SINGLE = "‘’‚‛‹›′ʼ´＇❛❜"
_DASHES = "‐‑‒–—―−⁃﹘﹣－⸺⸻"
INVISIBLE = (  # a class body
    "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufe00-\ufe0f\ufeff"
)
_SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_SUPER_TABLE = str.maketrans(_SUPER, "0123456789+-")

_TABLE: dict[str, str] = {
    **dict.fromkeys(_DOUBLE, '"'),
    **dict.fromkeys(_SINGLE, "'"),
    **dict.fromkeys(_DASHES, "-"),
    "…": "...",
    "⋯": "...",
    "⁄": "/",
    "∕": "/",
    "ﬅ": "st",
    **{chr(c): unicodedata.normalize("NFKC", chr(c)) for c in range(0xFB00, 0xFB07)},
    **{
        chr(c): unicodedata.normalize("NFKC", chr(c))
        for c in (*range(0xFF01, 0xFF5F), *range(0xFF61, 0xFFBF), *range(0xFFE0, 0xFFE7))
        if chr(c) not in _DOUBLE + _SINGLE + _DASHES
    },
}

# Words that keep their hyphen when a line ends in it: no dictionary can tell otherwise.
_HEADS = frozenset(
    "self non long short high low well ill half full part cross multi anti co ex all semi quasi "
    "post pre mid north south east west first second third two three four five six seven eight "
    "nine ten one large small medium real open closed hard soft third-party".split()
)
_TAILS = frozenset(
    "dependent independent based free related specific level term time wide driven like old year "
    "made scale sized size quality resistant proof friendly aware oriented led owned funded "
    "bound facing ready style type up down in out off on by to of way law elect general".split()
)

_WRAP = lazy(
    r"(?<=[^\W\d_])(?:[ \t]?[-‐\u00ad]|\u00ad[-‐]?)[ \t]{0,40}\r?\n[ \t]{0,80}"
    r"(?=(?P<tail>[^\W\d_]{1,40}))"
)
_RANGE_WRAP = lazy(r"(?<=\d)[-–][ \t]{0,40}\r?\n[ \t]{0,80}(?=\d)")  # "2-", "3 days"
_SPECIAL = lazy(
    "|".join(
        (
            r"(?P<space>[^\S ]\s*| (?=\s)\s+)",
            r"(?P<entity>&(?:(?:amp|AMP|#38|#[xX]26);)*(?:#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|"
            r"[A-Za-z][A-Za-z0-9]{1,31};)?(?<=;))",
            rf"(?P<invisible>[{INVISIBLE}]+)",
            rf"(?P<power>[{_SUPER}]+)",
            rf"(?P<table>[{re.escape(''.join(_TABLE))}])",
        )
    )
)
_SOFT = lazy(rf"[^\S ]\s*| (?=\s)\s+|[{INVISIBLE}]+")
# One class, so that ordinary text is skipped at the speed of a single search.
_CANDIDATE = lazy(rf"[^\S ]|  |&(?=[A-Za-z#])|[{INVISIBLE}{_SUPER}{re.escape(''.join(_TABLE))}]")
_UNIT_BEFORE = lazy(r"(?<![^\W_])(?:[munpckdhMG]?m|ft|in|yd|mi|s|sq)$")
_LETTERS_BEFORE = lazy(r"[^\W\d_]+$")


@memo(characters=2_000_000)
def fold(text: str) -> Mapped:
    """`text` with typography and case folded, mapped back to `text`.

    White-space runs become one space, quotation marks `"` or `'`, dashes and minus signs `-`,
    "…" three dots; ligatures and full-width forms plain letters; soft hyphens, zero-width
    characters and hyphens of wrapped lines go; HTML entities are decoded; accents composed (NFC).
    An exponent is kept apart from its base (`10⁻⁶` is `10^-6`). Never raises. Idempotent, except
    for entities escaped more than eight times over.
    """
    return _transform(text, casefold=True)


@memo(characters=500_000)
def clean(text: str) -> Mapped:
    """As `fold`, with case kept."""
    return _transform(text, casefold=False)


def compose(inner: Mapped, outer: Mapped) -> Mapped:
    """`inner`, which maps into `outer.text`, mapped to the original of `outer` instead."""
    starts, ends = outer.starts, outer.ends
    last = len(starts)
    return Mapped(
        inner.text,
        tuple(starts[s] if s < last else (ends[-1] if last else 0) for s in inner.starts),
        tuple(
            ends[e - 1] if e > s else (starts[s] if s < last else (ends[-1] if last else 0))
            for s, e in zip(inner.starts, inner.ends, strict=True)
        ),
    )


def _transform(text: str, casefold: bool) -> Mapped:
    mapped = identity(text)
    for _ in range(_ROUNDS):
        before = mapped.text
        mapped = _substitute(join_wraps(mapped))
        if casefold:
            mapped = _casefold(mapped)
        mapped = _compose_accents(mapped)
        if mapped.text == before:
            break
    return mapped


def join_wraps(mapped: Mapped) -> Mapped:
    """`mapped` with words hyphenated at line ends made whole ("irreg-", "ular")."""
    if "\n" not in mapped.text:
        return mapped
    mapped = _replace(mapped, ((m, m.group()[0]) for m in _RANGE_WRAP.finditer(mapped.text)))
    return _replace(mapped, ((m, _joined(m)) for m in _WRAP.finditer(mapped.text)))


def collapse(mapped: Mapped) -> Mapped:
    """`mapped` with white-space runs as one space (a line feed after two spaces stays one, a hard
    break) and without invisible characters.
    """
    found = _SOFT.finditer(mapped.text)
    return _replace(mapped, ((m, _soft(m.group())) for m in found))


def _soft(run: str) -> str:
    if not run[0].isspace():
        return ""
    line, feed, _ = run.partition("\n")
    return "\n" if feed and len(line) >= 2 and line.isspace() else " "


def _substitute(mapped: Mapped) -> Mapped:
    """Replace every special run once; everything between is copied in bulk."""
    text = mapped.text
    first = _CANDIDATE.search(text)
    if first is None:
        return mapped
    found = _SPECIAL.finditer(text, first.start())
    return _replace(mapped, ((m, _replacement(m)) for m in found))


def _replace(mapped: Mapped, changes: Iterable[tuple[re.Match[str], str]]) -> Mapped:
    text = mapped.text
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for match, new in changes:
        begin, stop = match.span()
        if new == match.group():
            continue
        pieces += (text[at:begin], new)
        starts += mapped.starts[at:begin]
        ends += mapped.ends[at:begin]
        starts += [mapped.starts[begin]] * len(new)
        ends += [mapped.ends[stop - 1]] * len(new)
        at = stop
    if not pieces:
        return mapped
    pieces.append(text[at:])
    return Mapped("".join(pieces), (*starts, *mapped.starts[at:]), (*ends, *mapped.ends[at:]))


def _replacement(match: re.Match[str]) -> str:
    kind = match.lastgroup
    found = match.group()
    if kind == "table":
        return _TABLE[found]
    if kind == "space":
        return " "
    if kind == "entity":
        return _decoded(found)
    if kind == "invisible":
        return ""
    return _power(found, match.string[max(0, match.start() - 4) : match.start()])


def _joined(match: re.Match[str]) -> str:
    """What stands for a hyphen at a line end: nothing, or the hyphen of a compound."""
    found = match.group()
    if "\u00ad" in found or found[0] in " \t":
        return ""
    head = _LETTERS_BEFORE.search(match.string[max(0, match.start() - 40) : match.start()])
    tail = match.group("tail")
    if tail[0].isupper():
        return "-"
    known = head is not None and head.group().casefold() in _HEADS
    return "-" if known or tail.casefold() in _TAILS else ""


def _decoded(entity: str) -> str:
    """The character an entity stands for, however often escaped, or the text itself."""
    current = entity
    while (decoded := html.unescape(current)) != current and len(decoded) < len(current):
        current = decoded
    return current


def _power(found: str, before: str) -> str:
    plain = found.translate(_SUPER_TABLE)
    if before[-1:].isdigit():
        return "^" + plain
    return plain if _UNIT_BEFORE.search(before) and found in ("²", "³") else found


def _casefold(mapped: Mapped) -> Mapped:
    folded = mapped.text.casefold()
    if len(folded) == len(mapped.text):  # case folding never shortens, so all are one to one
        return mapped if folded == mapped.text else Mapped(folded, mapped.starts, mapped.ends)
    starts: list[int] = []
    ends: list[int] = []
    for char, start, end in zip(mapped.text, mapped.starts, mapped.ends, strict=True):
        size = len(char.casefold())
        starts.extend([start] * size)
        ends.extend([end] * size)
    return Mapped(folded, tuple(starts), tuple(ends))


def _compose_accents(mapped: Mapped) -> Mapped:
    text = mapped.text
    if unicodedata.is_normalized("NFC", text):
        return mapped
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for begin, stop in _clusters(text):
        raw = text[begin:stop]
        new = unicodedata.normalize("NFC", raw)
        pieces.append(new)
        if new == raw:
            starts.extend(mapped.starts[begin:stop])
            ends.extend(mapped.ends[begin:stop])
        else:
            starts.extend([mapped.starts[begin]] * len(new))
            ends.extend([mapped.ends[stop - 1]] * len(new))
    return Mapped("".join(pieces), tuple(starts), tuple(ends))


def _clusters(text: str) -> list[tuple[int, int]]:
    """Ranges that compose on their own: a base with its marks, a Hangul syllable."""
    cuts = [0]
    for i, char in enumerate(text[1:], 1):
        if not (unicodedata.combining(char) or "\u1160" <= char <= "\u11ff"):
            cuts.append(i)
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True))


# A class body: Thai, Lao, Burmese, Khmer, kana, Han, Hangul.
UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af"
    r"\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED = lazy(rf"[{UNSPACED}]")


def unspaced(char: str) -> bool:
    """Whether `char` is of a script written without (or with rare) spaces between words."""
    return _UNSPACED.match(char) is not None


def _joins(left: str, right: str) -> bool:
    """Whether two neighbouring code points are inside one word."""
    return left.isalnum() and right.isalnum() and not unspaced(left) and not unspaced(right)


def bounded(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` begins and ends at word (and number) boundaries."""
    if start >= end:
        return False
    if start and _joins(text[start - 1], text[start]):
        return False
    if end < len(text) and _joins(text[end - 1], text[end]):
        return False
    split_left = (start > 1 and text[start].isdigit() and text[start - 1] in ".,") and text[
        start - 2
    ].isdigit()
    split_right = (end + 1 < len(text) and text[end - 1].isdigit() and text[end] in ".,") and text[
        end + 1
    ].isdigit()
    return not (split_left or split_right)


def find_bounded(needle: str, text: str, start: int = 0) -> int:
    """First place of `needle` in `text` at word boundaries from `start` on, or -1."""
    if not needle:
        return -1
    at = text.find(needle, start)
    while at >= 0:
        if bounded(text, at, at + len(needle)):
            return at
        at = text.find(needle, at + 1)
    return -1


_WRAPPED = lazy(r"[-‐][ \t]{0,40}\r?\n")
_INNER_HYPHEN = lazy(r"(?<=[^\W\d_]) ?- ?(?=[^\W\d_])")


def contains(needle: str, haystack: str) -> Span | None:
    """Where `haystack` holds `needle` after folding, as a span of `haystack`; else None.

    Alphanumeric edges must be word edges: "60" is not in "600", "7" not in "$47". A hyphen at a
    line end of `haystack` may be there or not in `needle`. An empty needle is nowhere.
    """
    wanted = fold(needle).text.strip()
    mapped = fold(haystack)
    at = find_bounded(wanted, mapped.text)
    if at >= 0:
        return mapped.span(at, at + len(wanted))
    if not _WRAPPED.search(haystack):
        return None
    wanted = _INNER_HYPHEN.sub("", wanted)
    mapped = without(mapped, _INNER_HYPHEN)
    at = find_bounded(wanted, mapped.text)
    return mapped.span(at, at + len(wanted)) if at >= 0 else None


def without(mapped: Mapped, pattern: re.Pattern[str]) -> Mapped:
    """`mapped` with every match of `pattern` taken out."""
    parts: list[Mapped] = []
    at = 0
    for match in pattern.finditer(mapped.text):
        if match.end() > match.start():
            parts.append(mapped.slice(at, match.start()))
            at = match.end()
    if not parts:
        return mapped
    parts.append(mapped.slice(at, len(mapped.text)))
    return Mapped.join(*parts)


# Kept: signs that carry meaning between or beside digits ("1.5", "-3", "5%", "$7", "<5").
_SQUEEZED = lazy(r"(?:\s|(?![%$€£¥°<>=&+§#@])[^\w\s.,:/\-]|_|[.,:/](?!(?<=\d.)\d)|-(?!\d))+")


@memo(characters=2_500_000)
def squeeze(text: str) -> Mapped:
    """`fold(text)` without white space and punctuation, for words run together.

    Marks inside and signs beside numbers stay ("1.5" is not "15"; "-3%" is kept).
    """
    return without(fold(text), _SQUEEZED)
