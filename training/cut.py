"""Keep some layers of a trained encoder: `python -m training.cut --layers 0 2 4 ... --out FOLDER`.

A student that starts from every second layer of its teacher, trained on, keeps most of it (Shleifer
& Rush, "Pre-trained summarization distillation", 2020). What is written is a base folder for the
configuration of the smaller model (`config.json`, `model.safetensors`, `tokenizer.json`) and
`initial.pt` beside it, the same weights with the head, for `--initial`.
"""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import AutoConfig

from training.model import CrossEncoder

_LAYER = re.compile(r"^(encoder\.encoder\.layer\.)(\d+)(\..*)$")


def kept(state: dict[str, torch.Tensor], layers: Sequence[int]) -> dict[str, torch.Tensor]:
    """Weights without the layers that are not listed, the others numbered anew in order."""
    place = {layer: number for number, layer in enumerate(sorted(layers))}
    found: dict[str, torch.Tensor] = {}
    for name, value in state.items():
        match = _LAYER.match(name)
        if match is None:
            found[name] = value
        elif int(match[2]) in place:
            found[f"{match[1]}{place[int(match[2])]}{match[3]}"] = value
    return found


def cut(base: Path, weights: Path, layers: Sequence[int], out: Path) -> None:
    """Write the smaller base and its weights.

    Raises ValueError where a layer is not there or listed twice.
    """
    config = AutoConfig.from_pretrained(base)
    if len(set(layers)) != len(layers) or not set(layers) <= set(range(config.num_hidden_layers)):
        raise ValueError(f"layers: expected some of 0 to {config.num_hidden_layers - 1}, once each")
    out.mkdir(parents=True, exist_ok=True)
    state = kept(torch.load(weights, weights_only=True)["average"], layers)
    config.num_hidden_layers = len(layers)
    config.save_pretrained(out)
    torch.save({"average": state}, out / "initial.pt")
    CrossEncoder.from_weights(out, out / "initial.pt").encoder.save_pretrained(out)
    shutil.copyfile(base / "tokenizer.json", out / "tokenizer.json")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--layers", type=int, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    cut(options.base, options.weights, options.layers, options.out)


if __name__ == "__main__":
    main()
