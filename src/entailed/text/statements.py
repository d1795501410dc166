"""Which words of a passage go together: clauses with the subject they share.

"The mill closed in 1931 and was rebuilt in 1950" holds two statements; a value is only support
for a claim when it stands in the statement the claim makes. `statements` gives the clauses of a
passage with the subject a clause or a sentence with a pronoun takes over from an earlier one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from entailed.text.clauses import Clause, Opener, clauses, is_verb
from entailed.text.segment import sentences
from entailed.types import Sentence, Span

__all__ = ["Statement", "claimed", "statements"]

# Verbs that say nothing of what happened.
_LIGHT = frozenset(
    "be hav do is are was were been has had will would can could may might not no never".split()
)
_PERSONAL = frozenset(
    "it he she they its his her their er es ihr ihre il elle ils elles ella ellos ele ela egli lei "
    "он она оно они 他 她 它 他们 彼 彼女".split()
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A clause. `span` is in the sentence's text; the sets hold roots of content words.

    `own` are its words, `subject` those before its verb (all of them in a clause without one),
    `taken` the subject it takes over from an earlier clause. `order` is `own` as written, with
    places in the sentence's text; `opener` says what kind of word the clause began with. `roots`
    are its own and those taken over.
    """

    sentence: Sentence | None
    span: Span
    own: frozenset[str]
    subject: frozenset[str]
    taken: frozenset[str]
    order: tuple[tuple[str, Span], ...]
    opener: Opener = ""
    roots: frozenset[str] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Join the roots that belong to it, its own and those taken over."""
        object.__setattr__(self, "roots", self.own | self.taken)

    def without(self, spans: Collection[Span]) -> frozenset[str]:
        """`roots` but for words that stand only inside the given places of the sentence."""
        kept = {root for root, at in self.order if not any(at.overlaps(s) for s in spans)}
        return frozenset(kept) | self.taken


@lru_cache(maxsize=4096)
def statements(passage: str) -> tuple[tuple[Statement, ...], ...]:
    """The statements of each sentence of a passage, by sentence index. Cached."""
    found: list[tuple[Statement, ...]] = []
    subject: frozenset[str] = frozenset()
    for sentence in sentences(passage):
        made = _of_sentence(sentence.text, sentence, subject)
        found.append(made)
        named = next((s.subject for s in made if s.subject and not s.taken), None)
        subject = named or subject
    return tuple(found)


@lru_cache(maxsize=4096)
def claimed(text: str) -> tuple[Statement, ...]:
    """The statements of a claim's text."""
    return _of_sentence(text, None, frozenset())


def _of_sentence(
    text: str, sentence: Sentence | None, earlier: frozenset[str]
) -> tuple[Statement, ...]:
    found: list[Statement] = []
    subject = earlier
    for clause in clauses(text):
        statement = _statement(clause, sentence, subject)
        if statement.subject and not statement.taken:
            subject = _passed_on(statement)
        found.append(statement)
    return tuple(found)


def _passed_on(statement: Statement) -> frozenset[str]:
    """What a later clause takes over: the subject; without a verb, all but the last word."""
    if statement.subject != statement.own or len(statement.order) < 2:
        return statement.subject
    return frozenset(root for root, _ in statement.order[:-1])


def _statement(clause: Clause, sentence: Sentence | None, subject: frozenset[str]) -> Statement:
    tokens = clause.tokens
    telling = [t for t in tokens if t.content and t.root not in _LIGHT]
    order = tuple((t.root, t.span) for t in telling)
    verb = next((i for i in range(len(tokens)) if is_verb(tokens, i)), len(tokens))
    dependent = clause.dependent or (bool(tokens) and tokens[0].text in _PERSONAL)
    before = frozenset(t.root for t in tokens[:verb] if t.content and t.root not in _LIGHT)
    return Statement(
        sentence=sentence,
        span=clause.span,
        own=frozenset(root for root, _ in order),
        subject=before,
        taken=subject if dependent else frozenset(),
        order=order,
        opener=clause.opener,
    )


def covering(rest: Collection[str], among: Sequence[Statement]) -> float:
    """The largest share of `rest` that one of the statements holds, in [0, 1]; 0 for none."""
    if not rest:
        return 0.0
    return max((len(s.roots & set(rest)) / len(rest) for s in among), default=0.0)
