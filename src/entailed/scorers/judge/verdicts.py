"""What a judge wrote, as verdicts: read strictly, or a ModelError."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from entailed.dialogue import Completion
from entailed.errors import ModelError
from entailed.prompts import VERDICT_WORDS
from entailed.scorers.judge.canaries import Word
from entailed.structured import read_object, reply_text
from entailed.types import Entailment

__all__ = ["Opinion", "entailment_of", "read_opinions"]


@dataclass(frozen=True, slots=True)
class Opinion:
    """The verdict on one case, and how likely the judge holds it to be right, in [0, 1]."""

    verdict: Word
    confidence: float


def read_opinions(completion: Completion, count: int) -> list[Opinion]:
    """The opinions on cases 1 to `count`, in this order.

    Raises ModelError unless the completion is one object that has exactly one verdict for each
    case, with the words and the range it was asked for, and nothing else in it.
    """
    data = read_object(reply_text(completion))
    _require(set(data) == {"verdicts"}, 'the one key "verdicts"', sorted(data))
    rows = data["verdicts"]
    _require(isinstance(rows, list), "a list of verdicts", rows)
    found: dict[int, Opinion] = {}
    for row in rows:
        case, opinion = _opinion(row)
        _require(1 <= case <= count, f"cases 1 to {count}", case)
        _require(case not in found, "one verdict a case", f"two for case {case}")
        found[case] = opinion
    _require(len(found) == count, f"{count} verdicts", len(found))
    return [found[case] for case in range(1, count + 1)]


def _opinion(row: Any) -> tuple[int, Opinion]:
    fields = {"case", "verdict", "confidence"}
    _require(isinstance(row, dict) and set(row) == fields, "case, verdict and confidence", row)
    case, verdict, confidence = row["case"], row["verdict"], row["confidence"]
    _require(isinstance(case, int) and not isinstance(case, bool), "the number of a case", case)
    _require(verdict in VERDICT_WORDS, f"one of {', '.join(VERDICT_WORDS)}", verdict)
    number = isinstance(confidence, (int, float)) and not isinstance(confidence, bool)
    _require(number and 0 <= confidence <= 1, "a confidence from 0 to 1", confidence)
    return case, Opinion(cast(Word, verdict), float(confidence))


def entailment_of(opinion: Opinion) -> Entailment:
    """The opinion as probabilities: its confidence for its verdict, the rest shared equally.

    A confidence below one third speaks against the verdict it is given for; it says nothing
    then, and all three are equal.
    """
    own = max(opinion.confidence, 1 / 3)
    other = (1 - own) / 2
    values: dict[Word, float] = {"entailed": other, "not_stated": other, "contradicted": other}
    values[opinion.verdict] = own
    return Entailment(values["entailed"], values["not_stated"], values["contradicted"])


def _require(holds: bool, expected: str, got: object) -> None:
    if not holds:
        raise ModelError(f"verdicts: expected {expected}, got {str(got)[:120]}", kind="malformed")
