"""Who did what to whom: verbs of English sentences with the phrases around them.

No parser: a listed verb in a verb's place, the noun phrase right before it, the one right after
it, and prepositional phrases up to the next mark. Whatever is not plain (coordinated subjects,
denials, quoted or conditional clauses) gives no frame at all. Passives and converse verbs ("lost
to", "borrowed from") are turned round, so that one event has one set of roles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from entailed.text.common_words import is_common, is_contracted
from entailed.text.lazy import lazy
from entailed.text.roots import root
from entailed.text.stopwords import STOPWORDS
from entailed.text.verb_forms import BASE, ING, PARTICIPLE, PAST, THIRD, base_of, verb_forms
from entailed.types import Span

__all__ = ["SYMMETRIC", "Frame", "Phrase", "event_of", "frames", "in_figures"]

_TOKEN = lazy(
    r"(?:[A-Z]\.){2,6}|(?:Corp|Inc|Ltd|Co|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Lt|Capt|Gen|[A-Z])\.(?=\s)"
    r"|[^\W_]+(?:['’\-.&][^\W_]+)*|[^\w\s]"
)
_BE = frozenset("is are was were be been being isn't aren't wasn't weren't".split())
_HELP = frozenset(
    "has have had will would can could may might must shall should did does do having".split()
)
_ADVERBS = frozenset(
    "also later then now still soon often once first only just already again eventually originally "
    "reportedly both each jointly successfully currently".split()
)
_DENIALS = frozenset("not never no neither nor nobody none without hardly barely".split())
_PREPOSITIONS = frozenset(
    "in on at by for from to with of about over under between among during through until after "
    "before into onto against above below behind near along across around off out up down "
    "within".split()
)
_DETERMINERS = frozenset(
    "the a an this that these those its their his her our your my every each all some any no "
    "another both most many several".split()
)
_PRONOUNS = frozenset(
    "it they he she we you i them him her us who which that this these those one someone "
    "everyone".split()
)
_RELATIVE = frozenset({"who", "which", "that"})
_BREAKS = frozenset(
    "and or but nor if unless when while because although though whereas since as than so whether "
    "who which that what where how why there not".split()
)
_OPENING = frozenset("in on by since until from during".split())
_GLUE = frozenset("-–/&'’\"")
_LONGEST = 400  # tokens of a sentence that are read
_PHRASE = 12
_STEM = 4  # letters that two forms of a name share at least ("Lyon", "Lyonnais")

SYMMETRIC = frozenset(
    "marry meet match resemble equal border face fight play kiss date merge touch cross accompany "
    "share join work talk speak agree compete compare meet differ trade be have do".split()
)
# Verb -> the verb of the same event, and where its own roles go.
_CONVERSE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "buy": ("sell", {"1": "to", "2": "2", "from": "1"}),
    "acquire": ("sell", {"1": "to", "2": "2", "from": "1"}),
    "purchase": ("sell", {"1": "to", "2": "2", "from": "1"}),
    "borrow": ("lend", {"1": "to", "2": "2", "from": "1"}),
    "receive": ("give", {"1": "to", "2": "2", "from": "1"}),
    "lose": ("beat", {"1": "2", "to": "1"}),
    "defeat": ("beat", {"1": "1", "2": "2"}),
    "precede": ("follow", {"1": "2", "2": "1"}),
    "succeed": ("follow", {"1": "1", "2": "2"}),
    "hire": ("employ", {"1": "1", "2": "2"}),
    "recruit": ("employ", {"1": "1", "2": "2"}),
    "establish": ("found", {"1": "1", "2": "2"}),
}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: its head's root, roots of all its telling words, and how it begins."""

    span: Span
    head: str
    roots: frozenset[str]
    determiner: str
    name: bool
    pronoun: bool
    owners: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()

    def same(self, other: Phrase) -> bool:
        """Whether the two may name one thing by their words: one head, or a shared name.

        "Hahn's assistant" is not Hahn.
        """
        if self.roots & other.owners or other.roots & self.owners:
            return False
        if self.name and other.name:
            return bool(self.roots & other.roots) or _one_name(self.words, other.words)
        return self.head == other.head or self.head in other.roots or other.head in self.roots


def _one_name(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names may be forms of one: initials, or a word that begins another."""
    shorts = ((one, other), (other, one))
    if any(len(a) == 1 and a[0] == "".join(w[0] for w in b) for a, b in shorts):
        return True
    long = [(a, b) for a in one for b in other if min(len(a), len(b)) >= _STEM]
    return any(a.startswith(b) or b.startswith(a) for a, b in long)


@dataclass(frozen=True, slots=True)
class Frame:
    """An event. `roles`: "1" who does it, "2" what it is done to, and prepositions.

    `rest` are roots of other telling words of the clause; `at` is the verb's place in the
    text; `denied` says that it did not happen or must not.
    """

    verb: str
    roles: tuple[tuple[str, Phrase], ...]
    rest: frozenset[str]
    at: Span
    denied: bool = False

    @property
    def roots(self) -> frozenset[str]:
        """Roots of all its telling words but the verb's."""
        return self.rest.union(*(p.roots for _, p in self.roles))

    def get(self, role: str) -> Phrase | None:
        """What fills a role, or None."""
        return next((p for r, p in self.roles if r == role), None)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    lower: str
    span: Span

    @property
    def word(self) -> bool:
        return self.text[0].isalnum()


_NAMED = (
    "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth "
    "Fourteenth Fifteenth Sixteenth"
).split()
_FIGURES = dict(
    zip(_NAMED, "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI".split(), strict=True)
)
_REIGN = lazy(rf"(?<=[^\W\d_])\sthe\s(?P<n>{'|'.join(_NAMED)})(?![\w-])")


def in_figures(text: str) -> str:
    """ "Aldric the Third" as "Aldric III"; other text unchanged."""
    return _REIGN.sub(lambda m: " " + _FIGURES[m["n"]], text) if " the " in text else text


def _tokens(text: str) -> list[_Token]:
    """The first tokens of a text; a ruler's number in words is one token."""
    found: list[_Token] = []
    for m in islice(_TOKEN.finditer(text), _LONGEST):
        token = _Token(m.group(), m.group().lower().replace("’", "'"), Span(m.start(), m.end()))
        ruler = len(found) > 1 and found[-1].text == "the" and token.text in _FIGURES
        if ruler and found[-2].text[0].isupper():
            start = found.pop().span.start
            figure = _FIGURES[token.text]
            token = _Token(figure, figure.lower(), Span(start, token.span.end))
        found.append(token)
    return found


@lru_cache(maxsize=2048)
def frames(text: str) -> tuple[Frame, ...]:
    """The frames of a plain English sentence, in order; empty where nothing is plain. Cached."""
    toks = _tokens(text)
    found: list[Frame] = []
    subject: Phrase | None = None
    for at in range(1, len(toks)):
        read = _frame(toks, at, subject)
        if read is not None:
            subject = read[0]
            found.append(read[1])
    return tuple(found)


def _frame(toks: Sequence[_Token], at: int, earlier: Phrase | None) -> tuple[Phrase, Frame] | None:
    """The frame of the verb at `at` with its subject; after "and" that of the verb before."""
    verb = base_of(toks[at].lower)
    if verb is None or toks[at].text[0].isupper():
        return None
    before = _chain(toks, at)
    if before is None:
        return None
    left, passive, denied = before
    subject = earlier if toks[left].lower == "and" else _subject(toks, left)
    if subject is None:
        return None
    roles: dict[str, Phrase] = {"2" if passive else "1": subject}
    end = _complements(toks, at + 1, roles, passive=passive)
    _opening(toks, subject, roles)
    if passive and "by" in roles:
        roles.setdefault("1", roles.pop("by"))
    rest = _rest(toks, at + 1, end, roles)
    base, turned = _turned(verb, roles)
    denied = denied or subject.determiner == "no"
    if len(turned) + len(rest) < 2 - denied:
        return None
    return subject, Frame(base, tuple(sorted(turned.items())), rest, toks[at].span, denied)


def _chain(toks: Sequence[_Token], at: int) -> tuple[int, bool, bool] | None:
    """The token before the verb and its auxiliaries; whether they make a passive, a denial."""
    forms = verb_forms(toks[at].lower)
    i = at - 1
    helped = passive = denied = False
    while i >= 0:
        lower = toks[i].lower
        if lower in _DENIALS or lower.endswith("n't"):
            denied = True
        if lower in _BE:
            passive = helped = True
        elif lower in _HELP or lower.endswith("n't"):
            helped = True
        elif lower not in _ADVERBS | _DENIALS and not (lower.endswith("ly") and len(lower) > 4):
            break
        i -= 1
    if i < 0 or not toks[i].word or (denied and not helped):
        return None
    if toks[i].lower in _PREPOSITIONS:
        return None  # "coverage of organised crime"
    if passive:
        return (i, True, denied) if PARTICIPLE in forms else None
    if helped:
        return (i, False, denied) if forms & {BASE, PARTICIPLE} else None
    return (i, False, denied) if forms & {PAST, THIRD} else None


def _subject(toks: Sequence[_Token], last: int) -> Phrase | None:
    """The noun phrase that ends at token `last`; None when it is not one plain phrase."""
    relative = toks[last].lower in _RELATIVE
    if relative:
        last -= 2 if last > 1 and toks[last - 1].text == "," else 1
        if last < 0 or not toks[last].word:
            return None
    if _is_pronoun(toks[last]):
        return _phrase(toks, last, last + 1)
    start, head_end = last + 1, last + 1
    i = last
    while i >= 0 and last - i < _PHRASE:
        token = toks[i]
        if not token.word or token.lower in _BREAKS or _verbal(toks, i):
            break
        if token.lower in _PREPOSITIONS:
            head_end = i
            start = i
            i -= 1
            if i < 0 or not toks[i].word or toks[i].lower in _BREAKS or relative:
                return None  # an opening phrase, or a relative clause that may be of either noun
            continue
        if token.text.isdigit() and i > 0 and toks[i - 1].lower in _OPENING and i < last:
            break  # "In 2019 Acme bought"
        start = i
        if token.lower in _DETERMINERS:
            if i > 0 and toks[i - 1].lower in _PREPOSITIONS:
                i -= 1
                continue
            break
        i -= 1
    if i >= 0 and (toks[i].lower in {"and", "or", "nor"} or toks[i].text in _GLUE):
        return None
    if start >= head_end or toks[head_end - 1].text.isdigit() or _opens_clause(toks, start):
        return None
    return _phrase(toks, start, head_end, last + 1)


def _is_pronoun(token: _Token) -> bool:
    """Whether a token is a pronoun, alone or with a verb it has swallowed ("he'll")."""
    return token.lower in _PRONOUNS or is_contracted(token.lower)


def _opens_clause(toks: Sequence[_Token], start: int) -> bool:
    """Whether a verb stands first, so that the subject lies before it: "that fell off a lorry"."""
    forms = verb_forms(toks[start].lower)
    return bool(forms & {PAST, PARTICIPLE}) and toks[start].text[0].islower()


def _verbal(toks: Sequence[_Token], i: int) -> bool:
    """Whether a finite verb may stand at `i`; no for a place past the end."""
    if i >= len(toks):
        return False
    if toks[i].lower in _BE or toks[i].lower in _HELP:
        return True
    if i == 0 or toks[i - 1].lower in _DETERMINERS or not toks[i].text[0].islower():
        return False
    forms = verb_forms(toks[i].lower)
    opens = i + 1 < len(toks) and (
        toks[i + 1].text[0].isupper() or toks[i + 1].lower in _DETERMINERS
    )
    return PAST in forms or (THIRD in forms and opens)


def _complements(
    toks: Sequence[_Token], at: int, roles: dict[str, Phrase], *, passive: bool
) -> int:
    """Fills the roles after the verb; the index where the clause ends."""
    i = at
    while i < len(toks) and toks[i].lower in (_ADVERBS | {"down", "up", "out", "off", "over"}):
        i += 1
    first = not passive
    role = "2"
    while i < len(toks) and toks[i].word and toks[i].lower not in _BREAKS:
        if toks[i].lower in _PREPOSITIONS:
            role = toks[i].lower
            i += 1
            first = True
            continue
        if not first:
            i += 1
            continue
        end = _phrase_end(toks, i, own_of=role != "of")
        if end == i:
            break
        joined = end < len(toks) and toks[end].lower in {"and", "or"} and not _verbal(toks, end + 1)
        phrase = _phrase(toks, i, min(end, _head_end(toks, i, end)), end)
        if phrase is not None and not joined:
            roles.setdefault(role, phrase)
        first = False
        i = end
    while i < len(toks) and toks[i].word and toks[i].lower not in _BREAKS:
        i += 1
    return i


def _opening(toks: Sequence[_Token], subject: Phrase, roles: dict[str, Phrase]) -> None:
    """Adds the phrases that open the clause ("After each update the router restarts")."""
    first = next((i for i, t in enumerate(toks) if t.span.start >= subject.span.start), 0)
    end = first - 1 if first and toks[first - 1].text == "," else first
    begin = end
    while begin and toks[begin - 1].word and toks[begin - 1].lower not in _BREAKS:
        begin -= 1
    if begin < end and toks[begin].lower in _PREPOSITIONS:
        _complements(toks[:end], begin, roles, passive=True)


def _phrase_end(toks: Sequence[_Token], i: int, *, own_of: bool) -> int:
    if toks[i].lower in _PRONOUNS - _DETERMINERS:
        return i + 1
    end = i
    while end < len(toks) and end - i < _PHRASE:
        token = toks[end]
        if not token.word or token.lower in _BREAKS or (end > i and token.lower in _PRONOUNS):
            break
        if token.lower in _PREPOSITIONS and not (own_of and token.lower == "of" and end > i):
            break
        if end > i and _verbal(toks, end):
            break
        end += 1
    return end


def _head_end(toks: Sequence[_Token], start: int, end: int) -> int:
    return next((i for i in range(start + 1, end) if toks[i].lower == "of"), end)


def _phrase(
    toks: Sequence[_Token], start: int, head_end: int, end: int | None = None
) -> Phrase | None:
    stop = end or head_end
    body = toks[start:head_end]
    if not body or any(ING in verb_forms(t.lower) for t in body[:1]):
        return None
    pronoun = len(body) == 1 and _is_pronoun(body[0])
    telling = [t for t in toks[start:stop] if _telling(t)]
    heads = [t for t in body if _telling(t)]
    if not pronoun and not heads:
        return None
    capital = bool(heads) and heads[-1].text[0].isupper()
    opens = start == 0 and len(heads) == 1
    bare = body[0].lower in _DETERMINERS or (len(body) == 1 and is_common(body[0].lower))
    name = capital and not (opens and bare)
    return Phrase(
        span=Span(toks[start].span.start, toks[stop - 1].span.end),
        head=root(heads[-1].lower.rstrip(".")) if heads else body[0].lower,
        roots=frozenset(root(t.lower.rstrip(".")) for t in (heads if name else telling)),
        determiner=body[0].lower if body[0].lower in _DETERMINERS else "",
        name=name,
        pronoun=pronoun,
        words=tuple(t.lower.replace(".", "") for t in heads),
        owners=frozenset(root(t.lower[:-2]) for t in heads[:-1] if t.lower.endswith("'s")),
    )


def _telling(token: _Token) -> bool:
    empty = token.lower in STOPWORDS["en"] or token.lower in _TITLES or token.lower in _DETERMINERS
    return token.word and not empty


_TITLES = frozenset(
    "mr. mrs. ms. dr. prof. mr mrs ms dr prof sir captain professor president doctor st. corp. "
    "inc. ltd. co. corp inc ltd gmbh ag".split()
)


def _rest(
    toks: Sequence[_Token], start: int, end: int, roles: Mapping[str, Phrase]
) -> frozenset[str]:
    held = [p.span for p in roles.values()]
    return frozenset(
        root(t.lower)
        for t in toks[start:end]
        if _telling(t) and not any(t.span.overlaps(s) for s in held)
    )


def event_of(word: str) -> str | None:
    """The verb that stands for the event of a verb form ("acquired": "sell"), or None."""
    verb = base_of(word)
    return _CONVERSE[verb][0] if verb is not None and verb in _CONVERSE else verb


def _turned(verb: str, roles: dict[str, Phrase]) -> tuple[str, dict[str, Phrase]]:
    """The frame with the roles of the verb's canonical event."""
    if verb not in _CONVERSE or (verb == "lose" and "to" not in roles):
        return verb, roles
    base, moves = _CONVERSE[verb]
    return base, {moves.get(r, r + "+" if r in moves.values() else r): p for r, p in roles.items()}
