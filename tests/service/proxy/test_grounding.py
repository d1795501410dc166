"""The `grounding` object: places in the text that is shown, and no word more than it may tell."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.assembly import build_verifier
from entailed.evidence import freeze
from entailed.service.proxy.grounding import Judged, Telling, grounding, overall
from tests.service.proxy.conftest import DOCUMENTS, FALSE, OTHER, TRUE

EVIDENCE = freeze(DOCUMENTS)
VERIFIERS = {
    name: build_verifier(name, scorer="lexical")
    for name in ("audit", "flag", "suppress", "repair", "strict")
}
SENTENCES = [
    TRUE,
    FALSE,
    OTHER,
    "Gift cards are not refundable [S9].",
    "Gift cards cost 5 euros.",
    "- Gift cards are not refundable [S2].",
    "\n\n",
    "Hello!",
]


def judged(answer, policy, index=0):
    """What a policy makes of an answer."""
    report = VERIFIERS[policy].verify(answer, EVIDENCE)
    return Judged(index, report.status, report.action, report.repaired_answer, report)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(SENTENCES), max_size=5).map(" ".join),
    st.sampled_from(sorted(VERIFIERS)),
)
def test_a_span_is_the_place_of_its_claim_in_the_shown_text(answer, policy):
    """The words of the claim stand there, in order; a clean claim that is shown has a place."""
    one = judged(answer, policy)
    made = grounding([one], Telling(policy, EVIDENCE))
    for verdict, claim in zip(one.report.verdicts, made["claims"], strict=True):
        span = claim["span"]
        if span is None:
            assert answer != one.text
            continue
        there = one.text[span["start"] : span["end"]]
        written = verdict.claim.span.of(answer)
        assert there.split()[0].strip("-") == written.split()[0].strip("-")
        assert 0 <= span["start"] < span["end"] <= len(one.text)


@pytest.mark.parametrize("policy", ["flag", "audit"])
def test_marks_do_not_move_claims_away(policy):
    """Each claim of an answer that is only marked has its place."""
    one = judged(f"{TRUE} {FALSE} {OTHER}", policy)
    claims = grounding([one], Telling(policy, EVIDENCE))["claims"]
    places = [one.text[c["span"]["start"] : c["span"]["end"]] for c in claims]
    assert [place[:8] for place in places] == ["Refunds ", "Refunds ", "Gift car"]
    assert "60 days" in places[1]


def test_words_that_are_not_shown_are_told_as_the_settings_say():
    """With them the original; of a blocked answer never."""
    one = judged(f"{FALSE} {OTHER}", "suppress")
    told = grounding([one], Telling("suppress", EVIDENCE))
    silent = grounding([one], Telling("suppress", EVIDENCE, show_removed=False))
    blocked = grounding([judged(FALSE, "strict")], Telling("strict", EVIDENCE))
    assert told["choices"][0]["original"] == f"{FALSE} {OTHER}"
    assert "60 days" in told["claims"][0]["text"]
    for made in (silent, blocked):
        assert "60 days" not in str(made)
        assert made["claims"][0]["label"] == "contradicted"


def test_the_whole_is_as_bad_as_its_worst_choice():
    """Statuses, actions and counts are over all choices."""
    both = [judged(TRUE, "repair"), judged(FALSE, "repair", 1), Judged(2, "not_applicable")]
    made = grounding(both, Telling("repair", EVIDENCE))
    assert made["status"] == overall(both) == "ungrounded"
    assert made["action"] == "repair"
    assert made["counts"]["supported"] == made["counts"]["contradicted"] == 1
    assert overall([]) == "not_applicable"
