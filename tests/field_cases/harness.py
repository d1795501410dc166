"""Runs the field cases: small answers re-created from situations that people reported in public.

A case lists expectations: a piece of the answer (`claim_contains`) and what all passages
together say of it. A claim is *flagged* when its label is not `supported`. Per answer, *caught*
means that at least one expected bad claim is flagged; a *false alarm* is any expected good claim
flagged (also text that is no claim at all).

    python -m tests.field_cases.harness [--scorer NAME] [--kind KIND] [--show]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import entailed
from entailed.scorers.embedded import EmbeddedScorer
from entailed.types import Report, Span, Verdict

CASES = Path(__file__).with_name("cases.jsonl")
BAD = ("contradicted", "not_found")


@dataclass(frozen=True)
class Expectation:
    """What a case says about one piece of its answer, and what came."""

    text: str
    expected: str
    labels: tuple[str, ...]

    @property
    def flagged(self) -> bool:
        """Whether any verdict on this piece is not `supported`."""
        return any(label != "supported" for label in self.labels)

    @property
    def bad(self) -> bool:
        """Whether the piece ought to be flagged."""
        return self.expected in BAD


@dataclass(frozen=True)
class Outcome:
    """A case with the report it led to."""

    case: dict
    report: Report
    expectations: tuple[Expectation, ...]

    @property
    def has_bad(self) -> bool:
        """Whether the case expects something to be flagged."""
        return any(e.bad for e in self.expectations)

    @property
    def has_good(self) -> bool:
        """Whether the case expects something not to be flagged."""
        return any(not e.bad for e in self.expectations) or not self.expectations

    @property
    def caught(self) -> bool:
        """At least one expected bad claim is flagged."""
        return any(e.bad and e.flagged for e in self.expectations)

    @property
    def false_alarm(self) -> bool:
        """An expected good claim is flagged (or any claim of a case that expects none)."""
        if not self.expectations:
            return bool(self.report.verdicts)
        return any(not e.bad and e.flagged for e in self.expectations)


def load(path: Path = CASES) -> list[dict]:
    """All cases, in file order."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def run(case: dict, verifier: entailed.Verifier) -> Outcome:
    """Verify one case and compare."""
    report = verifier.verify(case["answer"], case["passages"], case.get("question") or "")
    found = tuple(
        Expectation(e["claim_contains"], e["verdict"], labels_on(report, e["claim_contains"]))
        for e in case["expected"]
    )
    return Outcome(case, report, found)


def labels_on(report: Report, text: str) -> tuple[str, ...]:
    """Labels of the verdicts on a piece of the answer, by place or else by text."""
    at = report.answer.find(text)
    if at >= 0:
        place = Span(at, at + len(text))
        return tuple(v.label for v in report.verdicts if _shares(v, place, report.answer))
    return tuple(v.label for v in report.verdicts if text in v.claim.text)


def _shares(verdict: Verdict, place: Span, answer: str) -> bool:
    """Whether claim and place share more than stray characters."""
    start, end = max(verdict.claim.span.start, place.start), min(verdict.claim.span.end, place.end)
    return sum(c.isalnum() for c in answer[start:end]) >= 2


def summary(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Shares over answers: caught of those with a bad claim, alarms of those with a good one."""
    bad = [o for o in outcomes if o.has_bad]
    good = [o for o in outcomes if o.has_good]
    return {
        "answers": len(outcomes),
        "caught": sum(o.caught for o in bad) / max(1, len(bad)),
        "false_alarms": sum(o.false_alarm for o in good) / max(1, len(good)),
    }


def main() -> None:
    """Print the figures, and every case that went wrong with its verdicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scorer", default="embedded")
    parser.add_argument("--weights", type=Path, help="folder of other weights to try")
    parser.add_argument("--kind")
    parser.add_argument("--id")
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--all", action="store_true", help="show right ones too")
    options = parser.parse_args()
    scorer = EmbeddedScorer(options.weights) if options.weights else options.scorer
    verifier = entailed.build_verifier("audit", scorer=scorer)
    cases = [c for c in load(options.cases) if options.kind in (None, c["kind"])]
    cases = [c for c in cases if options.id in (None, c["id"])]
    outcomes = [run(case, verifier) for case in cases]
    wrong: Counter[str] = Counter()
    for outcome in outcomes:
        missed = outcome.has_bad and not outcome.caught
        if missed or outcome.false_alarm or options.all:
            wrong[outcome.case["kind"]] += missed or outcome.false_alarm
            _show(outcome, "MISSED" if missed else "ALARM" if outcome.false_alarm else "ok")
    print(summary(outcomes), dict(wrong))


def _show(outcome: Outcome, word: str) -> None:
    case = outcome.case
    print(f"\n{word} {case['id']}\n  Q: {case.get('question')}\n  A: {case['answer']!r}")
    for passage in case["passages"]:
        print(f"  {passage['id']}: {passage['text']!r}")
    for e in outcome.expectations:
        print(f"  expected {e.expected}: {e.text!r} -> {e.labels}")
    for v in outcome.report.verdicts:
        reasons = [(r.check, r.outcome, r.reason, r.label, r.message) for r in v.reasons]
        score = f"{v.score:.2f}" if v.score is not None else "-"
        entail = v.entailment
        model = f"e={entail.entailment:.2f} c={entail.contradiction:.2f}" if entail else ""
        print(f"    [{v.label} {score} {model}] {v.claim.text!r}")
        for reason in reasons:
            print(f"        {reason}")
    for failure in outcome.report.failures:
        print(f"    FAILURE {failure}")


if __name__ == "__main__":
    main()
