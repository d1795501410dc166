"""Minimal pairs over the passages of labelled rows.

One sentence of a passage gives up to three claims over the same premise: one that follows
(the sentence, often shortened or reworded) and one or two edits that do not. Copies of a
sentence and its corruptions share nearly all words, so overlap cannot decide.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence

from training.corruptions import edits
from training.corruptions.edits import Edit
from training.premises import content_stems, premise_windows, split_sentences
from training.rows import UNSUPPORTED, Example, Row

ENTAILMENT, NEUTRAL, CONTRADICTION = 0, 1, 2

FALSE_EDITS: tuple[tuple[str, Edit, int, float], ...] = (
    ("number", edits.change_number, CONTRADICTION, 3.0),
    ("number_word", edits.change_number_word, CONTRADICTION, 1.5),
    ("ordinal", edits.change_ordinal, CONTRADICTION, 1.0),
    ("unit", edits.change_unit, CONTRADICTION, 1.5),
    ("month", edits.change_month, CONTRADICTION, 1.5),
    ("weekday", edits.change_weekday, CONTRADICTION, 1.5),
    ("antonym", edits.swap_antonym, CONTRADICTION, 3.0),
    ("negation", edits.flip_negation, CONTRADICTION, 2.0),
    ("entity", edits.swap_entity, UNSUPPORTED, 3.0),
    ("hedge", edits.drop_hedge, NEUTRAL, 3.0),
    ("quantifier", edits.raise_quantifier, NEUTRAL, 3.0),
    ("scope", edits.drop_scope, NEUTRAL, 3.0),
)
TRUE_EDITS: tuple[Edit, ...] = (edits.reformat_number, edits.shorten, edits.use_synonym)

_SUBJECT = re.compile(
    r"^((?:The )?[A-Z][\w'’-]+(?: (?:of |the |and )?[A-Z][\w'’.-]+){0,4}) "
    r"(is|was|has|had|became|won|played|received|joined|served|will|can|began|made|lost|moved) "
)
_PRONOUN = re.compile(r"^(?:He|She|It|His|Her|They|This|These|That|Their|Its|Such|Both|Other)\b")
_OPENERS = frozenset(
    "he she it they this these that there in on at after before when while".split()
)


def usable(sentence: str) -> bool:
    """A statement that can stand alone as a claim."""
    count = len(sentence.split())
    if not 6 <= count <= 32 or not sentence.endswith(".") or not sentence[0].isupper():
        return False
    if re.search(r"[?!:;\[\]|“”\"]|\.\.|Row \d|http|@", sentence):
        return False
    return sentence.count("(") == sentence.count(")")


def window_around(
    sentences: Sequence[str], at: int, rng: random.Random, low: int = 15, high: int = 115
) -> str:
    """The sentence with neighbours on both sides, up to a random number of words."""
    budget = rng.randint(low, high)
    first = last = at
    used = len(sentences[at].split())
    while True:
        sides = [i for i in (first - 1, last + 1) if 0 <= i < len(sentences)]
        sides = [i for i in sides if used + len(sentences[i].split()) <= budget]
        if not sides:
            return " ".join(sentences[first : last + 1])
        take = rng.choice(sides)
        used += len(sentences[take].split())
        first, last = min(first, take), max(last, take)


def edited_claims(
    sentence: str, passage: Sequence[str], rng: random.Random
) -> list[tuple[str, int, str]]:
    """One claim that follows and up to two that do not: (claim, target, kind)."""
    pool = [(n, e, t, w * rng.random()) for n, e, t, w in FALSE_EDITS]
    pool.sort(key=lambda item: -item[3])
    wrong: list[tuple[str, int, str]] = []
    for name, edit, target, _ in pool:
        edited = edit(sentence, passage, rng)
        if edited and edited != sentence:
            wrong.append((edited, target, name))
        if len(wrong) == 2:
            break
    if not wrong:
        return []
    true = sentence
    for edit in rng.sample(TRUE_EDITS, len(TRUE_EDITS)):
        if rng.random() < 0.6:
            true = edit(true, passage, rng) or true
    return [(true, ENTAILMENT, "true"), *wrong[: rng.choice((1, 1, 2))]]


def _same_name(left: str, right: str, passage: Sequence[str]) -> bool:
    """Whether two names stand side by side somewhere, as a first and a last name do."""
    pair = f"{re.escape(left)}\\W+(?:\\w+ )?{re.escape(right)}"
    back = f"{re.escape(right)}\\W+(?:\\w+ )?{re.escape(left)}"
    return re.search(f"{pair}|{back}", " ".join(passage)) is not None


def subject_swaps(passage: Sequence[str], rng: random.Random) -> tuple[int, int, str] | None:
    """ "A has x. B has y." -> "A has y.": indices of both sentences and the false claim."""
    found = []
    for index, sentence in enumerate(passage):
        match = _SUBJECT.match(sentence)
        if match and match[1].split()[0].lower() not in _OPENERS and usable(sentence):
            found.append((index, match))
    for (i, left), (j, right) in itertools.pairwise(found):
        if set(left[1].split()) & set(right[1].split()) - {"The"}:
            continue
        if left[1].startswith("The ") != right[1].startswith("The "):
            continue
        rest = passage[j][right.end(1) :]
        if left[1].split()[-1] in rest or _same_name(left[1], right[1], passage):
            continue
        return i, j, left[1] + rest
    return None


def resolved_pronoun(passage: Sequence[str], at: int) -> str | None:
    """ "A ... . He was y." -> "A was y.", when only one name can be meant."""
    if at == 0 or not re.match(
        r"^(?:He|She) (?:is|was|has|had|won|played|became|made)\b", passage[at]
    ):
        return None
    match = _SUBJECT.match(passage[at - 1])
    if match is None or match[1].startswith("The ") or len(match[1].split()) > 3:
        return None
    return f"{match[1]} {passage[at].split(' ', 1)[1]}"


def silent_window(passage: Sequence[str], at: int, rng: random.Random) -> str | None:
    """The most similar other sentences, when they lack a good part of what the claim says."""
    claim = passage[at]
    others = [s for i, s in enumerate(passage) if i != at]
    stems = content_stems(claim)
    if len(others) < 2 or not stems:
        return None
    window = rng.choice(premise_windows(" ".join(others), claim))
    covered = len(stems & content_stems(window)) / len(stems)
    return window if covered < 0.65 and len(window.split()) < 125 else None


def passage_examples(row: Row, rng: random.Random) -> list[Example]:
    """All claims made from one passage."""
    sentences = split_sentences(row.evidence)
    if len(sentences) < 2 or "Row 1:" in row.evidence or row.evidence.startswith("Table:"):
        return []
    examples: list[Example] = []
    good = [i for i, s in enumerate(sentences) if usable(s)]
    rng.shuffle(good)
    made = 0
    for at in good[:6]:
        if made == 2:
            break
        near = sentences[max(0, at - 6) : at + 7]
        claims = edited_claims(sentences[at], near, rng)
        if not claims:
            continue
        made += 1
        premise = window_around(sentences, at, rng)
        examples += [Example(premise, c, t, f"made_{k}") for c, t, k in claims]
    for at in good[:8]:
        resolved = resolved_pronoun(sentences, at)
        if resolved:
            premise = " ".join(sentences[max(0, at - 2) : at + 1])
            examples.append(Example(premise, resolved, ENTAILMENT, "made_spread"))
            break
    if good and not _PRONOUN.match(sentences[good[0]]) and rng.random() < 0.5:
        window = silent_window(sentences, good[0], rng)
        if window:
            examples.append(Example(window, sentences[good[0]], NEUTRAL, "made_silent"))
    swapped = subject_swaps(sentences, rng)
    if swapped and swapped[1] - swapped[0] <= 4:
        i, j, claim = swapped
        premise = " ".join(sentences[i : j + 1])
        examples.append(Example(premise, claim, UNSUPPORTED, "made_subject"))
        examples.append(Example(premise, sentences[j], ENTAILMENT, "made_subject_true"))
    return [e for e in examples if len(e.premise.split()) <= 130]


def corrupt(rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` examples over distinct passages, kinds kept in balance."""
    seen: set[str] = set()
    examples: list[Example] = []
    for row in rows:
        if len(examples) >= count:
            break
        if row.evidence in seen:
            continue
        seen.add(row.evidence)
        examples += passage_examples(row, rng)
    return examples[:count]
