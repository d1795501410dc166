"""Int8 with activation ranges fixed beforehand: `python -m training.static --weights FILE ...`.

The other way of quantising, kept for the comparison in the README: ranges of activations are
measured on labelled pairs instead of at run time, so scores would not depend on the batch. The
other measurements of the library (percentile, entropy) want all pairs of one length.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process
from tokenizers import Tokenizer

from training.batches import collate, encode
from training.export import to_onnx
from training.mixture import to_example
from training.model import CrossEncoder, find_base
from training.rows import Example, read_rows, sample_rows
from training.settings import load_settings


class Pairs(CalibrationDataReader):  # type: ignore[misc]
    """Feeds pairs to the measurement, one at a time and unpadded, as the product scores them."""

    def __init__(self, examples: Sequence[Example], tokenizer: Tokenizer) -> None:
        self._feeds = self._made(examples, tokenizer)

    def _made(
        self, examples: Sequence[Example], tokenizer: Tokenizer
    ) -> Iterator[dict[str, np.ndarray]]:
        for item in encode(examples, tokenizer):
            batch = collate([item], len(item.ids))
            yield {
                "input_ids": batch.ids,
                "attention_mask": batch.mask,
                "token_type_ids": batch.segments,
            }

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next pair, None after the last."""
        return next(self._feeds, None)


def quantise_fixed(source: Path, target: Path, pairs: Pairs) -> None:
    """Int8 weights per channel, activations with the ranges that `pairs` have."""
    with tempfile.TemporaryDirectory() as folder:
        inferred = Path(folder) / "inferred.onnx"
        quant_pre_process(str(source), str(inferred), skip_symbolic_shape=True)
        quantize_static(
            str(inferred),
            str(target),
            pairs,
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["MatMul", "Gather"],
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            extra_options=_OPTIONS,
        )


# Products of two activations (attention) stay in float: they have no weights to shrink.
_OPTIONS: dict[str, Any] = {"MatMulConstBOnly": True}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True, help="stage file")
    parser.add_argument("--data", type=Path, required=True, help="folder with train.jsonl.xz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=300)
    options = parser.parse_args()
    settings = load_settings(options.config)
    base = find_base(settings.base)
    rows = sample_rows(read_rows(options.data / "train.jsonl.xz"), {}, 7, options.pairs)
    rng = random.Random(7)
    examples = [to_example(row, settings.premise_words, rng) for row in rows]
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "float.onnx"
        to_onnx(CrossEncoder.from_weights(base, options.weights), whole)
        pairs = Pairs(examples, tokenizer)
        quantise_fixed(whole, options.out / "model.onnx", pairs)
    shutil.copy(base / "tokenizer.json", options.out / "tokenizer.json")
    print(options.out / "model.onnx", (options.out / "model.onnx").stat().st_size)


if __name__ == "__main__":
    main()
