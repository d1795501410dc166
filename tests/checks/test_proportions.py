"""Majorities and minorities against figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.proportions import proportions
from entailed.text.shares import figure_share, word_share
from tests.checks.support import outcome, run

OPPOSED = (
    ("Most students passed the exam.", "Only a third of the students passed the exam."),
    ("Most of the shops are open.", "4 of the 20 shops are open."),
    ("Die meisten Kunden sind zufrieden.", "Nur 20 Prozent der Kunden sind zufrieden."),
    ("A minority of tenants paid late.", "70% of tenants paid late."),
)
CONFIRMED = (
    ("A minority of students passed.", "Only a third of the students passed the exam."),
    ("The majority of members voted for it.", "62% of members voted for it."),
    ("Most of the shops are open.", "More than 60% of shops are open."),
)
SILENT = (
    ("Most students passed the exam.", "A third of the teachers passed the exam."),
    ("Most students passed the exam.", "A third of the students failed the exam."),
    ("Most students passed the exam.", "Half of the students passed the exam."),
    ("Most students may pass the exam.", "A third of the students passed the exam."),
    (
        "Most students passed.",
        "A third of the students passed in May, 80% of the students in June.",
    ),
    ("Most students passed the exam.", "Less than 80% of students passed the exam."),
    ("The most expensive room costs 90 euros.", "A third of the rooms cost 90 euros."),
    ("", "A third of the students passed."),
)


@pytest.mark.parametrize(("claim", "evidence"), OPPOSED)
def test_a_figure_outside_the_share_contradicts_it(claim: str, evidence: str) -> None:
    """The group and what is said of it are the same."""
    assert outcome(proportions, claim, evidence) == ("number_mismatch", "contradicted")


@pytest.mark.parametrize(("claim", "evidence"), CONFIRMED)
def test_a_figure_inside_the_share_confirms_its_words(claim: str, evidence: str) -> None:
    """The pass covers the words for the share only."""
    (finding,) = run(proportions, claim, evidence)
    assert finding.outcome == "pass"
    assert len(finding.claim_span) < len(claim) / 2


@pytest.mark.parametrize(("claim", "evidence"), SILENT)
def test_silent_on_all_else(claim: str, evidence: str) -> None:
    """Other groups, other predicates, halves, two figures and hedges decide nothing."""
    assert run(proportions, claim, evidence) == ()


@given(st.text(max_size=120))
def test_reads_any_text(text: str) -> None:
    """Shares lie in [0, 1] and inside the text."""
    for share in (word_share(text, 0), figure_share(text, 0, len(text))):
        assert share is None or 0 <= share.low <= share.high <= 1
