"""Which kinds a claim is of."""

from __future__ import annotations

import pytest

import entailed
from entailed.calibration import KINDS, kinds_of


def kinds(answer, *passages):
    """The kinds of the only claim of an answer."""
    report = entailed.verify(answer, list(passages), policy="audit", scorer="lexical")
    (verdict,) = report.verdicts
    return set(kinds_of(verdict, report.evidence))


@pytest.mark.parametrize(
    ("answer", "passage", "expected"),
    [
        ("The fee is 20 euros [S1].", "The fee is 20 euros.", {"numeric"}),
        ("It opened on 3 May 2021 [S1].", "It opened on 3 May 2021.", {"numeric"}),
        ("The lake is deep [S1].", "The lake is deep.", set()),
        ("The lake is deep.", "The lake is deep.", {"uncited"}),
        ("Pets are not allowed [S1].", "Pets are not allowed.", {"negated"}),
        (
            'The guide says "always wear a helmet outside" [S1].',
            "The guide says: always wear a helmet outside.",
            {"quoted"},
        ),
        (
            "Visitors may bring animals along [S1].",
            "Guests are welcome with their animals.",
            {"paraphrase"},
        ),
    ],
)
def test_a_claim_is_of_the_kinds_its_text_shows(answer, passage, expected):
    """Numbers, dates, quotations, denials, other words, no citation."""
    assert kinds(answer, passage) == expected


def test_a_claim_that_rests_on_two_passages_is_of_their_kind():
    """One names the place, the other the owner."""
    found = kinds(
        "Order 17 was shipped to Anna in Lisbon.",
        "Order 17 was shipped to Lisbon.",
        "Order 17 belongs to Anna.",
    )
    assert "multi_passage" in found


def test_every_kind_is_described():
    """In the order they are reported."""
    assert list(KINDS) == [
        "numeric", "quoted", "paraphrase", "multi_passage", "negated", "uncited",
    ]  # fmt: skip
