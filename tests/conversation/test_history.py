"""What the model is told of a conversation, and how it is trimmed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.conversation import trimmed
from entailed.conversation.history import UNVERIFIED
from entailed.dialogue import Message
from entailed.errors import ConfigurationError
from tests.conversation.dialogues import DIALOGUES, R30, R60, RETURNS, SILENT, G
from tests.conversation.support import conversation

MESSAGES = st.lists(
    st.builds(Message, st.sampled_from(["system", "user", "assistant"]), st.text(max_size=12)),
    max_size=14,
)
BOUND = st.integers(0, 40)


def groups(messages):
    """The turns of messages, as tuples of places."""
    found = []
    for place, message in enumerate(messages):
        if message.role == "system":
            continue
        if message.role == "user" or not found:
            found.append([])
        found[-1].append(place)
    return [tuple(group) for group in found]


def kept_places(messages, kept):
    """Where the kept messages stood, told apart by identity."""
    names = {id(message): place for place, message in enumerate(messages)}
    return [names[id(message)] for message in kept]


@given(MESSAGES, BOUND, BOUND)
def test_trimming_keeps_whole_turns_from_the_newest(messages, turns, characters):
    """System messages and order stay; a pair is never split; the bounds hold; no gap is left."""
    kept = trimmed(messages, turns, characters)
    places = kept_places(messages, kept)
    assert places == sorted(places)
    system = [p for p, m in enumerate(messages) if m.role == "system"]
    assert [p for p in places if p in system] == system
    whole = groups(messages)
    present = [group for group in whole if group[0] in places]
    assert [p for p in places if p not in system] == [p for group in present for p in group]
    assert present == whole[len(whole) - len(present) :]
    assert len(present) <= turns
    head = sum(len(messages[p].content) for p in system)
    assert sum(len(m.content) for m in kept) <= max(characters, head)


@given(MESSAGES, BOUND, BOUND)
def test_trimming_again_changes_nothing_and_leaves_nothing_that_fits(messages, turns, characters):
    """It is idempotent, and the next older turn would break a bound."""
    kept = trimmed(messages, turns, characters)
    assert trimmed(kept, turns, characters) == kept
    whole = groups(messages)
    present = len(groups(kept))
    if present < min(len(whole), turns):
        older = whole[len(whole) - present - 1]
        size = sum(len(m.content) for m in kept) + sum(len(messages[p].content) for p in older)
        assert size > characters


@given(MESSAGES, BOUND, BOUND)
def test_more_room_never_keeps_less(messages, turns, characters):
    """In either bound."""
    kept = set(kept_places(messages, trimmed(messages, turns, characters)))
    assert kept <= set(kept_places(messages, trimmed(messages, turns + 1, characters)))
    assert kept <= set(kept_places(messages, trimmed(messages, turns, characters + 5)))


def test_bounds_below_nothing_are_refused():
    """With what came."""
    with pytest.raises(ConfigurationError, match="got -1 turns"):
        trimmed((), -1, 10)
    with pytest.raises(ConfigurationError, match="-5 characters"):
        conversation(history_characters=-5)


# --- what is told ----------------------------------------------------------------------------


def told(name, **options):
    """The history after a dialogue."""
    replies, steps = DIALOGUES[name]
    talk, _, _ = conversation(replies, **options)
    for step in steps:
        talk.ask(step.text)
    return [(message.role, message.content) for message in talk.history()]


def test_a_corrected_answer_is_told_as_corrected():
    """Neither the withdrawn claim nor the doubt stands before the model; ids are left out."""
    assert told("wrong, then pressed") == [
        ("user", RETURNS),
        ("assistant", "Unused items can be returned within 30 days of delivery."),
    ]


def test_a_false_counter_claim_is_not_told():
    """Nor is it searched for."""
    assert "60" not in str(told("false: thought"))


def test_a_text_with_failed_claims_is_not_told():
    """It is said that it could not be verified."""
    talk, _, _ = conversation([R60])
    talk.ask(RETURNS)
    assert [m.content for m in talk.history()] == [RETURNS, UNVERIFIED]


def test_history_goes_before_the_question_trimmed():
    """After the contract and the system messages; the oldest turns are gone."""
    talk, model, _ = conversation([R30, G, SILENT], system=["Be brief."], history_turns=1)
    for question in (RETURNS, "Are gift cards excluded from returns?", "Who built the pump?"):
        talk.ask(question)
    roles = [message.role for message in model.calls[-1][0]]
    assert roles == ["system", "system", "user", "assistant", "user"]
    contents = [message.content for message in model.calls[-1][0]]
    assert contents[1:4] == [
        "Be brief.",
        "Are gift cards excluded from returns?",
        "Gift cards are excluded from returns.",
    ]
    assert RETURNS not in str(contents)


def test_a_trimmed_turn_can_still_be_challenged():
    """Trimming is for the model; the turns stay in the store."""
    talk, _, _ = conversation([R30, G], history_turns=0)
    talk.ask(RETURNS)
    talk.ask("Are gift cards excluded from returns?")
    assert talk.history() == ()
    turn = talk.ask("Are you sure about the 30 days?")
    assert (turn.status, turn.about) == ("held", 1)
