"""`min_support`: how much support a claim needs that no check and no wording settles."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import entailed
from entailed.answering import Answerer
from entailed.cli import app
from entailed.decision import Calibration, DecisionTable
from entailed.errors import ConfigurationError
from entailed.policy import load_policy
from entailed.testing import ScriptedModel, ScriptedRetriever
from entailed.types import Entailment

PASSAGE = "The extension is agreed in writing by both parties before the contract ends."
CLAIM = "Both sides must agree on an extension while the contract still runs."
HALF = Entailment(0.5, 0.4, 0.1)
WEIGHTS = Calibration(
    bias=0.0, entailment=1.0, contradiction=0.0, overlap=0.0, sentence_overlap=0.0, t_support=0.4
)  # fmt: skip


class Half:
    """A scorer that is never sure."""

    name, version, digest = "half", "1", ""

    def score(self, pairs):
        """One half for everything."""
        return [HALF for _ in pairs]


def built(policy="flag", **options):
    """A verifier whose model gives every pair one half."""
    return entailed.build_verifier(policy, scorer=Half(), calibration=WEIGHTS, **options)


@pytest.mark.parametrize(
    ("least", "label"), [(0.0, "supported"), (0.5, "supported"), (0.51, "related")]
)
def test_a_claim_below_the_least_support_is_related(least, label):
    """The model's one half is enough for its own threshold, and for a least support up to it."""
    report = built(min_support=least).verify(CLAIM, [PASSAGE])
    (verdict,) = report.verdicts
    assert verdict.label == label
    assert verdict.score == pytest.approx(0.5)
    assert [f.reason for f in verdict.reasons] == (
        [] if label == "supported" else ["low_entailment"]
    )


def test_a_lower_one_does_not_loosen_the_scorers_threshold():
    """It is a floor."""
    firm = replace(WEIGHTS, t_support=0.6)
    verifier = entailed.build_verifier(scorer=Half(), calibration=firm, min_support=0.1)
    assert verifier.verify(CLAIM, [PASSAGE]).verdicts[0].label == "related"


def test_what_stands_word_for_word_needs_no_model():
    """Nor does a least support of one touch it."""
    report = built(min_support=1.0).verify(PASSAGE, [PASSAGE])
    assert report.verdicts[0].label == "supported"


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_higher_of_two_floors_counts(first, second):
    """Whatever their order, and the rest of the weights stays."""
    table = DecisionTable(WEIGHTS)
    once = table.at_least(first).at_least(second)
    assert once == table.at_least(second).at_least(first)
    assert once.calibration.t_support == max(first, second, WEIGHTS.t_support)
    assert replace(once.calibration, t_support=WEIGHTS.t_support) == WEIGHTS


def test_the_table_says_by_its_digest_that_it_asks_for_more():
    """A record made under one is not taken for a record made under another."""
    table = DecisionTable(WEIGHTS)
    assert table.at_least(0.3).digest == table.digest != table.at_least(0.7).digest


def answerer(policy, verifier):
    """An answerer whose model says the claim."""
    return Answerer(
        ScriptedRetriever([PASSAGE]), ScriptedModel([CLAIM, CLAIM]), verifier, load_policy(policy)
    )


def test_the_answering_loop_asks_for_what_its_own_policy_wants():
    """Also over a verifier that was made under another."""
    verifier = built("audit")
    lenient = load_policy("repair", min_support=0.0)
    firm = load_policy("repair", min_support=0.8)
    question = "When is an extension agreed?"
    assert answerer(lenient, verifier).ask(question).status == "verified"
    assert answerer(firm, verifier).ask(question).status == "unsupported"


def test_a_decider_that_cannot_ask_for_more_is_refused():
    """With what may be done about it; a policy without a least support takes it."""

    class Own:
        name, version, digest = "own", "1", ""
        pairs = DecisionTable(WEIGHTS).pairs
        decide = DecisionTable(WEIGHTS).decide

    verifier = built("audit").changed(decider=Own())
    assert answerer(load_policy("repair", min_support=0.0), verifier)
    with pytest.raises(ConfigurationError, match=r"at least 0.8.*at_least\(support\), got Own"):
        answerer(load_policy("repair", min_support=0.8), verifier)


def test_the_command_line_sets_it():
    """A request's policy gives way to it."""
    near = "An extension is agreed in writing by the parties before the contract ends."
    body = {"answer": near, "passages": [PASSAGE], "policy": {"min_support": 0.0}}
    labels = []
    for least in ("0", "1"):
        result = CliRunner().invoke(
            app,
            ["verify", "--request", "-", "--scorer", "lexical", "--min-support", least,
             "--format", "json"],
            input=json.dumps(body),
        )  # fmt: skip
        labels.append(json.loads(result.stdout)["verdicts"][0]["label"])
    assert labels == ["supported", "related"]
