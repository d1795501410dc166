"""What the tests of the answering loop share: a little documentation, and both ways to ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from entailed.answering import Answerer, Outcome
from entailed.assembly import CHECKS, build_verifier
from entailed.checks.citations import uncited
from entailed.policy import load_policy
from entailed.prompts import PROMPTS
from entailed.testing import ScriptedModel, ScriptedRetriever

QUESTION = "Within how many days can I return an item?"
PASSAGES = {
    "returns": "Unused items can be returned within 30 days of delivery.",
    "gift": "Gift cards are excluded from returns.",
    "shipping": "Shipping costs are not refunded.",
}
GOOD = "Unused items can be returned within 30 days of delivery [returns]."
BAD = "Unused items can be returned within 60 days of delivery [returns]."
MIXED = BAD + " Gift cards are excluded from returns [gift]."
KEPT = "Gift cards are excluded from returns [gift]."
SILENT = "The sources do not say."


def verifier(**options):
    """A verifier with the lexical scorer unless another is given."""
    return build_verifier("audit", **{"scorer": "lexical", **options})


_SEARCHING = verifier()
_STRICT = verifier(checks=(*CHECKS, uncited))


def answerer(replies=(), policy="repair", passages=PASSAGES, **options) -> Answerer:
    """An answerer over fakes; `replies` may be a model, and `passages` a retriever."""
    retriever = passages if hasattr(passages, "retrieve") else ScriptedRetriever(passages)
    model = replies if replies is None or hasattr(replies, "complete") else ScriptedModel(replies)
    chosen = load_policy(policy)
    verifies = options.pop("verifier", _STRICT if chosen.uncited == "fail" else _SEARCHING)
    return Answerer(retriever, model, verifies, chosen, **options)


def ask(make: Callable[[], Answerer], question=QUESTION, **options) -> Outcome:
    """The outcome, asked in sync and in async code with fresh fakes; it is the same."""
    one = make().ask(question, **options)
    other = asyncio.run(make().aask(question, **options))
    assert one == other
    return one


def asked(replies=(), policy="repair", passages=PASSAGES, deadline=None, **options) -> Outcome:
    """The outcome of the question over plain replies and passages."""
    return ask(lambda: answerer(replies, policy, passages, **options), deadline=deadline)


UNSUPPORTED = PROMPTS.unsupported
