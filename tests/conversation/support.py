"""Small documentation, a retriever over it, and a runner of scripted dialogues."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from entailed.answering import Answerer
from entailed.assembly import build_verifier
from entailed.conversation import Conversation, Turn
from entailed.policy import load_policy
from entailed.testing import ScriptedModel, ScriptedRetriever
from entailed.text.words import content_stems

PASSAGES = {
    "returns": "Unused items can be returned within 30 days of delivery. "
    "Items bought in December can be returned until 31 January.",
    "gift": "Gift cards are excluded from returns. Gift cards expire after 3 years.",
    "shipping": "Standard shipping costs 5 euros. Express shipping costs 12 euros. "
    "Shipping costs are not refunded.",
    "hours": "The shop in Bonn opens at 9:00 and closes at 18:00. It is closed on Sundays.",
    "office": "The head office is in Hamburg. It was founded by Clara Weber in 1987.",
    "warranty": "The pump has a warranty of 24 months. The warranty does not cover frost damage.",
    "leave": "Employees have 28 days of paid leave a year. Unused leave expires on 31 March.",
}
VERIFIER = build_verifier("audit", scorer="lexical")


def search(question: str, limit: int) -> dict[str, str]:
    """The passages that share most words with the question."""
    asked = content_stems(question)
    hits = {name: len(asked & content_stems(text)) for name, text in PASSAGES.items()}
    best = sorted((name for name in hits if hits[name]), key=lambda name: -hits[name])
    return {name: PASSAGES[name] for name in best[:limit]}


@dataclass(frozen=True)
class Step:
    """One message, what it has to become ("challenge/held@1"), and words of the reply."""

    text: str
    becomes: str
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


def became(turn: Turn) -> str:
    """Kind, status and subject of a turn, as a step expects them."""
    about = "" if turn.about is None else f"@{turn.about}"
    return f"{turn.kind}/{turn.status}{about}"


def conversation(
    replies=(), store=None, name="talk", policy="flag", **options
) -> tuple[Conversation, ScriptedModel, ScriptedRetriever]:
    """A conversation over the documentation, with its fakes."""
    model, retriever = ScriptedModel(replies), ScriptedRetriever(search)
    answerer = Answerer(retriever, model, VERIFIER, load_policy(policy), passages=2, widened=4)
    return Conversation(answerer, store, name, **options), model, retriever


def talk(replies, messages, **options):
    """The turns of a dialogue, held in sync and in async code; they are the same."""
    made, model, retriever = conversation(replies, **options)
    turns = [made.ask(text) for text in messages]
    again, _, _ = conversation(replies, **options)

    async def other():
        return [await again.aask(text) for text in messages]

    assert asyncio.run(other()) == turns
    return turns, model, retriever
