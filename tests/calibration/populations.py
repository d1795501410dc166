"""Made-up claims whose true shares are known."""

from __future__ import annotations

import random
from collections.abc import Sequence

from entailed.calibration import Aim, Trial


def population(size: int = 2000, seed: int = 0) -> list[Trial]:
    """Claims whose scores tell something: some settled by rules, most scored.

    Rules pass a few unsupported claims too, so that the strict end of the thresholds is not the
    purest, as in real data.
    """
    dice = random.Random(seed)
    made = []
    for number in range(size):
        supported = dice.random() < 0.55
        name = f"{number:06}"
        if dice.random() < 0.15:
            passed = dice.random() < (0.7 if supported else 0.25)
            made.append(Trial(supported, settled=passed, id=name))
        else:
            score = dice.betavariate(4, 2) if supported else dice.betavariate(2, 4)
            made.append(Trial(supported, score=score, id=name))
    return made


def share(trials: Sequence[Trial], aim: Aim, threshold: float) -> float:
    """The share the aim is about, counted one by one; 0 for a share of nothing."""
    if aim.risk == "passed_unsupported":
        base = [t for t in trials if t.passes(threshold)]
        events = [t for t in base if not t.supported]
    elif aim.risk == "unsupported_passed":
        base = [t for t in trials if not t.supported]
        events = [t for t in base if t.passes(threshold)]
    else:
        base = [t for t in trials if t.supported]
        events = [t for t in base if not t.passes(threshold)]
    return len(events) / len(base) if base else 0.0
