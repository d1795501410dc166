"""The HTML report of a run: one self-contained file that loads nothing.

Figures first, then the answers, the worst ones on top; each opens into the claim view of a single
report (see `entailed.report`). A Content-Security-Policy names style and script by hash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from entailed.evaluation import plots
from entailed.evaluation.comparing import Change
from entailed.evaluation.gate import Gate
from entailed.evaluation.metrics import (
    ALL,
    METRICS,
    Figure,
    SourceRow,
    Table,
    measure,
    sources,
)
from entailed.evaluation.results import Result
from entailed.evaluation.runs import Run
from entailed.evaluation.suites import CATEGORY_WORDS
from entailed.evaluation.words import (
    NOTHING,
    amount,
    counted,
    fault_lines,
    interval,
    p_value,
    shown,
    worst_first,
)
from entailed.report.html import claim_view, content_policy, resource
from entailed.report.marking import visible

__all__ = ["evaluation_page"]

_TILES = (
    "ungrounded_displayed_rate", "unverified_span_rate", "unsupported_claim_rate",
    "contradiction_rate", "citation_support_rate", "expectation_rate", "not_evaluated_rate",
)  # fmt: skip
_VERDICTS = {
    "passed": "Gate passed",
    "failed": "Gate failed",
    "undecided": "Gate could not decide",
    "noise": "within noise",
}


def evaluation_page(run: Run, gate: Gate | None = None, *, views: int = 200) -> str:
    """The whole page as text (UTF-8 is declared). Deterministic.

    At most `views` answers, the worst ones, carry their claim view; the others are listed.
    Raises UnsupportedError without matplotlib.
    """
    table = measure(run.results)
    style = resource("view.css") + _own("page.css")
    script = resource("view.js") + _own("page.js")
    title = f"Evaluation of {run.head.system} on {run.head.suite}"
    body = [
        _header(run, gate),
        "<main>",
        _tiles(table),
        _gate(gate),
        _plots(run, table, gate),
        _figures(table, gate),
        _sources(sources(run.results)),
        _failures(run),
        _answers(run, views),
        "</main>",
        _footer(run),
    ]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta http-equiv="Content-Security-Policy" '
            f'content="{content_policy(style, script)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{_text(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            *(part for part in body if part),
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


@cache
def _own(name: str) -> str:
    return files("entailed.evaluation").joinpath(name).read_text(encoding="utf-8")


def _text(text: str) -> str:
    return escape(visible(text))


def _card(title: str, content: str, lead: str = "") -> str:
    told = f'<p class="lead">{_text(lead)}</p>' if lead else ""
    return f'<section class="card"><h2 class="title">{_text(title)}</h2>{told}{content}</section>'


# --- the head --------------------------------------------------------------------------------


def _header(run: Run, gate: Gate | None) -> str:
    head = run.head
    scenarios = len({result.scenario for result in run.results})
    evaluated = sum(result.evaluated for result in run.results)
    about = (
        f"{head.system} · {scenarios} scenarios, {evaluated} of {head.asked} answers evaluated · "
        f"judged under policy {head.policy}"
    )
    badge = ""
    if gate is not None and gate.rulings:
        words = _VERDICTS[gate.verdict]
        badge = f'<p class="{gate.verdict}"><span class="badge">{_text(words)}</span></p>'
    return (
        f"<header><h1>Evaluation: {_text(head.suite)}</h1>"
        f'<p class="meta">{_text(about)}</p>{badge}</header>'
    )


def _tiles(table: Table) -> str:
    items = []
    for name in _TILES:
        figure = table[ALL][name]
        if figure.value is None:
            detail = "nothing to count"
        else:
            detail = f"{counted(figure)} · 95 %: {interval(name, figure)}"
        items.append(
            f"<li><span>{_text(METRICS[name].title)}</span><b>{_text(shown(name, figure))}</b>"
            f"<span>{_text(detail)}</span></li>"
        )
    return f'<ul class="tiles">{"".join(items)}</ul>'


def _gate(gate: Gate | None) -> str:
    if gate is None or not gate.rulings:
        return ""
    rows = "".join(
        f'<tr class="{r.verdict}"><td>{_text(r.condition)}</td>'
        f'<td class="words"><span class="badge">{_text(_ruling(r.verdict))}</span></td>'
        f'<td class="words">{_text(r.why)}</td></tr>'
        for r in gate.rulings
    )
    head = "<thead><tr><th>Condition</th><th></th><th></th></tr></thead>"
    lead = ""
    if gate.comparison is not None:
        lead = _compared(gate)
    return _card("Gate", _scrolled(f"{head}<tbody>{rows}</tbody>"), lead)


def _ruling(verdict: str) -> str:
    return {"noise": "within noise"}.get(verdict, verdict)


def _compared(gate: Gate) -> str:
    comparison = gate.comparison
    if comparison is None:
        return ""
    words = [f"{comparison.shared} answers compared with the baseline"]
    for names, what in (
        (comparison.changed, "changed"),
        (comparison.only_after, "new"),
        (comparison.only_before, "gone"),
    ):
        if names:
            more = f" and {len(names) - 5} more" if len(names) > 5 else ""
            words.append(f"{what}: {', '.join(names[:5])}{more}")
    return "; ".join(words) + "."


def _scrolled(table: str) -> str:
    return f'<div class="scroll" tabindex="0"><table class="figures">{table}</table></div>'


# --- figures ---------------------------------------------------------------------------------


def _plots(run: Run, table: Table, gate: Gate | None) -> str:
    comparison = gate.comparison if gate is not None else None
    drawn = [
        ("Main rates, with 95 % intervals", plots.draw_rates(table)),
        ("Claims shown, by label", plots.draw_labels(run.results)),
        ("What became of the answers", plots.draw_actions(table)),
        ("Failed claims by source", plots.draw_sources(sources(run.results))),
        ("Answers within a time", plots.draw_latency(run.results)),
        ("Change against the baseline", plots.draw_changes(comparison) if comparison else ""),
    ]
    made = "".join(
        f"<figure><figcaption>{_text(title)}</figcaption>{svg}</figure>"
        for title, svg in drawn
        if svg
    )
    return _card("At a glance", f'<div class="plots">{made}</div>') if made else ""


def _figures(table: Table, gate: Gate | None) -> str:
    groups = [(ALL, "All"), *((c, w) for c, w in CATEGORY_WORDS.items() if c in table)]
    comparison = gate.comparison if gate is not None else None
    changes = comparison.changes[ALL] if comparison is not None else {}
    heads = [f"<th>{_text(words)}</th>" for _, words in groups]
    if changes:
        heads.insert(1, "<th>Baseline</th><th>p worse</th>")
    rows = []
    for name, metric in METRICS.items():
        if all(table[group][name].value is None for group, _ in groups):
            continue
        cells = [_cell(name, group, table[group][name]) for group, _ in groups]
        cells.insert(1, _change_cells(name, changes))
        about = f"<small>{_text(metric.about)}</small>"
        rows.append(f"<tr><th>{_text(metric.title)}{about}</th>{''.join(cells)}</tr>")
    head = f"<thead><tr><th>Metric</th>{''.join(heads)}</tr></thead>"
    made = f"{head}<tbody>{''.join(rows)}</tbody>"
    lead = (
        "Under each figure its 95 % interval and what it rests on. An answer that could not be "
        "evaluated takes part in no figure but the last rate."
    )
    return _card("Metrics", _scrolled(made), lead)


def _cell(name: str, group: str, figure: Figure) -> str:
    known = f'data-metric="{name}" data-group="{group}"'
    if figure.value is None:
        return f'<td class="none" {known}>{NOTHING}</td>'
    return (
        f"<td {known}>{_text(shown(name, figure))}<small>{_text(interval(name, figure))}</small>"
        f"<small>{_text(counted(figure))}</small></td>"
    )


def _change_cells(name: str, changes: Mapping[str, Change]) -> str:
    if not changes:
        return ""
    change = changes[name]
    return f"<td>{_text(amount(name, change.before))}</td><td>{_text(p_value(change.p_worse))}</td>"


def _sources(rows: Sequence[SourceRow]) -> str:
    if not rows:
        return ""
    name = "unsupported_claim_rate"  # only for the way a share is written
    made = "".join(
        f"<tr><th>{_text(row.source or 'no passage is about the claim')}</th>"
        f"<td>{_text(shown(name, row.failed))}"
        f"<small>{_text(interval(name, row.failed))}</small></td>"
        f"<td>{_text(counted(row.failed))}</td><td>{row.contradicted}</td>"
        f"<td>{row.answers}</td></tr>"
        for row in rows
    )
    head = (
        "<thead><tr><th>Source</th><th>Claims failed</th><th></th><th>Contradicted</th>"
        "<th>Answers</th></tr></thead>"
    )
    lead = "Which document the failures are about: cited by the claim, or else nearest to it."
    return _card("By source", _scrolled(f"{head}<tbody>{made}</tbody>"), lead)


# --- answers ---------------------------------------------------------------------------------


def _failures(run: Run) -> str:
    failed = [result for result in run.results if result.failure is not None]
    if not failed:
        return ""
    rows = "".join(
        f"<tr><th>{_text(_where(result))}</th>"
        f'<td class="words">{_text(fault_lines(result)[0])}</td></tr>'
        for result in failed
    )
    return _card("Not evaluated", _scrolled(f"<tbody>{rows}</tbody>"))


def _answers(run: Run, views: int) -> str:
    rows = worst_first(run.results)
    if not rows:
        return ""
    made = "".join(_row(run, result, n, views) for n, result in enumerate(rows, start=1))
    categories = {result.category for result in rows}
    options = "".join(
        f'<option value="{c}">{_text(w)}</option>'
        for c, w in CATEGORY_WORDS.items()
        if c in categories
    )
    choose = (
        '<p class="choose" hidden><label>Category <select name="category">'
        f'<option value="">all</option>{options}</select></label>'
        '<label>Show <select name="kind"><option value="">all</option>'
        '<option value="faulty">something wrong</option><option value="good">nothing wrong</option>'
        "</select></label><output></output></p>"
    )
    return _card("Answers, the worst first", choose + made)


def _row(run: Run, result: Result, number: int, views: int) -> str:
    wrong = fault_lines(result)
    kind = "faulty" if wrong else "good"
    lines = "".join(f"<li>{_text(line)}</li>" for line in wrong)
    listed = f'<ul class="wrong">{lines}</ul>' if wrong else ""
    inner = _inner(result, number) if number <= views else ""
    label, words = _badge(result)
    return (
        f'<details class="row" data-category="{result.category}" data-kind="{kind}">'
        f'<summary><span class="badge {label}">{_text(words)}</span>'
        f'<span><span class="asked" dir="auto">{_text(result.question)}</span><br>'
        f'<span class="where">{_text(_where(result))}</span></span>{listed}</summary>'
        f"{inner}</details>"
    )


def _badge(result: Result) -> tuple[str, str]:
    """Colour and words of a row."""
    if result.ungrounded:
        return "contradicted", "ungrounded"
    labels = [v.label for v in result.checked if not v.clean]
    if "contradicted" in labels:
        return "contradicted", "contradicted"
    if labels:
        worst = "missing" if "missing" in labels else labels[0]
        return (worst, "not found") if worst != "supported" else ("related", "wrong citation")
    if result.faults:
        return "related", "not as expected"
    return "supported", "declined" if result.declined else "good"


def _where(result: Result) -> str:
    turn = f", turn {result.turn + 1}" if result.turn else ""
    done = f" · {result.done}" if result.done else ""
    return f"{result.scenario}{turn} · {CATEGORY_WORDS[result.category]}{done}"


def _inner(result: Result, number: int) -> str:
    before = ""
    if result.history:
        said = "".join(
            f"<p><b>{_text(message.role)}:</b> {_text(message.content)}</p>"
            for message in result.history
        )
        before = f'<section class="card history"><h2>Before</h2>{said}</section>'
    if result.report is None:
        shown_text = result.answered.text.strip() or "Nothing was shown."
        content = f'<p class="text" dir="auto">{_text(shown_text)}</p>'
        return f'<div class="inner">{before}<section class="card">{content}</section></div>'
    view = claim_view(result.report, f"a{number}-", open_passages=0)
    return f'<div class="inner">{before}{view}</div>'


def _footer(run: Run) -> str:
    head = run.head
    parts = [("suite", head.suite_digest), ("system", head.system_digest or "not told")]
    rows = "".join(f"<tr><td>{_text(n)}</td><td>{_text(d)}</td></tr>" for n, d in parts)
    rows += "".join(
        f"<tr><td>{_text(f'{c.stage} {c.name} {c.version}')}</td><td>{_text(c.digest)}</td></tr>"
        for c in head.components
    )
    return (
        "<footer><details><summary>What was tested with what</summary>"
        f"<table>{rows}</table></details></footer>"
    )
