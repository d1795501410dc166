"""What a follow-up searches for, and which turn a challenge means."""

from __future__ import annotations

import pytest

from entailed.conversation import Turn
from entailed.conversation.topics import follows, meant, search_for


def question(number, text, answer="", search="", about=None):
    """A turn as it is kept."""
    return Turn(
        "question", text, answer, "verified", about, text, search or text, answer, number=number
    )


CARDS = question(1, "Are gift cards excluded from returns?", "Gift cards are excluded.")
PUMP = question(2, "How long is the warranty of the pump?", "It has a warranty of 24 months.")


@pytest.mark.parametrize(
    "text",
    [
        "Do they expire?", "When does it end?", "Is it closed on Sundays?", "What about books?",
        "And in Germany?", "And books?", "Why?", "Why not?", "How much?", "How long for books?",
        "Does that apply to books?", "What does that mean?", "Are these refundable?",
        "How much does this cost?", "Who is its director?", "When was he born?",
        "Is the same true for books?", "Only unused ones?", "What if it is broken?",
        "Tell me more.", "For how long?", "Can I use them online?", "What else?",
    ],
)  # fmt: skip
def test_a_question_that_leans_on_the_one_before(text):
    """By a pronoun, or by what it leaves out."""
    assert follows(text)
    searched, number = search_for(text, [CARDS])
    assert number == 1
    assert searched.startswith(text)
    assert "gift" in searched


@pytest.mark.parametrize(
    "text",
    [
        "Who pays for shipping?", "How much does express shipping cost?", "Can I pay by card?",
        "Is it possible to pay by invoice?", "How long does it take to get a refund?",
        "What is the opening time of the shop in Bonn?", "Is there a shop in Bonn?",
        "Can I send items that I bought online?", "And when does the shop in Bonn open?",
        "Is it true that the shop in Bonn is closed?", "Where is the head office?",
    ],
)  # fmt: skip
def test_a_question_that_stands_alone_is_searched_as_it_is(text):
    """Words of another topic would only lead astray."""
    assert search_for(text, [CARDS]) == (text, None)


def test_a_chain_of_follow_ups_keeps_its_topic():
    """The words searched for are carried, not only those last written."""
    first, number = search_for("Do they expire?", [CARDS])
    second = question(2, "Do they expire?", search=first, about=number)
    searched, _ = search_for("When?", [CARDS, second])
    assert "gift" in searched
    assert "expire" in searched


def test_a_follow_up_follows_what_was_talked_of_last():
    """Also where that was a doubt about an older answer."""
    doubt = Turn("challenge", "Are gift cards?", "", "held", 1, number=3)
    assert search_for("Do they expire?", [CARDS, PUMP, doubt])[1] == 1


def test_the_first_question_follows_nothing():
    """Whatever pronouns it has."""
    assert search_for("Do they expire?", []) == ("Do they expire?", None)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Are you sure?", 2), ("No, it's 36 months.", 2), ("Are you sure about the cards?", 1),
        ("I don't think gift cards are excluded.", 1), ("And the 24 months?", 2),
        ("Please check the source again.", 2), ("The pump? Really?", 2),
    ],
)  # fmt: skip
def test_a_challenge_means_the_turn_that_its_words_fit(text, number):
    """And the last one where they fit none."""
    assert meant(text, [CARDS, PUMP]) == number


def test_units_name_no_turn():
    """ "days" stand in many answers; the last one is meant."""
    first = question(1, "How long can I return?", "Within 30 days.")
    last = question(2, "How long is the trial?", "Two weeks.")
    assert meant("No, it's 20 days.", [first, last]) == 2
    assert meant("Sure about the 30 days?", [first, last]) == 1
    assert meant("Sure?", []) is None
