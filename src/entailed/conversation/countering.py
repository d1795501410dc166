"""What a user says in the place of an answer, as a claim that stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from entailed.conversation import phrases
from entailed.conversation.recognising import LONGEST, says, split_opening
from entailed.conversation.topics import CUES
from entailed.text.dates import read_dates
from entailed.text.lazy import lazy
from entailed.text.names import read_names
from entailed.text.quantities import read_quantities
from entailed.text.segment import sentences
from entailed.text.words import content_stems, words
from entailed.types import Span

__all__ = ["Counter", "counter_of"]

_INSTEAD = lazy(r"(?:,| -|;)? (?:and not|not|instead of|rather than|as opposed to) [^,;]+$")
_DENIAL = lazy(
    r"(?:it|that|this|they|these|those|there)(?:'s| is|'re| are| was| were) not\b|"
    r"(?:it|that|this|they|these|those|there) (?:isn't|aren't|wasn't|weren't)\b|not\b"
)
_BUT = lazy(r"(?:[,;]|\bbut\b|\band\b)(?: but| and| rather| actually| really)* ")
_PRONOUN = lazy(r"(?:it|that|this|they|these|those|there|he|she|its|their)\b")
_BE = lazy(r"(?:it|that|this|they|these|those) ?(?:'s|'re|is|are|was|were|should be|must be)\b")
_FLAT = {
    "isn't": "is", "is it not": "is", "wasn't": "was", "aren't": "are", "are they not": "are",
    "weren't": "were", "shouldn't": "should", "should it not": "should", "can't": "can",
    "couldn't": "could", "won't": "will", "wouldn't": "would", "hasn't": "has", "haven't": "have",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Counter:
    """What the user says: `text` as a sentence.

    `leans`: it begins with a pronoun for what the answer speaks of, so that it has to be read
    behind a claim of that answer.
    """

    text: str
    leans: bool = False


def counter_of(message: str, claims: Sequence[str], question: str) -> Counter | None:
    """What `message` states against the `claims` of an answer to `question`, or None.

    A bare value ("60 days", "I thought it was 60 days") is put in the place of the value of the
    same kind in the claim it is about. A mere denial ("it is not 30 days") states nothing.
    """
    plain = " ".join(message.replace("’", "'").replace("‘", "'").split())
    for sentence in sentences(plain) or ():
        if len(sentence.span) > LONGEST:
            continue
        stated = _stated(sentence.span.of(plain))
        if stated:
            return _alone(stated, claims, question)
    return None


def _stated(sentence: str) -> str:
    """The claim in a sentence of a challenge, "" for none; in the writer's own case."""
    lowered = sentence.lower()
    if len(lowered) != len(sentence):
        sentence = lowered
    ending = phrases.PLEASE.sub("", lowered)
    opening, rest = split_opening(ending)
    if not rest or phrases.DOUBT.fullmatch(rest) or phrases.SOURCE.fullmatch(rest):
        return ""
    start = lowered.index(rest, len(opening) - 1 if opening else 0)
    own = sentence[start : start + len(rest)]
    found = _under(rest, own)
    return _tidied(found) if found else ""


def _under(rest: str, own: str) -> str:
    """`own` without what leads up to its claim."""
    lead = phrases.COUNTER_LEAD.fullmatch(rest)
    if lead is not None:
        return own[lead.start("rest") :]
    negated = phrases.NEGATED_QUESTION.fullmatch(rest)
    if negated is not None:
        return _affirmed(negated["verb"], own[negated.start("rest") : negated.end("rest")])
    doubted = phrases.DOUBT_WITH.fullmatch(rest)
    if doubted is not None:
        return _doubted(rest[: doubted.start("rest")], own[doubted.start("rest") :])
    for question in ("is it ", "was it ", "are they "):
        if rest.startswith(question):
            return own[len(question) :]
    asks = rest.endswith("?") and not phrases.TAG.search(rest) and not _values(rest)
    return "" if asks or phrases.QUESTION_WORD.match(rest) else own


def _affirmed(verb: str, rest: str) -> str:
    """ "isn't it 60 days" as "it is 60 days"."""
    inner = phrases.COUNTER_LEAD.fullmatch(says(rest.lower()))
    if inner is not None:
        return rest[-len(inner["rest"]) :]
    first, _, after = rest.partition(" ")
    if verb in ("is it not", "are they not", "should it not", "does it not"):
        return rest
    if verb not in _FLAT:
        return rest
    if _PRONOUN.fullmatch(first.lower()) or first.lower() in ("i", "we", "you"):
        return f"{first} {_FLAT[verb]} {after}"
    return rest if _values(rest) else ""


def _doubted(lead: str, rest: str) -> str:
    """What a doubt names: a claim, or the part after "but" where it only repeats the answer's."""
    if lead.startswith(("you said", "you say", "you claim", "you told", "you wr")):
        parts = _BUT.split(rest.lower(), maxsplit=1)
        return rest[-len(parts[1]) :] if len(parts) > 1 else ""
    if "n't" in lead or "not" in lead.split() or "doubt" in lead:
        return ""
    if lead.rstrip().endswith(("about", "of", "with")) and not _values(rest):
        return ""
    for word in ("really ", "actually "):
        rest = rest.replace(word, "", 1)
    return rest


def _tidied(stated: str) -> str:
    """A statement without tags, and without what it is set against."""
    text = stated.strip().rstrip("?.!… ")
    text = _cut(phrases.TAG, text)
    if _DENIAL.match(text.lower()):
        parts = _BUT.split(text.lower(), maxsplit=1)
        text = text[-len(parts[1]) :] if len(parts) > 1 and parts[1] else ""
        if _DENIAL.match(text.lower()):
            return ""
    return _cut(_INSTEAD, text).strip(" ,;")


def _cut(pattern: object, text: str) -> str:
    match = pattern.search(text.lower())  # type: ignore[attr-defined]  # a lazy pattern
    return text[: match.start()] if match is not None else text


# --- standing alone --------------------------------------------------------------------------


def _alone(stated: str, claims: Sequence[str], question: str) -> Counter | None:
    put = _put_in(stated, claims, question)
    if put:
        return Counter(_sentence(put))
    if not content_stems(stated):
        return None
    return Counter(_sentence(stated), _PRONOUN.match(stated.lower()) is not None)


def _put_in(stated: str, claims: Sequence[str], question: str) -> str:
    """The claim that `stated` is about with its value in it, "" where there is none such."""
    values = _values(stated)
    if not values:
        return _named(stated, claims, question) if _BE.match(stated.lower()) else ""
    rest = frozenset(
        w.stem
        for w in words(stated)
        if w.content and not w.negation and not any(v.span.contains(w.span) for v in values)
    )
    asked = content_stems(question)
    for claim in claims:
        known = content_stems(claim) | asked | CUES
        own = [one for one in _values(claim) if one.kind == values[0].kind]
        if own and rest <= known:
            new = [one for one in own if not content_stems(one.text) <= asked]
            place = (new or own)[0].span
            return claim[: place.start] + values[0].text + claim[place.end :]
    return ""


def _named(stated: str, claims: Sequence[str], question: str) -> str:
    """The same for a name: "It is Bonn" after "The head office is in Berlin"."""
    names = read_names(stated)
    if len(names) != 1:
        return ""
    asked = content_stems(question)
    for claim in claims:
        for name in read_names(claim):
            place, text = name.span, name.span.of(claim)
            if not content_stems(text) <= asked:
                return claim[: place.start] + names[0].span.of(stated) + claim[place.end :]
    return ""


@dataclass(frozen=True, slots=True)
class _Value:
    span: Span
    text: str
    kind: str


def _values(text: str) -> list[_Value]:
    """The dates of a text and its quantities, each with the kind it may be exchanged within."""
    dates = [_Value(d.span, d.span.of(text), f"date {d.precision}") for d in read_dates(text)]
    taken = [one.span for one in dates]
    quantities = [
        _Value(q.span, q.span.of(text), f"{q.kind} {q.dimension}")
        for q in read_quantities(text)
        if not any(q.span.overlaps(span) for span in taken) and not q.weak
    ]
    return sorted(dates + quantities, key=lambda one: one.span)


def _sentence(text: str) -> str:
    text = text.strip()
    closed = text if text.endswith((".", "!", "?")) else f"{text}."
    return closed[:1].upper() + closed[1:]
