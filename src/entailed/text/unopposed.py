"""When another stated value does not oppose the claimed one, though it differs from it.

A sentence often has several values, units are left out in lists, and a limit may be told from
either side; then it takes more than figures to say that a claim is wrong.
"""

from __future__ import annotations

import re

from entailed.text.binding import Bound, roots_of
from entailed.text.candidates import Candidate, Scene
from entailed.text.compare import same_digits
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.rivals import same_figure
from entailed.types import Span

__all__ = [
    "allowed_beside",
    "asked_of",
    "hanging",
    "other_side",
    "same_limit",
    "stated_so",
    "told_apart",
    "told_with_its_words",
]


def told_with_its_words(scene: Scene, q: Quantity) -> bool:
    """Whether a passage has the value right after the same words ("Mary Nunes, now 19").

    One of them is a name, since "a limit of 30" may be that of anything.
    """
    leading = _WORD.findall(scene.claim.text[: q.span.start])
    before = leading[-_LED_BY:]
    names = [word for word in before if word[0].isupper() and word is not leading[0]]
    if len(before) < _LED_BY or not names:
        return False
    run = r"\W{1,3}".join(re.escape(part) for part in (*before, q.text))
    wanted = re.compile(rf"(?<!\w){run}(?![\w]|[.,]\d)", re.IGNORECASE)
    return any(wanted.search(passage.text) for passage in scene.evidence)


_WORD = lazy(r"[^\W_]+")
_LED_BY = 3


def hanging(claimed: Bound, rival: Candidate, candidates: list[Candidate]) -> bool:
    """Whether the figure stands beside the rival without its unit ("55- and 65-year-olds")."""
    return any(
        c.aligned is rival.aligned and c.quantity.bare and same_figure(claimed.quantity, c.quantity)
        for c in candidates
    )


def stated_so(scene: Scene, claimed: Bound, rival: Candidate, candidates: list[Candidate]) -> bool:
    """Whether a sentence as near as the rival's has the very figure, of what the claim also names.

    "242 people ... as hostages" may be "242 hostages"; but "60 screws and 40 nails" has a figure
    of its own for the nails.
    """
    q = claimed.quantity
    counted = {noun for other in scene.claimed for noun in other.quantity.nouns}
    named = roots_of(scene.claim.text) - counted
    return any(
        c is not rival
        and c.relation not in ("equal", "compatible")
        and same_digits(q, c.quantity)
        and q.bound == c.quantity.bound
        and not (q.dimension and c.quantity.dimension)
        and (not c.quantity.noun or c.quantity.noun in named)
        and c.cover >= rival.cover
        for c in candidates
    )


def told_apart(claimed: Bound, match: Candidate, better: Candidate) -> bool:
    """Whether match and better one, in one sentence, are told apart by their units.

    The match goes on with the other's unit ("six months, for works on paper eight"), or has the
    claim's own unit, which the other has not ("130 minutes late: ask within three months").
    """
    if match.aligned.sentence is not better.aligned.sentence:
        return False
    mine, found, other = claimed.quantity, match.quantity, better.quantity
    if found.bare and not mine.bare:
        return True
    return bool(mine.unit) and mine.unit == found.unit != other.unit


_TURNED = lazy(
    r"(?<!\w)(?:not?|never|cannot|nothing|without|unless|before|beforehand|too late|excluded"
    r"|except)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)


def other_side(scene: Scene, claimed: Bound, rival: Candidate) -> bool:
    """Whether both give one figure as a limit, from its two sides, in words that may turn it.

    "Over 75 no credit note" is "no more than 75"; which side is meant the figures do not say.
    """
    q, other = claimed.quantity, rival.quantity
    if not same_figure(q, other) or q.bound == other.bound or "exact" in (q.bound, other.bound):
        return False
    sides = ((scene.claim.text, q), (rival.aligned.sentence.text, other))
    return any(
        not Span(*found.span()).overlaps(value.span)
        for text, value in sides
        for found in _TURNED.finditer(text)
    )


def asked_of(scene: Scene, q: Quantity) -> bool:
    """Whether the number is one of the question's own ("in year 5")."""
    return any(same_figure(q, asked) for asked in read_quantities(scene.alignment.given))


def same_limit(claimed: Bound, match: Candidate, rival: Candidate) -> bool:
    """Whether claim and match give one limit ("no more than £400"), and the rival no such limit."""
    bound = claimed.quantity.bound
    return bound == match.quantity.bound != "exact" and rival.quantity.bound != bound


def allowed_beside(claimed: Bound, rival: Candidate, candidates: list[Candidate]) -> bool:
    """Whether a limit in the rival's passage, as near as it, leaves room for the value.

    "You can put in 5,000" goes with a class from 1,000 beside one from 250,000.
    """
    return claimed.quantity.bound == "exact" and any(
        c.relation == "incomparable"
        and c.quantity.bound == rival.quantity.bound != "exact"
        and c.quantity.dimension == claimed.quantity.dimension != ""
        and c.aligned.passage_id == rival.aligned.passage_id
        and c.cover >= rival.cover
        for c in candidates
    )
