"""JSON that a language model wrote: one object and nothing else, or an error."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.dialogue import Completion
from entailed.errors import ModelError
from entailed.structured import read_object, reply_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=6), VALUES))
def test_an_object_is_read_as_it_was_written(value):
    """Alone, with white space around it, and alone in a code fence (which holds no backtick)."""
    text = json.dumps(value)
    fenced = [] if "`" in text else [f"```json\n{text}\n```", f"```\n{text}\n```\n"]
    for form in [text, f"\n {text}\n", *fenced]:
        assert read_object(form) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot help with that.",
        'Here you are: {"a": 1}',
        '{"a": 1} I hope this helps.',
        '{"a": 1}{"a": 2}',
        '{"a": 1}\n{"a": 2}',
        '```json\n{"a": 1}\n```\n```json\n{"a": 2}\n```',
        'Sure:\n```json\n{"a": 1}\n```',
        '[{"a": 1}]',
        '"a"',
        "null",
        '{"a": 1, "a": 2}',
        '{"a": {"b": 1, "b": 1}}',
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": 1',
        "{'a': 1}",
        '{"a": 1,}',
        '{"a": ' * 100_000,
        '{"a": "' + "x" * 1_000_000 + '"}',
    ],
    ids=range(20),
)
def test_anything_else_is_malformed(text):
    """Words beside it, two values, a key twice, no number, no object, too deep, too long."""
    with pytest.raises(ModelError) as caught:
        read_object(text)
    assert caught.value.kind == "malformed"


@given(st.text())
def test_no_text_raises_anything_else(text):
    """Whatever the model wrote, it is an object or a ModelError."""
    with contextlib.suppress(ModelError):
        assert isinstance(read_object(text), dict)


@pytest.mark.parametrize(
    ("completion", "kind"),
    [
        (Completion('{"a": 1}', "length"), "truncated"),
        (Completion("", "refused"), "refused"),
        (Completion("", "tool_calls"), "malformed"),
        (Completion(" \n"), "empty"),
    ],
)
def test_a_reply_that_did_not_end_well_is_not_read(completion, kind):
    """Even where it would parse."""
    with pytest.raises(ModelError) as caught:
        reply_text(completion)
    assert caught.value.kind == kind


@pytest.mark.parametrize("finish", ["stop", "unknown"])
def test_a_reply_that_ended_is_its_text(finish):
    """Also where the endpoint does not say why it ended."""
    assert reply_text(Completion("{}", finish)) == "{}"
