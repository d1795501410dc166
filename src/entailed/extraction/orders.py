"""Recognises orders and advice in English ("Restart the router.") and advice elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from entailed.extraction import lexicon as lex
from entailed.extraction.tokens import Token, tokens
from entailed.extraction.verbs import first_verb
from entailed.text.lazy import lazy

_ADVICE = lazy(
    r"^(?:(?:so|then|also|instead|alternatively|therefore|however|in (?:this"
    r"|that) case)[,]? )?(?:you (?:should|may want to"
    r"|might want to|could try|may wish to|might consider|may need to contact|will want to"
    r"|'d better|ought to)"
    r"|(?:i|we|i'd|we'd)(?: would| strongly| highly)? (?:recommend|suggest|advise|encourage|urge)"
    r"|it(?:'s| is| would be| may be| might be) (?:\w+ )?(?:best|advisable|recommended|a good idea"
    r"|worth|wise|important"
    r"|essential|helpful|always a good idea) (?:to|that you|for you|checking|asking|contacting)"
    r"|(?:consider|try) \w+ing\b|why not\b|please (?!is\b|are\b|was\b)|be sure to|make sure|bear "
    r"in mind|keep in mind"
    r"|sie sollten"
    r"|bitte\b|vous devriez|veuillez|deberías|debería usted|por favor|dovresti|si prega"
    r"|você deve(?:ria)?|вам следует"
    r"|пожалуйста|请(?!假)|您应该|.{0,40}てください)"
)
_IMPERATIVES = frozenset(
    """restart check contact open close click visit use ensure make try go keep see refer read
    follow press select choose enter turn remove replace install download update upgrade
    connect disconnect unplug plug wait save delete create add apply call email write ask tell
    send submit return bring take put place hold push pull move clean wash dry store avoid
    remember consult review verify confirm consider start stop run set reset switch log sign
    register book order pay buy mix pour stir bake cook heat cool cut slice serve drink eat
    rinse soak boil simmer let allow leave lift lower tighten loosen insert attach detach wear
    measure weigh repeat adjust test inspect look search find get give copy paste type scroll
    navigate tap drag reboot uninstall configure enable disable fill empty cover preheat
    combine sprinkle add rub apply seal spread roll fold toss drain season garnish dial bear
    note talk speak seek be don't do never always first then next finally gently carefully
    simply please""".split()
)
_PRELUDE = frozenset(
    "first then next finally gently carefully simply please always never just also now".split()
)
_PURPOSE = frozenset(
    "to if when once after before while for in by with unless until during".split()
)


def gives_advice(plain: str) -> bool:
    """Whether a lower-case text advises the reader ("you should", "please", "bitte")."""
    return _ADVICE.match(plain) is not None


def is_imperative(text: str) -> bool:
    """Whether an English plain text reads as an order ("Restart the router.").

    A purpose or condition may come first ("To reset it, hold the button").
    """
    first = _FIRST_WORD.match(text)
    if first is None or not _may_order(first.group(1).lower()):
        return False
    label, colon, rest = text[:400].partition(": ")
    if colon and rest and len(label) < 80 and not is_imperative(rest):
        rest_toks = tokens(rest)
        if first_verb(rest_toks) is not None:
            return False  # "Decide on the axes: the x-axis shows time" states something
    toks = tokens(text[:400])[:60]
    if not _looks_english(text[:400], toks):
        return False
    if toks and toks[0].lower in _PURPOSE:
        comma = next((i for i, t in enumerate(toks[:30]) if t.text == "," and not t.inside), None)
        return comma is not None and _orders(toks[comma + 1 :])
    return _orders(toks)


def _may_order(first: str) -> bool:
    return (
        first in _IMPERATIVES
        or first in _PURPOSE
        or first in _PRELUDE
        or lex.BASE in lex.verb_forms(first)
    )


_FIRST_WORD = lazy(r"[\s\"“'(]{0,4}([A-Za-z]+(?:['’][a-z]+)?)")


def _looks_english(text: str, toks: Sequence[Token]) -> bool:
    """Guards against words of other languages that look like English verbs ("Die", "Pour")."""
    if any(c.isalpha() and not c.isascii() for c in text):
        return False
    return any(t.lower in _ENGLISH for t in toks) or (len(toks) < 5 and toks[0].lower not in _FALSE)


_ENGLISH = frozenset(
    "the to of your you it and with for is by from if this that any all up into its until".split()
)
_FALSE = frozenset("die pour place come sale note".split())


def _orders(toks: Sequence[Token]) -> bool:
    at = 0
    while at < len(toks) and (toks[at].lower in _PRELUDE or (at and toks[at].text == ",")):
        at += 1
    if at >= len(toks):
        return False
    verb = toks[at]
    if at + 1 < len(toks) and toks[at + 1].text == ":":
        return False  # "Type: pastry"
    if at + 1 >= len(toks) or not toks[at + 1].word:
        return _order_verb(verb) and first_verb(toks[at:], 0, 20) is None
    follow = toks[at + 1].lower
    if follow in lex.DETERMINERS and lex.BASE in lex.verb_forms(verb.lower):
        return verb.lower not in _PRELUDE and verb.lower not in _STATES
    if verb.lower in {"don't", "do"}:
        return verb.lower == "don't" or follow == "not"
    if not _order_verb(verb) or follow in lex.AUXILIARIES or follow in {"of", "and", "or", "by"}:
        return False
    if follow in lex.DETERMINERS or follow in _OBJECTS:
        return True
    if verb.lower not in _IMPERATIVES and follow not in lex.PREPOSITIONS:
        return False
    return first_verb(toks[at:], 0, 20) is None


_OBJECTS = frozenset("it them up out off on into if that you yourself from down away".split())


_STATES = frozenset(
    """show have contain provide include represent require support need belong exist remain mean
    cost help offer produce cause form occur lead consist comprise indicate reflect suggest
    reveal reduce increase improve prevent allow enable affect lack vary differ depend feature
    cover become live come know think die""".split()
)


def _order_verb(token: Token) -> bool:
    lower = token.lower
    if lower in _PRELUDE:
        return False
    return lower in _IMPERATIVES or (
        lex.BASE in lex.verb_forms(lower) and lower not in lex.NOUN_LIKE and lower not in _STATES
    )
