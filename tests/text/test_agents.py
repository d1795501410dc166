"""Verbs put by the noun for who does it."""

from __future__ import annotations

import pytest

from entailed.text.agents import by_noun


@pytest.mark.parametrize(
    ("claim", "premises", "put"),
    [
        ("Ann owns the barge.", ["Barge, owner Ann."], "Ann is the owner of the barge."),
        ("Ann wrote The Lock.", ["The Lock. Author: Ann."], "Ann is the author of The Lock."),
        ("Ann Bell owns the barge.", ["Ann Bell owns a barge; its former owner left."], None),
        ("Ann Bell owns the barge.", ["Barge, owner Ann Bell.", "The barge is at the quay."], None),
        ("Ann Bell owns the barge.", ["Ann Bell owned a barge; its owner left."], None),
        ("Ann wrote The Lock.", ["Tom writes; author of the preface: Ann."], None),
        ("Ann Bell has won the cup.", ["Cup: winner Ann Bell."], None),
        ("Ann Bell sold the barge.", ["Barge, owner Ann Bell."], None),
        ("", ["Barge, owner Ann Bell."], None),
    ],
)  # fmt: skip
def test_a_verb_is_put_by_the_noun_that_every_premise_has(claim, premises, put):
    """Only where the evidence has the noun and not the verb."""
    assert by_noun(claim, premises) == (put or claim)
