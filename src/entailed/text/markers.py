"""Citation markers of an answer, in all the forms models write them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from entailed.text.identity import Names, names
from entailed.text.lazy import lazy
from entailed.text.shapes import SUPERSCRIPTS
from entailed.types import Citation, Sentence, Span

_DIGITS = str.maketrans(SUPERSCRIPTS, "0123456789")
_CODE = lazy(
    r"^[ \t>]*(?P<fence>`{3,}+|~{3,}+)[^\n]*\n(?:.*?\n)??[ \t>]*(?P=fence)[`~]*[ \t]*$"
    r"|(?<!`)(?P<ticks>`{1,3})(?!`)[^`\n]{1,400}(?P=ticks)(?!`)",
    re.MULTILINE | re.DOTALL,
)
_SUP = f"[{SUPERSCRIPTS}]"
_MARKER = lazy(
    "|".join(
        (
            r"(?P<cite><(?:cite|ref|source|citation|doc)\b[^<>\n]{0,200}?/?>"
            r"(?:(?P<inner>[^<>\n]{1,60})</(?:cite|ref|source|citation|doc)>)?)",
            r"(?P<sup><sup>\s*(?:\[?[\^\d][\d\s,;–\-]{0,30}\]?)\s*</sup>)",
            r"(?P<lent>[【［〔〖⟦][^【】［］〔〕〖〗⟦⟧\n]{1,80}[】］〕〗⟧])",
            r"(?P<link>\[(?P<double>\[)?(?P<label>[^\[\]\n]{1,60})\](?(double)\])\([^()\s]{0,500}"
            r"(?:\([^()\s]{0,100}\)[^()\s]{0,200})?(?:\s\"[^\"\n]{0,200}\")?\))",
            r"(?P<square>\[(?P<twice>\[)?(?P<names>[^\[\]\n]{1,160})\](?(twice)\]))",
            r"(?P<round>\((?P<content>[^()\n]{1,200})\))",
            r"(?P<prose>\b(?:source|document|doc|passage|context|excerpt|snippet)s?"
            r"\s(?:\#?\d{1,3}(?:(?:,|,? and|,? &)\s\#?\d{1,3}){0,6}\b(?![%°.:]\d)"
            r"|(?-i:[A-Z])(?![\w'’.\-])))",
            rf"(?P<high>{_SUP}+(?:[,;˒]\s?{_SUP}+)*)",
        )
    ),
    re.IGNORECASE,
)
_CLOSING = lazy(r"</(?:cite|ref|source|citation|doc)>", re.IGNORECASE)
_CITE_TAG = lazy(r"<(?:cite|ref|source|citation|doc)\b[^<>\n]{0,200}>", re.IGNORECASE)
_WRITTEN_OUT = lazy(
    r"\b(?:source|document|doc|passage|context|excerpt|snippet)s?"
    r"(?:\s#?(?:\d{1,3}(?:[\s,&and#\d]{0,40})|[A-Z]))?\s?$",
    re.IGNORECASE,
)
_ATTRIBUTE = lazy(
    r"\b(?:id|ids|ref|doc|source|index|name|data-id|key)\s?=\s?"
    r"(?:\"([^\"]{1,80})\"|'([^']{1,80})'|([\w.:\-]{1,80}))",
    re.IGNORECASE,
)
_SEPARATOR = lazy(r"\s*(?:[,;|，、；]|\s/\s|\s&\s|\s+(?:and|und|et|y)\s+)\s*")
_RANGE = lazy(
    r"(?P<lead>[^\d]{0,20}?)(?P<a>\d{1,4})\s?[-–—]\s?(?P<again>[^\d\s]{0,10}?)(?P<b>\d{1,4})$"
)
_LOCATOR = lazy(
    r"(?:pp?\.?|pages?|s\.|seiten?|§+|sec(?:tion)?\.?|ch(?:apter)?\.?|l(?:ines?)?\.?|para(?:graph)?\.?|"
    r"¶|art\.?|abs\.?|fig\.?|table|tab\.?|at)\s?[\dIVXivx][\w.\-–]*(?:\s?ff?\.?)?$",
    re.IGNORECASE,
)
_SOURCE_LEAD = lazy(
    r"(?:see\s+|siehe\s+|voir\s+|per\s+|from\s+)?(?:sources?|src|refs?|references?|citations?|quellen?|"
    r"fuentes?|fonti|fonte|référence|источник|来源|出典)\s?[:：]\s?",
    re.IGNORECASE,
)
_AUTHOR_YEAR = lazy(
    r"(?:see |cf\. |e\.g\.,? )?(?P<authors>[^\W\d_a-z][^\W\d_]+(?:[-'’][^\W\d_]+)?"
    r"(?:,? (?:&|and|und) [^\W\d_a-z][^\W\d_]+|,? et al\.?|, [^\W\d_a-z][^\W\d_]+){0,4}),?\s{0,2}"
    r"\(?(?P<year>(?:1[5-9]|20)\d\d[a-z]?)\)?"
)
_YEAR = lazy(r"(?:1[5-9]|20)\d\d[a-z]?")
_AUTHORS_BEFORE = lazy(
    r"([^\W\d_a-z][^\W\d_]+(?:[-'’][^\W\d_]+)?)"
    r"(?: (?:and|und|&) [^\W\d_a-z][^\W\d_]+| et al\.?)?['’]?s? $"
)
_PROSE_LEAD = lazy(
    r"\b(?:according to|as \w{4,10} (?:in|by)|based on|per|in|from|see|by)(?: the)? $",
    re.IGNORECASE,
)
_PROSE_VERB = lazy(
    r"\s(?:says?|states?|notes?|explains?|mentions?|describes?|lists?|shows?|reports?|confirms?|"
    r"gives?|specif(?:y|ies)|indicates?|adds?|provides?|suggests?|also|both|does not|do not)\b"
)
_ID_LEAD = lazy(r"(?:ids?|docs?|documents?|passages?|chunks?)\s?[:=]\s?", re.IGNORECASE)
_NAME = lazy(r"[\^#]?[^\W_][\w.:/\-]{0,59}")
_CITING = lazy(
    r"(?:id|pmid|pmcid|doi|doc|document|source|src|ref|passage|chunk|s|p|d|context|quelle)"
    r"[\s.:#_\-]{0,2}[\w.\-]{0,30}\d[\w.\-]{0,30}$",
    re.IGNORECASE,
)
_FILE = lazy(
    r"[\w\-. /]{1,80}\.(?:pdf|docx?|txt|md|html?|csv|xlsx?|pptx?|json|eml)(?:#\d{1,6})?$",
    re.IGNORECASE,
)
_NUMBER = lazy(r"\^?#?\d{1,3}$")
# In round brackets "(note 2)" or "(item 2)" is ordinary prose.
_ROUND_ITEM = lazy(
    r"(?:(?:sources?|docs?|documents?|passages?|refs?|chunks?|quellen?|id|s|d|p)[\s.:#_\-]{0,2})?\d+$",
    re.IGNORECASE,
)
_INDEXABLE = frozenset(
    "array arr list queue stack vector vec args argv items data tuple buf buffer row col rows cols "
    "values keys tokens matrix tensor dict map index string str bytes memory heap".split()
)
_WORD_BEFORE = lazy(r"[\w.]+$")
_UNIT = lazy(r"(?<![^\W_])(?:[munpckdM]?m|ft|in|yd|mi|s|[a-zA-Z])$")
_MEASURE = lazy(r"(?:\d\s?|°\s?|[\w²³]/)[^\W\d_]$")
_INTERVAL = lazy(
    r"\b(?:range|interval|domain|between|values?|bounds?)\s(?:of\s|in\s|is\s)?$", re.IGNORECASE
)
_FOOTNOTE_TEXT = lazy(r"[ \t]{0,3}\[\^[^\[\]\n]{1,40}\]:")


def find_citations(answer: str, ids: Sequence[str]) -> tuple[Citation, ...]:
    """The citation markers of `answer`, in order, resolved against the passage `ids`.

    `unknown` holds names in clear citation shape that no passage carries. A "(Source: the annual
    report)" that names no id is returned with neither. Code, links, footnote texts, array
    indices, units, intervals and bracketed asides are no markers. How a name resolves
    is told in `entailed.text.identity`. Linear in the length of `answer`.
    """
    known = names(tuple(ids))
    code = [m.span() for m in _CODE.finditer(answer)] if "`" in answer or "~~~" in answer else []
    starts = [a for a, _ in code]
    found: list[Citation] = []
    at = 0
    while (match := _MARKER.search(answer, at)) is not None:
        at = match.end()
        place = bisect_right(starts, match.start()) - 1
        if place >= 0 and match.start() < code[place][1]:
            at = max(code[place][1], match.start() + 1)
            continue
        citation = _read(answer, match, known)
        if citation is not None:
            found.append(citation)
            at = max(match.start() + 1, citation.span.end)
        elif match.lastgroup in ("round", "square", "link"):
            at = match.start() + 1
    return tuple(found)


def fenced(answer: str) -> list[tuple[int, int]]:
    """The fenced blocks in which no marker is read, from line to line; open ones are none."""
    return [m.span() for m in _CODE.finditer(answer) if m.group("fence") is not None]


def may_go_on(text: str, *, same_line: bool) -> bool:
    """Whether a marker of `text` may reach into the words that follow it.

    That is one written out at its end ("see document", "passages 1,") or a tag without its end.
    `same_line` says that no line break is between.
    """
    for match in _CITE_TAG.finditer(text, max(0, len(text) - 2400)):
        opened = not match.group().endswith("/>")
        if opened and _CLOSING.search(text, match.end()) is None:
            return True
    if text.rfind("<sup>", max(0, len(text) - 60)) > text.rfind("</sup>"):
        return True
    return not same_line and _WRITTEN_OUT.search(text[-80:].rstrip("\n")) is not None


def _read(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    kind = next(k for k in _READERS if match.group(k) is not None)
    return _READERS[kind](answer, match, known)


def _made(
    answer: str, start: int, end: int, read: tuple[list[str], list[str]] | None
) -> Citation | None:
    if read is None:
        return None
    resolved = tuple(dict.fromkeys(read[0]))
    unknown = tuple(dict.fromkeys(read[1]))
    return Citation(Span(start, end), answer[start:end], resolved, unknown)


def _read_cite(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    """`<cite id="x"/>`, `<cite>x</cite>`, or a tag around the words it backs (its end counts)."""
    attribute = _ATTRIBUTE.search(match.group("cite").split(">")[0])
    inner = match.group("inner")
    if attribute is None:
        return None if inner is None else _made(answer, *match.span(), _names(inner, known, False))
    written = next(g for g in attribute.groups() if g)
    read = _names(written, known, True)
    if inner is None or known.resolve(inner) is not None:
        if inner is None and not match.group().endswith("/>"):
            closing = _CLOSING.search(answer, match.end(), match.end() + 2000)
            if closing:
                return _made(answer, *closing.span(), read)
        return _made(answer, *match.span(), read)
    return _made(answer, match.end("inner"), match.end(), read)


def _read_sup(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    before = answer[max(0, match.start() - 4) : match.start()]
    inner = match.group()[5:-6].strip()
    bare = not inner.startswith("[")  # an exponent stands in no brackets
    if bare and (before[-1:].isdigit() or _UNIT.search(before)):
        return None
    inner = inner.strip("[]^")
    return _made(answer, *match.span(), _names(inner, known, False))


def _read_lenticular(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    inner = match.group()[1:-1]
    name = re.split("[†‡|]", inner)[0].strip()
    sure = match.group()[0] == "【" or _NUMBER.match(inner)
    if name != inner or (sure and any(c.isdigit() for c in inner)) or known.resolve(name):
        return _made(answer, *match.span(), _names(name, known, True))
    return None


def _read_link(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    label = match.group("label").strip()
    if answer[max(0, match.start() - 1) : match.start()] == "!":
        return None
    if _NUMBER.match(label) or known.named(label):
        return _made(answer, *match.span(), _names(label, known, False))
    return None


def _read_square(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    start, end = match.span()
    inner = match.group("names")
    line_start = answer.rfind("\n", 0, start) + 1
    head = answer[line_start:start]
    if not head.strip(" \t") and _FOOTNOTE_TEXT.match(answer, line_start):
        return None
    if inner.strip().lower() in ("x", "") and not head.strip(" \t-*+>0123456789."):
        return None
    read = _names(inner, known, False)
    if read is None or _is_index(answer, match, read) or _is_interval(inner, head, read):
        return None
    return _made(answer, start, end, read)


def _is_index(answer: str, match: re.Match[str], read: tuple[list[str], list[str]]) -> bool:
    """Whether the bracket is an array index ("queue[1]"), not a marker put close to a word."""
    ahead = answer[max(0, match.start() - 40) : match.start()]
    before = _WORD_BEFORE.search(ahead)
    if before is None or before.group().endswith(".") or match.group("names")[:1] == "^":
        return False
    word = before.group().rpartition(".")[2]
    after = answer[match.end() : match.end() + 1]
    short = len(word) == 1 and not _MEASURE.search(ahead)
    if word.lower() in _INDEXABLE or short or "_" in word or after in ("(", "="):
        return True
    if after and after not in " .,;:!?)\n[\"'”’。，":
        return True
    return not read[0] and not _NUMBER.match(match.group("names").strip())


def _is_interval(inner: str, head: str, read: tuple[list[str], list[str]]) -> bool:
    numbers = re.fullmatch(r"\s*-?\d+(?:\.\d+)?\s*,\s*-?\d+(?:\.\d+)?\s*", inner)
    return numbers is not None and (_INTERVAL.search(head[-24:]) is not None or "0" in read[1])


def _read_round(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    content = match.group("content").strip()
    lead = _SOURCE_LEAD.match(content)
    if lead:
        rest = content[lead.end() :].replace("[", "").replace("]", "")
        return _made(answer, *match.span(), _names(rest, known, False) or _unnamed(rest))
    lead = _ID_LEAD.match(content)
    if lead and known.written(content[lead.end() :].strip()):
        return _made(answer, *match.span(), _names(content[lead.end() :], known, False))
    narrative = _narrative(answer, match, content, known)
    if narrative is not None:
        return narrative
    glued = answer[max(0, match.start() - 1) : match.start()]
    if glued.isalnum() or glued in ("_", "]"):
        return None
    written = _authors(content, known)
    if written is not None:
        return _made(answer, *match.span(), written)
    if _NUMBER.match(content) or len(content) < 2 or content.isalpha():
        return None
    if not all(_stands(item, known) for item in _items(content)):
        return None
    read = _names(content, known, False)
    sure = read is not None and bool(read[0]) and not read[1]
    return _made(answer, *match.span(), read) if sure or (read and "#" in content) else None


def _stands(item: str, known: Names) -> bool:
    """Whether what stands in round brackets is the name of a source, not words of the text."""
    named = known.written(item) or known.file(item) or _ROUND_ITEM.match(item)
    return bool(named) or ("#" in item and known.files and _FILE.match(item) is not None)


def _narrative(answer: str, match: re.Match[str], content: str, known: Names) -> Citation | None:
    """The year of "Okafor (2021) found", when that names a passage."""
    year = _YEAR.match(content) if known.dated else None
    if year is None or not _tail_is_locator(content[year.end() :]):
        return None
    authors = _AUTHORS_BEFORE.search(answer[max(0, match.start() - 80) : match.start()])
    found = known.author_year(authors.group(1), year.group()) if authors else None
    return _made(answer, *match.span(), ([found], [])) if found else None


def _unnamed(rest: str) -> tuple[list[str], list[str]]:
    """A source told in words has no id to be wrong; a file or a code has."""
    name = rest.strip()
    if _FILE.match(name) or (len(name.split()) == 1 and any(c.isdigit() for c in name)):
        return [], [name]
    return [], []


def _authors(content: str, known: Names) -> tuple[list[str], list[str]] | None:
    """ "(Okafor et al., 2021; Lindqvist 2022, p. 4)"."""
    resolved: list[str] = []
    unknown: list[str] = []
    sure = False
    for part in content.split(";"):
        match = _AUTHOR_YEAR.match(part.strip())
        if match is None or not _tail_is_locator(part.strip()[match.end() :]):
            return None
        found = known.named(part.strip()[: match.end()]) or known.author_year(
            match.group("authors"), match.group("year")
        )
        sure = sure or "et al" in part
        if found:
            resolved.append(found)
        else:
            unknown.append(part.strip()[: match.end()])
    return (resolved, unknown) if resolved or sure or known.dated else None


def _tail_is_locator(tail: str) -> bool:
    tail = tail.strip(" ,:")
    return not tail or _LOCATOR.match(tail) is not None or tail.replace("-", "").isdigit()


def _read_high(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    start, end = match.span()
    before = answer[max(0, start - 4) : start]
    after = answer[end : end + 1]
    written = match.group()
    if not before or before[-1].isdigit() or after.isalnum() or before[-1].isspace():
        return None
    if written in ("²", "³") and _UNIT.search(before):
        return None
    if re.search(r"(?<![^\W_])[^\W_]$", before):
        return None
    plain = re.sub("[;˒]", ",", written).translate(_DIGITS)
    read = _names(plain, known, False)
    if read and read[1] and len(plain) == 2:
        both = [found for digit in plain if (found := known.resolve(digit))]
        read = (both, []) if len(both) == 2 else read
    return _made(answer, start, end, read)


def _read_prose(answer: str, match: re.Match[str], known: Names) -> Citation | None:
    """ "Passage 2 states", "according to documents 1 and 3": only where all are given."""
    before = answer[max(0, match.start() - 40) : match.start()]
    if not (_PROSE_LEAD.search(before) or _PROSE_VERB.match(answer, match.end())):
        return None
    read = _names(match.group(), known, False)
    return _made(answer, *match.span(), read) if read and read[0] and not read[1] else None


_READERS = {
    "prose": _read_prose,
    "cite": _read_cite,
    "sup": _read_sup,
    "lent": _read_lenticular,
    "link": _read_link,
    "square": _read_square,
    "round": _read_round,
    "high": _read_high,
}


def _names(content: str, known: Names, sure: bool) -> tuple[list[str], list[str]] | None:
    """Resolved ids and unknown names in a bracket, or None when it is no citation.

    `sure`: the marker's form alone makes it a citation, so that any name counts.
    """
    whole = known.named(content.strip())
    if whole is not None:
        return [whole], []
    body = content[lead.end() :] if (lead := _SOURCE_LEAD.match(content.strip())) else content
    resolved: list[str] = []
    unknown: list[str] = []
    prefix = ""
    for item in _items(body.split("†")[0]):
        read = _item(item, prefix, known, sure)
        if read is None:
            return None
        resolved += read[0]
        unknown += read[1]
        word = re.match(r"[^\W\d_]+[\s.:#_\-]{0,2}(?=\d)", item)
        prefix = word.group() if word else prefix
    return (resolved, unknown) if resolved or unknown else None


def _items(body: str) -> Iterator[str]:
    for item in _SEPARATOR.split(body.strip()):
        text = item.strip().strip("[]").strip()
        if text and not _LOCATOR.match(text):
            yield text


def _item(item: str, prefix: str, known: Names, sure: bool) -> tuple[list[str], list[str]] | None:
    found = known.resolve(item) or (known.resolve(prefix + item) if prefix else None)
    if found is None and ":" in item:
        found = known.named(item.split(":")[0])
    if found is not None:
        return [found], []
    parts = known.file(item)
    if parts:
        return list(parts), []
    span = _RANGE.match(item)
    if span and int(span.group("a")) < int(span.group("b")) < int(span.group("a")) + 50:
        return _range(span, known)
    if _NUMBER.match(item) or (sure and _NAME.fullmatch(item)):
        return [], [item]
    if _AUTHOR_YEAR.fullmatch(item):
        return _authors(item, known)
    shaped = _CITING.match(item) or (known.files and _FILE.match(item)) or _alike(item, known)
    return ([], [item]) if shaped else None


def _alike(item: str, known: Names) -> bool:
    """Whether `item` is written like the given ids ("policy-9" beside "policy-7")."""
    match = re.match(r"([^\W\d_]{2,}[\-_:.]?)\d", item)
    return (
        match is not None
        and _NAME.fullmatch(item) is not None
        and any(i.casefold().startswith(match.group(1).casefold()) for i in known.ids)
    )


def _range(span: re.Match[str], known: Names) -> tuple[list[str], list[str]]:
    resolved: list[str] = []
    unknown: list[str] = []
    lead = span.group("lead")
    for number in range(int(span.group("a")), int(span.group("b")) + 1):
        name = f"{lead}{number}"
        found = known.resolve(name)
        if found:
            resolved.append(found)
        else:
            unknown.append(name)
    return resolved, unknown


def cited_by(
    sentences: Sequence[Sentence], citations: Sequence[Citation]
) -> tuple[tuple[Citation, ...], ...]:
    """For each sentence the citations that belong to it.

    A marker belongs to the sentence whose span holds it (the splitter gives markers after a full
    stop to the sentence before), else to the sentence before it, else to the first.
    """
    owned: list[list[Citation]] = [[] for _ in sentences]
    starts = [s.span.start for s in sentences]
    for citation in citations if sentences else ():
        place = max(0, bisect_right(starts, citation.span.start) - 1)
        owned[place].append(citation)
    return tuple(tuple(o) for o in owned)
