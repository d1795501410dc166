"""What labels mean, and what is made of logits."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checkpoints.labels import head_roles, probabilities, roles_of
from entailed.errors import ConfigurationError

LOGIT = st.floats(-1e4, 1e4)


def head(names, by_name=None, **more):
    """A configuration with these labels."""
    turned = {name: place for place, name in enumerate(names)} if by_name is None else by_name
    return SimpleNamespace(
        num_labels=len(names), id2label=dict(enumerate(names)), label2id=turned, **more
    )


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (("contradiction", "entailment", "neutral"), ("contradiction", "entailment", "neutral")),
        (("ENTAILMENT", "Neutral", "CONTRADICTION"), ("entailment", "neutral", "contradiction")),
        (("REFUTES", "SUPPORTS", "NOT ENOUGH INFO"), ("contradiction", "entailment", "neutral")),
        (("entailment", "not_entailment"), ("entailment", "neutral")),
        (("non-entailment", "entailment"), ("neutral", "entailment")),
        (("refuted", "supported"), ("neutral", "entailment")),
        (("hallucinated", "consistent"), ("neutral", "entailment")),
        (("entailment",), ("entailment",)),
    ],
)
def test_usual_names_have_a_role(names, roles) -> None:
    """In any case, with any separator, in any order."""
    assert head_roles(head(names), None, "x") == roles


@pytest.mark.parametrize(
    "names",
    [
        ("LABEL_0", "LABEL_1"),
        ("0", "1"),
        ("yes", "no"),
        ("entailment", "entailment"),
        ("entailed", "supported", "neutral"),
        ("neutral", "contradiction"),
        ("entailment", "refuted", "contradiction"),
        ("entailment", "LABEL_1", "neutral"),
    ],
)
def test_names_that_do_not_say_which_is_support_are_refused(names) -> None:
    """Without exactly one entailment nothing can be told."""
    with pytest.raises(ConfigurationError):
        head_roles(head(names), None, "x")


def test_names_may_stand_in_one_mapping_only() -> None:
    """Where id2label has only numbers, label2id is read."""
    config = head(("LABEL_0", "LABEL_1"), {"not_entailment": 0, "entailment": 1})
    assert head_roles(config, None, "x") == ("neutral", "entailment")


def test_mappings_that_disagree_are_refused() -> None:
    """Either could be the right one."""
    config = head(("entailment", "neutral"), {"neutral": 0, "entailment": 1})
    with pytest.raises(ConfigurationError, match="id2label says"):
        head_roles(config, None, "x")
    assert head_roles(config, ("neutral", "entailment"), "x") == ("neutral", "entailment")


@pytest.mark.parametrize("name", ["", "LABEL_0", "score"])
def test_one_logit_needs_a_word(name) -> None:
    """It could be anything."""
    with pytest.raises(ConfigurationError, match="labels="):
        head_roles(head((name,)), None, "x")


def test_names_that_mean_neutral_are_summed() -> None:
    """Two ways of not knowing are one."""
    roles = roles_of(("supported", "refuted", "not enough info", "unsupported"), "x")
    assert probabilities([0.0] * 4, roles) == (0.25, 0.5, 0.25)


@given(st.lists(LOGIT, min_size=3, max_size=3))
def test_any_logits_give_a_distribution(logits) -> None:
    """However large they are."""
    made = probabilities(logits, ("neutral", "entailment", "contradiction"))
    assert math.isclose(sum(made), 1)
    assert all(0 <= part <= 1 for part in made)
    assert (made[0] > made[1]) <= (logits[1] > logits[0])


@given(LOGIT)
def test_one_logit_gives_a_distribution(logit) -> None:
    """A sigmoid; without contradiction."""
    supported, neutral, contradiction = probabilities([logit], ("entailment",))
    assert supported + neutral == pytest.approx(1)
    assert contradiction == 0
    assert (supported > 0.5) <= (logit > 0)
