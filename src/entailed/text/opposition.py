"""Whether two clauses about the same thing say opposite things.

The words two clauses share are matched; a word denied in one and affirmed in the other, a word
against its opposite, or two values of one attribute are contested. Two reversals cancel out
("not disabled" against "enabled").
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from entailed.text.antonyms import (
    converse,
    exclusive,
    is_cjk,
    listed,
    opposites,
    prefixed,
    relational,
    rivals,
)
from entailed.text.clauses import is_verb, language
from entailed.text.closed import AUXILIARIES, DETERMINERS, RELATIONAL
from entailed.text.roots import root as root_of
from entailed.text.synonyms import inflected, opening, synonyms
from entailed.text.views import Located, View
from entailed.types import Span

Kind = Literal["negation", "antonym", "exclusive"]

SUBJECT_CUES = frozenset(
    "no none neither nobody nothing nor ningún ninguno ninguna nadie nessun nessuno nessuna "
    "nenhum nenhuma ninguém никто никакой ни нет".split()
)
_ALTERNATIVES = frozenset("or nor oder noch ou ni o né и или и".split())
_COMPARED = 24  # words of a clause compared for opposites at most
_ALONE = 3  # characters of a sentence outside a clause that is all of it
_HALF = frozenset("half partly semi halb demi medio mezzo".split())
_THAN = frozenset("than als чем より 比".split())
_SUBJECT_SHARE = 0.75
_ONE_OF_SHARE = 0.4
_AND = frozenset("and und et y e и".split())
# What is denied together with what it gives leave for.
_LEAVE = frozenset(
    root_of(word)
    for word in "allowed permitted authorised authorized able entitled eligible licensed supposed "
    "erlaubt gestattet autorisé permis autorizado permitido".split()
)
_SCOPE_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Contested:
    """A word of the claim (`left`, index in its clause) against one of the evidence (`right`)."""

    left: int
    right: int
    kind: Kind
    differs: bool


@dataclass(frozen=True, slots=True)
class Pairing:
    """How a claim clause and an evidence clause meet.

    `coverage` in [0, 1] is the share of the claim clause's content found in the evidence clause
    or its context, opposites counted as found. `matched` maps indexes, claim to evidence clause.
    """

    coverage: float
    matched: dict[int, int]
    contested: tuple[Contested, ...]
    subject: bool

    @property
    def opposed(self) -> bool:
        """Whether an odd number of reversals differ and nothing speaks for agreement."""
        if not self.contested or not all(c.differs for c in self.contested):
            return False
        kinds = [c.kind for c in self.contested]
        swaps = sum(kind != "negation" for kind in kinds)
        return (swaps + ("negation" in kinds)) % 2 == 1


@dataclass(frozen=True, slots=True)
class Meeting:
    """A claim clause, an evidence clause with its place, and how they meet."""

    claim: View
    located: Located
    pairing: Pairing

    @property
    def evidence(self) -> View:
        """The evidence clause."""
        return self.located.view


def meet(claim: View, located: tuple[Located, ...]) -> tuple[Meeting, ...]:
    """The claim clause with each evidence clause, in the order given."""
    against = frozenset[str]().union(*(rivals(root) for root in claim.keys))
    return tuple(Meeting(claim, place, pair(claim, place.view, against)) for place in located)


def pair(claim: View, evidence: View, against: frozenset[str] | None = None) -> Pairing:
    """Match two clauses word by word. `against` are the rivals of all claim roots, if known."""
    theirs = evidence.keys
    matched = {at: theirs[root] for root, at in claim.keys.items() if root in theirs}
    matched |= _alike(claim, evidence, matched)
    apart = against is not None and against.isdisjoint(theirs)
    reversed_ = [] if apart else _reversed(claim, evidence, matched)
    silent = not (claim.polarity.negations or evidence.polarity.negations)
    denied = [] if silent else _denied(claim, evidence, matched)
    contested = _merge(reversed_, denied)
    if contested and equally_negative(claim, evidence, matched):
        contested = tuple(
            c if c.kind != "negation" else replace(c, differs=False) for c in contested
        )
    coverage = _coverage(claim, evidence, {*matched, *(c.left for c in reversed_)})
    return Pairing(coverage, matched, contested, _same_subject(claim, evidence, reversed_, matched))


def _alike(claim: View, evidence: View, matched: dict[int, int]) -> dict[int, int]:
    """Claim words against synonyms among the evidence words that match no other, both by index."""
    rest = [(root, at) for root, at in claim.keys.items() if at not in matched]
    free = {root: at for root, at in evidence.keys.items() if root not in claim.keys}
    found: dict[int, int] = {}
    for root, at in rest[:_COMPARED]:
        if opening(root) not in evidence.openings and synonyms(root).isdisjoint(evidence.keys):
            continue
        other = _other_form(root, free)
        if other is not None:
            found[at] = free.pop(other)
    return found


def _other_form(root: str, among: Iterable[str]) -> str | None:
    """The first root that is a synonym or another inflection of `root`."""
    known, first = synonyms(root), root[:1]
    for other in among:
        if other in known:
            return other
        accented = not (root.isascii() and other.isascii())
        if (accented or other[:1] == first) and inflected(root, other):
            return other
    return None


def _coverage(claim: View, evidence: View, found: set[int]) -> float:
    """Share of the claim clause's content found in the evidence clause."""
    if not claim.keys:
        return 0.0
    near = 0.0
    for root, at in claim.keys.items():
        if at not in found and root in evidence.context:
            near += nearby(root, claim, evidence)
    return (len(found) + near) / len(claim.keys)


def equally_negative(claim: View, evidence: View, matched: Mapping[int, int]) -> bool:
    """Whether both clauses carry a like number of negations, one at least.

    A phrase ("without flash") denies what stands in it: it counts only where the other clause
    speaks of that.
    """
    mine, theirs = _cues(claim, matched.keys()), _cues(evidence, set(matched.values()))
    return mine > 0 and theirs > 0 and mine % 2 == theirs % 2


def _cues(view: View, shared: Collection[int]) -> int:
    """The negations of a clause that deny something the other clause may deny too."""
    return sum(
        n.kind not in ("neutral", "partial")
        and (n.kind != "phrase" or not n.scope or any(at in shared for at in n.scope))
        for n in view.polarity.negations
    )


def nearby(root: str, claim: View, evidence: View) -> float:
    """Credit in [0, 1] for a claim root that stands beside the evidence clause, not in it.

    Full for a subject the clause leans on, else half.
    """
    if root not in evidence.context:
        return 0.0
    return 1.0 if evidence.clause.dependent and root in claim.subject else 0.5


def _merge(first: list[Contested], second: list[Contested]) -> tuple[Contested, ...]:
    """Both lists, one entry a claim word."""
    taken = {c.left for c in first}
    return (*first, *(c for c in second if c.left not in taken))


def _same_subject(
    claim: View, evidence: View, reversed_: list[Contested], matched: dict[int, int]
) -> bool:
    """Whether the claim's subject is there: in the clause, or before it when that leans on it."""
    swapped = {c.left for c in reversed_}
    roots = [root for root in claim.subject if claim.keys.get(root) not in swapped]
    if not roots:
        return bool(claim.keys)
    pools: list[Collection[str]] = [evidence.keys]
    if evidence.clause.dependent:
        pools.append(evidence.context)
    present = [
        r
        for r in roots
        if claim.keys.get(r) in matched
        or any(r in pool or not synonyms(r).isdisjoint(pool) for pool in pools)
    ]
    one_of = evidence.polarity.negative and not claim.polarity.negative and _coordinated(claim)
    return len(present) / len(roots) >= (_ONE_OF_SHARE if one_of else _SUBJECT_SHARE)


def _coordinated(view: View) -> bool:
    """Whether the subject of a clause is "A and B": what is denied of B is not so of both."""
    last = max((view.keys[r] for r in view.subject if r in view.keys), default=0)
    return any(token.text in _AND for token in view.clause.tokens[:last])


def _reversed(claim: View, evidence: View, matched: dict[int, int]) -> list[Contested]:
    """Opposites and exclusive values among the words the clauses do not share."""
    if not any(
        at not in matched and not rivals(root).isdisjoint(evidence.keys)
        for root, at in claim.keys.items()
    ):
        return []
    rest = _reversible(root for root, at in claim.keys.items() if at not in matched)
    taken = set(matched.values())
    others = _reversible(
        root for root, at in evidence.keys.items() if root not in claim.keys and at not in taken
    )
    found: list[Contested] = []
    for root in rest:
        left = claim.keys[root]
        for other in others:
            kind = _relation(root, other)
            right = evidence.keys[other]
            if kind is not None and _comparable(claim, evidence, left, right, kind):
                denied = claim.polarity.parity[left] ^ evidence.polarity.parity[right]
                found.append(Contested(left, right, kind, not denied))
                break
    return found


def _reversible(roots: Iterable[str]) -> list[str]:
    """The first few roots, those of listed words before the rest (a prefix may reverse any)."""
    every = list(roots)
    return sorted(every, key=lambda root: not listed(root))[:_COMPARED]


@lru_cache(maxsize=32768)
def _relation(a: str, b: str) -> Kind | None:
    """How two roots exclude each other, if they do."""
    if not (listed(a) and listed(b)):
        return "antonym" if prefixed(a, b) or prefixed(b, a) else None
    if opposites(a, b):
        return "antonym"
    return "exclusive" if exclusive(a, b) else None


def _comparable(claim: View, evidence: View, left: int, right: int, kind: Kind) -> bool:
    """Whether a reversal counts: a relational word needs the same neighbour on both sides."""
    if kind == "exclusive" and (claim.polarity.parity[left] or evidence.polarity.parity[right]):
        return False
    if is_cjk(claim.token(left).text):
        return True
    if _compares(claim) or _compares(evidence):
        both = _compares(claim) and _compares(evidence)
        if not (both and set(claim.subject) == set(evidence.subject)):
            return False
    if any(
        at and view.clause.tokens[at - 1].text in _HALF
        for view, at in ((claim, left), (evidence, right))
    ):
        return False
    if converse(claim.token(left).root, evidence.token(right).root):
        return bool(claim.subject) and set(claim.subject) <= set(evidence.subject)
    if not relational(claim.token(left).root, evidence.token(right).root):
        return bool(_around(claim, left) & _around(evidence, right))
    same = [
        (mine := _neighbour(claim, left, step)) is not None
        and mine == _neighbour(evidence, right, step)
        for step in (1, -1)
    ]
    if claim.token(left).text in RELATIONAL:
        return all(same) and _following(claim, left) == _following(evidence, right)
    return any(same)


def _compares(view: View) -> bool:
    """Whether a clause compares two things (heavier than, schwerer als)."""
    return any(token.text in _THAN for token in view.clause.tokens)


def _around(view: View, at: int) -> set[str]:
    """The content roots next to a token."""
    row = sorted(view.keys.values())
    place = bisect_left(row, at)
    near = (*row[max(0, place - 1) : place], *row[place + 1 : place + 2])
    return {view.token(i).root for i in near}


def _following(view: View, at: int) -> list[str]:
    """The next two content roots."""
    return [token.root for token in view.clause.tokens[at + 1 :] if token.content][:2]


def _neighbour(view: View, at: int, step: int) -> str | None:
    """The nearest content root on one side of a token."""
    at += step
    while 0 <= at < len(view.clause.tokens):
        if view.clause.tokens[at].content:
            return view.clause.tokens[at].root
        at += step
    return None


def _denied(claim: View, evidence: View, matched: dict[int, int]) -> list[Contested]:
    """Words both clauses have and one of them denies."""
    back = {right: left for left, right in matched.items()}
    found: dict[int, Contested] = {}
    for left in _foci(claim, set(matched), leave=evidence.mood.modal == "may"):
        found[left] = _contest(claim, evidence, left, matched[left])
    for right in _foci(evidence, set(back), leave=claim.mood.modal == "may"):
        left = back[right]
        found.setdefault(left, _contest(claim, evidence, left, right))
    return list(found.values())


def _contest(claim: View, evidence: View, left: int, right: int) -> Contested:
    """One shared word, with whether the two sides differ on it."""
    differs = bool(claim.polarity.parity[left] ^ evidence.polarity.parity[right])
    return Contested(left, right, "negation", differs)


def _foci(view: View, shared: set[int], *, leave: bool) -> list[int]:
    """For each cue the word it bears on first, where that word is shared.

    `leave`: the other side says "may" or "can", so that "not authorised to work" bears on "work".
    """
    found: list[int] = []
    tokens = view.clause.tokens
    denials = [n for n in view.polarity.negations if n.kind not in ("neutral", "partial")]
    verb = next((at for at in range(len(tokens)) if denials and is_verb(tokens, at)), None)
    for negation in denials:
        scope = [at for at in negation.scope if view.keys.get(view.token(at).root) == at]
        if negation.kind in ("whole", "left"):
            scope = scope[-1:]
        elif _before_verb(view, negation.cue[0], verb):
            scope = _predicate(scope, verb)
        if leave and len(scope) > 1 and view.token(scope[0]).root in _LEAVE:
            scope = scope[1:] if scope[0] not in shared else scope
        if scope and scope[0] in shared:
            found.append(scope[0])
    return found


def _before_verb(view: View, cue: int, verb: int | None) -> bool:
    """Whether a cue belongs to the subject (no member, none of the rooms)."""
    tokens = view.clause.tokens
    if tokens[cue].text == "no" and language(view.text) != "en":
        return False  # Spanish "no" goes with the verb
    return tokens[cue].text in SUBJECT_CUES and (verb is None or verb >= cue)


def _predicate(scope: list[int], verb: int | None) -> list[int]:
    """The words of a scope from its first verb on; the last one when no verb shows."""
    return scope[-1:] if verb is None else [at for at in scope if at >= verb]


def scope_shared(negative: View, other: View, shared: Collection[int]) -> bool:
    """Whether most of what one clause denies is spoken of in the other.

    `shared` are the indexes of the denying clause's words that have a partner. Of alternatives
    denied together ("water damage or theft") one is enough.
    """
    cues = [n for n in negative.polarity.negations if any(at in shared for at in n.scope)]
    scope = {at for n in cues for at in n.scope}
    denied = {
        root: at
        for root, at in negative.keys.items()
        if negative.polarity.parity[at]
        and at in scope
        and (root not in _LEAVE or at in shared or other.mood.modal != "may")
    }
    if not denied:
        return True
    present = sum(at in shared or root in other.context for root, at in denied.items())
    if present / len(denied) >= _SCOPE_SHARE:
        return True
    listed_ = any(token.text in _ALTERNATIVES for token in negative.clause.tokens)
    return listed_ and present >= 2 and all(root in negative.keys for root in other.keys)


def restates(meeting: Meeting, aside: Span | None = None) -> bool:
    """Whether the evidence clause says all the claim clause says, word by word and in order.

    Opposites that cancel out ("not disabled", "enabled") count as one word; words in `aside` (a
    hedge of the claim's own) are left out. Strict: the clause is all of its sentence and has no
    content of its own, and the claim no preposition or quantifier that the evidence lacks.
    """
    claim, evidence = meeting.claim, meeting.evidence
    if not evidence.mood.asserted or evidence.retracted or evidence.polarity.partial:
        return False
    if len(evidence.text) - len(evidence.clause.span) > _ALONE:
        return False
    swapped = {c.left for c in meeting.pairing.contested}
    echoed = {*meeting.pairing.matched.values(), *(c.right for c in meeting.pairing.contested)}
    if not echoed >= set(evidence.keys.values()):
        return False
    inside = [
        at for at in claim.keys.values() if not (aside and aside.overlaps(claim.token(at).span))
    ]
    if any(c.differs for c in meeting.pairing.contested) or not inside:
        return False
    if not all(at in meeting.pairing.matched or at in swapped for at in inside):
        return False
    order = [meeting.pairing.matched[at] for at in sorted(inside) if at not in swapped]
    return order == sorted(order) and not _extra_words(claim, evidence, aside)


def _extra_words(claim: View, evidence: View, aside: Span | None) -> bool:
    """Whether the claim has a word without content that the evidence clause lacks."""
    theirs = {token.text for token in evidence.clause.tokens}
    keyed = set(claim.keys.values()) | claim.polarity.spent
    for at, token in enumerate(claim.clause.tokens):
        free = token.text in AUXILIARIES or token.text in DETERMINERS or at in keyed
        free = free or token.text in SUBJECT_CUES
        if free or (aside and aside.overlaps(token.span)):
            continue
        if token.root not in claim.keys and token.text not in theirs:
            return True
    return False
