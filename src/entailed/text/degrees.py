"""Comparatives and superlatives, and which way on which scale they point."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from entailed.text.lazy import lazy

__all__ = ["Comparison", "Superlative", "read_comparison", "read_superlative"]

_ANY = frozenset[str]()
_LENGTH = frozenset({"length"})
_TIME = frozenset({"time"})
_MONEY = frozenset({"money"})
_MASS = frozenset({"mass"})
_HEAT = frozenset({"temperature"})
_PACE = frozenset({"time", "speed", "length", "frequency"})
# Word -> (+1 for the larger value, dimensions it can be about). "faster" is the shorter time but
# the higher speed; see `sense`.
_ADJECTIVES: dict[str, tuple[int, frozenset[str]]] = {
    "longer": (1, _LENGTH | _TIME), "longest": (1, _LENGTH | _TIME),
    "shorter": (-1, _LENGTH | _TIME), "shortest": (-1, _LENGTH | _TIME),
    "taller": (1, _LENGTH), "tallest": (1, _LENGTH), "wider": (1, _LENGTH), "widest": (1, _LENGTH),
    "deeper": (1, _LENGTH), "deepest": (1, _LENGTH), "farther": (1, _LENGTH),
    "narrower": (-1, _LENGTH), "narrowest": (-1, _LENGTH), "closer": (-1, _LENGTH),
    "heavier": (1, _MASS), "heaviest": (1, _MASS), "lighter": (-1, _MASS), "lightest": (-1, _MASS),
    "warmer": (1, _HEAT), "warmest": (1, _HEAT), "hotter": (1, _HEAT), "hottest": (1, _HEAT),
    "colder": (-1, _HEAT), "coldest": (-1, _HEAT), "cooler": (-1, _HEAT),
    "older": (1, _TIME), "oldest": (1, _TIME), "younger": (-1, _TIME), "youngest": (-1, _TIME),
    "cheaper": (-1, _MONEY), "cheapest": (-1, _MONEY),
    "more expensive": (1, _MONEY), "most expensive": (1, _MONEY), "dearer": (1, _MONEY),
    "less expensive": (-1, _MONEY), "least expensive": (-1, _MONEY),
    "faster": (1, _PACE), "fastest": (1, _PACE), "quicker": (1, _PACE), "quickest": (1, _PACE),
    "slower": (-1, _PACE), "slowest": (-1, _PACE),
    "larger": (1, _ANY), "largest": (1, _ANY), "bigger": (1, _ANY), "biggest": (1, _ANY),
    "greater": (1, _ANY), "greatest": (1, _ANY), "higher": (1, _ANY), "highest": (1, _ANY),
    "smaller": (-1, _ANY), "smallest": (-1, _ANY), "lower": (-1, _ANY), "lowest": (-1, _ANY),
    "more": (1, _ANY), "most": (1, _ANY), "less": (-1, _ANY), "least": (-1, _ANY),
    "fewer": (-1, _ANY), "fewest": (-1, _ANY),
    "schneller": (1, _PACE), "langsamer": (-1, _PACE), "länger": (1, _LENGTH | _TIME),
    "kürzer": (-1, _LENGTH | _TIME), "teurer": (1, _MONEY), "billiger": (-1, _MONEY),
    "günstiger": (-1, _MONEY), "höher": (1, _ANY), "niedriger": (-1, _ANY), "größer": (1, _ANY),
    "kleiner": (-1, _ANY), "schwerer": (1, _MASS), "leichter": (-1, _MASS), "mehr": (1, _ANY),
    "weniger": (-1, _ANY),
    "plus rapide": (1, _PACE), "plus lent": (-1, _PACE), "plus cher": (1, _MONEY),
    "plus chère": (1, _MONEY), "moins cher": (-1, _MONEY), "plus grand": (1, _ANY),
    "plus grande": (1, _ANY), "plus petit": (-1, _ANY), "plus long": (1, _LENGTH | _TIME),
    "plus longue": (1, _LENGTH | _TIME), "plus lourd": (1, _MASS), "plus élevé": (1, _ANY),
    "más rápido": (1, _PACE), "más rápida": (1, _PACE), "más lento": (-1, _PACE),
    "más caro": (1, _MONEY), "más cara": (1, _MONEY), "más barato": (-1, _MONEY),
    "más barata": (-1, _MONEY), "más grande": (1, _ANY), "más largo": (1, _LENGTH | _TIME),
    "быстрее": (1, _PACE), "медленнее": (-1, _PACE), "дороже": (1, _MONEY), "дешевле": (-1, _MONEY),
    "длиннее": (1, _LENGTH), "больше": (1, _ANY), "меньше": (-1, _ANY), "выше": (1, _ANY),
    "ниже": (-1, _ANY), "тяжелее": (1, _MASS),
}  # fmt: skip
_THAN = r"(?:than|als|que|чем|di|del|della|do que)"
_COMPARATIVES = "|".join(
    sorted((w for w in _ADJECTIVES if not w.endswith("st") and not w.startswith(("most", "least"))),
           key=len, reverse=True)
)  # fmt: skip


@cache
def _comparison() -> re.Pattern[str]:
    # Compiled on first use: importing the package stays fast.
    return re.compile(
        rf"(?<!\w)(?P<word>{_COMPARATIVES})(?!\w)(?P<what>(?:\s[^\W\d_]+){{0,5}}?)\s{_THAN}\s",
        re.IGNORECASE,
    )


_SUPERLATIVES = "|".join(
    sorted(
        (w for w in _ADJECTIVES if w.endswith("st") or w.startswith(("most ", "least "))),
        key=len,
        reverse=True,
    )
)


@cache
def _superlative() -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)the (?P<word>{_SUPERLATIVES})(?!\w)(?P<what>(?:\s[^\W\d_]+){{0,3}})",
        re.IGNORECASE,
    )


_NOT = lazy(
    r"(?<!\w)(?:not|no|n't|never|nicht|kein\w{0,2}|pas|ni|non|não|не)(?!\w)|n't(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """ "X is quicker than Y": where X ends, where Y begins, the word and its direction.

    `sign` is +1 when X has the larger value; for "faster" and "slower" that is the speed.
    `dimensions` is empty when the word fits any.
    """

    left_end: int
    right_start: int
    word: str
    what: str
    sign: int
    dimensions: frozenset[str]

    def sense(self, dimension: str) -> int:
        """+1 when X must have the larger value on this dimension, -1 for the smaller."""
        paced = self.dimensions is _PACE and dimension == "time"
        return -self.sign if paced else self.sign


@dataclass(frozen=True, slots=True)
class Superlative:
    """ "X is the largest": the word, its direction and the noun phrase after it."""

    start: int
    end: int
    word: str
    sign: int
    dimensions: frozenset[str]

    def sense(self, dimension: str) -> int:
        """+1 when X must have the largest value on this dimension, -1 for the smallest."""
        paced = self.dimensions is _PACE and dimension == "time"
        return -self.sign if paced else self.sign


def read_comparison(text: str) -> Comparison | None:
    """The one unnegated comparison of `text`, or None (none, several, or a negated one)."""
    found = list(_comparison().finditer(text))
    if len(found) != 1 or _NOT.search(text):
        return None
    match = found[0]
    word = match.group("word").lower()
    sign, dimensions = _ADJECTIVES[word]
    # "no more than 5" is a bound; a number right after "than" is no subject.
    if text[match.end() : match.end() + 1].isdigit():
        return None
    return Comparison(match.start(), match.end(), word, match.group("what"), sign, dimensions)


def read_superlative(text: str) -> Superlative | None:
    """The one unnegated superlative of `text`, or None."""
    found = list(_superlative().finditer(text))
    if len(found) != 1 or _NOT.search(text):
        return None
    word = found[0].group("word").lower()
    sign, dimensions = _ADJECTIVES[word]
    return Superlative(found[0].start(), found[0].end(), word, sign, dimensions)
