"""The language models that options of a verb name, beside the one that answers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import typer

from entailed.errors import RequestError

__all__ = [
    "BAND",
    "CAP",
    "ExtractorName",
    "Extractors",
    "JudgeBand",
    "JudgeCap",
    "JudgeModel",
    "JudgeUrl",
    "Readers",
]

BAND, CAP = (0.3, 0.7), 10
"""What `build_verifier` takes where nothing is said."""


class Extractors(StrEnum):
    """Who finds the claims of an answer."""

    rules = "rules"
    llm = "llm"


ExtractorName = Annotated[
    Extractors,
    typer.Option(
        "--extractor", help="rules, or llm: --model cuts sentences into claims, as far as rules "
        "can trace what it wrote."
    ),
]  # fmt: skip
JudgeModel = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="A model to ask about claims the scorer is unsure of."),
]
JudgeUrl = Annotated[
    str | None, typer.Option(metavar="URL", help="Its endpoint (default: that of --model-url).")
]
JudgeBand = Annotated[
    tuple[float, float],
    typer.Option(metavar="LOW HIGH", help="Scores from LOW to HIGH are unsure."),
]
JudgeCap = Annotated[
    int, typer.Option(metavar="N", help="Claims the judge is asked about, at most, an answer.")
]


@dataclass(frozen=True, slots=True)
class Readers:
    """What the options say about an extractor and a judge."""

    extractor: Extractors
    judge_model: str | None
    judge_url: str | None
    judge_band: tuple[float, float]
    judge_cap: int

    def options(
        self, model: str | None, model_url: str | None, key_variable: str
    ) -> dict[str, Any]:
        """The arguments of `build_verifier` they come to; nothing where they ask for no model.

        `model` reads where the extractor is llm. Raises RequestError for an option without the
        one it belongs to: what it asks for would not happen.
        """
        made: dict[str, Any] = {}
        if self.extractor is Extractors.llm:
            if model is None:
                raise RequestError("--extractor llm needs --model NAME")
            made["extractor"] = _model(model, model_url, key_variable)
        if self.judge_model is not None:
            url = model_url if self.judge_url is None else self.judge_url
            made["judge"] = _model(self.judge_model, url, key_variable)
            made["judge_band"], made["judge_cap"] = self.judge_band, self.judge_cap
        elif (self.judge_url, self.judge_band, self.judge_cap) != (None, BAND, CAP):
            raise RequestError("--judge-url, --judge-band and --judge-cap need --judge-model NAME")
        return made


def _model(name: str, url: str | None, key_variable: str) -> object:
    from entailed.chat import OpenAIModel  # deferred: few verifications ask a model

    return OpenAIModel(name, base_url=url, api_key=os.environ.get(key_variable))
