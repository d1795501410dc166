"""Server-sent events of chat completions, read and written."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any

from entailed.service.proxy.upstream import json_object, malformed

__all__ = ["ALIVE", "DONE", "event", "payloads"]

DONE = b"data: [DONE]\n\n"
ALIVE = b": alive\n\n"
_LINE_ENDS = (b"\r\n", b"\n", b"\r")


def event(value: Mapping[str, Any]) -> bytes:
    """An event that holds a JSON object, in one line whatever stands in it."""
    return b"data: " + json.dumps(value, allow_nan=False).encode("ascii") + b"\n\n"


async def payloads(
    parts: AsyncIterator[bytes], limit: int
) -> AsyncGenerator[Mapping[str, Any] | None, None]:
    """The JSON objects of a body of events, and None for the `[DONE]` after which nothing is read.

    Comments, event names and ids are passed over; an event that the body breaks off in is none.
    Raises UpstreamError for what is no JSON object, and for more than `limit` bytes.
    """
    reader = _Lines()
    data: list[bytes] = []
    left = limit
    async for part in parts:
        left -= len(part)
        if left < 0:
            raise malformed(f"more than {limit} bytes")
        for line in reader.feed(part):
            if line.startswith(b"data:"):
                data.append(line[5:].removeprefix(b" "))
            elif not line and data:
                whole, data = b"\n".join(data), []
                if whole.strip() == b"[DONE]":
                    yield None
                    return
                yield json_object(whole)


class _Lines:
    """Cuts bytes into lines that end in any of the three ways; what is no whole line waits."""

    def __init__(self) -> None:
        self._held = b""
        self._skip = False

    def feed(self, part: bytes) -> list[bytes]:
        if not part:
            return []
        if self._skip:
            part = part.removeprefix(b"\n")
            self._skip = False
            if not part:
                return []
        self._skip = part.endswith(b"\r")
        lines = (self._held + part).splitlines(keepends=True)
        self._held = b"" if lines[-1].endswith(_LINE_ENDS) else lines.pop()
        return [line.rstrip(b"\r\n") for line in lines]
