"""What a conversation does beside its dialogues: failures, passages, answers from elsewhere."""

from __future__ import annotations

import asyncio

import pytest

from entailed.answering import Answerer
from entailed.assembly import build_answerer, build_verifier
from entailed.conversation import WORDING, Conversation, MemoryStore, Wording
from entailed.errors import ConfigurationError, InputError, StoreError, UnsupportedError
from entailed.policy import load_policy
from entailed.testing import (
    FailingModel,
    FailingRetriever,
    FailingScorer,
    ScriptedModel,
    ScriptedRetriever,
)
from tests.conversation.dialogues import GIFT, HOURS, PUMP, R30, R60, RETURNS, SILENT, W24, G
from tests.conversation.support import PASSAGES, VERIFIER, conversation, search


def added(answer=R30, verifier=VERIFIER):
    """A conversation over a verifier, with one answer from elsewhere."""
    talk = Conversation(verifier)
    talk.add(RETURNS, answer, PASSAGES)
    return talk


# --- answers from elsewhere ------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "status"), [(R30, "held"), (R60, "corrected")])
def test_an_answer_from_elsewhere_is_challenged_like_any(answer, status):
    """Against the passages it came with."""
    assert added(answer).challenge("Are you sure?").status == status


def test_a_verifier_alone_answers_no_question():
    """With what to do instead."""
    with pytest.raises(UnsupportedError, match="pass an Answerer"):
        added().ask(HOURS)


def test_what_a_policy_left_of_an_answer_is_what_is_challenged():
    """The user saw nothing else."""
    talk = added(f"{R60} {G}", build_verifier("repair", scorer="lexical"))
    turn = talk.turns[0]
    assert turn.status == "verified"
    assert "Gift cards are excluded" in turn.answer
    assert talk.ask("Are you sure?").status == "held"


def test_a_blocked_answer_leaves_nothing_to_stand():
    """Only what the user says is checked then."""
    talk = added(R60, build_verifier("strict", scorer="lexical"))
    assert talk.turns[0].answer == ""
    assert talk.ask("Are you sure?").status == "open"
    assert talk.ask("It says items can be returned within 30 days.").status == "corrected"


def test_async_does_the_same():
    """For every method."""

    async def other():
        talk = Conversation(VERIFIER)
        await talk.aadd(RETURNS, R30, PASSAGES)
        await talk.achallenge("Are you sure?")
        await talk.asource("Which source says that?")
        return talk.turns

    talk = added()
    talk.challenge("Are you sure?")
    talk.source("Which source says that?")
    assert asyncio.run(other()) == talk.turns


def test_the_turn_may_be_named():
    """Whatever the words fit; a number that is none is refused."""
    talk = added()
    talk.add(GIFT, G, PASSAGES)
    assert talk.challenge("Are gift cards?", about=1).about == 1
    assert talk.source("Which?", about=1).about == 1
    with pytest.raises(InputError, match=r"the number of a question \(1, 2\), got 9"):
        talk.challenge("Sure?", about=9)


@pytest.mark.parametrize("text", ["", "  ", None])
def test_blank_messages_are_refused(text):
    """Before anything is done."""
    with pytest.raises(InputError):
        added().ask(text)


# --- passages --------------------------------------------------------------------------------


def test_an_earlier_claim_is_given_only_with_its_own_passage():
    """A follow-up may repeat it, since what it rests on comes along; another question may not."""
    replies = [G, f"{G} Gift cards expire after 3 years [gift].", f"{R30} {G}"]
    found = {"returns": PASSAGES["returns"]}

    def retrieved(question, limit):
        return {"gift": PASSAGES["gift"]} if question == GIFT else found

    model, retriever = ScriptedModel(replies), ScriptedRetriever(retrieved)
    talk = Conversation(Answerer(retriever, model, VERIFIER, load_policy("flag")))
    talk.ask(GIFT)
    follow = talk.ask("When do they expire?")
    assert follow.status == "verified"
    assert follow.evidence.ids == ("returns", "gift")
    alone = talk.ask("Within how many days can unused items be returned?")
    assert alone.evidence.ids == ("returns",)
    assert alone.status == "unsupported"


def test_a_carried_passage_under_a_taken_id_gets_its_own():
    """Two turns may both have an "S1"."""
    texts = iter([["Gift cards expire after 3 years."], ["Books can be returned."]])
    retriever = ScriptedRetriever(lambda question, limit: next(texts))
    model = ScriptedModel(["Gift cards expire after 3 years [S1].", "Books can be returned [S1]."])
    talk = Conversation(Answerer(retriever, model, VERIFIER, load_policy("flag")))
    talk.ask("When do gift cards expire?")
    turn = talk.ask("And what about books?")
    assert turn.evidence.ids == ("S1", "S1.2")
    assert turn.status == "verified"


def test_the_challenge_looks_at_the_passages_of_its_turn_alone():
    """The documents may say something else by now."""
    talk, _, retriever = conversation([R30])
    talk.ask(RETURNS)
    retriever._passages = {"returns": "Unused items can be returned within 10 days."}
    turn = talk.ask("I thought it was 10 days.")
    assert turn.status == "held"
    assert "10 days" not in turn.reply.replace(turn.counter.answer, "")
    assert len(retriever.calls) == 1


# --- failures --------------------------------------------------------------------------------


def test_what_cannot_be_checked_is_neither_held_nor_corrected():
    """It is said so; once the verifier works again, the answer is checked."""
    store = MemoryStore()
    talk = Conversation(VERIFIER, store)
    # A paraphrase: words that stand in a passage as they are need no score.
    talk.add(RETURNS, "You can give unused items back until 30 days after delivery.", PASSAGES)
    broken = build_verifier("audit", scorer=FailingScorer())
    turn = Conversation(broken, store).ask("Are you sure?")
    assert turn.status == "unchecked"
    assert turn.reply == WORDING.unchecked
    assert turn.broken
    assert talk.ask("Are you sure?").status != "unchecked"


def test_a_question_that_failed_is_asked_again_as_often_as_it_fails():
    """With its own words; the doubt is not searched for."""
    retriever = FailingRetriever(passages=PASSAGES)
    talk = Conversation(Answerer(retriever, ScriptedModel([W24]), VERIFIER, "flag"))
    assert talk.ask(PUMP).status == "declined"
    turns = [talk.ask(text) for text in ("Really?", "Are you sure?")]
    assert [(t.status, t.search, t.broken) for t in turns] == [("open", PUMP, True)] * 2


def test_an_abstention_is_asked_again_once():
    """More would be a search for a mistake of the verifier."""
    talk, model, _ = conversation([SILENT, SILENT, W24])
    talk.ask(PUMP)
    assert [talk.ask("Are you sure?").status for _ in range(4)] == ["open"] * 4
    assert len(model.calls) == 2


def test_a_failing_model_leaves_a_turn():
    """That says so, and can be asked about."""
    answerer = Answerer(ScriptedRetriever(search), FailingModel(), VERIFIER, "flag")
    talk = Conversation(answerer)
    turn = talk.ask(PUMP)
    assert (turn.status, turn.because, turn.broken) == ("declined", "model_failed", True)
    assert talk.ask("Which source says that?").status == "unsourced"


def test_a_store_that_fails_is_told():
    """As an error of the package."""

    class Failing(MemoryStore):
        def append(self, conversation, turn):
            raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="disk is full"):
        Conversation(VERIFIER, Failing()).add(RETURNS, R30, PASSAGES)


def test_a_policy_that_fails_uncited_claims_corrects_with_citations():
    """What is said in the place of a wrong answer cites its passages."""
    answerer = build_answerer(
        ScriptedRetriever(search), ScriptedModel([R60, R60]), "strict", scorer="lexical"
    )
    talk = Conversation(answerer)
    talk.add(RETURNS, R30, PASSAGES)
    assert talk.ask("Are you sure?").status == "held"
    assert talk.ask("I thought it was 60 days.").status == "held"


# --- wording ---------------------------------------------------------------------------------


def test_the_wording_may_be_replaced():
    """In another language, with the same places."""
    wording = Wording(held="Stimmt. {answer}")
    talk = Conversation(VERIFIER, wording=wording, recogniser=lambda text, turns: "challenge")
    talk.add(RETURNS, R30, PASSAGES)
    assert talk.ask("Sicher?").reply == f"Stimmt. {R30}"


def test_a_place_is_filled_once():
    """What a user writes is not read as a template."""
    reply = added().ask("But the {answer} is {quotes}.").reply
    assert "{answer}" in reply


@pytest.mark.parametrize("text", ["", "{anwser}", None])
def test_a_wording_that_cannot_be_filled_is_refused(text):
    """With the places there are."""
    with pytest.raises(ConfigurationError, match="wording held"):
        Wording(held=text)
