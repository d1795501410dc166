"""What a report means to the loop: whether its text may be shown, and what failed in it."""

from __future__ import annotations

from dataclasses import dataclass

from entailed.answering.outcome import CitedPassage
from entailed.errors import ConfigurationError
from entailed.pipeline import Verifier
from entailed.policy import treat
from entailed.report.marking import LABEL_WORDS, reason_words
from entailed.text.normalize import fold
from entailed.treatments import Policy
from entailed.types import Finding, Report, SegmentRole, Span, Verdict

__all__ = [
    "Fault",
    "abstains",
    "checked",
    "citations",
    "demanding",
    "faults_of",
    "may_be_flagged",
    "only_citing_failed",
    "repeats",
    "stands",
    "support_needed",
    "would_fall",
]

_QUIET: tuple[SegmentRole, ...] = (
    "abstention",
    "citation",
    "greeting",
    "heading",
    "lead_in",
    "question",
    "restatement",
    "separator",
)
_SHOWN = 300
_NOTHING_SAID = "it says nothing that can be checked against the sources"


@dataclass(frozen=True, slots=True)
class Fault:
    """A claim that failed, and why."""

    claim: str
    why: str
    contradicted: bool = False


def stands(report: Report) -> bool:
    """Whether the text is an answer: it claims something, and all it claims is supported."""
    return report.status == "grounded" and bool(report.verdicts) and not report.failures


def abstains(report: Report) -> bool:
    """Whether the text says that the sources do not tell, and next to nothing else."""
    quiet = all(segment.role in _QUIET for segment in report.segments)
    return report.status == "declined" and quiet and not report.failures


def checked(report: Report) -> bool:
    """Whether the verifier did its work, whatever it found."""
    unchecked = any(verdict.label == "unchecked" for verdict in report.verdicts)
    return not (report.failures or unchecked or report.status == "unchecked")


def may_be_flagged(report: Report, rest: Report | None, policy: Policy) -> bool:
    """Whether the policy's text is the answer with every failed claim in it marked.

    `report` is on the answer and `rest`, where the policy takes something away, on what it
    leaves: all that fails in that has to be what the policy would mark.
    """
    if report.action == "flag":
        return checked(report) and bool(report.verdicts)
    if rest is None or not (checked(rest) and rest.verdicts):
        return False
    return all(verdict.clean or treat(policy, verdict) == "mark" for verdict in rest.verdicts)


def only_citing_failed(report: Report) -> bool:
    """Whether all claims are supported, so that only their citations or quotations are at fault."""
    return bool(report.verdicts) and all(v.label == "supported" for v in report.verdicts)


def support_needed(report: Report, least: float) -> float:
    """The support that a claim of this answer needs, in [0, 1]: `least`, or more in bad company.

    A model that says much in one answer that the passages do not bear is to be trusted less in
    the rest of it. In answers of language models whether two claims are supported is correlated
    by 0.3 to 0.5 (three models of FActScore), which is what a share of supported claims drawn
    from a uniform distribution gives (1/3). So with supports p of n claims the share to be
    expected is (1 + sum p) / (2 + n), and by Bayes' rule in odds a claim needs `least` times the
    odds of what is not supported. A share of a half or more, and no claim, ask for `least`.
    """
    supports = [0.0 if v.score is None else v.score for v in report.verdicts]
    share = (1 + sum(supports)) / (2 + len(supports))
    if share >= 0.5:
        return least
    unlikely = least * (1 - share)
    return unlikely / (unlikely + (1 - least) * share)


def demanding(verifier: Verifier, support: float) -> Verifier:
    """The verifier, its decider asking for this support; raises ConfigurationError if it cannot."""
    if not support:
        return verifier
    at_least = getattr(verifier.decider, "at_least", None)
    if at_least is None:
        raise ConfigurationError(
            f"the policy asks for a support of at least {support}: expected a verifier whose "
            f"decider has at_least(support), got {type(verifier.decider).__name__}; set "
            "min_support=0, or let the decider see to it"
        )
    return verifier.changed(decider=at_least(support))


def would_fall(report: Report, support: float) -> bool:
    """Whether a claim that is supported in the report would not be if it needed this much."""
    return any(
        verdict.label == "supported" and verdict.score is not None and verdict.score < support
        for verdict in report.verdicts
    )


def faults_of(report: Report) -> tuple[Fault, ...]:
    """What a second try is told of the first.

    Claims that could not be checked are left out, since the model is not at fault. An answer
    that makes no claim is its own one fault.
    """
    if not report.verdicts:
        return (Fault(report.answer[:_SHOWN], _NOTHING_SAID),)
    wrong = [v for v in report.verdicts if not v.clean and v.label != "unchecked"]
    return tuple(Fault(v.claim.text, _why(v), v.label == "contradicted") for v in wrong)


def _why(verdict: Verdict) -> str:
    failed = [reason_words(f) for f in verdict.reasons if f.outcome == "fail"]
    return "; ".join(dict.fromkeys(failed)) or LABEL_WORDS[verdict.label]


def repeats(first: Report, second: Report) -> bool:
    """Whether a claim that failed in the first fails again in the second.

    The same claim is one with the same words, in whatever order and case, or one that failed
    for the same reason with the same value.
    """
    before = [v for v in first.verdicts if not v.clean]
    after = [v for v in second.verdicts if not v.clean]
    return any(_same(one, other) for one in before for other in after)


def _same(one: Verdict, other: Verdict) -> bool:
    if _words(one) == _words(other):
        return True
    return bool(_faults(one) & _faults(other))


def _words(verdict: Verdict) -> list[str]:
    return sorted(fold(verdict.claim.text).text.strip(" .!?").split())


def _faults(verdict: Verdict) -> set[tuple[str | None, str]]:
    return {(f.reason, fold(f.claimed).text) for f in verdict.reasons if _is_fault(f) and f.claimed}


def _is_fault(finding: Finding) -> bool:
    return finding.outcome == "fail" and finding.label is not None


def citations(report: Report) -> tuple[CitedPassage, ...]:
    """The passages that the claims of a verified text rest on, in the order of the evidence."""
    claims: dict[str, list[Span]] = {}
    places: dict[str, list[Span]] = {}
    for verdict in report.verdicts:
        for place in verdict.support:
            claims.setdefault(place.passage_id, []).append(verdict.claim.span)
            places.setdefault(place.passage_id, []).append(place.span)
    return tuple(
        CitedPassage(p, _ordered(claims[p.id]), _ordered(places[p.id]))
        for p in report.evidence
        if p.id in claims
    )


def _ordered(spans: list[Span]) -> tuple[Span, ...]:
    return tuple(sorted(set(spans)))
