"""Splits a sentence into the claims it coordinates; when not sure, it does not split.

A wrong split makes a false alarm, while an unsplit sentence is still checked whole, so every
rule here asks for positive evidence of two statements: a finite verb on both sides, no
subordinate clause, reporting verb, quotation, bracket, comparison or paired conjunction
("both ... and", "between ... and") that could span the joint. English has its own verb lexicon;
other languages split at semicolons and at a conjunction between two clauses with an auxiliary.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from entailed.extraction import lexicon as lex
from entailed.extraction.objects import item_ranges, list_verb
from entailed.extraction.subjects import BAD_SUBJECTS, bare_auxiliary, own_clause
from entailed.extraction.tokens import Token, tokens
from entailed.extraction.verbs import completed, finite, finite_at, first_verb, past_adverbs

_MAX_PREFIX = 200
_MAX_PREDICATE = 60
_JOINTS = frozenset("and but while whereas yet".split())
_FOREIGN_JOINTS = frozenset("und aber doch jedoch mais pero ma mas aunque но а y e et".split())
_FOREIGN_AUXILIARIES = frozenset(
    """ist sind war waren hat haben hatte hatten wird werden wurde wurden kann können muss müssen
    darf gilt kostet liegt est sont était étaient a ont avait peut peuvent doit es son está
    están fue era eran tiene tienen puede pueden debe è sono era ha hanno può deve é são foi
    está tem têm pode deve""".split()
)
_ENGLISH = frozenset("the of to is are and for with at by from its it".split())
_PAIRED = frozenset("both between either neither whether not".split())
_CORRELATIVE = frozenset("more less fewer better worse higher lower longer greater sooner".split())


@dataclass(frozen=True, slots=True)
class Part:
    """One claim's share of a sentence: `text[start:end]`, read after the `prefixes` ranges.

    The prefixes (shared subject, shared verb) are ranges of the same sentence that precede it.
    """

    start: int
    end: int
    prefixes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Joint:
    """A place to split: the first part ends before token `left`, the next begins at `right`."""

    left: int
    right: int
    prefix: tuple[int, int] | None = None


def split_clauses(text: str, stops: AbstractSet[int] = frozenset()) -> tuple[Part, ...]:
    """The parts of a plain sentence, in order, or one part for the whole of it.

    What lies between parts is only connectors: commas, semicolons, conjunctions. `stops` are
    offsets in `text` where a citation marker stood, which mostly ends a clause.
    Empty for a text without a token. Deterministic; linear in the length of `text`.
    """
    toks = tokens(text)
    if not toks:
        return ()
    parts: list[Part] = []
    for first, last in _semicolon_runs(toks):
        run = toks[first:last]
        for part, begin, end in _split_run(run, stops):
            parts.extend(_with_objects(part, run[begin:end]))
    return tuple(parts)


def _semicolon_runs(toks: Sequence[Token]) -> list[tuple[int, int]]:
    stops = [i for i, t in enumerate(toks) if t.text in ";；" and not t.inside]
    if not stops:
        return [(0, len(toks))]
    edges = [-1, *stops, len(toks)]
    runs = [(a + 1, b) for a, b in itertools.pairwise(edges) if b > a + 1]
    if all(_stands_alone(toks[a:b]) for a, b in runs):
        return runs
    return [(0, len(toks))]


def _stands_alone(run: Sequence[Token]) -> bool:
    """Whether one side of a semicolon can be read without the other."""
    verb = first_verb(run)
    if verb is not None and run[0].lower not in lex.CONDITIONAL:
        return not bare_auxiliary(run, verb)
    if any(t.lower in _ENGLISH for t in run):
        return False
    if any(t.lower in _FOREIGN_AUXILIARIES for t in run[1:]):
        return True
    return sum("\u3040" <= c <= "\u9fff" for t in run for c in t.text) > 3


def _with_objects(part: Part, toks: Sequence[Token]) -> list[Part]:
    """The part, or one part for each item of its object list."""
    verb = list_verb(toks, 0 if part.prefixes else 1)
    ranges = item_ranges(toks, verb) if verb is not None else []
    if verb is None or not ranges or toks[verb].end - part.start > _MAX_PREFIX:
        return [part]
    shared = (*part.prefixes, (part.start, toks[verb].end))
    parts = [Part(part.start, ranges[0][1], part.prefixes)]
    parts += [Part(start, end, shared) for start, end in ranges[1:]]
    parts[-1] = Part(parts[-1].start, part.end, shared)
    return parts


def _split_run(run: Sequence[Token], stops: AbstractSet[int]) -> list[tuple[Part, int, int]]:
    """Parts with their token ranges."""
    edges: list[tuple[int, int, tuple[int, int] | None]] = []
    begin, prefix = 0, None
    for joint in _joints(run, stops):
        edges.append((begin, joint.left, prefix))
        begin, prefix = joint.right, joint.prefix
    edges.append((begin, len(run), prefix))
    return [
        (Part(run[a].start, run[b - 1].end, (shared,) if shared else ()), a, b)
        for a, b, shared in edges
    ]


def _joints(run: Sequence[Token], stops: AbstractSet[int]) -> list[_Joint]:
    """Joints from left to right; state covers the current clause only, so the cost is linear."""
    found: list[_Joint] = []
    state = _Clause(run, 0)
    for at in range(1, len(run) - 1):
        token = run[at]
        state.see(at - 1)
        if token.inside or not (token.lower in _JOINTS or token.text == "," or _foreign(token)):
            continue
        joint = _clause_joint(run, at, state) or _predicate_joint(run, at, state)
        if joint is None and run[at - 1].end in stops:
            joint = _cited_joint(run, at, state)
        if joint is None:
            continue
        found.append(joint)
        if joint.prefix is None:
            state = _Clause(run, joint.right)
        else:
            state.shared(joint.right)
    return _settled(run, found)


def _settled(run: Sequence[Token], joints: list[_Joint]) -> list[_Joint]:
    """Drop predicate joints at a bare comma unless a later one has its conjunction."""
    kept: list[_Joint] = []
    closed = False
    for joint in reversed(joints):
        bare = joint.prefix is not None and run[joint.right - 1].text == ","
        if not bare or closed:
            kept.append(joint)
        closed = joint.prefix is not None and (closed or not bare)
    kept.reverse()
    return kept


class _Clause:
    """What is known of the clause that began at token `begin`, token by token."""

    def __init__(self, run: Sequence[Token], begin: int) -> None:
        self.run, self.begin, self.seen = run, begin, begin
        self.verb: int | None = None
        self.last = begin
        self.blocked = self.relative = False
        self.paired = self.commas = 0

    def see(self, upto: int) -> None:
        """Take in the tokens up to and including `upto`."""
        while self.seen <= upto:
            self._take(self.seen)
            self.seen += 1

    def shared(self, begin: int) -> None:
        """A predicate with the same subject begins at `begin`."""
        self.last = begin
        self.commas = 0

    def _take(self, at: int) -> None:
        token = self.run[at]
        if token.inside:
            return
        if token.text == ",":
            self.commas += 1
        elif token.text == ":" and self.verb is not None:
            self.begin = self.last = at + 1
            self.verb = None
        elif (token.lower in lex.REPORTING and at > self.begin) or (
            token.lower in lex.CONDITIONAL and not self._preposition(at)
        ):
            self.blocked = True
        elif token.lower in _PAIRED and not self._plain_not(at):
            self.paired += 1
        if self.verb is None and at > self.begin and finite_at(self.run, at):
            self.verb = at

    def _preposition(self, at: int) -> bool:
        """ "since 1990", "after a flood", "before 9 am", "as a clerk" open no clause."""
        token = self.run[at]
        if token.lower not in {"since", "after", "before", "until", "till", "as", "so"}:
            return False
        nxt = self.run[at + 1 : at + 7]
        if at == self.begin and token.lower in {"since", "as", "so"}:
            return not (nxt and not nxt[0].number)
        return not any(finite_at(nxt, i) for i in range(1, len(nxt)))

    def _plain_not(self, at: int) -> bool:
        return self.run[at].lower == "not" and self.run[at - 1].lower in lex.AUXILIARIES

    @property
    def prefix(self) -> tuple[int, int] | None:
        """The range of the subject, when it is one that a second predicate can share."""
        if self.verb is None or self.run[self.begin].lower in BAD_SUBJECTS:
            return None
        subject = self.run[self.begin : self.verb]
        commas = sum(t.text == "," for t in subject)
        if commas and any(_participle(t) for t in subject):
            return None
        if commas == 1 and not _opens_phrase(subject[0]):
            return None
        start, end = subject[0].start, subject[-1].end
        return (start, end) if end - start <= _MAX_PREFIX else None


def _skip(run: Sequence[Token], at: int) -> int:
    """The token after a run of commas, conjunction and adverbs that starts at `at`."""
    if run[at].text == "," and at + 1 < len(run) and run[at + 1].lower in _JOINTS:
        at += 1
    return at + 1


# Joints between two full clauses


def _clause_joint(run: Sequence[Token], at: int, state: _Clause) -> _Joint | None:
    right = _skip(run, at)
    if right >= len(run) or right - 1 >= len(run):
        return None
    if _foreign(run[right - 1]) or (run[at].text == "," and _foreign(run[right])):
        return _foreign_joint(run, at, state)
    comma = run[at].text == ","
    word = run[right - 1].lower
    if word in {"while", "whereas"} and not comma:
        return None
    if state.paired and word == "and":
        state.paired -= run[at].lower == "and"
        return None
    if _next_source(run, right) and state.verb is not None:
        return _Joint(at, right)
    if _open_scope(run, at, state) or state.verb is None or state.verb >= at:
        return None
    if own_clause(
        run, right, strict=not comma or word == ",", listed=state.commas > 0, bare=word == ","
    ):
        return _Joint(at, right)
    return None


def _cited_joint(run: Sequence[Token], at: int, state: _Clause) -> _Joint | None:
    """Between two stretches that each have a verb form, where a marker closes the first."""
    right = _skip(run, at)
    if run[right - 1].lower not in _JOINTS or state.paired or right >= len(run):
        return None
    first = run[right]
    nominal = first.lower in lex.DETERMINERS or first.name or first.lower.endswith("s")
    if not nominal or first.lower in lex.CONDITIONAL or _open_scope(run, at, state):
        return None
    whole = _verb_form(run[state.begin + 1 : at]) and _verb_form(run[right + 1 :])
    return _Joint(at, right) if whole else None


def _verb_form(toks: Sequence[Token]) -> bool:
    """Whether one of the words can be a finite verb, and something follows that it may govern."""
    kinds = {lex.THIRD, lex.PAST, lex.BASE}
    for at, token in enumerate(toks[:-1]):
        before = toks[at - 1].lower if at else ""
        if before in lex.DETERMINERS or before in lex.PREPOSITIONS or token.inside:
            continue
        if token.lower in lex.AUXILIARIES:
            return True
        governs = toks[at + 1].word and toks[at + 1].lower not in {"of", "and", "or"}
        if governs and lex.verb_forms(token.lower) & kinds:
            return True
    return False


_SOURCES = frozenset("source document doc passage excerpt text article report".split())
_OTHERS = frozenset("another other second third latter".split())


def _next_source(run: Sequence[Token], right: int) -> bool:
    """ "Source 1 says ..., while another says ...": each source speaks for itself."""
    words = [t.lower for t in run[right : right + 5]]
    if len(words) > 2 and words[0] in _SOURCES and (run[right + 1].number or len(words[1]) == 1):
        return _reports(words[2])
    words = words[words[:1] == ["the"] :]
    if not words or words[0] not in _OTHERS:
        return False
    words = words[1 + (words[1:2] != [] and words[1] in _SOURCES) :]
    return len(words) > 1 and words[0] in lex.REPORTING and not words[1][0].isdigit()


def _reports(word: str) -> bool:
    return word in lex.REPORTING or word in {"gives", "adds", "puts", "lists"}


def _open_scope(run: Sequence[Token], at: int, state: _Clause) -> bool:
    """Whether something before the joint could reach over it."""
    first = run[state.begin]
    if first.lower == "to":
        return True  # "To enter, visitors must ring"
    bare = run[at].text == "," and run[at + 1].lower not in _JOINTS
    if bare and (first.lower in lex.PREPOSITIONS or _after_opening(run, at)):
        return True  # "In addition to what it costs, the plan ..."
    if state.blocked or first.lower in _CORRELATIVE or _manner_ing(first):
        return True
    if run[at].text != "," and any(
        t.lower in {"than", "as", "like"} for t in run[max(0, at - 6) : at]
    ):
        return True
    return first.lower in {"the"} and run[state.begin + 1].lower in _CORRELATIVE


def _opens_phrase(token: Token) -> bool:
    """ "In 2019, ...", "Politically, ...": an opening that a comma closes."""
    lower = token.lower
    return lower in lex.PREPOSITIONS or lower in lex.ADVERBS or lower.endswith("ly")


def _after_opening(run: Sequence[Token], at: int) -> bool:
    """Whether the comma at `at` closes a phrase of the next clause (", but in winter, it ...")."""
    for i in range(at - 1, max(-1, at - 16), -1):
        if run[i].text == ",":
            first = run[i + 1].lower
            return first in _JOINTS or first in lex.PREPOSITIONS or first in lex.CONDITIONAL
    return False


def _participle(token: Token) -> bool:
    return lex.ING in lex.verb_forms(token.lower) or token.lower.endswith("ing")


def _manner_ing(token: Token) -> bool:
    return lex.ING in lex.verb_forms(token.lower)


# Joints between two predicates of one subject


def _predicate_joint(run: Sequence[Token], at: int, state: _Clause) -> _Joint | None:
    right = _skip(run, at)
    word = run[right - 1].lower
    if word not in {"and", "but", "yet", ","} or state.verb is None or state.blocked:
        return None
    if state.paired and word == "and":
        return None
    since = max(state.verb, state.last)
    left = run[since : min(at, since + _MAX_PREDICATE)]
    if not 2 <= at - since < _MAX_PREDICATE or any(t.lower == "than" for t in left[-6:]):
        return None
    if any(finite(run, i) in {"aux", "third"} for i in range(since + 3, at) if not run[i].inside):
        return None  # another subject came in between
    verb = past_adverbs(run, right)
    prefix = state.prefix
    if prefix is None or verb >= len(run) or run[verb].inside:
        return None
    if any(t.lower in lex.CONDITIONAL for t in _short_tail(run, verb)):
        return None
    ambiguous = lex.PARTICIPLE in lex.verb_forms(run[verb].lower)
    if ambiguous and (word == "," or _reduced_clause(left)):
        return None  # ", produced by the firm and shown in May"
    if _same_predicate(run, state.verb, verb):
        return _Joint(at, right, prefix)
    if _same_participle(run, state.verb, verb, left):
        return _Joint(at, right, (prefix[0], run[state.verb].end))
    return None


def _reduced_clause(left: Sequence[Token]) -> bool:
    """Whether a participle after a comma may own what follows."""
    pairs = itertools.pairwise(left)
    return any(a.text == "," and lex.PARTICIPLE in lex.verb_forms(b.lower) for a, b in pairs)


def _short_tail(run: Sequence[Token], verb: int) -> list[Token]:
    """The second predicate up to its next comma: a condition there may scope over both."""
    tail: list[Token] = []
    for token in run[verb : verb + 40]:
        if token.text == ",":
            break
        if token.lower not in {"since", "after", "before", "until", "till", "as", "so", "to"}:
            tail.append(token)
    return tail


def _same_predicate(run: Sequence[Token], first: int, second: int) -> bool:
    """Whether the verb at `second` agrees with the one at `first` and is surely a verb."""
    one, two = finite(run, first), finite(run, second)
    if two is None or one is None or run[second].lower in lex.REPORTING:
        return False
    if two == "aux":
        return _number(run[first]) in {None, _number(run[second])} or _number(run[second]) is None
    if two == "third":
        return one == "third" or run[first].lower in lex.SINGULAR_AUXILIARIES
    simple = one == "past" or lex.PARTICIPLE not in lex.verb_forms(run[second].lower)
    return simple and _follows_verb(run, second)


def _number(token: Token) -> bool | None:
    """True for a singular finite form, False for a plural one, None if it may be either."""
    if token.lower in lex.SINGULAR_AUXILIARIES or lex.THIRD in lex.verb_forms(token.lower):
        return True
    return False if token.lower in {"are", "were", "have", "do", "aren't", "weren't"} else None


def _follows_verb(run: Sequence[Token], verb: int) -> bool:
    if verb + 1 >= len(run) or not run[verb + 1].word:
        return True
    follow = run[verb + 1]
    return completed(run, verb) or follow.lower in lex.PREPOSITIONS or follow.name


def _same_participle(run: Sequence[Token], first: int, second: int, left: Sequence[Token]) -> bool:
    """ "was closed in 1931 and rebuilt in 1950": the auxiliary is shared."""
    if run[first].lower not in lex.BE_HAVE or len(left) < 4:
        return False
    if any(t.lower in {"not", "never", "only"} for t in left):
        return False
    if lex.BASE in lex.verb_forms(run[second].lower) or run[second - 1].lower == "not":
        return False
    if not _surely_passive(run, second):
        return False
    head = past_adverbs(run, first + 1)
    forms = (lex.verb_forms(run[i].lower) for i in (head, second) if i < len(run))
    return all(lex.PARTICIPLE in f for f in forms) and _follows_verb(run, second)


def _surely_passive(run: Sequence[Token], verb: int) -> bool:
    """Not "was raised in Salem and attended the school", "was born there and moved to Rome"."""
    forms = lex.verb_forms(run[verb].lower)
    follow = run[verb + 1].lower if verb + 1 < len(run) else ""
    if lex.PAST not in forms or follow == "by":
        return True
    thing = run[0].lower in lex.DETERMINERS and not any(
        t.lower in lex.PERSON_HEADS for t in run[1:8]
    )
    return thing and run[verb].lower not in _ACTIVE and (follow in lex.PREPOSITIONS or not follow)


_ACTIVE = frozenset(
    """moved remained appeared continued lived worked died retired arrived studied served returned
    travelled traveled played stayed joined married performed competed resigned failed emerged
    acted settled trained taught led became""".split()
)


# Other languages


def _foreign(token: Token) -> bool:
    return token.lower in _FOREIGN_JOINTS


def _foreign_joint(run: Sequence[Token], at: int, state: _Clause) -> _Joint | None:
    """Only ", und/aber/mais/pero ..." between two clauses that each have an auxiliary."""
    if run[at].text != "," or at + 2 >= len(run) or not _foreign(run[at + 1]):
        return None
    tail = run[at + 2 : at + 14]
    before = run[max(state.begin, at - 40) : at]
    if not any(t.lower in _FOREIGN_AUXILIARIES for t in before[1:]):
        return None
    if any(t.text == "," or t.lower in _FOREIGN_CONDITIONAL for t in before):
        return None
    end = next((i for i, t in enumerate(tail) if t.text == ","), len(tail))
    if any(t.lower in _FOREIGN_AUXILIARIES for t in tail[1:end]):
        return _Joint(at, at + 2)
    return None


_FOREIGN_CONDITIONAL = frozenset(
    """wenn dass weil obwohl falls ob si que parce quand bien cuando porque se quando perché che
    если что когда потому""".split()
)
