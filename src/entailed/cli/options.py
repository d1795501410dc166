"""Options that several verbs have, and what is read from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from entailed.errors import RequestError
from entailed.policy import Policy, load_policy

__all__ = [
    "AnswerModel",
    "CalibrationFile",
    "Documents",
    "KeyVariable",
    "MaxTokens",
    "MinSupport",
    "ModelUrl",
    "PassageCount",
    "PassageFiles",
    "PassageTexts",
    "QuestionFile",
    "QuestionText",
    "ScorerName",
    "ScorerOptions",
    "Timeout",
    "Uncited",
    "UncitedRule",
    "named_values",
    "policy_of",
]


class Uncited(StrEnum):
    """What becomes of claims without a citation."""

    search = "search"
    fail = "fail"


# --- what is verified ------------------------------------------------------------------------

PassageTexts = Annotated[
    list[str] | None,
    typer.Option(metavar="TEXT", help="One passage; repeat for more (named S1, S2, ...)."),
]
PassageFiles = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="A .txt, .md, .json or .jsonl file, or a folder."),
]
QuestionText = Annotated[str | None, typer.Option(metavar="TEXT", help="What the user asked.")]
QuestionFile = Annotated[
    str | None, typer.Option(metavar="FILE", help="A file with the question; - is stdin.")
]

# --- how it is verified ----------------------------------------------------------------------

ScorerName = Annotated[str, typer.Option(metavar="NAME", help="As for verify.")]
ScorerOptions = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="An option of the scorer, its value as JSON or as text; repeat for more.",
    ),
]
CalibrationFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="What `entailed calibrate` wrote for this scorer."),
]
MinSupport = Annotated[
    float | None,
    typer.Option(
        min=0,
        max=1,
        help="Least support of a claim that only the model supports, in place of the policy's.",
    ),
]
UncitedRule = Annotated[
    Uncited | None, typer.Option(help="Search all passages for an uncited claim, or fail it.")
]

# --- who answers, and from what --------------------------------------------------------------

Documents = Annotated[
    Path, typer.Option(metavar="FOLDER", help="The folder to answer from.", show_default=False)
]
AnswerModel = Annotated[str, typer.Option(metavar="NAME", help="The model's name at its endpoint.")]
ModelUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Base URL of an OpenAI-compatible endpoint (default: OPENAI_BASE_URL, or the "
        "public API).",
    ),
]
KeyVariable = Annotated[
    str, typer.Option(metavar="NAME", help="The environment variable that holds the key.")
]
PassageCount = Annotated[int, typer.Option(min=1, help="Passages put before the model.")]
MaxTokens = Annotated[int | None, typer.Option(min=1, help="Limit on each answer.")]
Timeout = Annotated[
    float, typer.Option(min=0.001, help="Seconds the model may take for one answer.")
]


def policy_of(given: str | Policy | Mapping[str, object], min_support: float | None) -> Policy:
    """The policy of a name, a file or a request, with the least support of the command line."""
    return load_policy(given, **({} if min_support is None else {"min_support": min_support}))


def named_values(given: Sequence[str]) -> dict[str, object]:
    """NAME=VALUE options, a value that is no JSON taken as text. Raises RequestError."""
    made: dict[str, object] = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not name or not equals:
            raise RequestError(f"--scorer-option: expected NAME=VALUE, got {option!r}")
        try:
            made[name] = json.loads(value)
        except ValueError:
            made[name] = value
    return made
