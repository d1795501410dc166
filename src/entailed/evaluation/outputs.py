"""What a run leaves behind for programs: JSON, JUnit XML and a Markdown summary."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from entailed.evaluation.comparing import Comparison
from entailed.evaluation.gate import Gate
from entailed.evaluation.metrics import ALL, METRICS, Table, measure, sources
from entailed.evaluation.results import Result
from entailed.evaluation.runs import Run, run_to_dict
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

__all__ = ["report_to_dict", "to_junit", "to_markdown"]

_SUMMARY = (
    "ungrounded_displayed_rate", "unverified_span_rate", "unsupported_claim_rate",
    "contradiction_rate", "citation_support_rate", "faulty_answer_rate", "false_abstention_rate",
    "missed_abstention_rate", "expectation_rate", "not_evaluated_rate", "latency_p95",
)  # fmt: skip
_MOST_ANSWERS = 10
_VERDICTS = {"passed": "passed", "failed": "**failed**", "undecided": "**undecided**"}


def report_to_dict(run: Run, gate: Gate | None = None) -> dict[str, Any]:
    """The run with all its figures as JSON types; `load_run` reads it back.

    Every figure can be recomputed from `results` (see `measure`).
    """
    data = run_to_dict(run)
    table = measure(run.results)
    data["metrics"] = {
        group: {name: asdict(figure) for name, figure in row.items()}
        for group, row in table.items()
    }
    data["sources"] = [asdict(row) for row in sources(run.results)]
    if gate is not None:
        data["gate"] = {
            "verdict": gate.verdict,
            "rulings": [asdict(ruling) for ruling in gate.rulings],
        }
        data["comparison"] = None if gate.comparison is None else asdict(gate.comparison)
    return data


# --- JUnit -----------------------------------------------------------------------------------


def to_junit(run: Run, gate: Gate | None = None) -> str:
    """JUnit XML: a suite with a test case an answer, and one with a case a ruling of the gate.

    An answer with anything wrong is a failure and one that was not evaluated an error; whether
    the build fails is the gate's to say, in its exit code.
    """
    root = ET.Element("testsuites", name="entailed")
    answers = _suite(root, f"entailed.{run.head.suite}")
    for result in run.results:
        _answer_case(answers, result, run.head.suite)
    _counted(answers)
    if gate is not None:
        rulings = _suite(root, "entailed.gate")
        for ruling in gate.rulings:
            case = ET.SubElement(
                rulings, "testcase", name=_plain(ruling.condition), classname="entailed.gate"
            )
            if ruling.verdict == "failed":
                ET.SubElement(case, "failure", message=_plain(ruling.why))
            elif ruling.verdict == "undecided":
                ET.SubElement(case, "error", message=_plain(ruling.why))
            else:
                ET.SubElement(case, "system-out").text = _plain(f"{ruling.verdict}: {ruling.why}")
        _counted(rulings)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(root: ET.Element, name: str) -> ET.Element:
    return ET.SubElement(root, "testsuite", name=_plain(name))


def _counted(suite: ET.Element) -> None:
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    suite.set("errors", str(sum(case.find("error") is not None for case in cases)))
    suite.set("time", f"{sum(float(case.get('time', '0')) for case in cases):.3f}")


def _answer_case(suite: ET.Element, result: Result, name: str) -> None:
    turn = f" turn {result.turn + 1}" if result.turn else ""
    spent = (result.answered.milliseconds or 0.0) + (result.verifying or 0.0)
    case = ET.SubElement(
        suite, "testcase", name=_plain(f"{result.scenario}{turn}"),
        classname=_plain(f"{name}.{result.category}"), time=f"{spent / 1000:.3f}",
    )  # fmt: skip
    lines = fault_lines(result)
    if not lines:
        return
    kind = "failure" if result.evaluated else "error"
    fault = ET.SubElement(case, kind, message=_plain(lines[0]))
    parts = [f"question: {result.question}", f"answer: {result.answered.text}", *lines]
    fault.text = _plain("\n".join(parts))


def _plain(text: str) -> str:
    """`text` without what XML 1.0 cannot hold."""
    return "".join(c if c not in "\ufffe\uffff" else "\ufffd" for c in visible(text))


# --- Markdown --------------------------------------------------------------------------------


def to_markdown(run: Run, gate: Gate | None = None) -> str:
    """A summary for a pull request: verdict, rulings, main figures, the worst answers."""
    table = measure(run.results)
    comparison = gate.comparison if gate is not None else None
    head = run.head
    evaluated = sum(result.evaluated for result in run.results)
    lines = [
        f"## Evaluation: {_cell(head.suite)}",
        "",
        f"{_cell(head.system)} · {evaluated} of {head.asked} answers evaluated"
        + (f" · gate {_VERDICTS[gate.verdict]}" if gate is not None else ""),
        "",
    ]
    if gate is not None and gate.rulings:
        lines += ["| condition | | |", "|---|---|---|"]
        lines += [
            f"| `{_code(r.condition)}` | {r.verdict} | {_cell(r.why)} |" for r in gate.rulings
        ]
        lines.append("")
    lines += _figures(table, comparison)
    lines += _worst(run)
    return "\n".join(lines)


def _figures(table: Table, comparison: Comparison | None) -> list[str]:
    rows = [name for name in _SUMMARY if table[ALL][name].value is not None]
    changes = comparison.changes[ALL] if comparison is not None else None
    head = "| metric | value | 95 % interval | count |"
    rule = "|---|--:|---|--:|"
    if changes is not None:
        head, rule = f"{head} baseline | p worse |", f"{rule}--:|--:|"
    lines = [head, rule]
    for name in rows:
        figure = table[ALL][name]
        line = (
            f"| {METRICS[name].title} | {shown(name, figure)} | {interval(name, figure)} | "
            f"{counted(figure)} |"
        )
        if changes is not None:
            change = changes[name]
            line += f" {amount(name, change.before)} | {p_value(change.p_worse)} |"
        lines.append(line)
    return [*lines, ""]


def _worst(run: Run) -> list[str]:
    bad: Sequence[Result] = [r for r in run.results if not r.evaluated]
    bad = [*bad, *(r for r in worst_first(run.results) if fault_lines(r))]
    if not bad:
        return ["Nothing is wrong with any answer.", ""]
    answers = "answer" if len(bad) == 1 else "answers"
    lines = [f"<details><summary>{len(bad)} {answers} with something wrong</summary>", ""]
    for result in bad[:_MOST_ANSWERS]:
        lines.append(f"- **{_cell(result.scenario)}** {_cell(result.question)}")
        lines += [f"  - {_cell(line)}" for line in fault_lines(result)]
    if len(bad) > _MOST_ANSWERS:
        lines.append(f"- and {len(bad) - _MOST_ANSWERS} more")
    return [*lines, "", "</details>", ""]


_MARKS = {
    **{ord(char): f"\\{char}" for char in "\\`*_[]|#~"},
    **{ord(char): f"&#{ord(char)};" for char in "<>&@"},
}


def _cell(text: str) -> str:
    """`text` in one line, in which nothing is Markdown or HTML."""
    return " ".join(visible(text).split()).translate(_MARKS)


def _code(text: str) -> str:
    """`text` for a code span in a table."""
    return " ".join(visible(text).split()).replace("`", "'").replace("|", "\\|")
