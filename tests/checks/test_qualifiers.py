"""Qualifiers: quantifiers, exclusives, superlatives and norms made stronger."""

import pytest

from entailed.checks.qualifiers import qualifiers
from tests.checks.support import outcome

FLAGGED = (
    ("All patients recovered.", "Some patients recovered.", "quantifier_added", "related"),
    ("Every store sells stamps.", "Most stores sell stamps.", "quantifier_added", "related"),
    (
        "Most patients recovered.",
        "Some patients recovered; the others did not.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "Only adults may enter the casino.",
        "Adults may enter the casino. Children may also enter the casino.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "The ferry always leaves on time.",
        "The ferry usually leaves on time.",
        "quantifier_added",
        "related",
    ),
    (
        "The valve is always closed at night.",
        "The valve is closed at night.",
        "quantifier_added",
        "related",
    ),
    (
        "It is the oldest bridge in the county.",
        "It is a bridge in the county.",
        "quantifier_added",
        "related",
    ),
    (
        "The tower is the tallest building in the city.",
        "The tower is a building in the city, 90 metres tall.",
        "quantifier_added",
        "related",
    ),
    (
        "Delivery within two days is guaranteed.",
        "Delivery within two days is the target.",
        "quantifier_added",
        "related",
    ),
    (
        "Each of the valves was replaced.",
        "Four of the six valves were replaced.",
        "quantifier_added",
        "related",
    ),
    ("Staff must wear a badge.", "Staff should wear a badge.", "quantifier_added", "related"),
    ("Staff must wear a badge.", "Staff may wear a badge.", "quantifier_added", "related"),
    ("Staff should wear a badge.", "Staff must wear a badge.", "qualifier_dropped", "related"),
)


@pytest.mark.parametrize(("claim", "evidence", "reason", "label"), FLAGGED)
def test_flags(claim: str, evidence: str, reason: str, label: str) -> None:
    """A claim that departs from its evidence in this way gets reason and label."""
    assert outcome(qualifiers, claim, evidence) == (reason, label)
