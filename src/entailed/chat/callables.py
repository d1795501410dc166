"""Any function of the user's as a chat model."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

from entailed.chat.background import run
from entailed.dialogue import NO_WISH, Completion, Message, Wish
from entailed.errors import ConfigurationError, ModelError

__all__ = ["CallableModel", "Takes"]

Takes = Literal["messages", "text"]


class CallableModel:
    """A function, or a coroutine function, as a chat model.

    The function `takes` "messages", a list of `{"role": ..., "content": ...}`, or "text", the
    contents of all messages joined by blank lines. It returns a text or a `Completion`. With
    `wishes=True` it also gets the `Wish` as keyword argument `wish`; otherwise nothing tells it
    of timeout, temperature or schema. The wish's timeout ends a coroutine function; nothing
    can end a plain one.

    Whatever the function raises becomes a ModelError ("server", the cause attached), a
    ModelError of its own passes; a result of another type is "malformed", no text is "empty".
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        takes: Takes = "messages",
        wishes: bool = False,
        name: str = "",
    ) -> None:
        if not callable(function):
            raise ConfigurationError(
                f"CallableModel: expected a function, got {type(function).__name__}"
            )
        if takes not in get_args(Takes):
            raise ConfigurationError(
                f"CallableModel: expected takes to be one of {', '.join(get_args(Takes))}, got "
                f"{takes!r}"
            )
        self.name = name or getattr(function, "__name__", "") or type(function).__name__
        self._function = function
        self._takes = takes
        self._wishes = wishes

    def complete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """What the function answers."""
        made = self._called(messages, wish)
        return self._read(run(self._awaited(made, wish)) if inspect.isawaitable(made) else made)

    async def acomplete(self, messages: Sequence[Message], wish: Wish = NO_WISH) -> Completion:
        """The same; a plain function runs in a thread, so that the event loop stays free."""
        if inspect.iscoroutinefunction(self._function):
            made = self._called(messages, wish)
        else:
            made = await asyncio.to_thread(self._called, messages, wish)
        return self._read(await self._awaited(made, wish) if inspect.isawaitable(made) else made)

    def _called(self, messages: Sequence[Message], wish: Wish) -> Any:
        asked: Any = [{"role": m.role, "content": m.content} for m in messages]
        if self._takes == "text":
            asked = "\n\n".join(m.content for m in messages)
        try:
            return self._function(asked, wish=wish) if self._wishes else self._function(asked)
        except Exception as error:  # a stranger's function may raise anything
            raise self._failed(error) from error

    async def _awaited(self, made: Any, wish: Wish) -> Any:
        try:
            async with asyncio.timeout(wish.timeout) as bound:
                return await made
        except Exception as error:  # a stranger's function may raise anything
            if bound.expired():
                message = f"model {self.name!r}: no answer within {wish.timeout:g} s"
                raise ModelError(message, kind="timeout") from error
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> ModelError:
        if isinstance(error, ModelError):
            return error
        return ModelError(f"model {self.name!r}: {type(error).__name__}: {error}", kind="server")

    def _read(self, made: object) -> Completion:
        if isinstance(made, str):
            made = Completion(made, model=self.name)
        if not isinstance(made, Completion):
            raise ModelError(
                f"model {self.name!r}: expected a text or a Completion, got {type(made).__name__}",
                kind="malformed",
            )
        if not made.text.strip():
            raise ModelError(f"model {self.name!r}: the answer is empty", kind="empty")
        return made
