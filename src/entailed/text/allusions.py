"""Names that a text speaks of without the word: a country by its capital, a war by its years.

What everybody knows of a few names. The other word is no proof that the name is right, only a
reason not to call it absent.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import MappingProxyType

from entailed.text.lazy import lazy

__all__ = ["alluded", "linked", "opens_case", "speaks_for"]

_CAPITALS = MappingProxyType(
    dict(
        pair.split(":")
        for pair in (
            "france:paris germany:berlin italy:rome spain:madrid portugal:lisbon austria:vienna "
            "belgium:brussels denmark:copenhagen norway:oslo sweden:stockholm finland:helsinki "
            "poland:warsaw hungary:budapest greece:athens turkey:ankara russia:moscow "
            "ukraine:kyiv ireland:dublin britain:london england:london japan:tokyo china:beijing "
            "iran:tehran iraq:baghdad syria:damascus egypt:cairo israel:jerusalem cuba:havana "
            "kenya:nairobi peru:lima chile:santiago romania:bucharest bulgaria:sofia "
            "serbia:belgrade croatia:zagreb thailand:bangkok afghanistan:kabul netherlands:hague "
            "lebanon:beirut libya:tripoli venezuela:caracas colombia:bogota scotland:edinburgh "
            "wales:cardiff taiwan:taipei pakistan:islamabad"
        ).split()
    )
)
_COUNTRIES = MappingProxyType({capital: country for country, capital in _CAPITALS.items()})
# Words of the name without function words, other words for it, and its years.
_PERIODS: tuple[tuple[frozenset[str], frozenset[str], range], ...] = (
    (frozenset({"middle", "ages"}), frozenset({"medieval", "mediaeval"}), range(500, 1500)),
    (frozenset({"first", "world"}), frozenset(), range(1914, 1919)),
    (frozenset({"second", "world"}), frozenset(), range(1939, 1946)),
    (frozenset({"cold"}), frozenset(), range(1947, 1992)),
)
_YEAR = lazy(r"\d{4}")
_INSTANCE = lazy(
    r"(?:^|[,;]\s(?:whereas|while|but|and)\s)(?:[Aa]n?|[Ss]omeone|[Ss]omebody|[Aa]nyone|[Aa]nybody)\s"
    r"(?:[^\WA-Z\d]{2,20}\s){1,5}(?:in|at|from|near)\s$"
)


def alluded(words: Sequence[str], keys: Collection[str]) -> bool:
    """Whether folded words of a passage speak of a country or a period by another word.

    Of a country by its capital, of a period by an adjective or by one of its years.
    """
    if len(words) == 1:
        return _CAPITALS.get(words[0]) in keys
    for named, others, years in _PERIODS:
        if named == set(words) - {"war"}:
            return not others.isdisjoint(keys) or any(
                _YEAR.fullmatch(key) and int(key) in years for key in keys
            )
    return False


def speaks_for(words: Sequence[str], keys: Collection[str]) -> bool:
    """Whether a name is the capital, hence may be the government, of a country in the passage."""
    return len(words) == 1 and _COUNTRIES.get(words[0]) in keys


def linked(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names are those of a country and of its capital."""
    return speaks_for(one, other) or speaks_for(other, one)


def opens_case(before: str) -> bool:
    """Whether what stands before a place makes it a mere case of a rule: "A watch bought in"."""
    return _INSTANCE.search(before) is not None
