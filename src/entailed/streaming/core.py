"""The state of one stream: what has come, what is verified, what is shown.

Nothing here waits: the work itself is handed out as a value to be called anywhere, one at a time,
and its result is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from entailed.errors import InputError
from entailed.pipeline import Advance, Progress, require_text
from entailed.streaming.boundaries import Candidates, whole_words
from entailed.streaming.deltas import read_delta
from entailed.streaming.events import Channel, DoneEvent, Event, FindingEvent, HoldEvent, HoldReason
from entailed.streaming.screen import Screen
from entailed.text.segment import read
from entailed.types import Report, Shown, Span, Verdict

__all__ = ["Core", "Mode", "Part", "Settings", "Step"]

Mode = Literal["buffer", "hold", "correct"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a stream is verified and shown; see `StreamVerifier`."""

    mode: Mode
    batch: int
    max_characters: int
    let_through: tuple[Channel, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What one step of verification has brought."""

    advance: Advance
    shown: Shown


@dataclass(frozen=True, slots=True)
class Part:
    """What is known of an answer that broke off: the report on `answer[:end]`, or None."""

    verdicts: tuple[Verdict, ...]
    report: Report | None
    end: int


class Core:
    """One stream. `step`, `whole` and `part` do the work; the rest is quick."""

    def __init__(self, progress: Progress, settings: Settings) -> None:
        self.progress = progress
        self.settings = settings
        self.answer = ""
        self.screen = Screen()
        self.closed = False
        self.full = False
        self._finish = ""
        self._candidates = Candidates()
        self._drafted = Shown()
        self._visible = 0
        self._held = 0
        self._more = False
        self._told: dict[str, Verdict] = {}

    # --- what comes in -----------------------------------------------------------------------

    def take(self, piece: object) -> Iterator[Event]:
        """The events of a piece that need no verification."""
        self.require_open()
        delta = read_delta(piece)
        require_text("stream", delta.text)
        self._finish = delta.finish or self._finish
        yield from (a for a in delta.asides if a.channel in self.settings.let_through)
        room = self.settings.max_characters - len(self.answer)
        self.full = self.full or len(delta.text) > room
        self.answer += delta.text[:room]
        if self.settings.mode == "correct":
            self._visible = whole_words(self.answer, self._visible)
            yield from self._draw()

    def require_open(self) -> None:
        """Raise InputError after the end."""
        if self.closed:
            raise InputError("stream: it has ended; make a new StreamVerifier for another answer")

    # --- the work ----------------------------------------------------------------------------

    def wants_step(self) -> bool:
        """Whether a step is worth doing now."""
        if not self.progress.early or self._more:
            return self._more
        return self._candidates.due(self.answer, self.progress.settled_end)

    def step(self, answer: str) -> Step:
        """Judge the next few claims of `answer`; what of the text to show that settles."""
        made = self.progress.advance(answer, self.settings.batch)
        wanted = {"correct": "draft", "hold": "early", "buffer": ""}[self.settings.mode]
        act = getattr(self.progress.verifier.enforcer, wanted, None)
        try:
            return Step(made, Shown() if act is None else act(made.judgement))
        except Exception:  # a stranger's enforcer: what it cannot tell early, it tells at the end
            return Step(made, Shown())

    def whole(self, answer: str) -> Report:
        """The report on the whole answer."""
        return self.progress.conclude(answer)

    def part(self, answer: str) -> Part:
        """The report on the settled beginning of an answer that broke off."""
        verdicts: tuple[Verdict, ...] = ()
        end = 0
        for _ in range(2):  # what waited from before, then what has come since
            if self.progress.early:
                made = self.progress.advance(answer, claims=len(answer))
                verdicts, end = verdicts + made.verdicts, made.end
        if not self.progress.early:
            sentences = read(answer).sentences
            end = len(answer[: sentences[-1].span.start].rstrip()) if sentences else 0
        return Part(verdicts, self.progress.conclude(answer[:end]) if end else None, end)

    # --- what goes out -----------------------------------------------------------------------

    def stepped(self, step: Step) -> Iterator[Event]:
        """The events of a step that is done."""
        self._more = step.advance.more
        yield from self._tell(step.advance.verdicts)
        if self.settings.mode == "correct":
            self._drafted = step.shown
            self._visible = max(self._visible, step.shown.end)
            yield from self._draw()
        elif step.shown.text.startswith(self.screen.text):
            yield from self.screen.extend(step.shown.text, step.shown.end)
        yield from self._hold(step.advance)

    def finished(self, report: Report) -> Iterator[Event]:
        """The events of the end."""
        self.closed = True
        yield from self._tell(report.verdicts)
        if self.settings.mode == "correct":
            self._visible = len(self.answer)
            yield from self._draw()
        yield from self.screen.become(report.repaired_answer, len(self.answer))
        yield DoneEvent("complete", self.screen.text, report, finish=self._finish)

    def broken(self, part: Part, error: str) -> Iterator[Event]:
        """The events of an end that came too early."""
        self.closed = self.full
        report = part.report
        yield from self._tell(part.verdicts)
        if report is not None:
            yield from self._tell(report.verdicts)
            yield from self.screen.become(report.repaired_answer, part.end)
        else:
            yield from self.screen.become("", 0)
        self._drafted, self._visible = Shown(self.screen.text, part.end), part.end
        rest = self.answer[part.end :]
        yield DoneEvent("failed", self.screen.text, report, error, rest, self._finish)

    def _tell(self, verdicts: tuple[Verdict, ...]) -> Iterator[Event]:
        for verdict in verdicts:
            if self._told.get(verdict.claim.id) != verdict:
                self._told[verdict.claim.id] = verdict
                yield FindingEvent(verdict)

    def _draw(self) -> Iterator[Event]:
        """Show the corrected beginning and what has come after it."""
        text = self._drafted.text
        if not self._drafted.whole:
            text += self.answer[self._drafted.end : self._visible]
        yield from self.screen.become(text, self._visible)

    def _hold(self, advance: Advance) -> Iterator[Event]:
        """Say what has been looked at and is not shown."""
        mode = self.settings.mode
        if mode == "correct":
            return
        looked_at: list[tuple[HoldReason, int]] = [
            ("mode" if mode == "buffer" else "policy", advance.end)
        ]
        if not advance.more:
            looked_at.append(("unchecked", self.progress.settled_end))
        for reason, end in looked_at:
            start = max(self._held, self.screen.end)
            if self.answer[start:end].strip():
                self._held = end
                yield HoldEvent(Span(start, end), reason)
