"""The configuration file of one model: stages, data, learning rates."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Source:
    """One part of a stage's mixture.

    `kind` is `rows` (a labelled file), or the name of a generator in `training.mixture`. `share`
    of its examples are trained on: a later stage that lists the same sources asks the same pairs,
    so that a teacher's answers serve again. `hard` in (0, 1], where it is set: of the others too
    those to whose label the model that was asked (`--mined`) gives less than this. Without `teach`
    its pairs are not put to a teacher: labels alone, where they are beyond doubt.
    """

    kind: str
    file: str = ""
    drop: tuple[str, ...] = ()
    caps: dict[str, int] = field(default_factory=dict)
    limit: int | None = None
    share: float = 1.0
    hard: float = 0.0
    teach: bool = True
    min_tokens: int = 0
    max_tokens: int = 10_000


@dataclass(frozen=True, slots=True)
class Stage:
    """One pass of training over one mixture.

    `soft_share`: how much of the loss of a labelled pair is the teacher's, where the teacher has
    scored it (0: labels alone, 1: the teacher alone).
    """

    name: str
    sources: tuple[Source, ...]
    learning_rate: float
    final_rate: float = 0.0
    warmup: int = 100
    epochs: int = 1
    short_first: float = 0.0
    smoothing: float = 0.0
    soft_share: float = 0.5


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides the weights, apart from the data files themselves."""

    name: str
    base: str
    stages: tuple[Stage, ...]
    seed: int = 17
    tokens_per_batch: int = 3072
    premise_words: tuple[int, int] = (80, 120)
    weight_decay: float = 0.01
    average_decay: float = 0.99
    average_every: int = 5
    dropout: float = 0.0
    freeze_words: bool = True
    pooler: bool = False
    match: bool = False
    origin: str = "sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0)"
    max_length: int = 256


def _source(table: dict) -> Source:
    values = dict(table)
    values["drop"] = tuple(values.get("drop", ()))
    return Source(**values)


def _stage(table: dict) -> Stage:
    values = dict(table)
    values["sources"] = tuple(_source(s) for s in values.pop("source"))
    return Stage(**values)


def load_settings(path: Path) -> Settings:
    """Read a TOML file; unknown keys are an error."""
    values = tomllib.loads(path.read_text(encoding="utf-8"))
    values["stages"] = tuple(_stage(s) for s in values.pop("stage"))
    if "premise_words" in values:
        values["premise_words"] = tuple(values["premise_words"])
    return Settings(**values)
