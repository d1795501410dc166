"""A language model as a scorer: fenced texts, strict JSON, and cases with known answers."""

from entailed.scorers.judge.scorer import JudgeScorer

__all__ = ["JudgeScorer"]
