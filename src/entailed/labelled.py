"""Claims that people labelled: read from a file, put to a verifier, calibrated on.

The unit is one line of the file: its text is verified like an answer, and it passes when nothing
in it is flagged. Deterministic checks take part, as they do in use.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from entailed.calibration import Aim, CalibrationResult, Labels, Sample, Trial, kinds_of
from entailed.calibration import calibrate as fit
from entailed.canonical import digest_of
from entailed.decision import Calibration, DecisionTable
from entailed.enforcement import PolicyEnforcer
from entailed.errors import CalibrationError, ConfigurationError, InputError, RequestError
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.policy import load_policy
from entailed.requests import read_file
from entailed.types import Component, Evidence, Report, Verdict

__all__ = [
    "LABEL_WORDS",
    "LabelledClaim",
    "Measured",
    "calibrate",
    "calibrated",
    "measure",
    "parse_labelled",
    "read_labelled",
    "system_of",
]

LABEL_WORDS: Mapping[str, bool] = {
    "supported": True,
    "unsupported": False,
    "contradicted": False,
    "related": False,
    "missing": False,
    "not_found": False,
    "not_enough": False,
}
"""The words a label may be, in any case; `true` and `false` (1 and 0) stand for the first two."""

Progress = Callable[[int, int], None]
_MOST_PROBLEMS = 5
_MOST_FAILED = 0.05  # share of claims that may fail to be evaluated before calibration is refused
_STAGES = (
    "extractor", "aligner", "checks", "scorer", "decider", "enforcer", "limits", "coverage",
    "second",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim, the passages it is checked against, and whether they support it.

    `where` names its source in errors ("labelled.jsonl: line 3").
    """

    claim: str
    evidence: Evidence
    supported: bool
    question: str = ""
    where: str = ""

    @property
    def digest(self) -> str:
        """Digest of all but the label."""
        return digest_of([self.claim, self.evidence.digest, self.question])


@dataclass(frozen=True, slots=True)
class Measured:
    """What a verifier made of labelled claims. `failures` say what could not be evaluated."""

    trials: tuple[Trial, ...]
    sample: Sample
    labels: Labels
    failures: tuple[str, ...] = ()


# --- reading ---------------------------------------------------------------------------------


def read_labelled(path: str | Path) -> tuple[LabelledClaim, ...]:
    """The labelled claims of a JSON-lines file; see `parse_labelled`. Raises RequestError."""
    return parse_labelled(read_file(Path(path)), str(path))


def parse_labelled(text: str, where: str = "labelled claims") -> tuple[LabelledClaim, ...]:
    """Labelled claims from JSON lines: `claim`, `passages`, `label`, and optionally `question`.

    `passages` is anything `freeze` takes, `label` one of `LABEL_WORDS` or true or false. Other
    fields are ignored, blank lines skipped. Raises RequestError that names the line and the field
    of the first five faults; no labelled claim at all is a fault too.
    """
    made: list[LabelledClaim] = []
    problems: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            made.append(_row(line, f"{where}: line {number}"))
        except InputError as error:
            problems.append(str(error))
    if problems:
        more = len(problems) - _MOST_PROBLEMS
        tail = f"; and {more} more" if more > 0 else ""
        raise RequestError("; ".join(problems[:_MOST_PROBLEMS]) + tail)
    if not made:
        raise RequestError(f"{where}: expected one labelled claim a line, got none")
    return tuple(made)


def _row(line: str, where: str) -> LabelledClaim:
    try:
        data = json.loads(line, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RequestError(f"{where}, column {error.colno}: malformed JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise RequestError(f"{where}: JSON that cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise RequestError(
            f"{where}: expected an object with claim, passages and label, got {type(data).__name__}"
        )
    for name in ("claim", "passages", "label"):
        if name not in data:
            raise RequestError(f"{where}: field {name!r} is missing")
    return LabelledClaim(
        claim=_text(data, "claim", where),
        evidence=_evidence(data["passages"], where),
        supported=_label(data["label"], where),
        question=_text(data, "question", where) if data.get("question") else "",
        where=where,
    )


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _text(data: Mapping[str, Any], name: str, where: str) -> str:
    value = data[name]
    if not isinstance(value, str):
        raise RequestError(f"{where}: field {name!r}: expected text, got {type(value).__name__}")
    if not value.strip():
        raise RequestError(f"{where}: field {name!r}: expected some text, got none")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise RequestError(f"{where}: field {name!r}: lone surrogate; write the text as UTF-8")
    return value


def _evidence(value: object, where: str) -> Evidence:
    try:
        return freeze(value)
    except InputError as error:
        raise RequestError(f"{where}: field 'passages': {error}") from error


def _label(value: object, where: str) -> bool:
    if value is True or value is False:
        return value
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    if isinstance(value, str) and value.strip().lower() in LABEL_WORDS:
        return LABEL_WORDS[value.strip().lower()]
    raise RequestError(
        f"{where}: field 'label': expected one of {', '.join(LABEL_WORDS)}, true or false, got "
        f"{value!r:.60}"
    )


# --- measuring -------------------------------------------------------------------------------


def measure(
    verifier: Verifier, claims: Iterable[LabelledClaim], progress: Progress | None = None
) -> Measured:
    """Put every claim to the verifier; see `entailed.calibration.Trial` for what is kept.

    A claim met again (same text, question and passages) counts once. What a failed stage left
    unchecked is left out and counted. `progress` is called with how many are done, of how many.
    Raises RequestError where a claim is labelled both ways, ConfigurationError for a verifier
    without a scorer, with a second opinion or with another decider than a `DecisionTable`.
    """
    probe = _probe(verifier)
    once, repeated = _without_repeats(claims)
    trials: list[Trial] = []
    verdicts: list[Verdict] = []
    failures: list[str] = []
    unextracted = 0
    for done, row in enumerate(once, start=1):
        report = probe.verify(row.claim, row.evidence, row.question)
        failed = _failure(report)
        if failed:
            failures.append(f"{row.where or row.claim[:60]!r}: {failed}")
        else:
            trials.append(_trial(row, report))
            verdicts += report.verdicts
            unextracted += not report.verdicts
        if progress is not None:
            progress(done, len(once))
    labels = Labels(
        supported=sum(t.supported for t in trials),
        unsupported=sum(not t.supported for t in trials),
        left_out=len(failures),
        repeated=repeated,
        unextracted=unextracted,
        passage_sets=len({row.evidence.digest for row in once}),
        digest=digest_of(sorted([row.digest, row.supported] for row in once)),
    )
    return Measured(tuple(trials), Sample.of(verdicts), labels, tuple(failures))


def calibrate(
    verifier: Verifier,
    claims: Iterable[LabelledClaim],
    aim: Aim,
    progress: Progress | None = None,
) -> CalibrationResult:
    """A threshold for `verifier` that keeps `aim`, from labelled claims.

    Raises InputError unless there are labels of both kinds, CalibrationError where they do not
    allow the promise or where more than one claim in twenty could not be evaluated, and what
    `measure` raises.
    """
    measured = measure(verifier, claims, progress)
    total = measured.labels.used + len(measured.failures)
    if len(measured.failures) > _MOST_FAILED * total:
        raise CalibrationError(
            f"{len(measured.failures)} of {total} labelled claims could not be evaluated (first: "
            f"{measured.failures[0]}); a promise on the rest would not be about your claims, so "
            "see to the failures first"
        )
    return fit(
        measured.trials,
        aim,
        base=_table(verifier).calibration,
        system=system_of(verifier),
        sample=measured.sample,
        labels=measured.labels,
    )


def system_of(verifier: Verifier) -> tuple[Component, ...]:
    """All that decides which claims pass: every stage but the policy, and their options."""
    windows = str(verifier.limits.windows_per_claim)
    options = [Component("windows_per_claim", windows, "")]
    instructions = getattr(verifier.extractor, "check_instructions", None)
    if instructions is not None:
        options.append(Component("check_instructions", str(instructions).lower(), ""))
    return (*(c for c in verifier.components if c.stage != "act"), *options)


def calibrated(verifier: Verifier, result: CalibrationResult) -> Verifier:
    """The verifier with the calibrated threshold and probabilities.

    Raises ConfigurationError, naming what differs, unless it is the system that the calibration
    was measured with, and for a verifier with a second opinion.
    """
    _require_alone(verifier)
    result.require(system_of(verifier))
    return _with(verifier, decider=DecisionTable(result.calibration))


def _probe(verifier: Verifier) -> Verifier:
    """The verifier that gives every scored claim its score and lets it pass but for other faults.

    Limits on time and sampling would leave claims unchecked, and a policy would change texts.
    """
    if verifier.scorer is None:
        raise ConfigurationError(
            "calibration needs a scorer: without one no claim has a score to put a threshold on"
        )
    _require_alone(verifier)
    table = _table(verifier)
    if table.calibration.curve:
        raise ConfigurationError(
            "calibration starts from the scorer's own weights; build the verifier without "
            "calibration="
        )
    open_to_all: Calibration = replace(table.calibration, t_support=0.0)
    return _with(
        verifier,
        decider=DecisionTable(open_to_all),
        enforcer=PolicyEnforcer(load_policy("audit")),
        limits=replace(verifier.limits, seconds=None, sample=1.0),
    )


def _require_alone(verifier: Verifier) -> None:
    """Raise ConfigurationError for a verifier with a second opinion.

    Which claims it is asked about depends on the scores of the others in the same answer (the
    cap, and the time that is left), so labelled claims one by one do not show what it does to
    whole answers; and a language model may answer differently tomorrow under the same name.
    """
    if verifier.second is not None:
        raise ConfigurationError(
            "calibration: no promise can be kept with a judge (a second opinion). It decides "
            "claims by its own threshold, which claims depends on the rest of the answer, and it "
            "may answer differently tomorrow. Leave out the calibration, or the judge"
        )


def _table(verifier: Verifier) -> DecisionTable:
    if not isinstance(verifier.decider, DecisionTable):
        raise ConfigurationError(
            f"calibration needs a DecisionTable to put the threshold in, got "
            f"{type(verifier.decider).__name__}"
        )
    return verifier.decider


def _with(verifier: Verifier, **stages: Any) -> Verifier:
    """The verifier with some stages replaced."""
    return Verifier(**{**{name: getattr(verifier, name) for name in _STAGES}, **stages})


def _without_repeats(claims: Iterable[LabelledClaim]) -> tuple[Sequence[LabelledClaim], int]:
    """Every claim once, in order, and how many came again."""
    first: dict[str, LabelledClaim] = {}
    repeated = 0
    for row in claims:
        digest = row.digest
        if digest not in first:
            first[digest] = row
            continue
        other = first[digest]
        repeated += 1
        if other.supported is not row.supported:
            raise RequestError(
                f"{row.where}: field 'label': the same claim on the same passages has the other "
                f"label in {other.where}; decide which is right"
            )
    return tuple(first.values()), repeated


def _failure(report: Report) -> str:
    """Why a claim could not be evaluated, or ""."""
    if report.failures:
        failure = report.failures[0]
        return f"{failure.stage}: {failure.message}"
    unchecked = next((v for v in report.verdicts if v.label == "unchecked"), None)
    if unchecked is None:
        return ""
    return next((r.message for r in unchecked.reasons if r.label == "unchecked"), "unchecked")


def _trial(row: LabelledClaim, report: Report) -> Trial:
    """A text passes when each of its claims does; its score is that of the weakest of them."""
    scores = [v.score for v in report.verdicts if v.entailment is not None and v.score is not None]
    kinds = {kind for v in report.verdicts for kind in kinds_of(v, report.evidence)}
    clean = all(v.clean for v in report.verdicts)
    return Trial(
        supported=row.supported,
        score=min(scores) if clean and scores else None,
        settled=None if clean and scores else clean,
        strata=tuple(sorted(kinds)),
        id=row.digest,
    )
