"""Made-up English passages and answers of known correctness, drawn from a seed.

Each passage describes one community library in about 120 words and holds ten facts; an answer
states facts of the first five passages in other words, about six right and four wrong (another
number, another name, the opposite, or something the passage does not say).
"""

from __future__ import annotations

import random
from dataclasses import dataclass

PLACES = (
    "Alder", "Birch", "Cedar", "Dunmore", "Elmwood", "Fairholm", "Glenrock", "Harwick", "Ivydale",
    "Juniper", "Kelso", "Larkfield", "Mossgate", "Norwell", "Oakham", "Penrose", "Quarry",
    "Redhill", "Stonely", "Thornbury", "Upwood", "Valmont", "Westerly", "Yarrow", "Zeal",
)  # fmt: skip
KINDS = ("Library", "Archive")
DIRECTORS = (
    "Maria Santos", "Jonas Lindqvist", "Priya Raman", "Thomas Okafor", "Helen Duarte",
    "Akira Mori", "Ruth Feldman", "Diego Navarro", "Sofia Petrova", "Liam Brennan",
)  # fmt: skip
SPONSORS = ("the county council", "a private trust", "the university", "a lottery grant")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


@dataclass(frozen=True, slots=True)
class Facts:
    """What one passage says."""

    name: str
    opened: int
    books: int
    director: str
    sponsor: str
    cost: int
    closed_on: str
    loan_weeks: int
    fine: int
    seats: int
    visitors: int


def make_facts(draw: random.Random, name: str) -> Facts:
    """Facts for one name."""
    return Facts(
        name=name,
        opened=draw.randint(1890, 2015),
        books=draw.randint(12, 95) * 1000,
        director=draw.choice(DIRECTORS),
        sponsor=draw.choice(SPONSORS),
        cost=draw.randint(2, 19),
        closed_on=draw.choice(DAYS),
        loan_weeks=draw.randint(2, 6),
        fine=draw.randint(10, 60),
        seats=draw.randint(40, 200),
        visitors=draw.randint(20, 190) * 1000,
    )


def passage(f: Facts) -> str:
    """About 120 words that state the facts."""
    return (
        f"The {f.name} opened its doors in {f.opened} on the site of a former market hall. "
        f"Its collection holds {f.books:,} books, along with maps and local newspapers. "
        f"Since the last reorganisation it has been led by {f.director}, who trained as a "
        f"conservator. A renovation, paid for by {f.sponsor}, cost {f.cost} million euros and "
        f"added a reading room with {f.seats} seats. The building is open to everyone, but it "
        f"stays closed on every {f.closed_on} for maintenance. Members may borrow items for "
        f"{f.loan_weeks} weeks; reference works cannot be taken home. Overdue items are charged "
        f"at {f.fine} cents a day. About {f.visitors:,} people visit each year, most of them "
        "during the school holidays, and guided tours are offered in two languages."
    )


def right(f: Facts) -> list[str]:
    """Sentences the passage supports, in other words."""
    return [
        f"The {f.name} was opened in {f.opened}.",
        f"There are {f.books:,} books in the collection of the {f.name}.",
        f"{f.director} leads the {f.name}.",
        f"The renovation of the {f.name} was funded by {f.sponsor}.",
        f"Reference works of the {f.name} must stay in the building.",
        f"Borrowers at the {f.name} can keep items for {f.loan_weeks} weeks.",
        f"The reading room of the {f.name} offers {f.seats} seats.",
    ]


def wrong(f: Facts, draw: random.Random) -> list[str]:
    """Sentences the passage does not support."""
    other = draw.choice([d for d in DIRECTORS if d != f.director])
    return [
        f"The {f.name} was opened in {f.opened + draw.randint(3, 20)}.",
        f"{other} leads the {f.name}.",
        f"Members of the {f.name} may take reference works home.",
        f"The {f.name} runs a mobile branch for remote villages.",
        f"Overdue items at the {f.name} are not charged.",
    ]


def make_case(
    passages: int, seed: int, claims: int = 10, variant: int = 0
) -> tuple[str, list[str]]:
    """An answer of `claims` sentences, and the passages it was "written from".

    Of 50 passages the first five are those of the case with five and the same seed. Another
    `variant` is another answer over the same passages.
    """
    names = [f"{place} {kind}" for kind in KINDS for place in PLACES]
    random.Random(seed).shuffle(names)
    facts = [make_facts(random.Random(f"{seed} {name}"), name) for name in names[:passages]]
    draw = random.Random(f"{seed} {variant}")
    sentences: list[str] = []
    for number in range(claims):
        about = facts[number % 5]
        pool = wrong(about, draw) if number % 5 in (1, 3) else right(about)
        sentences.append(draw.choice([s for s in pool if s not in sentences]))
    return " ".join(sentences), [passage(f) for f in facts]
