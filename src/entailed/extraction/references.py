"""Puts a name in a pronoun's place where it is sure whom the pronoun means.

Only a pronoun that opens its clause, and only the subject of the statement just before it, are
considered. A wrong name makes a false alarm or hides a fault, while a kept pronoun is read
together with its passage, so every doubt keeps the pronoun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from entailed.extraction import lexicon as lex
from entailed.extraction.tokens import Token, tokens
from entailed.extraction.verbs import first_verb
from entailed.text.lazy import lazy
from entailed.types import Mapped

_SUBJECTS = {"it": "thing", "they": "many", "he": "man", "she": "woman"}
_POSSESSIVES = {"its": "thing", "their": "many", "his": "man", "her": "woman"}
_WOMEN = frozenset("mother woman girl queen actress princess mrs ms miss lady".split())
_MEN = frozenset("father man boy king prince mr sir lord chairman pope bishop".split())
_MAX_NAME = 80
_TOLD_BY = 8
_IS = frozenset("is are was were".split())
# Capitals inside that are no product's: "McDonald", "O'Neill", "Henry VIII".
_OF_PERSONS = lazy(r"(?:Ma?c|De|Di|Van|O['’])[A-Z]|[IVX]+$")
_GROUP_HEADS = frozenset("police staff people men women children members data".split())
_EMPTY_IT = lazy(
    r"(?:it|It)(?:['’]s| is| was| has been| will be| would be| can be| may be| might be| seems?"
    r"| appears?| takes?| took| turns out| follows| means| says| rained| rains| snow\w*)\b"
)
_EMPTY_TAIL = lazy(r"\b(?:that|to|whether|if|who|when|why|how|where|until|because)\b")
# "It is not intended for those who ...": something is done to it, so it is something.
_DONE_TO_IT = lazy(
    r"(?:it|It)(?: is| was| has been| will be| would be| can be| may be| might be)"
    r"(?: (?:not|also|only|always|never|no longer|mainly|then|now))?"
    r" (?P<done>\w{3,}ed|made|sold|sent|kept|built|held|written|given|taken|found|shown|put|set|run"
    r"|meant)\b"
)
_REPORTED_IT = frozenset(
    "said believed known reported thought expected considered recommended suggested "
    "estimated hoped assumed agreed decided noted stated claimed alleged argued advised "
    "feared planned understood supposed rumoured required needed allowed permitted found "
    "shown meant given".split()
)
_TITLES = frozenset(
    "mr mrs ms miss dr sir lady lord king queen prince princess professor prof".split()
)


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a statement: what a pronoun right after it may stand for.

    `kind` is "thing", "many", "person", or "name" for what may be a person or a thing.
    """

    text: str
    kind: str


def subject_of(text: str) -> Subject | None:
    """The subject of a plain statement when it is one clear noun phrase without a rival.

    A rival is an object the next pronoun could as well mean ("The firm bought the mill.").
    """
    toks = tokens(text)[:60]
    told = next((i + 1 for i, t in enumerate(toks[:_TOLD_BY]) if t.text == ":"), 0)
    toks = toks[told:]  # "The leaflet says: ..." is not about the leaflet
    verb = first_verb(toks, 0, 20)
    if verb is None:
        return None
    begin = next((i + 1 for i in range(verb - 1, -1, -1) if toks[i].text == ","), 0)
    phrase = list(toks[begin:verb])
    while phrase and (phrase[-1].lower in lex.ADVERBS or phrase[-1].lower.endswith("ly")):
        phrase.pop()
    kind = _kind(phrase)
    if kind == "person" and toks[verb].lower in _IS and _only_a_name(phrase):
        kind = "name"
    if kind is None or _rival(toks, verb, kind):
        return None
    name = text[phrase[0].start : phrase[-1].end]
    return Subject(name, kind) if len(name) <= _MAX_NAME else None


def resolve(body: Mapped, previous: Subject | None, *, inside: bool = False) -> Mapped:
    """`body` with its opening pronoun replaced by the previous subject, or `body` itself.

    `inside` says that `previous` is of the same sentence: there "his father ..., and his mother"
    share an owner further back, so possessives are kept. The name's code points map to the
    pronoun's place.
    """
    found = _opening_pronoun(body.text)
    if found is None or previous is None:
        return body
    start, end, possessive = found
    if possessive and (inside or _owned(previous.text)):
        return body
    wanted = (_POSSESSIVES if possessive else _SUBJECTS)[body.text[start:end].lower()]
    if not _fits(wanted, previous) or _empty(body.text[start : start + 160]):
        return body
    name = previous.text + (_genitive(previous.text) if possessive else "")
    if start and name.startswith(("The ", "A ", "An ")):
        name = name[0].lower() + name[1:]
    elif not start:
        name = name[0].upper() + name[1:]
    place = body.span(start, end)
    return Mapped.join(
        body.slice(0, start), Mapped.inserted(name, place), body.slice(end, len(body.text))
    )


def _fits(wanted: str, previous: Subject) -> bool:
    """Whether a pronoun of the wanted kind can stand for the subject."""
    if previous.kind == "name" and wanted == "thing":
        return True
    if previous.kind not in ("person", "name"):
        return wanted == previous.kind
    words = set(previous.text.lower().replace(".", "").split())
    if wanted == "man":
        return not words & _WOMEN
    return wanted == "woman" and not words & _MEN


def _owned(name: str) -> bool:
    return name.partition(" ")[0].lower() in _POSSESSIVES


def _opening_pronoun(text: str) -> tuple[int, int, bool] | None:
    """Place of a pronoun that opens the text or follows a short opening phrase and a comma."""
    toks = tokens(text[:200])
    at = 0
    comma = next((i for i, t in enumerate(toks[:7]) if t.text == ","), None)
    if comma and not any(t.lower in lex.CONDITIONAL for t in toks[:comma]):
        at = comma + 1
    for index in (0, at):
        if index < len(toks) and not toks[index].inside:
            token = toks[index]
            if token.lower in _SUBJECTS or token.lower in _POSSESSIVES:
                return token.start, token.end, token.lower in _POSSESSIVES
    return None


def _empty(text: str) -> bool:
    """Whether "it" stands for no thing: "It is likely that", "It takes an hour to"."""
    done = _DONE_TO_IT.match(text)
    if done is not None and done["done"] not in _REPORTED_IT:
        return False
    return _EMPTY_IT.match(text) is not None and _EMPTY_TAIL.search(text) is not None


def _genitive(name: str) -> str:
    return "’" if name.endswith("s") else "’s"


def _kind(phrase: Sequence[Token]) -> str | None:
    """What a pronoun for the phrase must be, or None when the phrase is not one clear name."""
    if not 1 <= len(phrase) <= 9 or any(not t.word or t.inside for t in phrase):
        return None
    first = phrase[0].lower
    if first in {"his", "her", "their", "my", "our", "your"}:
        return None  # whose mother "he" is, is not the mother
    if first in lex.PRONOUNS or first in lex.PREPOSITIONS or first in lex.CONDITIONAL:
        return None
    lowers = [t.lower for t in phrase]
    if any(w in {"and", "or", "no", "none"} or w in lex.CONDITIONAL for w in lowers):
        return None
    if any(w in lex.PREPOSITIONS for w in lowers[1:]) and not _names_after_of(phrase):
        return None  # "the order of these bases": either noun may be meant
    cut = next((i for i, w in enumerate(lowers) if i and w in lex.PREPOSITIONS), len(phrase))
    if any(w in lex.DETERMINERS for w in lowers[1:cut]):
        return None
    return _number_and_gender(phrase[:cut])


def _names_after_of(phrase: Sequence[Token]) -> bool:
    """ "The University of Oslo" is one name."""
    at = next(i for i, t in enumerate(phrase) if i and t.lower in lex.PREPOSITIONS)
    return phrase[at].lower == "of" and all(t.name for t in phrase[at + 1 :])


def _number_and_gender(head: Sequence[Token]) -> str | None:
    last, first = head[-1].lower, head[0].lower
    if first in lex.NUMBER_WORDS - {"one"} or head[0].number or last in _GROUP_HEADS:
        return "many"
    if first in {"these", "those", "all", "both", "many", "several", "most", "some", "few"}:
        return "many"
    if _model(head):
        return "thing"
    if last in lex.PERSON_HEADS or first in _TITLES or _full_name(head):
        return "person"
    if first in lex.DETERMINERS:
        plural = last.endswith("s") and not last.endswith(("ss", "us", "is"))
        return "many" if plural and not head[-1].name else "thing"
    if last.endswith("s") and not last.endswith(("ss", "us", "is")) and not head[-1].name:
        return "many"
    return (
        "thing"
        if all(t.name or t.number for t in head) and len(head) == 1 and _acronym(head[0])
        else None
    )


def _model(head: Sequence[Token]) -> bool:
    """Whether a name of several words has a number or capitals inside ("PulseSure 200")."""
    if len(head) < 2 or not all(t.name or t.number or _acronym(t) for t in head):
        return False
    return any(_acronym(t) and not _OF_PERSONS.match(t.text) for t in head)


def _only_a_name(phrase: Sequence[Token]) -> bool:
    """Whether nothing but its capitals makes a phrase a person's name ("Care Plus")."""
    return phrase[-1].lower not in lex.PERSON_HEADS and phrase[0].lower not in _TITLES


def _full_name(head: Sequence[Token]) -> bool:
    return 2 <= len(head) <= 3 and all(t.text.istitle() for t in head)


def _acronym(token: Token) -> bool:
    return sum(c.isupper() for c in token.text) > 1 or any(c.isdigit() for c in token.text)


def _rival(toks: Sequence[Token], verb: int, kind: str) -> bool:
    """Whether an object of the verb, or another person, could be meant as well."""
    rest = toks[verb + 1 :]
    while rest and (rest[0].lower in lex.ADVERBS or rest[0].lower in lex.BE_HAVE):
        rest = rest[1:]
    if kind in ("person", "name"):
        return any(t.name and t.text.istitle() and t.lower not in lex.PRONOUNS for t in rest)
    if toks[verb].lower in _IS:
        return False
    after = rest[1] if rest and lex.verb_forms(rest[0].lower) and len(rest) > 1 else None
    opening = [t for t in (rest[0] if rest else None, after) if t is not None]
    return any(t.lower in lex.DETERMINERS or (t.name and t.text.istitle()) for t in opening)
