"""Small changes of wording that a deletion calls for: capitals, orphans, names, hedges."""

from __future__ import annotations

import re
from collections.abc import Sequence

from entailed.text.common_words import is_common
from entailed.text.lazy import lazy
from entailed.text.names import read_names
from entailed.text.verb_forms import PARTICIPLE, PAST, THIRD, verb_forms
from entailed.text.words import words
from entailed.treatments import Policy
from entailed.types import Claim

__all__ = [
    "capitalise",
    "connective_length",
    "hedge_sentence",
    "is_dummy",
    "lower_first",
    "name_for_pronoun",
    "pronoun_length",
    "terminated",
    "without_pronouns",
]

_ADVERBS = (
    "however", "moreover", "furthermore", "additionally", "also", "besides", "likewise",
    "similarly", "therefore", "thus", "hence", "consequently", "nevertheless", "nonetheless",
    "instead", "meanwhile", "then", "plus", "in addition", "in contrast", "by contrast",
    "by comparison", "conversely", "on the other hand", "as a result", "accordingly",
    "that said", "even so", "at the same time", "for example", "for instance", "in particular",
    "specifically", "in fact", "indeed", "in other words", "that is", "namely", "in turn",
    "as such", "again", "besides that", "rather",
    "außerdem", "zudem", "jedoch", "allerdings", "darüber hinaus",
    "cependant", "toutefois", "de plus", "en outre", "par conséquent",
    "sin embargo", "además", "por lo tanto", "no obstante", "inoltre", "tuttavia",
    "além disso", "no entanto", "однако", "кроме того", "поэтому",
)  # fmt: skip
_CONJUNCTIONS = "and but so yet or und aber oder et mais y pero e ma mas и но а".split()
# "Since then,", "that same year,", "because of this,": it points to what is gone.
_POINTING = (
    r"(?:(?:since|by|after|from|at|in|on|during|despite|because of|due to|besides|instead of|for|"
    r"following|with|along with|apart from|in addition to|on top of|as part of) )?"
    r"(?:then|this|that|these|those)(?: same)?"
    r"(?: (?:years?|months?|weeks?|days?|morning|evening|time|period|point|date|moment|reasons?|"
    r"respect|regard|way|end|purpose|change|step))?(?: onwards?)?"
)
_CONNECTIVE = lazy(
    rf"(?:(?:{'|'.join(_ADVERBS)}|{_POINTING}),\s{{1,4}}"
    rf"|(?:{'|'.join(_CONJUNCTIONS)})\s{{1,4}}(?=\S+\s+\S))",
    re.IGNORECASE,
)
_PRONOUNS = (
    r"(?:its|it|they|their|them|he|his|she|her|this|these|that|those|er|sie|es|ihr|ihre|sein|seine|"
    r"dies|diese|dieser|dieses|il|elle|ils|elles|son|sa|ses|leur|leurs|él|ella|ellos|ellas|su|sus|"
    r"lui|lei|loro|ele|ela|eles|elas|он|она|оно|они|его|её|их)(?![\w'’])"
)
_PRONOUN = lazy(_PRONOUNS, re.IGNORECASE)
_REFERENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("he", "she", "his", "her"), ("name", "person", "ruler")),
    **dict.fromkeys(("it", "its"), ("name", "organisation", "acronym")),
}
_POSSESSIVE = frozenset("its their his her".split())
# "It is important to", "It takes two days", "It rains": an "it" that stands for nothing.
_DUMMY = lazy(
    r"it(?:\s+(?:takes|took|rains|rained|snows|snowed)\b"
    r"|(?:'s|’s|\s+(?:is|was|seems|appears|follows|remains))\s*(?:$|[.,]"
    r"|(?!(?:not )?(?:an?|the|one|its)\s)(?:\S{1,30}\s+){0,3}?(?:(?:that|whether|how)\b"
    r"|(?P<to>\S{1,30})\s+to\s+(?!(?:the|an?|its|their|his|her|this|that)\b)(?-i:[a-z]))))",
    re.IGNORECASE,
)
_ADVISED = frozenset("advised recommended required suggested needed allowed forbidden".split())
_PLAIN = lazy(r"[a-z][\w\-]{1,30}")
_RIVAL = lazy(r"\b(?:the|an?|its|their|this|that|which|who)\b|\s[A-Z]")
_SINGULAR = frozenset("is was has does".split())
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
    """`text` with the capital of a sentence start lowered where it begins with a common word.

    That is a function word or the plural of a common noun. Names and other words keep their
    capital, and so does "I".
    """
    first = words(text[:40])[:1]
    if not first or text.split(" ", 1)[0].split("'")[0] == "I":
        return text
    word = first[0].text
    plural = len(word) > 4 and word.endswith("s") and not word.endswith("ss") and is_common(word)
    return text[:1].lower() + text[1:] if plural or not first[0].content else text


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
        name = "" if is_dummy(answer, at) else _named_before(gone, found[0].casefold())
    if not name:
        return None
    if found[0].lower() in _POSSESSIVE and not name.endswith(("'s", "’s", "s'", "s’")):
        name += "’" if name.endswith("s") else "’s"
    return found.end(), name


def pronoun_length(claim: Claim, answer: str, at: int) -> int:
    """How many characters long the pronoun is that stands at `at` in `claim`; 0 for none."""
    found = _PRONOUN.match(answer, at)
    return found.end() - at if found and found.end() <= claim.span.end else 0


def without_pronouns(text: str) -> list[str]:
    """The runs of `text` between its pronouns; the first is "" where it begins with one."""
    return re.split(r"(?<![\w'’])" + _PRONOUNS, text, flags=re.IGNORECASE)


def is_dummy(answer: str, at: int) -> bool:
    """Whether an "it" at `at` stands for nothing ("it rains", "it is wise to")."""
    found = _DUMMY.match(answer, at)
    if found is None:
        return False
    done = (found["to"] or "").lower()  # "it was sold to", but "it is advised to"
    return done in _ADVISED or PARTICIPLE not in verb_forms(done)


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
        return _noun_before(claim.text) if pronoun in ("it", "its") else ""
    return ""


def _noun_before(text: str) -> str:
    """The subject of a statement that names no other thing an "it" could mean ("The plan")."""
    parts = text.split(" ")[:6]
    for size in range(2, min(len(parts), 5)):
        noun, verb = parts[:size], parts[size].strip(".,;")
        if verb in _SINGULAR or verb_forms(verb) & {THIRD, PAST}:
            named = noun[0] == "The" and all(_PLAIN.fullmatch(word) for word in noun[1:])
            alone = not _RIVAL.search(" ".join(text.split(" ")[size:]))
            return " ".join(noun) if named and alone and not noun[-1].endswith("s") else ""
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
