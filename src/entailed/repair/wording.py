"""Small changes of wording that a deletion calls for: capitals, orphans, names, hedges."""

from __future__ import annotations

import re
from collections.abc import Sequence

from entailed.text.lazy import lazy
from entailed.text.names import read_names
from entailed.text.words import words
from entailed.treatments import Policy
from entailed.types import Claim

__all__ = [
    "capitalise",
    "connective_length",
    "hedge_sentence",
    "lower_first",
    "name_for_pronoun",
    "terminated",
]

_ADVERBS = (
    "however", "moreover", "furthermore", "additionally", "also", "besides", "likewise",
    "similarly", "therefore", "thus", "hence", "consequently", "nevertheless", "nonetheless",
    "instead", "otherwise", "meanwhile", "then", "plus", "in addition", "in contrast",
    "by contrast", "on the other hand", "as a result", "because of this", "for this reason",
    "that said", "even so", "at the same time", "on top of that",
    "außerdem", "zudem", "jedoch", "allerdings", "darüber hinaus",
    "cependant", "toutefois", "de plus", "en outre", "par conséquent",
    "sin embargo", "además", "por lo tanto", "no obstante", "inoltre", "tuttavia",
    "além disso", "no entanto", "однако", "кроме того", "поэтому",
)  # fmt: skip
_CONJUNCTIONS = "and but so yet or und aber oder et mais y pero e ma mas и но а".split()
_CONNECTIVE = lazy(
    rf"(?:(?:{'|'.join(_ADVERBS)}),\s{{1,4}}|(?:{'|'.join(_CONJUNCTIONS)})\s{{1,4}}(?=\S+\s+\S))",
    re.IGNORECASE,
)
_PRONOUN = lazy(
    r"(?:its|it|they|their|them|he|his|she|her|this|these|that|those|er|sie|es|ihr|ihre|sein|seine|"
    r"dies|diese|dieser|dieses|il|elle|ils|elles|son|sa|ses|leur|leurs|él|ella|ellos|ellas|su|sus|"
    r"lui|lei|loro|ele|ela|eles|elas|он|она|оно|они|его|её|их)(?![\w'’])",
    re.IGNORECASE,
)
_REFERENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("he", "she", "his", "her"), ("name", "person", "ruler")),
    **dict.fromkeys(("it", "its"), ("name", "organisation", "acronym")),
}
_POSSESSIVE = frozenset("its their his her".split())
# "It is important to", "It takes two days", "It rains": an "it" that stands for nothing.
_DUMMY = lazy(
    r"it(?:'s|’s|\s+(?:is|was|seems|appears|takes|took|rains|rained|snows|follows|remains))\s*"
    r"(?:$|[.,]|(?:\S{1,30}\s+){0,4}(?:that|to|for|how|whether|when|if|until)\b)",
    re.IGNORECASE,
)
_STOPPED = lazy(r"[.!?。！？…][\"'”’»)\]*_」』）]*$")
_IS = lazy(
    r"(?:what|which|who|where|when)(?:'s|’s| is| are| was| were)\s+"
    r"(?P<rest>(?:the|a|an|your|my|our)\s+[^?]{3,150})",
    re.IGNORECASE,
)
_HOW_TO = lazy(
    r"how\s+(?:do|can|could|should|would)\s+(?:i|we|you|one)\s+(?P<rest>[^?]{3,150})", re.IGNORECASE
)
_ADDRESS = {
    "my": "your", "our": "your", "me": "you", "us": "you", "i": "you", "we": "you",
    "mine": "yours", "ours": "yours", "am": "are",
}  # fmt: skip
_PERSON = lazy(r"\b(?:my|our|me|us|i|we|mine|ours|am)\b", re.IGNORECASE)


def capitalise(text: str) -> str:
    """`text` with its first letter a capital, unless the word is cased its own way (iPhone)."""
    for position, char in enumerate(text):
        if char.isdigit() or char in "`<":
            return text
        if char.isalpha():
            word = re.match(r"\w{1,60}", text[position:])
            own_case = word is not None and any(c.isupper() for c in word[0])
            if own_case or not char.islower():
                return text
            return text[:position] + char.upper() + text[position + 1 :]
    return text


def lower_first(text: str) -> str:
    """`text` with the capital of a sentence start lowered where it begins with a function word.

    Names and unknown words keep their capital, and so does "I".
    """
    first = words(text[:40])[:1]
    lower = first and not first[0].content and text.split(" ", 1)[0].split("'")[0] != "I"
    return text[:1].lower() + text[1:] if lower else text


def connective_length(sentence: str) -> int:
    """How many characters of `sentence` are a leading "However, " or "And "; 0 for none."""
    found = _CONNECTIVE.match(sentence)
    return found.end() if found else 0


def name_for_pronoun(
    claim: Claim, answer: str, at: int, gone: Sequence[Claim] = ()
) -> tuple[int, str] | None:
    """The end of the pronoun that stands at `at` in `claim`, and the name it stands for.

    The name is read off `claim.body`, where the extractor has put it in, or else is the name
    that the claims right before it (`gone`, nearest first) speak of. None when there is no
    pronoun or no such name.
    """
    found = _PRONOUN.match(answer, at)
    if found is None or found.end() > claim.span.end:
        return None
    name = _resolved(claim, answer, found.end())
    unresolved = name.casefold().split()[-1:] == [found[0].casefold()]
    if not name or len(name) > 80 or unresolved:
        dummy = _DUMMY.match(answer, at) is not None
        name = "" if dummy else _named_before(gone, found[0].casefold())
    if not name:
        return None
    if found[0].lower() in _POSSESSIVE and not name.endswith(("'s", "’s", "s'", "s’")):
        name += "’" if name.endswith("s") else "’s"
    return found.end(), name


def _named_before(gone: Sequence[Claim], pronoun: str) -> str:
    """The name that begins the nearest of `gone` that is not pronoun-led itself, if it fits."""
    for claim in gone:
        if _PRONOUN.match(claim.text):
            continue
        for name in read_names(claim.text)[:1]:
            lead = claim.text[: name.span.start]
            fits = name.kind in _REFERENTS.get(pronoun, ())
            if fits and lead in ("", "The "):
                return lead + claim.text[name.span.start : name.span.end]
        return ""
    return ""


def _resolved(claim: Claim, answer: str, after: int) -> str:
    """The beginning of the body up to where it goes on as the answer does after `after`."""
    body = claim.body
    for position, start in enumerate(body.starts):
        in_answer = after <= start < claim.span.end
        if in_answer and body.ends[position] == start + 1 and body.text[position].isalnum():
            return body.text[:position].strip() if answer[start] == body.text[position] else ""
    return ""


def terminated(text: str) -> str:
    """`text` with a full stop unless it ends in one."""
    stripped = text.rstrip()
    if not stripped or _STOPPED.search(stripped[-12:]):
        return stripped
    cjk = "\u3040" <= stripped[-1] <= "\u9fff"
    return stripped.rstrip(",;:，；：") + ("。" if cjk else ".")


def hedge_sentence(claim: Claim, label: str, question: str, policy: Policy) -> str:
    """The sentence that stands where the answer's main claim was.

    A claim that the evidence speaks against gets the policy's `doubt`, since to say that
    the documentation does not cover it would be untrue; any other its `hedge`.
    """
    if label == "contradicted" and "{claim}" in policy.doubt:
        statement = lower_first(claim.text.strip().rstrip(".!。！"))
        if 0 < len(statement) <= 300 and "\n" not in statement:
            return policy.doubt.replace("{claim}", statement)
    return policy.hedge.replace("{topic}", topic(question) or "this question")


def topic(question: str) -> str:
    """What `question` asks about, as a noun phrase ("the refund window"), or "" when unclear."""
    last = question.strip().splitlines()[-1].strip() if question.strip() else ""
    for pattern, lead in ((_IS, ""), (_HOW_TO, "how to ")):
        found = pattern.fullmatch(last.rstrip(" ?"))
        if found and not re.search(r"[.!;,:]", found["rest"]):
            return lead + _PERSON.sub(lambda m: _ADDRESS[m[0].lower()], found["rest"].strip())
    return ""
