"""From a question to a verified answer: retrieve, generate, verify, once more, or decline."""

from entailed.answering.answerer import Answerer
from entailed.answering.outcome import Attempt, CitedPassage, Outcome, Past, Progress

__all__ = ["Answerer", "Attempt", "CitedPassage", "Outcome", "Past", "Progress"]
