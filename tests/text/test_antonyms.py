"""Opposites and exclusive values."""

import pytest

from entailed.text.antonyms import exclusive, opposites, relational
from entailed.text.roots import root

OPPOSITE = (
    "enabled disabled|open closed|opening closes|accepted rejected|valid invalid|legal illegal|"
    "possible impossible|refundable nonrefundable|stable unstable|won lost|rose fell|"
    "increase decreased|"
    "cracked intact|mandatory optional|allowed prohibited|arrives departed|imports exported"
)
UNRELATED = (
    "cover discover|port import|press impress|count discount|form inform|close disclosed|"
    "play display|"
    "able table|open opens|red blue|ease disease|side inside"
)


@pytest.mark.parametrize("pair", OPPOSITE.split("|"))
def test_knows_opposites_in_any_form(pair: str) -> None:
    """Inflected opposites and negative prefixes are found, both ways round."""
    a, b = (root(word) for word in pair.split())
    assert opposites(a, b)
    assert opposites(b, a)


@pytest.mark.parametrize("pair", UNRELATED.split("|"))
def test_a_look_alike_prefix_is_no_opposite(pair: str) -> None:
    """Words that only share letters, and forms of one word, are no opposites."""
    a, b = (root(word) for word in pair.split())
    assert not opposites(a, b)


def test_exclusive_values_and_synonyms() -> None:
    """Different values of one attribute exclude each other, words for one value do not."""
    assert exclusive(root("red"), root("green"))
    assert not exclusive(root("grey"), root("gray"))
    assert not exclusive(root("red"), root("wooden"))


def test_relational_words_are_marked() -> None:
    """First and last are opposites only beside the same neighbour."""
    assert relational(root("first"), root("last"))
    assert not relational(root("open"), root("closed"))
