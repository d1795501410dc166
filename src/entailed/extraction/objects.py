"""Splits the object list of an inclusive verb: "supports X and Y" states two things."""

from __future__ import annotations

from collections.abc import Sequence

from entailed.extraction import lexicon as lex
from entailed.extraction.tokens import Token
from entailed.extraction.verbs import first_verb

_BASES = frozenset("support include offer accept cover require provide contain feature".split())
_MODALS = frozenset("can may must will should".split())
_LIST_VERBS = frozenset(
    form
    for base in _BASES
    for form in (base, base + "s", base + ("d" if base.endswith("e") else "ed"))
)
_CALM = frozenset("support supports accept accepts require requires".split())
_MAX_WORDS = 4
_MAX_ITEMS = 12
_DETERMINERS = frozenset({"a", "an", "the", "its", "their"})
_TOGETHER = frozenset(
    "both either neither or not between together combined mix combination".split()
)


# What is done to two things at once cannot be said of each.
_JOINING = frozenset(
    form
    for base in (
        "combine merge compare mix connect join link separate distinguish unite exchange swap "
        "balance share divide bridge match weigh relate integrate reconcile contrast marry blend "
        "alternate switch negotiate mediate choose select total equal exceed become remain mean "
        "span bind tie pair replace discuss say report state believe think show find"
    ).split()
    for form in (
        base, base + "s", base + "es", base + ("d" if base.endswith("e") else "ed"),
    )
) | frozenset("became chose bound said thought found shown meant matches".split())  # fmt: skip
_ARTICLES = frozenset({"a", "an", "the", "its", "their", "his", "her", "all", "every", "each"})
_NO_HEAD = frozenset("former latter first second third last next same other one half".split())


def list_verb(toks: Sequence[Token], start: int) -> int | None:
    """Index of a verb that heads the part and may have a list of objects, or None.

    Looked for from `start`: an inclusive verb, or else any plain one that does not join things.
    A form that may be a noun ("the cover", "supports") needs a subject that agrees with it.
    """
    inclusive = _inclusive_verb(toks, start)
    if inclusive is not None:
        return inclusive
    at = first_verb(toks, max(0, start - 1), 20)
    if at is None or any(t.lower in lex.CONDITIONAL or t.text in ",:" for t in toks[:at]):
        return None
    lower = toks[at].lower
    if lower in {"has", "have", "had"}:
        return at if at + 1 < len(toks) and toks[at + 1].lower in _ARTICLES else None
    return None if lower in lex.AUXILIARIES or lower in _JOINING else at


def _inclusive_verb(toks: Sequence[Token], start: int) -> int | None:
    for at in range(start, min(len(toks), start + 20)):
        lower = toks[at].lower
        before = toks[at - 1].lower if at else ""
        if lower in _LIST_VERBS and not _nominal(lower, before):
            return at
        if lower in lex.BE_HAVE or lower in lex.CONDITIONAL:
            return None
    return None


def _nominal(lower: str, before: str) -> bool:
    if not before:
        return not lower.endswith(("s", "d"))
    if before in lex.DETERMINERS or before in lex.PREPOSITIONS:
        return True
    if lower in _BASES:
        return not (before.endswith("s") or before in lex.PRONOUNS or before in _MODALS)
    return before.endswith("s") and lower.endswith("s") and not before.endswith("ss")


def item_ranges(toks: Sequence[Token], verb: int) -> list[tuple[int, int]]:
    """Text ranges of the items after the verb at index `verb`, or nothing when not sure.

    Sure means: an inclusive verb, two to twelve short noun phrases to the end of the part, each
    with its own determiner or number, or all of the same one- or two-word shape; no negation,
    preposition, other verb, quotation or bracket.
    """
    if toks[verb].inside:
        return []
    if any(t.lower in _TOGETHER or t.lower in lex.CONDITIONAL for t in toks[:verb]):
        return []
    body = list(toks[verb + 1 :])
    while body and body[-1].text in ".!":
        body.pop()
    items = _items(body)
    denied = any(t.lower in _DENIALS or t.lower.endswith("n't") for t in toks[:verb])
    if _each_with_article(items) and not denied:
        return [(item[0].start, item[-1].end) for item in items]
    if toks[verb].lower not in _LIST_VERBS:
        return []
    if not 2 <= len(items) <= _MAX_ITEMS or not all(_short(item) for item in items):
        return []
    if not _alike(items, toks[verb].lower):
        return []
    return [(item[0].start, item[-1].end) for item in items]


_DENIALS = frozenset("not never no nobody none neither".split())


def _each_with_article(items: list[list[Token]]) -> bool:
    """Whether all items are an article and a noun phrase of one length ("the mill and the inn")."""
    if not 2 <= len(items) <= _MAX_ITEMS or len({len(item) for item in items}) != 1:
        return False
    return all(
        len(item) > 1
        and item[0].lower in _ARTICLES
        and _short([*item[1:]])
        and not any(t.lower in lex.NUMBER_WORDS or t.number for t in item)
        and item[-1].lower not in _NO_HEAD
        and not item[-1].lower.endswith("est")
        and not lex.verb_forms(item[-1].lower) & {lex.THIRD, lex.ING}
        for item in items
    )


def _items(body: list[Token]) -> list[list[Token]]:
    """Runs of words between commas and a single final "and"; empty when it is no such list."""
    items: list[list[Token]] = [[]]
    ands = 0
    for token in body:
        if token.text == ",":
            items.append([])
        elif token.lower in {"and", "&"} and not token.inside:
            ands += 1
            if token.text == "&" or ands > 1:
                return []
            if items[-1]:
                items.append([])
        elif ands and len(items[-1]) > _MAX_WORDS:
            return []
        else:
            items[-1].append(token)
    return items if ands == 1 and all(items) else []


def _short(item: list[Token]) -> bool:
    if not 1 <= len(item) <= _MAX_WORDS or any(t.inside or not t.word for t in item):
        return False
    return not any(_breaks(t, i) for i, t in enumerate(item))


def _breaks(token: Token, at: int) -> bool:
    lower = token.lower
    if lower in lex.PREPOSITIONS or lower in lex.CONDITIONAL or lower in _TOGETHER:
        return True
    if (
        lower in lex.AUXILIARIES
        or lower in lex.PRONOUNS
        or lower in {"no", "all", "any", "only", "to"}
    ):
        return True
    return at > 0 and lower in lex.DETERMINERS


def _marked(item: list[Token]) -> bool:
    first = item[0]
    return len(item) > 1 and (
        first.lower in _DETERMINERS or first.number or first.lower in lex.NUMBER_WORDS
    )


def _alike(items: list[list[Token]], verb: str) -> bool:
    if any(_marked(item) for item in items):
        return all(_marked(item) for item in items)
    sizes = {len(item) for item in items}
    if sizes not in ({1}, {2}):
        return False
    if any(lex.ING in lex.verb_forms(item[0].lower) or item[0].number for item in items):
        return False
    named = sum(item[0].text.istitle() for item in items)
    return named == 0 or (named == len(items) and verb in _CALM)
