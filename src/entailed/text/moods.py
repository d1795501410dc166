"""How a clause is put: asserted, hedged, reported, planned, conditional, or as a norm.

Closed lists of expressions in the languages read. A reader only finds the words; what follows
from them is for the checks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from entailed.text.clauses import Clause
from entailed.text.lazy import lazy
from entailed.types import Span

Modal = Literal["", "must", "should", "may"]

HEDGE = lazy(
    r"\b(?:(?-i:may(?! \d| know\b))|might|could|would likely|probably|possibly|perhaps(?! \d)|"
    r"presumably|looks? (?:like|as if|as though)|"
    r"supposedly|"
    r"maybe|likely|apparently|seemingly|seems?|seemed|appears?(?= (?:to|that|as))|appeared(?= to)|"
    r"suggest(?:s|ed|ing)?(?= (?:that|an?|the))|potentially|tentatively|preliminary|"
    r"(?:in|for) (?:some|certain|a few|rare) (?:cases|instances|circumstances|people|"
    r"patients)|"
    r"(?:is|are|was|were|been) (?:widely |generally |commonly )?(?:thought|believed|assumed|"
    r"suspected|"
    r"considered|understood|estimated|hypothesi[sz]ed|rumou?red|reported|said|alleged) to|"
    r"it is possible|possible that|if confirmed|unconfirmed|allegedly|reportedly|purportedly|"
    r"there is (?:some|limited|weak) evidence|evidence is (?:limited|weak|mixed)|"
    r"tends? to|can (?:sometimes|occasionally)|up to a point|speculat\w{1,8}|conceivably|arguably|"
    r"(?:is|are|was|were|been) (?:still |currently |now )?(?:considering|weighing|mulling|"
    r"exploring|contemplating|looking into|studying (?:whether|the possibility|plans))|"
    r"(?:is|are|was|were|been) (?:traditionally |often |sometimes )?(?:attributed|ascribed|"
    r"credited)|"
    r"erwägt|erwägen|erwog|prüft ob|überlegt|étudient? la possibilité|envisagent? (?:de|d')|"
    r"(?:estudia|evalúa|considera|sopesa|analiza)n?(?= (?:si |la posibilidad |\w{2,15}[aei]r\b))|"
    r"(?:estuda|avalia|considera)m?(?= \w{2,15}[aei]r\b)|"
    r"(?:valuta|considera)(?:no)?(?= (?:di |se ))|"
    r"vielleicht|möglicherweise|vermutlich|wahrscheinlich|angeblich|könnten?|dürften?|scheint|"
    r"scheinen|"
    r"mutmaßlich|eventuell|womöglich|offenbar|"
    r"peut-être|probablement|pourrai(?:t|ent)|semblent?|apparemment|prétendument|vraisemblablement|"
    r"quizás?|tal vez|probablemente|posiblemente|podrían?|parecen?|presuntamente|supuestamente|"
    r"talvez|provavelmente|possivelmente|poderiam?|parecem|supostamente|alegadamente|"
    r"forse|probabilmente|potrebbe(?:ro)?|sembra(?:no)?|presumibilmente|"
    r"возможно|вероятно|наверное|может быть|якобы|предположительно|по-видимому|похоже)\b"
    r"|可能(?!性?[なはの]?ない)|或许|也许|大概|似乎|据称|疑似|恐怕|かもしれ|おそらく|らしい|ようだ|だろう|でしょう|とみられ",
    re.IGNORECASE,
)
_SPEAKERS = (
    r"critics|opponents|s[ck]eptics|supporters|proponents|advocates|campaigners|activists|rivals|"
    r"detractors|conspiracy theorists|rumou?rs?|legends?|folklore|tradition|some(?: people)?|"
    r"adversaries|protesters|prosecutors|plaintiffs?|the plaintiff|the prosecution|the defen[cs]e|"
    r"anonymous sources|unnamed sources|bloggers|commentators|lobbyists|advertisers"
)
_VERBS = (
    r"say|says|said|claim|claims|claimed|argue|argues|argued|believe|believed|allege|alleged|"
    r"hold|held"
)
REPORTED = lazy(
    rf"\b(?:(?:{_SPEAKERS})(?: \w{{1,20}}){{0,4}}? (?:{_VERBS}|insist|insisted|maintain|maintained|"
    r"contend|contended|fear|feared|warn|warned|suspect|suspected|suggest|suggested|think|thought)|"
    r"claim(?:s|ed|ing)?(?= (?:that|to\b|the|it|he|she|they))|alleg(?:e|es|ed|ing)\b|contend(?:s|"
    r"ed) that|"
    r"(?:is|are|was|were) (?:once |widely )?(?:rumou?red|said|alleged|claimed|accused)|"
    r"believ(?:e|es|ed)(?= (?:that|the|it))|suspect(?:s|ed)? that|speculat(?:es?|ed) that|"
    r"argu(?:es?|ed) that|maintain(?:s|ed) that|insist(?:s|ed) that|assert(?:s|ed) that|"
    r"fear(?:s|ed) that|accus(?:e|es|ed|ing)|rumou?rs?(?= (?:that|had|has|have|said))|"
    r"legend has it|"
    rf"according to (?:\w{{1,15}} )?(?:{_SPEAKERS})|allegedly|reportedly|purported(?:ly)?|"
    rf"supposedly|"
    r"(?:rumou?r|allegation|accusation|claim|assertion|suggestion|notion)s? that|"
    r"angeblich|behaupte\w{0,4}|laut (?:kritikern|gegnern)|kritiker(?= \w)|"
    r"prétend\w{0,6}|selon (?:ses|les|des) (?:détracteurs|critiques|opposants)|"
    r"alega\w{0,4}|según (?:los |sus )?(?:críticos|opositores)|"
    r"segundo (?:os )?críticos|secondo (?:i )?critici|утвержда\w{1,4}|якобы|по слухам)\b"
    r"|声称|据称|传言|批评者|主張し|という噂",
    re.IGNORECASE,
)
PLANNED = lazy(
    r"\b(?:plan(?:s|ned|ning)? (?:to|for)|intend(?:s|ed|ing)? to|aim(?:s|ed|ing)? to|hop(?:e|es|"
    r"ed|ing) to|"
    r"(?:is|are|was|were) (?:currently |now |still )?(?:scheduled|set"
    r"|due(?! to (?:the|an?|its|their|his|her|our|this|that|these|bad|poor|high|low)\b)|slated"
    r"|expected|supposed|projected|"
    r"about|planned|proposed|likely) (?:to|for)|will|'ll|going to|(?:is|are) to be|proposes? to|"
    r"proposed to|wants? to|wanted to|considering|agreed to|decided to|announced plans|"
    r"(?:has|have) (?:been )?(?:proposed|planned|scheduled)|under (?:consideration|construction|"
    r"discussion)|"
    r"in (?:planning|preparation)|seek(?:s|ing)? to|"
    r"(?:hop(?:e|es|ed|ing)|expect(?:s|ed|ing)?|wish(?:es|ed)?) (?:that )?(?:[\w'’-]{1,20} ){1,5}?"
    r"(?:would|will|might)|"
    r"plan(?:t|en)(?= (?:die|der|das|den|ein\w{0,2}|zu|für))|soll|sollen|beabsichtigt|"
    r"voraussichtlich|geplant|"
    r"prévoit|prévoient|envisage|envisagent|devrait|devraient|prévue?s?|"
    r"planean?|prevén?|tienen? previsto|van? a|planeja|pretendem?|vai|prevede|intende|"
    r"планиру\w{2,4}|намерен\w?|собирает\w{0,2}|будет|будут)\b|计划|拟|打算|预计|即将|予定|計画",
    re.IGNORECASE,
)
DONE = lazy(
    r"\b(?:(?:has|have|had)(?: \w{1,12}ly| already| now| since| also| recently)?(?: been)? "
    r"(?!to\b|not\b|no\b|a\b|an\b|the\b)\w{2,20}(?:ed|en|wn|un|lt|pt|ld|nt|ade|ome|et|ught|ost|"
    r"old)|already|"
    r"(?:was|were)(?: \w{1,12}ly| already)? \w{2,20}(?:ed|en|wn|un|lt|pt|ld|nt|ade|ome)|"
    r"hat|haben|wurde|wurden|a été|ont été|ha sido|han sido|foi|foram|è stat[oa]|sono stat[ie])\b|"
    r"已经|已|完成了|ました",
    re.IGNORECASE,
)
CONDITION = lazy(
    r"\b(?:if|unless|provided|providing|only when|whether|assuming|in case|in the event|"
    r"on condition|as long as|"
    r"wenn|falls|sofern|si|à condition|se|caso|если|при условии)\b|如果|若|假如|除非|もし|場合",
    re.IGNORECASE,
)
_MODALS: tuple[tuple[Modal, re.Pattern[str]], ...] = (
    (
        "should",
        lazy(
            r"\b(?:should|ought to|recommended|advised|advisable|encouraged|recommend[s]?|"
            r"sollten?|empfohlen|devrai(?:t|ent)|recommandée?s?|deberían?|recomienda|deveriam?|"
            r"recomenda|dovrebbe(?:ro)?|consigliato|следует|рекоменду\w{2,4})\b|应该|应当|建议|べき|推奨",
            re.IGNORECASE,
        ),
    ),
    (
        "must",
        lazy(
            r"\b(?:must|shall|ha(?:s|ve|d) to|required to|(?:is|are) (?:mandatory|required|"
            r"compulsory|"
            r"obligatory)|obliged to|obligated to|needs? to|muss|müssen|verpflichtet|doit|doivent|"
            r"obligatoires?|deben?|obligatori[oa]s?|devem?|devono|должен|должна|должны|обязан\w?)\b"
            r"|必须|须|なければな|必要がある",
            re.IGNORECASE,
        ),
    ),
    (
        "may",
        lazy(
            r"\b(?:(?-i:may)|can|allowed to|permitted to|(?:is|are) (?:allowed|permitted|optional|"
            r"voluntary)|free to|darf|dürfen|kann|können|peut|peuvent|pueden?|podem?|può|possono|"
            r"может|могут|cannot)\b|可以|できる|てもよい",
            re.IGNORECASE,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Mood:
    """Where the expressions stand in the sentence, None where there is none of the kind.

    `modal` is the one class of norm in the clause, "" when there is none or more than one.
    """

    hedge: Span | None = None
    reported: Span | None = None
    planned: Span | None = None
    conditional: bool = False
    modal: Modal = ""

    @property
    def asserted(self) -> bool:
        """Whether the clause states its content as so."""
        return not (self.hedge or self.reported or self.planned or self.conditional)


def mood(text: str, clause: Clause) -> Mood:
    """The mood of one clause of the sentence `text`."""
    return _mood(text, clause.span.start, clause.span.end, clause.opener == "condition")


def modal_span(text: str, clause: Clause) -> Span | None:
    """Place of the words that make a clause of the sentence `text` a norm, None where none do."""
    start, end = clause.span.start, clause.span.end
    found = (_first(pattern, text, start, end) for _, pattern in _MODALS)
    return next((span for span in found if span is not None), None)


@lru_cache(maxsize=2048)
def _mood(text: str, start: int, end: int, conditional: bool) -> Mood:
    return Mood(
        _first(HEDGE, text, start, end),
        _first(REPORTED, text, start, end),
        _first(PLANNED, text, start, end),
        conditional,
        _modal(text, start, end),
    )


def _first(pattern: re.Pattern[str], text: str, start: int, end: int) -> Span | None:
    """Place of the first match between two offsets."""
    found = pattern.search(text, start, end)
    return Span(*found.span()) if found else None


def _modal(text: str, start: int, end: int) -> Modal:
    """The class of norm, when just one is named."""
    found = [name for name, pattern in _MODALS if pattern.search(text, start, end)]
    return found[0] if len(found) == 1 else ""
