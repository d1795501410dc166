"""Qualifiers: a claim whose quantifiers or norms are stronger than those of its evidence.

"Some branches" told as "all branches", "members" as "only members", "often" as "always", a
superlative or a guarantee out of nothing, "may" told as "must". A weaker claim is fine, and so is
a member of a group of which the evidence says all.
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.clauses import is_verb
from entailed.text.grounds import Ground, covered, fault, grounds
from entailed.text.lazy import lazy
from entailed.text.moods import modal_span
from entailed.text.opposition import Meeting
from entailed.text.predicates import finite_verb
from entailed.text.quantifiers import (
    CERTAINTY,
    EXCLUSIVE,
    SUPERLATIVE,
    Quantified,
    claimed_only,
    frequencies,
    in_clause,
    quantities,
)
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding, Label, Reason, Span

_NAME = "qualifiers"
_ALL = 4
_MOST = 0.7
_FULL = 0.8
_OTHERS = lazy(
    r"\b(?:others?|the rest|the remaining|remainder|not all|not every|except|but not|only some|"
    r"exceptions?|"
    r"die anderen|andere|übrigen|les autres|los demás|otros|os outros|gli altri|остальные|"
    r"другие)\b|其他|其余|他の",
    re.IGNORECASE,
)
_ALSO = lazy(
    r"\b(?:too|also|as well|likewise|in addition|additionally|equally|both|auch|ebenfalls|aussi|"
    r"également|"
    r"también|também|anche|также|тоже)\b|也|亦|も",
    re.IGNORECASE,
)
_HABIT = lazy(
    r"\b(?:every|each|daily|weekly|monthly|yearly|annually|all (?:day|year|the time)|at all times|"
    r"whenever|"
    r"without exception|regular\w{0,2}|usual\w{0,2}|typical\w{0,2}|general\w{0,2}|normal\w{0,2}|"
    r"common\w{0,2}|"
    r"most\w{0,2}|often|frequent\w{0,2}|tends?|habit\w{0,5}|many|must|never|forever|"
    r"constant\w{0,2}|continu\w{1,6}|"
    r"immer|jede[rsnm]?|täglich|toujours|chaque|siempre|cada|sempre|ogni|всегда|каждый)\b|每|总|毎|"
    r"いつも",
    re.IGNORECASE,
)


_BOUND = lazy(
    r"\b(?:most|least|maxim\w{1,3}|minim\w{1,3}|more than|less than|fewer than|later than|"
    r"exceed\w{0,3}|up to|"
    r"within|before|höchstens|mindestens|maximal|maximum|minimum|au plus|au moins|máximo|mínimo)\b",
    re.IGNORECASE,
)


_COMPARED = lazy(
    r"\b(?:than|best|worst|most|least|first|\w{3,10}est|als|que|di|чем|record|unmatched|no other|"
    r"nowhere else|rank\w{0,3}|top|number one|"
    r"no\\. 1)\b|比",
    re.IGNORECASE,
)


@check(name=_NAME, version="1")
def qualifiers(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`quantifier_added` or, for a weakened duty, `qualifier_dropped`; one a clause at most.

    Label contradicted where the evidence names those it does not hold for, else related.
    """
    found: list[Finding] = []
    for ground in grounds(claim, alignment, evidence):
        finding = (
            _quantity(ground)
            or _all_for_only(ground)
            or _frequency(ground)
            or _only(ground)
            or _superlative(ground)
            or _norm(ground)
        )
        if finding is not None:
            found.append(finding)
    return tuple(found)


def _fault(
    ground: Ground, meeting: Meeting, message: str, claimed: Span, stated: Span, label: Label
) -> Finding:
    """A `quantifier_added` finding."""
    return fault(_NAME, ground, meeting, "quantifier_added", label, message, claimed, stated)


def _quantity(ground: Ground) -> Finding | None:
    """More members of a group than the evidence speaks of."""
    for mine in quantities(ground.view):
        if mine.level < 3 or not mine.noun or covered(ground.best) < _MOST:
            continue
        weaker = [_weaker(m, mine) for m in ground.support]
        stated = weaker[0]
        if stated is None or not all(weaker):
            continue
        best = ground.best
        label: Label = "contradicted" if _others(best) else "related"
        return _fault(ground, best, "the evidence speaks of fewer", mine.span, stated.span, label)
    return None


def _weaker(meeting: Meeting, mine: Quantified) -> Quantified | None:
    """A weaker quantifier of the same noun in the evidence clause, when no strong one is there."""
    theirs = [q for q in quantities(meeting.evidence) if q.noun == mine.noun]
    if any(q.level >= mine.level for q in theirs):
        return None
    first = theirs[0] if theirs else None
    if first and mine.level < _ALL and first.counted:
        return None  # "62 of the 100" may well be most
    return first


def _all_for_only(ground: Ground) -> Finding | None:
    """All of a group where every close evidence clause says only some kind of it."""
    for mine in quantities(ground.view):
        if mine.level < _ALL or not mine.noun or claimed_only(ground.view):
            continue
        kinds = [_only_kind(m, mine) for m in ground.support]
        if kinds and all(kinds) and kinds[0] is not None:
            message = "the evidence says so of one kind only"
            return _fault(ground, ground.best, message, mine.span, kinds[0], "contradicted")
    return None


def _only_kind(meeting: Meeting, mine: Quantified) -> Span | None:
    """ "Only" with a narrower kind of the claim's group ("new customers", "Neukunden"), or None."""
    view = meeting.evidence
    only = claimed_only(view)
    if only is None or view.polarity.negative:
        return None
    if any(q.level >= _ALL and q.noun == mine.noun for q in quantities(view)):
        return None
    after = [t for t in view.clause.tokens if t.span.start >= only.end and t.content][:4]
    for token in after:
        compound = len(token.root) > len(mine.noun) + 2 and token.root.endswith(mine.noun)
        kind = [t for t in after if t is not token and t.root not in meeting.claim.keys]
        near = kind and abs(after.index(kind[0]) - after.index(token)) == 1
        if (compound and len(mine.noun) > 3) or (token.root == mine.noun and near):
            return Span(only.start, token.span.end)
    return None


def _others(meeting: Meeting) -> bool:
    """Whether the evidence sentence speaks of those left out."""
    return bool(_OTHERS.search(meeting.evidence.text))


def _frequency(ground: Ground) -> Finding | None:
    """More often than the evidence says, or often where it says nothing of the kind."""
    mine = max(frequencies(ground.view), key=lambda q: q.level, default=None)
    signs = ground.view.polarity
    if mine is None or mine.level < 3 or signs.negative or signs.partial:
        return None
    for meeting in ground.support:
        theirs = [q.level for q in frequencies(meeting.evidence)]
        if any(level >= mine.level for level in theirs):
            return None
        if not theirs and (
            _HABIT.search(meeting.evidence.text)
            or meeting.pairing.coverage < _FULL
            or (mine.level < _ALL and _generic(meeting.evidence))
        ):
            return None
    best = ground.best
    weaker = frequencies(best.evidence)
    stated = weaker[0].span if weaker else best.evidence.clause.span
    return _fault(
        ground,
        best,
        "the evidence does not say how often, or less often",
        mine.span,
        stated,
        "related",
    )


def _generic(view: View) -> bool:
    """Whether a clause says in the present what holds as a rule ("a plumber charges £60")."""
    if view.mood.modal or _PARTICULAR.search(view.text):
        return False
    verb = finite_verb(view)
    text = "" if verb is None else view.token(verb).text
    if text in ("", "is"):
        return view.clause.tokens[0].text in ("a", "an")
    return text.endswith("s") and text not in _NOT_GENERIC


_NOT_GENERIC = frozenset("was has does".split())
_PARTICULAR = lazy(r"(?<!\w)(?:my|our|today|now|currently|this|yesterday)(?!\w)", re.IGNORECASE)


def _only(ground: Ground) -> Finding | None:
    """An exclusive word the evidence has nothing of."""
    mine = claimed_only(ground.view)
    if mine is None or any(EXCLUSIVE.search(text) for text in ground.texts):
        return None
    if covered(ground.best) < _FULL or _is_condition(ground):
        return None
    if _excludes_nobody(ground, mine):
        return None
    other = next((m for m in ground.meetings if _also_others(ground, m)), None)
    if other is not None:
        span = other.evidence.clause.span
        return _fault(ground, other, "the evidence names others too", mine, span, "contradicted")
    span = ground.best.evidence.clause.span
    return _fault(ground, ground.best, "the evidence excludes nobody", mine, span, "related")


_SCALAR = lazy(
    r"\s(?:just\s|(?:the|an?)\s)?(?:\d|half|just\b|been\b|after\b|once\b|twice\b|recently\b"
    r"|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b"
    r"|(?:second|third|fourth|fifth|last)[\s.]|(?:advisory|a matter)\b)",
    re.IGNORECASE,
)
_WHEN = lazy(
    r"(?<!\w)(?:once|if|when|after|before|over|above|under|below|more than|less than|at least"
    r"|from|until)(?!\w)",
    re.IGNORECASE,
)


def _excludes_nobody(ground: Ground, only: Span) -> bool:
    """Whether "only" makes an amount small, or puts a condition that the evidence puts too.

    "Only half their value", "only the second lowest"; "you can only apply once ..." where one may
    apply once that is so.
    """
    after = ground.view.text[only.end :]
    if _SCALAR.match(after):
        return True
    return bool(_WHEN.search(after) and _WHEN.search(ground.best.evidence.text))


def _is_condition(ground: Ground) -> bool:
    """Whether the claim only names a condition of the evidence ("Unused items only.").

    Without a verb it says for what the rule holds, and the evidence gives the rule for just that.
    """
    tokens = ground.view.clause.tokens
    if any(is_verb(tokens, at) for at in range(1, len(tokens))):  # "unused" is none
        return False
    matched = ground.best.pairing.matched
    first = min((matched[at] for at in ground.view.keys.values() if at in matched), default=0)
    theirs = ground.best.evidence.clause.tokens
    return any(token.text in _CONDITIONS for token in theirs[max(0, first - 2) : first])


_CONDITIONS = frozenset("for to by within in on at with from für bei pour para per".split())


def _also_others(ground: Ground, meeting: Meeting) -> bool:
    """Whether an evidence clause says the same of another subject."""
    if meeting in ground.support or not _ALSO.search(meeting.evidence.text):
        return False
    subject = set(ground.view.subject)
    rest = [root for root in ground.view.keys if root not in subject]
    return bool(rest) and all(root in meeting.evidence.keys for root in rest)


def _superlative(ground: Ground) -> Finding | None:
    """A superlative or a guarantee nowhere in the evidence looked at."""
    for pattern in (SUPERLATIVE, CERTAINTY):
        mine = in_clause(pattern, ground.view)
        if mine is None or covered(ground.best, mine) < _FULL:
            continue
        if any(pattern.search(text) or _COMPARED.search(text) for text in ground.texts):
            continue
        span = ground.best.evidence.clause.span
        return _fault(
            ground, ground.best, "the evidence does not go that far", mine, span, "related"
        )
    return None


def _norm(ground: Ground) -> Finding | None:
    """A permission or advice told as a duty, or a duty told as advice or choice."""
    mine = ground.view.mood.modal
    if not mine or ground.view.polarity.negative or _BOUND.search(ground.claim.text):
        return None
    for meeting in ground.support:
        theirs = meeting.evidence.mood.modal
        if covered(meeting) < _FULL or meeting.evidence.polarity.negative:
            return None
        if (mine, theirs) not in _CHANGED or not _one_act(meeting):
            return None
    best = ground.best
    return fault(
        _NAME,
        ground,
        best,
        _CHANGED[mine, best.evidence.mood.modal],
        "related",
        f'the claim says "{mine}", the evidence "{best.evidence.mood.modal}"',
        ground.view.clause.span,
        best.evidence.clause.span,
    )


def _one_act(meeting: Meeting) -> bool:
    """Whether the norms on both sides bear on one act.

    "May only be sold boiled" is a duty to boil; "as close as you can" allows nothing.
    """
    if EXCLUSIVE.search(meeting.evidence.text):
        return False
    mine, theirs = _ruled(meeting.claim)[:1], _ruled(meeting.evidence)[:_ACTS]
    if not mine or not theirs:
        return _AS_CAN.search(meeting.evidence.text) is None
    return meeting.pairing.matched.get(mine[0]) in theirs


def _ruled(view: View) -> list[int]:
    """The content words after the clause's norm, in order."""
    norm = modal_span(view.text, view.clause)
    after = [at for at in view.keys.values() if norm and view.token(at).span.start >= norm.end]
    return sorted(after)


_AS_CAN = lazy(r"(?<!\w)as \w+ can(?!\w)", re.IGNORECASE)
_ACTS = 2  # content words after a norm that may be what it is about ("may be asked to show")


_CHANGED: dict[tuple[str, str], Reason] = {
    ("must", "may"): "quantifier_added",
    ("must", "should"): "quantifier_added",
    ("should", "may"): "quantifier_added",
    ("should", "must"): "qualifier_dropped",
    ("may", "must"): "qualifier_dropped",
}
