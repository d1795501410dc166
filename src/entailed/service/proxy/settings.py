"""Every setting of the proxy. None of them can be chosen by a caller."""

from __future__ import annotations

import urllib.parse
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict

from entailed.errors import ConfigurationError

__all__ = ["ProxySettings"]

_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """The OpenAI-compatible proxy. Off without `upstream`. Times in seconds, sizes in bytes.

    *Where to*: `upstream` is the base URL of the model ("http://localhost:8001/v1"), and
    `key_variable` the environment variable with its key (none is sent where that is empty). With
    `forward_authorization` the caller's own key is sent in its place. `connect_seconds` bounds a
    connection, `read_seconds` a silence, `seconds` one whole reply (of a stream its beginning;
    the whole of it is bounded by the service's `stream_seconds`). `retries` are further tries
    where no connection came about or the upstream said 502, 503 or 504. `reply_bytes` bounds a
    reply, `choices` the choices (`n`) of one request, and `requests` those under way at once.

    *Sources*: `sources` "add" puts the passages into the system message for the model; with
    "present" the callers have them in their messages already. `documents` is a folder that is
    searched where a request brings none, for at most `passages` passages. `tool_results` counts
    the messages of tools as sources. `without_sources` "decline" answers that nothing was found,
    "pass_flagged" passes the model's answer on and marks it (unless the policy fails closed).

    *What is shown*: `policy` is used where a request names none (None: the service's);
    `allow_policies` are the names that a request may give, separated by commas ("": all that the
    service has). `streaming` "hold" shows a stream's sentences as they are verified, "buffer" all
    at the end. `reasoning`: what the model thinks is never verified; "pass" hands it on, "drop"
    does not, "by_policy" does unless the policy fails closed. `show_removed`: the `grounding`
    object tells what was removed from an answer, unless it was blocked or the policy fails closed.
    `keep_alive_seconds`: how often a stream that shows nothing says that it is alive.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    upstream: str | None = None
    key_variable: str = "OPENAI_API_KEY"
    forward_authorization: bool = False
    connect_seconds: float = 10.0
    read_seconds: float = 60.0
    seconds: float = 120.0
    retries: int = 1
    reply_bytes: int = 8 * _MIB
    choices: int = 8
    requests: int = 128

    sources: Literal["add", "present"] = "add"
    documents: Path | None = None
    passages: int = 5
    tool_results: bool = False
    without_sources: Literal["decline", "pass_flagged"] = "decline"

    policy: str | None = None
    allow_policies: str = ""
    streaming: Literal["hold", "buffer"] = "hold"
    reasoning: Literal["by_policy", "pass", "drop"] = "by_policy"
    show_removed: bool = True
    keep_alive_seconds: float = 15.0

    def __post_init__(self) -> None:
        if self.upstream is not None:
            _require_url(self.upstream)
        more = ("connect_seconds", "read_seconds", "seconds", "keep_alive_seconds", "reply_bytes")
        for name in (*more, "choices", "requests", "passages"):
            if not getattr(self, name) > 0:
                raise ConfigurationError(
                    f"proxy.{name}: expected more than 0, got {getattr(self, name)!r}"
                )
        if self.retries < 0:
            raise ConfigurationError(f"proxy.retries: expected 0 or more, got {self.retries}")

    @property
    def allowed(self) -> frozenset[str]:
        """The policies a request may name; empty where all are allowed."""
        return frozenset(name.strip() for name in self.allow_policies.split(",") if name.strip())


def _require_url(url: str) -> None:
    parts = urllib.parse.urlsplit(url)
    plain = not (parts.query or parts.fragment or parts.username or parts.password)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise ConfigurationError(
            "proxy.upstream: expected a base URL such as 'http://localhost:8001/v1', without a "
            "name, password or query; the key's place is the variable that key_variable names"
        )
