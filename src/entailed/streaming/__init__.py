"""Answers verified while they are written: buffered, held back, or corrected on the screen."""

from __future__ import annotations

from entailed.streaming.core import Mode
from entailed.streaming.deltas import Delta, read_delta
from entailed.streaming.events import (
    AsideEvent,
    DoneEvent,
    Event,
    FindingEvent,
    HoldEvent,
    ReleaseEvent,
    ReplaceEvent,
    RetractEvent,
    apply_events,
)
from entailed.streaming.verifier import StreamVerifier

__all__ = [
    "AsideEvent",
    "Delta",
    "DoneEvent",
    "Event",
    "FindingEvent",
    "HoldEvent",
    "Mode",
    "ReleaseEvent",
    "ReplaceEvent",
    "RetractEvent",
    "StreamVerifier",
    "apply_events",
    "read_delta",
]
