"""Clauses about handing something on: that data is sold, shared, disclosed, or never is.

Handing on is the general case, selling and publishing are special ones: what is never handed on
is not sold, and what is not sold may still be shared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from entailed.text.lazy import lazy
from entailed.text.roots import root
from entailed.types import Span

__all__ = ["Transfer", "denies", "names_recipient", "transfer"]

_GENERAL = (
    r"hand(?:s|ed|ing)?(?: (?:over|on|out))?|give[sn]?|gave|pass(?:es|ed)?(?: on)?|share[sd]?"
    r"|sharing|disclos\w+|divulg\w+|forward(?:s|ed)?|transfer(?:s|red)?|transmit(?:s|ted)?"
    r"|reveal(?:s|ed)?|send|sends|sent|suppl(?:y|ies|ied)|provid(?:e|es|ed)|made available"
    r"|made accessible|releas\w+|(?:weiter)?gegeben|übermittelt|transmis\w*|communiqué\w*"
    r"|cedid\w+|compartid\w+"
)
_SPECIAL = (
    r"sell|sells|sold|rent(?:s|ed)?(?: out)?|leas\w+|publish\w*|leak\w*|trad(?:e|es|ed)|verkauft"
)
_VERB = lazy(rf"\b(?:(?P<general>{_GENERAL})|(?P<special>{_SPECIAL}))(?!\w)", re.IGNORECASE)
_TO = lazy(
    r"\b(?:to|with|an|à|a|con)\s(?:any\s|all\s|our\s|other\s|the\s)*(?P<who>[^,;.()]{2,60})",
    re.IGNORECASE,
)
_OUTSIDERS = lazy(
    r"\b(?:third part(?:y|ies)|anyone|anybody|any ?one else|others|outsiders?|outside"
    r"|other (?:compan\w+|firms|organi[sz]ations|people|persons|parties)|dritte\w{0,1}"
    r"|tiers|terceros|terzi)\b",
    re.IGNORECASE,
)
_STRANGERS = frozenset(
    root(word)
    for word in "advertiser advertisers marketer marketers marketing partner partners broker "
    "brokers company companies firm firms insurer insurers agency agencies sponsor sponsors press "
    "media newspaper newspapers lender lenders bank banks business businesses retailer retailers "
    "network networks competitor competitors organisation organisations organization "
    "organizations vendor vendors supplier suppliers employer employers party parties others "
    "anyone".split()
)
_OPEN = lazy(
    r"\b(?:if|unless|without|except|only|where|when|until|as long as|may|might|could|wenn|ohne|nur"
    r"|sans|sauf|si|sin|salvo)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Transfer:
    """A handing on in a clause: its verb's place, whether it is a special one, and to whom.

    `outside`: the recipient is whoever is not of the house. `whom` are the roots of the recipient.
    """

    span: Span
    verb: str
    special: bool
    outside: bool
    whom: frozenset[str]


def transfer(text: str, span: Span) -> Transfer | None:
    """The one handing on a clause speaks of flatly; None for none, several, or a condition."""
    found = list(_VERB.finditer(text, span.start, span.end))
    if len(found) != 1 or _OPEN.search(text):
        return None
    match = found[0]
    to = _TO.search(text, match.end(), span.end)
    who = to["who"] if to else ""
    whom = frozenset(root(word) for word in re.findall(r"[^\W\d_]{3,}", who.casefold()))
    outside = _OUTSIDERS.search(text, match.end(), span.end) is not None
    special = match["special"] is not None
    return Transfer(Span(*match.span()), root(match.group().casefold()), special, outside, whom)


def names_recipient(claimed: Transfer, stated: Transfer) -> bool:
    """Whether the claim's recipient is one that the evidence names, alone or as an outsider."""
    if claimed.whom & stated.whom:
        return True
    return stated.outside and (claimed.outside or bool(claimed.whom & _STRANGERS))


def denies(claimed: Transfer, stated: Transfer) -> bool:
    """Whether to deny what is stated denies what is claimed: the same, or a special case of it."""
    return not stated.special or claimed.verb == stated.verb
