"""Names that a text speaks of by another word."""

from __future__ import annotations

import pytest

from entailed.text.allusions import alluded, linked, opens_case, speaks_for


@pytest.mark.parametrize(
    ("words", "keys", "expected"),
    [
        (["portugal"], {"lisbon"}, True),
        (["portugal"], {"vigo"}, False),
        (["lisbon"], {"portugal"}, False),
        (["middle", "ages"], {"medieval"}, True),
        (["second", "world", "war"], {"1942"}, True),
        (["second", "world", "war"], {"1952"}, False),
        (["cold", "harbour"], {"1962"}, False),
        ([], {"1962"}, False),
    ],
)
def test_a_country_or_a_period_is_told_by_its_capital_or_years(
    words: list[str], keys: set[str], expected: bool
) -> None:
    """A capital tells its country, an adjective or a year within it a period."""
    assert alluded(words, keys) is expected


def test_a_capital_may_speak_for_its_country() -> None:
    """In this direction only for who acts; `linked` holds in both."""
    assert speaks_for(["lisbon"], {"portugal"})
    assert not speaks_for(["portugal"], {"lisbon"})
    assert linked(["lisbon"], ["portugal"])
    assert linked(["portugal"], ["lisbon"])
    assert not linked(["lisbon"], ["spain"])


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("A watch bought in ", True),
        ("The old kettle lasts, whereas a new kettle in ", True),
        ("The watch was bought in ", False),
        ("A watch made by ", False),
        ("", False),
    ],
)
def test_a_place_after_an_indefinite_thing_is_an_instance(before: str, expected: bool) -> None:
    """ "A watch bought in" a town is any watch; "the watch" is one."""
    assert opens_case(before) is expected
