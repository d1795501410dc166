"""Decides what is no claim: greetings, questions, lead-ins, opinions, instructions and so on.

Whatever holds a number, date, amount or measurement is a claim, unless it is a heading, a
question or a restatement of one. What no rule here recognises is a claim too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from entailed.extraction import lexicon as lex
from entailed.extraction.abstention import is_abstention
from entailed.extraction.discourse import opening_length
from entailed.extraction.leadins import announces, breaks_off
from entailed.extraction.tokens import Token, tokens
from entailed.extraction.verbs import first_verb
from entailed.text.dates import read_dates
from entailed.text.quantities import read_quantities
from entailed.types import SegmentRole

_END = r"[\s.!?。！？,…]*"
_GREETING = re.compile(
    rf"^(?:(?:hi|hello|hey|greetings|dear|good (?:morning|afternoon|evening|day|question)|welcome"
    r"|great question|that's a great question|sure(?: thing)?|of course|certainly|absolutely"
    r"|no problem"
    r"|okay|ok|thanks?(?: you)?(?: (?:so|very) much)?(?: for [^.!?\d]{1,60})?|you're welcome|sorry"
    r"|(?:i'm|i am|my) (?:very |so )?sorry(?: (?:about|for|to hear) [^.!?\d]{1,60})?|my apologies"
    r"|i apologi[sz]e(?: for [^.!?\d]{1,60})?|(?:i'm |i am |i'd be |i would be )?(?:happy|glad"
    r"|pleased)"
    r" to (?:help|assist)(?: you)?(?: with [^.!?\d]{1,60})?|best regards|kind regards|cheers"
    r"|goodbye|bye"
    r"|(?:have|enjoy) (?:a|your) (?:(?:great|nice|good|lovely|wonderful|safe) \w+(?: \w+)?|trip"
    r"|stay"
    r"|day|visit|meal)|take care|good luck|unfortunately"
    r"|hallo|guten (?:tag|morgen|abend)|gerne?|natürlich|selbstverständlich|klar|danke(?: schön)?"
    r"|viele grüße|mit freundlichen grüßen|tut mir leid|es tut mir leid|entschuldigung"
    r"|bonjour|bonsoir|salut|bien sûr|merci(?: beaucoup)?|avec plaisir|désolée?|cordialement"
    r"|je suis désolée?"
    r"|hola|buenos días|buenas tardes|por supuesto|claro|gracias|con gusto|lo siento|saludos"
    r"|ciao|buongiorno|buonasera|certo|certamente|grazie|mi dispiace"
    r"|olá|oi|bom dia|boa tarde|obrigad[oa]|com certeza|desculpe"
    r"|привет|здравствуйте|добрый день|конечно|спасибо|извините|к сожалению"
    r"|你好|您好|当然|好的|谢谢|不客气|抱歉|很抱歉|对不起"
    r"|こんにちは|はい|もちろん(?:です)?|ありがとうございます|申し訳ありません|すみません)"
    rf"(?:[ ,]+(?:there|all|everyone|user|team|sir|madam|again))?{_END})+$"
)
_CLOSING = re.compile(
    r"^(?:(?:please |so |and )?(?:just )?(?:let me know|feel free to|do not hesitate"
    r"|don't hesitate|reach out"
    r"|let us know|tell me if|ask (?:me )?(?:if|away|anytime))\b"
    r"|(?:i |we )?hope (?:this|that|it|these) (?:\w+ )?(?:helps?|answers?|clarif|clears"
    r"|is (?:helpful|useful|clear))"
    r"|if (?:you|there)(?:'s|'re| are| is| have| need| want| would like"
    r"|'d like) (?:\w+ ){0,8}?(?:questions?|help|else"
    r"|details?|information|assistance|clarification)\b[^.]{0,60}(?:let me know|ask|feel free"
    r"|happy|glad|help|reach)"
    r"|is there anything else|would you like (?:me|to know|more|help)|do you (?:want|need) (?:me"
    r"|more|anything|help)"
    r"|(?:i'm|i am|we're|we are) (?:here|always here|happy|glad) to (?:help|assist)|anything else"
    r"|(?:happy|glad) to (?:help|assist|answer|explain|provide|elaborate)\b"
    r"|i can (?:also )?(?:help|assist|provide (?:more|further)|look)\b|can i help"
    r"|(?:lassen sie|lass) (?:es )?(?:mich|uns) wissen|sagen sie (?:mir|bescheid)"
    r"|ich hoffe,? (?:das|dies) hilft"
    r"|(?:bei|wenn sie|falls sie|für) (?:weitere|noch|weiteren)? ?(?:weitere |noch )?(?:fragen"
    r"|rückfragen)"
    r"|melden sie sich|gerne? helfe ich|kann ich (?:ihnen |dir )?(?:sonst|noch)"
    r"|n'hésitez pas|j'espère que (?:cela|ça|ceci)|faites-moi savoir|si vous avez (?:d'autres|des"
    r"|besoin)"
    r"|no dudes? en|no dude en|espero que (?:esto|te|le|isto|ajude)|avísame|si (?:tienes|tiene"
    r"|necesitas) (?:más|alguna)"
    r"|fammi sapere|spero che|non esitare|se hai (?:altre|bisogno)|me avise|se precisar"
    r"|fique à vontade|não hesite"
    r"|если (?:у вас|вам|нужн)|надеюсь,? (?:это|что)|обращайтесь|дайте знать"
    r"|如果(?:您|你)(?:有|还有|需要)|如有(?:任何|其他|疑问)|希望(?:这|以上|对)|请随时"
    r"|(?:他に|ほかに|何か|ご)(?:ご)?(?:質問|不明)|お役に立て|お気軽に)",
)
_OPINION = re.compile(
    r"^(?:personally|in my (?:humble )?(?:opinion|view|experience)|imho|i (?:think|believe|feel"
    r"|guess|suppose|hope|wish"
    r"|love|like|prefer|would (?:say|argue)|'d say)|i'd (?:say|argue)|to me|hopefully"
    r"|it would be (?:\w+ )?(?:nice|great|good"
    r"|better|helpful|useful|interesting|wise|best)|what a |how (?:nice|great|wonderful"
    r"|interesting)|that(?:'s| is| sounds)"
    r" (?:great|nice|good|interesting|wonderful|a good|an interesting)|ich (?:denke|glaube|finde"
    r"|meine)|meiner meinung nach"
    r"|(?:à mon avis|je (?:pense|crois|trouve))|(?:en mi opinión|creo que|pienso que)"
    r"|(?:secondo me|penso che|credo che)"
    r"|(?:na minha opinião|acho que|acredito que)|(?:по-моему|я думаю|я считаю|на мой взгляд)"
    r"|我(?:认为|觉得)|私は.{0,30}と思います)"
)
_RESTATEMENT = re.compile(
    r"^(?:you(?:'ve| have)? (?:asked?|want(?:ed)? to know|are asking|were asking|inquired|wondered"
    r"|'re asking)"
    r"|you're asking|your question (?:is|was|asks|concerns)|the (?:user"
    r"|question)(?:'s question)? (?:is|asks?|asked|was|wants?)\b"
    r"|(?:regarding|concerning|as for|with regard to|in response to|to answer) your (?:question"
    r"|query|request)\b[^.]{0,160}$"
    r"|sie (?:haben gefragt|fragen|fragten|möchten wissen|wollten wissen)|vous (?:avez demandé"
    r"|demandez|voulez savoir)"
    r"|(?:usted )?(?:preguntaste|preguntó|has preguntado|quieres saber)|hai chiesto|você perguntou"
    r"|вы спросили|您问|你问"
    r"|ご質問は)"
)
_META = re.compile(
    r"^(?:this|these|the|my|all)(?: (?:above|following))?(?: \w+){0,3}(?: to (?:the"
    r"|your) question)? (?:is|are|was|were)"
    r" (?:solely |only |all |entirely |directly )?(?:based|drawn|taken|sourced) (?:solely "
    r"|only )?(?:on|from) (?:the |your )"
    r"(?:\w+ ){0,2}(?:documents?|sources?|passages?|context|information|texts?|excerpts?"
    r"|materials?)"
    r"(?: \w+){0,4}[.!]?$"
)
_ADVICE = re.compile(
    r"^(?:(?:so|then|also|instead|alternatively|therefore|however|in (?:this"
    r"|that) case)[,]? )?(?:you (?:should|may want to"
    r"|might want to|could try|may wish to|might consider|may need to contact|will want to"
    r"|'d better|ought to)"
    r"|(?:i|we|i'd|we'd)(?: would| strongly| highly)? (?:recommend|suggest|advise|encourage|urge)"
    r"|it(?:'s| is| would be| may be| might be) (?:\w+ )?(?:best|advisable|recommended|a good idea"
    r"|worth|wise|important"
    r"|essential|helpful|always a good idea) (?:to|that you|for you|checking|asking|contacting)"
    r"|(?:consider|try) \w+ing\b|why not\b|please\b|be sure to|make sure|bear in mind|keep in mind"
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
_YES = re.compile(
    r"^(?:yes|no|yep|nope|correct|incorrect|true|false|right|exactly|indeed|ja|nein|oui|non|sí|no"
    r"|si|sim|não|да|нет|是|是的"
    rf"|不是|はい|いいえ){_END}$"
)
_DID_YOU_KNOW = re.compile(
    r"^(?:did you know|do you know|were you aware) that\b|^(?:did you know)\b"
)
_NO_COUNT = frozenset({"one", "a", "an", "once"})  # "one can see" counts nothing
_PURPOSE = frozenset(
    "to if when once after before while for in by with unless until during".split()
)


def has_value(text: str) -> bool:
    """Whether a plain text states a number, date, amount or measurement."""
    if read_dates(text):
        return True
    return any(q.span.of(text).lower() not in _NO_COUNT for q in read_quantities(text))


def is_bare_answer(text: str) -> bool:
    """Whether a text is only "Yes." or "No." or the like."""
    return len(text) < 20 and _YES.match(_plain(text)) is not None


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
    plain = _plain(text)
    if not any(c.isalnum() for c in plain):
        return "separator"
    if len(plain) > 1200:
        return "claim"
    opening = opening_length(text)
    bare = _plain(text[opening:]) if opening else plain
    role = _talk(plain) or (_talk(bare) if opening else None)
    role = role or _subjective(text[opening:], bare, check_instructions)
    if role in {"claim", "question", "restatement", "abstention"} or announces(plain):
        return role
    return "claim" if has_value(text) else role


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())


def _talk(plain: str) -> SegmentRole | None:
    """Roles that speak to the reader rather than about the subject."""
    if plain.endswith(("?", "？")) and not _DID_YOU_KNOW.match(plain):
        return "question"
    if len(plain) < 160 and _GREETING.match(plain):
        return "greeting"
    if _CLOSING.match(plain):
        return "greeting"
    if _RESTATEMENT.match(plain):
        return "restatement"
    if is_abstention(plain):
        return "abstention"
    if _META.match(plain):
        return "lead_in"
    if is_bare_answer(plain):
        return "lead_in"
    if announces(plain):
        return "lead_in"
    return None


def _subjective(text: str, plain: str, check_instructions: bool) -> SegmentRole:
    if _OPINION.match(plain) and not _names_something(text):
        return "opinion"
    if not check_instructions and (_ADVICE.match(plain) or is_imperative(text)):
        return "instruction"
    return "claim"


def _names_something(text: str) -> bool:
    """Whether a capitalised word after the first two could be a name."""
    return any(
        t.name and t.lower != "i" and not t.lower.startswith("i'") for t in tokens(text[:400])[2:]
    )


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


_FIRST_WORD = re.compile(r"[\s\"“'(]{0,4}([A-Za-z]+(?:['’][a-z]+)?)")


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
    if at + 1 >= len(toks) or not toks[at + 1].word:
        return _order_verb(verb) and first_verb(toks[at:], 0, 20) is None
    follow = toks[at + 1].lower
    if follow in lex.DETERMINERS and lex.BASE in lex.verb_forms(verb.lower):
        return verb.lower not in _PRELUDE | _STATES
    if verb.lower in {"don't", "do"}:
        return verb.lower == "don't" or follow == "not"
    if not _order_verb(verb) or follow in lex.AUXILIARIES or follow in {"of", "and", "or", "by"}:
        return False
    if follow in lex.DETERMINERS or follow in _OBJECTS:
        return True
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
    plain = lex.BASE in lex.verb_forms(lower) and lower not in lex.NOUN_LIKE | _STATES
    return lower in _IMPERATIVES or plain
