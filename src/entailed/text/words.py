"""Words of a text for matching: folded, stemmed, with stop words marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from entailed.text.lazy import lazy
from entailed.text.memo import memo
from entailed.text.normalize import UNSPACED, fold, unspaced
from entailed.text.stems import stem
from entailed.text.stopwords import NEGATIONS, STOPWORDS
from entailed.types import Mapped, Span

_Spanner = Callable[[int, int], Span]
WordKind = Literal["word", "number", "punctuation"]

_TOKEN = lazy(
    r"(?P<number>(?:\d{1,3}(?: \d{3}){1,6}(?!\d)(?:[.,]\d+)?|\d+(?:[.,:/'](?=\d)\d+)*)"
    rf"(?=(?!(?:st|nd|rd|th)\b)[^\W\d_]{{1,4}}\b|[{UNSPACED}]|\b|_))"
    r"|(?P<word>[^\W_]+(?:'(?=[^\W\d_])[^\W_]+)?)"
    r"|(?P<other>[^\w\s])"
)
_RUN = lazy(rf"[{UNSPACED}]+|[^{UNSPACED}]+")
_GROUPS = lazy(r"\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3})*(?:\.\d+)?$")
NOT = "not"
_NOT = frozenset(w for w in NEGATIONS if w.endswith("n't")) | {"cannot", "cant"}
_ELISION = lazy(r"(?:qu|[ldcjmnst]|dell|nell|all|sull|un|quest)'")


class Word(NamedTuple):
    """One word, number or mark (a named tuple: it is made thousands of times a request).

    `text` is folded; `stem` is the key to match by (a number without grouping). `content` is
    False for stop words and marks. `negation` words ("not", "kein") are content.
    """

    text: str
    stem: str
    span: Span
    kind: WordKind
    content: bool
    negation: bool = False


@memo(characters=800_000)
def words(text: str) -> tuple[Word, ...]:
    """The words of `text` in order; spans are in `text`.

    Compounds fall apart at hyphens, elisions ("l'hôtel") and possessives go. Scripts without
    spaces yield single characters (no content) and the bigrams that begin at them (content).
    """
    mapped = fold(text)
    starts, ends = mapped.starts, mapped.ends
    tokens = list(_TOKEN.finditer(mapped.text))
    stops = _stops([m.group() for m in tokens if m.lastgroup == "word"])
    found: list[Word] = []
    for match in tokens:
        token, kind = match.group(), match.lastgroup
        begin, stop = match.span()
        if kind == "word":
            key, negation, plain = _analysis(token)
            if not plain:
                found += _unusual(token, begin, stops, mapped)
                continue
            content = negation or token not in stops
            span = Span(starts[begin], ends[stop - 1])
            found.append(Word(token, key, span, "word", content, negation))
        elif kind == "number":
            span = Span(starts[begin], ends[stop - 1])
            found.append(Word(token, number_key(token), span, "number", True))
        else:
            span = Span(starts[begin], ends[stop - 1])
            found.append(Word(token, token, span, "punctuation", False))
    return tuple(found)


@lru_cache(maxsize=65536)
def _analysis(token: str) -> tuple[str, bool, bool]:
    """Key and negation of a token, and whether it is one word as it stands."""
    negation = token in NEGATIONS
    plain = negation or "'" not in token
    if plain and not token.isascii():
        plain = not any(map(unspaced, token))
    return (NOT if token in _NOT else stem(token)), negation, plain


def content_stems(text: str) -> frozenset[str]:
    """The stems of the content words of `text`."""
    return frozenset(w.stem for w in words(text) if w.content)


def number_key(written: str) -> str:
    """A written number without its grouping marks ("1,250,000" and "1 250 000" alike)."""
    match = _GROUPS.match(written)
    if match is None:
        return written
    mark = match.group(1)
    if mark == "." and written.count(".") == 1:
        return written  # "1.250" may be a decimal
    return written.replace(mark, "")


@lru_cache(maxsize=1024)
def _union(code: str) -> frozenset[str]:
    return STOPWORDS["en"] | STOPWORDS[code]


def guess_language(text: str) -> str | None:
    """The language whose function words `text` uses most, or None when it is not clear.

    Clear means two function words or more, and half as many again as any other language.
    """
    hits = _hits(m.group() for m in _TOKEN.finditer(fold(text).text) if m.lastgroup == "word")
    best = max(hits, key=hits.__getitem__)
    rest = max(n for code, n in hits.items() if code != best)
    return best if hits[best] >= 2 and hits[best] * 2 >= rest * 3 else None


def _hits(tokens: Iterable[str]) -> dict[str, int]:
    hits = dict.fromkeys(STOPWORDS, 0)
    for token in tokens:
        for code in _LISTED_IN.get(token, ()):
            hits[code] += 1
    return hits


def _listed_in() -> dict[str, tuple[str, ...]]:
    """The languages whose stop words have a word."""
    found: dict[str, tuple[str, ...]] = {}
    for code, listed in STOPWORDS.items():
        for word in listed:
            found[word] = (*found.get(word, ()), code)
    return found


_LISTED_IN = _listed_in()


def _stops(tokens: Sequence[str]) -> frozenset[str]:
    """Stop words of English and of the language the text seems to be in."""
    hits = _hits(tokens)
    best = max(hits, key=hits.__getitem__)
    if hits[best] == hits["en"]:
        return STOPWORDS["en"]
    return _union(best) if hits[best] < 3 else STOPWORDS[best]


def _unusual(token: str, at: int, stops: frozenset[str], mapped: Mapped) -> Iterator[Word]:
    """The words of a token with an apostrophe, or of a script without spaces."""
    start, end = _without_clitic(token)
    word, at = token[start:end], at + start
    if any(map(unspaced, word)):
        yield from _characters(word, at, mapped.span)
        return
    key, negation, _ = _analysis(word)
    span = mapped.span(at, at + len(word))
    yield Word(word, key, span, "word", negation or word not in stops, negation)


def _without_clitic(token: str) -> tuple[int, int]:
    """The range of a token without elided article ("l'") or possessive ending ("'s")."""
    match = _ELISION.match(token)
    if match and len(token) - match.end() > 1:
        return match.end(), len(token)
    return 0, token.index("'") if "'" in token else len(token)


def _characters(word: str, at: int, span: _Spanner) -> Iterator[Word]:
    """Single characters and bigrams; stretches of another script inside stay whole."""
    for match in _RUN.finditer(word):
        run, start = match.group(), at + match.start()
        if not unspaced(run[0]):
            kind: WordKind = "number" if run.isdecimal() else "word"
            yield Word(run, stem(run), span(start, start + len(run)), kind, True)
            continue
        for i, char in enumerate(run):
            negation = char in NEGATIONS
            one = span(start + i, start + i + 1)
            yield Word(char, char, one, "word", negation or len(run) == 1, negation)
            if i + 1 < len(run):
                pair = run[i : i + 2]
                content = not (set(pair) <= STOPWORDS["cjk"])
                two = span(start + i, start + i + 2)
                yield Word(pair, pair, two, "word", content)
