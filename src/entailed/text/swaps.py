"""Claims that say of one thing what the evidence says of another.

Every rule asks for a statement of the evidence that holds all the rest of the claim and has
another name in the claim's place, and keeps silent when the two names may be one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entailed.text.common_words import is_common
from entailed.text.exchanges import other_name, other_word
from entailed.text.lazy import lazy
from entailed.text.names import LEGAL_FORMS, Name, read_names
from entailed.text.places import LEAST, Place, Swap, exclusive, name_roots, one_thing, selected
from entailed.text.roots import root
from entailed.text.statements import Statement, claimed
from entailed.types import Label, Span

__all__ = ["find_swaps"]


@dataclass(frozen=True, slots=True)
class _Subject:
    """A name the claim is about and the rest of what the claim says."""

    name: Name
    roots: frozenset[str]
    rest: frozenset[str]


def find_swaps(text: str, places: Sequence[Place]) -> tuple[Swap, ...]:
    """Swaps in a claim's text against evidence sentences, nearest first; usually none."""
    made = claimed(text)
    if not made or not places:
        return ()
    names = [n for n in read_names(text) if n.kind != "adjective"]
    found = list(_rulers(text, names, places))
    found += _denied(text, names, places)
    found += _agents(text, made, names, places)
    found += _namesakes(text, names, places)
    for subject in _subjects(made, names):
        swap = _other_subject(text, subject, places)
        if swap:
            found.append(swap)
    if not names:
        found += _unlinked(made, places)
    for statement in made:
        swap = other_word(text, statement, names, places) or other_name(
            text, statement, names, places
        )
        if swap and not any(swap.span.overlaps(s.span) for s in found):
            found.append(swap)
    return tuple({s.span: s for s in reversed(found)}.values())


# --- subjects -------------------------------------------------------------------------------------


def _subjects(made: Sequence[Statement], names: Sequence[Name]) -> Iterator[_Subject]:
    """Names before the verb, with the roots of what is said of them."""
    for statement in made:
        for name in names:
            roots = name_roots(name)
            own = frozenset(r for r, at in statement.order if at.overlaps(name.span))
            own -= LEGAL_FORMS
            if name.kind == "term" or not own or not own <= statement.subject:
                continue
            if statement.order[0][0] not in own or statement.opener == "condition":
                continue
            rest = statement.own - own - statement.subject
            if len(rest) >= LEAST and statement.own != statement.subject:
                yield _Subject(name, roots | own, rest)


def _named_in(name: Name, text: str) -> bool:
    """Whether the claim itself has a word of the name."""
    return bool(name_roots(name) & {r for s in claimed(text) for r in s.own})


def _other_subject(text: str, subject: _Subject, places: Sequence[Place]) -> Swap | None:
    """A statement that holds the rest of the claim and is about another name."""
    known = frozenset[str]().union(*(p.roots for p in places))
    rest = subject.rest & known
    if len(rest) < LEAST or len(rest) < 0.6 * len(subject.rest):
        return None
    named = (name_roots(n) for n in read_names(text) if n is not subject.name)
    picked = selected(text).difference(*(selected(p.sentence.text) for p in places))
    if picked or not rest.difference(*named):
        return None
    if not subject.roots & known or _holds(subject, rest, places):
        return None
    for place in places:
        for statement in place.statements:
            if not rest <= statement.roots or subject.roots & statement.taken:
                continue
            beside = any(subject.roots & s.own for s in place.statements)
            if beside and not _rivals(subject, statement, [place]):
                continue
            other = _named_before(place, statement, rest)
            if other and not (_named_in(other, text) or one_thing(subject.name, other, places)):
                alone = exclusive(text[subject.name.span.end :])
                rivals = alone and _rivals(subject, statement, places)
                label: Label = "contradicted" if rivals else "related"
                return Swap(
                    subject.name.span, subject.name.text, other.text, label, place, other.span
                )
    return None


def _holds(subject: _Subject, rest: frozenset[str], places: Sequence[Place]) -> bool:
    """Whether some sentence or statement may say the rest of the claim's own subject."""
    for place in places:
        for statement in place.statements:
            mine = subject.roots & statement.roots
            if mine and len(rest & statement.roots) >= len(rest) - 1 and len(rest) > LEAST:
                return rest <= statement.roots
            if mine and rest <= statement.roots:
                return True
        alone = len(place.statements) == 1 or not any(rest <= s.roots for s in place.statements)
        if alone and subject.roots & place.roots and rest <= place.roots:
            return True
    return False


def _named_before(place: Place, statement: Statement, rest: frozenset[str]) -> Name | None:
    """The name that stands in a statement before the first word of `rest` (its subject)."""
    first = min((at.start for r, at in statement.order if r in rest), default=0)
    text = place.sentence.text
    before = [
        n
        for n in read_names(text)
        if n.kind not in ("adjective", "term")
        and statement.span.start <= n.span.start
        and n.span.end <= first
        and not _LED.search(text[: n.span.start])
    ]
    if len(before) != 1 or before[0].text.endswith(("'s", "’s")):
        return None
    at = before[0].span
    last = max((at.end for r, at in statement.order if r in rest), default=0)
    speaks = any(
        root(m.group().casefold()) not in rest for m in _SPEECH.finditer(text, at.end, last)
    )
    return None if speaks or _PERSON.search(text, statement.span.start, at.start) else before[0]


_PERSON = lazy(r"(?<!\w)(?:I|we|you|he|she|it|they)(?!\w)", re.IGNORECASE)
_SPEECH = lazy(r"(?<!\w)(?:said|says|told|added|according|wrote|writes)(?!\w)", re.IGNORECASE)


_LED = lazy(
    r"(?<!\w)(?:in|at|on|by|of|from|for|to|with|called|named|near|under|during|im|am|bei|von|in der"
    r"|dans|à|en|de|nel|em|na|no|в|на|от)\s(?:the\s|a\s|an\s|der\s|dem\s|la\s|le\s|el\s)?$",
    re.IGNORECASE,
)


def _rivals(subject: _Subject, covering: Statement, places: Sequence[Place]) -> bool:
    """Whether the claim's subject has a statement of the same sort of its own."""
    verbless = covering.own == covering.subject
    for place in places:
        for statement in place.statements:
            if not subject.roots & statement.own:
                continue
            if verbless and statement.own == statement.subject and len(statement.own) > 2:
                return True
            shared = {r for r in subject.rest & statement.own if not r[0].isdigit()}
            if not verbless and shared and statement.own - statement.subject:
                return True
    return False


def _unlinked(made: Sequence[Statement], places: Sequence[Place]) -> Iterator[Swap]:
    """What is said of a thing is said of a name that no sentence ties to that thing."""
    for statement in made[:1]:
        rest = statement.own - statement.subject
        if len(statement.subject) < LEAST or len(rest) < LEAST:
            continue
        covering = [(p, s) for p in places for s in p.statements if rest <= s.roots]
        if not covering or not _told_elsewhere(statement, covering, places):
            continue
        place, stated = covering[0]
        other = _named_before(place, stated, rest)
        if other is None or _tied(name_roots(other), statement.subject, places):
            continue
        at = [a for r, a in statement.order if r in statement.subject]
        span = Span(at[0].start, at[-1].end)
        yield Swap(span, "", other.text, "related", place, other.span)


def _told_elsewhere(
    statement: Statement, covering: Sequence[tuple[Place, Statement]], places: Sequence[Place]
) -> bool:
    """Whether the claim's subject is spoken of only in other passages than the covering ones."""
    passages = {p.passage for p, _ in covering}
    mine = {p.passage for p in places if statement.subject & p.roots}
    whole = any(statement.subject <= s.roots for p in places for s in p.statements)
    return whole and mine.isdisjoint(passages)


def _tied(other: frozenset[str], subject: frozenset[str], places: Sequence[Place]) -> bool:
    """Whether one sentence has the name and a word of the subject."""
    return any(other & place.roots and subject & place.roots for place in places)


# --- rulers and denied names ----------------------------------------------------------------------


def _rulers(text: str, names: Sequence[Name], places: Sequence[Place]) -> Iterator[Swap]:
    """ "Aldric II" where the evidence has only another Aldric."""
    for name in names:
        if name.regnal is None:
            continue
        same, others = False, []
        for place in places:
            for stated in read_names(place.sentence.text):
                if stated.regnal is not None and set(stated.words) & set(name.words):
                    same = same or stated.regnal == name.regnal
                    others.append((place, stated))
        if others and not same:
            place, stated = others[0]
            yield Swap(name.span, name.text, stated.text, "contradicted", place, stated.span)


_DENIAL = lazy(
    r"(?:(?<!\w)(?:not|never|rather than|instead of|unlike|nicht|statt|non|pas|et non|no|não|а не"
    r"|не)"
    r"\s(?:(?:his|her|its|their|the|by|from|in|to|for|with|sein|ihr|der|die"
    r"|das)\s)?(?:[a-zäöüß]+\s){0,2})$"
)
_NEGATED = lazy(
    r"(?<!\w)(?:not|never|no|n't|nicht|kein\w{0,2}|nie|pas|jamais|non|nunca|não|не)(?!\w)"
    r"|n['’]t(?!\w)"
)


def _denied(text: str, names: Sequence[Name], places: Sequence[Place]) -> Iterator[Swap]:
    """Names that the sentence with the rest of the claim mentions only to deny them."""
    if _NEGATED.search(text):
        return
    for name in names:
        if name.kind in ("term", "acronym") and is_common(name.words[0]):
            continue
        for place in places[:3]:
            found = [n for n in read_names(place.sentence.text) if _equal(n, name)]
            others = [n for n in read_names(place.sentence.text) if not _equal(n, name)]
            denied = [n for n in found if _DENIAL.search(place.sentence.text[: n.span.start])]
            if found and len(found) == len(denied) and others and _covers(text, name, place):
                other = others[0]
                yield Swap(name.span, name.text, other.text, "contradicted", place, other.span)
                break


def _equal(a: Name, b: Name) -> bool:
    return a.regnal == b.regnal and (set(a.words) <= set(b.words) or set(b.words) <= set(a.words))


def _covers(text: str, name: Name, place: Place) -> bool:
    """Whether a sentence holds all the claim's words but the name's."""
    rest = {r for s in claimed(text) for r, at in s.order if not at.overlaps(name.span)}
    return len(rest) > 0 and rest <= place.roots


_BY = lazy(r"(?P<v>[^\W\d]{3,20})\s(?:by|von|par|por|da)\s(?:the\s)?$")


def _agents(
    text: str, made: Sequence[Statement], names: Sequence[Name], places: Sequence[Place]
) -> Iterator[Swap]:
    """ "Designed by Hale" where the evidence has "designed by Berg" of the same thing."""
    for name in names:
        deeds = _deeds(text, made, name)
        if name.kind in ("term", "adjective") or not deeds:
            continue
        rest = frozenset(r for s in made for r, at in s.order if not at.overlaps(name.span))
        stated = list(_stated_agents(deeds, rest, places))
        if not stated or any(one_thing(name, other, places) for _, other, _ in stated):
            continue
        mine = name_roots(name)
        if any(mine & s.own and deeds & s.own for p in places for s in p.statements):
            continue
        place, other, _ = stated[0]
        yield Swap(name.span, name.text, other.text, "contradicted", place, other.span)


def _deeds(text: str, made: Sequence[Statement], name: Name) -> frozenset[str]:
    """Roots of what the claim says the name did: "V by NAME", or the verb after the subject."""
    match = _BY.search(text[: name.span.start])
    if match:
        return frozenset({root(match["v"].casefold())})
    for statement in made:
        own = [r for r, at in statement.order if at.overlaps(name.span)]
        if own and set(own) <= statement.subject:
            after = [r for r, at in statement.order if at.start >= name.span.end]
            acts = [r for r in after if r not in statement.subject]
            return frozenset() if _undergoes(text, name, statement) else frozenset(acts[:1])
    return frozenset()


_UNDERGOES = lazy(r"(?<!\w)(?:is|are|was|were|been|being)\s(?:\w+ly\s)?\w+\sby(?!\w)")


def _undergoes(text: str, name: Name, statement: Statement) -> bool:
    """Whether the name is the subject of a passive with an agent of its own."""
    return _UNDERGOES.search(text, name.span.end, statement.span.end) is not None


def _stated_agents(
    deeds: frozenset[str], rest: frozenset[str], places: Sequence[Place]
) -> Iterator[tuple[Place, Name, Statement]]:
    """Agents of the deed in statements that hold the rest of the claim."""
    for place in places[:8]:
        for other in read_names(place.sentence.text):
            match = _BY.search(place.sentence.text[: other.span.start])
            if not match or root(match["v"].casefold()) not in deeds:
                continue
            home = next((s for s in place.statements if s.span.overlaps(other.span)), None)
            if home and len(rest & home.roots) >= max(LEAST, 0.75 * len(rest)):
                yield place, other, home


_SOMEONE = lazy(
    r"(?<!\w)(?:an?|another|one|some|different|ein(?:e|en|em)?|un[ea]?|um[a]?)\s(?:[^\W\d]+\s){1,3}"
    r"(?:called|named|by the name of|namens|genannt|nommée?|appelée?|llamad[oa]|chamad[oa]"
    r"|di nome)\s$"
)


def _namesakes(text: str, names: Sequence[Name], places: Sequence[Place]) -> Iterator[Swap]:
    """ "a pupil called Nils" is not the Nils Lindqvist of another sentence."""
    for name in names:
        if len(name.words) < 2:
            continue
        for place in places[:4]:
            for stated in read_names(place.sentence.text):
                one = len(stated.words) == 1 and stated.words[0] in name.words
                before = place.sentence.text[: stated.span.start]
                if one and _SOMEONE.search(before) and _covers(text, name, place):
                    yield Swap(name.span, name.text, stated.text, "related", place, stated.span)
