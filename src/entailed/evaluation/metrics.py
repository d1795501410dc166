"""What is counted over a run, each figure with its interval, per suite and per category.

Every rate is a sum of hits over a sum of trials, and every result says how many of both it has.
A result that could not be evaluated has neither, in any rate but the one that counts such results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from entailed.evaluation.intervals import CONFIDENCE, Interval, percentile, share
from entailed.evaluation.results import Result, citation_stands
from entailed.evaluation.suites import CATEGORIES
from entailed.evaluation.systems import Done
from entailed.types import Label, Verdict

__all__ = [
    "ALL",
    "LATENCIES",
    "METRICS",
    "RATES",
    "Figure",
    "Latency",
    "Rate",
    "SourceRow",
    "Table",
    "by_scenario",
    "measure",
    "sources",
]

ALL = "all"
"""The row of a table that is about the whole suite."""

Trials = tuple[int, int]
Better = Literal["lower", "higher", "neither"]
_NONE: Trials = (0, 0)


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of answers or of claims. `count` gives a result's hits and trials.

    `better` says which way is an improvement; "neither" is for what only describes.
    """

    name: str
    title: str
    about: str
    better: Better
    of: Literal["answers", "claims", "spans"]
    count: Callable[[Result], Trials]


@dataclass(frozen=True, slots=True)
class Latency:
    """A percentile of milliseconds; `level` in (0, 1). `read` gives a result's, None for none."""

    name: str
    title: str
    about: str
    level: float
    read: Callable[[Result], float | None]
    better: Better = "lower"


@dataclass(frozen=True, slots=True)
class Figure:
    """A metric's value: a share in [0, 1] or milliseconds, None where there was no trial.

    `low` and `high` are the limits of the 95 % interval, None where they cannot be given.
    `hits` and `trials` are whole counts; a latency has no hits. `scenarios` is how many
    scenarios took part.
    """

    value: float | None
    low: float | None
    high: float | None
    hits: int | None
    trials: int
    scenarios: int


Table = Mapping[str, Mapping[str, Figure]]
"""For "all" and for every category of a run the figure of each metric, by name."""


# --- counting --------------------------------------------------------------------------------


def _answers(
    hit: Callable[[Result], bool], among: Callable[[Result], bool] | None = None
) -> Callable[[Result], Trials]:
    """Counts answers evaluated (`among` those for which it holds) and those that `hit`."""

    def count(result: Result) -> Trials:
        if not result.evaluated or (among is not None and not among(result)):
            return _NONE
        return (int(hit(result)), 1)

    return count


def _claims(*labels: Label) -> Callable[[Result], Trials]:
    """Counts checked claims shown, and those with one of the labels."""

    def count(result: Result) -> Trials:
        if not result.evaluated:
            return _NONE
        return (sum(v.label in labels for v in result.checked), len(result.checked))

    return count


def _done(*done: Done) -> Callable[[Result], Trials]:
    """Counts answers of which it is known what became of them, and those of one kind."""
    return _answers(lambda r: r.done in done, lambda r: r.done is not None)


def _spans(result: Result) -> Trials:
    spans = result.spans if result.shown else {}
    return (sum(spans.values()), len(spans))


def _citations(result: Result) -> Trials:
    cited = result.cited if result.evaluated else ()
    return (sum(map(citation_stands, cited)), len(cited))


def _unchecked(result: Result) -> Trials:
    claims = result.verdicts if result.evaluated else ()
    return (sum(v.label == "unchecked" for v in claims), len(claims))


RATES: tuple[Rate, ...] = (
    Rate(
        "ungrounded_displayed_rate", "Ungrounded answers displayed",
        "answers shown though nothing was retrieved, of all answers",
        "lower", "answers", _answers(lambda r: r.ungrounded),
    ),
    Rate(
        "unverified_span_rate", "Unverified spans displayed",
        "quotations and titles shown that no passage holds, of all shown; "
        "ungrounded answers are left out",
        "lower", "spans", _spans,
    ),
    Rate(
        "unverified_span_answer_rate", "Answers with an unverified span",
        "answers with such a quotation or title, of the answers shown that had sources",
        "lower", "answers",
        _answers(lambda r: any(r.spans.values()), lambda r: r.shown and not r.ungrounded),
    ),
    Rate(
        "unsupported_claim_rate", "Unsupported claims",
        "claims shown that the passages do not support, of all checked; "
        "ungrounded answers are left out",
        "lower", "claims", _claims("contradicted", "related", "missing"),
    ),
    Rate(
        "contradiction_rate", "Contradicted claims",
        "claims shown that the passages contradict, of all checked",
        "lower", "claims", _claims("contradicted"),
    ),
    Rate(
        "citation_support_rate", "Citation support",
        "claims with a citation that the cited passages support, of all claims with one",
        "higher", "claims", _citations,
    ),
    Rate(
        "faulty_answer_rate", "Faulty answers displayed",
        "answers shown with at least one claim that is not clean, or without any source",
        "lower", "answers", _answers(lambda r: r.faulty),
    ),
    Rate(
        "false_abstention_rate", "False abstentions",
        "answers that decline, of those where an answer was expected",
        "lower", "answers",
        _answers(lambda r: r.declined, lambda r: r.expect.behaviour == "answer"),
    ),
    Rate(
        "missed_abstention_rate", "Missed abstentions",
        "answers that do not say that the passages are silent, of those that had to",
        "lower", "answers",
        _answers(lambda r: not r.abstains, lambda r: r.expect.behaviour == "decline"),
    ),
    Rate(
        "expectation_rate", "Expectations met",
        "answers that behave, mention and avoid as the scenario says",
        "higher", "answers", _answers(lambda r: not r.faults),
    ),
    Rate(
        "passed_rate", "Passed", "answers shown as they were",
        "neither", "answers", _done("pass", "report"),
    ),
    Rate(
        "flagged_rate", "Flagged", "answers shown with marks",
        "neither", "answers", _done("flag"),
    ),
    Rate(
        "repaired_rate", "Repaired", "answers of which claims were changed or taken out",
        "neither", "answers", _done("repair", "suppress"),
    ),
    Rate(
        "regenerated_rate", "Regenerated", "answers generated again, after widening or without",
        "neither", "answers", _done("regenerate", "widen"),
    ),
    Rate(
        "blocked_rate", "Blocked", "answers withheld, a message shown in their place",
        "neither", "answers", _done("block", "decline"),
    ),
    Rate(
        "unchecked_claim_rate", "Claims not checked",
        "claims for which a stage failed or a limit was reached; never counted as supported",
        "lower", "claims", _unchecked,
    ),
    Rate(
        "not_evaluated_rate", "Not evaluated",
        "answers that could not be had or judged; they take part in no other figure",
        "lower", "answers", lambda r: (int(not r.evaluated), 1),
    ),
)  # fmt: skip


def _answering(result: Result) -> float | None:
    return result.answered.milliseconds if result.evaluated else None


def _verifying(result: Result) -> float | None:
    return result.verifying if result.evaluated else None


LATENCIES: tuple[Latency, ...] = (
    *(
        Latency(
            f"latency_p{level}", f"Answer time, p{level}",
            f"{level} of 100 answers came within it (ms)", level / 100, _answering,
        )
        for level in (50, 90, 95, 99)
    ),
    *(
        Latency(
            f"verify_p{level}", f"Verification time, p{level}",
            f"{level} of 100 verifications took no longer (ms)", level / 100, _verifying,
        )
        for level in (50, 95)
    ),
)  # fmt: skip
METRICS: Mapping[str, Rate | Latency] = {
    **{rate.name: rate for rate in RATES},
    **{latency.name: latency for latency in LATENCIES},
}


# --- measuring -------------------------------------------------------------------------------


def measure(results: Iterable[Result], confidence: float = CONFIDENCE) -> Table:
    """Every metric for the whole run ("all") and for each category that occurs in it.

    Rates get Wilson intervals on the effective number of trials (see `intervals.share`),
    scenarios being the clusters; percentiles get distribution-free ones.
    """
    results = list(results)
    table = {ALL: _row(results, confidence)}
    for category in CATEGORIES:
        rows = [result for result in results if result.category == category]
        if rows:
            table[category] = _row(rows, confidence)
    return table


def _row(results: Sequence[Result], confidence: float) -> dict[str, Figure]:
    rates = {rate.name: _rate(rate, results, confidence) for rate in RATES}
    return {**rates, **{one.name: _latency(one, results, confidence) for one in LATENCIES}}


def by_scenario(rate: Rate, results: Iterable[Result]) -> dict[str, Trials]:
    """Hits and trials of each scenario that has any trial, in the order of the results."""
    sums: dict[str, Trials] = {}
    for result in results:
        hits, trials = rate.count(result)
        if trials:
            before = sums.get(result.scenario, _NONE)
            sums[result.scenario] = (before[0] + hits, before[1] + trials)
    return sums


def _rate(rate: Rate, results: Sequence[Result], confidence: float) -> Figure:
    sums = by_scenario(rate, results).values()
    hits, trials = [hit for hit, _ in sums], [trial for _, trial in sums]
    return _figure(share(hits, trials, confidence), sum(hits), sum(trials), len(trials))


def _latency(latency: Latency, results: Sequence[Result], confidence: float) -> Figure:
    timed = [(r.scenario, ms) for r in results if (ms := latency.read(r)) is not None]
    interval = percentile([ms for _, ms in timed], latency.level, confidence)
    return _figure(interval, None, len(timed), len({name for name, _ in timed}))


def _figure(interval: Interval | None, hits: int | None, trials: int, scenarios: int) -> Figure:
    if interval is None:
        return Figure(None, None, None, hits, trials, scenarios)
    return Figure(interval.value, interval.low, interval.high, hits, trials, scenarios)


# --- per source ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SourceRow:
    """How claims fare that rest on one document.

    `source` is the passage's `source`, else its title or id; "" stands for claims that no passage
    is about. A claim counts for each source it cites, or else that its verdict points at.
    """

    source: str
    failed: Figure
    contradicted: int
    answers: int


def sources(results: Iterable[Result], confidence: float = CONFIDENCE) -> tuple[SourceRow, ...]:
    """One row a source, the most failed claims first, then by name."""
    sums: dict[str, dict[str, list[int]]] = {}
    contradicted: dict[str, int] = {}
    answers: dict[str, set[tuple[str, int]]] = {}
    for result in (r for r in results if r.evaluated):
        for verdict in result.checked:
            for source in _sources_of(result, verdict):
                row = sums.setdefault(source, {}).setdefault(result.scenario, [0, 0])
                row[0] += not verdict.clean
                row[1] += 1
                contradicted[source] = contradicted.get(source, 0) + (
                    verdict.label == "contradicted"
                )
                answers.setdefault(source, set()).add(result.key)
    rows = [
        SourceRow(source, _summed(clusters, confidence), contradicted[source], len(answers[source]))
        for source, clusters in sums.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-(row.failed.hits or 0), row.source)))


def _summed(clusters: Mapping[str, Sequence[int]], confidence: float) -> Figure:
    hits, trials = zip(*clusters.values(), strict=True)
    return _figure(share(hits, trials, confidence), sum(hits), sum(trials), len(trials))


def _sources_of(result: Result, verdict: Verdict) -> list[str]:
    report = result.report
    if report is None:
        return []
    ids = [name for citation in verdict.claim.citations for name in citation.ids]
    if not ids:
        ids = [place.passage_id for place in verdict.support[:1]]
    if not ids:
        places = [place for finding in verdict.reasons for place in finding.evidence]
        ids = [place.passage_id for place in places[:1]]
    names = []
    for passage_id in dict.fromkeys(ids):
        passage = report.evidence.get(passage_id)
        names.append(
            passage_id if passage is None else passage.source or passage.title or passage.id
        )
    return list(dict.fromkeys(names)) or [""]
