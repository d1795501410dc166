"""The check of identifiers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.identifiers import identifiers
from tests.checks.support import outcome, run

FINE = [
    ("Fishing at night is banned under Art. 5.", "Article 5 of the bylaw bans fishing at night."),
    ("The rule is in Section 3.", "Section 3(2) holds the rule."),
    ("Call open_valve to open it.", "open_valve(timeout=30): opens the valve."),
    ("The fix shipped in v1.20.", "The fix shipped in version 1.20."),
    ("quillpad.example had a 4.1% share.", "Traffic: harbor.example 33%, quillpad.example 4.1%."),
    ("Ticket #4411 is open.", "Ticket 4411: open since Monday."),
    ("Write to help@harbor.example.", "Contact: Help@Harbor.example"),
    ("It is on harbor.example.", "See https://www.harbor.example/start for it."),
    ("The flight is the A320.", "An A-320 flies the route."),
    ("COVID-19 closed the school.", "The school closed because of Covid-19."),
    ("Set MAX_RETRIES to 3.", "MAX_RETRIES=3 is what we use."),
    ("Edit src/main.py first.", "The file src/main.py must be edited."),
    ("The order INV-2024-001 was paid.", "INV-2024-001: paid."),
    ("Titanium dioxide (TiO2) is used.", "Titanium dioxide is used."),
    ("Call +49 30 1234567.", "Phone: +49 (30) 123 4567"),
    ("It cites 42 U.S.C. § 1983.", "The suit is under 42 USC 1983."),
]


@pytest.mark.parametrize(("claim", "passage"), FINE)
def test_an_identifier_of_the_evidence_is_left_alone(claim, passage):
    """Other spellings, less precise forms and own short forms raise nothing."""
    assert outcome(identifiers, claim, passage) is None


WRONG = [
    ("The package to add is org.example:pump-kit.",
     "The one package to add to the build is org.example:pump-core."),
    ("The fix shipped in version 1.2.",
     "The fix shipped in version 1.20; version 1.2 still had the fault."),
    ("The refund is for order INV-2024-010.", "The refund is for order INV-2024-001."),
    ("Night fishing is banned under Article 7.", "Night fishing is banned under Article 5."),
    ("Write to sales@harbor.example for refunds.", "For refunds write to billing@harbor.example."),
    ("Set the variable PUMP_LIMIT to 3.", "Set the variable PUMP_LIMITS to 3."),
    ("The vitamin tested was B6.", "The vitamin tested was B12."),
    ("Section 7 covers refunds.", "Section 7 covers shipping. Section 9 covers refunds."),
    ("The port is set in config.yaml.", "The port is set in settings.toml."),
    ("Pass --retry to the tool.", "Pass --retries to the tool."),
    ("open_valve also takes a retries argument.",
     "open_valve(timeout=30): opens the valve. timeout is its only argument."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "passage"), WRONG)
def test_another_identifier_of_the_same_thing_contradicts(claim, passage):
    """A neighbour in the statement about the same thing decides."""
    assert outcome(identifiers, claim, passage) == ("identifier_missing", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("See DOI 10.1000/xyz123.", "The paper is about ponds."),
        ("The case is C-131/12.", "The court ruled on search engines."),
        ("Use getUserName() for it.", "The library has no documentation."),
        ("It is filed as XR-77-B.", "It is filed in the archive."),
    ],
)
def test_an_identifier_that_is_nowhere_is_not_found(claim, passage):
    """Invented identifiers are related or missing."""
    reason, label = outcome(identifiers, claim, passage)
    assert (reason, label in ("related", "missing")) == ("identifier_missing", True)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Old files stay if --sweep is not given.",
         "Tagged rows are kept unless --keep is given. To delete old files use --sweep."),
        ("An Under-16 team may join in.",
         "Teams from Under-7 to Under-14 play; older may join in."),
    ],
)  # fmt: skip
def test_one_word_beside_another_identifier_and_an_age_prove_nothing(claim, passage):
    """What stands beside each must say more than a word, and an age group is no code."""
    assert outcome(identifiers, claim, passage) is None


def test_identifiers_of_the_question_are_given():
    """An order number the user named does not fail."""
    claim, question = "Order INV-2024-001 can be returned.", "Can I return INV-2024-001?"
    assert outcome(identifiers, claim, "Orders can be returned for 30 days.", question) is None


def test_an_invented_argument_fails_only_where_it_is_ruled_out():
    """Silence about an argument is no denial of it."""
    claim = "open_valve also takes a retries argument."
    assert outcome(identifiers, claim, "open_valve(timeout=30): opens the valve.") is None


def test_findings_point_at_both_sides():
    """The claim's identifier and the other one of the passage are located."""
    claim, passage = "The fix shipped in v1.3.", "The fix shipped in version 1.20."
    (finding,) = run(identifiers, claim, passage)
    assert finding.claim_span.of(claim) == "v1.3"
    assert finding.evidence[0].span.of(passage) == "version 1.20"


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_texts_are_checked_without_an_error(claim, passage):
    """No text makes the check fail."""
    assert isinstance(run(identifiers, claim, passage + "."), tuple)
