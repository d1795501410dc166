"""Which passage id a written name means.

A name resolves exactly, else without regard to case, spaces and leading words ("Source 1",
"ID:7f"), else as author and year, and last by number: `[2]` means the id that carries the
number 2 when the ids are numbered ("S1", "doc2"), or the second id when they are not numbered at
all (file names, hashes). The name of a file alone means all its passages ("refunds.md" those
of "refunds.md#1" and "refunds.md#2"). A number never resolves by position when the ids are numbers
themselves: with ids "1" to "3", `[4]` is unknown and so is `[0]`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from entailed.text.lazy import lazy

_LEAD = lazy(
    r"(?:sources?|src|docs?|documents?|passages?|refs?|references?|chunks?|context|snippets?|"
    r"excerpts?|ids?|note|cite|citations?|cit|quellen?|dokument|fuente|fonte|источник)(?:[\s.:=#_\-]{1,3}(?=\S)|(?=\d))|[#^]",
    re.IGNORECASE,
)
_NUMBERED = lazy(r"(?P<prefix>\D*?)[\s.:#_\-]*(?P<number>\d{1,6})$")
_SCHEMES = frozenset(
    "s d p c n r k doc docs document source src passage ref reference chunk context ctx snippet "
    "excerpt id text note para result hit node record quelle item fuente fonte dokument".split()
) | {""}
_PLACE = lazy(r"(?:#[\w=.,\-]{1,40}|[†‡|].{0,60})$")  # "a.pdf#page=3", "2†L1-L9"
_JOINTS = lazy(r"[\s_\-]+")
_FILE_STEM = lazy(r"(.{2,})\.[A-Za-z]{2,5}(#\d{1,6})?")
_FILE_PART = lazy(r"(.+\.[A-Za-z]{2,8})#\d{1,6}")
_ALNUM = lazy(r"[\W_]+")
_YEAR = lazy(r"(?:1[5-9]|20)\d\d[a-z]?$")


class Names:
    """Resolves written names to the ids of one evidence."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        self.ids = ids
        self.exact = {i: i for i in reversed(ids)}
        self.folded = {_key(i): i for i in reversed(ids)}
        self.numbers = _numbers(ids)
        for stem, i in _file_stems(ids).items():
            self.folded.setdefault(stem, i)
        self.files = any(re.search(r"\.[A-Za-z]{2,5}(?:#\d{1,6})?$", i) for i in ids)
        self.parts = _parts(ids)
        self.dated = [i for i in ids if _YEAR.search(_ALNUM.sub("", i))]

    def resolve(self, name: str) -> str | None:
        """The id `name` means, or None."""
        name = name.strip()
        found = self.named(name)
        if found is not None:
            return found
        bare = _LEAD.sub("", name, count=1)
        match = _NUMBERED.fullmatch(bare)
        if match is None or _scheme(match) not in _SCHEMES:
            return None
        return self.numbered(int(match.group("number")))

    def written(self, name: str) -> str | None:
        """The id written as `name`, apart from case and spaces."""
        return self.exact.get(name) or self.folded.get(_key(name))

    def named(self, name: str) -> str | None:
        """The id written as `name`, apart from case, spaces and a leading word; no numbering."""
        found = self.written(name) or self.written(_PLACE.sub("", name))
        if found is None and (lead := _LEAD.match(name)):
            found = self.written(name[lead.end() :].strip())
        return found

    def file(self, name: str) -> tuple[str, ...]:
        """The ids of the passages of the file `name`, in order; none when it names no file."""
        return self.parts.get(_key(name), ())

    def numbered(self, number: int) -> str | None:
        """The id a bare ordinal means; see the module's rule."""
        if self.numbers is None:
            return self.ids[number - 1] if 0 < number <= len(self.ids) else None
        return self.numbers.get(number)

    def author_year(self, authors: str, year: str) -> str | None:
        """The id that carries the first author's name and the year."""
        first = _ALNUM.sub(" ", authors.casefold()).split()[:1]
        for candidate in self.dated:
            key = _ALNUM.sub("", candidate.casefold())
            if first and key.startswith(first[0]) and year.casefold() in key:
                return candidate
        return None


def _scheme(match: re.Match[str]) -> str:
    return match.group("prefix").strip().casefold()


def _key(name: str) -> str:
    return _JOINTS.sub("-", name.strip().casefold())


def _file_stems(ids: Sequence[str]) -> dict[str, str]:
    """File names without their ending, where that tells them apart."""
    found = [(m, i) for i in ids if (m := _FILE_STEM.fullmatch(i)) is not None]
    stems = [(m.group(1) + (m.group(2) or ""), i) for m, i in found]
    counts = Counter(_key(stem) for stem, _ in stems)
    return {_key(stem): i for stem, i in stems if counts[_key(stem)] == 1}


def _parts(ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Ids by the file they are numbered parts of."""
    parts: dict[str, tuple[str, ...]] = {}
    for i in ids:
        match = _FILE_PART.fullmatch(i)
        if match is not None:
            key = _key(match.group(1))
            parts[key] = (*parts.get(key, ()), i)
    return parts


def _numbers(ids: Sequence[str]) -> dict[int, str] | None:
    """Ids by their number when they are numbered alike ("S1", "S2"); None when they are not."""
    table: dict[int, str] = {}
    for i in ids:
        match = _NUMBERED.fullmatch(i.strip())
        if match is None or _scheme(match) not in _SCHEMES:
            return None
        if int(match.group("number")) in table:
            return None
        table[int(match.group("number"))] = i
    return table


@lru_cache(maxsize=512)
def names(ids: tuple[str, ...]) -> Names:
    """The resolver of these ids."""
    return Names(ids)
