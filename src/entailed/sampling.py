"""Which claims are checked where not all of them are to be.

Checking a share of the claims of many answers is enough to know how good the answers are. What is
most often wrong, and most costly when it is, is always checked.
"""

from __future__ import annotations

import hashlib

from entailed.text.identifiers import read_identifiers
from entailed.text.quoted import read_quoted
from entailed.text.valued import has_value
from entailed.types import Claim

__all__ = ["always_checked", "is_drawn"]

_LEAST_QUOTATION = 12  # as in the check of quotations
_SCALE = 1 << 64


def always_checked(claim: Claim) -> bool:
    """Whether a claim is checked whatever the sample.

    One with a number, a date or an amount, with a quotation, or that cites a passage and holds
    an identifier.
    """
    text = claim.text
    if has_value(text):
        return True
    if any(q.weight >= _LEAST_QUOTATION for q in read_quoted(text)):
        return True
    return bool(claim.citations) and bool(read_identifiers(text))


def is_drawn(claim: Claim, share: float, seed: int, answer_digest: str) -> bool:
    """Whether a claim is in the sample: always the same for the same four arguments.

    Over many claims, `share` of them (in [0, 1]) are drawn, each by its own text.
    """
    key = f"{seed}\n{answer_digest}\n{claim.text}".encode("utf-8", "surrogatepass")
    number = int.from_bytes(hashlib.sha256(key).digest()[:8], "big")
    return number < share * _SCALE
