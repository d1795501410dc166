"""Absence: a claim that something does not exist or is not possible, where the evidence is silent.

Silence is no denial: "has offices in Lima and Hanoi, among other places" does not say that there
is none in Oslo. Speaks only about present states and abilities, and only when the evidence looked
at is about the claim's subject and holds no denial, limit or opposite the claim could rest on.

A denial may also put in its own words what the evidence says ("does not pay" for "is free").
Hence the claim must deny that something exists or can be done, or the very thing the evidence
says of another ("operates in Chile"), or a relation between two things the evidence names.
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.antonyms import exclusive, opposites
from entailed.text.clauses import language
from entailed.text.denials import conditioned, denied_verb, has_reversal, subordinate
from entailed.text.exclusions import roots_of
from entailed.text.grounds import reading
from entailed.text.lazy import lazy
from entailed.text.listed import listed
from entailed.text.quantifiers import EXCLUSIVE, in_clause
from entailed.text.views import Located, View
from entailed.types import Alignment, Claim, Evidence, EvidenceSpan, Finding, Span

_NAME = "absence"
_DENIES = lazy(
    r"\b(?:(?:has|have|holds?|offers?|provides?|contains?|includes?|owns?|runs?|operates?|sells?|"
    r"keeps?|"
    r"accepts?|there (?:is|are)) (?:currently |still )?no\b|(?:do|does)(?:n't| not) \w{2,20}|"
    r"(?:is|are)(?:n't| not) (?:currently |yet |a |an )?(?:possible|available|allowed|permitted|"
    r"supported|"
    r"included|covered|offered|required|eligible|refundable|accepted|provided|open|equipped|"
    r"licen[cs]ed|"
    r"\w{3,15}able|\w{3,15}ible)|cannot|can't|can not|no \w{2,20} (?:is|are|may|can)|lacks|"
    r"without|"
    r"unable to|kein\w{0,2}|(?:ist|sind) (?:derzeit )?nicht \w{3,20}|kann nicht|können nicht|"
    r"n'(?:a|ont|offre|est|inclut|accepte) (?:pas|aucun\w?)|il n'y a (?:pas|aucun\w?)|"
    r"ne \w{2,20} (?:pas|aucun\w?)|"
    r"no (?:tiene|tienen|hay|ofrece|incluye|permite|acepta|es posible|se puede)|"
    r"não (?:tem|têm|há|oferece|inclui|permite|aceita|é possível)|"
    r"non (?:ha|hanno|c'è|offre|include|permette|accetta|è possibile)|нет|не (?:име\w{2,3}|"
    r"предлага\w{2,3}))\b"
    r"|没有|不支持|不提供|不能|ありません|できません",
    re.IGNORECASE,
)
_PAST = lazy(
    r"\b(?:was|were|had|did|didn't|wasn't|weren't|hadn't|war|hatte|avait|era|tenía)\b", re.I
)
_LIMITS = lazy(
    r"\b(?:lack\w{0,3}|absen\w{1,3}|missing|exclud\w{1,4}|exclusion\w?|except\w{0,4}|"
    r"prevent\w{0,3}|stop\w{0,4}|"
    r"ends?|ended|ceas\w{1,3}|withdr\w{2,5}|cancel\w{0,6}|refus\w{1,3}|reject\w{0,4}|den(?:y|ies|"
    r"ied)|"
    r"declin\w{1,3}|fail\w{0,5}|unable|ban(?:s|ned)?|forbid\w{0,5}|prohibit\w{0,5}|instead|rather|"
    r"until|yet|"
    r"remain\w{0,3}|despite|although|though|but|however|too|last|former\w{0,2}|few\w{0,2}|hardly|"
    r"discontinu\w{1,4}|"
    r"remov\w{1,3}|abolish\w{0,3}|un(?:available|able|likely|supported|authori[sz]ed|known|used|"
    r"paid|finished|usable|changed|safe|lawful|fit|suitable)|in(?:eligible|valid|compatible|"
    r"sufficient|capable|"
    r"accessible)|"
    r"im(?:possible|permissible)|non|none|nobody|dis(?:abled?|allow\w{0,3}|continued|qualified|"
    r"agree\w{0,2}|miss\w{0,3}|appear\w{0,3}|like\w?)|zero|0|empty|\w{3,10}less|free of|"
    r"free from|closed|"
    r"loss|lost|"
    r"all|any|every|each|entire\w{0,2}|whole|both|total|maximum|minimum|least|most|limit\w{0,5}|"
    r"restrict\w{0,4}|"
    r"require\w{0,4}|must|rare\w{0,2}|alternative\w{0,2}|different|unlike|while|whereas|"
    r"replac\w{1,4}|"
    r"complete\w{0,2}|consist\w{0,3}|same|also called|nur|erst|ausgenommen|alle|jedoch|aber|"
    r"seulement|tous|mais|"
    r"todos|pero|solo|mas|tutti|ma|только|но|все)\b|只|但|所有|のみ|だけ|全て",
    re.IGNORECASE,
)

_WITHOUT = lazy(r"\b(?:without|ohne|sans|sin|sem|senza|без)\b", re.IGNORECASE)
# That a thing is not there, or cannot be done.
_NOT_THERE = lazy(
    r"\b(?:(?:has|have|holds?|offers?|provides?|contains?|includes?|owns?|there (?:is|are)) "
    r"(?:currently |still )?no\b|(?:do|does)(?:n't| not) have|cannot|can't|can not|lacks|unable to|"
    r"kein\w{0,2}|kann nicht|können nicht|n'(?:a|ont) (?:pas|aucun\w?)|il n'y a|"
    r"no (?:tiene|tienen|hay|se puede)|não (?:tem|têm|há)|non (?:ha|hanno|c'è)|нет)\b"
    r"|没有|不能|ありません|できません",
    re.IGNORECASE,
)
# Not to need a thing is what "optional" or "even without it" means.
_NEEDING = frozenset("need require depend matter cost indispensable necessary required".split())


@check(name=_NAME, version="1")
def absence(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`unsupported_negation` (related) on a clause that denies what the evidence never speaks of.

    Silent without aligned sentences (then the claim is missing altogether), and where a list of
    the evidence speaks of it.
    """
    if listed(claim, alignment, evidence) is not None:
        return ()
    read = reading(claim, alignment, evidence)
    located = read.located
    found = []
    for view in read.views:
        cue = _denial(view)
        if cue is None or not _about(view, located) or _could_rest(view, located):
            continue
        if _certain(view, located, evidence):
            found.append(_finding(claim, cue, located[0]))
    return tuple(found)


def _denial(view: View) -> Span | None:
    """The words that deny a present state or ability flatly, or None."""
    signs = view.polarity
    if not signs.negative or signs.partial or not view.mood.asserted:
        return None
    if in_clause(_PAST, view) or not any(signs.parity[at] for at in view.keys.values()):
        return None
    return in_clause(_DENIES, view)


def _certain(view: View, located: tuple[Located, ...], evidence: Evidence) -> bool:
    """Whether what a clause denies cannot be another wording of what the evidence says."""
    cues = [n for n in view.polarity.negations if n.kind != "neutral"]
    if len(cues) != 1 or conditioned(view) or subordinate(view) or in_clause(_WITHOUT, view):
        return False
    if in_clause(_NOT_THERE, view):
        return True
    at = denied_verb(view, cues[0])
    if at is None:
        return language(view.text) != "en"
    verb = view.token(at).root
    spoken = {token.root for place in located for token in place.view.clause.tokens}
    if not spoken.isdisjoint({verb, verb[:-1] + "i" if verb.endswith("y") else verb}):
        return True  # "fly" and "flies" keep other roots
    rest = {key for key in view.keys if key != verb}
    if view.token(at).text in _NEEDING or verb not in view.keys or not rest <= spoken:
        return False
    return not any(opposites(verb, other) for p in evidence.passages for other in roots_of(p.text))


def _about(view: View, located: tuple[Located, ...]) -> bool:
    """Whether the evidence speaks of the claim's subject and not of all that is denied."""
    denied = [root for root, at in view.keys.items() if view.polarity.parity[at]]
    subject = [root for root in view.subject if root not in denied] or denied[1:]
    spoken = {root for place in located for root in place.view.keys}
    about = sum(root in spoken for root in subject)
    return 0 < about >= len(subject) / 2 and not all(r in spoken for r in (*subject, *denied))


def _could_rest(view: View, located: tuple[Located, ...]) -> bool:
    """Whether anything in the evidence looked at might carry the denial."""
    for place in located:
        other = place.view
        if has_reversal(other, ()):
            return True
        if other.polarity.negations or EXCLUSIVE.search(other.text) or _LIMITS.search(other.text):
            return True
        if any(opposites(a, b) or exclusive(a, b) for a in view.keys for b in other.keys):
            return True
    return False


def _finding(claim: Claim, cue: Span, nearest: Located) -> Finding:
    """The finding, with the nearest evidence."""
    sentence = nearest.aligned.sentence
    place: EvidenceSpan = nearest.aligned.locate(0, len(sentence.text))
    return Finding(
        check=_NAME,
        outcome="fail",
        claim_span=claim.locate(cue.start, cue.end),
        reason="unsupported_negation",
        label="related",
        message="the evidence does not say that it is not so",
        claimed=cue.of(claim.text),
        stated=sentence.text,
        evidence=(place,),
    )
