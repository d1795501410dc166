"""What the service does under load, measured from outside with `wrk` (Debian package `wrk`).

    python -m benchmarks.service [--seconds 60] [--connections 1,8,32,128] [--requests 20000]
        [--results FOLDER]

One process of `entailed serve` on loopback answers `POST /v1/verify`: ten claims over five passages
of 120 words, every body of its own, so that no score is had from a cache; embedded scorer, policy
`flag`, no ledger. The client runs on the same machine and takes its share of it. For 1, 8, 32 and
128 connections that each send the next request when the last is answered: requests a second, and
latency at 50, 95 and 99 %. Once with the pairs of all requests scored together (`gather`), once
with each request scoring its own, in turns, so that a change of the machine meets both. What is
not answered when a step ends is not counted: give it many times the longest latency.

Then memory: the resident size of the process before, over, and a while after `--requests` requests
of three claims from eight connections, read as they go by.

On two cores that takes hours. A run of under six minutes asks less of each request:

    python -m benchmarks.service --seconds 15 --shape 1x1 --memory-shape 1x1 \\
        --memory-scorer lexical --memory-seconds 200

A shape is CLAIMSxPASSAGES; `--memory-seconds` ends the second part before all are answered.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks.machine import describe, heading, table, write
from benchmarks.texts import make_case

CONNECTIONS = (1, 8, 32, 128)
BODIES = 3_000  # for one step; more than are answered in it
SHAPE, SMALL = (10, 5), (3, 5)  # claims and passages of a request
IDLE = 5  # seconds after the last request, when what waited has been answered
Shape = tuple[int, int]
LATE = "120s"  # after which the client gives a request up
SCRIPT = """
local bodies = {}
for line in io.lines(os.getenv("BODIES")) do bodies[#bodies + 1] = line end
local at = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
function request()
  at = at % #bodies + 1
  return wrk.format(nil, nil, nil, bodies[at])
end
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format(
    'RESULT {"requests": %d, "microseconds": %d, "refused": %d, "broken": %d, ' ..
    '"p50": %d, "p95": %d, "p99": %d, "max": %d}\\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(95), latency:percentile(99), latency.max))
end
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the requests of both parts are."""

    scorer: str
    shape: Shape
    memory_scorer: str
    memory_shape: Shape


@dataclass(frozen=True, slots=True)
class Load:
    """What one run of the client saw. Latencies in milliseconds."""

    gather: bool
    connections: int
    requests: int
    per_second: float
    p50: float
    p95: float
    p99: float
    longest: float
    refused: int
    broken: int


@dataclass(frozen=True, slots=True)
class Size:
    """Resident memory of the server in MiB after so many requests; `idle` when they had ended."""

    requests: int
    resident: float
    idle: bool = False


# --- the server ----------------------------------------------------------------------------------


@contextmanager
def served(scorer: str, gather: bool) -> Iterator[tuple[str, int]]:
    """A server process; its address and its process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    wishes = {
        "PORT": port, "SCORER": scorer, "GATHER": str(gather).lower(), "QUEUE": 1000,
        "PER_TENANT": 1000, "QUEUE_SECONDS": 110, "SECONDS": 110, "TELEMETRY__LEVEL": "warning",
    }  # fmt: skip
    environment = os.environ | {f"ENTAILED_SERVE_{n}": str(v) for n, v in wishes.items()}
    process = subprocess.Popen([sys.executable, "-m", "entailed", "serve"], env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        _await(address, process)
        yield address, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _await(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if process.poll() is not None:
            raise SystemExit("the server ended before it was ready")
        try:
            if httpx.get(f"{address}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server was not ready within a minute")


def resident(pid: int) -> float:
    """Resident memory of a process and what it started, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
    if found is None:
        raise SystemExit("this system does not tell the size of a process")
    return int(found[1]) / 1024


def answered(address: str) -> int:
    """How many verifications the server has counted."""
    page = httpx.get(f"{address}/metrics").text
    counts = re.findall(r'^entailed_requests_total\{route="/v1/verify"[^}]*\} (\S+)', page, re.M)
    return int(sum(map(float, counts)))


# --- the client ----------------------------------------------------------------------------------


def bodies(count: int, first: int, shape: Shape = SHAPE) -> list[str]:
    """Request bodies, each of its own seed from `first` on."""
    claims, passages = shape
    made = (make_case(passages, seed, claims) for seed in range(first, first + count))
    return [json.dumps({"answer": answer, "passages": texts}) for answer, texts in made]


@contextmanager
def files(lines: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """The client's script and its bodies as files."""
    with tempfile.TemporaryDirectory() as folder:
        script, texts = Path(folder, "load.lua"), Path(folder, "bodies.jsonl")
        script.write_text(SCRIPT, "utf-8")
        texts.write_text("\n".join(lines) + "\n", "utf-8")
        yield script, texts


def client(
    address: str, script: Path, texts: Path, connections: int, seconds: int
) -> subprocess.Popen[str]:
    """The client at work."""
    program = shutil.which("wrk")
    if program is None:
        raise SystemExit("expected the program wrk: apt-get install wrk")
    command = [
        program, "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", LATE,
        "-s", str(script), f"{address}/v1/verify",
    ]  # fmt: skip
    environment = os.environ | {"BODIES": str(texts)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def read_load(output: str, gather: bool, connections: int) -> Load:
    """What the client's script printed at its end. Raises SystemExit where that is missing."""
    found = re.search(r"^RESULT (.*)$", output, re.MULTILINE)
    if found is None:
        raise SystemExit(f"expected a line RESULT from wrk, got {output[-500:]!r}")
    told: Mapping[str, Any] = json.loads(found[1])
    return Load(
        gather=gather,
        connections=connections,
        requests=told["requests"],
        per_second=told["requests"] / (told["microseconds"] / 1e6),
        p50=told["p50"] / 1000,
        p95=told["p95"] / 1000,
        p99=told["p99"] / 1000,
        longest=told["max"] / 1000,
        refused=told["refused"],
        broken=told["broken"],
    )


def _warm(address: str) -> None:
    """One request, so that the model and the word lists are loaded."""
    (body,) = bodies(1, 1)
    kind = {"content-type": "application/json"}
    answer = httpx.post(f"{address}/v1/verify", content=body, headers=kind, timeout=60)
    answer.raise_for_status()


def measure(scorer: str, seconds: int, steps: Sequence[int], shape: Shape) -> list[Load]:
    """Both ways of scoring at every number of connections, in turns."""
    loads = []
    for step, connections in enumerate(steps):
        for gather in (True, False):
            # The same bodies for both; a new process each time, so neither finds them scored.
            lines = bodies(BODIES, 10_000 * (step + 1), shape)
            with served(scorer, gather) as (address, _), files(lines) as (script, texts):
                _warm(address)
                output, _ = client(address, script, texts, connections, seconds).communicate()
            loads.append(read_load(output, gather, connections))
    return loads


def sizes(scorer: str, requests: int, shape: Shape, seconds: float) -> list[Size]:
    """The server's memory from before the first request to after the last, at about twenty places.

    It ends after `seconds`, 0 for never; the requests answered until then are told.
    """
    until = time.monotonic() + seconds if seconds else float("inf")
    lines, every = bodies(requests, 1_000_000, shape), max(1, requests // 20)
    found: list[Size] = []
    with served(scorer, True) as (address, pid), files(lines) as (script, texts):
        work = client(address, script, texts, 8, 24 * 3600)
        try:
            while (count := answered(address)) < requests and time.monotonic() < until:
                if not found or count >= found[-1].requests + every:
                    found.append(Size(count, resident(pid)))
                if work.poll() is not None:
                    raise SystemExit("the client ended before all requests were answered")
                time.sleep(0.2)
            found.append(Size(count, resident(pid)))
        finally:
            work.kill()
            work.wait()
        time.sleep(IDLE)
        found.append(Size(answered(address), resident(pid), idle=True))
    return found


# --- the page ------------------------------------------------------------------------------------


def page(loads: Sequence[Load], memory: Sequence[Size], machine: str, asked: Asked) -> str:
    """The results as Markdown."""
    rows: list[list[object]] = [
        [
            one.connections, "together" if one.gather else "alone", one.requests, one.per_second,
            one.p50, one.p95, one.p99, one.longest, one.refused, one.broken,
        ]
        for one in loads
    ]  # fmt: skip
    head = [
        "connections", "scored", "requests", "per second", "p50 ms", "p95 ms", "p99 ms",
        "longest ms", "refused", "broken",
    ]  # fmt: skip
    parts = [
        "# The service under load",
        machine,
        f"`POST /v1/verify`, {_words(asked.shape)}, every body new, scorer `{asked.scorer}`, one "
        "process, the client on the same machine.",
        table(head, rows),
    ]
    if memory:
        parts += [
            "## Memory",
            f"Requests of {_words(asked.memory_shape)} from eight connections, scorer "
            f"`{asked.memory_scorer}`; the last row {IDLE} s after they had ended.",
            table(
                ["requests", "MiB"],
                [
                    [f"{one.requests}, idle" if one.idle else one.requests, round(one.resident, 1)]
                    for one in memory
                ],
            ),
        ]
    return "\n\n".join(parts)


def _words(shape: Shape) -> str:
    claims, passages = shape
    return f"{claims} claim{'s' * (claims > 1)} over {passages} passage{'s' * (passages > 1)}"


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=int, default=60, help="of each step")
    parser.add_argument("--connections", type=counts, default=CONNECTIONS, metavar="N,N")
    parser.add_argument("--scorer", default="embedded")
    parser.add_argument("--shape", type=shape_of, default=SHAPE, metavar="CLAIMSxPASSAGES")
    parser.add_argument("--requests", type=int, default=20_000, help="for memory; 0 for none")
    parser.add_argument("--memory-scorer", help="the same where it is not given")
    parser.add_argument("--memory-shape", type=shape_of, default=SMALL, metavar="CLAIMSxPASSAGES")
    parser.add_argument("--memory-seconds", type=float, default=0, help="0: until all are answered")
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    machine = describe()
    asked = Asked(
        options.scorer,
        options.shape,
        options.memory_scorer or options.scorer,
        options.memory_shape,
    )
    loads = measure(asked.scorer, options.seconds, options.connections, asked.shape)
    memory: list[Size] = []
    if options.requests:
        memory = sizes(
            asked.memory_scorer, options.requests, asked.memory_shape, options.memory_seconds
        )
    text = page(loads, memory, heading(machine), asked)
    data = {
        "machine": machine,
        "asked": asdict(asked),
        "loads": [asdict(one) for one in loads],
        "memory": [asdict(one) for one in memory],
    }
    write("service", data, text, *([options.results] if options.results else []))
    print(text)


def counts(given: str) -> tuple[int, ...]:
    """Numbers separated by commas."""
    return tuple(int(one) for one in given.split(","))


def shape_of(given: str) -> Shape:
    """Claims and passages, as "10x5"."""
    claims, passages = given.split("x")
    return int(claims), int(passages)


if __name__ == "__main__":
    main()
