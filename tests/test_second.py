"""A second opinion: where it is asked, how often, and what becomes of its answer."""

from __future__ import annotations

import dataclasses

import pytest

import entailed
from entailed.decision import Calibration, DecisionTable
from entailed.errors import ConfigurationError
from entailed.second import SecondOpinion
from entailed.testing import FailingScorer, FixedScorer, ScriptedScorer, SlowScorer
from entailed.types import Entailment, Limits
from tests.judges import honest, judging

PASSAGES = {
    "S1": "The shop in the old mill sells shoes, hats and gloves made in the valley.",
    "S2": "The ferry takes bicycles and dogs on board when there is room.",
    "S3": "Refunds are accepted within 30 days of delivery for unused items.",
}
SURE = "The shop in the mill sells gloves."
UNSURE = "The shop in the old mill sells boots."
DOGS = "The ferry carries dogs gladly."
CATS = "The ferry carries cats gladly."
YES, MAYBE, NO = (
    Entailment(0.98, 0.01, 0.01), Entailment(0.5, 0.45, 0.05), Entailment(0.02, 0.9, 0.08)
)  # fmt: skip
# The scores alone decide, so that a test says which claim is unsure.
PLAIN = Calibration(bias=0.0, entailment=1.0, contradiction=0.0, overlap=0.0, sentence_overlap=0.0)
FIRST = {SURE: YES, UNSURE: MAYBE, DOGS: MAYBE, CATS: Entailment(0.4, 0.55, 0.05)}


def verified(answer, second, **options):
    """A report with a scripted first scorer and `second` as second opinion."""
    verifier = entailed.build_verifier(
        "audit",
        scorer=ScriptedScorer(FIRST),
        judge=second,
        calibration=PLAIN,
        checks=options.pop("checks", []),
        **options,
    )
    return verifier.verify(answer, PASSAGES)


def asked(scorer):
    """The claims a scripted scorer was asked about, in order, each once."""
    return list(dict.fromkeys(pair.hypothesis for call in scorer.calls for pair in call))


def opinion(script=(), default=YES, **options):
    """A second opinion by script."""
    scorer = ScriptedScorer(dict(script), default)
    return SecondOpinion(scorer, DecisionTable(PLAIN), **options), scorer


def test_only_unsure_claims_are_asked_about():
    """The sure one keeps its verdict; the unsure one is decided anew, and the change is noted."""
    second, scorer = opinion({UNSURE: NO})
    sure, unsure = verified(f"{SURE} {UNSURE}", second).verdicts
    assert asked(scorer) == [UNSURE]
    assert (sure.label, sure.entailment) == ("supported", YES)
    assert (unsure.label, unsure.entailment) == ("related", NO)
    assert [f.reason for f in unsure.reasons if f.outcome == "note"] == ["judge_disagrees"]


def test_a_second_opinion_that_agrees_is_not_noted():
    """Only its score is taken over."""
    second, _ = opinion({UNSURE: Entailment(0.8, 0.1, 0.1)})
    (verdict,) = verified(UNSURE, second).verdicts
    assert verdict.label == "supported"
    assert round(verdict.score, 3) == 0.8
    assert verdict.reasons == ()


def test_the_band_says_what_is_unsure():
    """A narrow band asks about less, and its ends belong to it."""
    second, scorer = opinion(low=0.45, high=0.5)
    verified(f"{UNSURE} {CATS}", second)
    assert asked(scorer) == [UNSURE]


def test_beyond_the_cap_the_first_score_stands_with_a_note():
    """The least sure are asked about; `limit_reached` says that the others were not."""
    second, scorer = opinion(cap=1, default=NO)
    cats, dogs = verified(f"{CATS} {DOGS}", second).verdicts
    assert asked(scorer) == [DOGS]
    assert dogs.label == "related"
    assert [f.reason for f in cats.reasons if f.check == "judge"] == ["limit_reached"]
    assert cats.score == pytest.approx(0.4)


def test_a_note_on_the_cap_does_not_make_a_verdict_unclean():
    """The first score stands for what it is."""
    second, _ = opinion(cap=1)
    verdicts = verified(f"{UNSURE} {DOGS}", second).verdicts
    assert [v.clean for v in verdicts] == [True, True]


def test_a_failed_check_is_not_asked_about():
    """It has no score; the second opinion would have said yes."""
    second, scorer = opinion()
    answer = "Refunds are accepted within 60 days of delivery."
    (verdict,) = verified(answer, second, checks=None).verdicts
    assert verdict.label == "contradicted"
    assert scorer.calls == []


def test_a_failing_second_opinion_leaves_its_claims_unchecked():
    """The first score is not taken in its place; the sure claims stand."""
    second = SecondOpinion(FailingScorer(), DecisionTable(PLAIN))
    report = verified(f"{SURE} {UNSURE}", second)
    assert [v.label for v in report.verdicts] == ["supported", "unchecked"]
    assert [f.stage for f in report.failures] == ["judge"]


def test_out_of_time_the_first_score_stands_with_a_note():
    """Nothing is asked when the budget is gone."""
    second, scorer = opinion()
    verifier = entailed.build_verifier(
        "audit",
        scorer=SlowScorer(ScriptedScorer(FIRST), 0.06),
        judge=second,
        calibration=PLAIN,
        checks=[],
        limits=Limits(seconds=0.05),
    )
    (verdict,) = verifier.verify(UNSURE, PASSAGES).verdicts
    assert scorer.calls == []
    assert (verdict.label, verdict.reasons[-1].reason) in [
        ("supported", "limit_reached"),
        ("unchecked", "limit_reached"),  # where alignment alone took the time
    ]


def test_a_language_model_is_a_second_opinion():
    """Given as it is, it judges; both scorers are named in the report."""
    model = judging(lambda pair: honest(pair, {}, ("contradicted", 0.9)))
    report = verified(UNSURE, model)
    assert [v.label for v in report.verdicts] == ["contradicted"]
    assert [c.name for c in report.components if c.stage == "judge"] == [
        "judge:scripted",
        "decision-table",
    ]


def test_a_language_without_a_model_is_asked_about():
    """Where words decide because the first scorer does not read the language, a judge may."""
    second, scorer = opinion()
    second = dataclasses.replace(
        second, decider=DecisionTable(dataclasses.replace(PLAIN, languages=("en", "de")))
    )
    verifier = entailed.build_verifier(
        "audit", scorer=FixedScorer(), judge=second, calibration=PLAIN, checks=[]
    )
    passages = ["Der Laden in der alten Mühle verkauft Schuhe, Hüte und Handschuhe."]
    (verdict,) = verifier.verify("Der Laden verkauft auch Mützen und Stiefel.", passages).verdicts
    assert len(scorer.calls) == 1
    assert verdict.label == "supported"


@pytest.mark.parametrize(
    "options", [{"low": 0.8, "high": 0.7}, {"low": -0.1}, {"high": 1.1}, {"cap": 0}]
)
def test_options_out_of_range_are_refused(options):
    """The message says what was expected."""
    with pytest.raises(ConfigurationError, match="expected"):
        SecondOpinion(FixedScorer(), DecisionTable(), **options)
    given = {"judge_cap": 0} if "cap" in options else {
        "judge_band": (options.get("low", 0.3), options.get("high", 0.7))
    }  # fmt: skip
    with pytest.raises(ConfigurationError, match="expected"):
        entailed.build_verifier(judge=FixedScorer(), **given)


def test_what_is_neither_scorer_nor_model_is_refused():
    """The message says what would do."""
    for name in ("judge", "scorer"):
        with pytest.raises(ConfigurationError, match="complete"):
            entailed.build_verifier(**{name: 7})
    with pytest.raises(ConfigurationError, match="needs a language model"):
        entailed.build_verifier(scorer="judge")


def test_the_judge_is_listed():
    """As a scorer that needs a model."""
    row = next(c for c in entailed.components() if c.name == "judge")
    assert (row.stage, row.source, row.error) == ("scorer", "built in, given a language model", "")
