"""Scopes: a claim that holds generally what the evidence limits.

Limits are conditions (if, unless, subject to), exceptions, groups and places (on Pro plans, in
the northern district, within 5 km) and periods (until 2020, from v2 on) of a rule or a state.
Details of a single past event limit nothing, and a limit counts as kept when its words stand
anywhere in the claim or in the question.
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.grounds import Ground, covered, echoed, fault, grounds
from entailed.text.lazy import lazy
from entailed.text.moods import CONDITION
from entailed.text.opposition import Meeting
from entailed.text.quantifiers import INFLATION, in_clause
from entailed.text.scopes import Scope, mentions
from entailed.text.scopes import scopes as read_scopes
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding, Span

_NAME = "scopes"
_KEPT = 0.5
_MOST = 0.7
_FULL = 0.85
_ECHOED = 0.6
_PART = 0.8  # share of a sentence's letters that a claim of the whole sentence has at least
_GENERAL = lazy(
    r"\b(?:is|are|am|(?-i:may)(?! \d)|must|can|shall|should|will|has|have|does|do|applies|"
    r"apply|costs?|includes?|"
    r"requires?|needs?|offers?|provides?|allows?|supports?|works?|runs?|opens?|closes?|receives?|"
    r"gets?|"
    r"pays?|qualify|qualifies|remains?|covers?|excludes?|uses?|takes?|lasts?|cannot|accepts?|"
    r"ships?|"
    r"ist|sind|darf|dürfen|muss|müssen|kann|können|gilt|gelten|hat|haben|wird|werden|"
    r"est|sont|peut|peuvent|doit|doivent|es|son|puede|pueden|debe|deben|é|são|pode|deve|è|sono|"
    r"può)\b",
    re.IGNORECASE,
)
_PAST = lazy(
    r"\b(?:was|were|had|did|wurde|wurden|war|waren|hatte|était|étaient|fut|fue|fueron|era|eran|"
    r"foi|foram|"
    r"said|told|announced|reported|began|won|died|born)\b",
    re.IGNORECASE,
)


_PAST_FORM = lazy(r"\b\w{3,20}ed\b|\b(?:fell|rose|grew|went|came|took|gave|made|left|lost)\b", re.I)


# What a group or a place limits, when it does not stand first: rules, offers and prices.
_RULE = lazy(
    r"\b(?:available|unavailable|allowed|free|offered|valid|appl(?:y|ies)|open|closed|banned|"
    r"required|"
    r"permitted|supported|legal|illegal|covered|included|eligible|entitled|may|must|can|cannot|"
    r"costs?|"
    r"pays?|receives?|gets?|takes?(?! place)|accepted|recommended|approved|unlimited|limited|"
    r"mandatory|optional|"
    r"refundable|effective|works?|ships?|expires?|lasts?|increases?|reduces?|improves?|"
    r"erlaubt|verboten|gilt|kostenlos|gratuit\w{0,2}|permis\w?|gratis|permitid[oa]s?)\b",
    re.IGNORECASE,
)


# A claim that names what something depends on holds under a limit, whatever it is called.
_DEPENDS = lazy(
    r"\b(?:depend(?:s|ent|ing)? (?:up)?on|hinges? on|subject to|conditional on|contingent on"
    r"|pending|hängt von|abhängig von|dépend|depende|dipende|зависит)\b",
    re.IGNORECASE,
)


@check(name=_NAME, version="1")
def scopes(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`qualifier_dropped` or, for a scope made wider, `quantifier_added` (both related).

    Silent when any equally close evidence clause has no such limit.
    """
    found: list[Finding] = []
    for ground in grounds(claim, alignment, evidence):
        finding = _inflated(ground) or _dropped(ground)
        if finding is not None:
            found.append(finding)
    return tuple(found)


def _general(text: str) -> bool:
    """Whether a sentence states a rule or a present state and no past event."""
    if _PAST.search(text):
        return False
    return bool(_GENERAL.search(text)) or not _PAST_FORM.search(text)


def _named(ground: Ground) -> frozenset[str]:
    """Roots of the claim's and the question's words."""
    return mentions(ground.claim.text) | (mentions(ground.given) if ground.given else frozenset())


def _missing(text: str, named: frozenset[str]) -> list[Scope]:
    """Limits of an evidence sentence whose words the claim does not have."""
    return [s for s in read_scopes(text) if not _kept(s, named)]


def _kept(limit: Scope, named: frozenset[str]) -> bool:
    """Whether enough of a limit's words are named; one is enough for a period or a time.

    Who speaks of the others knows of the exception.
    """
    if limit.kind == "exception" and "other" in named:
        return True
    share = len(limit.roots & named) / len(limit.roots)
    return share >= _KEPT or (limit.kind in ("period", "time") and share > 0)


def _inflated(ground: Ground) -> Finding | None:
    """A scope word in the claim (nationwide, all plans) where the evidence names a part."""
    claimed = in_clause(INFLATION, ground.view)
    if claimed is None or covered(ground.best, claimed) < _MOST:
        return None
    if any(INFLATION.search(m.evidence.text) for m in ground.meetings):
        return None
    named = _named(ground)
    limits = [s for s in _missing(ground.best.evidence.text, named) if s.kind != "period"]
    if not limits:
        return None
    return fault(
        _NAME,
        ground,
        ground.best,
        "quantifier_added",
        "related",
        "the evidence holds for a part only",
        claimed,
        limits[0].span,
    )


def _dropped(ground: Ground) -> Finding | None:
    """A limit of every close evidence sentence that the claim leaves out."""
    text = ground.claim.text
    if (
        CONDITION.search(text)
        or _DEPENDS.search(text)
        or not _general(text)
        or _is_part(ground.claim)
    ):
        return None
    named = _named(ground)
    whole = [m for m in ground.support if _said(ground, m) >= _FULL]
    dropped = [_limit(m, named) for m in whole]
    if not dropped or not all(dropped) or dropped[0] is None:
        return None
    return fault(
        _NAME,
        ground,
        whole[0],
        "qualifier_dropped",
        "related",
        "the evidence limits this",
        ground.view.clause.span,
        dropped[0],
    )


def _is_part(claim: Claim) -> bool:
    """Whether the claim is one of several of a sentence, and another may name the limit."""
    return len(claim.span) < _PART * len(claim.sentence)


def _limit(meeting: Meeting, named: frozenset[str]) -> Span | None:
    """The first limit of one evidence clause that the claim leaves out."""
    evidence = meeting.evidence
    for missing in _missing(evidence.text, named):
        rest = evidence.text[: missing.span.start] + evidence.text[missing.span.end :]
        if not _general(rest):
            continue
        if _attached(meeting, missing) and echoed(meeting, missing.span) >= _ECHOED:
            return missing.span
    return None


def _said(ground: Ground, meeting: Meeting) -> float:
    """Share of the claim clause's content in the evidence clause.

    A subject's further names count where another sentence has them beside the name used here
    ("the ferry Petrel", then "the ferry").
    """
    claim, matched = meeting.claim, meeting.pairing.matched
    shared = {r for r in claim.subject if claim.keys.get(r) in matched}
    left = [r for r, at in claim.keys.items() if at not in matched and _name(claim, r)]
    if not shared or not left:
        return covered(meeting)
    others = [mentions(text) for text in ground.texts]
    known = [r for r in left if any(r in o and shared & o for o in others)]
    return covered(meeting) + len(known) / len(claim.keys)


def _name(claim: View, key: str) -> bool:
    """Whether a content root of a claim is a part of its subject, or a name right beside it."""
    at = claim.keys[key]
    beside = any(abs(at - claim.keys[r]) == 1 for r in claim.subject if r in claim.keys)
    named = claim.text[claim.token(at).span.start].isupper()
    return key in claim.subject or (named and beside)


def _attached(meeting: Meeting, limit: Scope) -> bool:
    """Whether a limit belongs to the clause: inside it, or a condition right beside it."""
    clause = meeting.evidence.clause.span
    if clause.contains(limit.span):
        ahead = limit.span.start == clause.start
        rule = _RULE.search(meeting.evidence.text, clause.start, clause.end)
        return limit.kind not in ("group", "time") or ahead or rule is not None
    return limit.kind in ("condition", "exception", "time") and (
        0 <= limit.span.start - clause.end <= 2
        or limit.span.end >= clause.start >= limit.span.start
    )
