"""An answer verified while it is written, and shown as the mode says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import get_args

from entailed.errors import ConfigurationError
from entailed.evidence import freeze
from entailed.pipeline import Progress, Verifier
from entailed.streaming.core import Core, Mode, Settings
from entailed.streaming.events import Channel, Event
from entailed.streaming.overlap import (
    FULL,
    AsyncPieces,
    Pieces,
    described,
    overlapped,
    overlapped_async,
)

__all__ = ["StreamVerifier"]

MODES: tuple[Mode, ...] = get_args(Mode)
CHANNELS: tuple[Channel, ...] = get_args(Channel)


class StreamVerifier:
    """Verifies one answer while it is written. For one answer, and one thread at a time.

    `evidence` is anything `entailed.freeze` takes. The modes:

    - `buffer`: all is verified, then the text is shown as the policy leaves it;
    - `hold`: a sentence, list item or table row is shown once it is verified and what the policy
      does with it can no longer change; what is shown is always a beginning of the final text;
    - `correct`: the text is shown as it comes, word by word, and corrected by `retract` and
      `replace` events once it is verified.

    In all three the final text and the report are those of `verifier.verify` on the whole answer,
    whatever the pieces it came in, as long as the verifier's stages are functions of their input.
    `batch` bounds the claims judged at once: a sentence that is ready waits for the batch in work
    and for those ready before it, never for more text. `max_characters` bounds the answer; what
    comes after it is dropped, and the stream ends as failed. `let_through` names the channels
    ("thinking", "tool") whose deltas are handed on as `aside` events; the others are dropped,
    for nothing in them is verified.
    Raises ConfigurationError for an unknown mode or channel, EvidenceError as `freeze` does.
    """

    def __init__(
        self,
        verifier: Verifier,
        evidence: object,
        question: str = "",
        mode: Mode = "hold",
        *,
        batch: int = 8,
        max_characters: int = 400_000,
        let_through: tuple[Channel, ...] = ("tool",),
    ) -> None:
        _require("mode", mode, MODES)
        for channel in let_through:
            _require("let_through", channel, CHANNELS)
        if batch < 1 or max_characters < 1:
            raise ConfigurationError(
                f"batch and max_characters: expected at least 1, got {batch} and {max_characters}"
            )
        settings = Settings(mode, batch, max_characters, tuple(let_through))
        self._core = Core(Progress(verifier, freeze(evidence), question), settings)

    @property
    def mode(self) -> Mode:
        """The mode it was made with."""
        return self._core.settings.mode

    @property
    def answer(self) -> str:
        """What the model has written so far."""
        return self._core.answer

    @property
    def shown(self) -> str:
        """What the reader has been given so far."""
        return self._core.screen.text

    def feed(self, piece: object) -> tuple[Event, ...]:
        """Take the next piece (a string, or a delta; see `read_delta`) and verify what is ready.

        An empty piece is none. The piece that goes beyond `max_characters` ends the stream.
        Raises InputError for a piece that cannot be read, and after the end.
        """
        core = self._core
        events = list(core.take(piece))
        if core.full:
            return (*events, *core.broken(core.part(core.answer), FULL))
        while core.wants_step():
            events.extend(core.stepped(core.step(core.answer)))
        return tuple(events)

    def flush(self) -> tuple[Event, ...]:
        """The answer has ended: verify the rest and show the final text; the last event is `done`.

        Raises InputError after the end.
        """
        self._core.require_open()
        return tuple(self._core.finished(self._core.whole(self._core.answer)))

    def fail(self, error: BaseException | str) -> tuple[Event, ...]:
        """The upstream broke off: show what was verified; the last event is a failed `done`.

        The policy is applied to the settled sentences as if they were the answer. What came after
        them is in `rest`, and is retracted where it was shown. A continuation may be fed (or
        streamed) afterwards: it goes on where the text broke off and is verified with it. Under a
        policy that judges the answer as a whole, what is shown now may then be changed at the end.
        Raises InputError after the end.
        """
        self._core.require_open()
        why = error if isinstance(error, str) else described(error)
        return tuple(self._core.broken(self._core.part(self._core.answer), why))

    def stream(self, pieces: Pieces) -> Iterator[Event]:
        """The events of a whole stream; pieces are read in a thread while others are verified.

        Whatever `pieces` raises ends the stream as failed. Closing the generator stops the
        reading at the next piece. The same events as `feed` and `flush` give, but for how the
        releases are cut.
        """
        return overlapped(self._core, pieces)

    def astream(self, pieces: AsyncPieces) -> AsyncIterator[Event]:
        """`stream` for an event loop; `pieces` is an async iterable, or a plain one."""
        return overlapped_async(self._core, pieces)


def _require(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ConfigurationError(f"{what}: expected one of {', '.join(known)}, got {value!r}")
