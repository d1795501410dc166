"""Logistic regression for the benchmarks, and figures of how good it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from entailed.checkpoints.logistic import newton

Array = NDArray[np.float64]


def fit_masked_softmax(
    features: Array, allowed: Array, weights: Array, ridge: float = 1e-3, steps: int = 4000
) -> Array:
    """Weights `(classes, features)` of a softmax regression on sets of allowed classes.

    `allowed[i, k]` is 1 where class `k` is compatible with the label of row `i` ("unsupported"
    allows both neutral and contradiction); the loss is the negative log of their summed
    probability. `weights` are row weights. Full-batch gradient descent with momentum.
    """
    classes = allowed.shape[1]
    theta = np.zeros((classes, features.shape[1]))
    speed = np.zeros_like(theta)
    share = (weights / weights.sum())[:, None]
    for _ in range(steps):
        logits = features @ theta.T
        probability = np.exp(logits - logits.max(1, keepdims=True))
        probability /= probability.sum(1, keepdims=True)
        inside = probability * allowed
        target = inside / np.maximum(inside.sum(1, keepdims=True), 1e-12)
        gradient = ((probability - target) * share).T @ features + ridge * theta
        speed = 0.9 * speed - 0.5 * gradient
        theta += speed
    return theta


def fit_logistic(
    features: Array, truth: Array, weights: Array, ridge: float = 1e-2, steps: int = 30
) -> Array:
    """Coefficients of a weighted, ridge-penalised logistic regression by Newton steps (IRLS).

    The first column of `features` is taken for the constant and is not penalised.
    """
    return newton(features, truth, weights, ridge, steps)


def balanced_weights(groups: list[str], truth: Array) -> Array:
    """Row weights under which every group counts alike, and within it both outcomes do."""
    keys = [(group, bool(value)) for group, value in zip(groups, truth, strict=True)]
    sizes = {key: keys.count(key) for key in set(keys)}
    return np.array([1.0 / sizes[key] for key in keys])


def balanced_accuracy(truth: Array, predicted: NDArray[np.bool_]) -> float:
    """Mean of the two recalls; nan where an outcome is absent."""
    positive, negative = truth > 0.5, truth < 0.5
    if not positive.any() or not negative.any():
        return float("nan")
    return float((predicted[positive].mean() + (~predicted[negative]).mean()) / 2)


def area_under_curve(truth: Array, score: Array) -> float:
    """Chance that a positive scores above a negative (ties count half); nan if one is absent."""
    positive, negative = score[truth > 0.5], np.sort(score[truth < 0.5])
    if not len(positive) or not len(negative):
        return float("nan")
    below = np.searchsorted(negative, positive, "left")
    upto = np.searchsorted(negative, positive, "right")
    return float((below + upto).mean() / 2 / len(negative))
