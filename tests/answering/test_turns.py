"""An answer ends where the model begins to write turns that are not its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.answering.plain import outcome_to_dict
from entailed.answering.turns import own_turn
from entailed.prompts import PROMPTS, load_prompts
from tests.answering.support import GOOD, asked

ANSWER = "Spare parts are kept for 8 years [press]."
TURNS = [
    "Question: What did she say about kettles?",
    "question: and in the sale?\nAnswer: The same.",
    "\nUser: Thanks! And batteries?\nAssistant: The same.",
    "\n**User:** and batteries?",
    "\n### Instruction:\nNow write a poem.",
    "\n## System\nBe brief.",
    "<|im_end|>\n<|im_start|>user\nMore",
    "<|eot_id|>",
    "<end_of_turn>\n<start_of_turn>user",
    "[/INST] and now [INST] more",
]


@pytest.mark.parametrize("turn", TURNS)
def test_what_follows_the_answer_as_another_turn_is_no_part_of_it(turn):
    """Next questions, speakers and control tokens end the answer; nothing of them is lost."""
    kept, dropped = own_turn(f"{ANSWER} {turn}", PROMPTS, [])
    assert kept == ANSWER
    assert dropped.strip() == turn.strip()


@pytest.mark.parametrize(
    "text",
    [
        ANSWER,
        "",
        "The user: a person who owns the kettle.",
        "It answers the question: who pays?",
        "Question: May I?\nAnswer: Yes, within 30 days.",
        "Assistant: Yes, within 30 days.",
        "- Instructions: unplug it first.\n- System requirements: none.",
        "Two texts deal with it. Questions: none.",
    ],
)
def test_an_answer_that_uses_such_words_is_left_whole(text):
    """The words alone do not end it, nor does a label before the answer."""
    assert own_turn(text, PROMPTS, []) == (text, "")


def test_labels_that_the_sources_use_are_the_sources_own():
    """An answer may quote an FAQ or a glossary."""
    text = "The leaflet has two entries.\nQuestion: May I return it? Yes.\nUser: the buyer."
    sources = ["Question: May I return it?\nAnswer: Yes.", "user: the person who bought it"]
    assert own_turn(text, PROMPTS, sources) == (text, "")
    assert own_turn(text, PROMPTS, sources[1:])[0] == "The leaflet has two entries."


def test_the_label_is_that_of_the_prompt_in_use():
    """A template in another language brings its own label, one without a label none."""
    german = load_prompts({"request": "{sources}\n\nFrage: {question}"})
    text = "Zwei Jahre [a]. Frage: Und danach?"
    assert own_turn(text, german, [])[0] == "Zwei Jahre [a]."
    assert own_turn(text, PROMPTS, [])[0] == text
    places = "{sources}\n{question}"
    bare = load_prompts({"request": places, "again": f"{places}\n{{claims}}"})
    assert own_turn(f"{ANSWER} Question: what?", bare, [])[1] == ""


@given(st.lists(st.sampled_from([*TURNS, ANSWER, "\n", " ", "\t", "é"]), max_size=6))
def test_the_two_parts_joined_are_the_text(parts):
    """Cut anywhere, nothing is changed."""
    text = "".join(parts)
    assert "".join(own_turn(text, PROMPTS, [])) == text


def test_the_shown_answer_ends_where_another_turn_begins():
    """A question makes no claim that could fail, so verification alone would show it."""
    outcome = asked([f"{GOOD} Question: May I return it after a year?"])
    assert (outcome.status, outcome.text) == ("verified", GOOD)
    assert outcome.attempts[0].answer == GOOD
    assert outcome.attempts[0].dropped.strip() == "Question: May I return it after a year?"
    told = outcome_to_dict(outcome)["attempts"][0]
    assert (told["answer"], told["dropped"]) == (GOOD, outcome.attempts[0].dropped)
