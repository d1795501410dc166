"""Published figures on the sets near LLM-AggreFact, to stand beside ours.

Balanced accuracy in percent at a fixed threshold of 0.5, as the leaderboard of LLM-AggreFact gives
them (Tang, Laban and Durrett, "MiniCheck", EMNLP 2024, and its later additions). Our rows of CNN
and XSum are a part of theirs, and our RAGTruth the sentences of its answers to questions only, so
a figure of a single set is no exact comparison; WiCE is complete.
"""

from __future__ import annotations

__all__ = ["PUBLISHED", "SETS"]

SETS = {
    "aggrefact_sota_cnn_partial": "CNN",
    "aggrefact_sota_xsum_partial": "XSum",
    "wice": "WiCE",
    "attrbench_stanford_gensearch": "ClaimVerify",
    "factcheck_gpt": "FactCheck-GPT",
    "attrbench_expertqa": "ExpertQA",
    "ragtruth_qa_sentence": "RAGTruth",
}
"""Our sets near LLM-AggreFact and their names there, in the order of `PUBLISHED`."""

PUBLISHED: dict[str, tuple[float, ...]] = {
    "SummaC-ZS (0.1 B)": (51.1, 61.5, 62.8, 69.7, 75.2, 55.2, 65.6),
    "AlignScore (0.4 B)": (52.4, 71.4, 66.0, 69.6, 74.3, 58.3, 71.7),
    "MiniCheck-RoBERTa-L (0.4 B)": (63.7, 70.8, 67.6, 77.4, 73.3, 57.4, 77.2),
    "MiniCheck-DeBERTa-L (0.4 B)": (64.2, 71.0, 69.4, 75.6, 73.0, 58.9, 78.8),
    "MiniCheck-Flan-T5-L (0.8 B)": (69.9, 74.3, 72.2, 74.6, 74.7, 59.0, 78.0),
    "GPT-3.5-Turbo": (63.2, 72.4, 68.5, 65.2, 70.8, 57.2, 75.6),
    "GPT-4-Turbo": (66.7, 76.5, 80.4, 67.6, 79.9, 59.2, 85.3),
}
"""By model, with its parameters, the balanced accuracy on each of `SETS`."""
