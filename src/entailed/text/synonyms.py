"""Words that may stand for one another: refused and dismissed, fridge and refrigerator.

The list in `data/` is our own and short on purpose: a wrong pair would let a check compare two
things that are not one.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from unicodedata import combining, normalize

from entailed.text.roots import root
from entailed.text.stems import stem

__all__ = ["among", "groups_of", "inflected", "opening", "synonymous", "synonyms"]

_STEM = 5  # letters that two forms of one word share at least
_ENDINGS = frozenset(" e en n er es s em a o os as e i".split(" "))


def _keys(word: str) -> set[str]:
    """The roots of a listed word and its regular forms, made as `clauses` makes them."""
    folded = word.casefold()
    if not folded.isascii():
        return {root(stem(folded))}
    return {root(folded), root(folded + "s"), root(folded.removesuffix("e") + "ed")}


@lru_cache(maxsize=1)
def _groups() -> MappingProxyType[str, frozenset[int]]:
    """Root -> numbers of the groups it stands in."""
    text = files("entailed.text").joinpath("data", "synonyms.txt").read_text(encoding="utf-8")
    table: dict[str, set[int]] = {}
    for number, line in enumerate(text.splitlines()):
        if line.startswith("#"):
            continue
        for word in line.split():
            for key in _keys(word):
                table.setdefault(key, set()).add(number)
    return MappingProxyType({word: frozenset(numbers) for word, numbers in table.items()})


def groups_of(word_root: str) -> frozenset[int]:
    """Numbers of the groups a root stands in; empty for a root that is not listed."""
    return _groups().get(word_root, frozenset())


def synonymous(a: str, b: str) -> bool:
    """Whether two different roots may stand for one another. Symmetric, not transitive."""
    mine = groups_of(a)
    return bool(mine) and a != b and not mine.isdisjoint(groups_of(b))


@lru_cache(maxsize=4096)
def synonyms(word_root: str) -> frozenset[str]:
    """Every root that is `synonymous` with a root; empty for a root that is not listed."""
    members = _members()
    every = frozenset(other for n in groups_of(word_root) for other in members[n])
    return every - {word_root}


@lru_cache(maxsize=4096)
def opening(word_root: str) -> str:
    """The letters that every root `inflected` with this one begins with, without accents.

    "" for a root too short to have such forms.
    """
    return _plain(word_root)[:_STEM] if len(_plain(word_root)) >= _STEM else ""


@lru_cache(maxsize=1)
def _members() -> dict[int, list[str]]:
    """The roots of each group."""
    members: dict[int, list[str]] = {}
    for word, numbers in _groups().items():
        for number in numbers:
            members.setdefault(number, []).append(word)
    return members


@lru_cache(maxsize=4096)
def inflected(a: str, b: str) -> bool:
    """Whether two roots are one word but for accents and a plain ending (Haustier, Haustieren)."""
    left, right = _plain(a), _plain(b)
    shorter, longer = sorted((left, right), key=len)
    if len(shorter) < _STEM:
        return False
    return longer.startswith(shorter) and longer[len(shorter) :] in _ENDINGS


def among(word_root: str, roots: Collection[str]) -> bool:
    """Whether a root is one of `roots`, or another form or a synonym of one."""
    return word_root in roots or any(
        inflected(word_root, other) or synonymous(word_root, other) for other in roots
    )


def _plain(word_root: str) -> str:
    """The root without accents."""
    if word_root.isascii():
        return word_root
    apart = normalize("NFD", word_root)
    return "".join(c for c in apart if not combining(c))
