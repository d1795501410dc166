"""What the answering loop promises whatever a model writes, under every policy."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.dialogue import Completion
from entailed.errors import ModelError
from entailed.policy import PRESETS, load_policy
from entailed.testing import FailingScorer, ScriptedModel
from tests.answering.support import (
    BAD,
    GOOD,
    KEPT,
    MIXED,
    PASSAGES,
    QUESTION,
    SILENT,
    answerer,
    verifier,
)

REPLIES = st.sampled_from(
    [
        GOOD,
        BAD,
        MIXED,
        KEPT,
        SILENT,
        "Hello!",
        "",
        "Shipping is always free, said Anna Berg.",
        '"Items come back within 30 days" is what the manual says [returns].',
        "- Gift cards are excluded [gift].\n- Returns take 90 days [returns].\n",
        "| What | Days |\n|-|-|\n| Returns | 45 |\n",
        "Unused items can be returned within 30 days of delivery [manual-9].",
        "\ud800",
        Completion(GOOD, "length"),
        ModelError("busy", "rate_limit"),
        lambda messages: messages[1].content,
    ]
)
POLICIES = st.sampled_from([*PRESETS, "both"])
SECRET = ("60 days", "90 days", "45", "Anna", "always free", "manual-9")
"""What no evidence supports, in any of the replies."""


def policy(name):
    """A preset, or the two of the loop together."""
    return load_policy("regenerate", widen=True) if name == "both" else load_policy(name)


@settings(max_examples=50)
@given(st.lists(REPLIES, max_size=3), POLICIES, st.booleans())
def test_only_verified_text_is_an_answer(replies, name, broken):
    """Sync as async; at most two generations; and nothing unsupported but what is marked."""
    if name == "strict":
        name = "repair"  # its check for citations needs a verifier of its own
    options = {"verifier": verifier(scorer=FailingScorer())} if broken else {}
    models = ScriptedModel(replies), ScriptedModel(replies)
    outcome, other = (answerer(model, policy(name), **options) for model in models)
    outcome, other = outcome.ask(QUESTION), asyncio.run(other.aask(QUESTION))
    assert outcome == other
    assert len(models[0].calls) == len(models[1].calls) <= 2
    assert outcome.text.strip()
    if outcome.status == "verified":
        assert outcome.report.answer == outcome.text
        assert outcome.report.passed
        assert outcome.report.verdicts
        assert {c.passage.id for c in outcome.citations} <= set(PASSAGES)
    marked = outcome.because == "flagged"
    assert marked <= (name in ("flag", "suppress"))
    if not marked and "does not" not in outcome.text:  # a hedge may name what it denies
        assert not any(secret in outcome.text for secret in SECRET)
