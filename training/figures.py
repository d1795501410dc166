"""Figures of merit: balanced accuracy, area under the curve, calibration."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def balanced_accuracy(scores: np.ndarray, supported: np.ndarray, threshold: float) -> float:
    """Mean of the share of supported claims accepted and of unsupported claims refused."""
    accepted = scores >= threshold
    return float((accepted[supported].mean() + (~accepted[~supported]).mean()) / 2)


def area_under_curve(scores: np.ndarray, supported: np.ndarray) -> float:
    """Chance that a supported claim scores above an unsupported one (ties count half)."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ordered = scores[order]
    start = 0
    while start < len(ordered):
        end = start
        while end + 1 < len(ordered) and ordered[end + 1] == ordered[start]:
            end += 1
        ranks[order[start : end + 1]] = (start + end) / 2 + 1
        start = end + 1
    positives = int(supported.sum())
    negatives = len(scores) - positives
    total = ranks[supported].sum() - positives * (positives + 1) / 2
    return float(total / (positives * negatives))


def best_threshold(parts: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[float, float]:
    """The threshold with the highest macro balanced accuracy over sources, and that figure."""
    grid = np.round(np.arange(0.05, 0.96, 0.01), 2)
    macro = [np.mean([balanced_accuracy(s, y, t) for s, y in parts]) for t in grid]
    best = int(np.argmax(macro))
    return float(grid[best]), float(macro[best])


def fit_temperature(logits: np.ndarray, supported: np.ndarray, weights: np.ndarray) -> float:
    """Temperature with the lowest weighted binary log loss of p(entailment)."""
    grid = np.round(np.arange(0.5, 4.01, 0.05), 2)
    losses = []
    for temperature in grid:
        p = entailment(logits / temperature).clip(1e-6, 1 - 1e-6)
        losses.append(-np.average(np.where(supported, np.log(p), np.log(1 - p)), weights=weights))
    return float(grid[int(np.argmin(losses))])


def softmax(logits: np.ndarray) -> np.ndarray:
    """Row-wise softmax."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return shifted / shifted.sum(axis=-1, keepdims=True)


def entailment(logits: np.ndarray) -> np.ndarray:
    """Probability of the first label."""
    return softmax(logits)[..., 0]
