"""The suite that ships with the package: five invented documents and questions of all kinds."""

from __future__ import annotations

from importlib.resources import as_file, files

from entailed.evaluation.answers import load_answers
from entailed.evaluation.loading import load_suite
from entailed.evaluation.suites import Suite
from entailed.evaluation.systems import RecordedAnswers

__all__ = ["example_answers", "example_suite"]


def example_suite() -> Suite:
    """The suite. Raises UnsupportedError without PyYAML."""
    with as_file(files("entailed.evaluation.example")) as folder:
        return load_suite(folder / "suite.yaml")


def example_answers(suite: Suite, kind: str = "good") -> RecordedAnswers:
    """Answers to it, written by hand: "good" ones, or "bad" ones as models give them."""
    with as_file(files("entailed.evaluation.example")) as folder:
        return load_answers(folder / "answers" / f"{kind}.jsonl", suite)
