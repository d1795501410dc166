"""Transpositions: a claim that is an evidence clause with two of its words exchanged.

"The nurse told the doctor" where the evidence has "the doctor told the nurse"; "de Lyon à Nice"
for "de Nice à Lyon". Reads no grammar, so it works in every language with spaces; silent where
the order of the two may not matter ("A and B", "between A and B", "A met B").
"""

from __future__ import annotations

from collections.abc import Sequence

from entailed.protocols import check
from entailed.text.clauses import Token, clauses
from entailed.text.closed import DETERMINERS
from entailed.text.frames import SYMMETRIC
from entailed.text.roots import root
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding, Span

_NAME = "transpositions"
_SENTENCES = 8
_SHORTEST = 3
_LONGEST = 60
_DIRECTED = frozenset(
    "to from by of on over under against for after before above below into than for de del à au "
    "aux en vers par pour a al desde hasta hacia por para von nach zu zum zur gegen für aus da di "
    "von vom an am auf em ao à dem den der в из от до на за".split()
)
_EVEN = frozenset(
    "and or nor und oder et ou y o e и или between among both either with mit avec con com entre "
    "zwischen tra fra между same equal similar like alike different differ unlike each together "
    "wie comme como come как while whereas".split()
)
_ARTICLES = frozenset(
    "der den dem des die das ein einen einem eines einer eine kein keinen keinem".split()
)
_SYMMETRIC = frozenset(root(verb) for verb in SYMMETRIC) | frozenset(
    root(word)
    for word in "near beside next adjoin neighbour sibling friend twin "
    "colleague rival neighbor equal same".split()
)


@check(name=_NAME, version="1")
def transpositions(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`entity_mismatch` (contradicted) on two exchanged words.

    Silent unless a whole sentence or clause of the evidence is the claim but for the exchange,
    and no other clause there is the claim as it stands.
    """
    mine = _sequence(claim.text)
    if not _SHORTEST <= len(mine) <= _LONGEST or _even(mine):
        return ()
    rows = [(a, row) for a in alignment.sentences[:_SENTENCES] for row in _rows(a)]
    wanted = [t.root for t in mine]
    if any([t.root for t in row] == wanted for _, row in rows):
        return ()
    for aligned, row in rows:
        pair = _exchanged(mine, row)
        if pair is not None and not _carried(claim.text, aligned.sentence.text, mine, row, pair):
            return (_finding(claim, aligned, mine, row, pair),)
    return ()


def _sequence(text: str) -> list[Token]:
    """The words of a text, determiners left out."""
    return [t for c in clauses(text) for t in c.tokens if t.text not in DETERMINERS]


def _rows(aligned: AlignedSentence) -> list[list[Token]]:
    """The word sequences of a sentence: all of it, and each clause."""
    text = aligned.sentence.text
    parts = [[t for t in c.tokens if t.text not in DETERMINERS] for c in clauses(text)]
    whole = [t for part in parts for t in part]
    return [whole, *parts] if len(parts) > 1 else [whole]


def _even(row: Sequence[Token]) -> bool:
    """Whether anything in a sequence may make the order of two words indifferent."""
    return any(t.root in _SYMMETRIC for t in row)


def _exchanged(mine: Sequence[Token], row: Sequence[Token]) -> tuple[int, int] | None:
    """The two places where the sequences differ, when they hold each other's word."""
    if len(mine) != len(row):
        return None
    apart = [i for i, (a, b) in enumerate(zip(mine, row, strict=True)) if a.root != b.root]
    if len(apart) != 2:
        return None
    i, j = apart
    crossed = mine[i].root == row[j].root and mine[j].root == row[i].root
    if not crossed or not (mine[i].content and mine[j].content) or j - i < 2:
        return None
    if _led(mine, i) and _led(mine, j) and mine[i - 1].text != mine[j - 1].text:
        return i, j
    between = {t.text for t in mine[i + 1 : j]} | ({mine[i - 1].text} if i else set())
    if between & _EVEN:
        return None
    told = any(t.content for t in mine[i + 1 : j])
    return (i, j) if told or between & _DIRECTED else None


def _led(row: Sequence[Token], at: int) -> bool:
    """Whether a preposition that gives a direction or a role stands before a word."""
    return at > 0 and row[at - 1].text in _DIRECTED


def _carried(
    text: str, stated: str, mine: Sequence[Token], row: Sequence[Token], pair: tuple[int, int]
) -> bool:
    """Whether each word keeps its own German article, and so its part ("den Mann biss der")."""
    i, j = pair
    first, second = _article(text, mine[i]), _article(text, mine[j])
    moved = (_article(stated, row[j]), _article(stated, row[i]))
    return bool(first) and first != second and (first, second) == moved


def _article(text: str, token: Token) -> str:
    """The German article right before a word, or ""."""
    before = text[max(0, token.span.start - 8) : token.span.start].casefold().split()
    return before[-1] if before and before[-1] in _ARTICLES else ""


def _finding(
    claim: Claim,
    aligned: AlignedSentence,
    mine: Sequence[Token],
    row: Sequence[Token],
    pair: tuple[int, int],
) -> Finding:
    """The finding, from the first to the second exchanged word on both sides."""
    first, second = pair
    said = Span(mine[first].span.start, mine[second].span.end)
    stated = Span(row[first].span.start, row[second].span.end)
    return Finding(
        check=_NAME,
        outcome="fail",
        claim_span=claim.locate(said.start, said.end),
        reason="entity_mismatch",
        label="contradicted",
        message="the evidence says it the other way round",
        claimed=said.of(claim.text),
        stated=stated.of(aligned.sentence.text),
        evidence=(aligned.locate(stated.start, stated.end),),
    )
