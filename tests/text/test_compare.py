"""Comparing quantities: units, rounding, bounds, signs."""

import pytest

from entailed.text.compare import compare
from entailed.text.quantities import read_quantities


def relation(claimed: str, stated: str) -> str:
    """How the first quantity of one text stands to that of another."""
    return compare(read_quantities(claimed)[0], read_quantities(stated)[0])


@pytest.mark.parametrize(
    ("claimed", "stated"),
    [
        ("240 cm", "2.4 m"),
        ("68 °F", "20 °C"),
        ("50 µg", "50 mcg"),
        ("0.05 mg", "50 mcg"),
        ("90 minutes", "1.5 hours"),
        ("1 h 35 min", "95 minutes"),
        ("2 weeks", "14 days"),
        ("a dozen eggs", "12 eggs"),
        ("three batteries", "3 batteries"),
        ("25%", "a quarter of the pilots"),
        ("2.5 billion yuan", "25亿元"),
        ("2.5e-6 bar", "2.5 × 10^-6 bar"),
        ("1250000 €", "1 250 000 €"),
        ("CHF 1,250,000", "CHF 1'250'000"),
        ("120 km/h", "120 kilometres per hour"),
        ("no more than 23 kg", "at most 23 kg"),
        ("7-2", "7–2"),
        ("1 kWh", "1000 Wh"),
        ("0.5%", "½ percent"),
        ("1 year", "12 months"),
    ],
)
def test_equal_in_another_form(claimed: str, stated: str) -> None:
    """Units, scales, scripts and wording do not make a difference."""
    assert relation(claimed, stated) == "equal"


@pytest.mark.parametrize(
    ("claimed", "stated"),
    [
        ("about 130 people", "128 people"),
        ("nearly 50%", "48.7%"),
        ("almost half of the members", "48% of members"),
        ("49%", "48.7%"),
        ("12.5 million", "12,483,221"),
        ("over 500 members", "700 members"),
        ("fewer than 10 stores", "8 stores"),
        ("at least 23 kg", "23 kg"),
        ("23 kg", "no more than 23 kg"),
        ("5 lb", "2.27 kg"),
        ("about 100 km", "62 miles"),
        ("a third of them", "33% of them"),
        ("roughly 1,000 users", "1,043 users"),
        ("up to 10 days", "5 to 10 days"),
        ("365 days", "1 year"),
    ],
)
def test_compatible_by_rounding_or_bound(claimed: str, stated: str) -> None:
    """Faithful rounding and bounds that hold are fine."""
    assert relation(claimed, stated) == "compatible"


@pytest.mark.parametrize(
    ("claimed", "stated"),
    [
        ("about 100 people", "128 people"),
        ("nearly 50%", "53%"),
        ("130 people", "128 people"),
        ("24 cm", "2.4 m"),
        ("98 °F", "20 °C"),
        ("50 mg", "50 mcg"),
        ("at least 23 kg", "no more than 23 kg"),
        ("up to 60 days", "up to 30 days"),
        ("50 files", "up to 40 files"),
        ("over 500 members", "300 members"),
        ("fewer than 10 stores", "12 stores"),
        ("2 m", "2.4 m"),
        ("61%", "64%"),
        ("13 batteries", "30 batteries"),
        ("5%", "5 percentage points"),
        ("€40", "$40"),
        ("£5 million", "£5 billion"),
        ("10 business days", "10 days"),
        ("7-2", "6-3"),
        ("15 days", "5 to 10 days"),
        ("5 to 15 days", "5 to 10 days"),
        ("it rose by 7 mmHg", "a change of −7 mmHg"),
        ("more than 25 billion yuan", "超过25亿元"),
        ("2.5 × 10^-3 bar", "2.5 × 10^-6 bar"),
        ("1 GB", "1 MB"),
        ("gate 7", "gate 3"),
    ],
)
def test_different(claimed: str, stated: str) -> None:
    """Values, units, bounds and signs that cannot both hold are different."""
    assert relation(claimed, stated) == "different"


@pytest.mark.parametrize(
    ("claimed", "stated"),
    [
        ("42 million users", "42%"),
        ("$42 million", "42%"),
        ("64%", "64 observations"),
        ("7 days", "5 to 10 days"),
        ("48.7%", "about 49%"),
        ("two patients", "type 2"),
        ("3 nurses", "9 patients"),
        ("7 kg", "7 m"),
        ("30 days", "one month"),
        ("25 kg", "up to 30 kg"),
        ("2 percentage points", "4%"),
    ],
)
def test_incomparable(claimed: str, stated: str) -> None:
    """Different sorts, and values that may both hold, prove nothing."""
    assert relation(claimed, stated) == "incomparable"


def test_a_fall_is_a_negative_change() -> None:
    """ "Fell by 7" and "change: −7" agree."""
    assert relation("it fell by 7 mmHg", "change: −7 mmHg") == "equal"
