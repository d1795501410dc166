"""Two exchange formats: the claim-by-claim audit, and claim-support records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entailed.report.marking import place_text, widened
from entailed.types import EvidenceSpan, Label, Report, Status

__all__ = ["claim_support_records", "to_audit_json"]

_AUDIT_LABEL: Mapping[Label, str] = {
    "supported": "SUPPORTED",
    "contradicted": "CONTRADICTED",
    "related": "NOT_FOUND",
    "missing": "NOT_FOUND",
    "unchecked": "NOT_FOUND",
}
_AUDIT_VERDICT: Mapping[Status, str] = {
    "grounded": "GROUNDED",
    "partial": "PARTIAL",
    "ungrounded": "UNGROUNDED",
    "no_evidence": "UNGROUNDED",
    "declined": "GROUNDED",
    "unchecked": "UNGROUNDED",
}
_SUPPORT: Mapping[Label, str] = {
    "supported": "entailed",
    "contradicted": "contradicted",
    "related": "related",
    "missing": "missing",
    "unchecked": "unchecked",
}


def to_audit_json(report: Report) -> dict[str, Any]:
    """`{"claims": [{"text", "label", "source_id", "quote"}], "verdict", "repaired_answer"}`.

    `source_id` and `quote` name the sentence of a passage that supports or opposes a claim, and
    are None where nothing was found. An answer that abstains makes no claim and is GROUNDED; one
    that could not be checked is UNGROUNDED.
    """
    return {
        "claims": [
            {
                "text": verdict.claim.text,
                "label": _AUDIT_LABEL[verdict.label],
                **_source(report, verdict.label, verdict.support[:1]),
            }
            for verdict in report.verdicts
        ],
        "verdict": _AUDIT_VERDICT[report.status],
        "repaired_answer": report.repaired_answer,
    }


def claim_support_records(report: Report) -> list[dict[str, str | None]]:
    """One `{"claim", "source_id", "span", "support"}` for each claim and place that bears on it.

    `span` is the sentence of the passage, `support` one of entailed, contradicted, related,
    missing, unchecked. A claim no place bears on has one record with None for both.
    """
    records: list[dict[str, str | None]] = []
    for verdict in report.verdicts:
        places: tuple[EvidenceSpan | None, ...] = verdict.support or (None,)
        for place in places:
            records.append(
                {
                    "claim": verdict.claim.text,
                    "source_id": place.passage_id if place else None,
                    "span": place_text(report, widened(report, place)) if place else None,
                    "support": _SUPPORT[verdict.label],
                }
            )
    return records


def _source(
    report: Report, label: Label, places: tuple[EvidenceSpan, ...]
) -> dict[str, str | None]:
    if not places or label not in ("supported", "contradicted"):
        return {"source_id": None, "quote": None}
    return {
        "source_id": places[0].passage_id,
        "quote": place_text(report, widened(report, places[0])),
    }
