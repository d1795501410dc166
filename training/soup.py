"""Average the weights of several stage files: `python -m training.soup --out FILE A.pt B.pt`.

Fine-tuned weights and those they started from lie in one basin; their average often keeps
what fine-tuning forgot (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch


def blend(paths: Sequence[Path], shares: Sequence[float]) -> dict[str, torch.Tensor]:
    """Weighted mean of the averaged weights of the files."""
    states = [torch.load(path, weights_only=True)["average"] for path in paths]
    total = sum(shares)
    return {
        name: sum(
            state[name] * (share / total) for state, share in zip(states, shares, strict=True)
        )
        for name in states[0]
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="*", help="one a file, equal by default")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    shares = options.shares or [1.0] * len(options.files)
    torch.save({"average": blend(options.files, shares)}, options.out)


if __name__ == "__main__":
    main()
