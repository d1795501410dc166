"""The examples of one stage, from labelled files and from generators."""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from training.premises import cut_words, premise_windows
from training.rows import Example, Row, read_rows, sample_rows
from training.settings import Settings, Source, Stage

Generator = Callable[[Sequence[Row], int, random.Random], list[Example]]


def to_example(row: Row, words: tuple[int, int], rng: random.Random) -> Example:
    """Cut the evidence to one window, drawn without looking at the label.

    Evidence that fits is now and then left whole; else one of the aligner's windows is drawn,
    mostly a wide one, because a sentence alone may lack what the whole evidence supports. A
    kind of window that depended on the label would be learnt as a shortcut.
    """
    fits = len(row.evidence.split()) <= rng.randint(*words)
    if fits and rng.random() < 0.3:
        return Example(row.evidence, row.claim, row.target, row.source)
    windows = premise_windows(row.evidence, row.claim)
    draw = rng.random()
    chosen = windows[0] if draw < 0.15 else windows[-1] if draw < 0.4 else windows[1 % len(windows)]
    return Example(cut_words(chosen, 130), row.claim, row.target, row.source)


# Modules of `training` and their functions; imported when a source asks for one.
_GENERATORS = {
    "corruptions": ("corruptions.build", "corrupt"),
    "everyday": ("everyday", "build"),
    "unlabelled": ("unlabelled", "build"),
    "written": ("written", "build"),
    "muddled": ("written", "build_muddled"),
    "strangers": ("strangers", "build"),
    "spoken": ("spoken", "build"),
    "led_in": ("spoken", "build_led_in"),
    "retold": ("retold", "build"),
    "assistant": ("assistant", "build"),
}


def _generator(name: str) -> Generator:
    if name not in _GENERATORS:
        raise ValueError(f"unknown kind of source: {name}")
    module, function = _GENERATORS[name]
    return getattr(import_module(f"training.{module}"), function)


def source_examples(
    source: Source,
    data: Path,
    settings: Settings,
    rng: random.Random,
    limit: int | None = None,
) -> list[Example]:
    """Examples of one source; `limit` is the smoke-run cap."""
    caps = [n for n in (source.limit, limit) if n is not None]
    cap = min(caps) if caps else None
    seed = rng.randrange(2**31)
    rows: list[Row] = []
    if source.file:
        kept = cap if source.kind == "rows" else None
        rows = sample_rows(read_rows(data / source.file, source.drop), source.caps, seed, kept)
    if source.kind == "rows":
        return [to_example(row, settings.premise_words, rng) for row in rows]
    return _generator(source.kind)(rows, cap or len(rows), rng)


def stage_examples(
    stage: Stage, settings: Settings, data: Path, limit: int | None, cache: Path
) -> list[list[Example]]:
    """Examples of each source of a stage, kept on disk for a resumed run and for a teacher."""
    key = hashlib.sha256(repr((settings.seed, settings.premise_words, stage.name)).encode())
    whole = tuple(replace(source, share=1.0, hard=0.0) for source in stage.sources)
    key.update(repr((whole, limit)).encode())
    cached = cache / f"examples-{key.hexdigest()[:16]}.pickle"
    if cached.exists():
        return pickle.loads(cached.read_bytes())
    examples: list[list[Example]] = []
    for number, source in enumerate(stage.sources):
        rng = random.Random(f"{settings.seed}/{stage.name}/{number}")
        examples.append(source_examples(source, data, settings, rng, limit))
    cached.write_bytes(pickle.dumps(examples))
    return examples
