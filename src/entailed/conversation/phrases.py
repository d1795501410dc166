"""English phrases by which people doubt an answer, or ask where it comes from.

All patterns are matched with a sentence in lower case with plain apostrophes and single spaces,
after what only opens it ("hmm, wait,") is gone.
"""

from __future__ import annotations

from entailed.text.lazy import lazy

__all__ = [
    "ABOUT_SELF",
    "COUNTER_LEAD",
    "DISAGREES",
    "DOUBT",
    "DOUBT_WITH",
    "IMPERATIVE",
    "NEGATED_QUESTION",
    "OPENING",
    "PLEASE",
    "QUESTION_WORD",
    "SOURCE",
    "SOURCE_WITH",
    "STATES",
    "TAG",
]

_VERY = (
    r"(?:(?:really|absolutely|quite|completely|totally|entirely|very|still|so|100 ?%|definitely|"
    r"actually|even|just|simply|clearly|obviously|pretty|fairly|almost|certainly|also|plain|"
    r"plainly|truly|too|that|rather) )*"
)
_THAT = (
    r"(?:that|this|it|these|those|(?:your|the|that|this) (?:last |first |previous )?"
    r"(?:answer|reply|response|information|statement|number|figure|date|claim|part)|"
    r"what you(?:'ve| have)? (?:said|say|told me|wrote|just said))"
)
_RIGHT = (
    r"(?:right|correct|true|accurate|so|the case|certain|for sure|reliable|up to date|valid|"
    r"what (?:it|they|the [\w ]{1,40}) (?:says?|said|states?))"
)
_WRONG = (
    r"(?:wrong|false|incorrect|untrue|inaccurate|mistaken|nonsense|rubbish|impossible|outdated|"
    r"out of date|misleading|bogus|made up|a lie|a mistake|an error|not (?:what|how|the case)\b.*)"
)
_NOT = r"(?:n't| not)"
_END = r"[.!?… ]*$"

OPENING = lazy(
    r"(?:(?:hm+|um+|uh+|er+m?|oh|ah+|wait(?: a (?:minute|moment|second|sec))?|hold on|hang on|"
    r"sorry|excuse me|but|and|ok(?:ay)?|well|come on|look|listen|honestly|seriously|so|please|hey|"
    r"wow|huh|pardon(?: me)?|yeah|yes|no|nope|nah|actually|again|really|then|hello|hi|dude|"
    r"i'm sorry|with respect|to be honest|in fact|as far as i know|afaik)"
    r"(?=$|[\s,.!?…:;–—-])[\s,.!?…:;–—-]*)+"
)
"""What may open any sentence; it says nothing of its own."""

PLEASE = lazy(r",? (?:please|thanks|thank you|mate|then|though)(?=[.!?… ]*$)")
"""What may close any sentence and says nothing."""

TAG = lazy(
    r",? (?:right|correct|no|yes|(?:isn't|aren't|wasn't|weren't|doesn't|don't|didn't|can't|won't|"
    r"hasn't|is|are|was|does|do|did|can|will) (?:it|they|that|he|she|there|you|i|we)|"
    r"is it not|or not|"
    r"you know|though|instead|i think|i believe|i guess|i thought|isn't that so|"
    r"don't you think)[?.! ]*$"
)
"""What may close a statement and asks to be agreed with."""

DISAGREES = lazy(r"\b(?:no|nope|nah|but|actually|in fact|as far as i know|afaik)\b")
"""In an opening: the speaker is of another mind."""

DOUBT = lazy(
    "|".join(
        (
            rf"(?:are |r )?(?:you|u|ya)(?:'re| are)? {_VERY}(?:sure|certain|positive|confident|"
            rf"serious|kidding|joking)(?: (?:about|of|with|on) {_THAT})?(?: answer| now|"
            rf" this time)?{_END}",
            rf"{_THAT}(?:'s| is| are|'re) {_VERY}{_RIGHT}\s*\?{_END}",
            rf"(?:{_VERY})?(?:sure|certain|positive)(?: (?:about|of) {_THAT})?\s*\?{_END}",
            r"(?:really|seriously|honestly|truly|for real|no way|impossible|nonsense|rubbish|"
            rf"bullshit|wrong|false|incorrect|untrue|not (?:true|right|correct)|i doubt {_THAT}|"
            rf"says you|that's it\?|no+|nope|nah|you sure|huh|what)\s*\?*{_END}",
            rf"(?:is|was|are|were|'s) {_THAT} {_VERY}{_RIGHT}(?: though| then)?{_END}",
            rf"(?:is|was|are|were) ?{_NOT} {_THAT} {_VERY}(?:{_WRONG}){_END}",
            rf"(?:is|was)n't {_THAT} {_VERY}(?:{_RIGHT}|{_WRONG}){_END}",
            rf"{_THAT}(?:'s| is| are| was| were|'re) {_VERY}(?:not|n't) {_VERY}{_RIGHT}\b.*",
            rf"{_THAT} (?:is|are|was|were)n't {_VERY}{_RIGHT}\b.*",
            rf"{_THAT}(?:'s| is| are| was| were|'re) {_VERY}{_WRONG}.*",
            rf"{_THAT} (?:does|do|did){_NOT} {_VERY}(?:sound|seem|look|feel|make|match|agree|add|"
            r"fit)\b.*",
            rf"{_THAT} (?:can{_NOT}|cannot|can't|could{_NOT}) {_VERY}be\b.*",
            rf"{_THAT} (?:must|has to|might|may|could|has got to) be {_VERY}{_WRONG}.*",
            rf"{_THAT} (?:sounds|seems|looks|feels) {_VERY}(?:wrong|off|odd|strange|weird|fishy|"
            r"incorrect|suspicious|unlikely|funny|high|low|implausible|dubious)\b.*",
            rf"{_THAT} contradicts\b.*",
            rf"i {_VERY}(?:do{_NOT}|can{_NOT}|can't|cannot) {_VERY}(?:think|believe|agree|buy|"
            rf"trust)(?: with)?(?: {_THAT}| you| so)?(?: (?:is|are|'s) {_VERY}{_RIGHT})?{_END}",
            rf"i {_VERY}(?:do{_NOT}) {_VERY}(?:think|believe) {_THAT}(?:'s| is| are|"
            r" can| could)\b.*",
            r"i (?:strongly |respectfully )?(?:disagree|object|beg to differ|doubt (?:it|that|"
            r"this))\b.*",
            rf"i(?:'m| am) {_VERY}not {_VERY}(?:sure|convinced|certain)(?: (?:about|of|"
            rf"by) {_THAT})?"
            rf"(?: (?:is|'s) {_VERY}{_RIGHT})?{_END}",
            r"i have (?:my |some )?doubts\b.*",
            r"(?:i (?:think|believe|feel|fear|am afraid|guess) (?:that )?)?you(?:'re|"
            r" are|'ve been| "
            rf"were| must be| might be| may be| could be| have to be| have got) {_VERY}(?:wrong|"
            r"mistaken|lying|incorrect|confused|hallucinating|making (?:that|this|it|things) up|"
            rf"{_THAT} wrong|guessing|off)\b.*",
            rf"you (?:just )?(?:made|have made|'ve made|got) (?:a mistake|an error|{_THAT} (?:up|"
            r"wrong)|a typo).*",
            r"(?:(?:can|could|would|will) you |please |i think you should |you should |you had "
            r"better |you may want to |let's )*(?:please )?(?:double[- ]?check|"
            r"re-?check|check|verify|"
            r"re-?verify|confirm|reconsider|re-?read|re-?examine|think about|"
            rf"look)(?: {_THAT}| your "
            r"(?:sources?|facts|work|numbers|math|maths))?(?: up| over)?(?: once more| again| one "
            rf"more time| twice| carefully| properly| for me| please)*{_END}",
            r"(?:please )?(?:try|think|look|read|check)(?: it| that)? again\b.*",
            r"(?:please )?(?:have|take) another look\b.*",
            rf"how (?:can|could) {_THAT} be(?: {_VERY}{_RIGHT})?{_END}",
            rf"(?:do|did) you {_VERY}(?:mean|think|believe) (?:so|{_THAT}){_END}",
            rf"what makes you {_VERY}(?:sure|certain|think so|say (?:so|that)|think that).*",
            rf"(?:how|why) are you {_VERY}(?:sure|certain|confident).*",
        )
    )
)
"""A whole sentence that doubts what was said and names nothing."""

DOUBT_WITH = lazy(
    rf"(?:(?:are |r )?(?:you|u)(?:'re| are)? {_VERY}(?:sure|certain|positive|confident)"
    r"(?: about| of| that| with)?|are you (?:telling me|saying)(?: that)?|"
    rf"(?:is|was) it {_VERY}(?:true|correct|right|the case) that|"
    rf"(?:do|did) you {_VERY}(?:mean|think|believe)(?: that)?|"
    rf"i {_VERY}(?:doubt|do{_NOT} {_VERY}(?:think|believe))(?: that)?|"
    rf"i(?:'m| am) {_VERY}not {_VERY}(?:sure|convinced|certain)(?: about| of| that)?|"
    r"(?:please )?(?:double[- ]?check|re-?check|verify|confirm)(?: that| the part about)?|"
    r"really,?|you (?:said|say|told me|claim|claimed|wrote|mentioned)(?: that)?|"
    r"(?:is|was|are|were)(?= (?:it|that|this|they|there|the|these|those)\b.*\breally\b)"
    r") (?P<rest>.+)"
)
"""The same with what is doubted, in the words of the speaker."""

COUNTER_LEAD = lazy(
    r"(?:(?:i(?:'d| would| could|'ve|'m| am)?(?: have| had| was| always| just| only| also|"
    r" really| still|"
    r" distinctly| clearly| definitely| pretty| quite| fairly| very| absolutely| 100 ?%| almost)* "
    r"(?:thought|think|believe|believed|heard|hear|read|remember|recall|assumed|"
    r"understood|understand|"
    r"was told|been told|know|knew|learned|learnt|saw|see|found|say|swear|sworn|said|sure|certain|"
    r"positive|convinced|under the impression|expected|noticed|telling you|tell you))"
    r"|(?:(?:my|the|our|your|their|a|an|some|one|another|this|that) (?!same\b)[\w' -]{1,40}? "
    r"(?:says?|said|told me|tells? me|states?|stated|claims?|claimed|insists?|insisted|mentions?|"
    r"mentioned|shows?|reads?|wrote|confirmed|assured me))"
    r"|(?:(?:everyone|everybody|someone|somebody|people|wikipedia|google|chatgpt|they|he|she|it) "
    r"(?:always |all |clearly |explicitly )?(?:says?|said|told me|tells? me|states?|claims?))"
    r"|(?:according to [\w' -]{1,40}?,)"
    r"|(?:it|the truth|the fact|the right answer|the correct answer|the answer) (?:is|"
    r"should be) that"
    r"|(?:isn't it (?:true|the case|so)|is it not (?:true|the case)) that"
    r")(?: (?:somewhere|elsewhere|online|yesterday|on the [\w]+|in the [\w]+))?(?: that|:|,)? "
    r"(?P<rest>.+)"
)
"""What stands before a claim of the speaker's own."""

NEGATED_QUESTION = lazy(
    r"(?P<verb>isn't|wasn't|aren't|weren't|shouldn't|doesn't|don't|didn't|can't|"
    r"couldn't|won't|hasn't|"
    r"haven't|wouldn't|is it not|are they not|does it not|should it not) ?(?P<rest>.+?)\?"
)
"""A question that expects to be agreed with."""

_WHERE = rf"(?:that|this|it|so|those|these|all (?:that|this)|the answer|{_THAT})"
SOURCE = lazy(
    "|".join(
        (
            r"(?:which|what) (?:source|document|doc|passage|page|section|paragraph|"
            r"file|text|article|"
            r"part|chapter|reference|line|place)s? (?:exactly )?(?:says?|say|states?|"
            r"state|mentions?|"
            r"supports?|confirms?|claims?|proves?|shows?|contains?|is|are|does|do|did|has)"
            r"(?: (?:you|it|they))?(?: (?:get|take|find|have|use|say|state|come|got|read))?"
            rf"(?: {_WHERE})?(?: (?:from|in|based on|taken from|come from|on|to))*{_END}",
            r"(?:in|on|from|under) (?:which|what) (?:source|document|doc|passage|page|section|"
            r"paragraph|file|text|article|part|chapter|line|place)s?(?: (?:is|are|does|do|did|was)"
            rf"(?: {_WHERE}| you| they)?(?: (?:say|said|stated?|written|mentioned|found|"
            r"find|read|get|"
            rf"come|stand|from|so|{_WHERE}))*)?{_END}",
            r"where (?:exactly |precisely )?(?:does|do|did|is|are|was|were|can|could|"
            rf"'s) (?:{_WHERE}|"
            r"you|they|the (?:sources?|documents?|docs|documentation|polic(?:y|ies)|"
            r"text|file|page))"
            r"(?: (?:exactly|actually|even))?(?: (?:say|said|state|stated|written|write|mentioned|"
            r"mention|documented|come|coming|get|got|find|found|read|see|have|take|"
            r"taken|stand|listed|"
            rf"from|{_WHERE}|down))+{_END}",
            r"where (?:can|could|do|would) i (?:read|see|check|verify|"
            rf"look)(?: up)? {_THAT}(?: up| for "
            rf"myself| stated| written)*{_END}",
            rf"where(?:'s| is) {_WHERE} (?:from|written|stated|documented|coming from)\b.*",
            r"(?:what|who)(?:'s| is| are| were| was) (?:your|the|that|its) (?:source|"
            r"sources|reference|"
            r"references|evidence|proof|basis|citation)s?(?: (?:for|of|on|"
            rf"behind) {_WHERE})?{_END}",
            rf"what(?:'s| is| are| was) {_WHERE} (?:based|founded) on{_END}",
            r"(?:based on|according to|from|by) (?:what|whom|who|which (?:source|"
            r"document|passage)s?)"
            rf"{_END}",
            r"(?:source|sources|citation|citations|reference|references|evidence|proof)(?: (?:for "
            rf"{_WHERE}|needed))?(?:, please| please)?{_END}",
            rf"(?:says who|who says(?: {_WHERE})?|who said {_WHERE}|quote (?:it|that|me|please)|"
            rf"prove (?:it|that)|cite (?:it|that|your sources?|the sources?))(?: please)?{_END}",
            r"how (?:do|did|can|could) you (?:know|come up with|arrive at|get to|"
            rf"find)(?: {_WHERE})?"
            rf"{_END}",
            r"(?:(?:can|could|would|will|do|did) you |please |i (?:want|need|"
            r"would like|'d like) (?:to "
            r"see )?|let me )*(?:show|give|name|quote|cite|tell|see|list|have|provide|"
            r"point to|point me "
            rf"to|back)(?: me| us)?(?: (?:up )?{_WHERE} with)?(?: (?:the|a|an|your|some|"
            r"any|which|what|"
            r"exact|original|relevant|that))* (?:source|sources|passage|passages|quote|quotes|"
            r"quotation|citation|citations|reference|references|evidence|proof|wording)s?"
            rf"(?: (?:for|of|on|behind|to back up|from) {_WHERE}| {_WHERE} (?:is|"
            r"comes) (?:based on|from)|"
            rf" (?:for|from) it| please| says? {_WHERE})?(?: please)?{_END}",
        )
    )
)
"""A whole sentence that asks what an answer rests on."""

SOURCE_WITH = lazy(
    r"(?:(?:which|what) (?:source|document|doc|passage|page|section|paragraph|file)s? (?:exactly )?"
    r"(?:says?|states?|mentions?|supports?|confirms?|claims?|proves?|shows?)(?: that)?|"
    r"(?:in|on) (?:which|what) (?:source|document|doc|passage|page|section|paragraph|"
    r"file) (?:is|does "
    r"it say|is it (?:stated|written))(?: that)?|"
    r"where (?:exactly )?(?:does|do|did|is) (?:it|you|they|the (?:sources?|documents?|docs|"
    r"documentation|text)) (?:say|state|written|stated|mention|get)(?: that)?|"
    r"(?:what(?:'s| is) (?:your|the) (?:source|reference|evidence|proof)|who says|how do you know|"
    r"(?:show|give) me the (?:source|passage|quote|reference|evidence))(?: for| that| of| about)?) "
    r"(?P<rest>.+)"
)
"""The same with the claim that is meant."""

STATES = lazy(
    r"(?:it|that|this|they|there|these|those)(?:'s|'re|'ll|'d)? ?(?:is|are|was|were|"
    r"takes?|took|costs?|"
    r"should|must|will|would|can|has|have|had|says?|said|does|do|starts?|ends?|opens?|closes?|"
    r"expires?|lasts?|only|actually|really|never|always|not|isn't|aren't|wasn't|\d|an?|"
    r"the|in|on|at)\b.*"
)
"""A statement about what was talked of."""

QUESTION_WORD = lazy(
    r"(?:what|who|whom|whose|which|when|where|why|how|can|could|may|might|do|does|did|"
    r"is|are|was|were|"
    r"will|would|shall|should|has|have|had|am)\b"
)
IMPERATIVE = lazy(
    r"(?:tell|show|give|explain|list|compare|find|summari[sz]e|describe|write|let|help|"
    r"name|translate|"
    r"search|get|make|send|thanks?|thank you|great|good|perfect|cool|hello|hi|bye|"
    r"cheers|fine|never ?mind|"
    r"forget|suppose|assume|imagine)\b"
)
ABOUT_SELF = lazy(
    r"(?:i(?:'ve|'d|'m|'ll)?|we(?:'ve|'d|'re|'ll)?|my|our) (?!say\b|mean\b)|"
    r"(?:let's say|suppose|imagine|"
    r"what if|if|for example)\b"
)
"""What the speaker tells of themselves: a situation, not another opinion."""
