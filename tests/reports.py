"""Reports built by hand, for tests of what comes after the verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from entailed.evidence import freeze
from entailed.types import (
    Action,
    BlockKind,
    Citation,
    Claim,
    Component,
    Entailment,
    Evidence,
    EvidenceSpan,
    Failure,
    Finding,
    Label,
    Mapped,
    Reason,
    Report,
    Segment,
    SegmentRole,
    Span,
    Status,
    Timing,
    Verdict,
)

PASSAGES = {
    "S1": "Refunds are accepted within 30 days of delivery for unused items. "
    "Orders over $500 require approval from a support manager.",
    "S2": "Gift cards are not refundable.",
}


@dataclass(frozen=True)
class C:
    """One claim of a test answer: the words it is written in, its label, and what is special.

    `whole` is the statement it stands for where that differs; `sentence` the words of its
    sentence where those differ; `fails` are reasons of failed findings without a label.
    """

    words: str
    label: Label = "supported"
    fails: tuple[Reason, ...] = ()
    whole: str = ""
    sentence: str = ""
    cites: tuple[str, ...] = ()
    support: tuple[str, ...] = ("S1",)
    score: float | None = None
    kind: BlockKind = "paragraph"
    findings: tuple[Finding, ...] = ()


def place(answer: str, words: str) -> Span:
    """Where `words` first stand in `answer`."""
    start = answer.index(words)
    return Span(start, start + len(words))


def citation(answer: str, marker: str, ids: Sequence[str]) -> Citation:
    """A citation marker; names in it that are no id are unknown."""
    named = [name.strip() for name in marker.strip("[]").split(",")]
    known = tuple(name for name in named if name in ids)
    unknown = tuple(name for name in named if name not in ids)
    return Citation(place(answer, marker), marker, known, unknown)


def claim(answer: str, c: C, number: int, evidence: Evidence) -> Claim:
    """The claim `c` in `answer`; a statement of its own is mapped to where its words stand."""
    span = place(answer, c.words)
    body = Mapped.identity(c.words, span.start)
    if c.whole:
        at = c.whole.find(c.words.split(" ", 1)[-1])
        kept = c.words.split(" ", 1)[-1] if at >= 0 else ""
        head = c.whole[:at] if at >= 0 else c.whole
        first = Span(span.start, span.start + len(c.words.split(" ", 1)[0]))
        tail = Mapped.identity(kept, span.end - len(kept))
        rest = c.whole[len(head) + len(kept) :]
        body = Mapped.join(Mapped.inserted(head, first), tail, Mapped.inserted(rest, span))
    sentence = place(answer, c.sentence) if c.sentence else span
    marks = tuple(citation(answer, marker, evidence.ids) for marker in c.cites)
    return Claim(f"c{number}", span, body, sentence, marks, c.kind)


def verdict(answer: str, c: C, number: int, evidence: Evidence) -> Verdict:
    """The verdict on `c`, its support the whole of the passages it names."""
    one = claim(answer, c, number, evidence)
    found = tuple(
        Finding("test", "fail", one.span, reason=reason, message=f"{reason} found")
        for reason in c.fails
    )
    passages = [p for p in evidence if p.id in c.support]
    places = tuple(EvidenceSpan(p.id, Span(0, len(p.text))) for p in passages)
    places = places if c.label in ("supported", "contradicted", "related") else ()
    return Verdict(one, c.label, (*found, *c.findings), places, score=c.score)


def segments(
    answer: str, verdicts: Sequence[Verdict], roles: Mapping[str, SegmentRole]
) -> tuple[Segment, ...]:
    """Segments that tile `answer`: its claims, the words named in `roles`, separators between."""
    known = [Segment(v.claim.span, "claim", "claim", v.claim.id) for v in verdicts]
    known += [Segment(place(answer, w), "not_checkable", role) for w, role in roles.items()]
    tiles: list[Segment] = []
    at = 0
    for segment in sorted(known, key=lambda s: s.span):
        if segment.span.start > at:
            tiles.append(Segment(Span(at, segment.span.start), "not_checkable", "separator"))
        tiles.append(segment)
        at = segment.span.end
    if at < len(answer):
        tiles.append(Segment(Span(at, len(answer)), "not_checkable", "separator"))
    return tuple(tiles)


def report(
    answer: str,
    *claims: C,
    passages: Mapping[str, str] | None = None,
    question: str = "",
    status: Status = "partial",
    action: Action = "flag",
    policy: str = "flag",
    repaired: str | None = None,
    failures: Sequence[Failure] = (),
    roles: Mapping[str, SegmentRole] | None = None,
) -> Report:
    """A report on `answer` with these claims."""
    evidence = freeze(dict(PASSAGES if passages is None else passages))
    verdicts = tuple(verdict(answer, c, n, evidence) for n, c in enumerate(claims, 1))
    return Report(
        answer=answer,
        question=question,
        evidence=evidence,
        status=status,
        segments=segments(answer, verdicts, roles or {}),
        verdicts=verdicts,
        policy=policy,
        action=action,
        repaired_answer=answer if repaired is None else repaired,
        failures=tuple(failures),
        components=(Component("scorer", "lexical", "1"),),
        timings=(Timing("extract", 0.5),),
    )


def examples() -> dict[str, Report]:
    """One report of every status, with findings, failures and odd characters among them."""
    refund = "Refunds take 60 days [S1]. Gift cards are not refundable. Ask <Bob> & co."
    wrong = place(refund, "60 days")
    mismatch = Finding(
        "numbers",
        "fail",
        wrong,
        "number_mismatch",
        "contradicted",
        "the evidence says 30 days",
        "60 days",
        "30 days",
        (EvidenceSpan("S1", place(PASSAGES["S1"], "30 days")),),
    )
    scored = Entailment(0.9, 0.05, 0.05)
    partial = report(
        refund,
        C("Refunds take 60 days", "contradicted", cites=("[S1]",), findings=(mismatch,)),
        C("Gift cards are not refundable", support=("S2",), score=0.97),
        C("Ask <Bob> & co", "missing", fails=("uncited",), score=0.125),
        question="How long is the refund window?",
        repaired="Gift cards are not refundable [S2].",
    )
    known = partial.verdicts[1]
    known = Verdict(known.claim, known.label, (), known.support, scored, known.score)
    partial = _with_verdict(partial, 1, known)
    return {
        "partial": partial,
        "grounded": report(
            "Gift cards are not refundable [S2].",
            C("Gift cards are not refundable", cites=("[S2]",), support=("S2",)),
            status="grounded",
            action="pass",
        ),
        "ungrounded": report(
            "Refunds take 𝟞𝟘 days\u202e.",
            C("Refunds take 𝟞𝟘 days", "related"),
            status="ungrounded",
        ),
        "no_evidence": report(
            "It is blue.", C("It is blue", "missing"), passages={}, status="no_evidence"
        ),
        "declined": report(
            "The sources do not say.",
            status="declined",
            action="pass",
            roles={"The sources do not say.": "abstention"},
        ),
        "unchecked": report(
            "Gift cards are not refundable.",
            C("Gift cards are not refundable", "unchecked", fails=("stage_failed",)),
            status="unchecked",
            action="block",
            policy="strict",
            repaired="This answer is not shown.",
            failures=(Failure("score", "ScorerError", "the model could not be loaded", "c1"),),
        ),
        "empty": report("", status="declined", action="pass"),
    }


def _with_verdict(base: Report, index: int, replacement: Verdict) -> Report:
    import dataclasses

    verdicts = list(base.verdicts)
    verdicts[index] = replacement
    return dataclasses.replace(base, verdicts=tuple(verdicts))
