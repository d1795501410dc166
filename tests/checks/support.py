"""Claims, evidence and alignments for tests of checks."""

from __future__ import annotations

from collections.abc import Sequence

from entailed.alignment import LexicalAligner
from entailed.evidence import freeze
from entailed.protocols import Check
from entailed.types import Claim, Finding, Mapped, Span


def run(
    check: Check, claim: str, passages: str | Sequence[str], question: str = ""
) -> tuple[Finding, ...]:
    """Findings of one check for a claim that is a whole answer."""
    texts = [passages] if isinstance(passages, str) else list(passages)
    evidence = freeze(texts)
    whole = Span(0, len(claim))
    made = Claim("c1", whole, Mapped.identity(claim), whole)
    (alignment,) = LexicalAligner().align([made], evidence, question)
    return check(made, alignment, evidence)


def outcome(
    check: Check, claim: str, passages: str | Sequence[str], question: str = ""
) -> tuple[str, str] | None:
    """(reason, label) of the first failure, or None."""
    found = [f for f in run(check, claim, passages, question) if f.outcome == "fail"]
    return (str(found[0].reason), str(found[0].label)) if found else None
