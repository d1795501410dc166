"""One shape for everything that goes wrong: `{"error": {"type", "message", ...}}`.

A message says what was expected, what came and what to do. It never holds a text of a request: no
answer, question or passage, and no key.
"""

from __future__ import annotations

import math
from typing import Any

from entailed.errors import EntailedError

__all__ = ["ServiceError", "error_body"]


class ServiceError(EntailedError):
    """A request is refused. `status` is the HTTP status, `type` a stable word for programs.

    `retry_after` is in seconds, for what may get better. `expected` and `got` are JSON values
    for programs; like the message they hold no text of the request.
    """

    def __init__(
        self,
        status: int,
        type: str,  # the word the error carries on the wire
        message: str,
        retry_after: float | None = None,
        *,
        expected: object = None,
        got: object = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.type = type
        self.message = message
        self.retry_after = retry_after
        self.expected = expected
        self.got = got

    @property
    def headers(self) -> dict[str, str]:
        """Headers that go with it: Retry-After in whole seconds, and how to give a key."""
        made = {}
        if self.retry_after is not None:
            made["Retry-After"] = str(max(1, math.ceil(self.retry_after)))
        if self.status == 401:
            made["WWW-Authenticate"] = 'Bearer realm="entailed"'
        return made

    def body(self, request_id: str = "") -> dict[str, Any]:
        """The error as JSON types."""
        return error_body(self.type, self.message, request_id, self.expected, self.got)


def error_body(
    type: str,
    message: str,
    request_id: str = "",
    expected: object = None,
    got: object = None,
) -> dict[str, Any]:
    """`{"error": {"type", "message", "id"?, "expected"?, "got"?}}`; without what is None."""
    optional = {"id": request_id or None, "expected": expected, "got": got}
    known = {name: value for name, value in optional.items() if value is not None}
    return {"error": {"type": type, "message": message, **known}}
