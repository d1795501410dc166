"""Word lists of the generators."""

from __future__ import annotations

_PAIRS = """
increased decreased|increase decrease|rose fell|higher lower|highest lowest|more fewer
larger smaller|largest smallest|biggest smallest|before after|won lost|wins loses
north south|northern southern|east west|eastern western|accepted rejected|accepts rejects
included excluded|includes excludes|including excluding|male female|men women
same different|allowed prohibited|allows prohibits|open closed|opened closed
earlier later|inside outside|above below|maximum minimum|positive negative
success failure|successful unsuccessful|succeeded failed|supported opposed
supports opposes|agreed refused|strong weak|stronger weaker|best worst|better worse
older younger|oldest youngest|hot cold|warmer colder|rich poor|public private
urban rural|appointed dismissed|hired fired|arrived departed|bought sold|buys sells
domestic foreign|common rare|safe dangerous|legal illegal|guilty innocent
convicted acquitted|gained lost|alive dead|permanent temporary|voluntary compulsory
internal external|always never|possible impossible|able unable|likely unlikely
known unknown|active inactive|winter summer|morning evening|expensive cheap
praised criticised|confirmed denied|longest shortest|longer shorter|faster slower
expanded shrank|improved worsened|majority minority|raised lowered
"""
ANTONYMS: dict[str, str] = {}
for _pair in _PAIRS.replace("\n", "|").split("|"):
    if _pair.strip():
        _left, _right = _pair.split()
        ANTONYMS.setdefault(_left, _right)
        ANTONYMS.setdefault(_right, _left)

SYNONYMS = {
    "began": "started",
    "started": "began",
    "purchased": "bought",
    "bought": "purchased",
    "approximately": "about",
    "located": "situated",
    "several": "a number of",
    "many": "numerous",
    "children": "kids",
    "film": "movie",
    "movie": "film",
    "received": "got",
    "created": "made",
    "large": "big",
    "near": "close to",
    "because": "since",
    "although": "even though",
    "while": "whereas",
    "constructed": "built",
    "built": "constructed",
    "attempted": "tried",
    "tried": "attempted",
    "said": "stated",
    "stated": "said",
    "announced": "declared",
    "required": "needed",
    "assist": "help",
    "help": "assist",
    "obtain": "get",
    "died": "passed away",
    "company": "firm",
    "firm": "company",
    "photographs": "photos",
    "physician": "doctor",
    "physicians": "doctors",
    "prohibited": "forbidden",
    "entire": "whole",
    "numerous": "many",
    "primarily": "mainly",
    "mainly": "chiefly",
    "frequently": "often",
    "often": "frequently",
    "currently": "at present",
    "annually": "every year",
    "previously": "before that",
    "concluded": "ended",
    "ended": "concluded",
    "car": "automobile",
    "cars": "automobiles",
}

HEDGES = {
    "may be": "is",
    "might be": "is",
    "could be": "is",
    "may have": "has",
    "might have": "has",
    "may": "will",
    "might": "will",
    "is expected to": "will",
    "are expected to": "will",
    "is thought to be": "is",
    "are thought to be": "are",
    "is believed to be": "is",
    "are believed to be": "are",
    "was believed to be": "was",
    "is said to be": "is",
    "was reportedly": "was",
    "is reportedly": "is",
    "is likely to": "will",
    "are likely to": "will",
    "seems to be": "is",
    "appears to be": "is",
    "allegedly": "",
    "reportedly": "",
    "possibly": "",
    "probably": "",
    "perhaps": "",
    "suggests that": "proves that",
    "suggest that": "prove that",
}

QUANTIFIERS = {
    "some": "all",
    "many": "all",
    "several": "all",
    "often": "always",
    "usually": "always",
    "sometimes": "always",
    "frequently": "always",
    "generally": "always",
    "typically": "always",
    "mostly": "only",
    "mainly": "only",
    "primarily": "exclusively",
}

UNITS = {
    "km": "miles",
    "kilometres": "miles",
    "kilometers": "miles",
    "miles": "kilometres",
    "mi": "km",
    "metres": "feet",
    "meters": "feet",
    "feet": "metres",
    "ft": "m",
    "million": "billion",
    "billion": "million",
    "thousand": "million",
    "kg": "g",
    "kilograms": "grams",
    "pounds": "tonnes",
    "tonnes": "kilograms",
    "tons": "pounds",
    "hours": "minutes",
    "minutes": "hours",
    "seconds": "minutes",
    "days": "weeks",
    "weeks": "months",
    "months": "years",
    "years": "months",
    "decades": "years",
    "centuries": "decades",
    "acres": "hectares",
    "hectares": "acres",
    "percent": "percentage points",
    "mph": "km/h",
    "inches": "centimetres",
    "dollars": "euros",
    "MW": "kW",
    "GB": "MB",
}

NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve".split()
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
MONTHS = (
    "January February March April May June July August September October November December"
).split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()

AUXILIARIES = "is are was were has had will would can could should must".split()
CLAUSE_OPENERS = frozenset(
    "who which that when if while because although whose where whom since after before as "
    "whether unless until though what how".split(),
)
NEGATIONS = frozenset(
    "not no never none nobody nothing neither nor without n't cannot hardly barely rarely few "
    "little only".split(),
)
BASE_FORMS = {
    "won": "win",
    "became": "become",
    "made": "make",
    "began": "begin",
    "received": "receive",
    "played": "play",
    "moved": "move",
    "joined": "join",
    "served": "serve",
    "worked": "work",
    "attended": "attend",
    "married": "marry",
    "died": "die",
    "released": "release",
    "appeared": "appear",
    "signed": "sign",
    "returned": "return",
    "took": "take",
    "gave": "give",
    "led": "lead",
    "said": "say",
    "announced": "announce",
    "killed": "kill",
    "wrote": "write",
    "published": "publish",
    "included": "include",
    "founded": "found",
    "opened": "open",
    "closed": "close",
    "reached": "reach",
    "scored": "score",
    "graduated": "graduate",
    "studied": "study",
    "taught": "teach",
    "found": "find",
}
