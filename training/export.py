"""Export a stage file to int8 ONNX: `python -m training.export --weights FILE --out FOLDER`.

Dynamic quantisation of the matrix products and the embedding tables, per channel, as the
first weights were made: activations are quantised at run time, so no calibration data is
needed and batch and length stay free.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

import torch
from tokenizers import Tokenizer
from tokenizers.processors import TemplateProcessing

from training.batches import special_tokens
from training.model import CrossEncoder, find_base
from training.rows import LABELS
from training.settings import Settings, load_settings

INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def to_onnx(model: CrossEncoder, path: Path) -> None:
    """Float32 graph with free batch and length."""
    model.float().eval()
    ids = torch.randint(1000, 2000, (2, 24))
    example = (ids, torch.ones_like(ids), torch.zeros_like(ids))
    axes = {name: {0: "batch", 1: "length"} for name in INPUTS}
    torch.onnx.export(
        model,
        example,
        str(path),
        input_names=list(INPUTS),
        output_names=["logits"],
        dynamic_axes={**axes, "logits": {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )


def quantise(source: Path, target: Path) -> None:
    """Int8 weights per channel."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        str(source),
        str(target),
        op_types_to_quantize=["MatMul", "Gather"],
        per_channel=True,
        weight_type=QuantType.QInt8,
    )


def export(weights: Path, out: Path, settings: Settings, temperature: float = 1.0) -> Path:
    """Write `model.onnx`, `tokenizer.json` and `config.json` to a folder."""
    out.mkdir(parents=True, exist_ok=True)
    base = find_base(settings.base)
    model = CrossEncoder.from_weights(base, weights)
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "float.onnx"
        to_onnx(model, whole)
        quantise(whole, out / "model.onnx")
    shutil.copy(base / "tokenizer.json", out / "tokenizer.json")
    _plain_tokenizer(out / "tokenizer.json")
    digest = hashlib.sha256((out / "model.onnx").read_bytes()).hexdigest()
    config = {
        "labels": list(LABELS),
        "max_length": settings.max_length,
        "base": settings.origin,
        "temperature": temperature,
        "sha256": digest,
    }
    text = json.dumps(config, indent=1) + "\n"
    (out / "config.json").write_text(text, encoding="utf-8")
    return out / "model.onnx"


def _plain_tokenizer(path: Path) -> None:
    """Take truncation and padding out of the tokenizer, which the caller decides.

    A pair gets one separator between its sides, as `training.batches` joins them: MPNet's own
    tokenizer puts two.
    """
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    first, between = special_tokens(tokenizer)
    if first != "[CLS]":
        named = [(token, tokenizer.token_to_id(token)) for token in (first, between)]
        tokenizer.post_processor = TemplateProcessing(
            single=f"{first} $A {between}",
            pair=f"{first} $A {between} $B:1 {between}:1",
            special_tokens=named,
        )
    path.write_text(tokenizer.to_str(), encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--temperature", type=float, default=1.0, help="fitted on val")
    options = parser.parse_args()
    settings = load_settings(options.config)
    path = export(options.weights, options.out, settings, options.temperature)
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
