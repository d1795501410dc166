"""An outcome for people: the text, the passages it rests on, and what was taken out of it."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from entailed.answering.outcome import Cause, CitedPassage, Outcome, OutcomeStatus
from entailed.report.marking import LABEL_WORDS, SYMBOLS, reason_words, visible
from entailed.report.terminal import body, rendered, title
from entailed.text.segment import sentences
from entailed.types import Span, Verdict

__all__ = ["outcome_to_terminal"]

_STATUS: Mapping[OutcomeStatus, tuple[str, str, str]] = {
    "verified": ("✓", "Verified", "bold green"),
    "unsupported": ("✗", "Not verified", "bold red"),
    "ungrounded": ("∅", "Nothing found", "bold magenta"),
    "declined": ("?", "No answer", "bold cyan"),
}
_BECAUSE: Mapping[Cause, str] = {
    "stood": "the sources support every claim",
    "repaired": "the sources support every claim that was left",
    "flagged": "the claims that failed are marked",
    "claims_failed": "the sources do not support what the model said",
    "no_claims": "the model said nothing that can be checked",
    "verifier_failed": "the answer could not be checked",
    "abstained": "the model says that the sources do not tell",
    "retriever_failed": "the documents could not be searched",
    "model_failed": "the model gave no usable answer",
    "out_of_time": "the time was over",
    "nothing_found": "no passage is about the question",
}
_MOST_PLACES = 3


def outcome_to_terminal(outcome: Outcome, *, width: int = 100, color: bool = False) -> str:
    """The outcome as text, `width` columns wide (at least 20), with ANSI colours if asked for."""
    return rendered(lambda _: _view(outcome), width, color)


def _view(outcome: Outcome) -> RenderableType:
    parts: list[RenderableType] = [Text(visible(outcome.text.strip())), Text(), _status(outcome)]
    if outcome.citations:
        parts.append(title("Sources"))
        parts += [_cited(cited) for cited in outcome.citations]
    if outcome.removed:
        parts.append(title("Removed" if outcome.status == "verified" else "Not shown"))
        parts += [_removed(verdict) for verdict in outcome.removed]
    if outcome.failures:
        lines = [f"- {failure.stage}: {failure.message}" for failure in outcome.failures]
        parts += [title("Notes"), *(body(Text(visible(line))) for line in lines)]
    return Group(*parts)


def _status(outcome: Outcome) -> Text:
    symbol, words, style = _STATUS[outcome.status]
    line = Text(f"{symbol} {words}", style=style)
    line.append(f" · {_BECAUSE[outcome.because]}", style="default not bold")
    written = sum(1 for attempt in outcome.attempts if attempt.answer)
    answers = "1 answer" if written == 1 else f"{written} answers"
    found = max((attempt.passages for attempt in outcome.attempts), default=0)
    passages = "1 passage" if found == 1 else f"{found} passages"
    return line.append(f" · {answers}, {passages}", style="dim not bold")


def _cited(cited: CitedPassage) -> RenderableType:
    passage = cited.passage
    head = Text(f"[{visible(passage.id)}]", style="bold")
    about = " · ".join(visible(t) for t in (passage.title, passage.url or passage.source) if t)
    if about:
        head.append(f" {about}", style="dim not bold")
    quotes = [_quote(passage.text, span) for span in cited.support[:_MOST_PLACES]]
    lines = [Padding(Text(quote), (0, 0, 0, 2)) for quote in dict.fromkeys(quotes)]
    return Padding(Group(head, *lines), (0, 0, 0, 2))


def _quote(text: str, place: Span) -> str:
    """The whole sentences that a place touches, on one line."""
    touched = [s.span for s in sentences(text) if s.span.overlaps(place)] or [place]
    return " ".join(visible(Span(touched[0].start, touched[-1].end).of(text)).split())


def _removed(verdict: Verdict) -> RenderableType:
    head = Text(f"{SYMBOLS[verdict.label]} {visible(verdict.claim.text)}")
    reasons = [reason_words(f) for f in verdict.reasons if f.outcome == "fail"]
    why = "; ".join(dict.fromkeys(reasons)) or LABEL_WORDS[verdict.label]
    return Padding(Group(head, Text(f"  · {visible(why)}", style="dim")), (0, 0, 0, 2))
