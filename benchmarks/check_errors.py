"""Which deterministic check flags what, on labelled rows: a count, and the cases to read.

    python -m benchmarks.check_errors --data DIRECTORY [--limit N] [--show reason]

`DIRECTORY` holds val*.jsonl.xz; test sets are never read. Counted for each reason: rows where it
is the first to decide a claim, by what the label says. With `--show` the supported rows among
them are printed: claim, both sides, and the sentence the check looked at.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.machine import table
from benchmarks.rows import Row, read_rows
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


def describe(row: Row, verdict: Verdict, report: Report) -> str:
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


def main() -> None:
    """Count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--show", help='a reason ("number_mismatch") or "all"')
    options = parser.parse_args()
    verifier = build_verifier("audit", scorer=None)
    counts: Counter[tuple[str, bool]] = Counter()
    totals: Counter[bool] = Counter()
    for path in sorted(options.data.glob("val*.jsonl.xz")):
        for row in read_rows(path, options.limit):
            report = verify(verifier, row)
            totals[row.supported] += 1
            for verdict in decided(report)[:1]:
                counts[cause(verdict), row.supported] += 1
                if row.supported and options.show in ("all", cause(verdict).partition(": ")[2]):
                    print(f"\n{cause(verdict)}\n{describe(row, verdict, report)}", flush=True)
    names = sorted({name for name, _ in counts}, key=lambda n: -counts[n, True])
    rows: list[list[object]] = [[n, counts[n, False], counts[n, True]] for n in names]
    rows.append(
        ["any check", *(sum(counts[n, s] for n in names) for s in (False, True))],
    )
    rows.append(["rows", totals[False], totals[True]])
    print("\n" + table(["decided by", "unsupported rows", "supported rows (false)"], rows))


if __name__ == "__main__":
    main()
