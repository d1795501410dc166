"""A turn for people: what is said, how sure it is, and the passages it rests on."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from entailed.conversation.quoting import as_lines, quotes_of
from entailed.conversation.turns import Turn, TurnStatus
from entailed.report.marking import visible
from entailed.report.terminal import body, rendered

__all__ = ["turn_to_terminal"]

_STATUS: Mapping[TurnStatus, tuple[str, str, str]] = {
    "verified": ("✓", "verified", "bold green"),
    "unsupported": ("✗", "not verified", "bold red"),
    "ungrounded": ("∅", "nothing found", "bold magenta"),
    "declined": ("?", "no answer", "bold cyan"),
    "held": ("✓", "checked again: it stands", "bold green"),
    "corrected": ("✎", "corrected", "bold yellow"),
    "withdrawn": ("✗", "withdrawn", "bold red"),
    "open": ("?", "no answer", "bold cyan"),
    "unchecked": ("!", "not checked", "bold red"),
    "quoted": ("✓", "from the stored sources", "bold green"),
    "unsourced": ("∅", "no source", "bold magenta"),
    "nothing": ("?", "no earlier answer", "bold cyan"),
}


def turn_to_terminal(turn: Turn, *, width: int = 100, color: bool = False) -> str:
    """The turn as text, `width` columns wide (at least 20), with ANSI colours if asked for."""
    return rendered(lambda _: _view(turn), width, color)


def _view(turn: Turn) -> RenderableType:
    symbol, words, style = _STATUS[turn.status]
    status = Text(f"{symbol} {words}", style=style)
    if turn.kind == "challenge" and turn.about is not None:
        status.append(f" · about message {turn.about}", style="dim not bold")
    parts: list[RenderableType] = [Text(visible(turn.reply.strip())), Text(), status]
    # The replies of a conversation quote for themselves; an answer does not.
    if turn.status == "verified" and turn.report is not None:
        lines = as_lines(quotes_of(turn.report.verdicts, turn.report.evidence))
        parts += [body(Text(visible(line))) for line in lines.splitlines()]
    parts += [body(Text(visible(f"not shown: {claim}"), style="dim")) for claim in turn.removed]
    parts += [body(Text(visible(f"{f.stage}: {f.message}"))) for f in turn.failures]
    return Group(*parts)
