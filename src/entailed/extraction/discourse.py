"""Openings of a sentence that link or announce and state nothing themselves."""

from __future__ import annotations

import re
from functools import lru_cache

from entailed.extraction.tokens import tokens
from entailed.extraction.verbs import first_verb
from entailed.text.lazy import lazy

_MOOD = r"(?: (?:provided|given|available|supplied|retrieved|above|following|cited|attached|same))*"
_SOURCES = (
    r"(?:sources?|documents?|documentation|passages?|context|texts?|excerpts?|materials?"
    r"|information|references"
    r"|search results|evidence)"
)
_NUMBERED = (
    r"(?:passages?|documents?|sources?|texts?|excerpts?|results?) \[?[\w\-]{1,8}\]?"
    r"(?:(?:,| and|, and) \[?[\w\-]{1,8}\]?){0,4}"
)
_LINKS = (
    r"however|as requested|as asked|in addition"
    r"|additionally|also|furthermore|moreover|therefore|thus|hence|consequently"
    r"|overall|in summary"
    r"|in short|in conclusion|in fact|indeed|finally|lastly|firstly|secondly|thirdly|first|second"
    r"|third|next|then"
    r"|as a result|on the other hand|by contrast|in contrast|instead|similarly|likewise"
    r"|nevertheless|nonetheless"
    r"|meanwhile|for example|for instance|specifically|in particular|notably|importantly|note"
    r"|notes|please note"
    r"|to summari[sz]e|to conclude|in other words|that said|still|again|besides|of note|so|answer"
    r"|short answer"
    r"|as (?:i |we |was )?(?:stated|mentioned|noted|said|described|explained|discussed|shown|seen"
    r"|outlined)"
    r"(?: (?:above|earlier|before|previously|already|below))?|to answer your question|simply put"
    r"|of course|interestingly"
    r"|yes|no|sure|certainly|absolutely|correct|hi|hello|unfortunately|fortunately|luckily"
    r"|great question"
    r"|ja|nein|oui|non|sí|sim|não|zudem|außerdem|jedoch|allerdings|cependant|toutefois|sin embargo"
    r"|además|inoltre"
    r"|tuttavia|porém|além disso|однако|кроме того|да|нет|laut den (?:unterlagen|quellen"
    r"|dokumenten)"
)
_CITED = (
    r"(?:based on|according to|per|as per|from|going by|judging from|as stated in|as mentioned in"
    r"|as described in|in)"
)
_OPENING = lazy(
    rf"(?:(?:{_LINKS}|{_CITED} (?:(?:the|these|those|your|all|this){_MOOD} {_SOURCES}{_MOOD}"
    rf"(?: (?:you provided|i have|you gave me))?|{_NUMBERED}))(?:,|:| —| –| -) ?"
    r"|(?:(?:the|my|a) )?(?:correct |final |short |brief )?answer(?: to (?:the|your"
    r"|this) question[^:.]{0,120})? is"
    r"(?:: | that )|(?:please )?note that "
    r"|(?:from|in|based on) (?:this|these|the above),? (?=we can|i can)|(?:we|i|you"
    r"|one) can (?:see|conclude|say|infer) that "
    r"|it(?:['’]s| is) (?:also )?(?:important|worth|useful|crucial|helpful|interesting"
    r"|essential) (?:to (?:note|remember"
    r"|mention|keep in mind|understand|point out|know|recognize)|noting|mentioning|remembering"
    r"|pointing out)"
    r"(?: here)?(?: that |, )"
    rf"|(?:the{_MOOD} {_SOURCES}{_MOOD}|{_NUMBERED}) (?:also )?(?:states?|mentions?|says?|notes?"
    r"|explains?) that )",
    re.IGNORECASE,
)
_HERE = lazy(r"here(?:['’]s| is| are)\b[^.!?:]{0,200}: (?=\S)", re.IGNORECASE)
_LABEL = lazy(
    r"(?:a|q|answer|question|response|antwort|frage): |(?:step|schritt|étape|paso|passo"
    r"|шаг) \d{1,2}[:.)] "
    r"|(?:according to|per|as (?:stated|described|noted|shown|reported) in|laut|gemäß|selon|según"
    r"|secondo)"
    r" (?:\[[^\[\]]{1,30}\](?:,? (?:and )?)?){1,5},? ",
    re.IGNORECASE,
)
# "No." before a new sentence, which reads like the abbreviation of "number".
_NO = lazy(r"no\. (?=[a-z])", re.IGNORECASE)
_ONE_SOURCE = r"(?:source|document|passage|excerpt|text|article|report|page|snippet)s?"
# "One source says that ..., the second says that ...": what it says is the claim.
_ONE_SAYS = re.compile(
    rf"(?:(?:one|another|the (?:first|second|third|last|other|former|latter))(?: of the)?"
    rf" {_ONE_SOURCE}|another|the (?:second|other|latter)|{_ONE_SOURCE} [a-z])"
    r" (?:also )?(?:says?|states?|notes?|reports?|mentions?|claims?|explains?|writes?)"
    r"(?: that (?=[^\W\d])| (?=(?:it|they|he|she|the|this|there|an?|all|no|its|their)\s))"
    r"|(?:the |these |both |your )?(?:sources|documents|passages|reports|texts|excerpts)"
    r" (?:disagree|conflict|differ|diverge|contradict each other|are inconsistent)"
    r"(?: (?:on|about|over|as to|here)[^:.;]{0,60})?: "
    rf"|according to (?:one|another|the (?:first|second|third|last|other))(?: of the)?"
    rf"(?: {_ONE_SOURCE})?, ",
    re.IGNORECASE,
)
_LIMIT = 3


@lru_cache(maxsize=4096)
def opening_length(text: str) -> int:
    """How many code points at the start of a plain text only link or announce.

    At most three openings are read; 0 when nothing with a word would be left.
    """
    at = 0
    for _ in range(_LIMIT):
        match = _opening(text, at)
        if match is None or not any(c.isalnum() for c in text[match.end() : match.end() + 200]):
            break
        at = match.end()
    return at


def _opening(text: str, at: int) -> re.Match[str] | None:
    first = _OPENING.match(text, at) or _LABEL.match(text, at) or _announcement(text, at)
    return first or _ONE_SAYS.match(text, at) or (_NO.match(text) if at == 0 else None)


def _announcement(text: str, at: int) -> re.Match[str] | None:
    """ "Here is the answer: The pump is red": only before a full statement."""
    match = _HERE.match(text, at)
    if match is None or first_verb(tokens(text[match.end() : match.end() + 300])) is None:
        return None
    return match
