"""From pairs of texts to what a model says about them: order, repeats, length, cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from entailed.checkpoints.fitting import harmless, longest_prefix, parts
from entailed.errors import ConfigurationError, InputError, ScorerError
from entailed.recent import Recent
from entailed.types import Entailment, Failure, Pair

__all__ = [
    "Outputs",
    "PairModel",
    "batch_of",
    "batches",
    "lowest",
    "own_word",
    "require_options",
    "results",
    "run",
    "scored",
    "weakest",
]

CPU_BATCH, DEVICE_BATCH = 1, 32

Result = TypeVar("Result", Entailment, Entailment | Failure)


class PairModel(Protocol):
    """A loaded model that reads pairs of texts."""

    @property
    def special(self) -> Sequence[str]:
        """The strings that its tokenizer takes for more than text."""
        ...

    def readable(self, text: str) -> bool:
        """Whether the text has any token."""
        ...

    def fits(self, pair: Pair) -> bool:
        """Whether the pair fits whole."""
        ...

    def claim_fits(self, hypothesis: str) -> bool:
        """Whether a hypothesis leaves room enough for its premise."""
        ...

    def outputs(self, pairs: Sequence[Pair]) -> list[tuple[float, ...]]:
        """The numbers the model gives for each pair, all of which fit; same order."""
        ...


@dataclass(frozen=True, slots=True)
class Outputs:
    """What a model gave for one pair: once, or once for each part of a long claim.

    `truncated`: the premise was cut, or the claim scored in parts.
    """

    rows: tuple[tuple[float, ...], ...]
    truncated: bool


def scored(
    pairs: Sequence[Pair],
    cache: Recent[Pair, Entailment],
    score: Callable[[list[Pair]], list[Result]],
) -> list[Result]:
    """One result a pair, same order: from the cache, or computed once for equal pairs.

    Raises InputError for a blank side.
    """
    for pair in pairs:
        for side in ("premise", "hypothesis"):
            value = getattr(pair, side)
            if not isinstance(value, str) or not value.strip():
                raise InputError(f"expected a {side} with some text, got {value!r:.60}")
    found: dict[Pair, Result] = {
        pair: hit for pair in pairs if (hit := cache.get(pair)) is not None
    }
    wanted = list({pair: None for pair in pairs if pair not in found})
    if wanted:
        for pair, result in zip(wanted, score(wanted), strict=True):
            found[pair] = result
            if isinstance(result, Entailment):
                cache.put(pair, result)
    return [found[pair] for pair in pairs]


def results(
    pairs: Sequence[Pair],
    model: PairModel,
    read: Callable[[tuple[float, ...]], tuple[float, float, float]],
) -> list[Entailment | Failure]:
    """The entailment of each pair, in order; `read` makes three probabilities of an output."""
    return [
        made
        if isinstance(made, Failure)
        else weakest([read(row) for row in made.rows], made.truncated)
        for made in run(pairs, model)
    ]


def lowest(pairs: Sequence[Pair], model: PairModel) -> list[float]:
    """The single number the model gives for each pair, in order: what a curve is fitted on.

    That of the lowest part where a claim was scored in parts. Raises ScorerError for a pair that
    cannot be scored.
    """
    found = []
    for made in run(pairs, model):
        if isinstance(made, Failure):
            raise ScorerError(made.message)
        found.append(min(row[0] for row in made.rows))
    return found


def run(pairs: Sequence[Pair], model: PairModel) -> list[Outputs | Failure]:
    """The model's numbers for each pair, in order.

    A premise that is too long is cut, a claim never. A text without any token, and one that
    cannot be made to fit, is a Failure in its place: the other pairs have their numbers.
    """
    fitted = [_fitted(pair, model) for pair in pairs]
    rows = [row for row in fitted if not isinstance(row, Failure)]
    asked = list({part: None for row, _ in rows for part in row})
    numbers = dict(zip(asked, model.outputs(asked), strict=True)) if asked else {}
    return [
        row
        if isinstance(row, Failure)
        else Outputs(tuple(numbers[part] for part in row[0]), row[1])
        for row in fitted
    ]


def weakest(rows: Sequence[tuple[float, float, float]], truncated: bool) -> Entailment:
    """One entailment from those of the parts of a claim.

    A claim is entailed as its least entailed part is, and contradicted as its most contradicted.
    """
    if len(rows) == 1:
        return Entailment(*rows[0], truncated=truncated)
    contradiction = max(row[2] for row in rows)
    entailment = min(*(row[0] for row in rows), 1.0 - contradiction)
    return Entailment(entailment, 1.0 - entailment - contradiction, contradiction, truncated)


def batch_of(batch_size: int | None, device: str) -> int:
    """Inputs a batch: what was asked for; else one on a CPU, 32 on other devices.

    On a CPU padding costs more than batches save, and an input that is alone has the same bits
    whatever else is scored.
    """
    return batch_size or (CPU_BATCH if device.startswith("cpu") else DEVICE_BATCH)


def batches(sizes: Sequence[int], batch: int) -> list[list[int]]:
    """Indices of inputs in batches of like length, the longest first."""
    order = sorted(range(len(sizes)), key=lambda i: (-sizes[i], i))
    return [order[start : start + batch] for start in range(0, len(order), batch)]


def require_options(
    *,
    batch_size: object = None,
    cache_size: object = 0,
    max_length: object = None,
    languages: object = ("en",),
    device: object = "cpu",
) -> None:
    """Raise ConfigurationError for options that every scorer of checkpoints has, out of range."""
    _require_whole("batch_size", batch_size, 1)
    _require_whole("max_length", max_length, 1)
    _require_whole("cache_size", -1 if cache_size is None else cache_size, 0)
    if isinstance(languages, str) or not languages or not isinstance(languages, Sequence):
        raise ConfigurationError(
            f"languages: expected codes such as ('en', 'de'), got {languages!r}"
        )
    if not isinstance(device, str):
        raise ConfigurationError(f"device: expected a name such as 'cpu' or 'cuda', got {device!r}")


def _require_whole(name: str, value: object, least: int) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ConfigurationError(f"{name}: expected a whole number >= {least}, got {value!r}")


def own_word(languages: Sequence[str]) -> Mapping[str, object]:
    """Fields of `entailed.decision.Calibration` that take a scorer's probability as it is.

    The combination fitted for the embedded weights says nothing about others.
    """
    return {
        "bias": 0.0,
        "entailment": 1.0,
        "contradiction": 0.0,
        "overlap": 0.0,
        "sentence_overlap": 0.0,
        "languages": tuple(languages),
    }


def _fitted(pair: Pair, model: PairModel) -> tuple[tuple[Pair, ...], bool] | Failure:
    """The pair as it goes into the model, in several where its claim is too long."""
    premise = harmless(pair.premise, model.special)
    hypothesis = harmless(pair.hypothesis, model.special)
    for text in (premise, hypothesis):
        if not model.readable(text):
            return _failure(f"expected words the model can read, got {text!r:.40}")
    whole = Pair(premise, hypothesis)
    if model.fits(whole):
        return (whole,), False
    pieces = (hypothesis,) if model.claim_fits(hypothesis) else parts(hypothesis, model.claim_fits)
    made = tuple(Pair(_cut(premise, piece, model), piece) for piece in pieces)
    if not made or not all(part.premise.strip() for part in made):
        return _failure(
            f"the input of the model is too short for a pair with the claim {hypothesis!r:.40}; "
            "give a larger max_length or a shorter template"
        )
    return made, True


def _cut(premise: str, piece: str, model: PairModel) -> str:
    return longest_prefix(premise, lambda text: model.fits(Pair(text, piece)))


def _failure(message: str) -> Failure:
    return Failure("score", "ScorerError", message)
