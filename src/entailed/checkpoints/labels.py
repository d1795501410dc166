"""What the outputs of a classification head mean, read from its configuration.

A position is never assumed: checkpoints disagree about the order, and a head whose labels are
called `LABEL_0` or `1` does not say which output is support.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from entailed.errors import ConfigurationError

__all__ = ["Role", "head_roles", "probabilities", "roles_of"]

Role = Literal["entailment", "neutral", "contradiction"]

_NAMES: Mapping[Role, str] = {
    "entailment": "entailment entails entailed support supports supported consistent grounded "
    "factually_consistent",
    "neutral": "neutral not_enough_info nei undetermined not_entailment non_entailment "
    "not_entailed not_supported unsupported inconsistent factually_inconsistent ungrounded "
    "hallucination hallucinated",
    "contradiction": "contradiction contradicts contradicted contradictory refute refutes refuted",
}
_ROLES: Mapping[str, Role] = {
    name: role for role, names in _NAMES.items() for name in names.split()
}
_MEANINGLESS = re.compile(r"label_?\d+|\d+|class_?\d+")


def head_roles(config: object, labels: Sequence[str] | None, checkpoint: str) -> tuple[Role, ...]:
    """The role of each logit of a classification head.

    `config` has `id2label`, `label2id` and `num_labels`, as transformers configurations have;
    `labels`, one name a logit, are taken instead of what it says. Raises ConfigurationError for
    names without a meaning, and for a head that gives each label a probability of its own.
    """
    count = int(getattr(config, "num_labels", 0))
    if getattr(config, "problem_type", None) == "multi_label_classification":
        raise ConfigurationError(
            f"{checkpoint}: expected a head that chooses one label, got one with a probability of "
            "its own for each (multi_label_classification); they do not sum to 1"
        )
    if labels is not None:
        if isinstance(labels, str) or len(labels) != count:
            raise ConfigurationError(
                f"{checkpoint}: expected {count} labels, one a logit, got {labels!r}"
            )
        return roles_of(labels, f"labels of {checkpoint}")
    if count == 1 and _meaningless(_declared(config, count, checkpoint)):
        raise ConfigurationError(
            f"{checkpoint} has one logit and does not say what it means. If it is the log-odds of "
            "support (HHEM), pass labels=('entailment',); if it ranks passages (ms-marco), use "
            "the scorer 'cross-encoder' with a fitted calibration"
        )
    return roles_of(_declared(config, count, checkpoint), checkpoint)


def roles_of(names: Sequence[str], where: str) -> tuple[Role, ...]:
    """The role of each name, in any case and with any separator: "NOT ENTAILMENT" is neutral.

    Of several names that mean neutral each is one. With two classes what is not entailment is
    neutral whatever its name: such a head cannot tell a denial from silence, and a premise about
    something else would contradict every claim. Raises ConfigurationError for other names, and
    unless exactly one of them means entailment.
    """
    unknown = [name for name in names if _folded(name) not in _ROLES]
    if unknown:
        raise ConfigurationError(
            f"{where}: cannot tell what {', '.join(map(repr, unknown))} means; pass labels=, one "
            "of entailment, neutral, contradiction, not_entailment for each of the "
            f"{len(names)} logits in order (two-class heads of the MiniCheck kind: "
            "labels=('not_entailment', 'entailment'))"
        )
    roles = tuple(_ROLES[_folded(name)] for name in names)
    if roles.count("entailment") != 1 or roles.count("contradiction") > 1:
        raise ConfigurationError(
            f"{where}: expected one label for entailment and at most one for contradiction, got "
            f"{tuple(names)}"
        )
    if len(roles) == 2:
        return tuple("entailment" if role == "entailment" else "neutral" for role in roles)
    return roles


def probabilities(logits: Sequence[float], roles: Sequence[Role]) -> tuple[float, float, float]:
    """Entailment, neutral and contradiction, each in [0, 1], together 1.

    Softmax over the logits, or the sigmoid of a single one; a role without a logit gets 0.
    """
    if len(logits) == 1:
        supported = sigmoid(logits[0])
        return supported, 1.0 - supported, 0.0
    highest = max(logits)
    exponentials = [math.exp(logit - highest) for logit in logits]
    total = sum(exponentials)
    sums: dict[Role, float] = {"entailment": 0.0, "neutral": 0.0, "contradiction": 0.0}
    for role, value in zip(roles, exponentials, strict=True):
        sums[role] += value / total
    return sums["entailment"], sums["neutral"], sums["contradiction"]


def sigmoid(value: float) -> float:
    """1 / (1 + exp(-value)), without overflow."""
    if value >= 0:
        return 1.0 / (1.0 + math.exp(-value))
    power = math.exp(value)
    return power / (1.0 + power)


def _declared(config: object, count: int, checkpoint: str) -> tuple[str, ...]:
    """The names in `id2label`, or in `label2id` where only that has some.

    Raises ConfigurationError where both have names and put them in other places.
    """
    by_place: Mapping[int, str] = getattr(config, "id2label", None) or {}
    by_name: Mapping[str, int] = getattr(config, "label2id", None) or {}
    first = tuple(str(by_place.get(i, f"LABEL_{i}")) for i in range(count))
    turned = {int(place): str(name) for name, place in by_name.items()}
    second = tuple(turned.get(i, f"LABEL_{i}") for i in range(count))
    if _meaningless(first):
        return second
    if not _meaningless(second) and tuple(map(_folded, first)) != tuple(map(_folded, second)):
        raise ConfigurationError(
            f"{checkpoint}: id2label says {first} and label2id says {second}; pass labels= in the "
            "order of the logits"
        )
    return first


def _meaningless(names: Sequence[str]) -> bool:
    return any(_MEANINGLESS.fullmatch(_folded(name)) for name in names)


def _folded(name: str) -> str:
    return re.sub(r"\W+|_+", "_", str(name).strip().casefold()).strip("_")
