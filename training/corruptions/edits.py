"""Single edits of a sentence: each returns an edited sentence, or nothing when it cannot."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from training.corruptions import words

Edit = Callable[[str, Sequence[str], random.Random], str | None]
"""(sentence, all sentences of the passage, randomness) -> edited sentence."""

_NUMBER = re.compile(r"(?<![\w.,:/-])\d{1,3}(?:,\d{3})+(?![\w])|(?<![\w.,:/-])\d+(?:\.\d+)?(?!\w)")
_BOUND = re.compile(
    r"(?:more|less|fewer|greater|at least|at most|up to|over|under|around|about|nearly|almost|"
    r"roughly|approximately|above|below|than|some|between|to|and|–|-|until|by|since)\W*$",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,] )(?:[A-Z][a-zà-ÿ]+)(?: (?:of |the )?[A-Z][a-zà-ÿ]+)*")
_SCOPE = re.compile(
    r"^(?:In (?:some|rare|certain|mild|severe) |Among |If |Unless |Except )"
    r"[^,.;]{4,60}, (?=[a-zA-Z])",
)


def _replace(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _near_number(token: str, rng: random.Random) -> str:
    plain = token.replace(",", "")
    if "." in plain:
        whole, part = plain.split(".")
        return f"{int(whole) + rng.choice((1, 2, 3, 5, 10))}.{part}"
    value = int(plain)
    if 1000 <= value <= 2100 and "," not in token:
        return str(value + rng.choice((-10, -7, -4, -3, -2, -1, 1, 2, 3, 4, 7, 10)))
    steps = [1, 2, 3, 10, max(1, value // 5), max(2, value // 2), value * 9]
    other = value + rng.choice(steps) * rng.choice((1, 1, -1))
    if other <= 1 or other == value:
        other = value + rng.choice((2, 3, 5))
    return f"{other:,}" if "," in token else str(other)


def change_number(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
    """Another number: a near miss, or one that stands elsewhere in the passage.

    Bounds ("more than 50") and ranges are left alone: another number can still be true there.
    """
    spots = [m for m in _NUMBER.finditer(sentence) if not _BOUND.search(sentence[: m.start()])]
    spots = [m for m in spots if not re.match(r"\s?(?:[-–]|to |and |or )", sentence[m.end() :])]
    if not spots:
        return None
    spot = rng.choice(spots)
    others = [
        n
        for s in passage
        if s != sentence
        for n in _NUMBER.findall(s)
        if len(n) == len(spot[0]) and n not in sentence
    ]
    new = rng.choice(others) if others and rng.random() < 0.4 else _near_number(spot[0], rng)
    return None if new in sentence else _replace(sentence, spot.start(), spot.end(), new)


def _swap_within(pool: Sequence[str]) -> Edit:
    pattern = re.compile(r"\b(" + "|".join(pool) + r")\b")

    def edit(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
        spots = [m for m in pattern.finditer(sentence) if not _BOUND.search(sentence[: m.start()])]
        if not spots or len(spots) > 2:
            return None
        spot = rng.choice(spots)
        others = [w for w in pool if w not in sentence]
        return _replace(sentence, spot.start(), spot.end(), rng.choice(others))

    return edit


change_number_word = _swap_within(words.NUMBER_WORDS)
change_ordinal = _swap_within(words.ORDINALS[1:])
change_weekday = _swap_within(words.WEEKDAYS)
change_month = _swap_within([m for m in words.MONTHS if m not in ("May", "March")])


def change_unit(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
    """Another unit after a number."""
    pattern = re.compile(r"(?<=\d )(" + "|".join(map(re.escape, words.UNITS)) + r")\b")
    spots = list(pattern.finditer(sentence))
    if len(spots) != 1 or "(" in sentence:
        return None
    spot = spots[0]
    return _replace(sentence, spot.start(), spot.end(), words.UNITS[spot[0]])


def _word_swap(table: dict[str, str], once: bool = True) -> Edit:
    keys = sorted(table, key=len, reverse=True)
    pattern = re.compile(r"(?<![\w-])(" + "|".join(map(re.escape, keys)) + r")(?![\w-])")

    def edit(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
        spots = [m for m in pattern.finditer(sentence) if m.start() > 0 or table[m[0]]]
        if not spots or (once and len(spots) > 1):
            return None
        spot = rng.choice(spots)
        edited = _replace(sentence, spot.start(), spot.end(), table[spot[0]])
        edited = re.sub(r" {2,}", " ", edited)
        return None if table[spot[0]] and table[spot[0]] in sentence.split() else edited

    return edit


def _without_negation(edit: Edit) -> Edit:
    """Antonyms under a negation do not contradict: leave such sentences out."""

    def guarded(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
        tokens = {t.lower().strip(".,;") for t in sentence.split()}
        if tokens & words.NEGATIONS or "n't" in sentence or " or " in sentence:
            return None
        return edit(sentence, passage, rng)

    return guarded


swap_antonym = _without_negation(_word_swap(words.ANTONYMS))
use_synonym = _word_swap(words.SYNONYMS, once=False)
drop_hedge = _word_swap(words.HEDGES)
raise_quantifier = _word_swap(words.QUANTIFIERS)


def flip_negation(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
    """Negate the main verb, or take "not" away after an auxiliary."""
    removed = re.sub(
        r"\b(is|are|was|were|has|had|will|would|can|could|should) not ", r"\1 ", sentence
    )
    if removed != sentence and " not " not in removed and " only" not in removed:
        return removed
    tokens = sentence.split(" ")
    lowered = {t.lower().strip(".,;") for t in tokens}
    if lowered & words.NEGATIONS or "n't" in sentence:
        return None
    for place, token in enumerate(tokens[:10]):
        word = token.lower()
        if place and (word in words.CLAUSE_OPENERS or token.endswith(",")):
            return None
        if place and word in words.AUXILIARIES:
            return " ".join([*tokens[: place + 1], "not", *tokens[place + 1 :]])
        if place and word in words.BASE_FORMS:
            return " ".join(
                [*tokens[:place], "did not", words.BASE_FORMS[word], *tokens[place + 1 :]]
            )
    return None


def drop_scope(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
    """Take away an opening condition or place that limits the sentence."""
    match = _SCOPE.match(sentence)
    if match is None:
        return None
    rest = sentence[match.end() :]
    if re.match(r"(?:he|she|it|they|this|that|these|his|her|their|which|who)\b", rest):
        return None
    return rest[0].upper() + rest[1:] if len(rest.split()) >= 5 else None


def swap_entity(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
    """A name of the same passage in the place of another that follows the same word."""
    spots = list(_NAME.finditer(sentence))
    if not spots:
        return None
    spot = rng.choice(spots)
    before = sentence[: spot.start()].split()[-1].lower()
    if before in ("the", "a") or spot[0] in words.MONTHS or spot[0] in words.WEEKDAYS:
        return None
    others: list[str] = []
    for other in passage:
        if other == sentence:
            continue
        for name in _NAME.finditer(other):
            same = other[: name.start()].split()[-1].lower() == before
            fresh = not set(name[0].split()) & set(sentence.replace(".", "").split())
            month = set(name[0].split()) & {*words.MONTHS, *words.WEEKDAYS}
            if (
                same
                and fresh
                and not month
                and abs(len(name[0].split()) - len(spot[0].split())) < 2
            ):
                others.append(name[0])
    if not others:
        return None
    return _replace(sentence, spot.start(), spot.end(), rng.choice(others))


def reformat_number(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
    """The same number written otherwise: a true restatement."""
    edited = sentence
    for digit, word in enumerate(words.NUMBER_WORDS, start=2):
        edited = re.sub(rf"(?<=[a-z] ){word}(?= [a-z])", str(digit), edited)
    edited = re.sub(r"(?<=\d)%", " percent", edited)
    edited = (
        re.sub(r"(?<=\d) (?:percent|per cent)\b", "%", edited) if edited == sentence else edited
    )
    month = "|".join(words.MONTHS)
    edited = re.sub(rf"\b(\d{{1,2}}) ({month}) (\d{{4}})\b", r"\2 \1, \3", edited)
    return None if edited == sentence else edited


def shorten(sentence: str, passage: Sequence[str], rng: random.Random) -> str | None:
    """Drop a bracket or a non-restrictive clause: what is left still follows."""
    edited = re.sub(r" \([^()]*\)", "", sentence)
    edited = re.sub(r", (?:which|who|where) [^,.;]*(?=[,.])", "", edited, count=1)
    edited = re.sub(r"^(?:However|Moreover|In addition|Furthermore|Also|Meanwhile), ", "", edited)
    if edited == sentence or len(edited.split()) < 5 or edited.count("(") != edited.count(")"):
        return None
    edited = re.sub(r",(?=\.$)", "", edited)
    return edited[0].upper() + edited[1:]
