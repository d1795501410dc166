"""Recorded answers from a JSONL file, one answer a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from entailed.errors import EvidenceError, RequestError
from entailed.evaluation.suites import Suite
from entailed.evaluation.systems import Answered, Done, RecordedAnswer, RecordedAnswers
from entailed.evidence import freeze
from entailed.requests import read_file

__all__ = ["load_answers"]


class _AnswerModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    scenario: str
    answer: str
    turn: Annotated[int, Field(ge=0)] | None = None
    passages: str | list[Any] | dict[str, Any] | None = None
    sources_returned: bool | None = None
    done: Done | None = None
    generations: Annotated[int, Field(ge=0)] | None = None
    milliseconds: Annotated[float, Field(ge=0, strict=False, allow_inf_nan=False)] | None = None


def load_answers(path: str | Path, suite: Suite) -> RecordedAnswers:
    """The answers in a JSONL file, each with `scenario`, `answer` and optionally more.

    `turn` counts from 0 and defaults to the last; `passages` is anything `entailed.freeze` takes;
    `sources_returned`, `done`, `generations` and `milliseconds` are as in `Answered`.
    Raises RequestError with the line of what cannot be read, and for answers to scenarios that
    the suite does not have.
    """
    path = Path(path)
    return RecordedAnswers.record(suite, _answers(path), f"recorded answers ({path.name})")


def _answers(path: Path) -> Iterator[RecordedAnswer]:
    for number, line in enumerate(read_file(path).split("\n"), start=1):
        if line.strip():
            yield _answer(line, f"{path}: line {number}")


def _answer(line: str, where: str) -> RecordedAnswer:
    try:
        model = _AnswerModel.model_validate(json.loads(line))
        passages = None if model.passages is None else freeze(model.passages).passages
    except json.JSONDecodeError as error:
        raise RequestError(f"{where}, column {error.colno}: malformed JSON: {error.msg}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "answer"
        raise RequestError(f"{where}: {field}: {first['msg']}") from error
    except EvidenceError as error:
        raise RequestError(f"{where}: passages: {error}") from error
    except (RecursionError, ValueError) as error:
        raise RequestError(f"{where}: JSON that cannot be read: {error}") from error
    answered = Answered(
        text=model.answer,
        passages=passages,
        sources_returned=model.sources_returned,
        done=model.done,
        generations=model.generations,
        milliseconds=model.milliseconds,
    )
    return RecordedAnswer(model.scenario, -1 if model.turn is None else model.turn, answered)
