"""Sampling: what is always checked, what is drawn, and what is said of the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entailed
from entailed.errors import ConfigurationError
from entailed.sampling import always_checked, is_drawn
from entailed.testing import FixedScorer
from entailed.types import Citation, Claim, Entailment, Limits, Mapped, Span

PASSAGES = {
    "S1": "The mill grinds flour. The shop sells bread. The yard has a well. The barn is dry. "
    "The road is steep. The gate is green. The roof is new. The pond is deep. The goat is old.",
    "S2": "Refunds are accepted within 30 days of delivery for unused items.",
}
PLAIN = (
    "The mill grinds some flour. The shop sells some bread. The yard has one old well. The barn "
    "is rather dry. The road is rather steep. The gate is quite green. The roof is quite new."
)
YES = Entailment(0.98, 0.01, 0.01)


def claim(text, cited=()):
    """A claim that is its whole answer."""
    span = Span(0, len(text))
    citations = (Citation(span, "[S1]", cited),) if cited else ()
    return Claim("c1", span, Mapped.identity(text), span, citations)


def verified(answer, share, seed=0, policy="audit"):
    """A report with a sample and a scorer that says yes."""
    verifier = entailed.build_verifier(policy, scorer=FixedScorer(YES), sample=share, seed=seed)
    return verifier.verify(answer, PASSAGES)


@pytest.mark.parametrize(
    ("text", "cited", "always"),
    [
        ("The fee is 5 euros.", (), True),
        ("It opened in May 1931.", (), True),
        ("Two thirds of the members agree.", (), True),
        ("The notice says “no dogs are allowed here”.", (), True),
        ("It is called “Rex”.", (), False),
        ("The key is in the file config.toml.", ("S1",), True),
        ("The key is in the file config.toml.", (), False),
        ("The mill grinds flour.", ("S1",), False),
    ],
)
def test_what_is_most_often_wrong_is_always_checked(text, cited, always):
    """Numbers, dates and quotations; identifiers where a passage is cited for them."""
    assert always_checked(claim(text, cited)) is always


@given(st.text(min_size=1), st.integers(), st.floats(0, 1), st.floats(0, 1))
def test_a_larger_sample_holds_the_smaller_one(text, seed, one, other):
    """And the same claim is drawn the same way each time."""
    low, high = sorted((one, other))
    drawn = [is_drawn(claim(text), share, seed, "sha256:0") for share in (0, low, high, 1)]
    assert drawn == sorted(drawn)
    assert drawn[0] is False
    assert drawn[-1] is True


def test_about_the_share_is_drawn():
    """Over many claims, and not the same ones for another seed or another answer."""
    claims = [claim(f"Claim {n}.") for n in range(2000)]
    one = [is_drawn(c, 0.3, 1, "sha256:a") for c in claims]
    assert 0.25 < sum(one) / len(one) < 0.35
    assert one != [is_drawn(c, 0.3, 2, "sha256:a") for c in claims]
    assert one != [is_drawn(c, 0.3, 1, "sha256:b") for c in claims]


def test_what_is_not_drawn_is_unchecked_with_its_own_reason():
    """Never supported; it keeps its place among the verdicts, and nothing has failed."""
    report = verified(PLAIN, 0.4)
    labels = [v.label for v in report.verdicts]
    assert set(labels) == {"supported", "unchecked"}
    assert [v.claim.span for v in report.verdicts] == sorted(v.claim.span for v in report.verdicts)
    left = next(v for v in report.verdicts if v.label == "unchecked")
    assert [f.reason for f in left.reasons] == ["not_sampled"]
    assert "40%" in left.reasons[0].message
    assert (report.status, report.failures) == ("unchecked", ())


def test_the_same_seed_draws_the_same_claims():
    """Run after run; another seed draws others."""
    assert verified(PLAIN, 0.4, 7).verdicts == verified(PLAIN, 0.4, 7).verdicts
    drawn = {tuple(v.label for v in verified(PLAIN, 0.4, seed).verdicts) for seed in range(8)}
    assert len(drawn) > 3


def test_a_wrong_number_is_found_in_the_smallest_sample():
    """It is checked although nothing is drawn."""
    report = verified(f"{PLAIN} Refunds are accepted within 60 days.", 0)
    assert [v.label for v in report.verdicts][-1] == "contradicted"
    assert [v.label for v in report.verdicts][:-1] == ["unchecked"] * 7
    assert report.status == "ungrounded"


@pytest.mark.parametrize("policy", ["flag", "suppress", "repair"])
def test_what_is_not_drawn_is_left_as_it_is(policy):
    """A wrong claim is dealt with, the unsampled ones stay without a mark."""
    report = verified(f"{PLAIN} Refunds are accepted within 60 days.", 0, policy=policy)
    assert report.repaired_answer.startswith(PLAIN)
    assert "60 days." not in report.repaired_answer


@pytest.mark.parametrize("policy", ["flag", "suppress", "repair"])
def test_an_answer_of_which_nothing_is_drawn_passes_unverified(policy):
    """It is shown as it is, and its status says that it was not checked."""
    report = verified(PLAIN, 0, policy=policy)
    assert (report.action, report.repaired_answer) == ("pass", PLAIN)
    assert (report.status, report.passed) == ("unchecked", False)


def test_strict_shows_nothing_that_was_not_checked():
    """A sample and fail-closed do not go together."""
    assert verified(PLAIN, 0.4, policy="strict").action == "block"


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_out_of_range_is_refused(share):
    """By the limits themselves and by the builder."""
    with pytest.raises(ValueError, match="from 0 to 1"):
        Limits(sample=share)
    with pytest.raises(ConfigurationError, match="from 0 to 1"):
        entailed.build_verifier(sample=share)
