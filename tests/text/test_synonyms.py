"""Synonyms."""

import pytest

from entailed.text.antonyms import opposites
from entailed.text.roots import root
from entailed.text.synonyms import inflected, synonymous


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("refused", "rejects"),
        ("entitled", "eligible"),
        ("tenants", "renter"),
        ("bought", "purchase"),
    ],
)
def test_forms_of_listed_words_stand_for_one_another(one: str, other: str) -> None:
    """Regular and listed forms are found by root, in both directions."""
    assert synonymous(root(one), root(other))
    assert synonymous(root(other), root(one))


@pytest.mark.parametrize(("one", "other"), [("open", "closed"), ("fee", "free"), ("cat", "cat")])
def test_other_words_do_not(one: str, other: str) -> None:
    """Opposites, look-alikes and a word itself are no synonyms."""
    assert not synonymous(root(one), root(other))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("haustier", "haustieren", True),
        ("inundación", "inundacion", True),
        ("mieter", "vermieter", False),
        ("tag", "tage", False),
    ],
)
def test_inflected_forms_differ_by_a_plain_ending(one: str, other: str, same: bool) -> None:
    """Accents and a short ending make no other word; a prefix does, and short words may."""
    assert inflected(one, other) is same


def test_antonyms_are_no_synonyms() -> None:
    """What a check takes for agreement is never a listed opposition."""
    pairs = [("allow", "forbid"), ("hire", "dismiss"), ("increase", "reduce")]
    assert not any(synonymous(root(a), root(b)) for a, b in pairs)
    assert opposites(root("allow"), root("forbid"))
