"""The check of words that change an office."""

from __future__ import annotations

import pytest

from entailed.checks.offices import offices
from tests.checks.support import outcome


@pytest.mark.parametrize(
    ("claim", "passage", "reason"),
    [
        (
            "Ana Ruiz is the deputy head of the institute.",
            "Professor Ana Ruiz is the head of the institute. Her deputy is Jon Berg.",
            "entity_mismatch",
        ),
        (
            "Mara Voss, the acting director, signed it.",
            "Director Mara Voss signed it.",
            "entity_mismatch",
        ),
        (
            "Jon Berg is the head of the institute.",
            "Jon Berg is the deputy head of the institute.",
            "qualifier_dropped",
        ),
        (
            "Ida Holm is the mayor of Tarn.",
            "Ida Holm, former mayor of Tarn, now runs a farm.",
            "qualifier_dropped",
        ),
        (
            "Leo Park is the president of the club.",
            "Leo Park is the vice-president of the club.",
            "qualifier_dropped",
        ),
    ],
)
def test_another_office_is_no_support(claim: str, passage: str, reason: str) -> None:
    """Added and left out words both make another office."""
    assert outcome(offices, claim, passage) == (reason, "related")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Jon Berg is the deputy head.", "The deputy head is Jon Berg."),
        ("Ida Holm was the mayor of Tarn.", "Ida Holm, former mayor of Tarn, runs a farm."),
        ("Ida Holm runs a farm.", "Ida Holm, former mayor of Tarn, runs a farm."),
        (
            "Ana Ruiz is the head of the institute.",
            "Ana Ruiz is the head of the institute; Jon Berg is deputy head.",
        ),
        ("The former mill is a hotel.", "The mill is a hotel now."),
        ("Leo Park is the vice president.", "Leo Park is vice-president."),
    ],
)
def test_the_same_office_is_left_alone(claim: str, passage: str) -> None:
    """Hyphens, the past, things and offices stated as claimed raise nothing."""
    assert outcome(offices, claim, passage) is None
