"""The verb a clause is built on."""

from __future__ import annotations

import pytest

from entailed.text.predicates import finite_verb, main_verb
from entailed.text.views import views


@pytest.mark.parametrize(
    ("text", "finite", "main"),
    [
        ("The shaft was widened in May.", "was", "widened"),
        ("The clerk fled in May.", "fled", "fled"),
        ("The shaft is wide.", "is", None),
        ("Alleged thieves fled in May.", "fled", "fled"),
        ("A quarrel over alleged fraud ended in May.", "ended", "ended"),
        ("The blue shaft.", None, None),
    ],
)
def test_the_verb_is_found_behind_auxiliaries_and_participles(
    text: str, finite: str | None, main: str | None
) -> None:
    """A participle before a noun is no verb; an auxiliary alone says nothing of what happens."""
    (view,) = views(text)
    found = [
        None if at is None else view.token(at).text for at in (finite_verb(view), main_verb(view))
    ]
    assert found == [finite, main]
