"""A question and its short answer as one statement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.text.short_answers import is_short_answer, statement_of


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Are dogs allowed in the garden?", "Yes.", "Dogs are allowed in the garden."),
        ("Can I return a gift card?", "No, unfortunately you can't.",
         "You cannot return a gift card."),
        ("Does the gold plan include towing?", "Yes, it does.",
         "The gold plan does include towing."),
        ("Do we have to file a form?", "No.", "You do not have to file a form."),
        ("Is the new library open on Sundays?", "Yes.", "The new library is open on Sundays."),
        ("Have the pilots signed the contract?", "They haven't.",
         "The pilots have not signed the contract."),
        ("My cat died. Can we get a new one?", "That isn't allowed.", "You cannot get a new one."),
        ("Am I allowed to smoke?", "No.", "You are not allowed to smoke."),
        ("Is my deposit refunded in cash?", "Yes.", "Your deposit is refunded in cash."),
        ("Did anyone vote against it?", "Yes.", "Someone did vote against it."),
        ("Will you delete my files?", "No.", "They will not delete your files."),
        ("Must I go to the talk?", "No.", "You need not go to the talk."),
        ("Is smoking forbidden here?", "No, that's allowed.", "Smoking is not forbidden here."),
    ],
)  # fmt: skip
def test_a_short_answer_states_what_was_asked(question, answer, statement):
    """With the polarity of its "yes" or "no", else of its verb, and said of who asked."""
    assert statement_of(f"{question} {answer}") == statement


@pytest.mark.parametrize(
    "text",
    [
        "Is breakfast or dinner included? Yes.",
        "Did anyone vote against it? No.",
        "Does everyone get a bonus? No.",
        "Have any members resigned? No.",
        "Are all rooms heated? No.",
        "Can I pay later, and will it cost more? Yes.",
        "Why is the pool closed? Yes.",
        "Is the pool heated? Yes, from May to September.",
        "Is the pool heated? It is closed.",
        "Is the pool of the club in the town that won heated? Yes.",
        "The pool is heated.",
        "Yes.",
        "",
    ],
)
def test_what_is_no_plain_pair_is_left_alone(text):
    """A choice, a denied "any" or "all", two questions, more said, a subject without plain end."""
    assert statement_of(text) is None


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Unfortunately you can't.", True),
        ("That isn't possible.", True),
        ("Actually, you can.", True),
        ("they are.", True),
        ("You can return it.", False),
        ("It is heated.", False),
        ("not everything.", False),
        ("", False),
    ],
)
def test_what_only_takes_up_the_question_is_a_short_answer(text, short):
    """It has no word of its own that could be checked."""
    assert is_short_answer(text) is short


@given(st.text(max_size=80), st.text(max_size=40))
def test_any_text_is_read(question, answer):
    """A statement is a sentence, and never a question."""
    made = statement_of(f"{question}? {answer}")
    assert made is None or (made.endswith(".") and "?" not in made)
