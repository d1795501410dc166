"""Negation cues by language: their words and how far they reach.

"right": the rest of the clause. "whole": all of the clause. "left": what stands before.
"phrase": the noun phrase that follows. "partial": leaves open how much is denied.
"neutral": looks like a negation and is none.
In a cue "*er" stands for any word with that ending, "kein*" for any with that beginning, "#" for
a number.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from entailed.text.closed import Language

Kind = Literal["right", "whole", "left", "phrase", "partial", "neutral"]
Cue = tuple[tuple[str, ...], Kind]
CueTable = MappingProxyType[str, tuple[Cue, ...]]
PATTERN = "*"  # the entry of `CUES` for cues whose first word is a pattern
CONCORD: frozenset[Language] = frozenset({"fr", "es", "pt", "it", "ru"})

_ENGLISH = {
    "neutral": """
        not only|not just|not merely|not simply|not solely|not least|not to mention|not exceed
        not exceeding|not more than|not less than|not later than|not fewer than|not until
        not before|not earlier than|not limited to|not to exceed|not be limited to
        no more than|no less than|no fewer than|no later than|no earlier than|no sooner than
        no *er than|no matter|no of|no doubt|no wonder|no #|no. #|no one but|no other than
        no exception
        no exceptions|without exception|without exceptions|without doubt|without a doubt
        nothing but|nothing less than|nothing more than|nothing short of|none other than|none but
        cannot but|cannot wait|cannot help|whether or not|or not|if not|why not
        no . #|never mind|without question|never before|without fail|not counting|last but not
        not so much|no thanks to|no longer than|nor more than|never more than|never less than
        not merely|without regard to|not surprisingly|not surprising|free of charge|free of cost
        free of any charge
    """,
    "partial": """
        not all|not every|not always|not necessarily|not everyone|not everything|not both
        not entirely|not fully|not completely|not wholly|not exclusively|not the only|not many
        not much|not often|not usually|not very|not exactly|not quite|not generally|not typically
        not particularly|not especially|not immediately|not yet clear|not clear|not known|not sure
        not certain|not think|not believe|not expect|not know|not say|not mean|not a single
        ceased to|ceases to|cease to|stopped *ing|stop *ing|stops *ing|ceased *ing
        hardly|scarcely|barely|rarely|seldom|little|few|no reason|no need|not primarily|not mainly
        not directly|not alone|not simply|not significantly|not statistically|not specifically
        need not|not need to|not have to|not required to|not uncommon|not unlike|not without
    """,
    "right": """
        not|never|neither|nor|nobody|none|nothing|nowhere|no one|no|no longer|unable to|fail to
        fails to|failed to|failing to|failure to|refuse to|refuses to|refused to|decline to
        declines to|declined to|yet to|unlikely to|not true that|untrue that|false that|myth that
        incorrect that|wrong that|prevented from|barred from|banned from|prohibited from
        prevents from|by no means|in no way|under no circumstances|no evidence that|neglected to
        denied having|denies having|denied that|denies that|deny that|no proof that
        not the case that
        excluded from|exempted from|withheld from|precluded from|disqualified from
        ineligible for|excluded for
        forgot to|omits to|omitted to|exempt from|stopped short of
        no truth that|misconception that|not true
        untrue
        no sign of
        no evidence of|no record of|no sign that|no indication that
    """,
    "phrase": """
        without|sans|nul|lack|lacks|lacked|lacking|lack of|absence of|instead of|rather than|free of
        devoid of|despite no
        except|except for|excluding|other than|apart from|avoid|avoids|avoided|avoiding
        in place of|in the absence of|but not|and not|as opposed to|unlike|exempt
    """,
}
_OTHERS: dict[Language, dict[str, str]] = {
    "de": {
        "neutral": """nicht nur|nicht mehr als|nicht weniger als|nicht zuletzt|nicht später als
            nicht früher als|nichts anderes als|nicht erst|keine zweifel|kein zweifel|ohne zweifel
            ohne ausnahme|nicht länger als|kein wunder|nicht bloß|ohne weiteres""",
        "partial": """nicht alle|nicht alles|nicht jede*|nicht immer|nicht unbedingt|nicht ganz
            nicht vollständig|kaum|selten|nicht zwingend|nicht sehr|nicht besonders|nicht allein
            nicht überall|wenig|wenige""",
        "whole": """nicht|kein*|nie|niemals|niemand*|nichts|nirgends|weder|keinesfalls
            keineswegs""",
        "phrase": "ohne|statt|anstatt|außer|mangels",
    },
    "fr": {
        "neutral": """pas seulement|non seulement|pas plus de|pas moins de|plus de|plus que
            sans doute|sans exception|pas uniquement|pas que""",
        "partial": "pas tous|pas toutes|pas toujours|pas nécessairement|pas forcément"
        "|pas entièrement",
        "whole": "pas|jamais|aucun|aucune|rien|nul|nulle",
        "right": "ni|non",
        "phrase": "sans|sauf|hormis",
    },
    "es": {
        "neutral": "no solo|no sólo|no solamente|no más de|no menos de|sin duda|sin embargo|"
        "no obstante"
        "|sin excepción|no más tarde de|no #",
        "partial": "no todos|no todas|no siempre|no necesariamente|apenas",
        "right": "no|nunca|jamás|ningún|ninguno|ninguna|nadie|nada|tampoco|ni",
        "phrase": "sin|salvo|excepto",
    },
    "pt": {
        "neutral": "não só|não apenas|não somente|não mais de|não menos de|sem dúvida|não obstante",
        "partial": "nem todos|nem todas|nem sempre|não necessariamente|não todos",
        "right": "não|nunca|jamais|nenhum|nenhuma|ninguém|nada|nem|tampouco",
        "phrase": "sem|exceto|salvo",
    },
    "it": {
        "neutral": "non solo|non soltanto|non più di|non meno di|senza dubbio|non oltre|"
        "senza eccezioni",
        "partial": "non tutti|non tutte|non sempre|non necessariamente",
        "right": "non|mai|nessun|nessuno|nessuna|niente|nulla|né|neanche|nemmeno",
        "phrase": "senza|tranne|eccetto",
    },
    "ru": {
        "neutral": "не только|не более|не менее|не больше|не меньше|не позднее|не ранее|не раньше"
        "|не позже|без сомнения|без исключения|не просто",
        "partial": "не все|не всегда|не всякий|не каждый|не обязательно|едва|вряд",
        "right": "не|нет|никогда|никто|никакой|никаких|ничего|ни|нельзя|нельзя",
        "phrase": "без|кроме|вместо",
    },
    "zh": {
        "neutral": "不但|不仅|不过|不同|非常|无论|未来|不少|不断|不久|不论|不管",
        "partial": "不一定",
        "right": "不|没|没有|未|無|无|非|别|勿|并非|不是|不能|不会|不得|从不|从未|没法|并不|尚未",
    },
    "ja": {
        "neutral": "少ない|危ない|しなければならない|なければならない|なければなりません",
        "partial": "かもしれない|かもしれません",
        "left": "ません|ない|なかった|なし|ませんでした|ではない|ではありません",
    },
}


def _split(lines: str) -> list[tuple[str, ...]]:
    """Cues of a list, each as its words."""
    return [
        tuple(cue.split()) for line in lines.splitlines() for cue in line.split("|") if cue.split()
    ]


def _index(
    kinds: dict[str, str],
) -> MappingProxyType[str, tuple[tuple[tuple[str, ...], Kind], ...]]:
    """First word -> cues, longest first; neutral before partial before the rest."""
    table: dict[str, list[tuple[tuple[str, ...], Kind]]] = {}
    for kind, lines in kinds.items():
        for words in _split(lines):
            first = PATTERN if "*" in words[0] else words[0]
            table.setdefault(first, []).append((words, kind))  # type: ignore[arg-type]
    for cues in table.values():
        cues.sort(key=lambda cue: -len(cue[0]))
    return MappingProxyType({word: tuple(cues) for word, cues in table.items()})


CUES: MappingProxyType[Language, CueTable]
CUES = MappingProxyType({"en": _index(_ENGLISH), **{k: _index(v) for k, v in _OTHERS.items()}})
