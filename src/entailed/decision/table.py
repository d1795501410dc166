"""The decision table and its calibration."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import cast

from entailed.canonical import digest_of
from entailed.decision.confirmed import (
    carrying,
    confirmed_values,
    covered_share,
    echoes_question,
    hypothesis,
    leans_on_question,
    overlap_with,
    without_still,
)
from entailed.decision.curve import along
from entailed.decision.verbatim import verbatim
from entailed.text.agents import by_noun
from entailed.text.aliases import by_alias
from entailed.text.clauses import language
from entailed.text.short_answers import statement_of
from entailed.text.words import content_stems, guess_language
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
    Pair,
    Reason,
    Verdict,
    Window,
)

__all__ = ["Calibration", "DecisionTable"]

_WITHDRAWABLE: frozenset[Reason] = frozenset(
    {
        "number_mismatch", "number_missing", "unit_mismatch", "date_mismatch",
        "unsupported_negation",
    }
)  # fmt: skip
# A confirmed relation stands when this share of the claim's content words is accounted for.
_EXACT_SHARE = 0.7
# The least support for a claim with words that only the question has: a leading question is no
# source, and the model is easily led.
_LED_SUPPORT = 0.55
_ECHO_SUPPORT = 0.7  # where the claim has no content word but the question's
# How much more support a claim needs of whose content words fewer than this share stand in its
# windows. A small model gives vague words beside the point ("this could help people stay informed")
# up to 0.6; of true claims few have so few of their words there (`training/README.md`, "Spoken").
_FAMILIAR_SHARE = 0.4
_STRANGE_EXTRA = 0.1
# How much fewer words need be found where a value of the claim stands in the evidence.
_STATED_VALUE = 0.15


@dataclass(frozen=True, slots=True)
class Calibration:
    """Logistic combination of features to P(supported), with the thresholds that read it.

    Features: log-odds of the best premise's entailment and of its contradiction (clipped to
    +-6), idf-weighted overlap of the best premise and of the best single sentence, both in
    [0, 1], and the number of values the checks confirmed (0 to 2). Weights and thresholds were
    fitted on the validation data by `benchmarks/calibrate.py`; they belong to the weights of one
    scorer. In languages outside `languages` the model is not asked, and `t_words` is the overlap
    that counts as support.

    `curve`, where not empty, are two or more points (score, probability), rising strictly in both,
    along which the logistic's value is mapped (see `entailed.calibration`).
    """

    bias: float = -2.2
    entailment: float = 0.45
    contradiction: float = -0.25
    overlap: float = 2.2
    sentence_overlap: float = 1.2
    values: float = 0.0
    t_support: float = 0.5
    t_contra: float = 0.9
    t_related: float = 0.3
    t_words: float = 0.6
    languages: tuple[str, ...] = ("en",)
    curve: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """Decides verdicts. Deterministic, stateless, total."""

    calibration: Calibration = field(default_factory=Calibration)
    name: str = "decision-table"
    version: str = "1"

    @property
    def digest(self) -> str:
        """Digest of the thresholds and weights."""
        return digest_of(asdict(self.calibration))

    def at_least(self, support: float) -> DecisionTable:
        """The table that supports no claim by a score below `support`, in [0, 1]."""
        if support <= self.calibration.t_support:
            return self
        return replace(self, calibration=replace(self.calibration, t_support=support))

    def pairs(
        self, claim: Claim, alignment: Alignment, findings: Sequence[Finding], evidence: Evidence
    ) -> tuple[Pair, ...]:
        """What a scorer has to be asked: a pair for each window, or nothing.

        Nothing where a check decided, where the claim stands verbatim in the evidence, where a
        check confirmed the very relation it states, and in a language the model does not read.
        """
        settled = (
            not alignment.windows
            or _deciding(findings) is not None
            or verbatim(claim, alignment, evidence) is not None
            or bool(_confirmed_relation(claim, alignment, _withdraw(findings), evidence))
            or not self._readable(claim, alignment)
        )
        if settled:
            return ()
        said = hypothesis(claim, findings)
        asked = without_still(statement_of(said) or said, alignment.windows)
        premises = [window.text for window in alignment.windows]
        asked = by_alias(by_noun(asked, premises), premises)
        return tuple(Pair(window.text, asked) for window in alignment.windows)

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
        None when `pairs` gave none.
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
        confirmed = _confirmed_relation(claim, alignment, kept, evidence)
        if confirmed and not alignment.windows:
            places = tuple(p for f in confirmed for p in f.evidence)
            return Verdict(claim, "supported", tuple(kept), places, score=1.0)
        if not alignment.windows:
            return Verdict(claim, "missing", (*kept, _low(claim, 0.0, "missing")), score=0.0)
        if confirmed:
            members = max(alignment.windows, key=lambda w: w.overlap).sentences
            return self._attributed(claim, alignment, kept, members, None, 1.0)
        if not self._readable(claim, alignment):
            return self._by_words(claim, alignment, kept)
        if scores is None or len(scores) != len(alignment.windows):
            return _unchecked(claim, kept, Failure("score", "missing", "no scores were made"))
        return self._by_score(claim, alignment, kept, scores)

    def least_support(
        self, claim: Claim, alignment: Alignment, findings: Sequence[Finding]
    ) -> float:
        """The support in [0, 1] that this claim needs: more where its words come from elsewhere."""
        least = self.calibration.t_support
        if covered_share(claim, alignment, findings) < _FAMILIAR_SHARE:
            least = min(1.0, least + _STRANGE_EXTRA)
        if leans_on_question(claim, alignment):
            echo = echoes_question(claim, alignment)
            least = max(least, _ECHO_SUPPORT if echo else _LED_SUPPORT)
        return least

    def _readable(self, claim: Claim, alignment: Alignment) -> bool:
        """Whether the model reads the claim's language.

        Where too few function words tell it ("Refunds: 30 days per order"), it is that of the
        evidence: a claim is matched by its words alone only where it is surely in another.
        """
        read = self.calibration.languages
        if language(claim.text) in read:
            return True
        clear = guess_language(claim.text)
        if clear is not None or not claim.text.isascii() or not alignment.windows:
            return clear in read
        return language(alignment.windows[0].text) in read

    def _by_words(self, claim: Claim, alignment: Alignment, findings: Sequence[Finding]) -> Verdict:
        """The verdict from word overlap alone, for languages the model does not read."""
        overlaps = [
            overlap_with(claim, w, findings, alignment.given, inflected=True)
            for w in alignment.windows
        ]
        best = max(range(len(overlaps)), key=lambda i: overlaps[i])
        members = alignment.windows[best].sentences
        stated = _STATED_VALUE if confirmed_values(findings) else 0.0
        if overlaps[best] >= self.calibration.t_words - stated:
            return self._attributed(claim, alignment, findings, members, None, overlaps[best])
        return self._unsupported(claim, alignment, findings, members, None, overlaps[best])

    def _by_score(
        self,
        claim: Claim,
        alignment: Alignment,
        findings: Sequence[Finding],
        scores: Sequence[Entailment],
    ) -> Verdict:
        """Rows 5 to 8."""
        confirmed = confirmed_values(findings)
        supports = [
            self.support(e, w, overlap_with(claim, w, findings, alignment.given), confirmed)
            for e, w in zip(scores, alignment.windows, strict=True)
        ]
        best = max(range(len(scores)), key=lambda i: supports[i])
        worst = max(range(len(scores)), key=lambda i: scores[i].contradiction)
        c = self.calibration
        least = self.least_support(claim, alignment, findings)
        opposed = scores[worst].contradiction >= c.t_contra and supports[best] < least
        if opposed and alignment.windows[worst].overlap >= 0.5:
            members = alignment.windows[worst].sentences
            finding = _model(claim, "model_contradiction", scores[worst].contradiction)
            return Verdict(
                claim, "contradicted", (*findings, finding), _places(claim, members),
                scores[worst], supports[best],
            )  # fmt: skip
        members = alignment.windows[best].sentences
        if supports[best] >= least:
            return self._attributed(
                claim, alignment, findings, members, scores[best], supports[best]
            )
        return self._unsupported(claim, alignment, findings, members, scores[best], supports[best])

    def _unsupported(
        self,
        claim: Claim,
        alignment: Alignment,
        findings: Sequence[Finding],
        members: Sequence[AlignedSentence],
        entailment: Entailment | None,
        score: float,
    ) -> Verdict:
        """`related` or `missing`, by how much of the claim the evidence speaks about."""
        related = alignment.overlap >= self.calibration.t_related
        reasons = (*findings, _low(claim, score, "related" if related else "missing"))
        places = _places(claim, members) if related else ()
        label: Label = "related" if related else "missing"
        return Verdict(claim, label, reasons, places, entailment, score)

    def support(
        self, scores: Entailment, window: Window, overlap: float, confirmed: int = 0
    ) -> float:
        """P(supported) in [0, 1] from one premise's scores and overlaps and confirmed values."""
        c = self.calibration
        single = max((s.overlap for s in window.sentences), default=0.0)
        z = (
            c.bias
            + c.entailment * _log_odds(scores.entailment)
            + c.contradiction * _log_odds(scores.contradiction)
            + c.overlap * overlap
            + c.sentence_overlap * single
            + c.values * confirmed
        )
        logistic = 1 / (1 + math.exp(-z))
        return along(c.curve, logistic) if c.curve else logistic

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
    """The findings without failures on what was derived: figures and what follows from them."""
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


def _confirmed_relation(
    claim: Claim, alignment: Alignment, findings: Sequence[Finding], evidence: Evidence
) -> tuple[Finding, ...]:
    """The passes that confirm what the claim says, or none where other words are left over."""
    if covered_share(claim, alignment, findings) < _EXACT_SHARE:
        return ()
    return carrying(claim, alignment, findings, evidence)


def _deciding(findings: Sequence[Finding]) -> Finding | None:
    """The failed finding that sets the label: a contradiction before any other."""
    failed = [f for f in _withdraw(findings) if f.outcome == "fail" and f.label is not None]
    contradictions = [f for f in failed if f.label == "contradicted"]
    return next(iter(contradictions or failed), None)


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
    """Spans of the sentences that carry the claim, best first: each adds words to the others."""
    missing = content_stems(claim.text)
    telling: list[AlignedSentence] = []
    for member in sorted(members, key=lambda m: -m.overlap):
        stems = content_stems(member.sentence.text)
        if not telling or not missing.isdisjoint(stems):
            telling.append(member)
            missing -= stems
    return tuple(EvidenceSpan(m.passage_id, m.sentence.span) for m in telling)


def _unchecked(claim: Claim, findings: Sequence[Finding], failure: Failure) -> Verdict:
    own = failure.error in ("limit_reached", "not_sampled")
    reason = cast(Reason, failure.error) if own else "stage_failed"
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


def _low(claim: Claim, support: float, label: Label) -> Finding:
    return Finding(
        check="entailment",
        outcome="fail",
        claim_span=claim.span,
        reason="low_entailment",
        label=label,
        message=f"no passage states this (support {support:.2f})",
    )


def _log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return max(-6.0, min(6.0, math.log(clipped / (1 - clipped))))
