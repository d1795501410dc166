"""Language models that do as they are told."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence

from entailed.dialogue import NO_WISH, Completion, Message, Wish
from entailed.errors import ModelError
from entailed.protocols import ChatModel

__all__ = ["FailingModel", "ScriptedModel", "SlowModel"]

Reply = str | Completion | Exception | Callable[[Sequence[Message]], str]
Rule = tuple[Callable[[Sequence[Message]], bool], Reply]

_PIECE = re.compile(r"\s*\S+\s*|\s+")


class _Model(ABC):
    """The four ways to ask, on top of `complete`."""

    @abstractmethod
    def complete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """The answer."""

    async def acomplete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """The same as `complete`."""
        return self.complete(messages, wish)

    def stream(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Iterator[str]:
        """The text of `complete`, word by word."""
        yield from _PIECE.findall(self.complete(messages, wish).text)

    async def astream(
        self, messages: Sequence[Message], wish: Wish = NO_WISH
    ) -> AsyncIterator[str]:
        """The text of `acomplete`, word by word."""
        for piece in _PIECE.findall((await self.acomplete(messages, wish)).text):
            yield piece


class ScriptedModel(_Model):
    """Gives the replies of its script, and keeps what it was asked.

    A reply is a text, a `Completion`, an exception to raise, or a function of the messages.
    `rules` are (predicate, reply) pairs: the first whose predicate holds of the messages answers,
    as often as it is asked. What no rule takes gets the `replies` in order, then `default`; a
    ModelError ("request") when the script has nothing left. `calls` keeps the messages and
    the wish of every call, in order. Safe to share between threads.
    """

    def __init__(
        self,
        replies: Iterable[Reply] = (),
        *,
        rules: Iterable[Rule] = (),
        default: Reply | None = None,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self.calls: list[tuple[tuple[Message, ...], Wish]] = []
        self._replies = iter([replies] if isinstance(replies, str) else list(replies))
        self._rules = tuple(rules)
        self._default = default
        self._lock = threading.Lock()

    @property
    def asked(self) -> tuple[str, ...]:
        """The last message of every call."""
        return tuple(messages[-1].content for messages, _ in self.calls)

    def complete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """The script's next reply."""
        with self._lock:
            self.calls.append((tuple(messages), wish))
            reply = self._next(messages)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, Completion):
            return reply
        text = reply if isinstance(reply, str) else reply(messages)
        return Completion(text, model=self.name)

    def _next(self, messages: Sequence[Message]) -> Reply:
        for holds, reply in self._rules:
            if holds(messages):
                return reply
        found = next(self._replies, self._default)
        if found is None:
            raise ModelError(
                f"the script has no reply left at call {len(self.calls)}", kind="request"
            )
        return found


class FailingModel(_Model):
    """Raises `error` at every call, or at every call after the first `after` ones."""

    name = "failing"

    def __init__(
        self, error: Exception | None = None, *, after: int = 0, reply: str = "It is so."
    ) -> None:
        self._error = error if error is not None else ModelError("this model always fails")
        self._left = after
        self._reply = reply

    def complete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """`reply` while calls are left, then the error."""
        if self._left <= 0:
            raise self._error
        self._left -= 1
        return Completion(self._reply, model=self.name)


class SlowModel(_Model):
    """Waits `seconds` before every call of the model it wraps.

    It raises ModelError ("timeout") where the wish's timeout is shorter, unless `heeds` is
    False: then it waits whatever it was asked, as a careless function does.
    """

    def __init__(self, model: ChatModel, seconds: float, *, heeds: bool = True) -> None:
        self.name = f"slow {model.name}"
        self._model = model
        self._seconds = seconds
        self._heeds = heeds

    def complete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """What the wrapped model gives, later."""
        wait, late = self._wait(wish)
        time.sleep(wait)
        if late:
            raise ModelError(f"no answer within {wish.timeout:g} s", kind="timeout")
        return self._model.complete(messages, wish)

    async def acomplete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """The same, without holding up the event loop."""
        wait, late = self._wait(wish)
        await asyncio.sleep(wait)
        if late:
            raise ModelError(f"no answer within {wish.timeout:g} s", kind="timeout")
        return self._model.complete(messages, wish)

    def _wait(self, wish: Wish) -> tuple[float, bool]:
        """How long to wait, and whether the wish's time is over then."""
        if self._heeds and wish.timeout is not None and wish.timeout < self._seconds:
            return wish.timeout, True
        return self._seconds, False
