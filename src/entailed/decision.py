"""The decision: findings and entailment to one verdict. A truth table, total, first row wins.

| row | condition | label |
|---|---|---|
| 1 | a check failed with label `contradicted` (not withdrawn) | `contradicted` |
| 2 | a check failed with another label (not withdrawn) | that label |
| 3 | a stage failed for this claim, or its scores are missing | `unchecked` |
| 4 | the claim is a whole sentence of the evidence that nothing takes back | `supported` |
| 5 | contradiction >= t_contra on a premise about the claim | `contradicted` |
| 6 | support >= t_support | `supported` |
| 7 | overlap >= t_related | `related` |
| 8 | otherwise | `missing` |

A failed check stands above a failed stage, since it is certain whatever the scorer would have
said. A number or date failure is withdrawn when the arithmetic behind the figure was found.
`support` is the calibrated combination of `Calibration`: model score and word overlap.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from entailed.canonical import digest_of
from entailed.text.normalize import fold
from entailed.text.segment import sentences
from entailed.types import (
    AlignedSentence,
    Alignment,
    Claim,
    Entailment,
    Evidence,
    EvidenceSpan,
    Failure,
    Finding,
    Label,
    Reason,
    Verdict,
)

__all__ = ["Calibration", "DecisionTable"]

_WITHDRAWABLE: frozenset[Reason] = frozenset(
    {"number_mismatch", "number_missing", "unit_mismatch", "date_mismatch"}
)
_EDGES = " .,;:!?\"'()[]。！？、，"
_RETRACTIONS = (
    "not true", "untrue", "false", "incorrect", "wrong", "myth", "withdrawn", "retracted",
    "superseded", "no longer", "formerly", "used to", "outdated", "obsolete", "invalid", "repealed",
    "claimed", "claims", "alleged", "rumour", "rumor", "mistaken", "cancelled", "canceled",
    "deprecated", "replaced", "disputed", "denied", "fiction", "hypothetical",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Calibration:
    """Logistic combination of features to P(supported), with the thresholds that read it.

    Features: log-odds of the best premise's entailment and of its contradiction (clipped to
    +-6), idf-weighted overlap of the best premise and of the best single sentence, both in
    [0, 1]. Weights and thresholds were fitted on the validation data by
    `benchmarks/calibrate.py`; they belong to the weights of one scorer.
    """

    bias: float = -2.2
    entailment: float = 0.45
    contradiction: float = -0.25
    overlap: float = 2.2
    sentence_overlap: float = 1.2
    t_support: float = 0.5
    t_contra: float = 0.9
    t_related: float = 0.3


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """Decides verdicts. Deterministic, stateless, total."""

    calibration: Calibration = field(default_factory=Calibration)
    name: str = "decision-table"
    version: str = "1"

    @property
    def digest(self) -> str:
        """Digest of the thresholds and weights."""
        c = self.calibration
        return digest_of({name: getattr(c, name) for name in Calibration.__slots__})

    def needs_scores(
        self, claim: Claim, alignment: Alignment, findings: Sequence[Finding], evidence: Evidence
    ) -> bool:
        """Whether a model has to be asked: not when a check decided or the claim is verbatim."""
        if not alignment.windows or _deciding(findings) is not None:
            return False
        return verbatim(claim, alignment, evidence) is None

    def decide(
        self,
        claim: Claim,
        alignment: Alignment,
        findings: Sequence[Finding],
        scores: Sequence[Entailment] | Failure | None,
        evidence: Evidence,
        failures: Sequence[Failure] = (),
    ) -> Verdict:
        """The verdict on one claim.

        `scores` are in the order of `alignment.windows`, a `Failure` when the scorer broke, or
        None when `needs_scores` said that none are needed.
        """
        kept = _withdraw(findings)
        decisive = _deciding(kept)
        if decisive is not None and decisive.label is not None:
            return Verdict(claim, decisive.label, tuple(kept), decisive.evidence)
        if failures:
            return _unchecked(claim, kept, failures[0])
        if isinstance(scores, Failure):
            return _unchecked(claim, kept, scores)
        same = verbatim(claim, alignment, evidence)
        if same is not None:
            return self._attributed(claim, alignment, kept, (same,), None, 1.0)
        if not alignment.windows:
            return Verdict(claim, "missing", (*kept, _low(claim, 0.0)), score=0.0)
        if scores is None or len(scores) != len(alignment.windows):
            return _unchecked(claim, kept, Failure("score", "missing", "no scores were made"))
        return self._by_score(claim, alignment, kept, scores)

    def _by_score(
        self,
        claim: Claim,
        alignment: Alignment,
        findings: Sequence[Finding],
        scores: Sequence[Entailment],
    ) -> Verdict:
        """Rows 5 to 8."""
        supports = [self.support(e, alignment, i) for i, e in enumerate(scores)]
        best = max(range(len(scores)), key=lambda i: supports[i])
        worst = max(range(len(scores)), key=lambda i: scores[i].contradiction)
        c = self.calibration
        opposed = scores[worst].contradiction >= c.t_contra and supports[best] < 1 - c.t_contra
        if opposed and alignment.windows[worst].overlap >= 0.5:
            members = alignment.windows[worst].sentences
            finding = _model(claim, "model_contradiction", scores[worst].contradiction)
            return Verdict(
                claim, "contradicted", (*findings, finding), _places(claim, members),
                scores[worst], supports[best],
            )  # fmt: skip
        members = alignment.windows[best].sentences
        if supports[best] >= c.t_support:
            return self._attributed(
                claim, alignment, findings, members, scores[best], supports[best]
            )
        label: Label = "related" if alignment.overlap >= c.t_related else "missing"
        reasons = (*findings, _low(claim, supports[best]))
        places = _places(claim, members) if label == "related" else ()
        return Verdict(claim, label, reasons, places, scores[best], supports[best])

    def support(self, scores: Entailment, alignment: Alignment, window: int) -> float:
        """P(supported) in [0, 1] from one premise's scores and overlap."""
        c = self.calibration
        single = max((s.overlap for s in alignment.windows[window].sentences), default=0.0)
        z = (
            c.bias
            + c.entailment * _log_odds(scores.entailment)
            + c.contradiction * _log_odds(scores.contradiction)
            + c.overlap * alignment.windows[window].overlap
            + c.sentence_overlap * single
        )
        return 1 / (1 + math.exp(-z))

    def _attributed(
        self,
        claim: Claim,
        alignment: Alignment,
        findings: Sequence[Finding],
        members: Sequence[AlignedSentence],
        entailment: Entailment | None,
        score: float,
    ) -> Verdict:
        """A `supported` verdict, with `misattributed` when the cited passages do not carry it."""
        places = _places(claim, members)
        fault = _misattributed(claim, alignment, members)
        reasons = (*findings, fault) if fault is not None else tuple(findings)
        return Verdict(claim, "supported", reasons, places, entailment, score)


def _withdraw(findings: Sequence[Finding]) -> list[Finding]:
    """The findings without number and date failures whose figure was derived."""
    derived = [f.claim_span for f in findings if f.reason == "arithmetic_derived"]
    return [
        f
        for f in findings
        if not (
            f.outcome == "fail"
            and f.reason in _WITHDRAWABLE
            and any(span.overlaps(f.claim_span) for span in derived)
        )
    ]


def _deciding(findings: Sequence[Finding]) -> Finding | None:
    """The failed finding that sets the label: a contradiction before any other."""
    failed = [f for f in _withdraw(findings) if f.outcome == "fail" and f.label is not None]
    contradictions = [f for f in failed if f.label == "contradicted"]
    return next(iter(contradictions or failed), None)


def verbatim(claim: Claim, alignment: Alignment, evidence: Evidence) -> AlignedSentence | None:
    """The evidence sentence that is the claim word for word, unless its neighbours retract it."""
    wanted = fold(claim.text).text.strip(_EDGES)
    for aligned in alignment.sentences[:4]:
        if fold(aligned.sentence.text).text.strip(_EDGES) != wanted:
            continue
        if not _retracted(aligned, evidence):
            return aligned
    return None


def _retracted(aligned: AlignedSentence, evidence: Evidence) -> bool:
    """Whether the sentence before or after may take the sentence back."""
    passage = evidence.get(aligned.passage_id)
    around = sentences(passage.text) if passage is not None else ()
    at = aligned.sentence.index
    near = [s for s in around if s.index in (at - 1, at + 1)]
    lead = aligned.sentence.lead_in.text if aligned.sentence.lead_in is not None else ""
    nearby = fold(" ".join([lead, *(s.text for s in near)])).text
    return any(cue in nearby for cue in _RETRACTIONS)


def _misattributed(
    claim: Claim, alignment: Alignment, members: Sequence[AlignedSentence]
) -> Finding | None:
    """A fault when what supports the claim lies outside what it cites, and clearly so."""
    if not alignment.cited or any(m.passage_id in alignment.cited for m in members):
        return None
    cited = max(
        (s.overlap for s in alignment.sentences if s.passage_id in alignment.cited), default=0.0
    )
    best = max(members, key=lambda m: m.overlap)
    if best.overlap - cited < 0.2:
        return None
    return Finding(
        check="citations",
        outcome="fail",
        claim_span=claim.citations[0].span,
        reason="misattributed",
        message=f"{best.passage_id!r} supports this, not the cited {', '.join(alignment.cited)}",
        claimed=", ".join(alignment.cited),
        stated=best.passage_id,
        evidence=(EvidenceSpan(best.passage_id, best.sentence.span),),
    )


def _places(claim: Claim, members: Sequence[AlignedSentence]) -> tuple[EvidenceSpan, ...]:
    """Spans of the sentences that share something with the claim, best first."""
    ranked = sorted(members, key=lambda m: -m.overlap)
    telling = [m for m in ranked if m.overlap > 0] or ranked[:1]
    return tuple(EvidenceSpan(m.passage_id, m.sentence.span) for m in telling)


def _unchecked(claim: Claim, findings: Sequence[Finding], failure: Failure) -> Verdict:
    reason: Reason = "limit_reached" if failure.error == "limit_reached" else "stage_failed"
    finding = Finding(
        check=failure.stage,
        outcome="fail",
        claim_span=claim.span,
        reason=reason,
        label="unchecked",
        message=failure.message,
    )
    return Verdict(claim, "unchecked", (*findings, finding))


def _model(claim: Claim, reason: Reason, probability: float) -> Finding:
    return Finding(
        check="entailment",
        outcome="fail",
        claim_span=claim.span,
        reason=reason,
        label="contradicted",
        message=f"the model reads the evidence as saying the opposite ({probability:.2f})",
    )


def _low(claim: Claim, support: float) -> Finding:
    return Finding(
        check="entailment",
        outcome="fail",
        claim_span=claim.span,
        reason="low_entailment",
        label="missing",
        message=f"no passage states this (support {support:.2f})",
    )


def _log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return max(-6.0, min(6.0, math.log(clipped / (1 - clipped))))
