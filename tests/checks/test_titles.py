"""The check of titles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.titles import titles
from tests.checks.support import outcome

FINE = [
    ('The episode "Night Train" is the last.', "Episode 9: Night Train. It is the last."),
    ("The book “Blue Harbor,” sold well.", "Blue Harbor (novel, 1990) sold well."),
    ('The course is called "the basics of knots".', "Basics of Knots: a course for sailors."),
    ('Her film "THE LAST FERRY" won.', "The Last Ferry won a prize."),
    ('The song "Rivers and Roads" is old.', "An old song: Rivers & Roads."),
    ('He said "we never sleep" to the press.', "He talked to the press."),
    ('There is no episode called "Night Train".', "Episodes: Day Bus, Morning Tram."),
    ('The sources do not mention the book "Blue Harbor".', "The library lists two novels."),
    ('Der Film "Die letzte Fähre" gewann.', "Die letzte Fähre gewann einen Preis."),
    ("小说《红楼梦》很长。", "红楼梦是一部很长的小说。"),
    ('The "beta" label is old.', "The label is old."),
]


@pytest.mark.parametrize(("claim", "passage"), FINE)
def test_a_title_of_the_evidence_is_left_alone(claim, passage):
    """Case, edges, articles and denials raise nothing, nor do quotations of speech."""
    assert outcome(titles, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ('The episode "Night Train" is the last.', "Episode 9: Day Bus. It is the last."),
        ("Her novel “Blue Harbor” sold well.", "Her novel Green Valley sold well."),
        ('The course is titled "Knots for all".', "The course is titled Knots and ropes."),
        ("Le film intitulé « La dernière nuit » a gagné.", "Le film Le premier jour a gagné."),
        ('A podcast called "Deep Roots" covers it.', "A podcast covers it."),
    ],
)
def test_a_title_that_is_nowhere_is_not_found(claim, passage):
    """Invented titles are related or missing."""
    reason, label = outcome(titles, claim, passage)
    assert (reason, label in ("related", "missing")) == ("title_missing", True)


def test_titles_of_the_question_are_given():
    """The user named the book; it need not be in the passages."""
    question = 'Who wrote "Blue Harbor"?'
    assert outcome(titles, 'The book "Blue Harbor" is by Ann Lee.', "By Ann Lee.", question) is None


@given(st.text(max_size=80))
def test_any_texts_are_checked_without_an_error(claim):
    """No text makes the check fail."""
    outcome(titles, claim, "Day Bus.")
