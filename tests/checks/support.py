"""Claims, evidence and alignments for tests of checks."""

from __future__ import annotations

from collections.abc import Sequence

from entailed.alignment import LexicalAligner
from entailed.evidence import freeze
from entailed.protocols import Check
from entailed.types import Alignment, Claim, Evidence, Finding, Mapped, Span


def made(
    claim: str, passages: str | Sequence[str], question: str = ""
) -> tuple[Claim, Alignment, Evidence]:
    """A claim that is a whole answer, aligned to the passages."""
    texts = [passages] if isinstance(passages, str) else list(passages)
    evidence = freeze(texts)
    whole = Span(0, len(claim))
    one = Claim("c1", whole, Mapped.identity(claim), whole)
    (alignment,) = LexicalAligner().align([one], evidence, question)
    return one, alignment, evidence


def run(
    check: Check, claim: str, passages: str | Sequence[str], question: str = ""
) -> tuple[Finding, ...]:
    """Findings of one check for a claim that is a whole answer."""
    return check(*made(claim, passages, question))


def outcome(
    check: Check, claim: str, passages: str | Sequence[str], question: str = ""
) -> tuple[str, str] | None:
    """(reason, label) of the first failure, or None."""
    found = [f for f in run(check, claim, passages, question) if f.outcome == "fail"]
    return (str(found[0].reason), str(found[0].label)) if found else None
