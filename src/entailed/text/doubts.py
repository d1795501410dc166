"""When a value that the evidence does not state, or states otherwise, is still not surely wrong.

A claim may put a value as a case of a rule, or reckon it from what is stated; whether it does so
rightly is beyond comparing figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from entailed.text.binding import Bound
from entailed.text.candidates import Candidate, Scene
from entailed.text.derivable import adds_up, may_follow
from entailed.text.instances import is_instance
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.rivals import same_figure
from entailed.text.roles import has_total_cue, role_of
from entailed.text.segment import sentences

__all__ = [
    "is_of_case",
    "may_be_case",
    "may_be_reckoned",
    "may_come_of",
]

_WINDOW = 6  # sentences whose values are reckoned with together
_SMALL_COUNT = 13
_WINDOWS = 60  # of all passages
_VALUES = 12  # of one claim, beyond which nothing is reckoned
_PASSAGES = 40
_SENTENCES = 120  # of one passage that are looked at


def may_be_case(scene: Scene, claimed: Bound) -> bool:
    """Whether the claim puts the value as a case that a rule is applied to."""
    return is_instance(scene.claim.text, claimed.quantity)


def is_of_case(scene: Scene, claimed: Bound) -> bool:
    """Whether the value may be what a rule gives for the case that the claim or question puts."""
    return (
        _is_worked_example(scene) or _says_result(scene, claimed) or _comes_of_case(scene, claimed)
    )


def _is_worked_example(scene: Scene) -> bool:
    """Whether the claim puts a case, so that its other values may be what the rule gives for it.

    "A single crossing" names one of a thing and puts no case.
    """
    cases = (b.quantity for b in scene.claimed if b.quantity.low != 1)
    return any(is_instance(scene.claim.text, quantity) for quantity in cases)


def may_be_reckoned(scene: Scene, claimed: Bound) -> bool:
    """Whether values that stand near one another in the evidence may give the claimed one.

    The parts of a difference, a change or a total may stand anywhere. Of a total, and of a
    difference where the evidence has more than two values of the sort, several steps may be due.
    """
    if len(scene.claimed) > _VALUES:
        return False
    q, given, differs = claimed.quantity, _given(scene, claimed), _differs(scene, claimed)
    every = _every(scene, starts=True)
    worded = [f for f in every if f.kind == "multiplier" or (f.kind == "ratio" and f.unit != "%")]
    windows = islice(_windows(scene), _WINDOWS)
    total = has_total_cue(scene.claim.text)
    added = _may_add(scene, q)
    if any(may_follow(q, [*near, *worded], given, added=added) for near in windows):
        return True
    if not differs and not total:
        return False
    if may_follow(q, every, given):
        return True
    least = 1 if total else 2
    apart = total or role_of(scene.claim.text, q) == "difference"
    terms = {t.low for t in every if t.kind == q.kind and t.low == t.high}
    return apart and len(terms) > least and len([g for g in given if g.kind == q.kind]) < 2


def _comes_of_case(scene: Scene, claimed: Bound) -> bool:
    """Whether one step with a value of the claim or of the user's own case gives the claimed one.

    "Ten users cost 220 a month" where one costs 22, "2,100" for 70 % of the 3,000 of the question.
    """
    q = claimed.quantity
    if len(scene.claimed) > _VALUES or (q.kind == "count" and q.low < _SMALL_COUNT):
        return False
    given = _given(scene, claimed)
    every = _every(scene, starts=True)
    return any(may_follow(q, every, given, using=own, added=False) for own in given)


_RESULT = lazy(
    r"(?<!\w)(?:works? out (?:at|to)|com(?:es?|ing) (?:out )?to|amounts? to|adds? up to"
    r"|(?:that|which|it|this) (?:makes|leaves|gives|means|becomes)|that(?:'s| is)"
    r"|leav(?:es|ing) you(?: with)?|so|saves? you|in your case)\s(?:\w+\s){0,4}?\Z"
    r"|(?:(?<!\w)(?:would|could|therefore)|\w'd|\Aso)\s[^.;:]{0,60}\Z|(?<!\w)remaining\s\Z",
    re.IGNORECASE,
)
_AFTERWARDS = lazy(r"(?:\s\w+){0,2}\s(?:remains?|is left|are left|(?:is|are) still)(?!\w)", re.I)


def _says_result(scene: Scene, claimed: Bound) -> bool:
    """Whether the claim's words give the value as what something comes to in the case at hand."""
    text, q = scene.claim.text, claimed.quantity
    before = text[: q.span.start]
    return bool(_RESULT.search(before) or _AFTERWARDS.match(text, q.span.end))


_ON_TOP = lazy(
    r"(?<!\w)(?:plus|additional(?:ly)?|in addition|on top|extra|surcharge|added|adds|another"
    r"|further|separately|zzgl|zuzüglich|zusätzlich|en plus|además)(?!\w)|\+",
    re.IGNORECASE,
)


def _may_add(scene: Scene, q: Quantity) -> bool:
    """Whether two values may be added up for one of this sort.

    Prices only where the claim asks for a total or a sentence has one come on top of another: the
    single and the return fare are no fare together.
    """
    if q.kind != "money" or has_total_cue(scene.claim.text):
        return True
    near = (a.sentence.text for a in scene.alignment.sentences if a.overlap)
    return any(_ON_TOP.search(text) for text in (scene.claim.text, *near))


def may_come_of(scene: Scene, claimed: Bound, rival: Candidate) -> bool:
    """Whether the claimed value may be reckoned from a stated one that differs from it.

    Of small counts, which meet by chance, only with another of the same sentence; and a power of
    ten between the two is a slip.
    """
    q, sentence = claimed.quantity, rival.aligned.sentence
    if same_figure(q, rival.quantity) or len(scene.claimed) > _VALUES:
        return False
    if q.kind == "count" and q.low < _SMALL_COUNT:
        return adds_up(q, read_quantities(sentence.text), rival.quantity)
    passage = scene.evidence.get(rival.aligned.passage_id)
    if passage is None:
        return False
    differs = _differs(scene, claimed)
    at = sentence.index
    near = _values(passage.text, max(0, at - 2), at + 3, starts=differs)
    if rival.quantity not in near:
        near = [rival.quantity, *near]
    every = _every(scene, starts=differs)
    factors = [f for f in every if f.kind == "multiplier" and f not in near]
    using = None if differs else rival.quantity
    added = _may_add(scene, q)
    if may_follow(q, [*near, *factors], _given(scene, claimed), using=using, added=added):
        return True
    return q.digits > 1 and adds_up(q, every, rival.quantity, added=added)


def _differs(scene: Scene, claimed: Bound) -> bool:
    """Whether the claim gives the value as a difference or a change ("shortened by 90 km")."""
    before = scene.claim.text[: claimed.quantity.span.start].rstrip()
    role = role_of(scene.claim.text, claimed.quantity)
    return role in ("difference", "change") or before.endswith(" by")


def _given(scene: Scene, claimed: Bound) -> list[Quantity]:
    """The other values of the claim, and those of the user's own case."""
    asked = islice(read_quantities(scene.alignment.given), _VALUES)
    return [*(b.quantity for b in scene.claimed if b is not claimed), *asked]


def _windows(scene: Scene) -> Iterator[Sequence[Quantity]]:
    for passage in islice(scene.evidence, _PASSAGES):
        count = min(len(sentences(passage.text)), _SENTENCES)
        for start in range(0, max(1, count - 2), 2):
            yield _values(passage.text, start, start + _WINDOW, starts=True)


def _every(scene: Scene, *, starts: bool) -> list[Quantity]:
    passages = islice(scene.evidence, _PASSAGES)
    return [q for p in passages for q in _values(p.text, 0, _SENTENCES, starts=starts)]


def _values(text: str, start: int, end: int, *, starts: bool) -> list[Quantity]:
    """The values of some sentences; what a change starts from, which adds to nothing, if asked."""
    return [
        q
        for s in sentences(text)[start:end]
        for q in read_quantities(s.text)
        if starts or role_of(s.text, q) != "start"
    ]
