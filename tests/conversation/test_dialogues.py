"""The scripted dialogues, and what has to hold in every one of them."""

from __future__ import annotations

import re

import pytest

from entailed.answering.judging import stands
from entailed.conversation import SQLiteStore, dump_turn, load_turn
from tests.conversation.dialogues import DIALOGUES
from tests.conversation.support import became, conversation, talk

QUOTED = re.compile(r'^\[[^\]]+\][^":]*: "(.*)"$', re.MULTILINE)


@pytest.mark.parametrize("name", DIALOGUES)
def test_a_dialogue_goes_as_it_should(name):
    """Every message is taken for what it is, and every reply says what it has to."""
    replies, steps = DIALOGUES[name]
    turns, _, retriever = talk(replies, [step.text for step in steps])
    assert [became(turn) for turn in turns] == [step.becomes for step in steps]
    for turn, step in zip(turns, steps, strict=True):
        for words in step.says:
            assert words in turn.reply
        for words in step.never:
            assert words not in turn.reply
    assert [asked for asked, _ in retriever.calls] == [t.search for t in turns if t.search]
    for turn in turns:
        _assert_sound(turn, turns)


def _assert_sound(turn, turns):
    """What holds of every turn, whatever was said."""
    told = " ".join(" ".join(passage.text.split()) for passage in turn.evidence)
    for quotation in QUOTED.findall(turn.reply):
        assert quotation in told
    if turn.kind == "challenge" and turn.about is not None:
        root = turns[turn.about - 1]
        assert turn.search in ("", root.search), "a challenge never drives retrieval"
        if not turn.search:
            settled = [t for t in turns[: turn.number] if t.about == root.number and t.answer]
            assert turn.evidence in [root.evidence, *(t.evidence for t in settled)]
    if turn.status in ("verified", "held", "corrected"):
        assert turn.report is not None
        assert stands(turn.report)
        assert turn.report.answer == turn.answer
    assert load_turn(dump_turn(turn)) == turn


def test_there_are_dialogues_enough():
    """Of each sort the suite has several."""
    sorts = {name.partition(":")[0] for name in DIALOGUES}
    assert len(DIALOGUES) >= 40
    assert {"right once", "right thrice", "wrong", "false", "true", "middle"} <= sorts


def test_a_dialogue_goes_on_from_a_file(tmp_path):
    """Each message by a conversation that was opened anew, beside another in the same file."""
    replies, steps = DIALOGUES["wrong, then pressed"]
    whole, _, _ = talk(replies, [step.text for step in steps])
    for step in steps:
        with SQLiteStore(tmp_path / "turns.db") as store:
            for name in ("one", "two"):
                made, _, _ = conversation(replies, store, name)
                made.ask(step.text)
    with SQLiteStore(tmp_path / "turns.db") as store:
        assert store.turns("one") == store.turns("two") == tuple(whole)
