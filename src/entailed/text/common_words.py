"""Which words are everyday words, so that a capital alone does not make them names."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from entailed.text.closed import AUXILIARIES, CONJUNCTIONS, DETERMINERS, LANGUAGES, PRONOUNS
from entailed.text.lazy import lazy

__all__ = ["is_common", "is_contracted", "is_function_word"]

_PRONOUNS = frozenset("i you he she it we they this that these those there here what who".split())
_CONTRACTED = lazy(r"(?P<base>[a-z]+?)(?:n['’]t|['’](?P<verb>ve|ll|re|d|m|s))$")
_ENDINGS = ("ness", "ally", "ing", "ers", "es", "ed", "ly", "er", "al", "s", "d")
_FUNCTION = frozenset().union(
    AUXILIARIES, DETERMINERS, CONJUNCTIONS, PRONOUNS, *LANGUAGES.values()
) | frozenset(
    "about above after again against although among around because before behind below beneath "
    "beside besides between beyond both during either else even ever every except few following "
    "former further furthermore hence here how however i'm if indeed instead its itself let like "
    "many maybe meanwhile moreover most much my neither never nevertheless next not note now often "
    "once only other otherwise our ours over overall own per perhaps please previously rather same "
    "several she similarly since so some still such than then there therefore they though through "
    "throughout thus today together too toward towards under unlike until upon us very via we well "
    "what when whenever where whereas wherever whether which while who why within without yes yet "
    "hi hello hey yeah yea yep nope oh wow okay ok thanks thank sorry sure dear haha hmm ah um "
    "you your dans pour selon cette depuis lors ainsi também segundo anche secondo dopo nella "
    "после также однако согласно при для как это в на и из с по laut nach seit bei unter "
    "über".split()
)


@lru_cache(maxsize=1)
def _listed() -> frozenset[str]:
    """The English word list, as shipped."""
    text = files("entailed.text").joinpath("data", "common_words.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


@lru_cache(maxsize=65536)
def is_common(folded: str) -> bool:
    """Whether an English dictionary word (or a regular form of one) or a function word."""
    word = folded.replace("’", "'").removesuffix("'s")
    if word in _FUNCTION or word in _listed():
        return True
    parts = word.split("-")
    if len(parts) > 1:
        return all(is_common(part) for part in parts if part)
    return any(base in _listed() for base in _bases(word))


def _bases(word: str) -> list[str]:
    """What a word may be a regular form of."""
    found = []
    for ending in _ENDINGS:
        base = word.removesuffix(ending)
        if base == word or len(base) < 3:
            continue
        found += [base, base + "e"]
        if base.endswith("i"):
            found.append(base[:-1] + "y")
        if len(base) > 3 and base[-1] == base[-2]:
            found.append(base[:-1])
    return found


def is_function_word(folded: str) -> bool:
    """Whether a determiner, preposition, pronoun, auxiliary or the like, in any language read."""
    return folded.replace("’", "'") in _FUNCTION


def is_contracted(folded: str) -> bool:
    """Whether a pronoun or an auxiliary has swallowed a word: "we've", "it's", "don't"."""
    match = _CONTRACTED.match(folded)
    if match is None:
        return False
    if match["verb"]:
        return match["base"] in _PRONOUNS
    return match["base"] in AUXILIARIES or match["base"] in {"ca", "wo", "sha"}
