"""Claims that a language model wrote, traced back to the sentence they are to be from.

A claim may leave words of its sentence out, whole phrases at a time, and put a name from earlier
in the answer in a pronoun's place. Whatever else it does, it says something that the answer does
not say, and cannot be checked in its stead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from entailed.extraction.tokens import Token, tokens
from entailed.text.normalize import fold
from entailed.types import Mapped, Span

__all__ = ["Traced", "is_telling", "trace"]

_MOST_TOKENS = 400
_CLOSE = 0.2  # what it is worth that two pairs stand next to each other
_MARKS = frozenset(",;:()[]{}–—-.!?…，；：。、")
_JOINERS = frozenset(
    "and or but nor & plus und oder aber sowie et ou mais y e o pero sino ed ma и или но а".split()
)
_PRONOUNS = frozenset(
    """it they he she this these that those its their his her er sie es ihr ihre sein seine il elle
    ils elles son sa ses leur leurs él ella ellos ellas su sus lui lei loro ele ela eles elas он
    она оно они его её их""".split()
)
# Words that a statement may need to stand alone and that add nothing to it.
_GLUE = frozenset(
    """a an the is are was were be been being has have had der die das den dem des ein eine einen
    einem einer ist sind war waren wurde wurden wird le la les un une est sont était étaient el los
    las es son fue era il lo gli i uno una è sono o os as um uma foi был была было были""".split()
)
_RELATIVES = frozenset(
    """who which that whom whose welcher welche welches qui que dont quien cual cui который которая
    которое которые""".split()
)
# Words that bound what is said. What holds one of them is left out as a whole clause or not at all.
_BOUNDING = frozenset(
    """not no never none neither nor without only except unless if when whenever until till before
    after provided providing nicht kein keine keinen nie ohne nur außer wenn falls bis bevor ne
    pas jamais aucun aucune sans sauf si quand non mai senza tranne se quando nunca jamás sin salvo
    cuando sem exceto не нет никогда без только кроме если когда""".split()
)
_CONDITIONS = _BOUNDING - frozenset(
    """not no never none neither nor without nicht kein keine keinen nie ohne ne pas jamais aucun
    aucune sans non mai senza nunca jamás sin sem не нет никогда без""".split()
)


@dataclass(frozen=True, slots=True)
class Traced:
    """A claim found in its sentence.

    `body` is its text, mapped as the sentence is. `used` are the indices of the sentence's tokens
    that it takes, or takes the place of.
    """

    body: Mapped
    used: frozenset[int]


def trace(claim: str, sentence: Mapped, earlier: str) -> Traced | str:
    """`claim` traced to `sentence`, or in a few words why it cannot be.

    `earlier` is the answer before the sentence, where a name for a pronoun may be from.
    """
    ours, theirs = tokens(claim.strip()), tokens(sentence.text)
    words = [i for i, token in enumerate(ours) if _counts(token)]
    if not words:
        return "it has no words"
    if len(ours) > _MOST_TOKENS or len(theirs) > _MOST_TOKENS:
        return "it is too long to be compared"
    pairs = dict(_aligned([_key(ours[i]) for i in words], [_key(t) for t in theirs]))
    matched = {words[a]: b for a, b in pairs.items()}
    if not any(is_telling(ours[i]) for i in matched):
        return "none of its words are in the sentence"
    replaced = _added(ours, theirs, matched, earlier)
    if isinstance(replaced, str):
        return replaced
    wrong = _left_out(theirs, frozenset(matched.values()) | replaced)
    if wrong:
        return wrong
    body = _mapped(claim.strip(), ours, matched, sentence, theirs)
    return Traced(body, frozenset(matched.values()) | replaced)


def _counts(token: Token) -> bool:
    """Whether a token has to be accounted for: words, numbers, signs of units and money."""
    return token.word or (token.text not in _MARKS and token.text not in "\"'`“”„«»‘’*_")


def is_telling(token: Token) -> bool:
    """Whether a token is a word that says something, not one that only joins words."""
    return token.word and _key(token) not in _GLUE | _PRONOUNS | _JOINERS | _RELATIVES


def _key(token: Token) -> str:
    return fold(token.text).text


def _same(one: str, other: str) -> bool:
    """Whether two words are one, or differ only in the "s" of a plural or of a verb."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) > 1 and short.isalpha() and long in (short + "s", short + "es")


def _aligned(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of equal words in the order of both, as many and as close together as there are."""
    rows, columns = len(ours), len(theirs)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    ended = [[0.0] * (columns + 1) for _ in range(rows + 1)]  # with a pair at the very end
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            if _same(ours[i - 1], theirs[j - 1]):
                weight = 1.0 if ours[i - 1] == theirs[j - 1] else 0.9
                before = ended[i - 1][j - 1]
                ended[i][j] = weight + max(best[i - 1][j - 1], before + _CLOSE if before else 0.0)
            best[i][j] = max(best[i - 1][j], best[i][j - 1], ended[i][j])
    pairs: list[tuple[int, int]] = []
    i, j, at_end = rows, columns, False
    while i and j:
        if at_end or (ended[i][j] and ended[i][j] == best[i][j]):
            pairs.append((i - 1, j - 1))
            i, j = i - 1, j - 1
            at_end = bool(ended[i][j]) and ended[i][j] + _CLOSE >= best[i][j]
        elif best[i - 1][j] >= best[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def _added(
    ours: Sequence[Token], theirs: Sequence[Token], matched: dict[int, int], earlier: str
) -> frozenset[int] | str:
    """The pronouns that names stand in the place of, or what the claim adds of its own."""
    replaced: set[int] = set()
    run: list[int] = []
    for i in [*range(len(ours)), len(ours)]:
        counts = i < len(ours) and _counts(ours[i])
        if i < len(ours) and (not counts or i not in matched):
            run += [i] if counts else []
            continue
        telling = [k for k in run if _key(ours[k]) not in _GLUE]
        if telling:
            place = _pronoun(theirs, matched, run)
            named = [ours[k] for k in range(run[0], run[-1] + 1) if _counts(ours[k])]
            if place is None or not _named(named, earlier):
                return f"it adds {' '.join(ours[k].text for k in telling)!r}"
            replaced.add(place)
        run = []
    return frozenset(replaced)


def _pronoun(theirs: Sequence[Token], matched: dict[int, int], run: Sequence[int]) -> int | None:
    """The one pronoun of the sentence that stands where the run does, or None."""
    low = max((b for a, b in matched.items() if a < run[0]), default=-1)
    high = min((b for a, b in matched.items() if a > run[-1]), default=len(theirs))
    found = [b for b in range(low + 1, high) if _key(theirs[b]) in _PRONOUNS]
    return found[0] if len(found) == 1 else None


def _named(run: Sequence[Token], earlier: str) -> bool:
    """Whether the words stand together earlier in the answer, as a name would."""
    wanted = [_bare(token) for token in run]
    while wanted and wanted[0] in _GLUE:
        wanted = wanted[1:]
    have = [_bare(token) for token in tokens(earlier) if _counts(token)]
    size = len(wanted)
    return bool(size) and any(have[at : at + size] == wanted for at in range(len(have)))


def _bare(token: Token) -> str:
    """A word without the ending of a genitive."""
    return _key(token).removesuffix("'s").removesuffix("'")


def _left_out(theirs: Sequence[Token], used: frozenset[int]) -> str:
    """What the claim leaves out that it must not; "" where only whole phrases are left out."""
    run: list[int] = []
    for i in [*range(len(theirs)), len(theirs)]:
        if i < len(theirs) and i not in used:
            run.append(i)
            continue
        words = [theirs[k] for k in run if _counts(theirs[k])]
        keys = {_key(word) for word in words}
        if words and keys - _GLUE - _RELATIVES and not _whole(theirs, run, keys):
            return f"it leaves out {' '.join(word.text for word in words)[:80]!r}"
        run = []
    return ""


def _whole(theirs: Sequence[Token], run: Sequence[int], keys: set[str]) -> bool:
    """Whether a run of words that is left out is a phrase or a clause of its own."""
    if keys & _CONDITIONS:
        return False
    begins = run[0] == 0 or theirs[run[0]].text in _MARKS or _key(theirs[run[0]]) in _JOINERS
    last = theirs[run[-1]]
    ends = run[-1] + 1 == len(theirs) or last.text in _MARKS or _key(last) in _JOINERS
    if keys & _BOUNDING:
        return begins and ends
    return (
        ends
        if run[0] == 0
        else begins
        if run[-1] + 1 == len(theirs)
        else (ends or _key(theirs[run[0]]) in _JOINERS)
    )


def _mapped(
    claim: str,
    ours: Sequence[Token],
    matched: dict[int, int],
    sentence: Mapped,
    theirs: Sequence[Token],
) -> Mapped:
    """The claim's text, each word standing for where it is in the sentence.

    A word of its own stands for the place of the nearest word before it, or else after it.
    """
    places: list[Span] = []
    for i in range(len(ours)):
        near = [b for a, b in sorted(matched.items()) if a <= i] or [min(matched.values())]
        token = theirs[near[-1]]
        places.append(sentence.span(token.start, token.end))
    parts: list[Mapped] = []
    at = 0
    for i, token in enumerate(ours):
        if token.start > at:
            parts.append(Mapped.inserted(claim[at : token.start], _end(places[max(i - 1, 0)])))
        parts.append(
            _word(token, theirs[matched[i]] if i in matched else None, places[i], sentence)
        )
        at = token.end
    if at < len(claim):
        parts.append(Mapped.inserted(claim[at:], _end(places[-1])))
    return Mapped.join(*parts)


def _word(token: Token, source: Token | None, place: Span, sentence: Mapped) -> Mapped:
    """A word, letter by letter where it is the same in both."""
    if source is not None and len(source.text) == len(token.text):
        own = sentence.slice(source.start, source.end)
        return Mapped(token.text, own.starts, own.ends)
    return Mapped.inserted(token.text, place)


def _end(place: Span) -> Span:
    return Span(place.end, place.end)
