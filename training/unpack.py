"""Read int8 ONNX weights back into a stage file, to train on from them.

`python -m training.unpack --model model.onnx --out v0.pt`. The first weights of the project
exist only in this form, and those in the package outlive the work folder that they come from.
Rounding to int8 per channel costs almost nothing as a starting point.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

_EMBEDDINGS = ("word_embeddings", "token_type_embeddings", "position_embeddings")


def _name(original: str) -> str:
    """Parameter name in `CrossEncoder` for a name in the graph."""
    name = original.removeprefix("/").replace("/", ".")
    for old, new in (
        ("bert.pooler.dense", "pooler"),
        ("bert.", "encoder."),
        ("classifier", "head"),
    ):
        if name.startswith(old):
            return new + name.removeprefix(old)
    return name


def unpack(path: Path) -> dict[str, torch.Tensor]:
    """All parameters as float32 tensors."""
    graph = onnx.load(str(path)).graph
    arrays = {i.name: numpy_helper.to_array(i) for i in graph.initializer}

    def real(name: str) -> np.ndarray:
        whole = arrays[f"{name}_quantized"].astype(np.float32)
        zero = arrays.get(f"{name}_zero_point", np.float32(0)).astype(np.float32)
        return (whole - zero) * arrays[f"{name}_scale"]

    state = {
        _name(name): array
        for name, array in arrays.items()
        if name.endswith((".bias", "Norm.weight"))
    }
    encoder = "bert" if any(name.startswith("bert.") for name in arrays) else "encoder"
    for kind in _EMBEDDINGS:
        name = f"{encoder}.embeddings.{kind}.weight"
        state[_name(name)] = real(name)
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.input[1] in arrays:
            weight = node.input[1].removesuffix("_quantized")
            place = node.name.rsplit("/", 1)[0]
            state[f"{_name(place)}.weight"] = real(weight).T
    return {k: torch.from_numpy(np.array(v, order="C")) for k, v in state.items()}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.save({"average": unpack(options.model)}, options.out)


if __name__ == "__main__":
    main()
