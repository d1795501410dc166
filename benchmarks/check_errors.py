"""Which deterministic check flags what, on labelled rows: a count, and the cases to read.

    python -m benchmarks.check_errors --data DIRECTORY [--limit N] [--own N] [--show reason]

`DIRECTORY` holds val*.jsonl.xz and the training files (for the documents of `training/retold`);
test sets are never read. Counted for each reason: rows where it is the first to decide a claim, by
what the label says; `--limit` rows of each validation set, and `--own` rows of each of the three
sets that are held out of the project's own claims. With `--show` the supported rows among them are
printed: claim, both sides, and the sentence the check looked at.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.machine import RESULTS, describe, heading, table, write
from benchmarks.rows import Row, read_retold, read_rows, read_written
from entailed.assembly import build_verifier
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.types import Report, Verdict


def decided(report: Report) -> list[Verdict]:
    """Verdicts that a deterministic check decided."""
    return [v for v in report.verdicts if v.label not in ("supported", "unchecked") and cause(v)]


def cause(verdict: Verdict) -> str:
    """Check and reason that decided a verdict, or "" when none did."""
    for finding in verdict.reasons:
        if finding.outcome == "fail" and finding.label == verdict.label:
            return "" if finding.check == "entailment" else f"{finding.check}: {finding.reason}"
    return ""


def told(row: Row, verdict: Verdict, report: Report) -> str:
    """One false flag, to be read."""
    finding = next(r for r in verdict.reasons if r.outcome == "fail" and r.label == verdict.label)
    lines = [f"[{row.dataset}] {verdict.claim.text}", f"    {finding.message}"]
    lines.append(f"    claimed {finding.claimed!r}, stated {finding.stated!r}")
    for place in finding.evidence[:2]:
        passage = report.evidence.get(place.passage_id)
        if passage is not None:
            start = max(0, place.span.start - 80)
            lines.append(f"    ... {passage.text[start : place.span.end + 80]!r}")
    return "\n".join(lines)


def verify(verifier: Verifier, row: Row) -> Report:
    """The report on one row."""
    return verifier.verify(row.claim, freeze([row.evidence]))


def rows_of(data: Path, limit: int, own: int) -> dict[str, list[Row]]:
    """The rows by group: those of the validation sets, and the project's own that are held out."""
    found = {"validation": [r for p in sorted(data.glob("val*.xz")) for r in read_rows(p, limit)]}
    for row in [*read_written(own), *read_retold(data, own)]:
        found.setdefault(row.dataset, []).append(row)
    return found


def count(
    verifier: Verifier, rows: dict[str, list[Row]], show: str | None
) -> Counter[tuple[str, str, bool]]:
    """How many rows of a group each reason is the first to decide, by whether they are true."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for group, members in rows.items():
        for row in members:
            report = verify(verifier, row)
            for verdict in decided(report)[:1]:
                counts[cause(verdict), group, row.supported] += 1
                if row.supported and show in ("all", cause(verdict).partition(": ")[2]):
                    print(f"\n{cause(verdict)}\n{told(row, verdict, report)}", flush=True)
    return counts


def page(counts: Counter[tuple[str, str, bool]], rows: dict[str, list[Row]], head: str) -> str:
    """The counts as Markdown: a line a reason, right and wrong decisions by group."""
    names = sorted({name for name, _, _ in counts})
    names.sort(key=lambda n: -sum(counts[n, g, s] for g in rows for s in (False, True)))
    body: list[list[object]] = [
        [name, *(f"{counts[name, g, False]} / {counts[name, g, True]}" for g in rows)]
        for name in names
    ]
    sums = [[sum(counts[n, g, s] for n in names) for s in (False, True)] for g in rows]
    body.append(["any check", *(f"{right} / {wrong}" for right, wrong in sums)])
    sizes = [Counter(r.supported for r in members) for members in rows.values()]
    body.append(["rows (false / true)", *(f"{size[False]} / {size[True]}" for size in sizes)])
    intro = (
        "Rows that a check is the first to decide against, right (the row is unsupported) / wrong "
        "(it is supported), by the labels. Labels of the validation sets are not beyond doubt."
    )
    return "\n\n".join(
        ["# What the checks decide", head, intro, table(["decided by", *rows], body)]
    )


def main() -> None:
    """Count, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--own", type=int, default=600)
    parser.add_argument("--show", help='a reason ("number_mismatch") or "all"')
    parser.add_argument("--results", type=Path, default=RESULTS)
    options = parser.parse_args()
    machine = describe()
    rows = rows_of(options.data, options.limit, options.own)
    counts = count(build_verifier("audit", scorer=None), rows, options.show)
    text = page(counts, rows, heading(machine))
    made = [{"decided by": n, "group": g, "true": s, "rows": c} for (n, g, s), c in counts.items()]
    write("checks", {"machine": machine, "counts": made}, text, options.results)
    print("\n" + text)


if __name__ == "__main__":
    main()
