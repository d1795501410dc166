"""What of a report may be told: counts and codes, never words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from entailed.types import Evidence, Passage, Report, Verdict

__all__ = ["failed_reasons", "labels", "reasons", "sources_of"]


def labels(report: Report) -> dict[str, int]:
    """Verdicts by label, those that occur."""
    return dict(Counter(v.label for v in report.verdicts))


def failed_reasons(verdict: Verdict) -> list[str]:
    """The reason codes of what failed on one claim, each once."""
    failed = (f.reason or f.check for f in verdict.reasons if f.outcome == "fail")
    return list(dict.fromkeys(failed))


def reasons(report: Report) -> dict[str, int]:
    """Claims by the reason they failed for; one that failed for several counts for each."""
    return dict(Counter(r for v in report.verdicts for r in failed_reasons(v)))


def sources_of(report: Report) -> Iterator[tuple[str, bool]]:
    """The sources each claim rests on (cited, else found for it), and whether it is clean.

    As the ledger counts them: a claim that rests on several counts for each. The name of a
    source is that of its passages' source, title or address, or else the passage's id. "" stands
    for claims that rest on none.
    """
    for verdict in report.verdicts:
        cited = [name for citation in verdict.claim.citations for name in citation.ids]
        found = [place.passage_id for place in verdict.support]
        names = {_source(report.evidence, name) for name in cited or found} - {None}
        for name in sorted(n for n in names if n is not None) or [""]:
            yield name, verdict.clean


def _source(evidence: Evidence, passage_id: str) -> str | None:
    passage = evidence.get(passage_id)
    return None if passage is None else _named(passage)


def _named(passage: Passage) -> str:
    return passage.source or passage.title or passage.url or passage.id
