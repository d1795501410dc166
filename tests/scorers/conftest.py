"""The fixtures that build small checkpoints."""

from tests.small_models import classifier, embedder, seq2seq, torch

__all__ = ["classifier", "embedder", "seq2seq", "torch"]
