"""Streams of a real model, as they were recorded chunk by chunk (see `record.py`)."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from entailed import build_verifier, freeze
from entailed.streaming import StreamVerifier
from tests.streaming.support import check_equal, check_held, verifier

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.json"))
NAMES = [path.stem for path in RECORDED]


@cache
def recorded(name):
    """The chunks, the text they make, and the passages the model had."""
    data = json.loads((Path(__file__).parent / "recorded" / f"{name}.json").read_text("utf-8"))
    deltas = (chunk["choices"][0]["delta"] for chunk in data["chunks"])
    text = "".join(delta.get("content", "") for delta in deltas)
    return data["chunks"], text, freeze(data["passages"])


def wanted(checked, name):
    """The report of the batch path."""
    _, text, evidence = recorded(name)
    return replace(checked.verify(text, evidence), timings=())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("policy", ["flag", "plain flag", "plain suppress"])
def test_a_recorded_stream_ends_as_the_batch_path_does(name, policy):
    """In hold mode, fed chunk by chunk."""
    chunks, text, evidence = recorded(name)
    stream = StreamVerifier(verifier(policy), evidence)
    events = [event for chunk in chunks for event in stream.feed(chunk)]
    events += stream.flush()
    assert stream.answer == text
    assert events[-1].finish == chunks[-1]["choices"][0]["finish_reason"]
    check_held(events, wanted(verifier(policy), name))
    check_equal(events, wanted(verifier(policy), name))


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_stream_is_corrected_to_the_same_end(name):
    """Read in a thread and in an event loop."""
    chunks, _, evidence = recorded(name)
    report = wanted(verifier(), name)

    async def gathered():
        stream = StreamVerifier(verifier(), evidence, mode="correct")
        return [event async for event in stream.astream(chunks)]

    check_equal(list(StreamVerifier(verifier(), evidence, mode="correct").stream(chunks)), report)
    check_equal(asyncio.run(gathered()), report)


@pytest.mark.parametrize("name", ["prose", "code"])
def test_with_the_model_of_the_package_too(name):
    """The scores do not depend on what was scored together."""
    checked = build_verifier("flag", attach_citations=False)
    chunks, _, evidence = recorded(name)
    events = list(StreamVerifier(checked, evidence).stream(chunks))
    check_held(events, wanted(checked, name))
    check_equal(events, wanted(checked, name))
