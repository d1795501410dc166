"""Negation and its scope."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.text.clauses import clauses
from entailed.text.polarity import polarities

DENIED = (
    ("The lock never closes.", "closes"),
    ("The lock fails to close.", "close"),
    ("The lock doesn't close.", "close"),
    ("The lock cannot close.", "close"),
    ("No member voted.", "voted"),
    ("Neither the mayor nor the council voted.", "council"),
    ("The clerk says that neither the mayor nor the council will vote.", "vote"),
    ("The flat has no balcony.", "balcony"),
    ("The node ran without errors.", "errors"),
    ("The model lacks a camera.", "camera"),
    ("He denied that the valve leaks.", "leaks"),
    ("It is a myth that the earth is flat.", "flat"),
    ("Users are unable to log in.", "log"),
    ("Ihr Versuch gelang nicht.", "gelang"),
    ("Keiner der Räume ist möbliert.", "möbliert"),
    ("Das Paket kommt ohne Kabel.", "kabel"),
    ("Le musée n'est pas ouvert.", "ouvert"),
    ("La tienda nunca abre los lunes.", "abre"),
    ("A loja não abre.", "abre"),
    ("Il museo non è mai aperto.", "aperto"),
    ("Магазин не открыт.", "открыт"),
    ("博物馆周一不开放。", "开放"),
    ("店は営業していません。", "営業"),
)
AFFIRMED = (
    ("The lock never fails to close.", "close"),
    ("The lock does not fail to close.", "close"),
    ("The fee is no more than five euros.", "euros"),
    ("It is not only cheap but fast.", "cheap"),
    ("There is no doubt that the river rose.", "rose"),
    ("The node ran without errors at noon.", "noon"),
    ("The report is due no later than Friday.", "friday"),
    ("Entry is free of charge.", "charge"),
    ("No, the lake is deep.", "deep"),
    ("Die Gebühr beträgt nicht mehr als fünf Euro.", "euro"),
    ("El plan no solo es barato.", "barato"),
    ("不但便宜而且好。", "便"),
)
PARTIAL = (
    "Not all members voted.",
    "The pool does not open until noon.",
    "The rule is not always kept.",
    "He hardly spoke.",
    "Nicht alle Räume sind möbliert.",
    "No todos los alumnos aprobaron.",
)


def _parity(text: str, word: str) -> int:
    """Parity of the token that reads `word`."""
    for clause, signs in zip(clauses(text), polarities(text), strict=True):
        for token, parity in zip(clause.tokens, signs.parity, strict=True):
            if token.text == word:
                return parity
    raise LookupError(word)


@pytest.mark.parametrize(("text", "word"), DENIED)
def test_a_cue_denies_the_words_in_its_scope(text: str, word: str) -> None:
    """One cue before a word, or around it, makes it denied."""
    assert _parity(text, word) == 1


@pytest.mark.parametrize(("text", "word"), AFFIRMED)
def test_double_and_mere_look_alike_negations_affirm(text: str, word: str) -> None:
    """Two cues cancel out, and bounds and contrasts deny nothing."""
    assert _parity(text, word) == 0


@pytest.mark.parametrize("text", PARTIAL)
def test_partial_denials_are_marked(text: str) -> None:
    """What leaves open how much is denied is partial."""
    assert any(signs.partial for signs in polarities(text))


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_any_text_has_one_parity_a_token(text: str) -> None:
    """Any text: one polarity a clause and one parity a token, 0 or 1."""
    for clause, signs in zip(clauses(text), polarities(text), strict=True):
        assert len(signs.parity) == len(clause.tokens)
        assert set(signs.parity) <= {0, 1}
