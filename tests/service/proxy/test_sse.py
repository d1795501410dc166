"""Events are read whatever the pieces they come in."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.service.proxy.sse import event, payloads
from entailed.service.proxy.upstream import UpstreamError


def read(*pieces, limit=10_000):
    """What is read of a body in these pieces."""

    async def parts():
        for piece in pieces:
            yield piece

    async def collected():
        return [one async for one in payloads(parts(), limit)]

    return asyncio.run(collected())


BODY = (
    b': hello\r\nevent: x\r\nid: 1\r\ndata: {"a":\r\ndata: 1}\r\n\r\n'
    b'\r\n\n\ndata:{"b": "\xc3\xa9"}\n\n: alive\n\ndata: {"c": [1]}\r\r'
    b'data: [DONE]\n\ndata: {"d": 1}\n\n'
)


@given(st.lists(st.integers(0, len(BODY)), max_size=8))
def test_the_cuts_of_a_body_do_not_matter(cuts):
    """All three line ends, comments, names, several data lines, and nothing after the end."""
    places = sorted({0, len(BODY), *cuts})
    pieces = [BODY[low:high] for low, high in pairwise(places)]
    assert read(*pieces) == [{"a": 1}, {"b": "\xe9"}, {"c": [1]}, None]


@pytest.mark.parametrize("data", [b"nothing", b"[1]", b'{"a": NaN}', b'{"a"', b"\xff{}", b"5"])
def test_what_is_no_json_object_is_refused(data):
    """The reply cannot be used."""
    with pytest.raises(UpstreamError):
        read(b"data: " + data + b"\n\n")


def test_a_body_is_bounded():
    """Also where it holds no whole line."""
    with pytest.raises(UpstreamError):
        read(b"data: " + b"x" * 200, limit=100)


def test_an_event_that_the_body_breaks_off_in_is_none():
    """Its half is not taken for the whole."""
    assert read(b'data: {"a": 1}\n\ndata: {"a": 2}') == [{"a": 1}]


@given(st.dictionaries(st.text(), st.text()))
def test_an_event_is_one_line_whatever_stands_in_it(value):
    """No text of a model can begin another event, and it comes back as it was."""
    made = event(value)
    assert made.count(b"\n") == 2
    assert made.isascii()
    assert read(made) == [value]
