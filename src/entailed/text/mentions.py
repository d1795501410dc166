"""Whether a passage mentions a name, in any of the forms a name takes.

Possessives, plurals, adjectives ("Danish" for "Denmark"), creeds ("Salafism"), accents, hyphens,
names inside addresses and words run together count; an acronym counts only in capitals ("CARES"
is not the verb "cares"), spelled out, or as the initials of words that stand together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from entailed.text.acronyms import WELL_KNOWN
from entailed.text.common_words import is_common, is_function_word
from entailed.text.lazy import lazy
from entailed.text.names import name_key, read_definitions
from entailed.text.roots import root

__all__ = [
    "Mentions",
    "forms_of",
    "has_acronym",
    "has_initials",
    "has_long_form",
    "has_spelling",
    "has_word",
    "mentions",
    "same_word",
]

_WORD = lazy(r"[^\W_]+(?:['’.&‐\-–][^\W_]+)*")
_PART = lazy(r"[^\W_]+")
_CAPITALS = lazy(r"(?<!\w)(?:[A-Z]\.\s?){2,8}|(?<![^\W_])[A-Z][A-Z0-9&]{1,11}")
_COMPACT = lazy(r"[\W_]+")
_LETTERS = 4
_ENDINGS = frozenset(
    "n an ian ean ese ish ic i er ers en ns ans ians eans a ia e y s es in ine ite ites ien ienne "
    "ais aise ois oise ano ana isch ische ischen ischer isches as os o us um ae".split()
)
_ADJECTIVAL = frozenset(
    "n an ian ean ese ish ic i er ers en ns ans ians eans ite ites ien ienne ais aise ois oise "
    "ano ana isch ische ischen ischer isches s es".split()
)
_PAIRS = tuple(
    frozenset(line.split())
    for line in (
        "france french français française frankreich francia",
        "germany german germans deutschland deutsch allemagne allemand alemania alemán",
        "spain spanish spaniard spaniards spanien españa espagne",
        "netherlands dutch holland niederlande pays-bas",
        "denmark danish dane danes dänemark",
        "norway norwegian norwegians norwegen",
        "poland polish pole poles polen",
        "switzerland swiss schweiz suisse svizzera",
        "sweden swedish swede swedes schweden",
        "finland finnish finn finns finnland",
        "ireland irish",
        "scotland scottish scots scot",
        "wales welsh",
        "england english britain british uk",
        "greece greek greeks griechenland",
        "turkey turkish turk turks türkei",
        "iceland icelandic",
        "thailand thai",
        "philippines filipino filipinos philippine",
        "peru peruvian",
        "israel israeli israelis",
        "iraq iraqi",
        "us usa america american americans u.s",
        "eu europe european union",
        "portugal portuguese",
        "cyprus cypriot",
        "china chinese 中国 中國",
        "japan japanese 日本",
        "russia russian россия российский",
        "austria austrian österreich",
        "italy italian italien italie italia",
        "afghanistan afghan",
        "argentina argentine argentinian",
        "new-york nyc",
        "venice venetian venetians",
        "naples neapolitan neapolitans",
        "florence florentine florentines",
        "moscow muscovite muscovites",
        "glasgow glaswegian glaswegians",
        "manchester mancunian mancunians",
        "liverpool liverpudlian liverpudlians",
        "troy trojan trojans",
        "flanders flemish fleming flemings",
        "slovenia slovene slovenes",
        "serbia serb serbs",
        "croatia croat croats",
    )
)
# What a person or a creed is called after ("Salafism", "Salafis").
_CREEDS = ("isms", "ism", "ists", "ist")
_PAIR_OF: dict[str, frozenset[str]] = {word: pair for pair in _PAIRS for word in pair}


@dataclass(frozen=True, slots=True)
class Mentions:
    """The words of one passage in the forms names are looked up in.

    `keys` are folded words and their parts, `roots` their roots, `capitals` words in capitals as
    written without dots, `titled` folded words that stand with a capital, `compact` the folded
    text without anything but letters and digits, `initials` the initials of all words in order
    (and without function words), `defined` short forms the passage explains.
    """

    keys: frozenset[str]
    roots: frozenset[str]
    capitals: frozenset[str]
    titled: frozenset[str]
    compact: str
    initials: tuple[str, str]
    by_start: dict[str, tuple[str, ...]]
    defined: dict[str, tuple[str, ...]]


@lru_cache(maxsize=4096)
def mentions(passage: str) -> Mentions:
    """Index one passage. Cached; linear in its length."""
    words = _WORD.findall(passage)
    keys = {name_key(w) for w in words}
    keys |= {name_key(p) for w in words for p in _PART.findall(w)}
    starts: dict[str, list[str]] = {}
    for key in sorted(keys):
        starts.setdefault(key[: _LETTERS - 1], []).append(key)
    plain = [name_key(p) for p in _PART.findall(passage)]
    telling = [w for w in plain if not is_function_word(w)]
    return Mentions(
        keys=frozenset(keys),
        roots=frozenset(root(k) for k in keys),
        capitals=frozenset(c.replace(".", "").replace(" ", "") for c in _CAPITALS.findall(passage)),
        titled=frozenset(name_key(w) for w in words if w[0].isupper()),
        compact=_COMPACT.sub("", "".join(plain)),
        initials=("".join(w[0] for w in plain if w), "".join(w[0] for w in telling if w)),
        by_start={k: tuple(v) for k, v in starts.items()},
        defined={d.short: d.words for d in read_definitions(passage)},
    )


def has_word(word: str, where: Mentions) -> bool:
    """Whether a name's word (a `name_key`) stands in the passage in some form."""
    if word in where.keys or root(word) in where.roots:
        return True
    if len(word) > _LETTERS and _COMPACT.sub("", word) in where.compact:
        return True
    pair = _PAIR_OF.get(word, frozenset())
    if not pair.isdisjoint(where.keys) or any(has_long_form(short, where) for short in pair):
        return True
    if "-" in word or "'" in word:
        parts = [p for p in re.split(r"[-']", word) if len(p) > 1]
        return bool(parts) and all(is_common(p) or has_word(p, where) for p in parts)
    if any(same_word(word, other) for other in where.by_start.get(word[: _LETTERS - 1], ())):
        return True
    return any(word in words for words in where.defined.values())


def has_long_form(short: str, where: Mentions) -> bool:
    """Whether a well-known short form is spelled out in the passage ("US": United States)."""
    return any(set(form) <= where.keys for form in WELL_KNOWN.get(short, ()))


def forms_of(words: tuple[str, ...]) -> frozenset[str]:
    """Other words for a name that has a well-known short form: "American" for United States."""
    shorts = [short for short, forms in WELL_KNOWN.items() if words in forms]
    return frozenset(w for s in shorts for w in _PAIR_OF.get(s, ()) if len(w) >= _LETTERS)


def same_word(word: str, other: str) -> bool:
    """Whether two folded words are forms of one name: Russia, Russian; Sofia, Sofias."""
    if word == other or other in _PAIR_OF.get(word, ()):
        return True
    stem = _creed_stem(word)
    if stem != word:
        return same_word(stem, _creed_stem(other))
    shared = 0
    for a, b in zip(word, other, strict=False):
        if a != b:
            break
        shared += 1
    ours, theirs = word[shared:], other[shared:]
    if shared < _LETTERS - 1:
        return False
    if not word.isascii():
        return shared >= _LETTERS and len(ours) <= 3 and len(theirs) <= 3
    if not {ours, theirs} & _ADJECTIVAL:
        return False
    return all(not r or r in _ENDINGS for r in (ours, theirs)) and (
        shared >= _LETTERS or not (ours and theirs)
    )


def _creed_stem(word: str) -> str:
    """What a creed or its follower is called after: "jansen" for "jansenism"; else the word."""
    stem = next((word.removesuffix(end) for end in _CREEDS if word.endswith(end)), word)
    return stem if len(stem) >= _LETTERS else word


def has_spelling(word: str, where: Mentions) -> bool:
    """Whether a word of five letters or more stands there with another spelling (two edits)."""
    if len(word) < 5:
        return False
    near = where.by_start.get(word[: _LETTERS - 1], ())
    return any(abs(len(o) - len(word)) <= 2 and _distance(word, o) <= 2 for o in near)


def _distance(a: str, b: str) -> int:
    return int(OSA.distance(a, b, score_cutoff=2))


def has_acronym(short: str, where: Mentions) -> bool:
    """Whether an acronym (letters as written) stands in capitals or is spelled out."""
    letters = short.replace(".", "")
    bare = letters.removesuffix("s") if letters[:-1].isupper() else letters
    if bare.upper() in where.capitals or name_key(bare) in where.defined:
        return True
    if len(bare) >= 3 and any(c.startswith(bare) for c in where.capitals):
        return True
    folded = bare.casefold()
    if len(folded) >= 4 and not is_common(folded) and folded in where.compact:
        return True
    if folded in where.titled and not is_common(folded):
        return True
    if not _PAIR_OF.get(folded, frozenset()).isdisjoint(where.keys):
        return True
    if not is_common(folded) and folded in where.keys:
        return True
    return has_initials(folded, where) or any(
        folded == _initials(words) for words in where.defined.values()
    )


def has_initials(folded: str, where: Mentions) -> bool:
    """Whether words that stand together begin with these letters (three or more)."""
    letters = re.sub(r"[^a-z]", "", folded)
    return len(letters) >= 3 and any(letters in line for line in where.initials)


def _initials(words: tuple[str, ...]) -> str:
    return "".join(w[0] for w in words if w)
