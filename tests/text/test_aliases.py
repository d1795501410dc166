"""Names that the evidence gives to things."""

from __future__ import annotations

import pytest

from entailed.text.aliases import by_alias

SYSTEM = "The new irrigation system was approved on 9 June."


@pytest.mark.parametrize(
    "premise",
    [
        "Kestrel is the project name of the new irrigation system.",
        "Kestrel was the code name for the new irrigation system, people said.",
        "The new irrigation system, internally known as Kestrel, is late.",
        "They built the new irrigation system, called Kestrel.",
    ],
)
def test_a_thing_is_put_under_its_name(premise: str) -> None:
    """Once, whatever its case, and the rest of the text stays."""
    assert by_alias(SYSTEM, [premise, "Kestrel was approved."]) == "Kestrel was approved on 9 June."


@pytest.mark.parametrize(
    "premises",
    [
        [],
        ["Kestrel was approved on 9 June."],
        ["Kestrel is the project name of the old irrigation system."],
        [
            "Kestrel is the project name of the new irrigation system.",
            "Heron is the project name of the new irrigation system.",
        ],
    ],
)
def test_other_texts_stay_as_they_are(premises: list[str]) -> None:
    """No name, another thing's name, and two names for one thing."""
    assert by_alias(SYSTEM, premises) == SYSTEM


def test_a_text_with_the_name_in_it_stays() -> None:
    """It would say the name twice."""
    text = "Kestrel, the new system, works."
    assert by_alias(text, ["Kestrel is the name of the new system."]) == text
