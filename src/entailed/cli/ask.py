"""`entailed ask`: a question to a folder of documents, answered by a model and verified."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from entailed.cli.io import UNDECIDED, colored, errors, progress, screen_width, write
from entailed.cli.models import (
    BAND,
    CAP,
    ExtractorName,
    Extractors,
    JudgeBand,
    JudgeCap,
    JudgeModel,
    JudgeUrl,
    Readers,
)
from entailed.cli.options import (
    AnswerModel,
    Documents,
    KeyVariable,
    MaxTokens,
    MinSupport,
    ModelUrl,
    PassageCount,
    ScorerName,
    Timeout,
    policy_of,
)
from entailed.dialogue import Wish
from entailed.prompts import PROMPTS

if TYPE_CHECKING:
    from entailed.answering import Answerer, Outcome

__all__ = ["ask"]

EXIT_CODES: Mapping[str, int] = {
    "verified": 0,
    "declined": 0,
    "unsupported": 1,
    "ungrounded": 1,
}
"""How `ask` exits for the status of its outcome; 3 where a part failed or the time was over."""


_BROKEN = ("verifier_failed", "retriever_failed", "model_failed", "out_of_time")


class Format(StrEnum):
    """How an outcome is written."""

    terminal = "terminal"
    text = "text"
    json = "json"


def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to ask.")],
    documents: Documents,
    model: AnswerModel,
    model_url: ModelUrl = None,
    key_variable: KeyVariable = "OPENAI_API_KEY",
    policy: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="regenerate, widen, repair, suppress, strict, flag, audit, or a .toml or .json "
            "file.",
        ),
    ] = "regenerate",
    prompts: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A .toml or .json file with prompts to replace."),
    ] = None,
    min_support: MinSupport = None,
    scorer: ScorerName = "embedded",
    extractor: ExtractorName = Extractors.rules,
    judge_model: JudgeModel = None,
    judge_url: JudgeUrl = None,
    judge_band: JudgeBand = BAND,
    judge_cap: JudgeCap = CAP,
    passages: PassageCount = 5,
    widened: Annotated[
        int | None, typer.Option(min=1, help="Passages after widening (default: twice as many).")
    ] = None,
    max_tokens: MaxTokens = None,
    timeout: Timeout = 60.0,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Deadline for all of it, in seconds.")
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", help="What is written: text is only what may be shown.")
    ] = (Format.terminal),
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to a file instead of stdout.")
    ] = None,
) -> None:
    """Answer a question from a folder of documents, and show only what they support.

    Exit code: 0 verified, or the sources do not tell; 1 nothing verified; 2 usage; 3 a part failed.
    """
    with errors():
        readers = Readers(extractor, judge_model, judge_url, judge_band, judge_cap)
        made = _answerer(
            documents, model, model_url, os.environ.get(key_variable), timeout,
            policy=policy_of(policy, min_support), scorer=scorer,
            prompts=PROMPTS if prompts is None else prompts,
            passages=passages, widened=2 * passages if widened is None else widened,
            wish=Wish(max_tokens=max_tokens), **readers.options(model, model_url, key_variable),
        )  # fmt: skip
        outcome = made.ask(question, deadline=seconds, progress=progress())
        write(_written(outcome, form, output), output)
    raise typer.Exit(exit_code(outcome))


def exit_code(outcome: Outcome) -> int:
    """How the program ends for an outcome."""
    return UNDECIDED if outcome.because in _BROKEN else EXIT_CODES[outcome.status]


def _answerer(
    documents: Path, model: str, url: str | None, key: str | None, timeout: float, **options: Any
) -> Answerer:
    # Deferred: loading every stage costs as much as a small verification, and help needs none.
    from entailed.assembly import build_answerer
    from entailed.chat import OpenAIModel
    from entailed.retrieval import FolderRetriever

    asked = OpenAIModel(model, base_url=url, api_key=key, timeout=timeout)
    return build_answerer(FolderRetriever(documents), asked, **options)


def _written(outcome: Outcome, form: Format, output: Path | None) -> str:
    from entailed.answering.plain import outcome_to_dict  # as in _answerer
    from entailed.answering.view import outcome_to_terminal

    if form is Format.text:
        return outcome.text.rstrip() + "\n"
    if form is Format.json:
        data = outcome_to_dict(outcome)
        return json.dumps(data, ensure_ascii=False, sort_keys=True, indent=2) + "\n"
    color = output is None and colored()
    return outcome_to_terminal(outcome, width=screen_width(output), color=color)
