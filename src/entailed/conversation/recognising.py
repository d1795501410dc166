"""What a message is: a question, a doubt about an answer, or a request for its source.

Rules for English. In another language, or for another taste, give a conversation a recogniser of
your own: any function of the message and the turns so far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from entailed.conversation import phrases
from entailed.conversation.topics import CUES, shared, terms_of
from entailed.conversation.turns import Turn, TurnKind
from entailed.text.dates import read_dates
from entailed.text.quantities import read_quantities
from entailed.text.segment import sentences
from entailed.text.words import content_stems, words

__all__ = ["Recogniser", "folded", "question_part", "recognise", "says", "split_opening"]

Recogniser = Callable[[str, Sequence[Turn]], TurnKind]
Sort = Literal["doubt", "counter", "source", "question", "other", "empty"]
_MOSTLY = 0.6
LONGEST = 2_000
"""Code points of a sentence that may be a doubt; whoever writes more is not only doubting."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A sentence of a message, and what it is."""

    text: str
    sort: Sort


def recognise(text: str, turns: Sequence[Turn] = ()) -> TurnKind:
    """What `text` is after `turns`. Blank text is a question (and refused as one elsewhere).

    A message that doubts and also asks something new is a question: what only doubts in it is
    left out of what is searched and verified (`question_part`).
    """
    read = _sentences(text, turns)
    if any(one.sort == "question" for one in read):
        return "question"
    if any(one.sort in ("doubt", "counter") for one in read):
        return "challenge"
    return "source" if any(one.sort == "source" for one in read) else "question"


def question_part(text: str, turns: Sequence[Turn] = ()) -> str:
    """`text` without the sentences that only doubt an earlier answer; all of it where none asks."""
    read = _sentences(text, turns)
    if not any(one.sort == "question" for one in read):
        return text
    asked = [one.text for one in read if one.sort in ("question", "other")]
    return text if len(asked) == len(read) else " ".join(asked)


def _sentences(text: str, turns: Sequence[Turn]) -> list[_Read]:
    found = [sentence.span.of(text) for sentence in sentences(text)] or [text]
    known = frozenset[str]().union(*(terms_of(turn) for turn in turns if turn.kind == "question"))
    last = next((t.evidence for t in reversed(turns) if len(t.evidence)), ())
    told = known.union(*(content_stems(passage.text) for passage in last))
    rows = [_Read(one, _sort(one, known, told, bool(turns))) for one in found]
    sorts = {row.sort for row in rows}
    if not sorts & {"doubt", "counter", "source"}:
        return rows
    return [_Read(row.text, _in_company(row, known, "doubt" in sorts)) for row in rows]


def _in_company(row: _Read, known: frozenset[str], doubted: bool) -> Sort:
    """Beside a doubt, a question that names nothing new only asks the same again."""
    if row.sort != "question":
        return row.sort
    stems = content_stems(row.text) - CUES
    return "other" if stems <= known and (stems or doubted) else "question"


def _sort(sentence: str, known: frozenset[str], told: frozenset[str], follows: bool) -> Sort:
    """What one sentence is, after answers that spoke of `known` from passages that `told` more."""
    if len(sentence) > LONGEST:
        return "question"
    plain = folded(sentence)
    opening, rest = split_opening(phrases.PLEASE.sub("", plain))
    if phrases.SOURCE.fullmatch(rest):
        return "source"
    if phrases.DOUBT.fullmatch(rest) or phrases.DOUBT.fullmatch(plain):
        return "doubt"
    if not rest:
        return "doubt" if _doubting_opening(plain) else "empty"
    if (named := phrases.SOURCE_WITH.fullmatch(rest)) and shared(named["rest"], known) > 0:
        return "source"
    if (named := phrases.DOUBT_WITH.fullmatch(rest)) and _is_known(named["rest"], known):
        return "doubt"
    if not follows:
        return "question" if _asks(rest) else "other"
    disagrees = phrases.DISAGREES.search(opening) is not None
    tag = phrases.TAG.search(rest)
    if tag is not None and tag.start() and not phrases.QUESTION_WORD.match(rest):
        rest = rest[: tag.start()] + "."
    return _counter(rest, disagrees, known, told)


def _counter(rest: str, disagrees: bool, known: frozenset[str], told: frozenset[str]) -> Sort:
    """Whether a sentence puts another claim in the place of what was said."""
    lead = phrases.COUNTER_LEAD.fullmatch(rest)
    if lead is not None and not phrases.QUESTION_WORD.match(lead["rest"]):
        return "counter"
    negated = phrases.NEGATED_QUESTION.fullmatch(rest)
    if negated is not None and (
        _bound_to(negated["rest"], known) or phrases.COUNTER_LEAD.fullmatch(says(negated["rest"]))
    ):
        return "counter"
    if _asks(rest):
        return "counter" if _only_value(rest) else "question"
    if phrases.IMPERATIVE.match(rest) or phrases.ABOUT_SELF.match(rest):
        return "other"
    if disagrees or phrases.STATES.fullmatch(rest) or _is_value(rest):
        return "counter"
    return "counter" if shared(rest, told) >= _MOSTLY and len(words(rest)) > 2 else "other"


def _is_known(rest: str, known: frozenset[str]) -> bool:
    """Whether what is doubted was spoken of, or names nothing."""
    if phrases.QUESTION_WORD.match(rest) or rest.startswith(("if ", "whether ")):
        return False
    return not content_stems(rest) or shared(rest, known) > 0


def _bound_to(rest: str, known: frozenset[str]) -> bool:
    first = rest.split(maxsplit=1)[0] if rest.strip() else ""
    return first in ("it", "that", "this", "they", "there") or shared(rest, known) >= _MOSTLY


def _asks(rest: str) -> bool:
    return rest.rstrip().endswith("?") or phrases.QUESTION_WORD.match(rest) is not None


def _only_value(rest: str) -> bool:
    """ "is it 60 days?", "60 days?": a value and nothing else."""
    for lead in ("is it ", "was it ", "isn't it ", "are they ", "not ", "it's ", ""):
        if rest.startswith(lead):
            return _is_value(rest.removeprefix(lead))
    return False


def _is_value(rest: str) -> bool:
    """Whether quantities or dates are all the content of `rest`."""
    spans = [q.span for q in read_quantities(rest)] + [d.span for d in read_dates(rest)]
    if not spans:
        return False
    return all(
        any(span.contains(w.span) for span in spans)
        for w in words(rest)
        if w.content and not w.negation
    )


def _doubting_opening(plain: str) -> bool:
    """ "No.", "Hmm, really?": an opening that is all there is, and doubts."""
    said = plain.replace(",", " ").strip(" .!?…").split()
    if {"no", "nope", "nah", "really", "seriously", "honestly", "actually"} & set(said):
        return not any(word.startswith("thank") for word in said)
    return plain.rstrip().endswith("?") and said[-1:] in (["yes"], ["yeah"], ["huh"], ["so"])


def says(rest: str) -> str:
    """ "the policy say 60 days" of a question as a statement."""
    return rest.replace(" say ", " says ", 1).replace(" state ", " states ", 1)


def split_opening(plain: str) -> tuple[str, str]:
    """What only opens a folded sentence, and the rest of it."""
    match = phrases.OPENING.match(plain)
    end = match.end() if match is not None else 0
    return plain[:end], plain[end:].strip()


def folded(text: str) -> str:
    """`text` in lower case, with plain apostrophes and single spaces."""
    return " ".join(text.replace("’", "'").replace("‘", "'").lower().split())
