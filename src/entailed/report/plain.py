"""Reports as plain data and back: the canonical form that is stored, sent and hashed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, cast, get_args

from entailed.canonical import canonical_json
from entailed.errors import RequestError
from entailed.types import (
    LABELS,
    REASONS,
    STATUSES,
    Action,
    Citation,
    Claim,
    Component,
    Entailment,
    Evidence,
    EvidenceSpan,
    Failure,
    Finding,
    Mapped,
    Outcome,
    Passage,
    Report,
    Segment,
    Span,
    Timing,
    Verdict,
)

__all__ = [
    "SCHEMA_VERSION",
    "dumps",
    "evidence_from_dict",
    "evidence_to_dict",
    "known",
    "loads",
    "report_from_dict",
    "report_to_dict",
    "span_to_dict",
    "verdict_to_dict",
]

SCHEMA_VERSION = 1
Plain = dict[str, Any]
_FIELDS = ("source", "title", "url", "date", "version", "tenant", "authority", "retrieved_at")


def report_to_dict(report: Report, *, timings: bool = True) -> Plain:
    """The report as JSON types; `timings=False` leaves out the only part that varies.

    Spans are `{"start", "end"}`. A claim's `map` gives the way back from its text to the answer
    in runs: `[start, end]` stands for `end - start` code points, one for one, and
    `[start, end, n]` for `n` code points that all stand for the whole range.
    """
    data: Plain = {
        "schema_version": SCHEMA_VERSION,
        "answer": report.answer,
        "question": report.question,
        "status": report.status,
        "policy": report.policy,
        "action": report.action,
        "repaired_answer": report.repaired_answer,
        "evidence": evidence_to_dict(report.evidence),
        "segments": [_segment(segment) for segment in report.segments],
        "verdicts": [verdict_to_dict(verdict) for verdict in report.verdicts],
        "findings": [_finding(finding) for finding in report.findings],
        "failures": [_failure(failure) for failure in report.failures],
        "components": [_component(component) for component in report.components],
    }
    if timings:
        data["timings"] = [
            {"stage": t.stage, "milliseconds": t.milliseconds} for t in report.timings
        ]
    return data


def evidence_to_dict(evidence: Evidence) -> Plain:
    """Frozen passages as JSON types, as they stand in a report."""
    return {
        "digest": evidence.digest,
        "passages": [_passage(passage) for passage in evidence],
    }


def evidence_from_dict(data: object) -> Evidence:
    """The passages that `evidence_to_dict` wrote. Raises RequestError when they are none."""
    try:
        return _read_evidence(cast(Plain, data))
    except (KeyError, TypeError, ValueError) as error:
        raise RequestError(f"evidence: not in the form of the schema: {error!r}") from error


def dumps(report: Report, *, timings: bool = True, indent: int | None = None) -> str:
    """The report as JSON text: keys sorted, non-ASCII written as itself.

    Without timings, equal reports give the same text to the byte, on every machine.
    """
    data = report_to_dict(report, timings=timings)
    if indent is None:
        return canonical_json(data)
    return json.dumps(data, ensure_ascii=False, sort_keys=True, allow_nan=False, indent=indent)


def loads(text: str | bytes) -> Report:
    """The report that `dumps` wrote. Raises RequestError when it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"report: expected JSON text: {error}") from error
    return report_from_dict(data)


def report_from_dict(data: object) -> Report:
    """The report that `report_to_dict` made: `report_from_dict(report_to_dict(r)) == r`.

    Raises RequestError for another schema version, or when a part is missing or of another type.
    Unknown labels, reasons, outcomes, statuses and actions are refused too.
    """
    if not isinstance(data, Mapping):
        raise RequestError(f"report: expected an object, got {type(data).__name__}")
    version = data.get("schema_version")
    if version != SCHEMA_VERSION:
        raise RequestError(f"report: expected schema_version {SCHEMA_VERSION}, got {version!r}")
    try:
        return _read_report(cast(Plain, data))
    except KeyError as error:
        raise RequestError(f"report: missing key {error}") from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise RequestError(f"report: not in the form of the schema: {error}") from error


# --- writing ---------------------------------------------------------------------------------


def span_to_dict(span: Span) -> Plain:
    """A span as JSON types."""
    return {"start": span.start, "end": span.end}


def _place(place: EvidenceSpan) -> Plain:
    return {"passage_id": place.passage_id, "span": span_to_dict(place.span)}


def _passage(passage: Passage) -> Plain:
    data: Plain = {"id": passage.id, "text": passage.text, "digest": passage.digest}
    data.update({name: getattr(passage, name) for name in _FIELDS})
    data["metadata"] = dict(passage.metadata)
    return data


def _segment(segment: Segment) -> Plain:
    return {
        "span": span_to_dict(segment.span),
        "kind": segment.kind,
        "role": segment.role,
        "claim_id": segment.claim_id,
    }


def verdict_to_dict(verdict: Verdict) -> Plain:
    """One verdict as JSON types, as it stands among the verdicts of a report."""
    scores = verdict.entailment
    return {
        "claim": _claim(verdict.claim),
        "label": verdict.label,
        "reasons": [_finding(finding) for finding in verdict.reasons],
        "support": [_place(place) for place in verdict.support],
        "entailment": None
        if scores is None
        else {
            "entailment": scores.entailment,
            "neutral": scores.neutral,
            "contradiction": scores.contradiction,
            "truncated": scores.truncated,
        },
        "score": verdict.score,
    }


def _claim(claim: Claim) -> Plain:
    return {
        "id": claim.id,
        "text": claim.text,
        "map": _runs(claim.body),
        "span": span_to_dict(claim.span),
        "sentence": span_to_dict(claim.sentence),
        "kind": claim.kind,
        "citations": [
            {
                "span": span_to_dict(citation.span),
                "text": citation.text,
                "ids": list(citation.ids),
                "unknown": list(citation.unknown),
            }
            for citation in claim.citations
        ],
    }


def _runs(body: Mapped) -> list[list[int]]:
    runs: list[list[int]] = []
    for start, end in zip(body.starts, body.ends, strict=True):
        last = runs[-1] if runs else None
        if last is not None and len(last) == 2 and last[1] == start and end == start + 1:
            last[1] = end
        elif last is not None and len(last) == 3 and last[:2] == [start, end]:
            last[2] += 1
        elif end == start + 1:
            runs.append([start, end])
        else:
            runs.append([start, end, 1])
    return runs


def _finding(finding: Finding) -> Plain:
    return {
        "check": finding.check,
        "outcome": finding.outcome,
        "reason": finding.reason,
        "label": finding.label,
        "message": finding.message,
        "claimed": finding.claimed,
        "stated": finding.stated,
        "claim_span": span_to_dict(finding.claim_span),
        "evidence": [_place(place) for place in finding.evidence],
    }


def _failure(failure: Failure) -> Plain:
    return {
        "stage": failure.stage,
        "error": failure.error,
        "message": failure.message,
        "claim_id": failure.claim_id,
    }


def _component(component: Component) -> Plain:
    return {
        "stage": component.stage,
        "name": component.name,
        "version": component.version,
        "digest": component.digest,
    }


# --- reading ---------------------------------------------------------------------------------


def known(value: Any, allowed: Sequence[str]) -> Any:
    """`value` if it is one of `allowed`, else ValueError."""
    if value not in allowed:
        raise ValueError(f"expected one of {', '.join(allowed)}, got {value!r}")
    return value


def _read_report(data: Plain) -> Report:
    return Report(
        answer=data["answer"],
        question=data["question"],
        evidence=_read_evidence(data["evidence"]),
        status=known(data["status"], STATUSES),
        segments=tuple(_read_segment(s) for s in data["segments"]),
        verdicts=tuple(_read_verdict(v) for v in data["verdicts"]),
        policy=data["policy"],
        action=known(data["action"], get_args(Action)),
        repaired_answer=data["repaired_answer"],
        findings=tuple(_read_finding(f) for f in data["findings"]),
        failures=tuple(Failure(**f) for f in data["failures"]),
        components=tuple(Component(**c) for c in data["components"]),
        timings=tuple(Timing(**t) for t in data.get("timings", ())),
    )


def _read_evidence(data: Plain) -> Evidence:
    passages = [
        Passage(**{**p, "metadata": MappingProxyType(dict(p["metadata"]))})
        for p in data["passages"]
    ]
    return Evidence(tuple(passages), data["digest"])


def _read_span(data: Plain) -> Span:
    return Span(data["start"], data["end"])


def _read_place(data: Plain) -> EvidenceSpan:
    return EvidenceSpan(data["passage_id"], _read_span(data["span"]))


def _read_segment(data: Plain) -> Segment:
    return Segment(_read_span(data["span"]), data["kind"], data["role"], data["claim_id"])


def _read_verdict(data: Plain) -> Verdict:
    scores = data["entailment"]
    return Verdict(
        claim=_read_claim(data["claim"]),
        label=known(data["label"], LABELS),
        reasons=tuple(_read_finding(f) for f in data["reasons"]),
        support=tuple(_read_place(p) for p in data["support"]),
        entailment=None if scores is None else Entailment(**scores),
        score=data["score"],
    )


def _read_claim(data: Plain) -> Claim:
    return Claim(
        id=data["id"],
        span=_read_span(data["span"]),
        body=_read_map(data["text"], data["map"]),
        sentence=_read_span(data["sentence"]),
        citations=tuple(
            Citation(_read_span(c["span"]), c["text"], tuple(c["ids"]), tuple(c["unknown"]))
            for c in data["citations"]
        ),
        kind=data["kind"],
    )


def _read_map(text: str, runs: Sequence[Sequence[int]]) -> Mapped:
    starts: list[int] = []
    ends: list[int] = []
    for run in runs:
        start, end, *count = run
        # Of a file that someone else wrote, a run of a few digits could fill the memory.
        if len(starts) + (count[0] if count else end - start) > len(text):
            raise ValueError("a claim's map stands for more code points than its text has")
        points = pairwise(range(start, end + 1)) if not count else [(start, end)] * count[0]
        for left, right in points:
            starts.append(left)
            ends.append(right)
    return Mapped(text, tuple(starts), tuple(ends))


def _read_finding(data: Plain) -> Finding:
    return Finding(
        check=data["check"],
        outcome=known(data["outcome"], get_args(Outcome)),
        claim_span=_read_span(data["claim_span"]),
        reason=None if data["reason"] is None else known(data["reason"], REASONS),
        label=None if data["label"] is None else known(data["label"], LABELS),
        message=data["message"],
        claimed=data["claimed"],
        stated=data["stated"],
        evidence=tuple(_read_place(p) for p in data["evidence"]),
    )
