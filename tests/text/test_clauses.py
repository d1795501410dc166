"""Clauses of a sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.text.clauses import clauses, language


def _pieces(text: str) -> list[str]:
    """The clauses as they stand in the text."""
    return [clause.span.of(text) for clause in clauses(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pump is red and the hose is blue.", ["The pump is red", "the hose is blue"]),
        ("It plans to open; it has not opened.", ["It plans to open", "it has not opened"]),
        (
            "The treaty was signed, but it was never ratified.",
            ["The treaty was signed", "it was never ratified"],
        ),
        (
            "Returns are accepted if the item is unopened.",
            ["Returns are accepted", "the item is unopened"],
        ),
        (
            "Alle Räume sind gestrichen, doch keiner ist möbliert.",
            ["Alle Räume sind gestrichen", "keiner ist möbliert"],
        ),
        ("图书馆周一闭馆，周二开放。", ["图书馆周一闭馆", "周二开放"]),
        ("The firm sells tea and coffee.", ["The firm sells tea and coffee"]),
        ("In 2019, critics spoke.", ["In 2019, critics spoke"]),
        ("", []),
        ("...", []),
    ],
)
def test_splits_where_a_new_predicate_begins(text: str, expected: list[str]) -> None:
    """Clauses part at contrasts, conditions and coordinated verbs, not inside noun phrases."""
    assert _pieces(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The treaty was signed but never ratified.", [False, True]),
        ("It does not leak.", [True]),
        ("The test showed that it does not leak.", [True]),
        ("The hose is blue; the pump is red.", [False, False]),
        ("These rooms are dry.", [False]),
    ],
)
def test_marks_clauses_that_lean_on_what_stands_before(text: str, expected: list[bool]) -> None:
    """A clause without a subject, or with a pronoun for one, is dependent."""
    assert [clause.dependent for clause in clauses(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The lock is closed.", "en"),
        ("Der Laden ist nicht geöffnet.", "de"),
        ("Le musée est fermé le lundi.", "fr"),
        ("La tienda no abre los domingos.", "es"),
        ("Il museo non è aperto.", "it"),
        ("A loja não abre aos domingos.", "pt"),
        ("Магазин не открыт.", "ru"),
        ("博物馆不开放。", "zh"),
        ("返品はできません。", "ja"),
        ("I am a lawyer.", "en"),
        ("I'm a manager without rules.", "en"),
        ("", "en"),
    ],
)
def test_tells_the_language(text: str, expected: str) -> None:
    """Script and function words decide; English when nothing does."""
    assert language(text) == expected


def test_joins_a_hyphened_non() -> None:
    """A word with non- is one token, the opposite of the word without it."""
    (clause,) = clauses("Gift cards are non-refundable.")
    assert clause.tokens[-1].text == "nonrefundable"


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_spans_are_in_order_and_inside(text: str) -> None:
    """Any text: clauses follow one another inside it, and their tokens lie inside them."""
    end = 0
    for clause in clauses(text):
        assert end <= clause.span.start <= clause.span.end <= len(text)
        assert all(clause.span.contains(token.span) for token in clause.tokens)
        end = clause.span.end
