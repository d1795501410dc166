"""Turns: what was said, what was shown, and the passages and the report behind it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from entailed.canonical import canonical_json
from entailed.errors import RequestError
from entailed.evidence import freeze
from entailed.report import (
    evidence_from_dict,
    evidence_to_dict,
    report_from_dict,
    report_to_dict,
)
from entailed.types import Evidence, Failure, Report

__all__ = [
    "Standing",
    "Turn",
    "TurnKind",
    "TurnStatus",
    "dump_turn",
    "load_turn",
    "root_of",
    "standing",
    "turn_from_dict",
    "turn_to_dict",
]

TurnKind = Literal["question", "challenge", "source"]
TurnStatus = Literal[
    "verified",  # question: the statuses of an outcome
    "unsupported",
    "ungrounded",
    "declined",
    "held",  # challenge: checked again, the answer stands
    "corrected",  # challenge: it does not, and another text stands in its place
    "withdrawn",  # challenge: it does not, and nothing stands in its place
    "open",  # challenge: there was no answer, and there is none now
    "unchecked",  # challenge: it could not be checked again
    "quoted",  # source: the places the answer rests on
    "unsourced",  # source: it rests on none
    "nothing",  # challenge or source: there is no turn it could be about
]
VERSION = 1
_BROKEN = ("retriever_failed", "model_failed", "verifier_failed", "out_of_time")
_NOTHING = freeze(())


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the user and what came of it.

    `text` is what the user wrote and `reply` what may be shown. `about` is the number of the
    question that a challenge or a source request is about, or that a follow-up follows; None
    for a question that stands alone. `question` is what was verified against (the text, without
    what in it only doubts an earlier answer) and `search` what was put to the retriever, "" where
    nothing was retrieved.

    `answer` is the text that stands as the answer after this turn, "" where none does. `report`
    is on that text wherever it was verified. `evidence` are the frozen passages of the turn: those
    retrieved for a question, and for a challenge those of the question it is about. `counter` is
    the report on what the user said instead. `because` is the cause of an outcome, or "".
    `removed` are claims that were written and are not shown. `number` counts from 1 in each
    conversation and is given by the store; 0 before.
    """

    kind: TurnKind
    text: str
    reply: str
    status: TurnStatus
    about: int | None = None
    question: str = ""
    search: str = ""
    answer: str = ""
    report: Report | None = None
    counter: Report | None = None
    evidence: Evidence = _NOTHING
    because: str = ""
    removed: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    number: int = 0

    @property
    def broken(self) -> bool:
        """Whether it came out so because a part failed, or the time was over."""
        return self.status == "unchecked" or self.because in _BROKEN


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands as the answer to a question now, after all challenges of it.

    `root` is the turn of the question, `last` the newest turn that has settled its answer.
    """

    root: Turn
    last: Turn

    @property
    def answer(self) -> str:
        """The text that stands, "" for none."""
        return self.last.answer

    @property
    def evidence(self) -> Evidence:
        """The frozen passages that text was verified against."""
        return self.last.evidence


def standing(turns: Sequence[Turn], number: int) -> Standing:
    """What stands of question `number`. Raises KeyError where there is no such question."""
    root = next((t for t in turns if t.number == number and t.kind == "question"), None)
    if root is None:
        raise KeyError(number)
    later = [t for t in turns if t.kind == "challenge" and t.about == number]
    settled = [t for t in later if t.status in ("held", "corrected", "withdrawn")]
    return Standing(root, settled[-1] if settled else root)


def root_of(turn: Turn) -> int | None:
    """The number of the question that a turn is, or is about."""
    return turn.number if turn.kind == "question" else turn.about


# --- plain data ------------------------------------------------------------------------------


def turn_to_dict(turn: Turn) -> dict[str, Any]:
    """The turn as JSON types; reports have the form of `entailed.report.report_to_dict`."""
    return {
        "turn_version": VERSION,
        "number": turn.number,
        "kind": turn.kind,
        "text": turn.text,
        "reply": turn.reply,
        "status": turn.status,
        "because": turn.because,
        "about": turn.about,
        "question": turn.question,
        "search": turn.search,
        "answer": turn.answer,
        "report": None if turn.report is None else report_to_dict(turn.report),
        "counter": None if turn.counter is None else report_to_dict(turn.counter),
        "evidence": evidence_to_dict(turn.evidence),
        "removed": list(turn.removed),
        "failures": [
            {"stage": f.stage, "error": f.error, "message": f.message, "claim_id": f.claim_id}
            for f in turn.failures
        ],
    }


def turn_from_dict(data: object) -> Turn:
    """The turn that `turn_to_dict` made: `turn_from_dict(turn_to_dict(t)) == t`.

    Raises RequestError for another version, a part that is missing or of another form, and for
    passages that are no longer those that were frozen (their digest differs).
    """
    if not isinstance(data, Mapping) or data.get("turn_version") != VERSION:
        raise RequestError(f"turn: expected an object with turn_version {VERSION}")
    try:
        return _read(cast("dict[str, Any]", data))
    except KeyError as error:
        raise RequestError(f"turn: missing key {error}") from error
    except (TypeError, ValueError) as error:
        raise RequestError(f"turn: {error}") from error


def _read(data: dict[str, Any]) -> Turn:
    for key, allowed in (("kind", get_args(TurnKind)), ("status", get_args(TurnStatus))):
        if data[key] not in allowed:
            raise RequestError(f"turn {key}: expected one of {allowed}, got {data[key]!r}")
    evidence = evidence_from_dict(data["evidence"])
    reports = {
        key: None if data[key] is None else report_from_dict(data[key])
        for key in ("report", "counter")
    }
    for frozen in (evidence, *(r.evidence for r in reports.values() if r is not None)):
        if freeze(frozen.passages).digest != frozen.digest:
            raise RequestError("turn: its passages are not those that were frozen")
    return Turn(
        number=data["number"],
        kind=data["kind"],
        text=data["text"],
        reply=data["reply"],
        status=data["status"],
        because=data["because"],
        about=data["about"],
        question=data["question"],
        search=data["search"],
        answer=data["answer"],
        report=reports["report"],
        counter=reports["counter"],
        evidence=evidence,
        removed=tuple(data["removed"]),
        failures=tuple(Failure(**f) for f in data["failures"]),
    )


def dump_turn(turn: Turn) -> str:
    """The turn as JSON text: keys sorted, non-ASCII written as itself."""
    return canonical_json(turn_to_dict(turn))


def load_turn(text: str | bytes) -> Turn:
    """The turn that `dump_turn` wrote. Raises RequestError when it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"turn: expected JSON text: {error}") from error
    return turn_from_dict(data)
