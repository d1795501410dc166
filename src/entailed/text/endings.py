"""States and activities that have ended, and such as still go on.

"No longer makes", "stopped making", "the repairs were completed" end what "still makes" and "is
being repaired" say goes on.
"""

from __future__ import annotations

import re
from typing import Literal

from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["Phase", "phase"]

Phase = Literal["ended", "ongoing", ""]

_ENDED = lazy(
    r"\b(?:no longer|not (?:\w+ )?any ?more|n't (?:\w+ )?any ?more"
    r"|(?:stopped|ceased|quit|discontinued|ended|has|have) (?:\w+ing|to)\b(?<!has to)(?<!have to)"
    r"(?<!having)|(?:has|have|had) (?:stopped|ceased|quit|discontinued|ended)"
    r"|(?:was|were|been) (?:\w+ly )?(?:completed|finished|concluded|discontinued|abolished"
    r"|repealed|ended|terminated|shut down|wound up|dissolved|closed (?:down|for good|permanently))"
    r"|(?:is|are) (?:now )?(?:complete|completed|finished|over|concluded|discontinued|defunct"
    r"|extinct)"
    r"|(?:closed|shut) (?:down|permanently|for good|its doors)|ceased operations|came to an end"
    r"|nicht mehr|eingestellt|abgeschlossen|aufgehört|endgültig geschlossen|stillgelegt"
    r"|aufgelöst|abgeschafft|n['’]\w+ plus|ne \w+ plus|cess[ée]\w*|définitivement ferm\w+"
    r"|supprimé\w*|ya no|dej[óo] de|cerró (?:definitivamente|para siempre)|fue suprimid\w"
    r"|não \w+ mais|deixou de|já não|non \w+ più|ha smesso|больше не|прекратил\w*)\b"
    r"|不再|已停止|已关闭|已结束",
    re.IGNORECASE,
)
_ONGOING = lazy(
    r"\b(?:still|continues? to|currently|is being|are being|ongoing|underway|in progress"
    r"|under repair|under construction|to this day|noch(?! nicht)|weiterhin|immer noch|derzeit"
    r"|toujours|encore|actuellement|todavía|aún|sigue|siguen|actualmente|ainda|continua"
    r"|ancora|tuttora|всё ещё|все еще|по-прежнему)\b|仍|还在|正在",
    re.IGNORECASE,
)
_UNDONE = lazy(
    r"\b(?:not|never|nicht|noch nicht|pas|no|não|non|не)\b (?:yet |been |being |fully "
    r"|completely |yet been )?(?:stopped|ceased|completed|finished|closed|over|ended|abgeschlossen"
    r"|eingestellt)|\b(?:will|would|(?-i:may)|might|could|plans? to|to be|until|if|unless"
    r"|temporarily|vorübergehend|temporairement|temporalmente)\b",
    re.IGNORECASE,
)


def phase(text: str, span: Span) -> tuple[Phase, Span | None]:
    """Whether a clause of `text` says that something has ended or goes on, and where it says so.

    "" and None when it says neither, both, or only what will be.
    """
    ended = _ENDED.search(text, span.start, span.end)
    ongoing = _ONGOING.search(text, span.start, span.end)
    if (ended is None) == (ongoing is None) or _UNDONE.search(text, span.start, span.end):
        return "", None
    if ended is not None:
        return "ended", Span(*ended.span())
    return "ongoing", Span(*ongoing.span()) if ongoing else None
