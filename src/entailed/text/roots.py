"""Rough word roots for matching forms of one word: refund, refunds, refunded, refundable.

Coarser than a stem and never shown to a reader. Own rules, no dictionary but a short list of
irregular English verbs.
"""

from __future__ import annotations

from functools import lru_cache

IRREGULAR = {
    form: base
    for line in """
    run ran|rise rose risen|fall fell fallen|win won|lose lost loss losses|begin began begun
    pay paid|sell sold
    buy bought|build built|hold held|keep kept|make made|take took taken|give gave given
    go went gone
    come came|grow grew grown|meet met|send sent|spend spent|find found|say said|tell told
    write wrote written|break broke broken|freeze froze frozen|choose chose chosen|fly flew flown
    drive drove driven|speak spoke spoken|teach taught|think thought|bring brought|catch caught
    draw drew drawn|eat ate eaten|forget forgot forgotten|know knew known|see saw seen
    sing sang sung
    sink sank sunk|swim swam swum|wear wore worn|throw threw thrown|steal stole stolen|stand stood
    sit sat|ride rode ridden|lead led|leave left|feel felt|fight fought|bear bore born borne
    become became|bite bit bitten|blow blew blown|deal dealt|hide hid hidden|mean meant|show shown
    shake shook shaken|shrink shrank shrunk|sleep slept|strike struck|swear swore sworn|understand
    wake woke woken|withdraw withdrew withdrawn|lend lent|leak leakage|man men|woman women
    child children
    foot feet|use used using|fail failure failures|flee fled|feed fed|breed bred|spread|seek sought
    bind bound|hang hung|close closure closures|uphold upheld
    die died dying|unstabl unstable|lie lied lying|tie tied tying
    person people|life lives|analysis analyses
    """.replace("\n", "|").split("|")
    if (words := line.split())
    for base in words[:1]
    for form in words
}
SUFFIXES = (
    "ability ibility ations ation ments ment ings ing ances ance ences ence ables able ibles ible"
    " ions ion ities ity ness edly ers ors er or ed ies es ly al s e y"
).split()
DERIVING = frozenset(
    "ability ibility able ables ible ibles ly al ment ments ness er ers or ors".split()
)
# Past forms that are verbs wherever they stand.
PAST = (
    frozenset(IRREGULAR)
    - frozenset(IRREGULAR.values())
    - frozenset(
        "left people men women children feet lives analyses leakage failure failures closure "
        "closures "
        "using dying lying tying felt thought meant saw born borne unstable".split()
    )
)
PROTECTED = frozenset(
    "formal informal weekly monthly yearly daily hourly nightly fortnightly quarterly".split()
)
MINIMUM = 4


@lru_cache(maxsize=65536)
def root(word: str) -> str:
    """The matching key of one folded word; words of three characters or fewer stand as they are.

    A number, an identifier or a word in a script without case endings comes back unchanged.
    """
    if not word.isalpha() or word in PROTECTED:
        return word
    base = IRREGULAR.get(word, word)
    if len(base) <= MINIMUM or not base.isascii():
        return _plural(base)
    if base.endswith(("us", "is", "ss")):
        return base
    for suffix in SUFFIXES:
        least = MINIMUM if suffix in DERIVING else MINIMUM - 1
        if base.endswith(suffix) and len(base) - len(suffix) >= least:
            return _single(base[: -len(suffix)])
    return _single(base)


def _single(stem: str) -> str:
    """The stem with a doubled final consonant made single (stopp -> stop) and i for y."""
    doubled = len(stem) >= MINIMUM and stem[-1] == stem[-2] and stem[-1] not in "aeiou"
    if doubled and (len(stem) > MINIMUM or stem[-1] not in "lsfz"):
        return stem[:-1]
    if stem.endswith(("y", "i", "e")) and len(stem) >= MINIMUM:
        return stem[:-1]
    return stem


def _plural(word: str) -> str:
    """A four-letter ASCII word without its last e or y or plural s (note, city, cars)."""
    if len(word) != MINIMUM or not word.isascii():
        return word
    if word[-1] in "ey" or (word[-1] == "s" and word[-2] not in "siu"):
        return word[:-1]
    return word
