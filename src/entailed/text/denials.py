"""Whether a denial and an affirmation that share words can both hold.

That a word is denied in one clause and affirmed in another is no contradiction yet: the two may
speak of different events ("they do not make bread", "they buy bread"), under different conditions
or of different times, or one of them may reverse its meaning without a negative word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from entailed.text.clauses import Token, clauses, is_verb, language
from entailed.text.closed import AUXILIARIES, DETERMINERS
from entailed.text.lazy import lazy
from entailed.text.opposition import SUBJECT_CUES, Contested, Meeting
from entailed.text.polarity import Negation
from entailed.text.roots import PAST, root
from entailed.text.views import View
from entailed.types import Span

__all__ = [
    "compatible",
    "conditioned",
    "denied_reason",
    "denied_verb",
    "has_reversal",
    "subordinate",
    "told_apart",
    "unless",
]

_QUESTIONS = frozenset("how whether why what who whom where when which".split())
# These set a thing beside another one; they do not say what is not the case.
_COMPARING = frozenset("unlike".split())
# In a claim these name what something else stands for; the evidence may well speak of that.
_CONTRASTING = frozenset("instead rather place and but as except apart other excluding".split())
_HOLDING = frozenset("with has have had having contains contain includes include including".split())
_HAPPENING = frozenset("occurred occurs happened happens arose arises developed followed".split())
_HAVING = frozenset("has have had having".split())
# A reversal of meaning that no negative word shows.
_REVERSING = lazy(
    r"\b(?:left out|leav\w{1,3} out|omit\w{0,4}|drop(?:s|ped|ping)?|skip\w{0,4}|bypass\w{0,3}|"
    r"exempt\w{0,4}|spared?|los(?:e|es|t|ing)|g[ai]v(?:e|es|en|ing) up|knock(?:s|ed|ing)? out|"
    r"(?:keep|keeps|kept|keeping|stop|stops|stopped|stopping|save|saves|saved|saving)"
    r"(?: \w{1,15}){1,4}? from|"
    r"replac\w{1,4}|cancel\w{0,6}|abandon\w{0,3}|forgo\w{0,4}|forgone|waiv\w{1,3}|refrain\w{0,3}|"
    r"dispens\w{1,3} with|did away with|do(?:es)? away with|miss(?:ed|es|ing)? out|"
    r"too \w{2,15}(?: for| to)\b|instead of being)\b",
    re.IGNORECASE,
)
# One of its kind: that nobody else did it is what "the last to do it" means.
_UNIQUE = lazy(
    r"\b(?:(?:the|his|her|its|their) (?:\w{2,15} )?(?:first|last|only|sole|lone|most)|"
    r"longest|shortest|largest|biggest|smallest|best|worst|fastest|slowest|highest|lowest|oldest|"
    r"youngest|greatest|strongest|than any(?:one)?(?: other| else)|unique)\b",
    re.IGNORECASE,
)
_EXCLUSIVE = frozenset("no nobody none neither".split())
_FORBIDDING = lazy(r"\b(?:forbid\w{0,5}|forbade|banned|prohibit\w{0,3})\b", re.IGNORECASE)
_UNREAL = lazy(r"\b(?:would|could|might|should)(?:n't| not| never)? have \w", re.IGNORECASE)
_NEEDED = lazy(
    r"\b(?:needs?|needed|requir(?:e|es|ed|ing)|must|ha(?:s|ve) to|demands?|compulsory|mandatory)\b",
    re.IGNORECASE,
)
_SO_FAR = lazy(r"\b(?:no longer|not any ?more|yet to|(?:not|n't|nor) yet|yet)\b", re.IGNORECASE)
_BY_NOW = lazy(r"\b(?:still|already|now|today|currently|to this day|meanwhile)\b", re.IGNORECASE)
_BEFORE_CLAUSE = lazy(
    r"(?:(?<!,)\bwhile|\b(?:when|whenever|once|until|till|as long as|where|whether|before|after|"
    r"even if))\s*$",
    re.IGNORECASE,
)
_UNLESS = lazy(r"\bunless\s*$", re.IGNORECASE)
_NO_REASON = lazy(r"\bnot(?: just| only| simply)? because\s*$", re.IGNORECASE)
_TIMED = frozenset("before after when while until once since".split())
_PARTICLES = frozenset("out off over up down away aside".split())
_ORDINALS = frozenset(
    "first second third fourth fifth sixth seventh eighth ninth tenth last".split()
)
_COMPARATIVES = frozenset("more fewer less larger smaller longer shorter".split())
_EMPTY = frozenset(root(word) for word in "made taken given done".split())
_ADVERB = 4  # letters from which a word in -ly is taken for an adverb


def compatible(meeting: Meeting) -> bool:
    """Whether the two clauses may both be true for all that is contested between them."""
    contested = meeting.pairing.contested
    swaps = [c for c in contested if c.kind != "negation"]
    if any(_other_sense(meeting, c) for c in swaps) or (swaps and _forbidden(meeting)):
        return True
    if swaps or not contested or language(meeting.claim.text) != "en":
        return False
    denies = bool(_cue_words(meeting.claim) - _cue_words(meeting.evidence))
    if any(_unsure(meeting, c, denies=denies) for c in contested) or _reversed_unseen(meeting):
        return True
    denier, other = meeting.claim, meeting.evidence
    if not denies:
        denier, other = other, denier
    if _UNREAL.search(_text(denier)) and not _UNREAL.search(_text(other)):
        return True
    if conditioned(meeting.evidence) and not conditioned(meeting.claim):
        return True
    return _denial_fits_not(meeting) if denies else _narrower_denial(meeting)


# "No one has scored more than Henry" says that Henry has.
_UNSURPASSED = lazy(
    r"\b(?:no|none|nobody|nothing|never)\b[^.;]*?\b(?:more|less|fewer|(?!other|rather)\w{3,}er)"
    r"\b[^.;]*?\bthan\b",
    re.IGNORECASE,
)
_APART = lazy(r"\b(?:distinct|different|separate|apart) from\b|\bdiffers? from\b", re.IGNORECASE)
_ALIKE = lazy(r"\b(?:the same|identical|alike|equal)\b", re.IGNORECASE)


def told_apart(claim: View, evidence: View) -> bool:
    """Whether a negative word only compares: it sets two things apart, or one above all others.

    "Distinct from" says "not the same as"; "twins do not have the same prints" denies no prints.
    """
    if _UNSURPASSED.search(claim.text) or _UNSURPASSED.search(evidence.text):
        return True
    if claim.polarity.negations and _APART.search(evidence.text):
        return True
    alike = _ALIKE.search(evidence.text) is not None and _ALIKE.search(claim.text) is None
    return alike and bool(evidence.polarity.negations)


def subordinate(view: View) -> bool:
    """Whether a clause only says when, where or whether something else is so."""
    return view.mood.conditional or bool(_BEFORE_CLAUSE.search(_ahead(view)))


def unless(view: View) -> bool:
    """Whether a clause is a condition that must not be met."""
    return bool(_UNLESS.search(_ahead(view)))


def denied_reason(view: View) -> bool:
    """Whether a clause gives what is not the reason ("not because of the price")."""
    return bool(_NO_REASON.search(_ahead(view)))


def _ahead(view: View) -> str:
    """The text right before a clause."""
    start = view.clause.span.start
    return view.text[max(0, start - 20) : start]


def _cue_words(view: View) -> Counter[str]:
    """The first words of the negations of a clause."""
    cues = [n for n in view.polarity.negations if n.kind not in ("neutral", "partial")]
    return Counter(view.clause.tokens[n.cue[0]].text for n in cues)


def _forbidden(meeting: Meeting) -> bool:
    """Whether one clause forbids something and no opposite is that."""
    found = []
    for view, shared in (
        (meeting.claim, {c.left for c in meeting.pairing.contested}),
        (meeting.evidence, {c.right for c in meeting.pairing.contested}),
    ):
        place = _FORBIDDING.search(view.text, view.clause.span.start, view.clause.span.end)
        found.append(
            place is not None
            and not any(Span(*place.span()).overlaps(view.token(at).span) for at in shared)
        )
    return found[0] != found[1]


def _text(view: View) -> str:
    """The text of a clause."""
    return view.clause.span.of(view.text)


def _other_sense(meeting: Meeting, contested: Contested) -> bool:
    """Whether two opposites do not meet: another sense, or a time two events are set against."""
    left, right = contested.left, contested.right
    claim, evidence = meeting.claim, meeting.evidence
    if _one_family(claim.token(left).text, evidence.token(right).text):
        return True
    for view, at in ((claim, left), (evidence, right)):
        tokens = view.clause.tokens
        following = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if is_verb(tokens, at) and (following in _PARTICLES or following in _ORDINALS):
            return True
    return all(
        _in_time_clause(view, at) for view, at in ((claim, left), (evidence, right))
    ) and not (claim.mood.conditional or evidence.mood.conditional)


def _one_family(a: str, b: str) -> bool:
    """Whether one word is the other with an ending that does not reverse it (employ, employees)."""
    short, long = sorted((a, b), key=len)
    return long.startswith(short) and len(short) > _ADVERB and not long.endswith(("less", "lessly"))


def _in_time_clause(view: View, at: int) -> bool:
    """Whether a verb stands behind "before", "after" or "when", with its subject between."""
    tokens = view.clause.tokens
    if not is_verb(tokens, at):
        return False
    ahead = [token.text for token in tokens[max(0, at - 3) : at]]
    return any(word in _TIMED for word in ahead)


def _unsure(meeting: Meeting, contested: Contested, *, denies: bool) -> bool:
    """Whether a cue does not reach the contested word, or the words only share a meaning.

    To deny a thing in other words says little about it; that a denied thing is so, much.
    """
    claim, evidence = meeting.claim, meeting.evidence
    if claim.token(contested.left).root != evidence.token(contested.right).root:
        named = [_named(v, at) for v, at in ((claim, contested.left), (evidence, contested.right))]
        if denies or named[0] != named[1]:
            return True
    for view, at in ((claim, contested.left), (evidence, contested.right)):
        cues = [n for n in view.polarity.negations if n.kind != "neutral" and at in n.scope]
        if any(_stops_short(view, cue, at) for cue in cues):
            return True
    return False


def _named(view: View, at: int) -> bool:
    """Whether a determiner stands right before a word."""
    return at > 0 and view.clause.tokens[at - 1].text in DETERMINERS


def _stops_short(view: View, cue: Negation, at: int) -> bool:
    """Whether a question, a new verb or a mark stands between a cue and a word."""
    tokens = view.clause.tokens
    first = tokens[cue.cue[0]].text
    if first in _COMPARING:
        return True
    start, end = sorted((cue.cue[-1], at))
    between = tokens[start + 1 : end]
    if any(token.text in _QUESTIONS for token in between):
        return True
    if any(mark in view.text[tokens[start].span.end : tokens[end].span.start] for mark in ":;("):
        return True
    lexical = len(cue.cue) > 1 and tokens[cue.cue[-1]].text == "from"
    return lexical and any(
        token.text in AUXILIARIES and is_verb(tokens, start + 1 + n) and n > 0
        for n, token in enumerate(between)
    )


def _reversed_unseen(meeting: Meeting) -> bool:
    """Whether one of the clauses has a reversal of its own that the other lacks."""
    claim, evidence = meeting.claim, meeting.evidence
    pairing = meeting.pairing
    mine = has_reversal(claim, pairing.matched.keys())
    theirs = has_reversal(evidence, pairing.matched.values())
    if mine != theirs:
        return True
    if claim.polarity.negative:
        none = claim.clause.tokens[0].text in _EXCLUSIVE
        return none and bool(_UNIQUE.search(evidence.text))
    return bool(_UNIQUE.search(_text(evidence))) and not _UNIQUE.search(_text(claim))


def has_reversal(view: View, shared: Collection[int]) -> bool:
    """Whether a clause has a reversal without a negative word, other than the words it shares."""
    found = _REVERSING.search(view.text, view.clause.span.start, view.clause.span.end)
    if found is None:
        return False
    place = Span(*found.span())
    return not any(place.overlaps(view.token(at).span) for at in shared)


def conditioned(view: View) -> bool:
    """Whether a condition stands right before or after a clause in its sentence."""
    row = clauses(view.text)
    at = next((n for n, c in enumerate(row) if c.span.start == view.clause.span.start), None)
    if at is None:
        return False
    return any(c.opener == "condition" for c in row[max(0, at - 1) : at + 2] if c is not row[at])


def _narrower_denial(meeting: Meeting) -> bool:
    """Whether the evidence denies less than the claim says: of some only, or "rather than" it."""
    evidence = meeting.evidence
    shared = set(meeting.pairing.matched.values())
    for cue in evidence.polarity.negations:
        if cue.kind == "phrase" and evidence.clause.tokens[cue.cue[0]].text in _CONTRASTING:
            rest = [at for at in shared if at not in cue.scope]
            if len(rest) < 2:
                return True
    first = next((n.cue[0] for n in evidence.polarity.negations if n.kind != "neutral"), 0)
    tokens = evidence.clause.tokens
    return any(
        tokens[at].text in _COMPARATIVES
        and at + 1 < first
        and tokens[at + 1].text == "than"
        and not any(t.text == "than" for t in meeting.claim.clause.tokens)
        for at in range(first)
    )


def _denial_fits_not(meeting: Meeting) -> bool:
    """Whether what the claim denies is not what the evidence affirms: event, need or time."""
    claim, evidence = meeting.claim, meeting.evidence
    if _phrases(claim):
        return not _with_it(meeting)
    cues = [n for n in claim.polarity.negations if n.kind == "right"]
    if _tail(claim):
        return True
    if _cue_words(claim).total() > 1:
        return not evidence.polarity.negative
    if _so_far_only(meeting):
        return True
    if _NEEDED.search(_text(evidence)) and not _NEEDED.search(_text(claim)):
        return True
    if conditioned(claim) and not conditioned(evidence):
        return True
    if any(_attribute_only(meeting, c) for c in meeting.pairing.contested):
        return True
    return any(not _same_event(meeting, cue) or _unnamed(meeting, cue) for cue in cues)


def _tail(view: View) -> bool:
    """Whether a clause only takes something out of the one before it ("but not on Sundays")."""
    tokens = view.clause.tokens
    if view.clause.span.start == 0:
        return False
    if not any(is_verb(tokens, at) for at in range(len(tokens))):
        return True
    opens = tokens[0].text == "not" and len(tokens) > 1
    return opens and not tokens[1].content and not is_verb(tokens, 1)


def _so_far_only(meeting: Meeting) -> bool:
    """Whether the claim denies of one time what the evidence says of another.

    "No longer" leaves open what was, "yet" what will be.
    """
    claim, evidence = meeting.claim, meeting.evidence
    until = _SO_FAR.search(_text(claim))
    if until is None or _BY_NOW.search(_text(evidence)):
        return False
    if "yet" not in until.group().casefold():
        return True
    words = (evidence.token(c.right).text for c in meeting.pairing.contested)
    return not any(word in PAST or word.endswith("ed") for word in words)


def _phrases(view: View) -> list[Negation]:
    """The cues of a clause that deny a phrase, where it has no others."""
    cues = [n for n in view.polarity.negations if n.kind not in ("neutral", "partial")]
    return cues if cues and all(n.kind == "phrase" for n in cues) else []


def _with_it(meeting: Meeting) -> bool:
    """Whether the evidence has what the claim is without: "with" it, or as what happens.

    A claim that begins with "without" names a condition.
    """
    claim, evidence = meeting.claim, meeting.evidence
    cue = _phrases(claim)[0]
    first = claim.clause.tokens[cue.cue[0]].text
    if first in _CONTRASTING or first in _COMPARING or cue.cue[0] == 0:
        return False
    if _NEEDED.search(_text(evidence)):
        return False
    for contested in meeting.pairing.contested:
        tokens = evidence.clause.tokens
        ahead = [token.text for token in tokens[max(0, contested.right - 4) : contested.right]]
        verb = is_verb(tokens, contested.right)
        if any(word in _HOLDING and not (verb and word in _HAVING) for word in ahead):
            return True
        following = tokens[contested.right + 1].text if contested.right + 1 < len(tokens) else ""
        happens = following in _HAPPENING or _verb_form(tokens, contested.right)
        if happens and _rest_found(meeting, cue):
            return True
    return False


def _verb_form(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a token may be a verb: by its form, or with an s at the end of its clause."""
    ends = at == len(tokens) - 1 and at > 0 and tokens[at - 1].text not in DETERMINERS
    return is_verb(tokens, at) or (ends and tokens[at].text.endswith("s"))


def _rest_found(meeting: Meeting, cue: Negation) -> bool:
    """Whether most of the claim outside a phrase stands in the evidence clause, with its verb."""
    claim = meeting.claim
    rest = [at for at in claim.keys.values() if at not in cue.scope]
    near = {claim.keys[key] for key in claim.keys if key in meeting.evidence.context}
    found = [at for at in rest if at in meeting.pairing.matched or at in near]
    return bool(rest) and len(found) / len(rest) >= 2 / 3


def _attribute_only(meeting: Meeting, contested: Contested) -> bool:
    """Whether a quality the claim denies only goes with a noun in the evidence (a final award)."""
    tokens, at = meeting.evidence.clause.tokens, contested.right
    mine, left = meeting.claim.clause.tokens, contested.left
    ends = left + 1 >= len(mine) or not mine[left + 1].content
    if not ends or not 0 < at < len(tokens) - 1 or is_verb(mine, left):
        return False
    return tokens[at - 1].text in DETERMINERS and tokens[at + 1].content


def _same_event(meeting: Meeting, cue: Negation) -> bool:
    """Whether the evidence has the verb that the claim denies, or no such verb is there."""
    claim, evidence = meeting.claim, meeting.evidence
    at = denied_verb(claim, cue)
    if at is None or at in meeting.pairing.matched:
        return True
    token = claim.clause.tokens[at]
    if token.root in _EMPTY and claim.clause.tokens[cue.cue[0]].text in SUBJECT_CUES:
        tokens, matched = evidence.clause.tokens, meeting.pairing.matched
        return any(is_verb(tokens, matched[i]) for i in cue.scope if i in matched)
    theirs = [t for t in evidence.clause.tokens if not t.joined]
    if token.text in _HAVING:
        return any(t.text in _HOLDING or t.text == "there" for t in theirs)
    if token.text in AUXILIARIES or token.text in DETERMINERS:
        return True
    if not (token.content or is_verb(claim.clause.tokens, at)):
        return True
    return any(t.root == token.root for t in theirs)


def denied_verb(view: View, cue: Negation) -> int | None:
    """The verb a cue denies: after "not", before "no" and its noun, or after "nobody"."""
    tokens = view.clause.tokens
    first, last = cue.cue[0], cue.cue[-1]
    if tokens[first].text in SUBJECT_CUES:
        before = [at for at in range(first) if is_verb(tokens, at)]
        if before:
            return before[-1]
        verbs = [at for at in range(last + 1, len(tokens)) if is_verb(tokens, at)]
        return next((at for at in verbs if tokens[at].text not in AUXILIARIES), None)
    for at in range(last + 1, len(tokens)):
        text = tokens[at].text
        adverb = len(text) > _ADVERB and text.endswith("ly")
        if text not in AUXILIARIES and not adverb:
            return at
    return None


def _unnamed(meeting: Meeting, cue: Negation) -> bool:
    """Whether what the claim denies something of is narrower than what the evidence speaks of."""
    claim, evidence = meeting.claim, meeting.evidence
    for key, at in claim.keys.items():
        if at >= cue.cue[0] or at in meeting.pairing.matched:
            continue
        if key not in evidence.context:
            return True
    return False
