"""Frames: who did what to whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.text.frames import frames


def read(text: str) -> list[tuple[str, dict[str, str]]]:
    """Verb and roles of each frame, phrases as written."""
    return [(f.verb, {r: p.span.of(text) for r, p in f.roles}) for f in frames(text)]


@pytest.mark.parametrize(
    ("text", "verb", "roles"),
    [
        ("The council approved the budget.", "approve", {"1": "The council", "2": "the budget"}),
        (
            "Acme Corp. acquired Bolt Inc. in 2019.",
            "sell",
            {"to": "Acme Corp.", "2": "Bolt Inc.", "in": "2019"},
        ),
        ("Bolt was bought by Acme.", "sell", {"to": "Acme", "2": "Bolt"}),
        ("In 2019 Acme sold Bolt.", "sell", {"1": "Acme", "2": "Bolt", "in": "2019"}),
        ("Lena lost to Mia.", "beat", {"1": "Mia", "2": "Lena"}),
        (
            "The mill in the valley was rebuilt by the town.",
            "rebuild",
            {"1": "the town", "2": "The mill in the valley"},
        ),
    ],
)
def test_an_event_has_one_set_of_roles(text: str, verb: str, roles: dict[str, str]) -> None:
    """Passives, openings and converse verbs come out alike."""
    assert read(text)[0] == (verb, roles)


@pytest.mark.parametrize(
    "text",
    [
        "Acme and Bolt bought Corvin.",
        "If rain falls, stay.",
        "A quiet afternoon.",
        "The son of Acme, who bought Corvin.",
        "That fell off a cart had wheels.",
        "",
    ],
)
def test_what_is_not_plain_has_no_frame(text: str) -> None:
    """Coordinated subjects, conditions and phrases are left out."""
    assert frames(text) == ()


def test_a_denied_event_says_so() -> None:
    """The roles are read as if it had happened."""
    (frame,) = frames("The council did not approve the budget.")
    assert (frame.denied, frame.verb) == (True, "approve")


@given(st.text(max_size=200))
def test_spans_lie_in_the_text(text: str) -> None:
    """No text crashes the reader, and phrases are stretches of it."""
    for frame in frames(text):
        assert all(0 <= p.span.start < p.span.end <= len(text) for _, p in frame.roles)
