"""The verb a clause is built on, as far as word forms show it."""

from __future__ import annotations

from entailed.text.clauses import Token, is_verb
from entailed.text.closed import AUXILIARIES
from entailed.text.verb_forms import PARTICIPLE, PAST, verb_forms
from entailed.text.views import View

__all__ = ["finite_verb", "is_past", "main_verb"]

_PREPOSITIONS = frozenset(
    "of in on at by for with from to about over under into through against after before".split()
)
_AFTER = 4  # words between an auxiliary and its verb, the verb included


def finite_verb(view: View) -> int | None:
    """Index of the first finite verb or auxiliary, None without one.

    A participle that stands before a noun ("over alleged fraud", "Hidden cameras help") is none.
    """
    tokens = view.clause.tokens
    found = (at for at in range(len(tokens)) if is_verb(tokens, at) and not _attributive(view, at))
    return next(found, None)


def main_verb(view: View) -> int | None:
    """Index of the verb that says what happens, None when only an auxiliary is found."""
    first = finite_verb(view)
    tokens = view.clause.tokens
    if first is None or tokens[first].text not in AUXILIARIES:
        return first
    after = range(first + 1, min(first + 1 + _AFTER, len(tokens)))
    return next((at for at in after if tokens[at].content and _is_form(tokens[at])), None)


def is_past(token: Token) -> bool:
    """Whether a word has a form of a verb in the past."""
    return token.text.endswith("ed") or bool(verb_forms(token.text) & {PAST, PARTICIPLE})


def _attributive(view: View, at: int) -> bool:
    """Whether a participle stands where an adjective does."""
    tokens = view.clause.tokens
    if not is_past(tokens[at]):
        return False
    opens = at == 0 and view.clause.span.start == 0
    return opens or (at > 0 and tokens[at - 1].text in _PREPOSITIONS)


def _is_form(token: Token) -> bool:
    """Whether a word has the form of a verb after an auxiliary."""
    return is_past(token) or is_verb((token,), 0)
