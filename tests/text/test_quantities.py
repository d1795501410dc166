"""Reading quantities: grouping, units, bounds, ranges, languages, and what is none."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.text.quantities import Quantity, read_quantities


def one(text: str) -> Quantity:
    """The only quantity of `text` that is no label."""
    found = [q for q in read_quantities(text) if q.kind != "label"]
    assert len(found) == 1, [q.text for q in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234,567 people", 1234567),
        ("1 234 567 people", 1234567),
        ("1\u00a0234\u00a0567 people", 1234567),
        ("1\u202f234\u202f567 people", 1234567),
        ("1\u2009234\u2009567 people", 1234567),
        ("1.234.567 people", 1234567),
        ("12,34,567 people", 1234567),
        ("1'250'000 people", 1250000),
        ("1’250’000 people", 1250000),
        ("41,000 stars", 41000),
        ("１２３ people", 123),
        ("0.5 litres", Fraction(1, 2)),
        (".5 litres", Fraction(1, 2)),
        ("3,5 Liter", Fraction(7, 2)),
        ("1.250,50 Euro", Fraction(125050, 100)),
        ("1,250.50 euros", Fraction(125050, 100)),
        ("600 seats", 600),
    ],
)
def test_digits_are_grouped_in_any_convention(text: str, value: Fraction) -> None:
    """Grouping marks of every convention give the same number."""
    assert one(text).low == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("thirteen batteries", 13),
        ("twenty-five rooms", 25),
        ("three hundred and twenty-five rooms", 325),
        ("one million two hundred thousand users", 1200000),
        ("a hundred users", 100),
        ("a dozen eggs", 12),
        ("two dozen eggs", 24),
        ("half a million users", 500000),
        ("two and a half hours", Fraction(5, 2)),
        ("fünfundzwanzig Stühle sind im Raum und auf dem Gang", 25),
        ("dreihundert Stühle sind im Raum und auf dem Gang", 300),
        ("vingt et un jours dans le mois et la semaine", 21),
        ("quatre-vingt-dix jours dans le mois et la semaine", 90),
        ("treinta y cinco días para las obras en la calle", 35),
        ("ventitré giorni per la consegna della merce e gli ordini", 23),
        ("trinta e cinco dias para as obras da rua", 35),
        ("двадцать пять дней на доставку", 25),
        ("三百二十人", 320),
        ("两个月", 2),
    ],
)
def test_number_words_are_read(text: str, value: Fraction) -> None:
    """Numbers in words have their value in the languages of the library."""
    assert one(text).low == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$3.5 million", 3500000),
        ("$3.5m", 3500000),
        ("€2bn", 2000000000),
        ("5 lakh rupees", 500000),
        ("2 crore rupees", 20000000),
        ("3 Mio. Euro", 3000000),
        ("1,2 Mrd. Euro kostet das, und die Stadt ist nicht froh", 1200000000),
        ("25亿元", 2500000000),
        ("3.6億円", 360000000),
        ("1,300万人", 13000000),
        ("10k users", 10000),
        ("5 тыс. рублей", 5000),
        ("$5-10 million", 5000000),
        ("2.5e-6 bar", Fraction(25, 10**7)),
        ("2.5 × 10^-6 bar", Fraction(25, 10**7)),
        ("2.5 x 10⁻⁶ bar", Fraction(25, 10**7)),
        ("10^6 cells", 1000000),
    ],
)
def test_scales_and_powers_multiply(text: str, value: Fraction) -> None:
    """Scale words, suffixes and powers of ten are part of the value."""
    assert one(text).low == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("½ cup", Fraction(1, 2)),
        ("2½ cups", Fraction(5, 2)),
        ("2 1/2 cups", Fraction(5, 2)),
        ("3/4 of the members", Fraction(3, 4)),
        ("two thirds of the members", Fraction(2, 3)),
        ("a quarter of the pilots", Fraction(1, 4)),
        ("three-quarters of the pilots", Fraction(3, 4)),
        ("half of the pilots", Fraction(1, 2)),
        ("ein Drittel der Mitglieder ist nicht da", Fraction(1, 3)),
    ],
)
def test_fractions_are_read(text: str, value: Fraction) -> None:
    """Fractions in signs, digits and words have their value."""
    assert one(text).low == value


@pytest.mark.parametrize(
    ("text", "kind", "unit"),
    [
        ("64%", "percent", "%"),
        ("64 percent", "percent", "%"),
        ("64 per cent", "percent", "%"),
        ("64 Prozent der Leute", "percent", "%"),
        ("26 percentage points", "percentage_points", "pp"),
        ("25 basis points", "percentage_points", "bp"),
        ("20 °C", "temperature", "°C"),
        ("68°F", "temperature", "°F"),
        ("30 degrees Celsius", "temperature", "°C"),
        ("50 µg", "measure", "µg"),
        ("50 mcg", "measure", "µg"),
        ("240 cm", "measure", "cm"),
        ("5 square metres", "measure", "m²"),
        ("12 months", "duration", "month"),
        ("10 business days", "duration", "working day"),
        ("30-day notice", "duration", "day"),
        ("a 30-year-old man", "age", "age"),
        ("aged 43", "age", "age"),
        ("threefold", "multiplier", "times"),
        ("3x faster", "multiplier", "times"),
        ("5 km", "measure", "km"),
        ("21 jours dans le mois et la semaine", "duration", "day"),
    ],
)
def test_units_are_named(text: str, kind: str, unit: str) -> None:
    """A unit is known by its symbol and by its word."""
    assert (one(text).kind, one(text).unit) == (kind, unit)


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("$40", "$"),
        ("US$40", "USD"),
        ("40 euros", "EUR"),
        ("€40", "EUR"),
        ("40 €", "EUR"),
        ("CHF 40", "CHF"),
        ("40 GBP", "GBP"),
        ("40 yuan", "CNY"),
        ("40元", "CNY"),
        ("40 евро", "EUR"),
        ("₹40", "INR"),
    ],
)
def test_currencies_are_named(text: str, currency: str) -> None:
    """Symbols, codes and words name a currency, before or after the number."""
    assert (one(text).kind, one(text).currency) == ("money", currency)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at most 23 kg", "at_most"),
        ("no more than 23 kg", "at_most"),
        ("up to 23 kg", "at_most"),
        ("must not exceed 23 kg", "at_most"),
        ("23 kg or less", "at_most"),
        ("≤ 23 kg", "at_most"),
        ("The most a bag may weigh is 23 kg", "at_most"),
        ("The maximum weight is 23 kg", "at_most"),
        ("at least 23 kg", "at_least"),
        ("no less than 23 kg", "at_least"),
        ("23 kg or more", "at_least"),
        ("23 years or older", "at_least"),
        ("100+ people", "at_least"),
        ("over 23 kg", "more_than"),
        ("more than 23 kg", "more_than"),
        ("fewer than 23 stores", "less_than"),
        ("<5% of the budget", "less_than"),
        ("höchstens 23 kg", "at_most"),
        ("mindestens 23 kg", "at_least"),
        ("plus de 23 kg", "more_than"),
        ("не более 23 кг", "at_most"),
        ("超过23公斤", "more_than"),
        ("exactly 23 kg", "exact"),
        ("It takes as long as 23 days.", "at_most"),
        ("as few as 23 members", "at_least"),
        ("The contract caps damages for delay at 23 per cent.", "at_most"),
        ("The plan limits an account to 23 users.", "at_most"),
        ("Class A: minimum investment EUR 23", "at_least"),
        ("maximum stay 23 days", "at_most"),
        ("The minimum wage rose by 23 cents.", "exact"),
        ("No guest may bring more than 23 kg.", "at_most"),
        ("Nobody can take more than 23 kg.", "at_most"),
    ],
)
def test_bounds_are_read(text: str, bound: str) -> None:
    """Words and signs around a number say which side it bounds."""
    assert one(text).bound == bound


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("5-10 kg", 5, 10),
        ("5–10 kg", 5, 10),
        ("between 5 and 10 kg", 5, 10),
        ("5 to 10 days", 5, 10),
        ("zwischen 5 und 10 kg", 5, 10),
        ("$5-10m", 5000000, 10000000),
        ("2 to 3 million users", 2000000, 3000000),
        ("voted 7-2 to fund", 7, 2),
        ("won 3–1", 3, 1),
    ],
)
def test_ranges_and_scores_have_two_ends(text: str, low: int, high: int) -> None:
    """A range keeps both ends, and a score both numbers in order."""
    assert (one(text).low, one(text).high) == (low, high)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1 h 35 min", 95), ("1 hour and 35 minutes", 95), ("1:35 h", 95), ("1.5 hours", 90)],
)
def test_compound_durations_are_one_quantity(text: str, value: int) -> None:
    """Hours and minutes side by side are one length of time."""
    assert one(text).base_low == value * 60


@pytest.mark.parametrize(
    "text",
    [
        "version 1.2",
        "v2.1.3 is out",
        "The shop opens at 9 am.",
        "On 5 March 2024 it rained.",
        "It was built in 1931.",
        "COVID-19 spread quickly.",
        "Vitamin B12 and H2O",
        "The iPhone15 is new.",
        "1. The pump is red.",
        "First: 2) waiting",
        "Call 555-1234 now.",
        "Das 1. Fach war Physik und das ist nicht neu",
        "See https://example.org/12/34 for more.",
        "thousands of people",
        "One of them left.",
    ],
)
def test_what_is_no_quantity(text: str) -> None:
    """Versions, dates, times, names and list numbers are no quantities."""
    counted = [
        q for q in read_quantities(text) if q.kind not in ("label", "ordinal") and not q.weak
    ]
    assert counted == []


@pytest.mark.parametrize(
    ("text", "noun", "value"),
    [
        ("Gate 7 opens early.", "gat", 7),
        ("all with type 2 diabetes", "typ", 2),
        ("Route 66 is long.", "rout", 66),
        ("He uses Windows 11 daily.", "window", 11),
        ("Go to room 12.", "room", 12),
    ],
)
def test_numbers_that_name_are_labels(text: str, noun: str, value: int) -> None:
    """A number that names a thing is a label with its noun."""
    labels = [(q.noun, q.low) for q in read_quantities(text) if q.kind == "label"]
    assert labels == [(noun, value)]


@pytest.mark.parametrize(
    ("text", "sign", "change"),
    [
        ("a change of −7 mmHg", -1, ""),
        ("-7 °C", -1, ""),
        ("minus 7 degrees", -1, ""),
        ("it fell by 7 mmHg", 1, "down"),
        ("it rose by 7 mmHg", 1, "up"),
        ("a 7% increase", 1, "up"),
        ("a drop of 7%", 1, "down"),
    ],
)
def test_signs_and_directions(text: str, sign: int, change: str) -> None:
    """A minus sign makes a value negative; a verb gives the direction of a change."""
    q = one(text)
    assert (q.low > 0) == (sign > 0)
    assert q.change == change


def test_a_number_is_never_part_of_a_longer_one() -> None:
    """47 dollars hold no 7, and 600 no 60."""
    assert [q.low for q in read_quantities("$47 for 600 seats")] == [47, 600]


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("two open complaints", "complaint"),
        ("12 of the 48 pilots failed", "pilot"),
        ("9 patients, all adults", "patient"),
        ("a single open complaint", "complaint"),
    ],
)
def test_the_counted_noun_is_found(text: str, noun: str) -> None:
    """A count knows what it counts, past adjectives and "of the"."""
    assert read_quantities(text)[0].noun == noun


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_without_error(text: str) -> None:
    """Spans lie in the text, in order and apart, whatever the text."""
    spans = [q.span for q in read_quantities(text)]
    assert all(s.end <= len(text) and len(s) > 0 for s in spans)
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            "7 1,000 ½ % $ kg and to - . million of two 亿 ( ) at most x 10^ / h".split()
        ),
        max_size=14,
    )
)
def test_any_mix_of_number_parts_is_read(parts: list[str]) -> None:
    """Fragments of quantities in any order give quantities with well-formed spans."""
    text = " ".join(parts)
    for q in read_quantities(text):
        assert q.text == q.span.of(text)
