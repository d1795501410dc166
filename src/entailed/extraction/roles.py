"""Decides what is no claim: greetings, questions, lead-ins, opinions, instructions and so on.

Whatever holds a number, date, amount or measurement is a claim, unless it is a heading, a
question or a restatement of one; so is an order that names code, an address or a quoted label.
What no rule here recognises is a claim too.
"""

from __future__ import annotations

import re
from functools import lru_cache

from entailed.extraction.discourse import opening_length
from entailed.extraction.leadins import announces, breaks_off
from entailed.extraction.orders import gives_advice, is_imperative
from entailed.extraction.talk import is_opinion, lowered, talk_role
from entailed.extraction.tokens import tokens
from entailed.extraction.verbs import first_verb
from entailed.text.identifiers import read_identifiers
from entailed.text.lazy import lazy
from entailed.text.quoted import read_quoted
from entailed.text.valued import has_value
from entailed.types import SegmentRole

_REASON = lazy(r"\b(?:because|since|given that|which|who|whereas)\b|, as\b")


def introduces_only(text: str) -> SegmentRole:
    """The role of a line that its list or table repeats: a claim only if it has a value."""
    if announces(text) or breaks_off(text) or not has_value(text):
        return "lead_in"
    return "claim"


def is_label(text: str) -> bool:
    """Whether a short plain text names something and states nothing ("Opening hours:")."""
    return (
        len(text) <= 100
        and not text.rstrip().endswith((".", "!", "?", "。"))
        and not has_value(text)
        and first_verb(tokens(text)) is None
    )


@lru_cache(maxsize=4096)
def role_of(text: str, *, check_instructions: bool = False) -> SegmentRole:
    """The role of a plain sentence or clause; "claim" when nothing else is sure. Deterministic."""
    plain = lowered(text)
    if not any(c.isalnum() for c in plain):
        return "separator"
    if len(plain) > 1200:
        return "claim"
    opening = opening_length(text)
    bare = text[opening:]
    role = talk_role(plain) or (talk_role(lowered(bare)) if opening else None)
    role = role or _subjective(bare, lowered(bare), check_instructions)
    if role == "abstention":
        return "claim" if _gives_reason(text) else role
    if role in {"claim", "question", "restatement", "heading", "reference"} or announces(plain):
        return role
    return "claim" if has_value(bare) else role


def _gives_reason(text: str) -> bool:
    """Whether an abstention goes on to state values ("... because the fee rose to $50")."""
    reason = _REASON.search(text.lower())
    return reason is not None and has_value(text[reason.end() :])


def _subjective(text: str, plain: str, check_instructions: bool) -> SegmentRole:
    if is_opinion(plain) and not _names_something(text):
        return "opinion"
    if not check_instructions and (gives_advice(plain) or is_imperative(text)):
        return "claim" if _names_exactly(text) else "instruction"
    return "claim"


_LABEL_CUE = lazy(
    r"\b(?:click|press|tap|select|choose|hit|open|pick|check|tick|toggle|enable|disable|go to|under"
    r"|type|enter|use|run|call|set|find|button|tab|menu|option|field|called|labell?ed|named|in|on)"
    r"(?: on)?(?: the)?\s*$",
    re.IGNORECASE,
)


def _names_exactly(text: str) -> bool:
    """Whether an order names code, an address or a quoted label: such a thing exists or not."""
    if read_identifiers(text):
        return True
    return any(_LABEL_CUE.search(q.cue) for q in read_quoted(text))


def _names_something(text: str) -> bool:
    """Whether a capitalised word after the first two could be a name."""
    return any(
        t.name and t.lower != "i" and not t.lower.startswith("i'") for t in tokens(text[:400])[2:]
    )
