"""Edits of claim texts."""

from __future__ import annotations

import pytest

from entailed.evidence import freeze
from entailed.extraction.bodies import unadorned
from entailed.extraction.rules import RuleExtractor
from entailed.types import Mapped


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("✅ The ridge trail is open 🎉", "The ridge trail is open"),
        ("🎉 ➡️ The hut opens at 9.", "The hut opens at 9."),
        ("👩\u200d🚒 Three crews came 🚒🚒!", "Three crews came!"),
        ("• The bus leaves at nine", "The bus leaves at nine"),
    ],
)
def test_decoration_at_the_edges_is_no_part_of_a_statement(text: str, plain: str) -> None:
    """Emoji, arrows and bullets go; what is left keeps its place."""
    body = unadorned(Mapped.identity(text, 0))
    assert body.text == plain
    assert text[body.starts[0]] == plain[0]


@pytest.mark.parametrize(
    "text",
    [
        "Wi-Fi: ✅",
        "❌ Dogs are allowed inside",
        "It has three stars ★★★",
        "It is 40 ℃",
        "A → B is free",
    ],
)
def test_signs_that_say_something_stay(text: str) -> None:
    """Crosses, stars, units and pictures beside a bare label are kept."""
    assert unadorned(Mapped.identity(text, 0)).text == text


def test_a_decorated_answer_is_claimed_without_decoration() -> None:
    """The claim of a decorated line reads like a plain one."""
    found = RuleExtractor().extract("✅ The trail is open again 🎉", freeze([]), "")
    assert [c.text for c in found.claims] == ["The trail is open again"]
