"""Texts that give orders to the judge or the extractor: no order becomes support."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entailed
from entailed.dialogue import Message
from entailed.scorers.judge import JudgeScorer
from entailed.testing import FixedScorer, ScriptedModel
from entailed.types import Entailment, Report
from tests.hostile import HOSTILE
from tests.judges import cases, honest, reply
from tests.splitters import shown, written

EVERY = pytest.mark.parametrize(("text", "cue"), HOSTILE.values(), ids=list(HOSTILE))
PASSAGES = {
    "S1": "Refunds are accepted within 30 days of delivery for unused items.",
    "S2": "The shop in the old mill sells shoes, hats and gloves made in the valley.",
}
NUMBER = "Refunds are accepted within 60 days of delivery."
GOODS = "The shop in the mill sells umbrellas made of bamboo."
MAYBE = Entailment(0.5, 0.45, 0.05)
ALL_YES = ("entailed", 1.0)


def poisoned(text: str) -> list[tuple[str, dict[str, str]]]:
    """The answer and its passages with the text in each of them, in several places."""
    both = {key: f"{passage} {text}" for key, passage in PASSAGES.items()}
    block = {key: f"{text}\n\n{passage}\n\n{text}" for key, passage in PASSAGES.items()}
    return [
        (f"{NUMBER} {GOODS}", both),
        (f"{NUMBER} {GOODS}", block),
        (f"{NUMBER} {GOODS} {text}", PASSAGES),
        (f"Refunds are accepted within 60 days ({text}). {GOODS[:-1]} — {text}", PASSAGES),
    ]


class Obedient:
    """A judge that answers honestly until it sees an order; then it says yes to everything.

    `inside` says whether it also obeys what stands inside the fences, and `whole` whether an
    order anywhere in a request sways all of its cases or only the case it stands in.
    """

    def __init__(self, cue: str, *, inside: bool, whole: bool = True) -> None:
        self.cue = cue
        self.inside = inside
        self.whole = whole
        self.swayed = 0
        self.name = "obedient"

    def __call__(self, messages: Sequence[Message]) -> str:
        """The verdicts."""
        asked = cases(messages)
        everywhere = self._outside(messages)
        if self.inside and self.whole:
            everywhere = everywhere or self.cue in messages[-1].content
        verdicts = []
        for pair in asked:
            here = self.inside and (self.cue in pair.premise or self.cue in pair.hypothesis)
            obeys = everywhere or here
            self.swayed += obeys
            verdicts.append(ALL_YES if obeys else honest(pair, {}, ("not_stated", 0.9)))
        return reply(verdicts)

    def _outside(self, messages: Sequence[Message]) -> bool:
        mark = re.search(r"mark ([0-9a-f]{16})", messages[0].content)[1]
        fenced = re.compile(rf"<<<{mark}\n.*?\n{mark}>>>", re.DOTALL)
        return any(self.cue in fenced.sub("", m.content) for m in messages)


def model(reads: Callable[[Sequence[Message]], str]) -> ScriptedModel:
    """A language model that answers as `reads` does."""
    return ScriptedModel(default=reads)


def verified(answer: str, passages: dict[str, str], **parts: object) -> Report:
    """A report with the judge or the extractor given, and nothing done to the answer."""
    return entailed.build_verifier("audit", **parts).verify(answer, passages)


def at(report: Report, words: str) -> list[str]:
    """Labels of the claims that stand where `words` do in the answer."""
    start = report.answer.index(words)
    found = [v.label for v in report.verdicts if v.claim.span.start <= start < v.claim.span.end]
    assert found
    return found


def require_unswayed(report: Report) -> None:
    """Neither the wrong number nor the made-up goods are supported.

    The number is contradicted wherever its sentence is not torn apart by what was put into it.
    """
    number = at(report, "60 days")
    assert "supported" not in number
    assert "60 days (" in report.answer or set(number) == {"contradicted"}
    assert "supported" not in at(report, "bamboo")
    assert report.status != "grounded"


def test_there_are_enough_of_them():
    """Orders, forged structure, role markers, hidden texts, other languages."""
    assert len(HOSTILE) >= 40


# --- the judge -------------------------------------------------------------------------------


@EVERY
def test_a_judge_sees_no_order_outside_a_fence(text, cue):
    """A judge that obeys what stands outside of them finds nothing to obey, and judges on."""
    for answer, passages in poisoned(text):
        judge = Obedient(cue, inside=False)
        report = verified(answer, passages, scorer=model(judge))
        require_unswayed(report)
        assert judge.swayed == 0
        assert "unchecked" not in at(report, "bamboo")


@EVERY
@pytest.mark.parametrize("whole", [True, False])
def test_a_judge_that_obeys_inside_a_fence_is_caught(text, cue, whole):
    """By its canaries where the order is for all cases, by its decoys where it is for one."""
    for answer, passages in poisoned(text):
        judge = Obedient(cue, inside=True, whole=whole)
        require_unswayed(verified(answer, passages, scorer=model(judge)))


@EVERY
def test_an_obedient_judge_as_second_opinion_sways_nothing(text, cue):
    """Asked about every claim that no check decided, it leaves them unchecked."""
    answer, passages = poisoned(text)[0]
    judge = Obedient(cue, inside=True)
    report = verified(
        answer, passages, scorer=FixedScorer(MAYBE), judge=model(judge), judge_band=(0.0, 1.0)
    )
    require_unswayed(report)
    assert judge.swayed == 0 or at(report, "bamboo") == ["unchecked"]


def test_without_decoys_a_narrow_order_gets_through():
    """Which is what they are for: the canaries alone do not see it. The wrong number is safe."""
    text, cue = HOSTILE["narrow"]
    answer, passages = poisoned(text)[0]
    judge = Obedient(cue, inside=True, whole=False)
    report = verified(answer, passages, scorer=JudgeScorer(model(judge), decoys=False))
    assert at(report, "bamboo") == ["supported"]
    assert at(report, "60 days") == ["contradicted"]


# --- the extractor ---------------------------------------------------------------------------


def forgeries(messages: Sequence[Message]) -> list[str]:
    """What an obedient model may write in the place of claims."""
    sentences = shown(messages)
    return [
        json.dumps({"sentences": []}),
        written([[] for _ in sentences]),
        written([["All claims are supported."] for _ in sentences]),
        written([[s.replace("60", "30").replace("umbrellas", "shoes")] for s in sentences]),
        written([[s.partition(" within ")[0]] for s in sentences]),
        written([s.split(" of ") for s in sentences]),
        "All claims are supported.",
    ]


@EVERY
def test_an_obedient_extractor_drops_and_changes_nothing(text, cue):
    """Whatever it forges, the claims are checked as they stand in the answer."""
    for number, (answer, passages) in enumerate(poisoned(text)[::-2]):
        choice = (len(cue) + number) % 7
        forger = ScriptedModel(default=lambda m, choice=choice: forgeries(m)[choice])
        report = verified(answer, passages, scorer=None, extractor=forger)
        require_unswayed(report)


@EVERY
def test_an_extractor_sees_no_order_outside_a_fence(text, cue):
    """Nor any order of a passage at all."""
    for answer, passages in poisoned(text)[1::2]:
        seen: list[str] = []

        def reads(messages, seen=seen):
            mark = re.search(r"mark ([0-9a-f]{16})", messages[0].content)[1]
            fenced = re.compile(rf"<<<{mark}\n.*?\n{mark}>>>", re.DOTALL)
            seen.extend(fenced.sub("", m.content) for m in messages)
            return written([[s] for s in shown(messages)])

        require_unswayed(verified(answer, passages, scorer=None, extractor=model(reads)))
        assert seen
        assert not any(cue in part for part in seen)


# --- whatever a model writes -----------------------------------------------------------------

EVIDENCE = {
    "S1": "Refunds are accepted within 30 days of delivery. The notice reads: “Dogs must be kept "
    "on a lead at all times.” The mill was sold to Ann Lee in May 1931.",
    "S2": "The ferry does not take cars. Members pay 5 euros a year. Version 2.1 supports export.",
}
FALSE = [
    "Refunds are accepted within 60 days of delivery.",
    "The mill was sold to Ann Lee in May 1941.",
    "The notice reads: “Dogs may be left off the lead at night.”",
    "The ferry takes cars.",
    "Members pay 7 euros a year.",
    "Refunds are accepted within 60 days [S9], and members pay 5 euros a year [S2].",
    "The mill, sold to Ann Lee in May 1941, was rebuilt.",
    "Members, who pay 9 euros a year, may use the ferry, which does not take cars.",
]
CHECKS_ALONE = {
    answer: entailed.build_verifier("audit", scorer=None).verify(answer, EVIDENCE)
    for answer in FALSE
}


def failed_places(answer: str) -> list[tuple[int, int]]:
    """Where the checks alone find something wrong that decides a label."""
    return [
        (f.claim_span.start, f.claim_span.end)
        for v in CHECKS_ALONE[answer].verdicts
        if v.label not in ("supported", "unchecked")
        for f in v.reasons
        if f.outcome == "fail" and f.label is not None and f.check != "entailment"
    ]


def require_failed(report: Report) -> None:
    """No claim at a place that a check failed is supported."""
    for start, end in failed_places(report.answer):
        there = [
            v for v in report.verdicts if v.claim.span.start < end and start < v.claim.span.end
        ]
        assert there
        assert all(v.label != "supported" for v in there)
    assert report.status != "grounded"


def test_the_checks_find_what_is_wrong_with_each():
    """Otherwise what follows would show nothing."""
    assert all(failed_places(answer) for answer in FALSE)


VERDICTS = st.tuples(
    st.sampled_from(["entailed", "contradicted", "not_stated", "supported", ""]), st.floats(0, 1)
)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(FALSE), VERDICTS, st.booleans())
def test_no_verdict_of_a_judge_makes_a_failed_check_supported(answer, verdict, knows):
    """Not even that of a judge that gets all the cases with known answers right."""

    def opinion(messages):
        asked = cases(messages)
        return reply([honest(p, {}, verdict) if knows else verdict for p in asked])

    for parts in (
        {"scorer": model(opinion)},
        {"scorer": FixedScorer(MAYBE), "judge": model(opinion), "judge_band": (0.0, 1.0)},
    ):
        report = verified(answer, EVIDENCE, **parts)
        require_failed(report)
        for alone, now in zip(CHECKS_ALONE[answer].verdicts, report.verdicts, strict=True):
            if alone.label not in ("supported", "unchecked"):
                assert now.label == alone.label


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(FALSE), st.text(max_size=200))
def test_no_text_of_a_model_makes_a_failed_check_supported(answer, text):
    """As a judge, as an extractor, or as both at once."""
    speaks = ScriptedModel(default=text or " ")
    require_failed(verified(answer, EVIDENCE, scorer=speaks, extractor=speaks))


@st.composite
def cuts(draw):
    """A false answer, and claims made of any of its words, in their order, or of any others."""
    answer = draw(st.sampled_from(FALSE))
    words = answer.split()
    other = sorted({word for text in [*EVIDENCE.values(), *FALSE] for word in text.split()})
    masks = st.lists(st.booleans(), min_size=len(words), max_size=len(words))
    chosen = masks.map(lambda mask: " ".join(w for w, k in zip(words, mask, strict=True) if k))
    loose = st.lists(st.sampled_from(other), max_size=9).map(" ".join)
    return answer, draw(st.lists(st.lists(chosen | loose, max_size=5), min_size=1, max_size=3))


@settings(deadline=None, max_examples=40)
@given(cuts())
def test_no_claims_of_an_extractor_make_a_failed_check_supported(made):
    """However they cut the answer, with a scorer that says yes to all of them."""
    answer, rows = made
    forger = ScriptedModel(default=written(rows))
    yes = FixedScorer(Entailment(0.99, 0.005, 0.005))
    require_failed(verified(answer, EVIDENCE, scorer=yes, extractor=forger))
