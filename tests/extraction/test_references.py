"""Names in the place of pronouns, only where it is sure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.extraction.references import Subject, resolve, subject_of
from entailed.types import Mapped, Span


def after(first: str, second: str) -> str:
    """The second sentence as it reads after the first."""
    return resolve(Mapped.identity(second), subject_of(first)).text


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            "The Halden bridge opened in 1961.",
            "It was closed in 2004.",
            "The Halden bridge was closed in 2004.",
        ),
        ("The island has 14 villages.", "Its river is long.", "The island’s river is long."),
        ("The drugs were approved.", "They are sold here.", "The drugs are sold here."),
        ("Anna Berg founded the port.", "She died in 1950.", "Anna Berg died in 1950."),
        ("The mayor was elected twice.", "He lives in Oslo.", "The mayor lives in Oslo."),
        (
            "The old mill opened in 1900.",
            "In 2004, it was closed.",
            "In 2004, the old mill was closed.",
        ),
        (
            "PulseSure 200 measures blood pressure.",
            "It is not for children.",
            "PulseSure 200 is not for children.",
        ),
        ("The K2 Pro holds 2 litres.", "It has a filter.", "The K2 Pro has a filter."),
        (
            "The monitor was built in Lund.",
            "It is not intended for those who have a pacemaker.",
            "The monitor is not intended for those who have a pacemaker.",
        ),
        ("Care Plus is a warranty.", "It costs 49 euros.", "Care Plus costs 49 euros."),
        (
            "The leaflet says: The monitor was built in Lund.",
            "It stores 90 values.",
            "The monitor stores 90 values.",
        ),
    ],
)
def test_a_clear_subject_is_put_in(first: str, second: str, expected: str) -> None:
    """One noun phrase, right number and kind, no rival: the pronoun means it."""
    assert after(first, second) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The firm bought the mill.", "It closed in 1931."),
        ("Anna Berg married Tom Hale.", "She died in 1950."),
        ("The mill opened in 1900.", "It is likely that the dam leaks."),
        ("The mill opened in 1900.", "It takes an hour to get there."),
        ("The mill opened in 1900.", "It was reported by those who live there that it burned."),
        ("The mill opened in 1900.", "They were closed in 2004."),
        ("The mill and the dam opened in 1900.", "It was closed."),
        ("If the dam leaks, the valve closes.", "This is rare."),
        ("His mother was a nurse.", "He died in 1950."),
        ("The queen was crowned in May.", "He died in 1950."),
        ("Nobody came.", "It was closed."),
        ("Anna Berg founded the port.", "It was closed."),
        ("Ronald McDonald laughs.", "It was closed."),
        ("Henry VIII reigned long.", "It was closed."),
        ("The company pays.", "The device works."),
    ],
)
def test_a_doubtful_pronoun_is_kept(first: str, second: str) -> None:
    """Rivals, wrong number, and an "it" that means nothing leave the sentence alone."""
    assert after(first, second) == second


def test_the_name_maps_to_the_place_of_the_pronoun() -> None:
    """Every code point of the name stands for the pronoun."""
    body = resolve(Mapped.identity("It was closed.", 50), Subject("The mill", "thing"))
    assert body.text == "The mill was closed."
    assert body.span(0, 8) == Span(50, 52)
    assert body.span(9, 12) == Span(53, 56)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_read(first: str, second: str) -> None:
    """Resolution never fails and keeps the map as long as the text."""
    body = resolve(Mapped.identity(second), subject_of(first))
    assert len(body.text) == len(body.starts) == len(body.ends)
