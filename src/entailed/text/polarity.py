"""Negation: which words of a clause are denied.

Every cue has a scope: the rest of its clause (not, never, no), a phrase (without, lacks), the
whole clause (German nicht, kein) or what stands before it (Japanese). A word under two cues is
affirmed again ("never fails to close"). In languages where negative words agree with one another
("no vino nadie") several cues count once. Cues that only carry a bound or a contrast (no more
than, not only, nothing but) negate nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from entailed.text.clauses import Clause, Token, clauses, is_verb, language
from entailed.text.closed import Language
from entailed.text.cues import CONCORD, CUES, PATTERN, Kind
from entailed.types import Span

_PHRASE = 4  # content words a cue like "without" reaches at most
_REACH = 40  # words a cue reaches at most, either way
_PHRASE_ENDS = frozenset(
    "at on in by for with from under until when after before since to which who that and or "
    "während bei am im".split()
)


# "does not open until noon": it opens, at noon.
_UNTIL = frozenset("until till unless bis hasta até finché пока".split())
_BEFORE = frozenset("before vor avant antes prima до раньше".split())
_HOURS = frozenset(
    "noon midnight one two three four five six seven eight nine ten eleven twelve "
    "mittag mitternacht eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf "
    "midi minuit une deux trois quatre cinq sept huit neuf dix onze douze "
    "mediodía medianoche dos tres cuatro cinco seis siete ocho nueve diez once doce "
    "due tre quattro cinque sei sette otto nove dieci undici dodici "
    "duas dois três quatro sete oito dez".split()
)


_NO_FORMS = frozenset(
    "during according following including morning evening building nothing something anything "
    "everything thing rather other another over under after".split()
)
_COMPARED = frozenset("more less fewer".split())
_REPORTS = frozenset(
    "report reports claim claims rumour rumours rumor rumors allegation allegations assertion "
    "assertions suggestion suggestions statement statements belief idea notion story "
    "stories".split()
)
_FALSE = frozenset("false untrue wrong incorrect unfounded baseless mistaken fabricated".split())


@dataclass(frozen=True, slots=True)
class Negation:
    """One cue. `cue` are its tokens' indexes, `scope` the indexes of the content words it denies.

    `kind` "partial" stands for "not all", "hardly": neither affirmed nor denied.
    """

    cue: tuple[int, ...]
    scope: tuple[int, ...]
    kind: Kind


@dataclass(frozen=True, slots=True)
class Polarity:
    """What is denied in one clause: `parity[i]` is 1 where token `i` is denied, else 0.

    `partial`: some cue leaves open how much is denied. `spent` are indexes of tokens that are
    part of a cue and so no content.
    """

    parity: tuple[int, ...]
    negations: tuple[Negation, ...]
    spent: frozenset[int]
    partial: bool

    @property
    def negative(self) -> bool:
        """Whether any word of the clause is denied."""
        return any(self.parity)

    def span(self, clause: Clause) -> Span | None:
        """Place of the first effective cue in the sentence, or None."""
        for negation in self.negations:
            if negation.kind != "neutral":
                first, last = clause.tokens[negation.cue[0]], clause.tokens[negation.cue[-1]]
                return Span(first.span.start, last.span.end)
        return None


def polarities(text: str) -> tuple[Polarity, ...]:
    """One polarity for each clause of `clauses(text)`, same order."""
    spoken = language(text)
    return tuple(polarity(clause, spoken) for clause in clauses(text))


@lru_cache(maxsize=2048)
def polarity(clause: Clause, spoken: Language = "en") -> Polarity:
    """Negation cues of a clause in the language given, and what they deny."""
    tokens = clause.tokens
    found: list[Negation] = []
    at = 0
    while at < len(tokens):
        cue = _cue_at(tokens, at, spoken)
        if cue is None:
            at += 1
            continue
        kind, length = cue
        found.append(_negation(tokens, at, length, kind))
        at += length
    if spoken == "en":
        found.extend(_compounds(tokens))
        found.extend(_denied_reports(tokens))
    spent = frozenset(i for n in found if n.kind != "neutral" for i in n.cue)
    trimmed = tuple(_trim(n, spent) for n in _agreeing(found, tokens))
    return Polarity(
        _parity(trimmed, len(tokens), spoken in CONCORD),
        trimmed,
        spent,
        any(n.kind == "partial" for n in found),
    )


def _compounds(tokens: Sequence[Token]) -> Iterator[Negation]:
    """Words of the form "nut-free"."""
    for at in range(1, len(tokens)):
        if tokens[at].text == "free" and tokens[at - 1].content and tokens[at].joined:
            yield Negation((at,), (at - 1,), "phrase")


def _denied_reports(tokens: Sequence[Token]) -> Iterator[Negation]:
    """Sentences of the form "reports that ... are false"."""
    texts = [token.text for token in tokens]
    if "that" not in texts[1:] or texts[texts.index("that", 1) - 1] not in _REPORTS:
        return
    start = texts.index("that", 1)
    for at in range(start + 2, min(len(texts), start + _REACH)):
        if texts[at] in _FALSE and texts[at - 1] in ("is", "are", "was", "were", "be", "proved"):
            scope = tuple(i for i in range(start + 1, at) if tokens[i].content)
            yield Negation((at,), scope, "whole")


def _cue_at(tokens: Sequence[Token], at: int, spoken: Language) -> tuple[Kind, int] | None:
    """Kind and number of tokens of the longest cue that begins at `at`."""
    text = tokens[at].text
    if text.endswith("n't") or text == "cannot":
        return _contracted(tokens, at)
    table = CUES[spoken]
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    for words, kind in (*table.get(text, ()), *table.get(PATTERN, ())):
        if len(words) > 1 and words[1] != following and words[1][0] not in "*#":
            continue
        if _matches(tokens, at, words):
            return kind, len(words)
    return None


def _contracted(tokens: Sequence[Token], at: int) -> tuple[Kind, int]:
    """The cue "n't", which with the next words may be partial or no negation at all."""
    for words, kind in CUES["en"]["not"]:
        if len(words) > 1 and _matches(tokens, at + 1, words[1:]):
            return kind, len(words)
    return "right", 1


def _matches(tokens: Sequence[Token], at: int, words: tuple[str, ...]) -> bool:
    """Whether the tokens from `at` on are `words`; "*er" and "#" are patterns."""
    if at + len(words) > len(tokens):
        return False
    return all(_fits(tokens[at + n].text, word) for n, word in enumerate(words))


def _fits(text: str, pattern: str) -> bool:
    """Whether a token fits a word of a cue ("*er": ends so; "#": has a digit; "kein*")."""
    if pattern == "#":
        return text[0].isdigit()
    if pattern.startswith("*"):
        return text.endswith(pattern[1:]) and text not in _NO_FORMS
    if pattern.endswith("*"):
        return text.startswith(pattern[:-1])
    return text == pattern


def _negation(tokens: Sequence[Token], at: int, length: int, kind: Kind) -> Negation:
    """The cue at `at` with its scope."""
    cue = tuple(range(at, at + length))
    after = range(at + length, min(len(tokens), at + length + _REACH))
    scope: list[int] = []
    if kind in ("right", "whole") and any(_only_later(tokens, i) for i in after):
        kind = "partial"
    if kind == "right" and any(_bounded(tokens, i) for i in after):
        kind = "partial"  # "no player scored more than once"
    if kind in ("right", "partial"):
        scope = [i for i in after if tokens[i].content]
    elif kind == "whole":
        around = range(max(_fronted(tokens, at), at - _REACH), after.stop)
        scope = [i for i in around if i not in cue and tokens[i].content]
    elif kind == "left":
        scope = [i for i in range(max(0, at - _REACH), at) if tokens[i].content]
    elif kind == "phrase":
        scope = _phrase(tokens, at + length)
    return Negation(cue, tuple(scope), kind)


def _only_later(tokens: Sequence[Token], at: int) -> bool:
    """Whether "until" stands here, or "before" and an hour or a number."""
    text = tokens[at].text
    if text in _UNTIL:
        return True
    near = [token.text for token in tokens[at + 1 : at + 4]]
    return text in _BEFORE and any(word[0].isdigit() or word in _HOURS for word in near)


def _parted(tokens: Sequence[Token], at: int) -> bool:
    """Whether a comma or another mark stands before a token, and no plural's apostrophe."""
    apart = at > 0 and tokens[at].span.start - tokens[at - 1].span.end > 1
    return apart and not (tokens[at - 1].text.endswith("s") and tokens[at].content)


def _fronted(tokens: Sequence[Token], cue: int) -> int:
    """Index after a phrase without a verb that a comma parts from the rest of the clause."""
    marks = [at for at in range(max(1, cue - _REACH), cue + 1) if _parted(tokens, at)]
    if not marks or any(is_verb(tokens, at) for at in range(marks[0])):
        return 0
    return marks[0]


def _bounded(tokens: Sequence[Token], at: int) -> bool:
    """Whether "more than" or the like stands here."""
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return tokens[at].text in _COMPARED and following == "than"


def _phrase(tokens: Sequence[Token], start: int) -> list[int]:
    """Content words of the noun phrase that begins at `start`."""
    scope: list[int] = []
    for at in range(start, min(len(tokens), start + _REACH)):
        ends = (tokens[at].text in _PHRASE_ENDS and not _or_other(tokens, at)) or _parted(
            tokens, at
        )
        if len(scope) == _PHRASE or (scope and ends):
            break
        if tokens[at].content:
            scope.append(at)
    return scope


def _or_other(tokens: Sequence[Token], at: int) -> bool:
    """Whether "or other", "or any other" goes on with a list ("without a CHL or other permit")."""
    following = [token.text for token in tokens[at + 1 : at + 3]]
    return tokens[at].text == "or" and "other" in following[: 2 if following[:1] == ["any"] else 1]


def _agreeing(found: Sequence[Negation], tokens: Sequence[Token]) -> list[Negation]:
    """The cues, with "nor" after another negation taken as its continuation."""
    kept: list[Negation] = []
    open_ = False
    for negation in found:
        first = tokens[negation.cue[0]].text
        if open_ and first in ("nor", "or", "either", "any"):
            kept.append(Negation(negation.cue, (), "neutral"))
            continue
        open_ = open_ or negation.kind == "right"
        kept.append(negation)
    return kept


def _trim(negation: Negation, spent: frozenset[int]) -> Negation:
    """The negation without other cues' words in its scope."""
    scope = tuple(i for i in negation.scope if i not in spent)
    return Negation(negation.cue, scope, negation.kind)


def _parity(negations: Sequence[Negation], size: int, concord: bool) -> tuple[int, ...]:
    """Denied or not, for each token."""
    counts = [0] * size
    for negation in negations:
        if negation.kind in ("neutral", "partial"):
            continue
        for at in negation.scope:
            counts[at] += 1
    if concord:
        return tuple(min(count, 1) for count in counts)
    return tuple(count % 2 for count in counts)
