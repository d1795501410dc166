"""Where sentences end in the readable text of one block.

nupunkt proposes; the rules here add what it misses (no space after the stop, CJK stops, a
single letter at the end) and take back what it gets wrong (ordinals, abbreviations of other
languages, citation markers after the stop).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator

from entailed.text.lazy import lazy
from entailed.text.shapes import LEADING_MARKERS
from entailed.text.stopwords import STOPWORDS

_STARTERS = frozenset(
    "the a an it its this that these those there they he she we you i in on at if when while "
    "after before however but and also all both each every no not only some most many several "
    "two three for from to with by as one our their his her your my what which who how where "
    "see then thus testing results fig figure table section cf dr mr mrs ms prof st der die das "
    "den dem ein eine er sie es wir ihr ich im am bei mit nach und aber auch le la les un une "
    "il elle ils nous vous ce cette el los las una lo se en por o os uma gli".split()
)
# Never the end of a sentence before a number or a lower-case word, rarely before anything else.
_ABBREVIATIONS = frozenset(
    "abb abs abschn abt al anm approx apr apt arch art aufl aug av ave bd bspw bzgl bzw ca cap "
    "cf ch chap cl co col corp dec dept dez dipl dist dr ed eds eg engl ep env est etc evtl ext "
    "feb fig figs ff fr ft g gal gebr gem gen ggf gmbh gov hl hr hrs hrsg ie inc incl inkl insb "
    "int jan jg jh jr jul jun kap kg km lat lb lbs lic lt ltd m max mi min mio mme mr mrd mrs "
    "ms mt n nat no nos nov nr num núm oct okt op orig oz p pág par para pct pg pl pp pr prof "
    "prov pt r rd rep resp rev rr s sec sect sen sep sept ser sig sog sp sq sr sra st sta std "
    "str tab tel temp tit tr u ul ult univ usw v var vgl vol vols vs w z zt zzgl г гг ул д кв т "
    "тыс млн млрд стр рис см напр др проф им обл руб ст табл rs tsd".split()
)
# Titles, after which a name goes on, and reference words, after which a number does.
_BEFORE_NAMES = frozenset(
    "dr mr mrs ms prof st sr sra mt gen lt col sen rep rev hon capt sgt gov pres vgl bzw bspw ca z "
    "cf vs v dipl hl gebr mme m ул г проф им rs mrd mio tsd".split()
)
_BEFORE_NUMBERS = frozenset(
    "art arts nr no nos fig figs abs sec sect ch chap vol pp p para eq ref ca pág núm cap кв "
    "рис стр rs gem s zi ziff lit".split()
)
# Abbreviations that are also words: a pronoun or article after them begins a sentence.
_ALSO_WORDS = frozenset("art no max min fig sat sun mar gal cap am is".split())
_ORDINAL_BEFORE = lazy(
    r"(?:^|[\s(])(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|ihr|ihre|ihren|ihrem|ihrer|"
    r"sein|seine|seinen|seinem|seiner|unser|unsere|mein|meine|dein|dieses|diese|dieser|jede|jeder|"
    r"jedes|jeden|im|am|vom|zum|zur|beim|ab|bis|seit|und|oder|auf|mit|nach|vor|pro|je|kein|keine|"
    r"Heinrich|Ludwig|Friedrich|Karl)\s+(?:\d{1,2}|[IVX]{1,4})\.$",
    re.IGNORECASE,
)
_MONTH_AFTER = lazy(
    r"(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Jahrhundert|Jh)[a-zä]*\b"
)
_NUMBER_END = lazy(r"(?:^|[\s(])\d{1,3}\.$")
_LAST_WORD = lazy(r"([^\W\d_]+(?:\.[^\W\d_]+)*)\.$")
_CJK_STOP = lazy(r"[。！？｡]+[」』”’\"')）\]】》]*(?:\s*(?:\[\^?\d{1,3}\]|【[^【】]{1,30}】))*")
_QUOTE_PARTICLE = lazy(r"[とって、,，]")
# Searched from the stop, not from the word before it: that would be quadratic in the word.
_TIGHT = lazy(
    r"(?P<stop>(?<![.!?])[.!?]{1,4}[\"”’)]?)(?=[¿¡]?(?P<right>[A-ZÀ-ÝА-Я][^\W\d_]*)[\s,.!?'’])",
)
_TIGHT_LEFT = lazy(r"(?:[a-zà-ÿа-я]{2,}|(?<![^\s(])[A-Z]{2,6}|\d|[)\]\"”’])$")
_SPACED = lazy(r"[.] +(?=[¿¡\"“„«(\[]?(?P<right>[A-ZÀ-ÝА-Я][^\W_]*))")
_MARKED = lazy(r"[.!?][\"”’')]{0,2}(?=[\[【(⁰¹²³⁴-⁹])")
_AFTER_MARKERS = lazy(r"\s+[\"“„«(]?(?:[^\W_a-zà-ÿа-я]|$)")
_WORD_LEFT = lazy(
    r"(?:(?<=[a-z:] )[A-Z]|(?<=\d )[a-zA-Z]{1,4}|(?<=\d)[a-zA-Z]{1,3}|(?<![^\s(])[A-Z]{2,6}"
    r"|(?<![.\w])[^\W\d_A-Z][^\W\d_]+)$"
)
_LIST_NUMBER = lazy(
    r"\(?(?<!\d)(\d{1,2})[.)] +(?=[^\W\d_a-zà-ÿа-я]|[\"“(])",
)
_LIST_BEFORE = lazy(r"(?:^|[:.;!?)\]] )$")
_ROMAN = lazy(r"[IVXLC]{1,6}$")
_NAME_MARK = lazy(r"(?:^|\s)[A-ZÀ-Ý]\w+[!?]$")  # "Yahoo! or"
_LONG_TOKEN = 1000
_LONG = lazy(rf"(?<!\S)\S{{{_LONG_TOKEN + 1},}}")
_PLAIN_END = lazy(r"[.!?][\"”’)\]]{0,3} +(?=[^\W_a-z])")
_CLOSERS = lazy(r"[\"”’'»)\]]+(?=\s|$)")
_BARE_MARKER = lazy(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]$")
_FOOT_END = lazy(r"[.!?][\"”’)]?[⁰¹²³⁴-⁹]+ +(?=[^\W\d_a-z])")
_QUOTED = lazy(r"[“„«]([^“”„«»\n]{1,400})[”“»]|(?<![\w\"])\"([^\"\n]{1,400})\"(?![\w\"])")
_LEAD_BEFORE = lazy(r"[\w,:)\]]\s*$")
_WORD = lazy(r"[^\W_]")
SPACES = lazy(r"(?<= ) +")

_lock = threading.Lock()
_spans: Callable[[str], list[tuple[int, int]]] | None = None


def _punkt() -> Callable[[str], list[tuple[int, int]]]:
    """nupunkt's splitter, loaded at the first use only (it costs tens of milliseconds)."""
    global _spans
    if _spans is None:
        with _lock:
            if _spans is None:
                from nupunkt import sent_spans

                sent_spans("Ready. Set.")
                _spans = sent_spans
    return _spans


def split(text: str, shields: tuple[tuple[int, int], ...] = ()) -> list[tuple[int, int]]:
    """Ranges of the sentences of `text`, trimmed, in order, without stranded list markers.

    Line feeds in `text` end a sentence; no sentence ends inside one of `shields`.
    """
    found: list[tuple[int, int]] = []
    at = 0
    for line in text.split("\n"):
        for start, end in _split_line(line, [(a - at, b - at) for a, b in shields]):
            found.append((start + at, end + at))
        at += len(line) + 1
    return found


def _split_line(text: str, shields: list[tuple[int, int]]) -> list[tuple[int, int]]:
    if not text.strip():
        return []
    cuts = sorted(_cuts(text, shields))
    pieces: list[tuple[int, int]] = []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        piece = _trim(text, start, end)
        if piece is not None:
            pieces.append(piece)
    return _without_bare_markers(text, pieces)


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    raw = text[start:end]
    stripped = raw.strip()
    if not stripped:
        return None
    start += len(raw) - len(raw.lstrip())
    return start, start + len(stripped)


def _cuts(text: str, shields: list[tuple[int, int]]) -> set[int]:
    """Offsets at which a new sentence begins."""
    if not _ENDING.search(text):
        return set()
    proposed = set(_proposed(text))
    prefix_style = LEADING_MARKERS.match(text) is not None
    closed = [*shields, *_led_quotes(text)]
    listed = _enumerated(text)
    cuts: set[int] = set()
    for at in proposed | set(_added(text)):
        cut = at if prefix_style else _after_markers(text, at)
        if 0 < cut < len(text) and not (at in proposed and _wrong(text, at)):
            cuts.add(cut)
    cuts |= listed
    return {c for c in cuts if not any(a < c < b for a, b in closed)} if closed else cuts


def undecided(text: str) -> bool:
    """Whether the sentences of a line that goes on after `text` may yet be cut otherwise.

    A list in the line counts only once its second number has come; a stop without a space after
    it ends a sentence only where more words follow. The last two words are looked at by
    `entailed.text.finality`.
    """
    if len(_numbers(text)) == 1:
        return True
    return any(text.count(" ", m.end()) < 2 for m in _TIGHT.finditer(text))


def _numbers(text: str) -> list[re.Match[str]]:
    """The numbers of an inline list that counts up from 1, in order."""
    found: list[re.Match[str]] = []
    for match in _LIST_NUMBER.finditer(text):
        before = text[max(0, match.start() - 2) : match.start()]
        if int(match.group(1)) == len(found) + 1 and _LIST_BEFORE.search(before):
            found.append(match)
    return found


def _enumerated(text: str) -> set[int]:
    """Both edges of each number of an inline list of sentences ("1. Heat it. 2. Peel it.")."""
    found = _numbers(text)
    return {e for m in found for e in m.span() if e} if len(found) > 1 else set()


_ENDING = lazy(r"[.!?。！？｡…]\S*\s*\S")


def _proposed(text: str) -> Iterator[int]:
    """nupunkt's cuts; around tokens beyond its reach (it is quadratic in their length), plain."""
    at = 0
    if len(text) > _LONG_TOKEN:
        for token in _LONG.finditer(text):
            yield from _punkt_cuts(text, at, token.start())
            at = token.end()
        if at:
            yield from (m.end() for m in _PLAIN_END.finditer(text) if _at_long(text, m))
    yield from _punkt_cuts(text, at, len(text))


def _at_long(text: str, end: re.Match[str]) -> bool:
    """Whether a plain end of a sentence stands right before or right after a long token."""
    if _LONG.match(text, end.end()):
        return True
    at = end.start()
    return at >= _LONG_TOKEN and not any(c.isspace() for c in text[at - _LONG_TOKEN : at])


def _punkt_cuts(text: str, low: int, high: int) -> Iterator[int]:
    part = text[low:high]
    for start, _ in _punkt()(part) if part.strip() else ():
        while start < len(part) and part[start].isspace():
            start += 1
        if 0 < start < len(part):
            yield low + start


def _added(text: str) -> Iterator[int]:
    """Ends that nupunkt does not see."""
    if not text.isascii():
        for match in _CJK_STOP.finditer(text):
            if not _QUOTE_PARTICLE.match(text, match.end()):
                yield match.end()
        for match in _FOOT_END.finditer(text):
            yield match.end()
    for match in _TIGHT.finditer(text):
        if _tight(text, match):
            yield match.end()
    for match in _SPACED.finditer(text):
        if _spaced(text, match):
            yield match.end()
    for match in _MARKED.finditer(text):
        if _marked(text, match):
            yield match.end()


def _marked(text: str, match: re.Match[str]) -> bool:
    """Whether a stop with a citation marker glued to it ends a sentence ("at dusk.[1] Dogs")."""
    markers = LEADING_MARKERS.match(text, match.end())
    if markers is None or not _AFTER_MARKERS.match(text, markers.end()):
        return False
    word = _LAST_WORD.search(text, max(0, match.start() - 40), match.start() + 1)
    return word is None or word.group(1).rpartition(".")[2].lower() not in _ABBREVIATIONS


def _spaced(text: str, match: re.Match[str]) -> bool:
    """Whether a stop before a capital ends a sentence although nupunkt may not think so."""
    found = _WORD_LEFT.search(text, max(0, match.start() - 40), match.start())
    if found is None:
        return False
    word, starts = found.group(), match.group("right").lower() in _STARTERS
    if len(word) == 1:
        return starts  # "test E. The switch", but "vitamin D. Hale"
    if word in _ALSO_WORDS:
        return match.group("right").lower() in STOPWORDS["en"]
    sure = starts or len(word) > 5 or word.isupper() or word in STOPWORDS["en"]
    return sure and word.lower() not in _ABBREVIATIONS


_CODE_LIKE = lazy(r"[./\\@_:(=#]")


def _tight(text: str, match: re.Match[str]) -> bool:
    """Whether a stop without a space after it ends a sentence ("in 2016.It closed")."""
    at = match.start()
    found = _TIGHT_LEFT.search(text, max(0, at - 40), at)
    if found is None:
        return False
    left, right = found.group(), match.group("right")
    before = text[max(0, at - 60) : at].rpartition(" ")[2]
    after = text[match.end() : match.end() + 60].split(" ", 1)[0].rstrip(".,!?;:")
    if _CODE_LIKE.search(before) or _CODE_LIKE.search(after):
        return False
    opened = text[match.end()] in "¿¡"
    if opened or right.lower() in _STARTERS or match.group("stop")[0] in "!?":
        return True
    if left.isdigit():
        return len(right) > 1 and right[1:].islower()
    if before[:1].isupper() or not right[1:].islower() or min(len(left), len(right)) < 4:
        return False
    # Else it may be a name of code ("numpy.Array"); a whole sentence before it says it is not.
    return text.count(" ", max(0, at - 200), at) > 3 and text.count(" ", match.end()) > 1


def _wrong(text: str, at: int) -> bool:
    """Whether a proposed cut at `at` is inside a sentence."""
    left = text[max(0, at - 80) : at].rstrip()
    rest = text[at : at + 40]
    if rest[:1] in ",;:)]}" or not left.endswith("."):
        return rest[:1] in ",;:" or (rest[:1].islower() and _NAME_MARK.search(left) is not None)
    if _NUMBER_END.search(left) and (
        _ORDINAL_BEFORE.search(left) or _MONTH_AFTER.match(rest) or rest[:1].islower()
    ):
        return len(left) > 4
    word = _LAST_WORD.search(left)
    if word is None:
        return left.endswith("...") and rest[:1].islower()
    name = word.group(1).rpartition(".")[2].lower()
    number = rest[:1].isdigit() or rest[:1] in "§#№"
    if number and (name in _BEFORE_NUMBERS or name in _BEFORE_NAMES):
        return True
    if name in _BEFORE_NAMES and rest[:1].isupper():
        return "." not in word.group(1) and word.group(1) != "m"
    initials = len(name) == 1 and "." in word.group(1)
    low = rest[:1].islower() and not rest[:8].split(" ")[0][1:2].isupper()
    short = name in _ABBREVIATIONS or initials or len(name) == 1 or _ROMAN.match(word.group(1))
    return bool(short) and (low or number)


def _after_markers(text: str, at: int) -> int:
    """`at`, moved behind closing marks and citation markers that belong to what is before."""
    closers = _CLOSERS.match(text, at)
    if closers:
        at = closers.end()
    match = LEADING_MARKERS.match(text, at)
    if match and match.end() > at:
        at = match.end()
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _led_quotes(text: str) -> list[tuple[int, int]]:
    """Quotations of several sentences that something before them introduces."""
    found: list[tuple[int, int]] = []
    for match in _QUOTED.finditer(text):
        if _LEAD_BEFORE.search(text[max(0, match.start() - 3) : match.start()]):
            found.append((match.start(), match.end() - 1))
    return found


def _without_bare_markers(text: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave out "2." on its own before a sentence, and join other pieces without a word."""
    kept: list[tuple[int, int]] = []
    for i, (start, end) in enumerate(pieces):
        piece = text[start:end]
        if _BARE_MARKER.match(piece) and i + 1 < len(pieces):
            continue
        if kept and not _WORD.search(piece):
            kept[-1] = (kept[-1][0], end)
        else:
            kept.append((start, end))
    return kept
