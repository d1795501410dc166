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
    (
        "The pool is always open.",
        "The pool is open from May to September.",
        "quantifier_added",
        "related",
    ),
    ("Nurses often work nights.", "Nurses sometimes work nights.", "quantifier_added", "related"),
    (
        "Most voters backed the plan.",
        "A few voters backed the plan.",
        "quantifier_added",
        "related",
    ),
    (
        "Every room has a balcony.",
        "Two of the rooms have a balcony, the others do not.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "Only the manager can open the safe.",
        "The manager can open the safe. The deputy can open the safe as well.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "It is the most popular dish in town.",
        "It is a popular dish in town.",
        "quantifier_added",
        "related",
    ),
    (
        "The festival is the largest in Europe.",
        "The festival is held every year in Europe.",
        "quantifier_added",
        "related",
    ),
    (
        "The device guarantees full privacy.",
        "The device offers full privacy.",
        "quantifier_added",
        "related",
    ),
    (
        "Passengers must show a ticket.",
        "Passengers may be asked to show a ticket.",
        "quantifier_added",
        "related",
    ),
    (
        "Drivers should check the oil weekly.",
        "Drivers must check the oil weekly.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Alle Filialen schließen früh.",
        "Einige Filialen schließen früh.",
        "quantifier_added",
        "related",
    ),
    (
        "Only nurses may open the cabinet.",
        "Nurses may open the cabinet. Doctors may open the cabinet too.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "Only nurses may open the cabinet.",
        "Nurses may open the cabinet.",
        "quantifier_added",
        "related",
    ),
    (
        "Every shop opens on Sundays.",
        "Some shops open on Sundays; the rest stay closed.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "Most of the staff work from home.",
        "Some of the staff work from home.",
        "quantifier_added",
        "related",
    ),
    ("Dogs are always welcome.", "Dogs are welcome.", "quantifier_added", "related"),
    ("Trains usually run late.", "Trains sometimes run late.", "quantifier_added", "related"),
    (
        "Alle Schüler haben bestanden.",
        "Die meisten Schüler haben bestanden.",
        "quantifier_added",
        "related",
    ),
    (
        "Nur Mitglieder dürfen parken.",
        "Mitglieder dürfen parken. Gäste dürfen ebenfalls parken.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "Tous les magasins ferment tôt.",
        "Certains magasins ferment tôt.",
        "quantifier_added",
        "related",
    ),
    (
        "Solo los socios pueden entrar.",
        "Los socios pueden entrar. Los visitantes también pueden entrar.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "The discount applies to all customers.",
        "The discount applies only to new customers.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "La remise s'applique à tous les clients.",
        "La remise s'applique uniquement aux nouveaux clients.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "El bono se paga a todos los empleados.",
        "El bono se paga solo a los empleados fijos.",
        "quantifier_added",
        "contradicted",
    ),
    (
        "Der Rabatt gilt für alle Kunden.",
        "Der Rabatt gilt nur für Neukunden.",
        "quantifier_added",
        "contradicted",
    ),
)


@pytest.mark.parametrize(("claim", "evidence", "reason", "label"), FLAGGED)
def test_flags(claim: str, evidence: str, reason: str, label: str) -> None:
    """A claim that departs from its evidence in this way gets reason and label."""
    assert outcome(qualifiers, claim, evidence) == (reason, label)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Unused items only.", "Refunds are accepted within 30 days for unused items."),
        ("Only on weekdays.", "The desk is staffed on weekdays."),
        ("Registered nurses only.", "The course is open to registered nurses."),
    ],
)
def test_only_and_a_condition_of_the_evidence_add_nothing(claim: str, evidence: str) -> None:
    """Without a verb the claim names for what a rule holds; the evidence gives it for just that."""
    assert outcome(qualifiers, claim, evidence) is None


def test_only_and_what_the_evidence_is_about_still_add_something() -> None:
    """A subject is no condition: others may do so too."""
    evidence = "Registered nurses attend the course."
    found = outcome(qualifiers, "Only registered nurses attend the course.", evidence)
    assert found == ("quantifier_added", "related")


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The leek should be cut close to the root.",
         "Cut the leek as close to the root as you can."),
        ("Raw milk has to be boiled.", "Raw milk can be sold only boiled."),
        ("It would have to pay a fee of 40 euros.", "It may leave for a fee of 40 euros."),
        ("Girls were admitted to all classes in 1931.",
         "Girls were admitted in 1919, to drawing only, and to all classes in 1931."),
        ("The permit is required in all 33 wards.",
         "The permit is required in every one of its 33 wards."),
        ("A plumber usually charges 60 euros.", "A plumber charges 60 euros."),
    ],
)  # fmt: skip
def test_the_same_rule_in_other_words_adds_nothing(claim: str, evidence: str) -> None:
    """Other acts, duties told as "only", wholes told one by one, and what holds as a rule."""
    assert outcome(qualifiers, claim, evidence) is None


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Raw milk must be boiled.", "Raw milk may be boiled."),
        ("The permit is required in all wards.", "The permit is required in some wards."),
        ("A plumber always charges 60 euros.", "A plumber charges 60 euros."),
    ],
)
def test_a_stronger_rule_still_adds_something(claim: str, evidence: str) -> None:
    """One act with a stronger norm, more of a group, and "always" where nothing is said."""
    found = outcome(qualifiers, claim, evidence)
    assert found is not None
    assert found[0] == "quantifier_added"
