"""Thresholds: one case against a rule with a bound ("a 700 EUR refund", "above 500 EUR").

A given value is an instance, a stated bound is a rule: 700 is not at odds with "above 500", it
meets it. Speaks only when the rule's sentence holds every other word of the claim, so that the
right rule is applied to the right case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from entailed.protocols import check
from entailed.text.compare import same_kind
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.units import same_currency
from entailed.text.words import words
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding, Span

__all__ = ["thresholds"]

_SENTENCES = 8
_MEASURED = frozenset({"measure", "money", "percent", "duration", "age", "temperature", "count"})
_BOUNDS = frozenset({"more_than", "at_least", "less_than", "at_most"})
_NOT = r"(?:(?:do|does|did|is|are|was|were|has|have)(?: not|n['’]t)(?: yet)?|not|never|fails? to)"
_ABOVE = r"above|over|more than|higher than|greater than|exceed(?:s|ed|ing)?|in excess of|beyond"
_REACH = r"meets?|met|reach(?:es|ed)?|hits?|at or above|at least|satisf(?:y|ies)|pass(?:es)?"
_BELOW = r"below|under|less than|lower than|short of|within|beneath"
_RELATION = lazy(
    rf"(?<!\w)(?P<no>{_NOT}\s)?(?:(?:fall|falls|is|are|be|stays?|lies)\s)?"
    rf"(?:(?P<above>{_ABOVE})|(?P<reach>{_REACH})|(?P<below>{_BELOW}))"
    r"(?:\s(?:the|our|this|that|its|a|an|minimum|maximum|required))*\s?\Z",
    re.IGNORECASE,
)
_CAUSE = lazy(r",?\s(?:because|since|as|given that|so long as)\s", re.IGNORECASE)
_NEGATION = lazy(
    r"(?<!\w)(?:no|not|never|without|neither|nor|exempt\w*)(?!\w)|n['’]t(?!\w)", re.IGNORECASE
)
_EMPTY = frozenset(
    w.stem
    for w in words(
        "threshold thresholds limit limits minimum maximum cap mark level amount meet meets reach "
        "reaches exceed exceeds exceeded fall falls short required above below over under more "
        "less than greater higher lower excess within satisfy satisfies need needs require "
        "requires yes"
    )
)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A stated bound and the sentence it stands in."""

    bound: Quantity
    aligned: AlignedSentence

    def met_by(self, value: Quantity) -> bool:
        """Whether a value lies on the side the rule is about."""
        gap = value.base_low - self.bound.base_low
        if self.bound.bound == "more_than":
            return gap > 0
        if self.bound.bound == "at_least":
            return gap >= 0
        return gap < 0 if self.bound.bound == "less_than" else gap <= 0


@check(name="thresholds", version="1")
def thresholds(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """A pass (`arithmetic_derived`) or `arithmetic_mismatch` for one case under one rule.

    The case's value is given by the question or stated by the evidence; silent otherwise.
    """
    read = [q for q in read_quantities(claim.text) if q.kind in _MEASURED and q.low == q.high]
    case = next((q for q in read if q.bound == "exact" and _known(q, alignment)), None)
    if case is None:
        return ()
    limits = [q for q in read if q is not case]
    if not all(_alike(q, case) for q in limits):
        return ()
    fitting = _best(claim, [case, *limits], list(_rules(case, limits, alignment)), alignment)
    if len({(r.bound.base_low, r.bound.bound) for r in fitting}) != 1:
        return ()
    return _judge(claim, case, limits, fitting[0])


def _known(q: Quantity, alignment: Alignment) -> bool:
    """Whether the question states the very value (an instance to be judged)."""
    given = read_quantities(alignment.given) if alignment.given else ()
    return any(_alike(q, g) and g.base_low == q.base_low for g in given)


def _alike(one: Quantity, other: Quantity) -> bool:
    if one.currency and other.currency and not same_currency(one.currency, other.currency):
        return False
    return same_kind(one, other)


def _rules(case: Quantity, limits: list[Quantity], alignment: Alignment) -> Iterator[_Rule]:
    """Bounds of the case's sort; those the claim names when it names any."""
    for aligned in alignment.sentences[:_SENTENCES]:
        for q in islice(read_quantities(aligned.sentence.text), 24):
            if q.bound not in _BOUNDS or q.low != q.high or not _alike(case, q):
                continue
            if not limits or any(t.base_low == q.base_low for t in limits):
                yield _Rule(q, aligned)


def _best(
    claim: Claim, values: list[Quantity], rules: list[_Rule], alignment: Alignment
) -> list[_Rule]:
    """The rules whose sentence has most of the claim's other telling words.

    None when the sentence lacks a word that the question does not have either.
    """
    rest = _stems(claim.text, [v.span for v in values]) - _EMPTY
    asked = _stems(alignment.given)
    scored = [(len(rest & _said(r)), r) for r in rules if rest <= _said(r) | asked]
    most = max((n for n, _ in scored), default=0)
    return [r for n, r in scored if n == most and most > 0]


def _said(rule: _Rule) -> set[str]:
    lead = rule.aligned.sentence.lead_in
    return _stems(rule.aligned.sentence.text) | (_stems(lead.text) if lead else set())


def _stems(text: str, without: Sequence[Span] = ()) -> set[str]:
    """Stems of the telling words; both halves of a hyphenated word."""
    return {
        w.stem
        for w in words(text.replace("-", " "))
        if w.content
        and w.kind == "word"
        and not w.negation
        and not any(w.span.overlaps(s) for s in without)
    }


def _judge(
    claim: Claim, case: Quantity, limits: list[Quantity], rule: _Rule
) -> tuple[Finding, ...]:
    text = claim.text
    for limit in limits:
        held = _relation_holds(text, case, limit)
        if held is False:
            return (_finding(claim, case, rule, right=False),)
        if held is None:
            return ()
    main = _main_clause(text, limits)
    if main is None:
        return (_finding(claim, case, rule, right=True),)
    denied = _NEGATION.search(main) is not None
    rule_denied = _NEGATION.search(rule.aligned.sentence.text) is not None
    right = (denied == rule_denied) == rule.met_by(case)
    return (_finding(claim, case, rule, right=right),)


def _relation_holds(text: str, case: Quantity, limit: Quantity) -> bool | None:
    """Whether "above the 500 EUR" and the like is true of the case; None when nothing is said."""
    lead = text[max(0, limit.number_span.start - 60) : limit.number_span.start].rstrip("$€£¥ ")
    match = _RELATION.search(lead + " ")
    if match is None:
        return None
    gap = case.base_low - limit.base_low
    true = gap < 0 if match["below"] else gap > 0 or (gap == 0 and bool(match["reach"]))
    return true != bool(match["no"])


def _main_clause(text: str, limits: list[Quantity]) -> str | None:
    """What the claim says follows; None when it only compares the case with the limit."""
    if not limits:
        return text
    cause = _CAUSE.search(text)
    if cause is None:
        return None
    before = limits[0].span.start > cause.start()
    return text[: cause.start()] if before else text[cause.end() :]


def _finding(claim: Claim, case: Quantity, rule: _Rule, *, right: bool) -> Finding:
    stated = f"{case.text} against {rule.bound.text}"
    return Finding(
        check="thresholds",
        outcome="pass" if right else "fail",
        claim_span=claim.locate(0, len(claim.text)),
        reason="arithmetic_derived" if right else "arithmetic_mismatch",
        label=None if right else "contradicted",
        message=f"{stated}: {'this follows' if right else 'the opposite follows'}",
        claimed=case.text,
        stated=rule.bound.text,
        evidence=(rule.aligned.locate(rule.bound.span.start, rule.bound.span.end),),
    )
