"""Exceptions to rules about all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.exclusions import exclusions
from entailed.text.exclusions import exclusion
from tests.checks.support import outcome, run

DAILY = "The museum is open daily except Mondays."
ESTATE = "The warranty covers all damage except water damage."
PETS = "No pets are allowed in the hotel, with the exception of guide dogs."
LUNES = "El museo abre todos los días excepto los lunes."
MARDI = "Le musée est ouvert tous les jours sauf le mardi."
OPPOSED = (
    ("The museum is open every day.", DAILY),
    ("The museum is open on Mondays.", DAILY),
    ("The warranty covers water damage.", ESTATE),
    ("Guide dogs are not allowed in the hotel.", PETS),
    ("El museo abre los lunes.", LUNES),
    ("Le musée est ouvert le mardi.", MARDI),
    ("Interns are insured.", "All staff are insured, excluding interns."),
    ("All products are shipped free.", "All products except furniture are shipped free."),
    ("图书馆周一开放。", "除周一外，图书馆每天开放。"),
    (
        "Imported books are exempt from the tax.",
        "Books are exempt from the tax except imported books.",
    ),
    (
        "Used tyres are accepted at the depot.",
        "The following are accepted at the depot, with the exception of used tyres: glass, paper.",
    ),
    ("Alcohol may be brought along.", "Everything except alcohol may be brought along."),
    ("The kiosk is open on Fridays.", "The kiosk is open except on Fridays."),
)
CONFIRMED = (
    ("The museum is open every day but Monday.", DAILY),
    ("The museum is closed on Mondays.", DAILY),
    ("The museum isn't open on Monday.", DAILY),
    ("Water damage isn't covered by the warranty.", ESTATE),
    ("Guide dogs are allowed in the hotel.", PETS),
    ("El museo cierra los lunes.", LUNES),
    ("Le musée est fermé le mardi.", MARDI),
    ("All staff are insured except interns.", "All staff are insured, excluding interns."),
    ("图书馆周一不开放。", "除周一外，图书馆每天开放。"),
)
SILENT = (
    ("The museum is open on Tuesdays.", DAILY),
    ("The museum may be open on Mondays.", DAILY),
    ("Pets are not allowed in the hotel.", PETS),
    ("The bridge is open on Sundays.", "The bridge is open every day except on public holidays."),
    ("The museum is free on Mondays.", DAILY),
    ("The city has a museum.", "The city has a castle apart from the museum."),
    ("Food may be brought along.", "Everything except alcohol may be brought along."),
    ("Glass is accepted.", "The following are accepted, except used tyres: glass, paper."),
    ("The bar is closed on Mondays.", DAILY),
    ("", DAILY),
)


@pytest.mark.parametrize(("claim", "evidence"), OPPOSED)
def test_what_is_excepted_contradicts_the_rule_said_of_it(claim: str, evidence: str) -> None:
    """The rule said of its exception, or of all without it, is contradicted."""
    assert outcome(exclusions, claim, evidence) == ("negation_flip", "contradicted")


@pytest.mark.parametrize(("claim", "evidence"), CONFIRMED)
def test_the_opposite_said_of_what_is_excepted_is_confirmed(claim: str, evidence: str) -> None:
    """The pass spans the whole claim."""
    (finding,) = run(exclusions, claim, evidence)
    assert finding.outcome == "pass"
    assert finding.claim_span.of(claim) == claim


@pytest.mark.parametrize(("claim", "evidence"), SILENT)
def test_silent_on_all_else(claim: str, evidence: str) -> None:
    """Other members, hedges and other subjects are none of its business."""
    assert run(exclusions, claim, evidence) == ()


def test_silent_where_another_sentence_speaks_of_the_exception() -> None:
    """A later rule for the same thing may hold."""
    more = f"{DAILY} In August it is open on Mondays as well."
    assert run(exclusions, "The museum is open on Mondays.", more) == ()


@given(st.text(max_size=200))
def test_reads_any_text(text: str) -> None:
    """An exception lies inside its text."""
    found = exclusion(text)
    assert found is None or 0 <= found.span.start < found.span.end <= len(text)
