"""Whether a clause with a subject and verb of its own begins at a token."""

from __future__ import annotations

from collections.abc import Sequence

from entailed.extraction import lexicon as lex
from entailed.extraction.tokens import Token
from entailed.extraction.verbs import finite, past_adverbs

BAD_SUBJECTS = frozenset("there what how which who whom whose whether that why when where".split())
_MAX_SUBJECT = 9
_ELLIPTIC = frozenset("other others rest former latter second first same".split())


def own_clause(run: Sequence[Token], right: int, *, strict: bool, listed: bool, bare: bool) -> bool:
    """Whether a subject and a finite verb of its own begin at `right`."""
    begin = past_adverbs(run, right)
    if begin >= len(run) or run[begin].inside or not run[begin].word:
        return False
    subject = run[begin]
    if subject.lower in lex.CONDITIONAL or subject.lower in lex.PREPOSITIONS:
        return False
    if subject.lower in BAD_SUBJECTS and subject.lower != "there":
        return False
    if _elliptic(run, begin) or finite(run, begin) is not None:
        return False
    if not _may_open(run, begin, strict):
        return False
    verb = _verb_of_subject(run, begin)
    if verb is None or (bare and run[verb].lower in lex.REPORTING):
        return False
    if bare_auxiliary(run, verb):
        return False  # "while mixtures are not"
    marked = subject.name or subject.lower in lex.DETERMINERS or subject.lower in lex.PRONOUNS
    reduced = run[verb + 1 : verb + 2] and run[verb + 1].lower in lex.PREPOSITIONS
    unsure = reduced and subject.lower not in lex.PRONOUNS  # "and a road built in 1950"
    return _sure_verb(run, verb, strict=strict or listed or not marked or bool(unsure))


def _elliptic(run: Sequence[Token], begin: int) -> bool:
    """ "the other gives 1.7", "five were injured": only the first clause says what is meant."""
    two = run[begin : begin + 2]
    if two[0].lower in {"others", "some", "neither", "none", "each", "many", "most", "few", "both"}:
        return True
    if (
        len(two) > 1
        and two[0].lower in lex.DETERMINERS
        and (two[1].lower in _ELLIPTIC or two[1].lower.endswith("est"))
    ):
        return finite(run, begin + 2) is not None if begin + 2 < len(run) else True
    counted = two[0].number or two[0].lower in lex.NUMBER_WORDS
    return counted and len(two) > 1 and finite(run, begin + 1) is not None


def _may_open(run: Sequence[Token], begin: int, strict: bool) -> bool:
    subject = run[begin]
    if begin + 1 < len(run) and run[begin + 1].number:
        return True  # "gate 7"
    if run[begin - 1].text == "," and begin + 1 < len(run) and run[begin + 1].lower in lex.BE_HAVE:
        return True  # ", gases are light"
    if begin + 1 < len(run) and run[begin + 1].lower in lex.BE_HAVE and _plain_noun(subject):
        return True  # "and severance is paid": no second object can stand there
    if subject.lower in lex.DETERMINERS or subject.lower in lex.PRONOUNS:
        return True
    return subject.name or subject.number or subject.lower in lex.NUMBER_WORDS or not strict


def _plain_noun(token: Token) -> bool:
    """Whether a lower-case word is neither a function word nor a listed verb form."""
    lower = token.lower
    return (
        token.word
        and not token.number
        and not lex.verb_forms(lower)
        and lower not in lex.ADVERBS
        and lower not in lex.NUMBER_WORDS
        and lower not in _ELLIPTIC
        and not lower.endswith("ly")
    )


def _verb_of_subject(run: Sequence[Token], begin: int) -> int | None:
    """The finite verb right after one noun phrase that starts at `begin`."""
    if run[begin].lower in lex.PRONOUNS and run[begin].lower not in {"this", "that", "these"}:
        at = past_adverbs(run, begin + 1)
        if at >= len(run):
            return None
        kind = finite(run, at) or ("base" if lex.BASE in lex.verb_forms(run[at].lower) else None)
        return at if kind and run[begin].lower != "i" else None
    for at in range(begin + 1, min(len(run), begin + _MAX_SUBJECT)):
        token = run[at]
        if token.inside or not token.word or token.lower in lex.CONDITIONAL:
            return None
        if finite(run, at):
            return at
        after_of = run[at - 1].lower in lex.PREPOSITIONS
        if token.lower in lex.PRONOUNS or (token.lower in lex.DETERMINERS and not after_of):
            return None
        if token.lower in {"and", "or", "to"}:
            return None
    return None


def _sure_verb(run: Sequence[Token], verb: int, *, strict: bool) -> bool:
    """Under `strict` a form that may be a participle or a noun is not enough."""
    kind = finite(run, verb)
    if kind == "aux" or kind is None:
        return True
    forms = lex.verb_forms(run[verb].lower)
    if kind == "past":
        return (
            lex.PARTICIPLE not in forms
            or not strict
            or (len(run) > verb + 1 and (run[verb].lower == "used" and run[verb + 1].lower == "to"))
        )
    return True


def bare_auxiliary(run: Sequence[Token], verb: int) -> bool:
    """Whether an auxiliary stands at the end, its verb left out."""
    return run[verb].lower in lex.AUXILIARIES and not any(
        t.word and t.lower != "not" for t in run[verb + 1 : verb + 3]
    )
