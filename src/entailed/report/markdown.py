"""A report as Markdown, for pull requests, tickets and chat."""

from __future__ import annotations

from entailed.report.marking import (
    LABEL_WORDS,
    STATUS_WORDS,
    SYMBOLS,
    place_text,
    reason_words,
    shown_places,
    summary,
    visible,
)
from entailed.text.lazy import lazy
from entailed.types import Report, Verdict

__all__ = ["to_markdown"]

_SPECIAL = lazy(r"([\\`*_{}\[\]<>#|~&!$])")


def to_markdown(report: Report) -> str:
    """Status, answer, every claim with its evidence, and the repaired answer.

    Text of the answer and the passages is escaped or quoted, so it cannot change the document's
    structure. Ends with a newline.
    """
    parts = [f"# {STATUS_WORDS[report.status]}: {summary(report)}"]
    parts.append(f"Policy {_inline(report.policy)}, action {report.action}.")
    if report.question.strip():
        parts.append(f"**Question:** {_inline(report.question)}")
    parts.append("## Answer\n\n" + _block(report.answer))
    if report.verdicts:
        claims = [_claim(report, n, v) for n, v in enumerate(report.verdicts, start=1)]
        parts.append("## Claims\n\n" + "\n".join(claims))
    if report.findings or report.failures:
        noted = [f"- {_inline(reason_words(finding))}" for finding in report.findings]
        noted += [f"- {f.stage} failed: {_inline(f.message)}" for f in report.failures]
        parts.append("## Notes\n\n" + "\n".join(noted))
    if report.repaired_answer != report.answer:
        parts.append("## Repaired answer\n\n" + _block(report.repaired_answer))
    return "\n\n".join(parts) + "\n"


def _claim(report: Report, number: int, verdict: Verdict) -> str:
    head = f"{number}. {SYMBOLS[verdict.label]} **{LABEL_WORDS[verdict.label]}**"
    lines = [f"{head}: {_inline(verdict.claim.text)}"]
    shown = [f for f in verdict.reasons if f.outcome != "pass"]
    lines.extend(f"   - {_inline(reason_words(finding))}" for finding in shown)
    for place in shown_places(report, verdict):
        quote = _inline(place_text(report, place))
        lines.append(f"   - {_inline(place.passage_id)}: “{quote}”")
    return "\n".join(lines)


def _inline(text: str) -> str:
    """`text` on one line with Markdown's own characters escaped."""
    return _SPECIAL.sub(r"\\\1", " ".join(visible(text).split()))


def _block(text: str) -> str:
    """`text` as a block quote, line by line, escaped."""
    return "\n".join(f"> {_inline(line)}".rstrip() for line in text.split("\n"))
