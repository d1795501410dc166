"""How long a verified sentence is held, and what a stream costs after its last token.

    python -m benchmarks.streaming [--answers 3] [--streams 40] [--results FOLDER]

Answers of ten sentences over five passages are replayed at 30 and 100 tokens a second (four
characters a token) through `StreamVerifier.stream` in hold mode, embedded scorer, policy `flag`
without attached citations. A sentence can only be shown once the first word of the next one is
there; that wait is the model's, and is told apart from what verifying adds. Verifying at the end is
`Verifier.verify` on the same answer, with nothing scored or read before, right after the stream.

Then `--streams` such answers at once in one process, at 30 tokens a second each, in an event loop:
how late each ends after its last token, and the memory they take.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.caches import forget_texts
from benchmarks.machine import describe, heading, table, write
from benchmarks.texts import make_case
from entailed.assembly import build_verifier
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.scorers.embedded import EmbeddedScorer
from entailed.streaming import Event, ReleaseEvent, StreamVerifier
from entailed.text.segment import sentences

RATES = (30, 100)
TOKEN = 4
CLAIMS = 10
PASSAGES = 5


@dataclass
class Clock:
    """When which part of an answer came, and when it was shown; offsets and seconds."""

    answer: str
    came: list[tuple[int, float]] = field(default_factory=list)
    shown: list[tuple[int, float]] = field(default_factory=list)
    ended: float = 0.0

    def note(self, event: Event) -> None:
        """Keep the time of a release."""
        if isinstance(event, ReleaseEvent):
            self.shown.append((event.answer.end, time.perf_counter()))

    def first(self, times: Sequence[tuple[int, float]], offset: int) -> float:
        """When `offset` was reached."""
        return next(at for end, at in times if end >= offset)

    def delays(self) -> list[tuple[float, float]]:
        """For every sentence but the last: the wait for the next word, and what came after it."""
        found = sentences(self.answer)
        rows = []
        for sentence, following in pairwise(found):
            word = following.text.split()[0]
            last = self.first(self.came, sentence.span.end)
            decided = self.first(self.came, following.span.start + len(word) + 1)
            released = self.first(self.shown, sentence.span.end)
            rows.append((decided - last, max(0.0, released - decided)))
        return rows

    @property
    def after(self) -> float:
        """Seconds from the last token to the end."""
        return self.ended - self.came[-1][1]


def tokens(answer: str) -> list[str]:
    """The answer in pieces of about a token."""
    return [answer[at : at + TOKEN] for at in range(0, len(answer), TOKEN)]


def checked() -> Verifier:
    """A verifier that has scored nothing yet."""
    return build_verifier("flag", scorer=EmbeddedScorer(), attach_citations=False)


def replayed(answer: str, rate: int, clock: Clock) -> Iterator[str]:
    """The tokens of an answer in their time."""
    began, end = time.perf_counter(), 0
    for number, token in enumerate(tokens(answer), start=1):
        time.sleep(max(0.0, began + number / rate - time.perf_counter()))
        end += len(token)
        clock.came.append((end, time.perf_counter()))
        yield token


def one_stream(seed: int, rate: int) -> tuple[Clock, float]:
    """One answer as a stream, and the seconds that verifying it at the end takes."""
    answer, passages = make_case(PASSAGES, seed, CLAIMS)
    evidence, clock = freeze(passages), Clock(answer)
    forget_texts()
    for event in StreamVerifier(checked(), evidence).stream(replayed(answer, rate, clock)):
        clock.note(event)
    clock.ended = time.perf_counter()
    forget_texts()
    verifier = checked()
    began = time.perf_counter()
    verifier.verify(answer, evidence)
    return clock, time.perf_counter() - began


def measure(answers: int) -> dict[str, dict[str, float]]:
    """Milliseconds by rate: medians, and the 95th of a hundred for what a sentence waits."""
    found = {}
    for rate in RATES:
        runs = [one_stream(seed, rate) for seed in range(answers)]
        waits, verified = zip(*(d for clock, _ in runs for d in clock.delays()), strict=True)
        found[str(rate)] = {
            "next word": 1000 * median(waits),
            "verifying": 1000 * median(verified),
            "verifying p95": 1000 * float(np.percentile(verified, 95)),
            "after the last token": 1000 * median(clock.after for clock, _ in runs),
            "at the end": 1000 * median(whole for _, whole in runs),
        }
        print(f"# {rate} tokens/s", flush=True)
    return found


# --- many at once ----------------------------------------------------------------------------


async def replayed_async(answer: str, rate: int, clock: Clock) -> AsyncIterator[str]:
    """The tokens of an answer in their time, for an event loop."""
    began, end = time.perf_counter(), 0
    for number, token in enumerate(tokens(answer), start=1):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        end += len(token)
        clock.came.append((end, time.perf_counter()))
        yield token


async def stream_async(verifier: Verifier, seed: int, rate: int) -> Clock:
    """One of many streams."""
    answer, passages = make_case(PASSAGES, seed, CLAIMS)
    clock = Clock(answer)
    stream = StreamVerifier(verifier, freeze(passages))
    async for event in stream.astream(replayed_async(answer, rate, clock)):
        clock.note(event)
    clock.ended = time.perf_counter()
    return clock


async def all_streams(streams: int) -> list[Clock]:
    """All streams at once over one verifier."""
    verifier = checked()
    seeds = range(1000, 1000 + streams)
    return await asyncio.gather(*(stream_async(verifier, seed, RATES[0]) for seed in seeds))


def load(streams: int) -> dict[str, float]:
    """Seconds and mebibytes of many streams at once."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    clocks = asyncio.run(all_streams(streams))
    lasted = time.perf_counter() - began
    after = [clock.after for clock in clocks]
    held = [sum(delay) for clock in clocks for delay in clock.delays()]
    return {
        "streams": streams,
        "the model takes": median(len(tokens(c.answer)) for c in clocks) / RATES[0],
        "all ended after": lasted,
        "after the last token, median": median(after),
        "after the last token, longest": max(after),
        "a sentence held, median": median(held),
        "a sentence held, longest": max(held),
        "memory added (MiB)": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024,
    }


def page(rates: dict[str, dict[str, float]], many: dict[str, float], machine: str) -> str:
    """The results as Markdown."""
    labels = {
        "next word": "wait for the first word of the next sentence",
        "verifying": "then until the sentence is shown, median",
        "verifying p95": "then until the sentence is shown, 95th percentile",
        "after the last token": "from the last token to the end of the stream",
        "at the end": "verifying the whole answer at the end instead",
    }
    rows: list[list[object]] = [
        [label, *(rates[str(rate)][name] for rate in RATES)] for name, label in labels.items()
    ]
    more: list[list[object]] = [[name, float(value)] for name, value in many.items()]
    return "\n\n".join(
        [
            "# Streams",
            machine,
            f"Milliseconds; hold mode, answers of {CLAIMS} sentences over {PASSAGES} passages, "
            f"{TOKEN} characters a token.",
            table(["", *(f"{rate} tokens/s" for rate in RATES)], rows),
            f"Many streams at once in one process, {RATES[0]} tokens a second each; seconds.",
            table(["", ""], more),
        ]
    )


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=3)
    parser.add_argument("--streams", type=int, default=40)
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    machine = describe()
    checked().verify("A warm-up answer is read.", ["A warm-up passage is read by all."])
    rates, many = measure(options.answers), load(options.streams)
    text = page(rates, many, heading(machine))
    data = {"machine": machine, "milliseconds": rates, "load": many}
    write("streaming", data, text, *([options.results] if options.results else []))
    print(text)


if __name__ == "__main__":
    main()
