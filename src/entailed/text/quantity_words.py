"""Words around a number that say how it is meant: bounds, approximation, change, labels."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from entailed.text.lazy import lazy

__all__ = [
    "Bound",
    "bound_after",
    "bound_before",
    "change_of",
    "is_label_noun",
    "is_street",
    "soft_bound",
]

Bound = Literal["exact", "at_least", "more_than", "at_most", "less_than"]

_BEFORE: tuple[tuple[Bound, str], ...] = (
    (
        "at_most",
        r"at most|at the most|no more than|not more than|not over|no greater than|no longer than"
        r"|no larger than|no higher than|no later than|not later than|not longer than"
        r"|not to exceed|(?:not|never|cannot|can't|n't|without) exceed(?:ing)?|maximum(?: of)?"
        r"|max\.?(?: of)?"
        r"|(?<!add )(?<!adds )(?<!adding )(?<!added )up to|capped at|limited to"
        r"|(?:a )?limit of|not above|≤|<=|as (?:much|many|long|high|late|far) as"
        r"|höchstens|maximal|bis zu|nicht mehr als|au plus|au maximum|jusqu'à|pas plus de"
        r"|como máximo|hasta|no más de|un máximo de|al massimo|fino a|non più di|até|no máximo"
        r"|não mais de|não mais que|не более(?: чем)?|не больше|максимум|до"
        r"|不超过|不多于|最多|至多|最大",
    ),
    (
        "at_least",
        r"at least|no less than|not less than|no fewer than|not fewer than|a minimum of"
        r"|minimum(?: of)?|min\.?(?: of)?|not below|not under|no lower than|no younger than|≥|>="
        r"|starting at|as (?:little|few|early) as"
        r"|mindestens|wenigstens|nicht weniger als|au moins|al menos|por lo menos|como mínimo"
        r"|un mínimo de|no menos de|almeno|non meno di|pelo menos|no mínimo|ao menos|não menos de"
        r"|не менее(?: чем)?|не меньше|минимум|至少|不少于|不低于|最少",
    ),
    (
        "more_than",
        r"more than|over|above|greater than|higher than|larger than|longer than|older than"
        r"|heavier than|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|in excess of|upwards? of|beyond|>"
        r"|mehr als|über|länger als|plus de|plus d'|más de|più di|oltre|mais de|acima de"
        r"|более(?: чем)?|больше|свыше|超过|超|逾|高于|多于|大于",
    ),
    (
        "less_than",
        r"less than|fewer than|under|below|lower than|smaller than|shorter than|younger than"
        r"|lighter than|<|weniger als|unter|kürzer als|moins de|moins d'|menos de|meno di"
        r"|менее(?: чем)?|меньше|不到|少于|低于|小于",
    ),
)
_APPROXIMATE = (
    r"about|around|approximately|approx\.?|roughly|nearly|almost|close to|circa|ca\.?|c\."
    r"|an? estimated"
    r"|some|something like|more or less|in the region of|on the order of|or so|just over"
    r"|just under|just above"
    r"|just below|a little over|slightly over|slightly under|slightly more than"
    r"|slightly less than|~|≈|∼"
    r"|etwa|rund|ungefähr|zirka|knapp|fast|gut|environ|près de|presque|quelque"
    r"|aproximadamente|unos|unas|cerca de|casi|alrededor de|circa|quasi|all'incirca|quase"
    r"|por volta de|около|примерно|почти|приблизительно|大约|约|将近|近|约为|約|およそ|ほぼ"
)
_UPPER_APPROXIMATE = lazy(
    r"nearly|almost|just under|just below|slightly under|knapp|fast|presque|près de"
    r"|casi|quasi|quase|почти|将近|近|slightly less than|close to"
)
_LOWER_APPROXIMATE = lazy(r"just over|just above|a little over|slightly over|slightly more than")
_FILLER = (
    r"(?:\s+(?:the|an?|is|be|of|only|just|still|now|to|have|its|their|der|die|das|le|la|les|los"
    r"|el|du))?\s*"
)
_EDGE = r"(?:(?<![^\W\d_])|(?<=[\u3400-\u9fff\u3040-\u30ff]))"


def _ending(words: str) -> re.Pattern[str]:
    # Filler after symbols needs no white space between.
    return re.compile(rf"{_EDGE}(?P<word>{words}){_FILLER}\Z")


# The large patterns are compiled on first use, so that importing the package stays fast.
@cache
def _bounds_before() -> tuple[tuple[Bound, re.Pattern[str]], ...]:
    return tuple((bound, _ending(words)) for bound, words in _BEFORE)


@cache
def _approximate_before() -> re.Pattern[str]:
    return _ending(_APPROXIMATE)


_LINK = (
    r"(?:\s*(?::|=|\bis\b|\bare\b|\bwas\b|\bwere\b|\bof\b|\bbe\b|\bto\b|\bat\b|\bbeträgt\b"
    r"|\best\b|\bes\b|\bè\b|\bé\b|为|是|は)\s*(?:set (?:at|to)|only|just|now)?\s*)"
)
_UPPER_WORD = (
    r"(?:maximum|max|limit(?:s|ed)?|cap(?:s|ped)?|ceiling|the most|highest|upper limit"
    r"|höchst\w{0,20}|maximale?|máxim[oa]|massimo|максимальн\w{0,4}|最大|最高|上限)"
)
_LOWER_WORD = (
    r"(?:minimum|min|lowest|the least|floor|mindest\w{0,20}|minimale?|mínim[oa]|minimo"
    r"|минимальн\w{0,4}|最小|最低|下限)"
)


# "Class A: minimum investment EUR 1,000": what a bound is of, with no verb before its number.
_OF_WHAT = (
    r"(?:age|amount|balance|capacity|charge|contribution|deposit|dose|duration|fee|height|investment"
    r"|length|load|notice|number|order|payment|period|price|purchase|size|speed|spend|stay"
    r"|temperature|term|value|weight|width)"
)


@cache
def _soft(word: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w){word}(?!\w)(?:[^.;,0-9]{{0,60}}?{_LINK}|\s(?:\w{{1,20}}\s)?{_OF_WHAT}\s+)\Z"
    )


_MAY_NOT = lazy(
    r"(?:\bnot|n't|never|cannot|nobody|nicht)\s+(?:(?:be|ha(?:ve|s)|(?:weigh|cost|take|last|hold"
    r"|contain|run|receive|pay|get|need|use|charge|owe|lose|spend|earn|accept|allow|wait|work"
    r"|drive|lend|buy|sell)s?)\s+)?\Z"
    r"|\b(?:(?:must|may|can|could|should|shall|will|would) not|cannot|can't|mustn't|couldn't"
    r"|shouldn't|won't|wouldn't|(?:no one|nobody|none|no [a-z]+|neither [a-z]+)\s+(?:may|can|must"
    r"|shall|will|is allowed to))\s+[a-z]+(?:\s+(?:to|for|by|at|up|out|in|on))?\s+\Z"
)
_OPPOSITE: dict[Bound, Bound] = {
    "more_than": "at_most",
    "less_than": "at_least",
    "at_least": "less_than",
    "at_most": "more_than",
    "exact": "exact",
}


def bound_before(before: str) -> tuple[Bound, bool, str, int]:
    """What lower-case text right before a number says of it.

    Bound, whether it is approximate, the direction of an approximation ("below" for "nearly",
    "above" for "just over", "") and how many characters at the end of `before` say so.
    """
    rest, approximate, side = before, False, ""
    found = _approximate_before().search(rest)
    if found:
        rest, approximate = rest[: found.start()], True
        word = found.group("word")
        if _UPPER_APPROXIMATE.match(word):
            side = "below"
        elif _LOWER_APPROXIMATE.match(word):
            side = "above"
    for bound, pattern in _bounds_before():
        found = pattern.search(rest)
        if found:
            start = found.start()
            denied = _MAY_NOT.search(rest[max(0, start - 30) : start])
            if denied and bound in ("more_than", "less_than"):
                bound = _OPPOSITE[bound]
            return bound, approximate, side, len(before) - start
    return "exact", approximate, side, len(before) - len(rest)


def soft_bound(before: str) -> Bound:
    """`at_most` after "the maximum ... is", `at_least` after "the minimum ... is", else exact."""
    if _soft(_UPPER_WORD).search(before):
        return "at_most"
    return "at_least" if _soft(_LOWER_WORD).search(before) else "exact"


_AFTER: tuple[tuple[Bound, str], ...] = (
    (
        "at_least",
        r"\+(?![\w])|or (?:more|above|higher|over|older|longer|greater|better|later)"
        r"|and (?:above|over|up|older|more)|at least|minimum|min\.|or up|oder mehr|und mehr"
        r"|ou plus|o más"
        r"|o più|ou mais|и более|или более|以上",
    ),
    (
        "at_most",
        r"or (?:less|fewer|below|under|younger|shorter|lower|earlier)|and (?:under|below|younger)"
        r"|at most|maximum"
        r"|max\.|tops|oder weniger|ou moins|o menos|o meno|ou menos|или менее|以下|以内",
    ),
    ("less_than", r"未満|未满"),
)


@cache
def _bounds_after() -> tuple[tuple[Bound, re.Pattern[str]], ...]:
    return tuple((bound, re.compile(rf"\s*\(?(?:{words})(?!\w)")) for bound, words in _AFTER)


def bound_after(after: str) -> Bound:
    """What lower-case text right after a number and its unit says of it."""
    for bound, pattern in _bounds_after():
        if pattern.match(after):
            return bound
    return "exact"


_DOWN = (
    r"fell|falls|fallen|fall|falling|drop|drops|dropped|dropping|decreas\w{1,4}|declin\w{1,4}"
    r"|reduc\w{1,5}|lower(?:s|ed|ing)?"
    r"|lost|loses|lose|shrank|shrinks?|shrunk|narrow(?:s|ed|ing)?|sank|sinks?|cut|cuts|down|slid|slipped|plunged"
    r"|plummeted|tumbled|loss"
    r"|gesunken|sank|fiel|senkte|gesenkt|baisse|baissé|diminué|réduit|cayó|bajó|redujo|disminuyó"
    r"|sceso|scesa|calato|ridotto|caiu|diminuiu|reduziu|снизил\w{1,4}|упал\w{0,3}|сократил\w{1,4}"
    r"|下降|减少|下跌"
)
_UP = (
    r"rose|rises?|risen|rising|grew|grows?|grown|growing|growth|increas\w{1,4}|climb(?:s|ed|ing)?"
    r"|gain(?:s|ed|ing)?"
    r"|jump(?:s|ed)?|surged?|soared|advanced"
    r"|(?<!make )(?<!makes )(?<!made )(?<!making )up"
    r"|raised?|raises|raising|improved|expanded|widen(?:s|ed|ing)?|added"
    r"|higher"
    r"|gestiegen|stieg|wuchs|gewachsen|erhöht\w{0,2}|augmenté|hausse|progressé|subió|aumentó|creció"
    r"|aumentat[oa]|cresciut[oa]|salit[oa]|subiu|aumentou|cresceu|вырос\w{0,2}|увеличил\w{1,4}|上升"
    r"|增长|增加|上涨"
)
_BY = (
    r"(?:\s+(?:by|um|de|del|do|di|на|a|an|roughly|about|nearly|almost|around|some|over|more than"
    r"|approximately|another|un|une|ein|einen|einem|uns))*\s*"
)


@cache
def _change_before() -> re.Pattern[str]:
    return re.compile(rf"{_EDGE}(?:(?P<down>{_DOWN})|(?P<up>{_UP})){_BY}\Z")


_CHANGE_AFTER = lazy(
    r"\s*(?:(?P<down>decrease|decline|drop|fall|reduction|loss|cut|rückgang|baisse|下降)"
    r"|(?P<up>increase|rise|growth|gain|jump|improvement|anstieg|hausse|增长))(?!\w)"
)
_NOUN_BEFORE = lazy(
    r"(?<!\w)(?:(?P<down>decrease|decline|drop|fall|reduction|loss|cut)|(?P<up>increase|rise"
    r"|growth|gain|jump))"
    r"(?: in [\w ]{1,40})?\s(?:of|was|is)\s*\Z"
)


def change_of(before: str, after: str) -> Literal["up", "down", ""]:
    """The direction of change lower-case text around an amount states, or ""."""
    for found in (
        _change_before().search(before[-60:]),
        _CHANGE_AFTER.match(after[:20]),
        _NOUN_BEFORE.search(before[-80:]),
    ):
        if found:
            return "down" if found.group("down") else "up"
    return ""


_LABEL_NOUNS = frozenset(
    "war gate room section sections article articles art page pages p pp chapter chapters figure "
    "figures fig "
    "figs table tables step type level phase stage grade class category tier version part item "
    "line platform track route highway bus unit building apartment apt suite door bay lane "
    "zone sector day week question lesson episode season volume vol issue rule clause paragraph "
    "para appendix annex schedule exhibit amendment model series mark player channel exit pier "
    "terminal block batch lot ticket case order invoice sample site district ward box slot port "
    "plot "
    "no nr number num example equation eq theorem lemma group team note footnote option scenario "
    "division column row act scene verse psalm error code priority severity sheet slide floor "
    "study experiment trial round quarter module form bulletin directive regulation resolution "
    "iso rfc formula flight train car engine line shelf drawer cabinet locker court ring "
    "artikel seite abschnitt kapitel abbildung abb tabelle tab nummer stufe typ raum zimmer gleis "
    "absatz abs satz ziffer klasse teil chapitre numéro étape niveau salle porte quai annexe "
    "capítulo artículo página sección figura tabla número paso nivel sala puerta anexo capitolo "
    "articolo "
    "pagina sezione tabella numero livello stanza binario allegato artigo seção tabela passo "
    "nível porta "
    "статья статьи статье страница глава раздел пункт таблица рисунок шаг уровень комната "
    "№ # §".split()
)
# These are labels only when nothing is counted after the number ("stage 3", "case 12").
_STREETS = frozenset(
    "street st road rd avenue ave lane ln drive dr boulevard blvd way place court square terrace "
    "close quay row crescent parkway highway straße strasse platz weg allee rue via calle".split()
)


def is_label_noun(word: str) -> bool:
    """Whether a number right after this lower-case word names rather than counts."""
    return word.rstrip(".") in _LABEL_NOUNS


def is_street(word: str) -> bool:
    """Whether this lower-case word ends the name of a street."""
    return word in _STREETS
