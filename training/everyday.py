"""Short everyday pairs from templates: policies, hours, prices, devices, companies.

Every passage gives two to four facts about one or two subjects of a kind; claims restate one
(entailment), change its value or polarity, or take the value of the other subject
(contradiction), or ask about a fact that the passage does not give (neutral). Claim wordings
are the same for all three labels, so a claim alone never tells its label.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from training.everyday_facts import VALUE_FACTS, YES_NO_FACTS, ValueFact, YesNoFact
from training.rows import Example, Row

_SOUNDS = (
    "al ba bel bor bran cal cor dal del dor el fen gar hal har hol in jor kel kin lan lor mar "
    "mel mor nor oak or pel quin ral ren rin ros sal ser sol stan tal tor um val ven vin wes "
    "win yar zan zel"
).split()
_ENDS = "a by dale don er field ford ia in is ley mont o on ridge ton um us well wick".split()
_FIRST = (
    "Anna Bruno Carla David Elena Felix Greta Hassan Irene Jonas Keiko Laura Marco Nadia Omar "
    "Paula Quentin Rosa Samir Tara Ulrich Vera Walter Ximena Yusuf Zoe"
).split()
_CITIES = (
    "Leeds Porto Lyon Turin Ghent Graz Malmo Bilbao Bergen Cork Dresden Gdansk Utrecht Denver "
    "Austin Boston Toronto Perth Osaka Busan Nairobi Accra Lima Bogota Cebu Pune"
).split()
_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_DAYS = "Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays".split()
_KINDS = {
    "shop": ("{n}", "{n} Books", "{n} Outdoor", "the {n} store", "{n} Market", "{n} Bakery"),
    "plan": ("{n} plan", "{n} Basic plan", "{n} Plus plan", "{n} Team plan", "{n} subscription"),
    "device": ("{n} {k}", "{n} speaker", "{n} tablet", "{n} watch", "{n} drill", "{n} camera"),
    "company": ("{n}", "{n} Group", "{n} Industries", "{n} Foods", "{n} Systems"),
    "hotel": ("{n} Hotel", "Hotel {n}", "{n} Lodge", "{n} guest house"),
    "service": ("{n}", "{n} Tours", "{n} Rentals", "{n} Clinic", "{n} Bikes"),
    "place": ("{n} Museum", "{n} Castle", "{n} Zoo", "{n} Gallery", "{n} swimming pool"),
    "medicine": ("{n}", "{n}ol", "{n} tablets", "{n} syrup"),
}


def _name(rng: random.Random) -> str:
    return (rng.choice(_SOUNDS) + rng.choice([*_SOUNDS, ""]) + rng.choice(_ENDS)).capitalize()


def subject(kind: str, rng: random.Random) -> str:
    """An invented name of a kind, so that nothing can be known about it from elsewhere."""
    return rng.choice(_KINDS[kind]).format(n=_name(rng), k=rng.randint(2, 90) * 10)


def _near(value: int, rng: random.Random, low: int = 1) -> int:
    """A different number close to a value, as slips are."""
    steps = [1, 2, 5, 10, max(1, value // 10), max(1, value // 4), value]
    while True:
        other = value + rng.choice((-1, 1)) * rng.choice(steps)
        if other >= low and other != value:
            return other


def _hour(hour: int, rng: random.Random) -> str:
    half = "am" if hour < 12 else "pm"
    minutes = rng.choice(("", "", ":30"))
    dotted = f"{half[0]}.m." if rng.random() < 0.4 else half
    return f"{(hour - 1) % 12 + 1}{minutes} {dotted}"


def _hours_between(low: int, high: int) -> Callable[[random.Random], tuple[str, str]]:
    def make(rng: random.Random) -> tuple[str, str]:
        first, second = rng.sample(range(low, high), 2)
        return _hour(first, rng), _hour(second, rng)

    return make


def _counted(low: int, high: int, form: str) -> Callable[[random.Random], tuple[str, str]]:
    def make(rng: random.Random) -> tuple[str, str]:
        value = rng.randint(low, high)
        return form.format(value), form.format(_near(value, rng, low))

    return make


def _money(rng: random.Random) -> tuple[str, str]:
    value = rng.choice((rng.randint(2, 60), rng.randint(10, 400)))
    sign = rng.choice(("${}", "€{}", "£{}", "{} euros", "{} dollars"))
    cents = rng.choice(("", "", ".50", ".99")) if not sign.endswith("s") else ""
    return sign.format(f"{value}{cents}"), sign.format(f"{_near(value, rng)}{cents}")


def _big(rng: random.Random) -> tuple[str, str]:
    value = rng.choice((rng.randint(12, 99) * 10, rng.randint(11, 99) * 100))
    value *= rng.choice((1, 1, 10))
    other = rng.choice((value * 10, value + 100, value * 2, _near(value // 10, rng) * 10))
    return f"{value:,}", f"{other:,}"


def _pick(pool: Sequence[str]) -> Callable[[random.Random], tuple[str, str]]:
    def make(rng: random.Random) -> tuple[str, str]:
        first, second = rng.sample(list(pool), 2)
        return first, second

    return make


def _date(rng: random.Random) -> tuple[str, str]:
    day, month, year = rng.randint(1, 27), rng.choice(_MONTHS), rng.randint(2004, 2026)
    wrong = rng.choice(
        (
            (_near(day, rng) % 27 + 1, month, year),
            (day, rng.choice([m for m in _MONTHS if m != month]), year),
            (day, month, year + rng.choice((-2, -1, 1, 2))),
        )
    )
    if wrong[0] == day and wrong[1:] == (month, year):
        wrong = (day + 1, month, year)
    form = rng.choice(("{0} {1} {2}", "{1} {0}, {2}"))
    return form.format(day, month, year), form.format(*wrong)


def _person(rng: random.Random) -> tuple[str, str]:
    first, second = rng.sample(_FIRST, 2)
    return f"{first} {_name(rng)}", f"{second} {_name(rng)}"


VALUES: dict[str, Callable[[random.Random], tuple[str, str]]] = {
    "hour": _hours_between(6, 12),
    "evening": _hours_between(16, 24),
    "afternoon": _hours_between(12, 18),
    "days": _counted(2, 90, "{} days"),
    "hours": _counted(3, 72, "{} hours"),
    "years": _counted(2, 10, "{} years"),
    "count": _counted(2, 80, "{}"),
    "age": _counted(12, 25, "{}"),
    "storage": _counted(5, 900, "{} GB"),
    "weight": _counted(90, 2400, "{} grams"),
    "dose": _counted(5, 800, "{} mg"),
    "temperature": _counted(5, 40, "{} °C"),
    "percent": _counted(3, 60, "{}%"),
    "year": _counted(1890, 2024, "{}"),
    "money": _money,
    "big": _big,
    "city": _pick(_CITIES),
    "weekday": _pick(_DAYS),
    "date": _date,
    "person": _person,
}


def _say(template: str, name: str, value: str = "") -> str:
    text = template.format(s=name, v=value).replace("The the ", "The ").replace("the the ", "the ")
    return text[0].upper() + text[1:]


def _value_pairs(
    fact: ValueFact, names: tuple[str, str], rng: random.Random
) -> tuple[list[str], list[tuple[str, int]]]:
    """Sentences of the passage about this fact, and claims with their targets."""
    right, wrong = VALUES[fact.value](rng)
    said = [_say(rng.choice(fact.sayings), names[0], right)]
    claims = [(_say(rng.choice(fact.claims), names[0], right), 0)]
    contrast = rng.random() < 0.4
    if contrast:
        said.append(_say(rng.choice(fact.sayings), names[1], wrong))
        claims.append((_say(rng.choice(fact.claims), names[1], wrong), 0))
        missed = 1 if fact.value == "weekday" else 2
        claims.append((_say(rng.choice(fact.claims), names[1], right), missed))
    else:
        claims.append((_say(rng.choice(fact.claims), names[1], right), 1))
    missed = 1 if fact.value == "weekday" else 2  # closed on Mondays: perhaps on Sundays too
    claims.append((_say(rng.choice(fact.claims), names[0], wrong), missed))
    return said, claims


def _yes_no_pairs(
    fact: YesNoFact, names: tuple[str, str], rng: random.Random
) -> tuple[list[str], list[tuple[str, int]]]:
    """As `_value_pairs`, for a fact that holds or does not."""
    holds = rng.random() < 0.5
    said = [_say(rng.choice(fact.yes if holds else fact.no), names[0])]
    yes, no = rng.choice(fact.claims_yes), rng.choice(fact.claims_no)
    claims = [(_say(yes, names[0]), 0 if holds else 2), (_say(no, names[0]), 2 if holds else 0)]
    if rng.random() < 0.3:
        said.append(_say(rng.choice(fact.no if holds else fact.yes), names[1]))
        claims.append((_say(yes, names[1]), 2 if holds else 0))
    else:
        claims.append((_say(rng.choice((yes, no)), names[1]), 1))
    return said, claims


def _filler(kind: str, used: object, name: str, rng: random.Random) -> tuple[str, object]:
    facts = [f for f in (*VALUE_FACTS, *YES_NO_FACTS) if f.subject == kind and f is not used]
    fact = rng.choice(facts)
    if isinstance(fact, ValueFact):
        return _say(rng.choice(fact.sayings), name, VALUES[fact.value](rng)[0]), fact
    return _say(rng.choice(fact.yes + fact.no), name), fact


def passage_group(rng: random.Random) -> list[Example]:
    """All claims about one invented passage."""
    fact = rng.choice((*VALUE_FACTS, *VALUE_FACTS, *YES_NO_FACTS))
    names = (subject(fact.subject, rng), subject(fact.subject, rng))
    if isinstance(fact, ValueFact):
        said, claims = _value_pairs(fact, names, rng)
    else:
        said, claims = _yes_no_pairs(fact, names, rng)
    taken: object = None
    if rng.random() < 0.7:
        sentence, taken = _filler(fact.subject, fact, names[0], rng)
        said.append(sentence)
    silent = [
        f
        for f in (*VALUE_FACTS, *YES_NO_FACTS)
        if f.subject == fact.subject and f is not fact and f is not taken
    ]
    if silent and rng.random() < 0.8:
        other = rng.choice(silent)
        if isinstance(other, ValueFact):
            text = _say(rng.choice(other.claims), names[0], VALUES[other.value](rng)[0])
        else:
            text = _say(rng.choice(other.claims_yes + other.claims_no), names[0])
        claims.append((text, 1))
    rng.shuffle(said)
    premise = " ".join(said)
    return [Example(premise, claim, target, "everyday") for claim, target in claims]


def build(rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """`count` examples; rows are not used."""
    examples: list[Example] = []
    while len(examples) < count:
        examples += passage_group(rng)
    return examples[:count]
