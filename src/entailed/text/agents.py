"""Verbs and the nouns for who does it: a record has "owner Ann Bell" where a claim has "owns"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from entailed.text.lazy import lazy

__all__ = ["by_noun"]

_NOUNS = {
    "owns": "owner", "wrote": "author", "directed": "director", "founded": "founder",
    "won": "winner", "manages": "manager", "edited": "editor", "designed": "designer",
    "composed": "composer", "produced": "producer", "invented": "inventor", "chairs": "chair",
    "translated": "translator", "built": "builder", "holds": "holder", "leads": "leader",
    "publishes": "publisher", "published": "publisher", "operates": "operator",
    "insures": "insurer", "employs": "employer", "teaches": "teacher",
}  # fmt: skip
_VERB = lazy(r"(?<=\w )(" + "|".join(_NOUNS) + r") (?=(?:the|an?|its|his|her|their)\b|[A-Z“\"])")
_STEM = 4


def by_noun(text: str, premises: Iterable[str]) -> str:
    """`text` with its first such verb as "is the NOUN of", where every premise has only the noun.

    Unchanged where none has it, and where a premise has the verb in any form.
    """
    verb = _VERB.search(text)
    if verb is None:
        return text
    noun = _NOUNS[verb.group(1)]
    for premise in premises:
        others = re.sub(rf"\b{noun}s?\b", "", premise, flags=re.IGNORECASE)
        if others == premise or re.search(rf"\b{verb.group(1)[:_STEM]}", others, re.IGNORECASE):
            return text
    return f"{text[: verb.start()]}is the {noun} of {text[verb.end() :]}"
