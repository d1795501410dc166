"""The official client, the proxy and a real, small model, each a process or a thread of its own.

What the model writes is not asserted, only what becomes of it.
"""

from __future__ import annotations

import openai
import pytest

import entailed
from entailed.service import ServiceSettings, create_app
from entailed.service.proxy.settings import ProxySettings
from tests.service.proxy.conftest import DOCUMENTS
from tests.service.serving import served
from tests.small_model import MARKS, NAME, small_model

QUESTION = "Within how many days can I return an unused item?"
pytestmark = MARKS


@pytest.fixture(scope="module")
def upstream():
    """The base URL of the model's server."""
    with small_model() as address:
        yield address


@pytest.fixture(scope="module")
def client(upstream):
    """The client of a proxy in front of it, with the model that ships with the package."""
    proxy = ProxySettings(upstream=upstream, seconds=1200, read_seconds=1200, key_variable="NONE")
    settings = ServiceSettings(policy="suppress", stream_seconds=1200, proxy=proxy)
    with (
        served(create_app(settings)) as url,
        openai.OpenAI(base_url=f"{url}/v1", api_key="none", max_retries=0, timeout=1200) as made,
    ):
        yield made


def asked(**fields):
    """A request to the model."""
    return {
        "model": NAME,
        "messages": [{"role": "user", "content": QUESTION}],
        "max_tokens": 40,
        "extra_body": {"documents": DOCUMENTS},
        **fields,
    }


@pytest.mark.parametrize("stream", [False, True])
def test_what_a_real_model_writes_is_shown_as_it_was_verified(client, stream):
    """Whole and streamed, as the library itself decides on the same text."""
    made = client.chat.completions.create(**asked(stream=stream))
    if stream:
        chunks = list(made)
        shown = "".join(c.choices[0].delta.content or "" for c in chunks)
        found = chunks[-1].grounding
    else:
        shown, found = made.choices[0].message.content, made.grounding
        assert made.usage.completion_tokens > 0
    (choice,) = found["choices"]
    if choice["action"] == "block":
        assert shown.startswith("This answer could not be verified")
        return
    report = entailed.verify(choice.get("original", shown), DOCUMENTS, QUESTION, policy="suppress")
    assert report.repaired_answer == shown
    assert report.status == found["status"]


def test_the_real_list_of_models_comes_through(client):
    """As the endpoint gives it."""
    assert [model.id for model in client.models.list()] == [NAME]


def test_a_model_that_is_not_there_is_the_endpoints_error(client):
    """With its status and its words."""
    with pytest.raises(openai.NotFoundError, match="no model named"):
        client.chat.completions.create(**asked(model="other"))
