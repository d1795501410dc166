"""From a raw score to a probability: a logistic curve fitted on labelled pairs, never invented.

A ranker's logit and a cosine similarity order pairs but have no unit: 0.8 means support for one
checkpoint and chance for another. Two numbers, fitted on pairs whose truth is known, make a
probability of them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entailed.checkpoints.labels import sigmoid
from entailed.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Logistic", "fit_logistic", "logistic", "newton"]

_RIDGE = 1e-2
_STEPS = 50


@dataclass(frozen=True, slots=True)
class Logistic:
    """P(supported) = 1 / (1 + exp(-(slope * score + intercept))).

    `pairs` is how many it was fitted on (0 where unknown); `digest` that of the weights whose
    scores they were, or "". Raises ConfigurationError unless both numbers are finite and the
    slope is above 0: more similar must not mean less supported.
    """

    slope: float
    intercept: float
    pairs: int = 0
    digest: str = ""

    def __post_init__(self) -> None:
        for name in ("slope", "intercept"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise ConfigurationError(f"{name}: expected a number, got {value!r:.60}")
            if not math.isfinite(value):
                raise ConfigurationError(f"{name}: expected a finite number, got {value}")
        if self.slope <= 0:
            raise ConfigurationError(f"slope: expected a number above 0, got {self.slope}")

    def __call__(self, score: float) -> float:
        """P(supported), in [0, 1], of a raw score."""
        return sigmoid(self.slope * score + self.intercept)

    def save(self, path: str | Path) -> None:
        """Write the JSON file that `Logistic.load` and `calibration=` of a scorer read."""
        Path(path).write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Logistic:
        """The curve in a JSON file. Raises ConfigurationError when the file holds none."""
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ConfigurationError(f"calibration {path}: cannot be read: {error}") from error
        return _from_mapping(data, f"calibration {path}")


def logistic(
    given: Logistic | Mapping[str, object] | Sequence[float] | str | Path, digest: str
) -> Logistic:
    """The curve a scorer was given: one, (slope, intercept), a mapping, or a JSON file.

    Raises ConfigurationError for anything else, and for a curve fitted for weights with another
    digest than `digest`.
    """
    if isinstance(given, Logistic):
        made = given
    elif isinstance(given, str | Path):
        made = Logistic.load(given)
    elif isinstance(given, Mapping):
        made = _from_mapping(given, "calibration")
    elif isinstance(given, tuple | list) and len(given) == 2:
        made = Logistic(*given)
    else:
        raise ConfigurationError(
            f"calibration: expected (slope, intercept) or a JSON file, got {given!r:.60}"
        )
    if made.digest and made.digest != digest:
        raise ConfigurationError(
            f"calibration: it was fitted for weights {made.digest}, these are {digest}; fit it "
            "again for these"
        )
    return made


def fit_logistic(
    scores: Sequence[float], supported: Sequence[bool], *, balanced: bool = True
) -> Logistic:
    """The logistic curve that fits raw scores of pairs to whether they were supported.

    Maximum likelihood with a small ridge penalty on the slope (per standard deviation of the
    scores, so that it has no unit and separable data do not run away), by Newton steps.
    `balanced` lets both outcomes count alike, so that 0.5 is the even point whatever the share
    of supported pairs in the sample. Deterministic. Raises InputError for lists of different
    length, a score that is not finite, fewer than two pairs of either outcome, and scores that
    are no higher for the supported pairs.
    """
    import numpy as np

    x = np.asarray(scores, np.float64)
    y = np.asarray(supported, bool)
    if x.shape != y.shape or x.ndim != 1:
        raise InputError(f"expected one score a label, got {x.shape} scores and {y.shape} labels")
    if not np.isfinite(x).all():
        raise InputError("expected finite scores")
    if min(y.sum(), (~y).sum()) < 2:
        raise InputError(
            "expected at least two supported and two unsupported pairs, got "
            f"{int(y.sum())} and {int((~y).sum())}"
        )
    if not x[y].mean() > x[~y].mean():
        raise InputError(
            "expected higher scores for supported pairs, got a mean of "
            f"{x[y].mean():.4g} against {x[~y].mean():.4g}; these scores do not measure support"
        )
    centre, scale = x.mean(), x.std()
    features = np.stack([np.ones_like(x), (x - centre) / scale], axis=1)
    share = np.where(y, 1 / y.sum(), 1 / (~y).sum()) if balanced else np.ones_like(x)
    theta = newton(features, y, share, _RIDGE, _STEPS)
    slope = float(theta[1] / scale)
    return Logistic(slope, float(theta[0]) - slope * float(centre), len(x))


def newton(
    features: NDArray[np.float64], truth: NDArray[Any], weights: NDArray[np.float64],
    ridge: float, steps: int,
) -> NDArray[np.float64]:  # fmt: skip
    """Coefficients, one a column of `features`, of a weighted logistic regression (IRLS).

    `truth` is 1 (or True) where a row's outcome holds, `weights` are above 0, a row each. `ridge`
    penalises all coefficients but the first, whose column is taken for the constant. `steps` Newton
    steps from 0, whatever they reach: deterministic.
    """
    import numpy as np

    theta = np.zeros(features.shape[1])
    penalty = np.full(features.shape[1], ridge)
    penalty[0] = 0.0
    share = weights / weights.sum()
    for _ in range(steps):
        probability = 1 / (1 + np.exp(-np.clip(features @ theta, -30, 30)))
        gradient = features.T @ (share * (probability - truth)) + penalty * theta
        curvature = share * np.maximum(probability * (1 - probability), 1e-6)
        hessian = (features * curvature[:, None]).T @ features + np.diag(penalty + 1e-9)
        theta -= np.linalg.solve(hessian, gradient)
    return theta


def _from_mapping(data: object, where: str) -> Logistic:
    if not isinstance(data, Mapping) or not {"slope", "intercept"} <= data.keys():
        raise ConfigurationError(f"{where}: expected slope and intercept, got {data!r:.60}")
    unknown = sorted(set(data) - {"slope", "intercept", "pairs", "digest"})
    if unknown:
        raise ConfigurationError(f"{where}: unknown entries {', '.join(map(repr, unknown))}")
    return Logistic(
        data["slope"], data["intercept"], int(data.get("pairs", 0)), str(data.get("digest", ""))
    )
