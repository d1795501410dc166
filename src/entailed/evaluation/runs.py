"""A run: what was tested and every result, as a value, as JSON, and as a file that only grows.

The run file is JSON lines: a head, then the passages and results as they come, each line written
whole and flushed. A crash costs at most the line being written; what stands is not done again. A
later line about the same answer replaces an earlier one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Any, cast

from entailed.canonical import canonical_json
from entailed.dialogue import Message
from entailed.errors import RequestError
from entailed.evaluation.results import Result
from entailed.evaluation.suites import BEHAVIOURS, CATEGORIES, Expectation
from entailed.evaluation.systems import DONE, Answered
from entailed.report import report_from_dict, report_to_dict
from entailed.report.plain import known
from entailed.requests import decode, read_file
from entailed.types import Component, Failure, Report

__all__ = [
    "RUN_VERSION",
    "Head",
    "Run",
    "RunFile",
    "load_run",
    "read_run_file",
    "run_from_dict",
    "run_to_dict",
]

RUN_VERSION = 1
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    """What was tested with what. Two runs with equal heads may be joined.

    `asked` is how many answers the run is to have. `components` are the verifier's.
    """

    suite: str
    suite_digest: str
    system: str
    system_digest: str
    policy: str
    components: tuple[Component, ...]
    asked: int

    def differences(self, other: Head) -> tuple[str, ...]:
        """Names of the fields in which the two differ."""
        mine, theirs = asdict(self), asdict(other)
        return tuple(name for name in mine if mine[name] != theirs[name])


@dataclass(frozen=True, slots=True)
class Run:
    """A head and its results, in the order of the suite."""

    head: Head
    results: tuple[Result, ...]

    @property
    def finished(self) -> bool:
        """Whether every answer was asked for."""
        return len(self.results) == self.head.asked


# --- plain data ------------------------------------------------------------------------------


def run_to_dict(run: Run) -> Plain:
    """The run as JSON types. Passages are stored once for all results that share them."""
    evidence: dict[str, Any] = {}
    results = []
    for result in run.results:
        plain, passages = _plain(result)
        evidence.update(passages)
        results.append(plain)
    return {
        "run_version": RUN_VERSION,
        "head": _head_to_dict(run.head),
        "evidence": evidence,
        "results": results,
    }


def run_from_dict(data: object, where: str = "run") -> Run:
    """The run that `run_to_dict` made; other keys beside its own are left alone.

    Raises RequestError for another version, or when a part is missing or of another type.
    """
    if not isinstance(data, Mapping):
        raise RequestError(f"{where}: expected an object, got {type(data).__name__}")
    _require_version(data, where)
    with _reading(where):
        evidence = data["evidence"]
        results = tuple(_result(row, evidence) for row in data["results"])
        return Run(_head_from_dict(data["head"]), results)


def load_run(path: str | Path) -> Run:
    """The run in a `.json` report or a `.jsonl` run file. Raises RequestError."""
    path = Path(path)
    if path.suffix.lower() == ".jsonl":
        return read_run_file(path)
    try:
        data = json.loads(read_file(path))
    except (ValueError, RecursionError) as error:
        if isinstance(error, RequestError):
            raise
        raise RequestError(f"{path}: expected a run as JSON: {error}") from error
    return run_from_dict(data, str(path))


def _plain(result: Result) -> tuple[Plain, Plain]:
    """A result without its passages, and those by the digest of their evidence."""
    report, passages = None, {}
    if result.report is not None:
        report = report_to_dict(result.report)
        digest = report["evidence"]["digest"]
        passages = {digest: report["evidence"]["passages"]}
        report["evidence"] = {"digest": digest}
    answered = result.answered
    return {
        "scenario": result.scenario,
        "turn": result.turn,
        "category": result.category,
        "digest": result.digest,
        "question": result.question,
        "history": [{"role": m.role, "content": m.content} for m in result.history],
        "expect": {
            "behaviour": result.expect.behaviour,
            "mentions": [list(group) for group in result.expect.mentions],
            "avoids": list(result.expect.avoids),
        },
        "answer": {
            "text": answered.text,
            "sources_returned": answered.sources_returned,
            "done": answered.done,
            "generations": answered.generations,
            "milliseconds": answered.milliseconds,
        },
        "report": report,
        "failure": None if result.failure is None else asdict(result.failure),
    }, passages


def _result(data: Plain, evidence: Mapping[str, Any]) -> Result:
    answer, expect, failure = data["answer"], data["expect"], data["failure"]
    return Result(
        scenario=data["scenario"],
        turn=data["turn"],
        category=known(data["category"], CATEGORIES),
        digest=data["digest"],
        question=data["question"],
        expect=Expectation(
            behaviour=known(expect["behaviour"], BEHAVIOURS),
            mentions=tuple(tuple(group) for group in expect["mentions"]),
            avoids=tuple(expect["avoids"]),
        ),
        answered=Answered(
            text=answer["text"],
            sources_returned=answer["sources_returned"],
            done=None if answer["done"] is None else known(answer["done"], DONE),
            generations=answer["generations"],
            milliseconds=answer["milliseconds"],
        ),
        report=_report(data["report"], evidence),
        failure=None if failure is None else Failure(**failure),
        history=tuple(Message(**message) for message in data["history"]),
    )


def _report(data: Plain | None, evidence: Mapping[str, Any]) -> Report | None:
    if data is None:
        return None
    digest = data["evidence"]["digest"]
    return report_from_dict({**data, "evidence": {"digest": digest, "passages": evidence[digest]}})


def _head_to_dict(head: Head) -> Plain:
    return asdict(head)


def _head_from_dict(data: Plain) -> Head:
    components = tuple(Component(**component) for component in data["components"])
    return Head(**{**data, "components": components})


def _require_version(data: Mapping[Any, Any], where: str) -> None:
    version = data.get("run_version")
    if version != RUN_VERSION:
        raise RequestError(
            f"{where}: expected a run with run_version {RUN_VERSION}, got {version!r}"
        )


@contextmanager
def _reading(where: str) -> Iterator[None]:
    """Turns what malformed data raises into RequestError."""
    try:
        yield
    except RequestError as error:
        raise RequestError(f"{where}: {error}") from error
    except KeyError as error:
        raise RequestError(f"{where}: missing key {error}") from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise RequestError(f"{where}: not in the form of a run: {error}") from error


# --- the run file ----------------------------------------------------------------------------


class RunFile:
    """Appends results to a run file. Safe to share between threads.

    `create` begins one, `resume` goes on with one. Close it, or use it in a `with` block.
    """

    def __init__(self, path: Path, head: Head, results: Iterable[Result] = ()) -> None:
        self.path = path
        self.head = head
        self.results = {result.key: result for result in results}
        self._evidence = {
            result.report.evidence.digest for result in self.results.values() if result.report
        }
        self._lock = Lock()
        self._file = path.open("a", encoding="utf-8", newline="\n")

    @classmethod
    def create(cls, path: Path, head: Head) -> RunFile:
        """A new run file in the place of any that was there. Raises RequestError."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("", encoding="utf-8")
            made = cls(path, head)
        except OSError as error:
            raise _unwritten(path, error) from error
        made._write({"kind": "head", "run_version": RUN_VERSION, "head": _head_to_dict(head)})
        return made

    @classmethod
    def resume(cls, path: Path, head: Head) -> RunFile:
        """Go on with the run in `path`; a torn last line is cut off.

        Raises RequestError where the file is of another run (another suite, system, policy or
        verifier), naming what differs.
        """
        run, end = _read(path)
        differing = run.head.differences(head)
        if differing:
            raise RequestError(
                f"{path}: cannot be resumed, for it is of another run; these differ: "
                f"{', '.join(differing)}. Begin anew with --restart"
            )
        os.truncate(path, end)
        return cls(path, head, run.results)

    def add(self, result: Result) -> None:
        """Write one result, and its passages if they are new. On disk when it returns."""
        plain, passages = _plain(result)
        with self._lock:
            for digest, rows in passages.items():
                if digest not in self._evidence:
                    self._write({"kind": "evidence", "digest": digest, "passages": rows})
                    self._evidence.add(digest)
            self._write({"kind": "result", **plain})
            self.results[result.key] = result

    def close(self) -> None:
        """Close the file; everything is written already."""
        self._file.close()

    def __enter__(self) -> RunFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, row: Plain) -> None:
        try:
            self._file.write(canonical_json(row) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _unwritten(self.path, error) from error


def _unwritten(path: Path, error: OSError) -> RequestError:
    return RequestError(f"{path}: cannot be written: {error.strerror or type(error).__name__}")


def read_run_file(path: Path) -> Run:
    """The run in a run file, in the order in which the answers came. Raises RequestError.

    What follows the last line end (a line torn by a crash) is left out.
    """
    return _read(path)[0]


def _read(path: Path) -> tuple[Run, int]:
    """The run, and the offset in bytes behind its last whole line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RequestError(f"{path}: cannot be read: {reason}") from error
    whole = data[: data.rfind(b"\n") + 1]
    head: Head | None = None
    evidence: dict[str, Any] = {}
    results: dict[tuple[str, int], Result] = {}
    for number, line in enumerate(decode(whole, str(path)).split("\n")[:-1], start=1):
        where = f"{path}: line {number}"
        row = _row(line, where)
        with _reading(where):
            if row["kind"] == "head":
                _require_version(row, where)
                head = _head_from_dict(row["head"])
            elif row["kind"] == "evidence":
                evidence[row["digest"]] = row["passages"]
            else:
                result = _result(row, evidence)
                results[result.key] = result
    if head is None:
        raise RequestError(f"{path}: expected a run file, got one without a head")
    return Run(head, tuple(results.values())), len(whole)


def _row(line: str, where: str) -> Plain:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"{where}: malformed JSON: {error}") from error
    if not isinstance(row, dict) or row.get("kind") not in ("head", "evidence", "result"):
        raise RequestError(f"{where}: expected a line of a run file with its kind")
    return cast(Plain, row)
