"""A question with a short answer as one statement: "Is the pool heated? Yes." - the pool is heated.

A model trained on statements reads such a pair badly. English only, and only where the words
show it: questions that begin with an auxiliary, have one subject and leave no choice ("or").
"""

from __future__ import annotations

import re

from entailed.text.closed import VERBS
from entailed.text.lazy import lazy
from entailed.text.roots import PAST, root

__all__ = ["is_short_answer", "statement_of"]

_WITH_PARTICIPLE = frozenset("is are was were am has have had".split())
_AUXILIARIES = _WITH_PARTICIPLE | frozenset(
    "do does did can could may might must shall should will would".split()
)
_SUBJECTS = {
    "i": "you", "we": "you", "you": "you", "they": "they", "he": "he", "she": "she", "it": "it",
    "there": "there", "this": "this", "that": "that", "anyone": "someone", "anybody": "someone",
    "everyone": "everyone", "someone": "someone", "anything": "something",
}  # fmt: skip
_PERSONS = {"my": "your", "our": "your", "me": "you", "us": "you", "i": "you", "we": "you",
            "mine": "yours", "ours": "yours", "myself": "yourself", "am": "are"}  # fmt: skip
_ANY = {"any": "some", "anyone": "someone", "anything": "something", "ever": ""}
_QUANTIFIED = lazy(r"(?:any|every|some|all|each|both|most|many)", re.IGNORECASE)
# What a predicate may begin with where its subject is more than a word.
_OPENS = frozenset(
    "in on at by for from with without until till before after under over about to into during a "
    "an the any all only also still already always not open closed free available possible "
    "included valid safe necessary liable responsible able eligible due subject part more less "
    "cheaper heated here there both forbidden paid made sold given taken held known kept sent "
    "shown written built".split()
)
_DOES = frozenset(
    "accept add affect allow apply ask become begin belong bring buy call cancel change charge "
    "claim close come contain continue cost count cover deliver depend end enter exceed exclude "
    "expire extend fit follow get give go happen have hold include increase keep last lead leave "
    "lend let live lose make mean meet move need offer open order own park pay permit protect "
    "provide qualify receive reduce refund register remain renew rent replace report require "
    "return run save sell send share ship show sign start stay stop support take transfer travel "
    "treat use visit wear work write".split()
)
_CHOICE = lazy(
    r"\bor\b|,\s*(?:and|but)\b|\band (?:is|are|do|does|did|can|will|what|how|when|who)\b"
)
_SHORT = (
    r"(?:(?:actually|unfortunately|sadly|in fact|indeed|in short|sorry)\W{1,2})?"
    r"(?:(?:i|you|we|they|he|she|it|that|this|there)(?:\s(?P<cannot>can't|cannot|won't)"
    r"|(?:'s|'re|\s(?:is|are|was|were|do|does|did|can|could|may|will|would|must|should|has|have))"
    r"(?P<not>n't|\snot)?)"
    r"(?:\s(?:be\s)?(?:allowed|permitted|possible|correct|right|true|the case|so))?"
    r"|(?P<no>not))\s?[.!]?"
)
_ANAPHORIC = lazy(rf"^(?:(?P<yes>yes|no)\W{{1,2}})?{_SHORT}$", re.IGNORECASE)
_PAIR = lazy(r"^(?P<question>[^?]{4,300})\?\s+(?P<answer>[^?]{2,80})$", re.DOTALL)
_BARE = lazy(r"^(?P<word>yes|no|yep|nope|correct|true|exactly|indeed)\b\W*", re.IGNORECASE)


def is_short_answer(text: str) -> bool:
    """Whether a text only takes up a question: "Unfortunately you can't.", "That is possible."."""
    return len(text) < 60 and _ANAPHORIC.match(_plain(text)) is not None


def statement_of(text: str) -> str | None:
    """The statement that "question? short answer" makes, or None where it is not plain.

    What is addressed to the one who answers is said of who asks ("Can I ...?": "you can ...").
    """
    pair = _PAIR.match(text)
    if pair is None:
        return None
    affirmed = _affirmed(_plain(pair["answer"]))
    if affirmed is None:
        return None
    return _declared(pair["question"], affirmed=affirmed)


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").split())


def _affirmed(answer: str) -> bool | None:
    """Whether a short answer says yes; None where it says more, or neither."""
    short = _ANAPHORIC.match(answer)
    word = _BARE.match(answer)
    if word is not None and (short is not None or not answer[word.end() :].strip(" .!")):
        return word["word"].lower() not in ("no", "nope")
    if short is None:
        return None
    return not (short["cannot"] or short["not"] or short["no"])


def _declared(question: str, *, affirmed: bool) -> str | None:
    sentence = re.split(r"[.!]\s+", _plain(question))[-1]
    words = re.sub(r"^(?:and|but|so|hi|hello|please)\b,?\s+", "", sentence, flags=re.I).split()
    if len(words) < 3 or words[0].lower() not in _AUXILIARIES or _CHOICE.search(sentence):
        return None
    auxiliary, rest = words[0].lower(), words[1:]
    length = _subject_length(auxiliary, rest)
    if not 0 < length < len(rest):
        return None
    if not affirmed and _QUANTIFIED.match(rest[0]):
        return None  # "Did anyone? No." is nobody, and "Does everyone? No." not everyone
    subject = [_subject(rest[0].lower(), rest[0], words)] if length == 1 else rest[:length]
    if subject[0] == "you" and auxiliary in ("is", "was"):
        return None
    verb = [auxiliary] if affirmed else _denied(auxiliary)
    turned = {**_PERSONS, **(_ANY if affirmed else {})}
    said = [turned.get(word.lower(), word) for word in (*subject, *verb, *rest[length:])]
    text = " ".join(word for word in said if word)
    return text[0].upper() + text[1:] + "."


def _subject(first: str, word: str, words: list[str]) -> str:
    """The subject of the statement; who is asked about the asker's things is a third party."""
    if first == "you" and any(w.lower() in _PERSONS for w in words):
        return "they"
    return _SUBJECTS.get(first, word)


def _denied(auxiliary: str) -> list[str]:
    """ "Must I? No." leaves it free and forbids nothing."""
    special = {"can": ["cannot"], "must": ["need", "not"]}
    return special.get(auxiliary, [auxiliary, "not"])


def _subject_length(auxiliary: str, words: list[str]) -> int:
    """How many words the subject has: one for a pronoun, else up to where the predicate opens."""
    if words[0].lower() in _SUBJECTS:
        return 1
    for at in range(1, len(words)):
        word = words[at].lower()
        if word in ("of", "who", "that", "which"):
            return 0
        if _opens_predicate(auxiliary, word):
            return at
    return 0


def _opens_predicate(auxiliary: str, word: str) -> bool:
    if auxiliary in _WITH_PARTICIPLE:
        return word in _OPENS or (len(word) > 4 and word.endswith(("ed", "ing"))) or word in PAST
    return word in _OPENS or word in _DOES or word == "be" or root(word) in VERBS
