"""Recognises text addressed to the reader: greetings, offers, restatements, talk of the answer."""

from __future__ import annotations

from entailed.extraction.abstention import is_abstention
from entailed.extraction.leadins import announces
from entailed.extraction.remarks import is_remark, is_tautology
from entailed.text.lazy import lazy
from entailed.types import SegmentRole

_END = r"[\s.!?。！？,…]*"
_GREETING = lazy(
    rf"^(?:(?:hi|hello|hey|greetings|dear|good (?:morning|afternoon|evening|day|question)|welcome"
    r"|great|perfect|wonderful|awesome|gern geschehen|bitte sehr|de nada|de rien|prego|great "
    r"question|good question|that's a great question|sure(?: thing)?|of course|certainly"
    r"|absolutely"
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
_NAMED = lazy(
    r"^(?:hi|hello|hey|dear|best regards|kind regards|warm regards|regards|sincerely"
    rf"|yours),? \w{{1,20}}(?: \w{{1,20}})?{_END}$"
)
_CLOSING = lazy(
    r"^(?:(?:i )?hope you (?:have|enjoy|find|like)\b|wishing you\b|as an ai\b[^.]{0,40}$"
    r"|i(?:'m| am) (?:just |only )?an ai\b"
    r"|(?:please |so |and )?(?:just )?(?:let me know|feel free to|do not hesitate"
    r"|don't hesitate|reach out"
    r"|let us know|tell me if|ask (?:me )?(?:if|away|anytime))\b"
    r"|(?:i |we )?hope (?:this|that|it|these) (?:\w+ )?(?:helps?|answers?|clarif|clears"
    r"|is (?:helpful|useful|clear))"
    r"|if (?:you|there)(?:'s|'re| are| is| have| need| want| would like"
    r"|'d like) (?:\w+ ){0,8}?(?:questions?|help|else"
    r"|details?|information|assistance|clarification)\b[^.]{0,60}(?:let (?:me|us) know|ask\b(?: me"
    r"| us)?|feel free"
    r"|don't hesitate|reach out|i(?:'m| am|'d)|we(?:'re| are|'d))"
    r"|is there anything else|would you like (?:me|to know|more|help)|do you (?:want|need) (?:me"
    r"|more|anything|help)"
    r"|(?:i'm|i am|we're|we are) (?:here|always here|happy|glad) to (?:help|assist|elaborate"
    r"|explain|clarify|answer)|anything else"
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
_OPINION = lazy(
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
_RESTATEMENT = lazy(
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
_META = lazy(
    r"^(?:this|these|the|my|all)(?: (?:above|following))?(?: \w+){0,3}(?: to (?:the"
    r"|your) question)? (?:is|are|was|were)"
    r" (?:solely |only |all |entirely |directly )?(?:based|drawn|taken|sourced) (?:solely "
    r"|only )?(?:on|from) (?:the |your )"
    r"(?:\w+ ){0,2}(?:documents?|sources?|passages?|context|information|texts?|excerpts?"
    r"|materials?)"
    r"(?: \w+){0,4}[.!]?$"
)
_ADVICE_DISCLAIMER = lazy(
    r"\b(?:not|no) (?:\w+ ){0,3}(?:legal|medical|financial|professional|tax"
    r"|investment)(?: \w+){0,3} advice\b"
)
_CAPTION = lazy(
    r"^(?:table|figure|fig\.?|tabelle|abbildung|tableau|tabla) \d{1,3}(?:[.:] [^.]{0,100}|[.:])?$"
)
_TITLE = lazy(
    r"^(?:summary|overview|introduction|conclusions?|background|details?|explanation|key (?:points"
    r"|takeaways|facts)"
    r"|notes?|answer|tl;?dr|disclaimer|sources?|zusammenfassung|überblick|fazit|résumé|conclusion"
    r"|resumen|conclusión"
    r"|riassunto|conclusione|resumo|conclusão|итог|总结|概述|摘要|まとめ|概要)[.]?$"
)
_YES = lazy(
    r"^(?:yes|no|yep|nope|correct|incorrect|true|false|right|exactly|indeed|ja|nein|oui|non|sí|no"
    r"|si|sim|não|да|нет|是|是的"
    r"|不是|はい|いいえ)"
    r"(?:, (?:it|they|he|she|you|we|i|there|that|this) (?:is|are|was|were|do|does|did"
    r"|can|could|will"
    rf"|would|has|have|should|may|must)(?:n't| not)?)?{_END}$"
)
_SOURCE_ITEM = (
    r"(?:\[?[\w./#:\-]{0,40}\d[\w./#:\-]{0,40}\]?|[\w\-]{1,40}\.(?:pdf|docx?|html?|txt|md|csv)"
    r"|https?://\S{1,200})"
)
_SOURCE_LINE = lazy(
    r"^\(?(?:sources?|references?|citations?|quellen?|fuentes?|fonti|fonte)(?: used| cited)?"
    r"\s?[:：]\s?"
    rf"{_SOURCE_ITEM}(?:(?:\s?[,;]\s?|\s)(?:and\s|und\s|&\s)?{_SOURCE_ITEM}){{0,30}}\)?[.]?$"
)
_DID_YOU_KNOW = lazy(r"^(?:did you know|do you know|were you aware) that\b|^(?:did you know)\b")


def is_opinion(plain: str) -> bool:
    """Whether a lower-case text opens as the speaker's view ("i think", "meiner meinung nach")."""
    return _OPINION.match(plain) is not None


def talk_role(plain: str) -> SegmentRole | None:
    """The role of a lower-case text that speaks to the reader, or None."""
    if plain.endswith(("?", "？")) and not _DID_YOU_KNOW.match(plain):
        return "question"
    if len(plain) < 160 and (_GREETING.match(plain) or _NAMED.match(plain)):
        return "greeting"
    if _CLOSING.match(plain) or is_remark(plain):
        return "greeting"
    if _RESTATEMENT.match(plain) or is_tautology(plain):
        return "restatement"
    if is_abstention(plain):
        return "abstention"
    if _SOURCE_LINE.match(plain):
        return "reference"
    if _CAPTION.match(plain) or _TITLE.match(plain):
        return "heading"
    if _META.match(plain) or _ADVICE_DISCLAIMER.search(plain):
        return "lead_in"
    if is_bare_answer(plain):
        return "lead_in"
    if announces(plain):
        return "lead_in"
    return None


def is_bare_answer(text: str) -> bool:
    """Whether a text is only "Yes." or "No." or the like."""
    return len(text) < 40 and _YES.match(lowered(text)) is not None


def lowered(text: str) -> str:
    """`text` in lower case with plain apostrophes and single spaces."""
    return " ".join(text.lower().replace("’", "'").split())
