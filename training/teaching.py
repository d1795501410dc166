"""What a teacher says of pairs: `python -m training.teaching --config STUDENT --teacher W ...`.

The examples of every stage of the student's configuration, unlabelled ones among them, are scored
by the teacher, and its probabilities are kept in one file by the pair's key. A killed run goes on
where it stopped; `--minutes` ends it in time. Pairs are taken in an order that is drawn once, so
that what was scored so far is a fair sample of all.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from training.batches import Encoded, pair_key
from training.evaluate import BASE, make_scorer, score_pairs
from training.figures import softmax
from training.mixture import stage_examples
from training.model import find_base
from training.rows import LABELS, UNLABELLED, UNSUPPORTED, Example
from training.settings import Settings, load_settings

CHUNK = 4096
LESSONS = "lessons.npz"


@dataclass(frozen=True, slots=True)
class Lessons:
    """Teacher's probabilities by pair. `keys`: (n,) sorted; `chances`: (n, 3) in `LABELS` order."""

    keys: np.ndarray
    chances: np.ndarray

    def of(self, keys: Sequence[int]) -> list[np.ndarray | None]:
        """The probabilities of each pair, or None where the teacher was not asked."""
        asked = np.array(keys, dtype=np.uint64)
        if not len(self.keys):
            return [None] * len(asked)
        places = np.searchsorted(self.keys, asked).clip(max=len(self.keys) - 1)
        found = self.keys[places] == asked
        return [self.chances[i] if ok else None for i, ok in zip(places, found, strict=True)]

    def joined(self, keys: Sequence[int], chances: np.ndarray) -> Lessons:
        """These and others, sorted; of a pair that is in both the first stays."""
        every = np.concatenate([self.keys, np.array(keys, dtype=np.uint64)])
        unique, first = np.unique(every, return_index=True)
        return Lessons(unique, np.concatenate([self.chances, chances])[first])


def read_lessons(path: Path) -> Lessons:
    """The lessons of a file, none where there is no file."""
    if not path.exists():
        return Lessons(np.zeros(0, dtype=np.uint64), np.zeros((0, len(LABELS)), dtype=np.float32))
    with np.load(path) as stored:
        return Lessons(stored["keys"], stored["chances"].astype(np.float32))


def mean_lessons(several: Sequence[Lessons]) -> Lessons:
    """The mean probabilities of several teachers, for the pairs that all of them judged."""
    keys = several[0].keys
    for lessons in several[1:]:
        keys = np.intersect1d(keys, lessons.keys, assume_unique=True)
    parts = [lessons.chances[np.searchsorted(lessons.keys, keys)] for lessons in several]
    return Lessons(keys, np.mean(parts, axis=0))


def write_lessons(lessons: Lessons, path: Path) -> None:
    """Write them atomically, probabilities in half precision."""
    beside = path.with_suffix(".tmp.npz")
    np.savez(beside, keys=lessons.keys, chances=lessons.chances.astype(np.float16))
    beside.replace(path)


def taught(pairs: Sequence[Encoded], lessons: Lessons) -> list[Encoded]:
    """The pairs with their soft targets."""
    found = lessons.of([pair.key for pair in pairs])
    return [replace(pair, soft=soft) for pair, soft in zip(pairs, found, strict=True)]


def mined(pairs: Sequence[Encoded], said: Lessons, below: float) -> list[Encoded]:
    """The labelled pairs to whose label a model gave less than `below`: hard for this model.

    Of a binary row it is the probability of entailment, or of the rest, that counts. Pairs that
    nobody labelled, or that the model was not asked about, are left out.
    """
    found = []
    for pair, chances in zip(pairs, said.of([pair.key for pair in pairs]), strict=True):
        if chances is None or pair.target == UNLABELLED:
            continue
        right = 1 - chances[0] if pair.target == UNSUPPORTED else chances[pair.target]
        if right < below:
            found.append(pair)
    return found


def all_examples(settings: Settings, data: Path, limit: int | None, cache: Path) -> list[Example]:
    """The examples of every stage that a teacher is asked about, as training will draw them."""
    return [
        example
        for stage in settings.stages
        for source, examples in zip(
            stage.sources, stage_examples(stage, settings, data, limit, cache), strict=True
        )
        if source.teach
        for example in examples
    ]


class _Teacher:
    """A process's own teacher: single-threaded, for the reason given in `training.parallel`."""

    def __init__(self, weights: Path, base: str) -> None:
        torch.set_num_threads(1)
        self.scorer, self.tokenizer = make_scorer(weights, find_base(base), 1)

    def logits(self, examples: Sequence[Example]) -> np.ndarray:
        return score_pairs(examples, self.tokenizer, self.scorer)


_teacher: _Teacher | None = None


def _hire(weights: Path, base: str) -> None:
    global _teacher
    _teacher = _Teacher(weights, base)


def _ask(examples: Sequence[Example]) -> np.ndarray:
    assert _teacher is not None
    return _teacher.logits(examples)


def teach(examples: Sequence[Example], options: argparse.Namespace) -> Lessons:
    """Score what is not in the file yet, saving after every chunk."""
    target = options.work / LESSONS
    lessons = read_lessons(target)
    known = set(lessons.keys.tolist())
    left = {pair_key(e.premise, e.claim): e for e in examples}
    todo = [(k, e) for k, e in left.items() if k not in known]
    random.Random(3).shuffle(todo)
    print(f"{len(left)} pairs, {len(todo)} to score", flush=True)
    begun = time.time()
    context = multiprocessing.get_context("spawn")
    with context.Pool(options.workers, _hire, (options.teacher, options.base)) as pool:
        for start in range(0, len(todo), CHUNK):
            part = sorted(todo[start : start + CHUNK], key=lambda item: len(item[1].premise))
            shares = [part[n :: options.workers] for n in range(options.workers)]
            answers = pool.map(_ask, [[e for _, e in share] for share in shares])
            logits = np.concatenate(answers) / options.temperature
            keys = [key for share in shares for key, _ in share]
            lessons = lessons.joined(keys, softmax(logits))
            write_lessons(lessons, target)
            spent = time.time() - begun
            speed = (start + len(part)) / spent
            print(f"{len(lessons.keys)} scored, {speed:.0f} pairs/s", flush=True)
            if options.minutes and spent > 60 * options.minutes:
                break
    return lessons


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="the student's configuration")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True, help="stage file or .onnx")
    parser.add_argument("--base", default=BASE, help="the teacher's encoder")
    parser.add_argument("--work", type=Path, required=True, help="the student's work folder")
    parser.add_argument("--temperature", type=float, default=1.0, help="fitted on val")
    parser.add_argument("--workers", type=int, default=2, help="processes of one thread")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--slice", type=int, help="rows a source")
    options = parser.parse_args()
    settings = load_settings(options.config)
    options.work.mkdir(parents=True, exist_ok=True)
    examples = all_examples(settings, options.data, options.slice, options.work)
    teach(examples, options)


if __name__ == "__main__":
    main()
