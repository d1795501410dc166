"""The HTML view: one self-contained file that loads nothing and runs only its own script.

Answer and passages stand beside each other; a claim and its places in the passages light up
together on hover, focus and click. Without JavaScript the badges are links that do the same by
`:target`. Every text is escaped, and a Content-Security-Policy that names the script and the
style by hash makes anything else inert.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from entailed.report.marking import (
    LABEL_WORDS,
    STATUS_WORDS,
    SYMBOLS,
    Piece,
    cut,
    place_text,
    points_of,
    reason_words,
    shown_places,
    summary,
    visible,
    worst,
)
from entailed.types import LABELS, Finding, Label, Passage, Report, Span, Status, Verdict

__all__ = ["claim_view", "content_policy", "resource", "to_html"]

_STATUS_LABEL: Mapping[Status, Label] = {
    "grounded": "supported",
    "partial": "related",
    "ungrounded": "contradicted",
    "no_evidence": "missing",
    "declined": "supported",
    "unchecked": "unchecked",
}
_OPEN_PASSAGES = 12
_PLACES = 6


@dataclass(frozen=True, slots=True)
class _View:
    """A report, and what keeps its names apart where several stand in one page."""

    report: Report
    scope: str = ""
    open_passages: int = _OPEN_PASSAGES

    def key(self, number: int) -> str:
        """What ties a claim's places together."""
        return f"{self.scope}{number}"

    def anchor(self, number: int) -> str:
        """The id of a claim's entry."""
        return f"{self.scope}claim-{number}"


def to_html(report: Report) -> str:
    """The whole page as text (UTF-8 is declared). Deterministic: timings are not shown."""
    style, script = resource("view.css"), resource("view.js")
    policy = content_policy(style, script)
    title = f"{STATUS_WORDS[report.status]}: {summary(report)}"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{_text(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            _header(report),
            claim_view(report),
            _footer(report),
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def content_policy(style: str, script: str) -> str:
    """A Content-Security-Policy under which only this style and this script have any effect."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def resource(name: str) -> str:
    """The text of `view.css` or `view.js`, as it stands in the page."""
    return "\n" + files("entailed.report").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")


def _text(text: str) -> str:
    return escape(visible(text))


# --- parts -----------------------------------------------------------------------------------


def _header(report: Report) -> str:
    label = _STATUS_LABEL[report.status]
    counts = []
    for name in LABELS:
        count = sum(verdict.label == name for verdict in report.verdicts)
        if count:
            words = f"{SYMBOLS[name]} {count} {LABEL_WORDS[name]}"
            counts.append(f'<li class="{name}"><span class="badge">{_text(words)}</span></li>')
    legend = f'<ul class="legend">{"".join(counts)}</ul>' if counts else ""
    return (
        f'<header class="{label}"><h1>{_text(STATUS_WORDS[report.status])}</h1>'
        f'<p class="meta">{_text(summary(report))} · policy {_text(report.policy)}, '
        f"action {_text(report.action)}</p>{legend}</header>"
    )


def claim_view(report: Report, scope: str = "", open_passages: int = _OPEN_PASSAGES) -> str:
    """The main part of the page: question, answer beside passages, and the list of claims.

    A page that holds several gives each a `scope` of its own (letters, digits and hyphens),
    which goes before every id in it; it needs the style and script of `resource`. With more
    than `open_passages` passages those that no claim touches are folded away.
    """
    view = _View(report, scope, open_passages)
    parts = ["<main>" if not scope else '<div class="view">']
    if report.question.strip():
        parts.append(_card("Question", f'<p class="text" dir="auto">{_text(report.question)}</p>'))
    parts.append('<div class="sides">')
    answer = _answer(view)
    if report.repaired_answer != report.answer:
        title = "Shown instead" if report.action == "block" else "Repaired answer"
        shown = f'<p class="text" dir="auto">{_text(report.repaired_answer)}</p>'
        answer += "</section>" + _open("card", title) + shown
    parts.append(f"<div>{_open('card answer', 'Answer')}{answer}</section></div>")
    parts.append(f"{_open('card evidence', 'Passages')}{_passages(view)}</section>")
    parts.append("</div>")
    if report.verdicts:
        items = [_claim_item(view, n, v) for n, v in enumerate(report.verdicts, start=1)]
        parts.append(_card("Claims", f'<ol class="claims">{"".join(items)}</ol>'))
    notes = _notes(report)
    if notes:
        parts.append(_card("Notes", notes))
    parts.append("</main>" if not scope else "</div>")
    return "\n".join(parts)


def _open(classes: str, title: str) -> str:
    return f'<section class="{classes}"><h2>{_text(title)}</h2>'


def _card(title: str, content: str) -> str:
    return f"{_open('card', title)}{content}</section>"


def _notes(report: Report) -> str:
    lines = [reason_words(finding) for finding in report.findings]
    lines += [f"{failure.stage} failed: {failure.message}" for failure in report.failures]
    items = "".join(f"<li>{_text(line)}</li>" for line in lines)
    return f'<ul class="reasons">{items}</ul>' if lines else ""


def _footer(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{_text(c.stage)}</td><td>{_text(c.name)}</td><td>{_text(c.version)}</td>"
        f"<td>{_text(c.digest)}</td></tr>"
        for c in report.components
    )
    table = f"<table>{rows}</table>" if rows else ""
    return (
        f"<footer><details><summary>How this was checked</summary>"
        f"<p>Evidence {_text(report.evidence.digest)}</p>{table}</details></footer>"
    )


# --- the answer ------------------------------------------------------------------------------


def _answer(view: _View) -> str:
    report = view.report
    shown = visible(report.answer)
    marks = [(verdict.claim.span, n) for n, verdict in enumerate(report.verdicts)]
    pieces = [_answer_piece(view, shown, piece) for piece in cut(len(shown), marks)]
    return f'<p class="text" dir="auto">{"".join(pieces)}</p>'


def _answer_piece(view: _View, shown: str, piece: Piece) -> str:
    report = view.report
    label = worst(report.verdicts[key].label for key in piece.keys)
    if label is None:
        return escape(piece.span.of(shown))
    points = [p for key in piece.keys for p in points_of(report.verdicts[key])]
    words = _emphasised(shown, piece.span, points)
    names = " ".join(view.key(key + 1) for key in piece.keys)
    badges = "".join(
        _badge(view, key + 1, report.verdicts[key])
        for key in piece.keys
        if report.verdicts[key].claim.span.end == piece.span.end
    )
    return (
        f'<span class="claim {label}" data-claims="{names}" tabindex="0">'
        f'<span class="words">{words}</span>{badges}</span>'
    )


def _badge(view: _View, number: int, verdict: Verdict) -> str:
    fault = "\u00a0!" if verdict.label == "supported" and not verdict.clean else ""
    words = f"{SYMBOLS[verdict.label]}\u00a0{number}{fault}"
    about = f"Claim {number}: {LABEL_WORDS[verdict.label]}"
    return (
        f'<a class="badge {verdict.label}" href="#{view.anchor(number)}" title="{_text(about)}" '
        f'aria-label="{_text(about)}">{_text(words)}</a>'
    )


def _emphasised(text: str, span: Span, points: Sequence[Span]) -> str:
    """`text[span]` escaped, with the parts inside `points` emphasised."""
    inside = [
        (Span(max(p.start, span.start) - span.start, min(p.end, span.end) - span.start), 0)
        for p in points
        if p.overlaps(span)
    ]
    own = span.of(text)
    return "".join(
        f'<strong class="point">{escape(piece.span.of(own))}</strong>'
        if piece.keys
        else escape(piece.span.of(own))
        for piece in cut(len(own), inside)
    )


# --- the passages ----------------------------------------------------------------------------


def _passages(view: _View) -> str:
    """Passages in order; where there are many, those that no claim touches are folded away."""
    report = view.report
    if not len(report.evidence):
        return "<p>No passages were given.</p>"
    touched = _touched(report)
    many = len(report.evidence) > view.open_passages
    shown = [p for p in report.evidence if not many or p.id in touched]
    rest = [p for p in report.evidence if many and p.id not in touched]
    parts = [_passage(view, passage, touched.get(passage.id, [])) for passage in shown]
    if rest:
        inner = "".join(_passage(view, passage, []) for passage in rest)
        more = "more passage" if len(rest) == 1 else "more passages"
        words = f"{len(rest)} {more} that no claim touches"
        parts.append(f"<details><summary>{words}</summary>{inner}</details>")
    return "".join(parts)


def _touched(report: Report) -> dict[str, list[tuple[Span, int]]]:
    """For every passage the places shown for claims, each with its claim's index."""
    touched: dict[str, list[tuple[Span, int]]] = {}
    for index, verdict in enumerate(report.verdicts):
        for place in shown_places(report, verdict, _PLACES):
            touched.setdefault(place.passage_id, []).append((place.span, index))
    return touched


def _passage(view: _View, passage: Passage, marks: Sequence[tuple[Span, int]]) -> str:
    report = view.report
    shown = visible(passage.text)
    points = [
        place.span
        for verdict in report.verdicts
        for finding in verdict.reasons
        for place in finding.evidence
        if place.passage_id == passage.id and finding.outcome == "fail"
    ]
    pieces = [_passage_piece(view, shown, p, points) for p in cut(len(shown), marks)]
    about = [passage.title, passage.source, passage.date, passage.version, passage.url]
    known = " · ".join(dict.fromkeys(part for part in about if part))
    source = f'<p class="source">{_text(known)}</p>' if known else ""
    return (
        f'<article class="passage"><h3>[{_text(passage.id)}]</h3>{source}'
        f'<p class="text" dir="auto">{"".join(pieces)}</p></article>'
    )


def _passage_piece(view: _View, shown: str, piece: Piece, points: Sequence[Span]) -> str:
    report = view.report
    label = worst(report.verdicts[key].label for key in piece.keys)
    if label is None:
        return escape(piece.span.of(shown))
    names = " ".join(view.key(key + 1) for key in piece.keys)
    tags = "".join(_tag(view, key + 1, report.verdicts[key].label) for key in piece.keys)
    words = _emphasised(shown, piece.span, points)
    return f'<mark class="{label}" data-claims="{names}">{words}{tags}</mark>'


def _tag(view: _View, number: int, label: Label) -> str:
    link = f'<a href="#{view.anchor(number)}" title="Claim {number}">{SYMBOLS[label]}{number}</a>'
    return f'<sup class="{label}">{link}</sup>'


# --- the list of claims ----------------------------------------------------------------------


def _claim_item(view: _View, number: int, verdict: Verdict) -> str:
    label = verdict.label
    words = f"{SYMBOLS[label]} {number} {LABEL_WORDS[label]}"
    reasons = "".join(_reason(f) for f in verdict.reasons if f.outcome != "pass")
    listed = f'<ul class="reasons">{reasons}</ul>' if reasons else ""
    return (
        f'<li id="{view.anchor(number)}" class="{label}" data-claims="{view.key(number)}">'
        f'<span class="badge">{_text(words)}</span>{listed}'
        f'<dl class="pair"><dt>Claim</dt><dd dir="auto">{_text(verdict.claim.text)}</dd>'
        f'<dt>Evidence</dt><dd dir="auto">{_evidence(view.report, verdict)}</dd></dl></li>'
    )


def _reason(finding: Finding) -> str:
    code = f" <code>{_text(finding.check)}</code>"
    return f"<li>{_text(reason_words(finding))}{code}</li>"


def _evidence(report: Report, verdict: Verdict) -> str:
    places = shown_places(report, verdict)
    if not places:
        return "Not checked." if verdict.label == "unchecked" else "No passage is about this."
    return "".join(
        f"<p>[{_text(place.passage_id)}] {_text(place_text(report, place))}</p>" for place in places
    )
