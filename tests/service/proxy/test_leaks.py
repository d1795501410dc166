"""Whatever an upstream or a caller sends: no word leaves under a closed policy, and no 500."""

from __future__ import annotations

import json

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.service.proxy.conftest import TRUE, Bytes, chunk, completion, events

SECRET = "Refunds are accepted within 60 days of delivery."
FIELDS = st.sampled_from(
    [
        "content", "refusal", "reasoning_content", "reasoning", "audio", "annotations", "logprobs",
        "token_ids", "text", "message", "delta", "grounding", "note", "error_detail", "original",
        "thinking_blocks", "provider_specific_fields", "prompt_logprobs", "citations",
    ]
)  # fmt: skip
VALUES = st.recursive(
    st.sampled_from([SECRET, None, 1, True, TRUE]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(FIELDS, inner, max_size=2),
    max_leaves=4,
)
OBJECTS = st.dictionaries(FIELDS, VALUES, max_size=4)
FEW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@FEW
@example(message={}, choice={"delta": SECRET}, top={})
@given(message=OBJECTS, choice=OBJECTS, top=OBJECTS)
def test_no_field_of_a_reply_is_a_way_round_a_closed_policy(inside, message, choice, top):
    """Known or unknown, of the reply, of a choice or of its message."""
    made = completion({"content": SECRET, **message})
    made["choices"][0] = {**choice, **made["choices"][0]}
    response = inside({**top, **made}, policy="strict").post()
    assert response.status_code in (200, 502)
    assert "60 days" not in response.text


@FEW
@example(deltas=[{"refusal": [SECRET]}], choice={}, top={}, done=False)
@given(deltas=st.lists(OBJECTS, max_size=4), choice=OBJECTS, top=OBJECTS, done=st.booleans())
def test_no_field_of_a_chunk_is_a_way_round_a_closed_policy(inside, deltas, choice, top, done):
    """In whatever chunk of a stream it comes, also of one that breaks off."""
    made = [chunk(delta) for delta in ({"content": SECRET}, *deltas)] + [chunk(finish="stop")]
    for one in made:
        one["choices"][0] = {**choice, **one["choices"][0]}
    body = events(*({**top, **one} for one in made), done=done)
    reply = httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=Bytes(body))
    response = inside(reply, policy="strict").post(stream=True)
    assert response.status_code == 200
    assert "60 days" not in response.text


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["role", "content", "type", "text", "qualifiers", "guardContent", "id", "data", "title"]
        ),
        inner,
        max_size=3,
    ),
    max_leaves=8,
)  # fmt: skip


@FEW
@given(messages=st.lists(ANYTHING, max_size=3), documents=ANYTHING, grounding=ANYTHING, n=ANYTHING)
def test_whatever_is_asked_is_answered_or_refused(inside, messages, documents, grounding, n):
    """With a reason, never with a failure of ours."""
    sent = {"messages": messages, "documents": documents, "grounding": grounding, "n": n}
    proxy = inside(completion(TRUE), tool_results=True)
    response = proxy.post(**{name: value for name, value in sent.items() if value is not None})
    assert response.status_code in (200, 400, 422)
    if response.status_code != 200:
        assert response.json()["error"]["message"]


@pytest.mark.parametrize("field", ["messages", "documents", "extra"])
@pytest.mark.parametrize("depth", [100, 400, 800, 2000])
def test_deep_nesting_is_no_failure_either(inside, field, depth):
    """It is refused, or handed on."""
    nested = {"text": "x", "meta": json.loads("[" * 50 + "]" * 50)}
    for _ in range(depth // 50 - 1):
        nested = {"text": "x", "meta": [[[[nested]]]]}
    value = [nested] if field != "extra" else nested
    response = inside(completion(TRUE)).post(**{field: value})
    assert response.status_code in (200, 400, 422)


@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"NaN", b"Infinity"])
def test_numbers_that_are_none_are_refused_on_both_sides(inside, number):
    """They could not be written as JSON again."""
    body = json.dumps(completion(TRUE)).encode()[:-1] + b', "x": ' + number + b"}"
    assert inside(httpx.Response(200, content=body)).post().status_code == 502
    sent = b'{"messages": [{"role": "user", "content": "a"}], "temperature": ' + number + b"}"
    assert inside(completion(TRUE)).post_raw(sent).status_code == 400
