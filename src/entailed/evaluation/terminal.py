"""A run in the terminal: the main figures, what the gate says, and the worst answers."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from entailed.evaluation.gate import Gate
from entailed.evaluation.metrics import ALL, METRICS, Figure, Table, measure
from entailed.evaluation.results import Result
from entailed.evaluation.runs import Run
from entailed.evaluation.selftest import SelfTest
from entailed.evaluation.suites import CATEGORY_WORDS
from entailed.evaluation.words import (
    amount,
    counted,
    fault_lines,
    interval,
    p_value,
    shown,
    worst_first,
)
from entailed.report.marking import visible

_Part = Text | RichTable | Padding

__all__ = ["run_view", "self_test_view"]

_MAIN = (
    "ungrounded_displayed_rate", "unverified_span_rate", "unsupported_claim_rate",
    "contradiction_rate", "citation_support_rate", "faulty_answer_rate", "false_abstention_rate",
    "missed_abstention_rate", "expectation_rate", "not_evaluated_rate", "latency_p50",
    "latency_p95",
)  # fmt: skip
_BY_CATEGORY = (
    "faulty_answer_rate", "unsupported_claim_rate", "expectation_rate", "not_evaluated_rate",
)  # fmt: skip
_STYLES: Mapping[str, str] = {
    "passed": "green", "failed": "bold red", "noise": "yellow", "undecided": "bold yellow",
}  # fmt: skip
_WORST = 5


def run_view(run: Run, gate: Gate, *, width: int = 100, color: bool = False) -> str:
    """The run as text of at most `width` columns, with colour codes only on request."""
    table = measure(run.results)
    evaluated = sum(result.evaluated for result in run.results)
    head = run.head
    title = f"{head.suite}: {evaluated} of {head.asked} answers evaluated · {head.system}"
    parts: list[_Part] = [Text(visible(title), style="bold"), _figures(table, gate)]
    if len(table) > 2:
        parts.append(_categories(table))
    parts += _worst(run.results)
    parts += _rulings(gate)
    return _printed(parts, width, color)


def self_test_view(test: SelfTest, *, width: int = 100, color: bool = False) -> str:
    """The self-test as text."""
    rows = RichTable(box=SIMPLE_HEAD, pad_edge=False)
    for name, justify in (("planted", "left"), ("caught", "right"), ("", "left")):
        rows.add_column(name, justify="right" if justify == "right" else "left")
    for row in test.rows:
        missed = f"missed: {visible(row.missed[0])}" if row.missed else ""
        rows.add_row(row.kind, f"{row.caught} of {row.planted}", Text(missed, overflow="fold"))
    right = f"{test.clean_answers - len(test.clean_flagged)} of {test.clean_answers}"
    lines: list[_Part] = [
        Text(f"Right answers left alone: {right}; the gate {_said(test.clean)} them."),
        *(Text(f"  flagged: {visible(text)}") for text in test.clean_flagged[:3]),
        rows,
        Text(f"Planted answers: the gate {_said(test.planted)} them."),
    ]
    lines += _rulings(test.planted)
    words = (
        ("The gate can fail: it stops planted lies and lets right answers pass.", "green")
        if test.proven
        else (f"Not proven: {_why_not(test)}.", "bold red")
    )
    lines.append(Text(words[0], style=words[1]))
    return _printed(lines, width, color)


def _said(gate: Gate) -> str:
    return {"passed": "passes", "failed": "stops", "undecided": "cannot decide about"}[gate.verdict]


def _why_not(test: SelfTest) -> str:
    if test.blind:
        return f"nothing was found of: {', '.join(test.blind)}"
    if test.clean.verdict != "passed":
        return "the gate does not let right answers pass"
    return "the gate does not stop planted lies; give it a condition that does, with --fail-if"


def _figures(table: Table, gate: Gate) -> RichTable:
    changes = gate.comparison.changes[ALL] if gate.comparison is not None else None
    made = RichTable(box=SIMPLE_HEAD, pad_edge=False)
    made.add_column("metric")
    for name in ("value", "95 % interval", "count", *(("baseline", "p worse") if changes else ())):
        made.add_column(name, justify="right", no_wrap=True)
    for name in _MAIN:
        figure = table[ALL][name]
        if figure.value is None:
            continue
        cells = [shown(name, figure), interval(name, figure), counted(figure)]
        if changes is not None:
            change = changes[name]
            cells += [amount(name, change.before), p_value(change.p_worse)]
        made.add_row(METRICS[name].title, *cells)
    return made


def _categories(table: Table) -> RichTable:
    made = RichTable(box=SIMPLE_HEAD, pad_edge=False)
    made.add_column("category")
    for name in _BY_CATEGORY:
        made.add_column(METRICS[name].title.removesuffix(" displayed").lower(), justify="right")
    for category, words in CATEGORY_WORDS.items():
        if category in table:
            row = table[category]
            made.add_row(words, *(_with_count(name, row) for name in _BY_CATEGORY))
    return made


def _with_count(name: str, row: Mapping[str, Figure]) -> str:
    figure = row[name]
    return (
        shown(name, figure)
        if figure.value is None
        else (f"{shown(name, figure)} ({counted(figure)})")
    )


def _worst(results: Sequence[Result]) -> list[_Part]:
    bad = [r for r in results if not r.evaluated]
    bad += [r for r in worst_first(results) if fault_lines(r)]
    if not bad:
        return []
    answers = "answer" if len(bad) == 1 else "answers"
    lines: list[_Part] = [Text(f"{len(bad)} {answers} with something wrong", style="bold")]
    for result in bad[:_WORST]:
        lines.append(_indented(f"{result.scenario}: {visible(result.question)}", 2))
        lines += [_indented(f"· {line}", 4, "red") for line in fault_lines(result)[:3]]
    if len(bad) > _WORST:
        lines.append(Text(f"  and {len(bad) - _WORST} more; see the report"))
    lines.append(Text(""))
    return lines


def _indented(text: str, columns: int, style: str = "") -> Padding:
    """A paragraph, set in."""
    return Padding(Text(text, style=style), (0, 0, 0, columns))


def _rulings(gate: Gate) -> list[_Part]:
    lines: list[_Part] = []
    for ruling in gate.rulings:
        word = "within noise" if ruling.verdict == "noise" else ruling.verdict
        line = Text(f"{word}: ", style=_STYLES[ruling.verdict])
        line.append(f"{ruling.condition} ({ruling.why})", style="default")
        lines.append(line)
    return lines


def _printed(parts: Sequence[_Part], width: int, color: bool) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=color, color_system="standard" if color else None,
        highlight=False, emoji=False, markup=False,
    )  # fmt: skip
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))
