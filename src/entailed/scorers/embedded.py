"""The entailment model in the package: ONNX Runtime on a CPU, offline.

Every pair is run alone, unpadded, on one thread; several pairs run at the same time on several
threads. This is what makes a score independent of the batch it came in: the weights are
dynamically quantised, so the scale of the activations is taken over the whole input of a run,
and in a padded batch of eight a probability moved by up to 0.07 (0.15 on validation pairs). It
is also the cheapest way: on one core, at 104 tokens a pair, 11 ms alone, 15 ms in batches of 8
sorted by length, 17 ms in batches of 16; float32 weights 28 ms, 28 ms and 36 ms
(`benchmarks/batching.py`).
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entailed.checkpoints.runs import scored
from entailed.errors import InputError, ScorerError
from entailed.recent import Recent
from entailed.text.segment import sentences
from entailed.types import Entailment, Pair

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

__all__ = ["WEIGHTS", "EmbeddedScorer"]

WEIGHTS = Path(__file__).parent / "weights"
"""Directory of the weights in the package: the files of `FILES`."""

FILES = ("config.json", "model.onnx", "tokenizer.json")
LABELS = ("entailment", "neutral", "contradiction")
MAX_THREADS = 4


class EmbeddedScorer:
    """Scores entailment with the model in `directory` (the package's own by default).

    Nothing is loaded before the first `score`; all scorers of one directory share one session.
    Safe across threads. A result depends on its pair alone: not on batch, order, number of
    threads or what was scored before. `cache_size` results are kept (0 keeps none). `threads`
    defaults to the cores this process may use, at most four.

    In a pair too long for the model the premise is cut at the end of a sentence, the claim
    never: where it alone takes more than half the input it is scored in parts, and gets the
    entailment of the least entailed part and the contradiction of the most contradicted. Both
    are reported as `truncated`. Probabilities are a softmax at the temperature in `config.json`.
    """

    name = "embedded"
    version = "1"

    def __init__(
        self,
        directory: str | Path | None = None,
        *,
        cache_size: int = 4096,
        threads: int | None = None,
    ) -> None:
        if cache_size < 0:
            raise InputError(f"expected cache_size >= 0, got {cache_size}")
        if threads is not None and threads < 1:
            raise InputError(f"expected threads >= 1 or None, got {threads}")
        self._directory = Path(directory) if directory is not None else WEIGHTS
        self._threads = threads or min(MAX_THREADS, available_cores())
        self._cache: Recent[Pair, Entailment] = Recent(cache_size)

    @property
    def digest(self) -> str:
        """ "sha256:..." of all that scores and their calibration come from.

        That of the lines `sha256sum config.json model.onnx tokenizer.json` prints. Raises
        ScorerError when a file cannot be read.
        """
        return _digest(self._directory)

    @property
    def calibration(self) -> Mapping[str, float]:
        """Fields of `entailed.decision.Calibration` fitted for these weights; empty when absent."""
        return _configuration(self._directory).calibration

    def load(self) -> None:
        """Load tokenizer and weights now, so that the first `score` does not pay for it."""
        _model(self._directory)

    def score(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """One entailment a pair, same order; [] for no pairs.

        Raises InputError for a blank premise or hypothesis, ScorerError when the model cannot
        be loaded or gives something that is no probability.
        """
        return scored(pairs, self._cache, self._compute)

    def _compute(self, pairs: list[Pair]) -> list[Entailment]:
        model = _model(self._directory)
        # The longest first, so that no thread is left with a long one at the end.
        longest = sorted(pairs, key=lambda p: len(p.premise) + len(p.hypothesis), reverse=True)
        found = dict(zip(longest, self._map(model.score, longest), strict=True))
        return [found[pair] for pair in pairs]

    def _map(
        self, score: Callable[[Pair], Entailment], pairs: Sequence[Pair]
    ) -> Iterator[Entailment]:
        threads = min(self._threads, len(pairs))
        if threads == 1:
            yield from map(score, pairs)
            return
        with ThreadPoolExecutor(threads, thread_name_prefix="entailed-scorer") as pool:
            yield from pool.map(score, pairs)


def available_cores() -> int:
    """Cores this process may run on, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class _Configuration:
    """What config.json says about the weights beside it."""

    labels: tuple[str, ...]
    max_length: int
    temperature: float = 1.0
    calibration: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Model:
    """A loaded session with its tokenizer."""

    session: Any
    inputs: frozenset[str]
    tokenizer: Tokenizer
    configuration: _Configuration

    def score(self, pair: Pair) -> Entailment:
        """Score one pair; see `EmbeddedScorer`."""
        premise, hypothesis = _encodable(pair.premise), _encodable(pair.hypothesis)
        encoding = self.tokenizer.encode(premise, hypothesis)
        sides = encoding.sequence_ids
        if 0 not in sides or 1 not in sides:
            raise ScorerError(
                f"expected words the model can read, got {premise!r:.40} and {hypothesis!r:.40}"
            )
        if len(encoding.ids) > self.configuration.max_length:
            return self._score_long(premise, hypothesis)
        row = self._run(encoding)
        return Entailment(row["entailment"], row["neutral"], row["contradiction"])

    def _score_long(self, premise: str, hypothesis: str) -> Entailment:
        parts = self._parts(hypothesis)
        rows = [self._run(self.tokenizer.encode(self._fit(premise, part), part)) for part in parts]
        entailment = min(row["entailment"] for row in rows)
        contradiction = max(row["contradiction"] for row in rows)
        neutral = max(0.0, 1.0 - entailment - contradiction)
        return Entailment(entailment, neutral, contradiction, truncated=True)

    def _parts(self, hypothesis: str) -> list[str]:
        """The hypothesis, in runs of whole words that take at most half the input each."""
        ends = self._token_ends(hypothesis)
        room = self.configuration.max_length // 2
        if len(ends) <= room:
            return [hypothesis]
        parts, start = [], 0
        while start < len(hypothesis):
            end = _cut(hypothesis, start, ends[bisect_right(ends, start) :], room)
            if part := hypothesis[start:end].strip():
                parts.append(part)
            start = end
        return parts

    def _fit(self, premise: str, hypothesis: str) -> str:
        """The premise, cut at a sentence end when the pair would not fit."""
        special = self.tokenizer.num_special_tokens_to_add(is_pair=True)
        used = len(self._token_ends(hypothesis)) + special
        room = max(1, self.configuration.max_length - used)
        ends = self._token_ends(premise)
        if len(ends) <= room:
            return premise
        limit = ends[room - 1]
        whole = [s.span.end for s in sentences(premise) if s.span.end <= limit]
        return premise[: whole[-1] if whole else _cut(premise, 0, ends, room)]

    def _token_ends(self, text: str) -> list[int]:
        return [end for _, end in self.tokenizer.encode(text, add_special_tokens=False).offsets]

    def _run(self, encoding: Encoding) -> dict[str, float]:
        """Probability by label of one encoded pair."""
        import numpy as np

        feeds = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        arrays = {
            name: np.array([values], np.int64)
            for name, values in feeds.items()
            if name in self.inputs
        }
        try:
            (logits,) = self.session.run(["logits"], arrays)
        except Exception as error:  # ONNX Runtime's exceptions share no root of their own
            raise ScorerError(f"the entailment model failed on a pair: {error}") from error
        labels = self.configuration.labels
        scaled = np.asarray(logits, np.float64)[0] / self.configuration.temperature
        if scaled.shape != (len(labels),) or not np.isfinite(scaled).all():
            raise ScorerError(f"expected {len(labels)} finite logits, got {scaled.tolist()}")
        exponentials = np.exp(scaled - scaled.max())
        probabilities = exponentials / exponentials.sum()
        return dict(zip(labels, map(float, probabilities), strict=True))


def _cut(text: str, start: int, ends: Sequence[int], room: int) -> int:
    """End of the longest run of whole words from `start` within `room` tokens.

    `ends` are the ends of the tokens after `start`. A single word longer than that is cut.
    """
    if len(ends) <= room:
        return len(text)
    limit = ends[room - 1]
    if text[limit : limit + 1].isspace():
        return limit
    space = max(text.rfind(" ", start, limit), text.rfind("\n", start, limit))
    return space if space > start else max(limit, start + 1)


def _encodable(text: str) -> str:
    """The text with lone surrogates, which the tokenizer refuses, replaced one for one."""
    return text.encode("utf-8", "replace").decode("utf-8") if _has_surrogate(text) else text


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


@lru_cache(maxsize=16)
def _digest(directory: Path) -> str:
    lines = (f"{hashlib.sha256(_read(directory / name)).hexdigest()}  {name}\n" for name in FILES)
    return "sha256:" + hashlib.sha256("".join(lines).encode()).hexdigest()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ScorerError(
            f"cannot read {path.name} of the entailment model: {error.strerror or error}; "
            "reinstall the package, or use scorer='lexical'"
        ) from error


@lru_cache(maxsize=16)
def _configuration(directory: Path) -> _Configuration:
    try:
        data = json.loads(_read(directory / "config.json"))
        configuration = _Configuration(
            labels=tuple(str(label) for label in data["labels"]),
            max_length=int(data["max_length"]),
            temperature=float(data.get("temperature", 1.0)),
            calibration={k: float(v) for k, v in data.get("calibration", {}).items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ScorerError(f"config.json of the entailment model is malformed: {error!r}") from error
    if sorted(configuration.labels) != sorted(LABELS):
        raise ScorerError(f"expected labels {LABELS} in config.json, got {configuration.labels}")
    if configuration.max_length < 16 or not configuration.temperature > 0:
        raise ScorerError(
            "expected max_length >= 16 and temperature > 0 in config.json, got "
            f"{configuration.max_length} and {configuration.temperature}"
        )
    return configuration


_models: dict[Path, _Model] = {}
_loading = threading.Lock()


def _model(directory: Path) -> _Model:
    """The model of a directory, loaded once per process."""
    with _loading:
        if directory not in _models:
            _models[directory] = _load(directory)
        return _models[directory]


def _load(directory: Path) -> _Model:
    configuration = _configuration(directory)
    weights, vocabulary = _read(directory / "model.onnx"), _read(directory / "tokenizer.json")
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as error:
        raise ScorerError(
            f"the embedded scorer needs onnxruntime and tokenizers: {error}; "
            "install them, or use scorer='lexical'"
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # one would be kept for every length seen
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        tokenizer = Tokenizer.from_buffer(vocabulary)
    except Exception as error:  # both raise plain Exception for a corrupt file
        raise ScorerError(f"the entailment model cannot be loaded: {error}") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    # A passage that spells out "[SEP]" must not end the premise or begin another claim.
    tokenizer.encode_special_tokens = True
    inputs = frozenset(i.name for i in session.get_inputs())
    return _Model(session, inputs, tokenizer, configuration)
