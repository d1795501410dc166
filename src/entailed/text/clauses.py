"""Clauses of a plain sentence: the pieces that are compared with one another.

A clause ends where another predicate begins: at semicolons, contrast words (but, while, doch,
mais, pero, но, 但), conditions (if, unless), relative pronouns, and at commas or "and" when verbs
stand on both sides. No tagger: closed word classes and verb endings, so the split is rough, and
a clause without a subject of its own is marked `dependent`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from entailed.text.antonyms import cjk_terms, is_cjk
from entailed.text.closed import (
    AUXILIARIES,
    CJK_FUNCTION,
    CJK_NEGATIONS,
    CJK_SPLITTERS,
    CJK_WORDS,
    COMPLEMENTIZERS,
    CONDITIONS,
    CONJUNCTIONS,
    CONTRASTS,
    DETERMINERS,
    LANGUAGES,
    POSSESSIVES,
    PRONOUNS,
    RELATIONAL,
    RELATIVES,
    VERBS,
    Language,
)
from entailed.text.lazy import lazy
from entailed.text.roots import PAST, root
from entailed.text.words import Word, words
from entailed.types import Span

_CJK_RUN = lazy(r"[\u3040-\u30ff\u3400-\u9fff々]+")
_STOPS = frozenset(";；。!！?？()（）[]【】—")
_CJK_COMMAS = frozenset("，、")
_SPACED = frozenset("–-.")  # marks that part clauses between spaces
_SWITCHES = frozenset(
    "is are was were be been turned switched turn switch stays remains left".split()
)
_PAIRS = {"nor": "neither", "and": "both", "or": "either"}
_HYPHENS = ("-", "‐", "‑")
_ALSO_REFLEXIVE = frozenset("si se".split())  # "il treno si ferma", "a loja se abre"
_ANSWERS = frozenset("no yes nein ja non oui sí não sim sì нет да".split())
_LONGEST_TERM = 6
Opener = Literal["", "condition", "contrast", "relative", "and"]


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a clause. `span` is in the sentence; `root` is the key for matching.

    `joined` to the word before by a hyphen.
    """

    text: str
    root: str
    span: Span
    content: bool
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens in order. `dependent`: the subject stands in an earlier clause or sentence.

    `opener` is the kind of word the clause began with; that word is no token of the clause,
    except a relative pronoun.
    """

    tokens: tuple[Token, ...]
    span: Span
    opener: Opener = ""
    dependent: bool = False


@lru_cache(maxsize=2048)
def clauses(text: str) -> tuple[Clause, ...]:
    """Clauses of one plain sentence, in order; none for a text without words."""
    tokens = _tokens(text)
    found: list[Clause] = []
    for opener, piece in _pieces(tokens):
        held = tuple(t for t in piece if _is_word(t))
        if held:
            span = Span(held[0].span.start, held[-1].span.end)
            found.append(Clause(held, span, opener, _dependent(held, opener, bool(found))))
    return tuple(found)


@lru_cache(maxsize=2048)
def language(text: str) -> Language:
    """The language a sentence most likely is in, by script and function words; "en" if unsure."""
    if not text.isascii():
        if _CJK_RUN.search(text):
            return "ja" if _KANA.search(text) else "zh"
        if _CYRILLIC.search(text):
            return "ru"
    counts = dict.fromkeys(LANGUAGES, 0)
    for word in words(text):
        for name in _SPOKEN_WITH.get(word.text, ()):
            counts[name] += 1
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] > counts["en"] else "en"


def _spoken_with() -> dict[str, list[Language]]:
    """The languages that have a function word."""
    found: dict[str, list[Language]] = {}
    for name, function_words in LANGUAGES.items():
        for word in function_words:
            found.setdefault(word, []).append(name)
    return found


_SPOKEN_WITH = _spoken_with()
_KANA = lazy(r"[\u3040-\u30ff]")
_CYRILLIC = lazy(r"[\u0400-\u04ff]")


def _is_word(token: Token) -> bool:
    """Whether a token is more than punctuation."""
    return token.text[0].isalnum() or len(token.text) > 1


@lru_cache(maxsize=2048)
def _tokens(text: str) -> tuple[Token, ...]:
    """All words and marks of a sentence; Chinese and Japanese runs by listed word or character."""
    found: list[Token] = []
    runs = [] if text.isascii() else [m.span() for m in _CJK_RUN.finditer(text)]
    spoken = language(text)
    function_words = frozenset[str]() if spoken == "en" else LANGUAGES[spoken]
    for word in words(text):
        if not runs or not is_cjk(text[word.span.start : word.span.start + 1]):
            found.append(_token(word, text, function_words))
    for start, end in runs:
        found.extend(_cjk_tokens(text[start:end], start))
    ordered = sorted(_prefixed(found, text), key=lambda t: t.span.start)
    return tuple(
        _switched(ordered, at) if token.text in _STATES else token
        for at, token in enumerate(ordered)
    )


def _token(word: Word, text: str, function_words: frozenset[str]) -> Token:
    """A word as a token; a mark keeps its own form (a long dash is not a hyphen)."""
    if word.kind == "punctuation":
        return Token(word.span.of(text) or word.text, word.text, word.span, False)
    empty = word.negation or word.text in function_words
    content = (word.content and not empty) or word.text in RELATIONAL
    key = root(word.text) if word.text.isascii() else root(word.stem)
    return Token(word.text, key, word.span, content)


_STATES = ("on", "off")


def _switched(tokens: Sequence[Token], at: int) -> Token:
    """An "on" or "off", as content when it is that of a state ("is on by default")."""
    token = tokens[at]
    ahead = [before.text for before in tokens[max(0, at - 2) : at]]
    if ahead and ahead[-1] in ("not", "never", "always"):
        ahead.pop()
    if not ahead or not (ahead[-1] in _SWITCHES or ahead[-1].endswith("n't")):
        return token
    following = tokens[at + 1].text if at + 1 < len(tokens) else "."
    if following in DETERMINERS or following[0].isdigit():
        return token
    state = not tokens[at + 1].content if at + 1 < len(tokens) else True
    return replace(token, content=True) if state else token


def _prefixed(tokens: list[Token], text: str) -> Iterator[Token]:
    """Tokens with "non-" joined to the word it belongs to."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        rest = tokens[at + 1 : at + 3]
        if token.text == "non" and len(rest) == 2 and rest[0].text in _HYPHENS:
            word = rest[-1]
            span = Span(token.span.start, word.span.end)
            yield Token("non" + word.text, root("non" + word.text), span, True)
            at += 1 + len(rest)
            continue
        joined = token.span.start > 0 and text[token.span.start - 1] in _HYPHENS
        yield replace(token, joined=True) if joined else token
        at += 1


def _cjk_tokens(run: str, offset: int) -> Iterator[Token]:
    """Longest listed words first, then single characters."""
    listed = _cjk_listed()
    at = 0
    while at < len(run):
        size = next(
            (
                n
                for n in range(min(_LONGEST_TERM, len(run) - at), 0, -1)
                if run[at : at + n] in listed
            ),
            1,
        )
        piece = run[at : at + size]
        content = piece not in CJK_FUNCTION and piece not in CJK_NEGATIONS
        yield Token(piece, piece, Span(offset + at, offset + at + size), content)
        at += size


@lru_cache(maxsize=1)
def _cjk_listed() -> frozenset[str]:
    """All words that are read in whole."""
    return cjk_terms() | CJK_NEGATIONS | CJK_WORDS


def _pieces(tokens: Sequence[Token]) -> Iterator[tuple[Opener, Sequence[Token]]]:
    """Token runs between clause boundaries, with the kind of word that opened each."""
    start, opener = 0, ""
    at = 0
    verb = -1  # index of the last finite verb seen
    while at < len(tokens):
        if is_verb(tokens, at):
            verb = at
        boundary = _boundary(tokens, start, at, verb >= start)
        if boundary is None:
            at += 1
            continue
        kind, length = boundary
        yield opener, tokens[start:at]  # type: ignore[misc]
        start, opener = at + length, kind
        at = max(at + 1, start)
    yield opener, tokens[start:]  # type: ignore[misc]


def _boundary(
    tokens: Sequence[Token], start: int, at: int, verbal: bool
) -> tuple[Opener, int] | None:
    """Opener of the clause that begins at `at` and how many tokens to drop there, if any.

    `verbal`: a finite verb has been seen since `start`.
    """
    text = tokens[at].text
    if text in _STOPS or text in _CJK_COMMAS or (text in _SPACED and _spaced(tokens, at)):
        return "", 1
    if text in _ANSWERS and at == start and at + 1 < len(tokens) and tokens[at + 1].text == ",":
        return "", 2
    if text == "," and _beside_cjk(tokens, at):
        return "", 1
    if text in CONTRASTS or text in CJK_SPLITTERS:
        return ("contrast", 1) if at > start or at == 0 else None
    if text in CONDITIONS and (text not in _ALSO_REFLEXIVE or _opens(tokens, start, at)):
        return "condition", 1
    if text in RELATIVES and at > start and _opens_relative(tokens, at):
        return "relative", 0
    if text == ",":
        return _at_comma(tokens, at, verbal)
    if text not in CONJUNCTIONS or not verbal or _paired(tokens, start, at):
        return None
    return ("and", 1) if _verb_soon(tokens, at + 1) or _new_subject(tokens, at) else None


def _paired(tokens: Sequence[Token], start: int, at: int) -> bool:
    """Whether the conjunction joins two subjects that a word before announced (neither ... nor)."""
    first = _PAIRS.get(tokens[at].text)
    for before in range(at - 1, start - 1, -1):
        if tokens[before].text == first:
            return True
        if is_verb(tokens, before):
            return False
    return False


def _opens(tokens: Sequence[Token], start: int, at: int) -> bool:
    """Whether a token stands first in a clause or after a comma."""
    return at == start or tokens[at - 1].text == ","


def _at_comma(tokens: Sequence[Token], at: int, verbal: bool) -> tuple[Opener, int] | None:
    """A comma parts clauses when a verb stands before it and one soon after it."""
    after = at + 1
    following = tokens[after].text if after < len(tokens) else ""
    if following in CONTRASTS:
        return "contrast", 2
    conjunction = following in CONJUNCTIONS
    if conjunction:
        after += 1
    if verbal and _verb_soon(tokens, after):
        return ("and" if conjunction else ""), after - at
    return None


def _spaced(tokens: Sequence[Token], at: int) -> bool:
    """Whether a mark stands between spaces."""
    if not 0 < at < len(tokens) - 1:
        return False
    mark = tokens[at].span
    return tokens[at - 1].span.end < mark.start and mark.end < tokens[at + 1].span.start


def _beside_cjk(tokens: Sequence[Token], at: int) -> bool:
    """Whether a comma follows Chinese or Japanese text."""
    return at > 0 and is_cjk(tokens[at - 1].text)


def _opens_relative(tokens: Sequence[Token], at: int) -> bool:
    """Whether a relative pronoun follows a noun or a comma and not a preposition or verb."""
    before = tokens[at - 1]
    return before.text == "," or before.content


def is_verb(tokens: Sequence[Token], at: int) -> bool:
    """Whether the token is a finite verb, as far as its form shows."""
    token = tokens[at]
    known, past = _verbal(token.text, token.root)
    if known or (past and token.content):
        return not (at and tokens[at - 1].text in DETERMINERS)
    return False


@lru_cache(maxsize=4096)
def _verbal(text: str, key: str) -> tuple[bool, bool]:
    """Whether a word is known as a finite verb, and whether it has the form of a past tense."""
    known = text in AUXILIARIES or text in PAST or key in VERBS or text.endswith("n't")
    return known, len(text) > 4 and text.endswith("ed")


def _verb_soon(tokens: Sequence[Token], start: int, within: int = 6) -> bool:
    """Whether a finite verb stands among the next tokens, before any mark."""
    for at in range(start, min(len(tokens), start + within)):
        if tokens[at].text == "," or tokens[at].text in _STOPS:
            return False
        if is_verb(tokens, at):
            return True
    return False


def _new_subject(tokens: Sequence[Token], at: int) -> bool:
    """Whether a possessive follows a German "und" or its like, as before a new main clause."""
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return tokens[at].text != "and" and following in POSSESSIVES


def _dependent(tokens: Sequence[Token], opener: str, later: bool) -> bool:
    """Whether a clause lacks a subject of its own or has a pronoun for one."""
    if any(_is_pronoun(tokens, at) for at in range(min(3, len(tokens)))):
        return True
    told = [at + 1 for at, token in enumerate(tokens[:-1]) if token.text in COMPLEMENTIZERS]
    if any(_is_pronoun(tokens, at) for at in told):
        return True
    if not later:
        return False
    if opener == "relative":
        return True
    first_verb = next((at for at in range(len(tokens)) if is_verb(tokens, at)), 0)
    return not any(token.content for token in tokens[:first_verb])


def _is_pronoun(tokens: Sequence[Token], at: int) -> bool:
    """Whether a pronoun stands here and not a determiner of the next noun (these, all, some)."""
    return tokens[at].text in PRONOUNS and not (at + 1 < len(tokens) and tokens[at + 1].content)
