"""Recognises abstentions ("the sources do not say") by their structure, in nine languages.

An abstention speaks about the speaker's knowledge or about the sources as a whole. A negative
statement about the world ("The company has no office in Oslo") is a claim. All patterns are read
on one sentence or clause, lower-cased, with bounded gaps.
"""

from __future__ import annotations

from entailed.text.lazy import lazy

_GAP = r"[^.;:!?\n]{0,60}?"
_MOOD = (
    r"(?:provided|given|available|supplied|retrieved|present|above|following|cited|attached|current"
    r"|submitted|listed|relevant|shared|existing|uploaded|source|reference|search)"
)
_WHOLE = (
    r"(?:sources|documents|passages|texts|excerpts|materials|snippets|references|search results"
    r"|documentation|context|knowledge base|extracts|text|passage|excerpt|snippet)"
)
_WEAK = r"(?:information|evidence|records|files|data|articles|results|material|pages)"
_ONE = (
    r"(?:source|document|passage|text|excerpt|snippet|reference|article|handbook|manual|guide|page"
    r"|policy"
    r"|report|record|file|paper|extract|contract|leaflet|faq)"
)
_DET = r"(?:the|these|those|this|that|any of the|any|all|your|my|our|either|both)"
_HELD = (
    r"(?:i have|here|at hand|i was given|i've been given|i have been given|you (?:shared"
    r"|provided|gave"
    r"|sent|uploaded|attached)(?: me| to me)?|alone)"
)
_FORMAL_SOURCE = (
    rf"(?:(?:{_DET} )?(?:{_MOOD} ){{1,2}}(?:{_WEAK}|{_ONE})|{_DET} (?:{_WEAK}|{_ONE})"
    rf" (?:{_MOOD}|{_HELD}))"
)
_SOURCES = (
    rf"(?:(?:{_DET} )?(?:{_MOOD} ){{0,2}}{_WHOLE}(?: (?:{_HELD}|{_MOOD}))*"
    rf"|{_FORMAL_SOURCE})"
)
_SOURCE = rf"(?:{_DET} )(?:{_MOOD} ){{0,2}}{_ONE}(?: {_MOOD})?"
_NOT = r"(?:do not|does not|don't|doesn't|did not|didn't|fails? to|never)"
_ADVERB = (
    r"(?: (?:explicitly|directly|specifically|clearly|actually|seem to|appear to|currently|really"
    r"|itself|themselves|even|also|however|precisely|expressly|further))*"
)
_SAY = (
    r"(?:say|state|mention|specify|indicate|address|discuss|clarify|tell|reveal|disclose|explain"
    r"|answer|cover|describe|contain|include|provide|give|offer|list|name|note|have|show|detail"
    r"|make (?:any )?mention|refer|define|identify|establish|touch|elaborate|confirm|support)"
)
_SPEAK = (
    r"(?:say|state|mention|specify|indicate|address|clarify|tell|reveal|disclose|answer|elaborate)"
)
_LEARN = (
    r"(?:find|locate|see|answer|determine|confirm|verify|tell|say|know|identify|help|assist|conclude"
    r"|establish"
    r"|comment|speculate|access|infer|derive|assess|provide (?:an?|any|the|that|this|you|more"
    r"|further"
    r"|details?|info)|give (?:an?|any|the|you) |respond|spot|judge|state|be sure|have "
    r"(?:(?:enough|any"
    r"|sufficient|access to|that|this|the|specific|further|more) ){0,3}(?:info(?:rmation)?"
    r"|details?|data|answer|knowledge|access))"
)
_UNABLE = (
    r"(?:not able to|unable to|can't|cannot|can not|could not|couldn't|am unable to|was unable to"
    r"|were unable to"
    r"|are unable to"
    r"|'m unable to|am not able to|was not able to|'m not able to|'re unable to|'m not sure i can"
    r"|did not|didn't|do not|don't|have not|haven't|'ve not|was not able to|wasn't able to)"
)
_FOUND = r"(?:found|seen|located|been able to (?:find|locate|confirm|determine))"
_INFO = r"(?:information|info|details?|data|answers?|mention|guidance|context)"
_SAID = (
    r"(?:specified|stated|mentioned|disclosed|indicated|addressed|discussed|described|given"
    r"|provided"
    r"|included|found|covered|available|listed|named|present|documented|explained|contained|clear"
    r"|defined|detailed|answered|supported|revealed|identified)"
)
_WH = r"(?:whether|if|how|what|when|where|who|whom|whose|why|which)"

_UNCLEAR = (
    r"(?:not (?:mentioned|stated|specified|said|indicated|disclosed|explained)"
    r"|unclear|not clear|unknown|not known|uncertain|not possible to (?:say|tell|determine|know"
    r"|answer)"
    r"|impossible to (?:say|tell|determine|know))"
)

_NONE = (
    r"(?:(?:is|was|are|were|'s) (?:no|not any|not enough|insufficient|no such)"
    r"|(?:isn't|aren't|wasn't|weren't) (?:any|enough|sufficient))"
)
_VALUE_NOUN = (
    r"(?:price|date|reason|name|number|figure|explanation|value|amount|time|address|source|answer"
    r"|details?|information|cost|age|deadline)"
)

_TERM = (
    r"(?:(?:the|any|this|that|such an?) )?(?:exact |specific )?"
    r"(?:words?|terms?|phrases?|expressions?|names?)"
)

_HOLD = r"(?:hold|say|contain|have|has|offer|give|provide|state|mention|include|tell)s?"
_ENGLISH = (
    rf"^{_GAP}\b(?:{_SOURCES}|{_SOURCE}){_ADVERB} {_NOT}{_ADVERB} "
    rf"(?:use|employ|contain|include|mention|feature|refer to){_ADVERB} {_TERM}\b",
    rf"^{_TERM} [^.;:!?]{{1,80}}? (?:do not|does not|don't|doesn't|never|is not|isn't|are not"
    rf"|aren't){_ADVERB} (?:appear|occur|come up|used|mentioned|found|feature){_GAP}\b"
    rf"(?:in|by|within) (?:any of )?(?:{_SOURCES}|{_SOURCE})",
    rf"^{_GAP}\b(?:{_SOURCES}|{_SOURCE}){_ADVERB} {_HOLD} nothing (?:about|on|of|regarding"
    r"|concerning|for|to) (?:this|that|it|the|your|such)\b",
    rf"^{_GAP}\b{_SOURCES}{_ADVERB} {_HOLD} nothing"
    r"(?: (?:about|on|regarding|concerning) [^.;:!?]{1,80})?[.!]?$",
    rf"^(?:nowhere|at no point){_GAP}\b(?:do|does|is|are|in) (?:{_SOURCES}|{_SOURCE})",
    rf"^(?:nowhere|at no point)\b{_GAP}\b(?:in|by) (?:{_SOURCES}|{_SOURCE})",
    rf"\b(?:is|are|was|were)(?: not|n't) (?:in|part of|among|found in|available in) {_SOURCES}",
    rf"^{_GAP}\b{_SOURCES}{_ADVERB} (?:gives?|offers?|provides?|contains?|has|have) no (?:\w+ "
    rf"){{0,2}}"
    rf"(?:{_INFO}|{_VALUE_NOUN}|indication|clue|hint|mention)\b",
    rf"^no (?:\w+ ){{1,4}}?(?:is|are|was|were|has been|have been) {_SAID}\b{_GAP}\b"
    rf"(?:in|by|within) (?:{_SOURCES}|{_SOURCE})",
    r"^no (?:\w+ ){1,4}?(?:is|are|was|were) (?:mentioned|stated|specified|disclosed"
    r"|indicated)[.!]?$",
    rf"^no (?:\w+ ){{0,2}}{_VALUE_NOUN} (?:is|are|was|were) (?:given|provided|listed|named)[.!]?$",
    r"\b(?:is|are|was|were)(?: not|n't| never)(?: ever)? (?:stated|mentioned|specified|disclosed"
    rf"|indicated|discussed|explained){_GAP}\b(?:in|by) {_SOURCE}",
    r"^(?:but |so )?(?:it|they|this|that) (?:do not|don't|does not|doesn't|did not|didn't)"
    rf"{_ADVERB} (?:say|specify|state|tell)(?: (?:so|this|that))?(?:[.!]?$|,? {_WH}\b)",
    rf"\b(?:one|you) (?:cannot|can't|can not) (?:tell|say|determine|know|infer|conclude),? {_WH}\b",
    r"\b(?:i|we)(?: (?:am|was|were))?(?: (?:regret"
    rf"|apologi[sz]e)[^.;]{{0,20}})? ?{_UNABLE}{_ADVERB} "
    rf"(?:{_LEARN}|{_FOUND})\b",
    r"\b(?:i|we) (?:find|found|see|saw|have|had|know of) (?:no|nothing|none|neither|insufficient)\b"
    rf"(?=.{{0,80}}(?:{_INFO}|evidence|record|source|document|passage|text|context|section|answer"
    r"|reference|about|on this))",
    rf"^{_GAP}\b{_SOURCES}{_ADVERB} {_NOT}{_ADVERB} {_SAY}\b",
    rf"^{_GAP}\b{_SOURCES}{_ADVERB} (?:is|are|was|were) (?:silent|insufficient|not sufficient"
    r"|not enough"
    r"|inconclusive)\b",
    rf"^{_GAP}\b{_SOURCES}{_ADVERB} (?:lacks?|cannot|can't|say nothing|says nothing"
    r"|offers? no|gives? no|contains? no|has no|have no|provides? no|makes? no mention"
    r"|includes? no)\b"
    rf"(?=.{{0,60}}(?:{_INFO}|answer|nothing|about|mention|confirm|determin|on|reference"
    r"|evidence))",
    rf"^{_GAP}\b{_SOURCE}{_ADVERB} {_NOT}{_ADVERB} {_SPEAK}\b",
    rf"^{_GAP}\b{_SOURCE}{_ADVERB} {_NOT}{_ADVERB} {_SAY} (?:any |specific |enough "
    rf"|further )*{_INFO}\b",
    rf"^{_GAP}\b{_SOURCE}{_ADVERB} {_NOT}{_ADVERB} {_SAY} {_WH}\b",
    rf"^{_GAP}\b{_SOURCE}{_ADVERB} (?:says? nothing|is silent|makes? no mention|(?:contains?|has"
    r"|gives?"
    rf"|provides?|offers?|includes?) no (?:\w+ ){{0,2}}{_INFO})\b",
    rf"\b(?:none|neither|nothing|no part) (?:of|in) {_SOURCES}\b",
    rf"\b(?:no|neither) (?:{_MOOD} )?(?:source|document|passage|text|excerpt)s? (?:\w+ )?(?:say"
    r"|state"
    r"|mention|specif|address|contain|answer|give|provide|cover|explain|discuss|confirm)",
    rf"\bthere (?:{_NONE}|(?:is|are|was|were) nothing)"
    rf" ?(?:\w+ ){{0,3}}?(?:{_INFO}|indication|reference|evidence|record|answer|passage|section"
    r"|source)?\b"
    rf"{_GAP}\b(?:in|from|within|by|among) {_SOURCES}\b",
    rf"\bthere {_NONE} (?:\w+ ){{0,3}}?"
    r"(?:information|info|details?|mention)\b",
    rf"^(?:no|insufficient|not enough) (?:\w+ ){{0,3}}?{_INFO}\b(?:$|{_GAP}\b(?:is|are|was|were"
    r"|about|on"
    r"|regarding|available|provided|given|found|in the)\b)",
    rf"\b(?:information|info|details?|data) (?:about|on|regarding|concerning|as to|for|of){_GAP}\b"
    rf"(?:is|are|was|were|could|can)(?: not|n't|not)(?: be)?{_ADVERB} {_SAID}\b",
    r"^(?:(?:this|that|the|such|any|these|those|specific|more|further|exact|requested"
    r"|necessary) ){1,3}"
    rf"(?:information|info|details?|answers?) (?:is|are|was|were)(?: not|n't){_ADVERB} {_SAID}\b",
    r"\b(?:(?:is|are|was|were|has|have)(?: not|n't| never)|could not|cannot|can't)(?: been| be)?"
    rf"{_ADVERB} {_SAID}"
    rf"{_GAP}\b(?:in|by|within|from|among) (?:any (?:of )?)?{_SOURCES}",
    rf"\b(?:is|are|was|were)(?: not|n't){_ADVERB} (?:specified|stated|mentioned|disclosed"
    r"|made clear)"
    r"(?: (?:here|there|anywhere|explicitly|directly))?[.!]?$",
    rf"^(?:not|never){_ADVERB} (?:specified|stated|mentioned|found|available|given|provided"
    r"|disclosed"
    r"|in the|known)\b",
    r"^(?:unknown|unanswerable|n/a|no answer|none found|not applicable|insufficient information"
    r"|not enough information|i don't know|i do not know|no idea)[.!]?$",
    rf"\b(?:is|are|was|remains?) {_UNCLEAR}(?=(?: from {_GAP}(?:{_WHOLE}|{_WEAK})"
    rf"| from the {_GAP}{_ONE}"
    rf"| based on {_GAP}(?:{_WHOLE}|{_WEAK}|{_ONE})))",
    rf"\b(?:it is|it's|it remains|it was|this is|that is|that's) {_UNCLEAR}(?=,? {_WH}\b|[.!]?$)",
    rf"\b(?:this|that|it|(?:the|your|this) question|the answer|which)\b{_GAP}\b(?:cannot|can't"
    r"|can not"
    r"|could not|couldn't) be (?:answered|determined|confirmed|verified|established|inferred|found"
    r"|derived|ascertained)\b",
    rf"\b(?:cannot|can't|can not|could not|couldn't) be{_ADVERB} (?:answered|determined|confirmed"
    r"|verified"
    rf"|established|inferred|found|derived|ascertained|concluded){_GAP}\b(?:from|based on|with|in"
    r"|using"
    rf"|on the basis of) (?:{_SOURCES}|{_SOURCE})",
    rf"^(?:sorry,? |unfortunately,? |i'm sorry,? |(?:but|so) )*(?:unable|not able) to {_LEARN}\b",
    rf"\b(?:beyond|outside)(?: of)? the scope of {_GAP}(?:{_WHOLE}|{_ONE})\b",
)
_OTHER = (
    # German
    r"\b(?:in|aus|laut|nach) (?:den|der|dem|diesen|dieser) [^.;,]{0,40}?(?:unterlagen|quellen?"
    r"|dokument\w*"
    r"|text\w*|kontext|passage\w*|abschnitt\w*|information\w*|angaben|handbuch|ausz[uü]g\w*"
    r"|material\w*)"
    r"\b(?:(?!\bdass\b)[^.;:]){0,60}\b(?:nichts|nicht|kein\w{0,2})\b",
    r"\b(?:dokument|text|kontext|handbuch|auszug) (?:enth[aä]lt|gibt|liefert|bietet|macht)\b"
    r"[^.;:]{0,40}\bkeine(?:rlei)? (?:\w+ ){0,2}?(?:angaben?|informationen|hinweise?|antwort"
    r"|auskunft"
    r"|details|erw[aä]hnung)",
    r"\b(?:dokument|text|kontext|handbuch|auszug) (?:nennt|sagt|erw[aä]hnt|beantwortet)\b"
    r"(?:(?!\bdass\b)[^.;:]){0,60}\b(?:nichts|nicht|keine?[nrms]?)\b",
    r"\b(?:unterlagen|quellen|dokumente|texte|passagen|abschnitte|informationen"
    r"|ausz[uü]ge) (?:enthalten|enth[aä]lt|nennen|nennt|sagen|sagt|erw[aä]hnen|erw[aä]hnt|geben"
    r"|gibt"
    r"|machen|macht|beantworten|beantwortet|bieten|liefern|liefert)\b(?:(?!\bdass\b)[^.;:]){0,60}"
    r"\b(?:nichts|nicht|keine?[nrms]?)\b",
    r"\b(?:(?:ich|wir) (?:kann|k[oö]nnen|konnte|konnten|wei(?:ß|ss)|wissen|habe|haben|finde|finden)"
    r"|(?:kann|k[oö]nnen|konnte|konnten|wei(?:ß|ss)|wissen|habe|haben|finde|finden) (?:ich|wir))"
    r"\b[^.;:]{0,80}?"
    r"\b(?:nicht|nichts|keine?[nrms]?)\b(?:[^.;:]{0,60}\b(?:beantwort\w*|find\w*|gefunden"
    r"|best[aä]tig\w*"
    r"|sagen|wissen|informationen|angaben|antwort|entnehm\w*|ermitteln|feststellen)|[.!]?$)",
    r"\b(?:liegen|liegt|gibt|finden sich|findet sich|stehen|steht|sind"
    r"|ist)\b[^.;:]{0,40}?\b(?:keine"
    r"|nichts|keinerlei) ?(?:\w+ ){0,2}?(?:informationen|angaben?|hinweise?|auskunft|erw[aä]hnung"
    r"|vor\b)",
    r"^(?:keine (?:angaben?|informationen|antwort)|nicht (?:angegeben|erw[aä]hnt|bekannt))\b",
    r"\bwird\b[^.;:]{0,60}\bnichts? (?:erw[aä]hnt|genannt|angegeben|behandelt|gesagt)[.!]?$",
    r"\b(?:l[aä](?:ß|ss)t|lassen) sich\b[^.;:]{0,60}?\b(?:nichts?|kein\w{0,2})\b[^.;:]{0,60}?"
    r"\b(?:entnehmen|ablesen|ableiten|herauslesen)\b",
    # French
    r"\bje (?:ne|n')\s?(?:peux|trouve|sais|dispose|suis|vois|connais|peux|ai)\b[^.;:]{0,20}?"
    r"\b(?:pas|rien|aucune?)\b",
    r"\b(?:documents?|sources?|passages?|textes?|extraits?|informations"
    r"|contexte)\b[^.;:]{0,40}?\b(?:ne"
    r"|n')\s?(?:mentionne\w*|pr[eé]cise\w*|contien\w*|di(?:t|sent)|indique\w*|donne\w*|fourni\w*"
    r"|permet\w*"
    r"|parle\w*|traite\w*|r[eé]pond\w*)\b[^.;:]{0,15}?\b(?:pas|rien|aucune?)\b",
    r"\b(?:aucune|pas d'|pas de) ?(?:information|mention|pr[eé]cision|r[eé]ponse|donn[eé]e)s?\b",
    r"\bn'(?:est|a|sont) pas (?:[eé]t[eé] )?(?:pr[eé]cis[eé]|mentionn[eé]|indiqu[eé]"
    r"|sp[eé]cifi[eé])e?s?\b",
    # Spanish, Portuguese, Italian
    r"\b(?:no|n[aã]o|non) (?:he |ho |puedo |posso |pude |consigo |consegui |riesco a "
    r"|sono riuscit[oa] a "
    r"|logr[eé] )?(?:encuentro|encontr\w+|sé|lo sé|sei|so|lo so|trov\w+|responder|rispondere"
    r"|confirmar"
    r"|confermare"
    r"|determinar\w*|dispongo|tengo (?:\w+ )?(?:informaci[oó]n|datos)|tenho (?:\w+ "
    r")?(?:informa[cç][aãoõ]\w*"
    r"|dados)|ho (?:\w+ )?informazioni)\b",
    r"\bno (?:aparecen?|figuran?|consta[n]?|est[aá]n?) (?:\w+ )?en (?:el|los|la|las) (?:textos?"
    r"|documentos?|fuentes?|pasajes?|contexto)",
    r"\b(?:documentos?|fuentes|fontes|textos?|pasajes|passagens|contexto|contesto|documenti|fonti"
    r"|testo"
    r"|testi|brani|informaci[oó]n|informa[cç][oõ]es|informazioni)\b[^.;:]{0,40}?\b(?:no|n[aã]o"
    r"|non) "
    r"(?:se )?(?:mencion\w+|menzion\w+|indic\w+|especific\w+|specific\w+|dic\w+|diz\w*|contien\w+"
    r"|cont[eé]\w+|conteng\w+|ofrec\w+|oferec\w+|d[aá]n?|forn\w+|proporcion\w+|precis\w+|cit\w+"
    r"|informa\w*)",
    r"\b(?:no hay|no existe|n[aã]o h[aá]|n[aã]o existe|non c'[eè]|non ci sono|ninguna|nenhuma"
    r"|nessuna)"
    r" (?:\w+ )?(?:informaci[oó]n|informa[cç][aãoõ]\w*|informazion[ei]|menci[oó]n|men[cç][aã]o"
    r"|menzione)",
    r"\b(?:no|n[aã]o|non) (?:se |[eé] |[eè] |est[aá] |viene |foi )(?:mencion\w+|menzionat\w+"
    r"|indic\w+"
    r"|especific\w+|specificat\w+|informad\w+)\b",
    # Dutch
    r"\b(?:documenten|bronnen|tekst|context)\b[^.;:]{0,60}?\b(?:vermeld\w*|noem\w*|bevat\w*"
    r"|zegg?\w*)"
    r"[^.;:]{0,40}?\b(?:niet|geen|niets)\b",
    # Russian
    r"\b(?:документ\w*|источник\w*|материал\w*|текст\w*|контекст\w*"
    r"|отрывк\w*)\b[^.;:]{0,60}?\b(?:нет"
    r"|не (?:указан\w*|сказано|упомина\w*|упомянут\w*|говорится|содерж\w*|найден\w*|сообща\w*"
    r"|приводит\w*)|ничего не)\b",
    r"\b(?:я|мы) (?:не (?:могу|можем|наш[её]л|нашла|нашли|знаю|знаем|смог\w*)|затрудняюсь)\b",
    r"\bинформаци\w+\b[^.;:]{0,60}?\b(?:нет|отсутству\w+|не (?:найден\w*|указан\w*"
    r"|предоставлен\w*))",
    r"^нет (?:информации|данных|сведений)\b",
    # Chinese
    r"(?:文档|文件|资料|来源|上下文|材料|原文|文中|文章|段落|信息)[^。;；!?]{0,15}?(?:没有|未|并未|无|不)"
    r"(?:提到|提及|说明|提供|包含|找到|指出|给出|涉及|记载|显示|明确|相关)",
    r"(?:无法|不能|没法|未能)(?:从[^。]{0,15})?(?:回答|确定|确认|找到|判断|得知|得出|提供答案)",
    r"没有(?:找到|相关|足够|提供)[^。]{0,8}(?:信息|资料|内容|答案)|我不知道",
    # Japanese
    r"(?:資料|文書|情報|文脈|ソース|出典|記載|本文|文章|説明)[^。]{0,30}?(?:ありません|見つかりません|見当たりません"
    r"|含まれていません|記載されていません|書かれていません|述べられていません|言及されていません|わかりません|分かりません|ない。?$)",
    r"(?:お答えできません|回答できません|答えられません|わかりません|分かりません|不明です|確認できません(?:でした)?"
    r"|見つけられません(?:でした)?)。?$",
)
_ALL_ENGLISH = [lazy(p) for p in _ENGLISH]
_ALL_OTHER = [lazy(p) for p in _OTHER]
_NEGATIVE = lazy(
    r"\b(?:no|not|none|nothing|neither|cannot|never|unable|unclear|unknown|uncertain|insufficient"
    r"|lacks?"
    r"|silent|nowhere|at no point|inconclusive|beyond|outside|fails?|impossible|n/a"
    r"|unanswerable)\b|n't\b"
)
_SMUGGLED = lazy(r",\s*(?:which|who|although|though|even though|except that|das|die|der|qui)\b")
_ASIDE = lazy(r"\s?(?:\[[^\[\]]{0,200}\]|\([^()]{0,200}\))")
_MAX_LENGTH = 600


def negates(text: str) -> bool:
    """Whether a text holds any word without which no abstention is recognised."""
    lower = text.lower().replace("’", "'")
    return bool(_NEGATIVE.search(lower) or _OTHER_NEGATIVE.search(lower))


def is_abstention(text: str) -> bool:
    """Whether a plain sentence or clause only says that something is not known or not stated.

    False for one that goes on with a relative clause which could carry a statement, and for texts
    over 600 characters.
    """
    if len(text) > _MAX_LENGTH:
        return False
    lower = _ASIDE.sub("", text.lower().replace("’", "'")).strip() or text.lower()
    if not _matches(lower):
        return False
    smuggled = _SMUGGLED.search(lower)
    return smuggled is None or _matches(lower[smuggled.end() :])


def _matches(lower: str) -> bool:
    if _NEGATIVE.search(lower) and any(p.search(lower) for p in _ALL_ENGLISH):
        return True
    return bool(_OTHER_NEGATIVE.search(lower)) and any(p.search(lower) for p in _ALL_OTHER)


_OTHER_NEGATIVE = lazy(
    r"\b(?:nichts?|niets?|geen|kein\w{0,8}|wei(?:ß|ss)|ne|pas|rien|aucune?|non?|n[aã]o|ninguna"
    r"|nenhuma|nessuna"
    r"|нет|не|ничего"
    r"|затрудняюсь|отсутству\w+)\b|\bn'|[没未无不無]|ません|ない"
)
