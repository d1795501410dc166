"""The values that pass between stages. All are frozen; nothing downstream changes them.

Those of texts and passages are defined in `entailed.passages` and belong here as well. Offsets
are code-point offsets, half-open `[start, end)`, into the original text (the answer as given, or
a passage as frozen), never into a folded or cleaned copy.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, get_args

from entailed.passages import (
    BlockKind,
    Evidence,
    EvidenceSpan,
    Mapped,
    Passage,
    Sentence,
    Span,
)

__all__ = [
    "LABELS",
    "REASONS",
    "STATUSES",
    "Action",
    "AlignedSentence",
    "Alignment",
    "BlockKind",
    "Citation",
    "Claim",
    "Component",
    "Entailment",
    "Evidence",
    "EvidenceSpan",
    "Extraction",
    "Failure",
    "Finding",
    "Judgement",
    "Label",
    "Limits",
    "Mapped",
    "Outcome",
    "Pair",
    "Passage",
    "Reason",
    "Report",
    "Segment",
    "SegmentKind",
    "SegmentRole",
    "Sentence",
    "Shown",
    "Span",
    "Status",
    "Timing",
    "Verdict",
    "Window",
]

Label = Literal["supported", "contradicted", "related", "missing", "unchecked"]
Status = Literal["grounded", "partial", "ungrounded", "no_evidence", "declined", "unchecked"]
SegmentKind = Literal["claim", "not_checkable"]
SegmentRole = Literal[
    "claim",
    "abstention",  # "the sources do not say"
    "code",  # a code block
    "citation",  # a marker outside any claim
    "greeting",  # "Hi!", "Let me know if ..."
    "heading",
    "instruction",  # "Restart the router." unless check_instructions
    "lead_in",  # "Here are the key points:"
    "opinion",
    "question",
    "reference",  # an entry of a reference list
    "restatement",  # "You asked why ..."
    "separator",  # white space, markup, punctuation, conjunctions between claims
]
Outcome = Literal["pass", "fail", "note"]
Reason = Literal[
    "unknown_citation",
    "uncited",
    "misattributed",
    "citation_stuffing",
    "number_mismatch",
    "number_missing",
    "unit_mismatch",
    "date_mismatch",
    "arithmetic_mismatch",
    "arithmetic_derived",
    "quote_altered",
    "quote_stitched",
    "quote_misattributed",
    "quote_fabricated",
    "title_missing",
    "entity_missing",
    "entity_mismatch",
    "identifier_missing",
    "negation_flip",
    "unsupported_negation",
    "quantifier_added",
    "hedge_dropped",
    "qualifier_dropped",
    "temporal_drift",
    "low_entailment",
    "model_contradiction",
    "source_conflict",
    "stale_source",
    "evidence_truncated",
    "coverage_gap",
    "judge_disagrees",
    "suspected_injection",
    "limit_reached",
    "not_sampled",
    "stage_failed",
    "no_evidence",
]
LABELS: tuple[Label, ...] = get_args(Label)
REASONS: tuple[Reason, ...] = get_args(Reason)
STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Citation:
    """A marker in the answer that names passages.

    `span` covers the whole marker. `ids` are the passage ids it resolves to, in order; `unknown`
    are the names in it that no passage carries, as written.
    """

    span: Span
    text: str
    ids: tuple[str, ...]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable fact of the answer.

    `span` is its place in the answer. `body.text` is the claim as a statement that stands alone
    (markup and citation markers removed, lead-in, headers, shared subject or pronoun's name put
    in), mapped back to the answer. `sentence` is the span of the whole sentence it came from.
    """

    id: str
    span: Span
    body: Mapped
    sentence: Span
    citations: tuple[Citation, ...] = ()
    kind: BlockKind = "paragraph"

    @property
    def text(self) -> str:
        """The claim as a statement that stands alone."""
        return self.body.text

    def locate(self, start: int, end: int) -> Span:
        """Answer span of `text[start:end]`."""
        return self.body.span(start, end)


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the answer; the segments of a report tile the answer without gap or overlap."""

    span: Span
    kind: SegmentKind
    role: SegmentRole
    claim_id: str | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """What an extractor made of an answer: claims, and segments that tile the whole answer.

    `declined` is True when the answer abstains as a whole. `findings` say what went wrong on the
    way, for the report. `guards` are other readings of the same places, never reported: what a
    check finds wrong with one fails the claims that stand there, however they are cut.
    """

    claims: tuple[Claim, ...]
    segments: tuple[Segment, ...]
    declined: bool = False
    findings: tuple[Finding, ...] = ()
    guards: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class AlignedSentence:
    """An evidence sentence with its relevance to one claim.

    `overlap` in [0, 1] is the idf-weighted share of the claim's content words found in it.
    """

    passage_id: str
    sentence: Sentence
    overlap: float

    def locate(self, start: int, end: int) -> EvidenceSpan:
        """Place in the passage of `sentence.text[start:end]`."""
        return EvidenceSpan(self.passage_id, self.sentence.body.span(start, end))


@dataclass(frozen=True, slots=True)
class Window:
    """A premise for the scorer: whole sentences, in order, of one or more passages."""

    text: str
    sentences: tuple[AlignedSentence, ...]
    overlap: float
    cited: bool = False


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where in the evidence one claim is to be checked.

    `sentences` are the most relevant evidence sentences over *all* passages, best first (at most
    a few dozen; empty when nothing shares a content word). `windows` are the premises to
    score, best first. `cited` are the ids of the known passages the claim cites, in order.
    `given` is the user's question: its facts count as given, but never as evidence.
    `overlap` is the best window's share of the claim's content words, in [0, 1].
    """

    claim_id: str
    sentences: tuple[AlignedSentence, ...] = ()
    windows: tuple[Window, ...] = ()
    cited: tuple[str, ...] = ()
    given: str = ""
    overlap: float = 0.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What one deterministic check says about one claim.

    `outcome`: `fail` decides the label when `label` is set; a `fail` without `label` (a citation
    fault) leaves the label to the evidence but keeps the verdict from being clean; `pass`
    records something confirmed (with its place); `note` informs. A `pass` with
    reason `arithmetic_derived` withdraws number and date failures inside its `claim_span`.
    `claimed` and `stated` are the two sides in words ("60 days", "30 days").
    `claim_span` is in the answer, `evidence` in the passages.
    """

    check: str
    outcome: Outcome
    claim_span: Span
    reason: Reason | None = None
    label: Label | None = None
    message: str = ""
    claimed: str = ""
    stated: str = ""
    evidence: tuple[EvidenceSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Entailment:
    """Probabilities that a premise entails, is neutral to, or contradicts a hypothesis.

    Raises ValueError unless all are finite, in [0, 1], and sum to 1 within 1e-3.
    """

    entailment: float
    neutral: float
    contradiction: float
    truncated: bool = False

    def __post_init__(self) -> None:
        values = (self.entailment, self.neutral, self.contradiction)
        if not all(math.isfinite(v) and -1e-6 <= v <= 1 + 1e-6 for v in values):
            raise ValueError(f"expected three probabilities, got {values}")
        if abs(sum(values) - 1) > 1e-3:
            raise ValueError(f"expected probabilities summing to 1, got {values}")


@dataclass(frozen=True, slots=True)
class Pair:
    """One question to a scorer: does `premise` entail `hypothesis`?"""

    premise: str
    hypothesis: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A stage that did not do its work. It is a value, never a score."""

    stage: str
    error: str
    message: str
    claim_id: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Label, reasons and supporting places of one claim.

    `score` in [0, 1] is the estimated probability that the evidence supports the claim, or
    None when it was not estimated (a failed check or a failed stage decided). `support` are the
    evidence sentences that carry the label: support for `supported`, the opposing ones for
    `contradicted`, the nearest ones for `related`.
    """

    claim: Claim
    label: Label
    reasons: tuple[Finding, ...] = ()
    support: tuple[EvidenceSpan, ...] = ()
    entailment: Entailment | None = None
    score: float | None = None

    @property
    def clean(self) -> bool:
        """Supported, and nothing about it failed (not even a citation)."""
        return self.label == "supported" and not any(r.outcome == "fail" for r in self.reasons)


@dataclass(frozen=True, slots=True)
class Component:
    """Name, version and configuration or weights digest of a stage that took part."""

    stage: str
    name: str
    version: str
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds before any work; reaching one yields `limit_reached` on what was not checked.

    `seconds` is a time budget for one verification; None means none. `sample` in [0, 1] is the
    share of claims to check (see `entailed.sampling`), drawn by `seed`; what is not drawn is
    `unchecked` (`not_sampled`). Raises ValueError for a share out of range.
    """

    answer_characters: int = 100_000
    claims: int = 300
    passages: int = 2_000
    evidence_characters: int = 5_000_000
    citations_per_claim: int = 5
    windows_per_claim: int = 3
    seconds: float | None = None
    sample: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.sample <= 1:
            raise ValueError(f"expected a sample from 0 to 1, got {self.sample}")


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall-clock milliseconds one stage took."""

    stage: str
    milliseconds: float


Action = Literal["pass", "flag", "suppress", "repair", "regenerate", "widen", "block", "report"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of an answer before a policy acts on it."""

    answer: str
    question: str
    evidence: Evidence
    segments: tuple[Segment, ...]
    verdicts: tuple[Verdict, ...]
    status: Status
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A beginning of the text to show: `text` stands for `answer[:end]`.

    `whole`: nothing else will be shown, whatever follows.
    """

    text: str = ""
    end: int = 0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about one answer.

    `action` is what the policy did; `repaired_answer` is the text to show (the answer itself
    under `pass` and `report`, the safe message under `block`). `segments` tile the answer.
    """

    answer: str
    question: str
    evidence: Evidence
    status: Status
    segments: tuple[Segment, ...]
    verdicts: tuple[Verdict, ...]
    policy: str
    action: Action
    repaired_answer: str
    findings: tuple[Finding, ...] = ()
    failures: tuple[Failure, ...] = ()
    components: tuple[Component, ...] = ()
    timings: tuple[Timing, ...] = field(default=(), compare=False)

    @property
    def passed(self) -> bool:
        """Whether the answer is safe to show as it is: grounded and nothing failed."""
        return self.status == "grounded"
