"""Any OpenAI-compatible chat endpoint, through the `openai` client (`pip install 'entailed[llm]'`).

All four ways to ask share one implementation on one background event loop, so that a model may
be used from threads and from several event loops, and a timeout bounds the whole call: waits,
retries, name lookup, and a body that trickles in.
"""

from __future__ import annotations

import asyncio
import os
import random
import urllib.parse
import weakref
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from entailed.chat.background import aiterate, arun, iterate, run, submit
from entailed.chat.failures import RETRIED, complaint, failure, one_line, stream_failure
from entailed.chat.replies import finish_of, finished, read_reply, text_of
from entailed.chat.requests import Settled, adapted, body
from entailed.chat.thinking import Unthinking
from entailed.dialogue import NO_WISH, Completion, FinishReason, Message, Wish
from entailed.errors import ConfigurationError, ModelError, UnsupportedError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["OpenAIModel"]

T = TypeVar("T")

_LONGEST_WAIT = 20.0


class OpenAIModel:
    """A model behind an OpenAI-compatible endpoint.

    `base_url` is the address before `/chat/completions` ("http://localhost:8000/v1"), by
    default that of the environment variable OPENAI_BASE_URL or else the public API. `api_key`
    defaults to OPENAI_API_KEY; an endpoint with a base URL may do without. `timeout` in seconds
    bounds one whole call with its retries unless the wish names another; in a stream it counts
    the time spent waiting for the endpoint. `retries` (from 0) more tries follow a connection
    that failed, HTTP 408, 409, 429 and 5xx, after the seconds of Retry-After or else a random
    wait that grows from `backoff`; never beyond the timeout, never once a stream has begun.
    `options` are further fields of every request. What an endpoint refuses of a wish (a schema,
    a seed, a temperature, the name of the token limit) is left out, and remembered.

    A `<think>` block before the answer is left out of it. Every call raises ModelError where
    there is no complete answer (see its `kind`). Safe to share between threads and event loops.
    `close` it, or use it in a `with` block.
    Raises UnsupportedError without the `openai` package, ConfigurationError without a key for
    the public API or for a number out of range.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        backoff: float = 0.5,
        options: Mapping[str, object] | None = None,
    ) -> None:
        if find_spec("openai") is None:
            raise UnsupportedError(
                "OpenAIModel needs the openai package: pip install 'entailed[llm]'"
            )
        if not model.strip():
            raise ConfigurationError("model: expected the name of a model, got an empty one")
        if not timeout > 0 or retries < 0 or backoff < 0:
            raise ConfigurationError(
                f"expected timeout > 0, retries >= 0 and backoff >= 0, got {timeout}, {retries} "
                f"and {backoff}"
            )
        self.name = model
        self._base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        self._key = api_key or os.environ.get("OPENAI_API_KEY") or ""
        if not self._key and self._base_url is None:
            raise ConfigurationError(
                "no API key: pass api_key or set OPENAI_API_KEY, or pass the base_url of an "
                "endpoint that needs none"
            )
        self._where = f"model {model!r} at {_without_user(self._base_url or 'the public API')}"
        self._timeout, self._retries, self._backoff = timeout, retries, backoff
        self._options = dict(options or {})
        self._refused: Settled = frozenset()
        self._client: tuple[asyncio.AbstractEventLoop, AsyncOpenAI] | None = None

    # --- the four ways to ask ----------------------------------------------------------------

    def complete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """The model's answer."""
        return run(self._complete(tuple(messages), wish))

    async def acomplete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """The same; the caller's event loop stays free, and cancelling it cancels the request."""
        return await arun(self._complete(tuple(messages), wish))

    def stream(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Iterator[str]:
        """Pieces of the answer as they come; nothing is asked before the first is taken.

        A stream that stops half way, or at a limit, ends in a ModelError whose `partial` is what
        had come. Leaving the iterator early ends the request.
        """
        return iterate(self._stream(tuple(messages), wish))

    def astream(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> AsyncIterator[str]:
        """The same as an async iterator."""
        return aiterate(self._stream(tuple(messages), wish))

    def close(self) -> None:
        """Close the connections. A later call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            run(client[1].close())

    def __enter__(self) -> OpenAIModel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- on the background loop --------------------------------------------------------------

    async def _complete(self, messages: tuple[Message, ...], wish: Wish) -> Completion:
        async def ask(request: dict[str, Any]) -> str:
            create = self._opened().chat.completions.with_raw_response.create
            raw: Any = await create(**request)
            return str(raw.text)

        budget = _Budget(self._timeout if wish.timeout is None else wish.timeout)
        text = await self._answered(messages, wish, budget, ask)
        return read_reply(text, self._where)

    async def _stream(self, messages: tuple[Message, ...], wish: Wish) -> AsyncGenerator[str, None]:
        async def ask(request: dict[str, Any]) -> Any:
            return await self._opened().chat.completions.create(**request, stream=True)

        budget = _Budget(self._timeout if wish.timeout is None else wish.timeout)
        stream: Any = await self._answered(messages, wish, budget, ask)
        so_far = _SoFar()
        try:
            async with stream:
                while (chunk := await budget.spend(_next(stream))) is not None:
                    if piece := so_far.add(chunk):
                        yield piece
        except TimeoutError as error:
            message = f"{self._where}: no complete answer within {budget.total:g} s"
            raise ModelError(message, kind="timeout", partial=so_far.text) from error
        except Exception as error:  # the HTTP library may raise anything in the middle of a body
            raise self._hidden(failure(error, self._where, so_far.text)) from error
        if rest := so_far.rest():
            yield rest
        so_far.check(self._where)

    async def _answered(
        self,
        messages: tuple[Message, ...],
        wish: Wish,
        budget: _Budget,
        ask: Callable[[dict[str, Any]], Awaitable[T]],
    ) -> T:
        """What `ask` gives, after retries, and without what the endpoint does not take."""
        refused = self._refused
        tries = 0
        while True:
            request = {**body(self.name, messages, wish, refused), **self._extra}
            try:
                made = await budget.spend(ask(request))
                self._refused |= refused
                return made
            except TimeoutError as error:
                message = f"{self._where}: no answer within {budget.total:g} s"
                raise ModelError(message, kind="timeout") from error
            except Exception as error:  # whatever the client raises has a kind
                failed = self._hidden(failure(error, self._where))
                told = complaint(error)
                fewer = adapted(request, told, refused) if told else None
                wait = self._wait(failed, tries)
                if fewer is None and (wait is None or wait >= budget.left):
                    raise failed from error
            if fewer is not None:
                refused = fewer
                continue
            tries += 1
            await budget.spend(asyncio.sleep(wait or 0.0))

    def _wait(self, failed: ModelError, tries: int) -> float | None:
        """Seconds to wait before the next try, or None where there is to be none."""
        if failed.kind not in RETRIED or tries >= self._retries:
            return None
        if failed.retry_after is not None:
            return failed.retry_after
        longest = min(self._backoff * 2.0**tries, _LONGEST_WAIT)
        return random.uniform(longest / 2, longest)

    @property
    def _extra(self) -> dict[str, Any]:
        return {"extra_body": self._options} if self._options else {}

    def _opened(self) -> AsyncOpenAI:
        """The client of the loop this runs on; another after a fork or a `close`."""
        from openai import AsyncOpenAI  # deferred: it costs more to import than the package itself

        loop = asyncio.get_running_loop()
        if self._client is None or self._client[0] is not loop:
            client = AsyncOpenAI(
                api_key=self._key or "none",
                base_url=self._base_url,
                timeout=None,
                max_retries=0,
            )
            self._client = (loop, client)
            weakref.finalize(self, _close, client).atexit = False
        return self._client[1]

    def _hidden(self, failed: ModelError) -> ModelError:
        """The error without the key, which some endpoints repeat in theirs."""
        text = str(failed)
        if len(self._key) >= 8 and self._key in text:
            failed.args = (text.replace(self._key, "***"),)
        return failed


class _Budget:
    """Seconds that may be spent waiting for an endpoint."""

    def __init__(self, total: float) -> None:
        self.total = self.left = total

    async def spend(self, work: Awaitable[T]) -> T:
        """What `work` gives; TimeoutError once the budget is used up."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(max(self.left, 0.0)):
                return await work
        finally:
            self.left -= loop.time() - began


class _SoFar:
    """What has come of a stream."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._reader = Unthinking()
        self._refusal = ""
        self._finish: FinishReason | None = None

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def add(self, chunk: Any) -> str:
        """The text of the next chunk, which is also kept."""
        choices = getattr(chunk, "choices", None)
        if not choices:
            return ""
        delta = getattr(choices[0], "delta", None)
        reason = getattr(choices[0], "finish_reason", None)
        if reason is not None:
            self._finish = finish_of(reason)
        self._refusal += getattr(delta, "refusal", None) or ""
        piece = self._reader.feed(text_of(getattr(delta, "content", None)))
        self._pieces.append(piece)
        return piece

    def rest(self) -> str:
        """What is left to give when the stream has ended."""
        piece = self._reader.flush()
        self._pieces.append(piece)
        return piece

    def check(self, where: str) -> None:
        """Raise the ModelError that the end of the stream amounts to, if it does."""
        if self._finish is None and not self._refusal:
            what = "the stream stopped half way" if self.text else "the stream held no answer"
            raise stream_failure(f"{where}: {what}, without saying that it was finished", self.text)
        finished(Completion(self.text, self._finish or "unknown"), where, self._refusal)


async def _next(stream: AsyncIterator[Any]) -> Any:
    return await anext(stream, None)


def _close(client: AsyncOpenAI) -> None:
    """Close the connections of a model that nobody holds any more."""
    submit(client.close())


def _without_user(url: str) -> str:
    """`url` without a name and password before its host."""
    parts = urllib.parse.urlsplit(url)
    return one_line(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl())
