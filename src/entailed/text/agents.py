"""Verbs and the nouns for who does it: a record has "owner Ann Bell" where a claim has "owns"."""

from __future__ import annotations

from collections.abc import Iterable

from entailed.text.closed import AUXILIARIES
from entailed.text.lazy import lazy
from entailed.text.roots import root
from entailed.text.words import words

__all__ = ["by_noun"]

_NOUNS = {
    "owns": "owner", "wrote": "author", "directed": "director", "founded": "founder",
    "won": "winner", "manages": "manager", "edited": "editor", "designed": "designer",
    "composed": "composer", "produced": "producer", "invented": "inventor", "chairs": "chair",
    "translated": "translator", "built": "builder", "holds": "holder", "leads": "leader",
    "publishes": "publisher", "published": "publisher", "operates": "operator",
    "insures": "insurer", "employs": "employer", "teaches": "teacher",
}  # fmt: skip
_VERB = lazy(
    r"(?P<before>\w+) (?P<verb>" + "|".join(_NOUNS) + r") "
    r"(?=(?:the|an?|its|his|her|their)\b|[A-Z“\"])"
)


def by_noun(text: str, premises: Iterable[str]) -> str:
    """`text` with its first such verb as "is the NOUN of", where every premise has only the noun.

    Unchanged where none has it, where a premise has the verb in any form, and after an auxiliary.
    """
    verb = _VERB.search(text)
    if verb is None or verb["before"].casefold() in AUXILIARIES:
        return text
    noun = _NOUNS[verb["verb"]]
    for premise in premises:
        said = [word.text.casefold() for word in words(premise)]
        rest = [word for word in said if word not in (noun, f"{noun}s")]
        if len(rest) == len(said) or root(verb["verb"]) in map(root, rest):
            return text
    return f"{text[: verb.start('verb')]}is the {noun} of {text[verb.end() :]}"
