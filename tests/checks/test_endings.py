"""What has ended and what goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.endings import endings
from entailed.text.endings import phase
from entailed.types import Span
from tests.checks.support import outcome, run

OPPOSED = (
    ("The factory still makes engines.", "The factory stopped making engines in 1998."),
    ("The bridge is being repaired.", "Repairs of the bridge were completed in June."),
    ("The ferry still runs daily.", "The ferry no longer runs daily."),
    ("The ferry no longer runs daily.", "The ferry still runs daily."),
    ("The trial is ongoing.", "The trial was concluded in May."),
)
CONFIRMED = (
    ("The factory no longer makes engines.", "The factory stopped making engines in 1998."),
    ("The law is no longer in force.", "The law was repealed in 2016."),
    ("The office no longer exists.", "The office was dissolved in 2011."),
    ("La tienda ya no existe.", "La tienda cerró definitivamente en 2018."),
    ("Le magasin n'existe plus.", "Le magasin a définitivement fermé en 2018."),
    ("The airline still flies to Rome.", "The airline still flies to Rome and Oslo."),
)
SILENT = (
    ("The firm no longer sells printers.", "The firm has discontinued its scanners."),
    ("The ferry still runs.", "The ferry stopped running in 2010 and resumed in 2012."),
    ("The team is still looking for a coach.", "The team has not stopped looking for a coach."),
    ("The road is still closed.", "The road was closed in 2019."),
    ("In 1990 the factory still made engines.", "The factory stopped making engines in 1998."),
    ("The school no longer exists.", "The school may be closed permanently."),
    ("The museum is being rebuilt.", "The rebuilding of the library was completed in May."),
)


@pytest.mark.parametrize(("claim", "evidence"), OPPOSED)
def test_what_has_ended_does_not_go_on(claim: str, evidence: str) -> None:
    """A claim of the other phase is contradicted."""
    assert outcome(endings, claim, evidence) == ("temporal_drift", "contradicted")


@pytest.mark.parametrize(("claim", "evidence"), CONFIRMED)
def test_the_same_end_in_other_words_is_confirmed(claim: str, evidence: str) -> None:
    """The pass spans the clause."""
    (finding,) = run(endings, claim, evidence)
    assert finding.outcome == "pass"
    assert len(finding.claim_span) >= len(claim) - 1


@pytest.mark.parametrize(("claim", "evidence"), SILENT)
def test_silent_on_all_else(claim: str, evidence: str) -> None:
    """Other subjects, other times, plans and new beginnings decide nothing."""
    assert run(endings, claim, evidence) == ()


@given(st.text(max_size=200))
def test_reads_any_text(text: str) -> None:
    """The place found lies inside the span looked at."""
    _, place = phase(text, Span(0, len(text)))
    assert place is None or 0 <= place.start < place.end <= len(text)
