"""What a user says in the place of an answer."""

from __future__ import annotations

import pytest

from entailed.conversation.countering import Counter, counter_of

CLAIM = "Unused items can be returned within 30 days of delivery."
QUESTION = "Within how many days can I return an item?"
SIXTY = "Unused items can be returned within 60 days of delivery."


@pytest.mark.parametrize(
    "message",
    [
        "It's 60 days.", "No, it's 60 days!", "60 days.", "I thought it was 60 days.",
        "Isn't it 60 days?", "Wasn't it 60 days?", "Shouldn't it be 60 days?", "Is it not 60 days?",
        "It's 60 days, not 30.", "It's not 30 days, it's 60 days.", "It's 60 days, isn't it?",
        "But the website says 60 days.", "Doesn't the policy say 60 days?",
        "Are you sure? I read it's 60 days.", "You said 30 days, but it's 60 days.",
        "Are you sure it isn't more? It is 60 days.", "According to my contract, it's 60 days.",
        "I can return it within 60 days.",
    ],
)  # fmt: skip
def test_a_value_is_put_in_its_place(message):
    """In the claim it is about, instead of the value of the same kind."""
    assert counter_of(message, [CLAIM], QUESTION) == Counter(SIXTY)


@pytest.mark.parametrize(
    "message",
    [
        "Are you sure?", "No.", "That's wrong.", "It's not 30 days.", "It isn't.", "Check again.",
        "You said 30 days.", "I don't think it's 30 days.", "Which source says that?",
        "Are you sure about the items?",
    ],
)  # fmt: skip
def test_a_mere_doubt_states_nothing(message):
    """Also where it repeats, or denies, what it doubts."""
    assert counter_of(message, [CLAIM], QUESTION) is None


def test_a_statement_of_its_own_stays_as_it_is():
    """In the writer's own case, as a sentence."""
    said = counter_of("But Gift Cards can be returned", [CLAIM], QUESTION)
    assert said == Counter("Gift Cards can be returned.")


def test_a_pronoun_leans_on_the_answer():
    """It has to be read behind a claim of it."""
    assert counter_of("They are refundable.", [CLAIM], QUESTION) == Counter(
        "They are refundable.", leans=True
    )


def test_a_value_of_another_kind_is_not_exchanged():
    """12 euros are no days."""
    said = counter_of("It costs 12 euros.", [CLAIM], QUESTION)
    assert said == Counter("It costs 12 euros.", leans=True)


def test_the_value_that_was_asked_for_is_the_one_exchanged():
    """The question's own value is not in doubt."""
    claim = "A parcel of 2 kg costs 5 euros and 1 kg more costs 3 euros."
    said = counter_of("It's 9 euros.", [claim], "How much is a parcel of 2 kg?")
    assert said == Counter("A parcel of 2 kg costs 9 euros and 1 kg more costs 3 euros.")


def test_a_name_takes_the_place_of_a_name():
    """The one the question did not name."""
    claims = ["The head office of Nordwind is in Hamburg."]
    said = counter_of("It's in Bremen.", claims, "Where is the head office of Nordwind?")
    assert said == Counter("The head office of Nordwind is in Bremen.")
