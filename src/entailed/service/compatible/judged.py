"""A report read the way hosted checks speak: sentences, a support from 0 to 1, or trouble.

Hosted checks know no label and no reason, only how well a text is supported. What is here maps
our verdicts to that and keeps two promises: the support is at least one half exactly where the
verdict says supported, and where something was not checked there is no number at all.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from entailed.pipeline.run import out_of_time
from entailed.text.segment import sentences
from entailed.types import Finding, Reason, Report, Span, Verdict

__all__ = ["Trouble", "Unit", "grounded", "support", "trouble", "units", "whole_support"]

# Hosted requests give their sources no ids, so a marker in the text cannot be held against it.
_MARKERS: frozenset[Reason | None] = frozenset(
    {"unknown_citation", "uncited", "misattributed", "citation_stuffing"}
)
_ESTIMATED: frozenset[Reason | None] = frozenset(
    {"low_entailment", "model_contradiction", "judge_disagrees"}
)
_SUPPORTED = 0.5
_UNSUPPORTED = 0.49


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, list item or table row of the answer with the verdicts on what it claims.

    Without verdicts there is nothing in it to check (a greeting, a question, an abstention).
    """

    span: Span
    verdicts: tuple[Verdict, ...]

    @property
    def support(self) -> float:
        """That of its weakest claim: a sentence that is partly right is not supported."""
        return min((support(v) for v in self.verdicts), default=1.0)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a report gives no score.

    `kind`: "time" (the time budget was used up), "limit" (the request is larger than what is
    checked), "sample" (the service checks a share of the claims only), "stage" (a part failed).
    """

    kind: Literal["time", "limit", "sample", "stage"]
    message: str


def grounded(verdict: Verdict) -> bool:
    """Whether the sources support the claim and no check of its content failed.

    A citation marker at fault does not count, as hosted checks do not read markers.
    """
    return verdict.label == "supported" and not _faults(verdict)


def support(verdict: Verdict) -> float:
    """How well the claim is supported, in [0, 1]: at least 0.5 exactly where it is `grounded`.

    It is the verdict's score; 0 where a check found the claim wrong. Where the score and the
    verdict are on different sides of one half (a calibrated threshold need not be there), it is
    0.5 or 0.49. Raises ValueError for a claim that was not checked: that has no number.
    """
    if verdict.label == "unchecked":
        raise ValueError(f"claim {verdict.claim.id} was not checked, so it has no support")
    if grounded(verdict):
        return 1.0 if verdict.score is None else max(verdict.score, _SUPPORTED)
    decided = any(f.reason not in _ESTIMATED for f in _faults(verdict))
    if decided or verdict.score is None:
        return 0.0
    return min(verdict.score, _UNSUPPORTED)


def whole_support(report: Report) -> float:
    """The support of the whole answer: that of its weakest claim.

    1 where it claims nothing (then nothing in it is unsupported), 0 without evidence.
    """
    if report.status == "no_evidence":
        return 0.0
    return min((support(v) for v in report.verdicts), default=1.0)


def trouble(report: Report, *, acted: bool = False) -> Trouble | None:
    """What keeps the report from being a score, or None.

    Any part that failed does, also one that another part made up for; the policy's only where
    `acted` says that its text is wanted.
    """
    failed = next((f for f in report.failures if acted or f.stage != "act"), None)
    unchecked = [f for v in report.verdicts if v.label == "unchecked" for f in v.reasons]
    reasons = {f.reason for f in unchecked if f.label == "unchecked"}
    if "stage_failed" in reasons:
        return Trouble("stage", "a part of the verifier failed, so no score can be given")
    late = {out_of_time(v.claim).message for v in report.verdicts}
    if any(f.message in late for f in unchecked):
        return Trouble("time", "the time budget was used up before everything was checked")
    if "limit_reached" in reasons:
        return Trouble("limit", "the texts are longer than what this service checks")
    if "not_sampled" in reasons:
        return Trouble("sample", "this service checks a sample of the claims, so none is scored")
    if failed is not None or unchecked or report.status == "unchecked":
        return Trouble("stage", "a part of the verifier failed, so no score can be given")
    return None


def units(report: Report) -> tuple[Unit, ...]:
    """The sentences of the answer in order, without white space and markup between them.

    A claim over several sentences makes one unit of them.
    """
    told = [s.span for s in report.segments if s.role != "separator"]
    spans = sorted({*told, *(v.claim.span for v in report.verdicts)})
    return tuple(
        Unit(whole, tuple(v for v in report.verdicts if _meet(v.claim.span, whole)))
        for whole in _by_sentence(report.answer, spans)
    )


def _by_sentence(answer: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans joined where they share a sentence (or one another)."""
    found = [s.span for s in sentences(answer)]
    open_span: Span | None = None
    last = -1
    for span in spans:
        first, end = _touched(found, span)
        if open_span is not None and (first <= last or span.start < open_span.end):
            open_span = Span(open_span.start, max(open_span.end, span.end))
        else:
            if open_span is not None:
                yield open_span
            open_span = span
        last = max(last, end)
    if open_span is not None:
        yield open_span


def _touched(found: Sequence[Span], span: Span) -> tuple[int, int]:
    """Indexes of the first and the last sentence that `span` touches; first > last for none."""
    first = bisect_right(found, span.start, key=lambda s: s.end)
    return first, bisect_left(found, span.end, key=lambda s: s.start) - 1


def _meet(one: Span, other: Span) -> bool:
    return one.overlaps(other) or (len(one) == 0 and other.contains(one))


def _faults(verdict: Verdict) -> list[Finding]:
    return [f for f in verdict.reasons if f.outcome == "fail" and f.reason not in _MARKERS]
