"""The calibration file: a threshold with its promise, and the system it is true of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entailed.calibration.aims import Aim, percent
from entailed.calibration.control import Control
from entailed.calibration.curves import Reliability, Stratum, ThresholdCurve
from entailed.calibration.probability import Fitted
from entailed.canonical import digest_of
from entailed.decision import Calibration
from entailed.errors import ConfigurationError
from entailed.types import Component, Verdict

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["KIND", "SCHEMA_VERSION", "CalibrationResult", "Labels", "Sample"]

KIND = "entailed-calibration"
SCHEMA_VERSION = 1
_SHOWN = 4  # differing stages that an error names


@dataclass(frozen=True, slots=True)
class Labels:
    """The labelled claims a result rests on.

    `left_out` could not be evaluated (a stage failed), `repeated` were there before (same claim,
    question and passages) and counted once, `unextracted` held no claim the extractor could find
    and passed as text without claims do. `passage_sets` is how many different sets of passages
    the claims were checked against; `digest` is that of all of them with their labels.
    """

    supported: int = 0
    unsupported: int = 0
    left_out: int = 0
    repeated: int = 0
    unextracted: int = 0
    passage_sets: int = 0
    digest: str = ""

    @property
    def used(self) -> int:
        """Claims that were evaluated."""
        return self.supported + self.unsupported


@dataclass(frozen=True, slots=True)
class Sample:
    """How claims came out, to be compared with later ones.

    `scores` are those of the scored claims in rising order, before any map, to nine digits,
    thinned to at most 2000 by equal steps. `scored`, `passed` and `failed` count single claims:
    decided by score, by a rule in favour, by a rule against.
    """

    scores: tuple[float, ...]
    scored: int
    passed: int
    failed: int

    @property
    def size(self) -> int:
        """All claims of the sample."""
        return self.scored + self.passed + self.failed

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Sample:
        """How claims came out. `unchecked` ones are left out: nothing decided them."""
        scores: list[float] = []
        passed = failed = 0
        for verdict in verdicts:
            if verdict.label == "unchecked":
                continue
            if verdict.entailment is not None and verdict.score is not None:
                scores.append(round(verdict.score, _DIGITS))
            elif verdict.clean:
                passed += 1
            else:
                failed += 1
        return cls(_thinned(scores), len(scores), passed, failed)


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """A threshold for an aim, with what it rests on and what it is valid for.

    `calibration` is what a decision table needs; its `t_support` is the threshold, in calibrated
    probability. `control.threshold` is the same in scores before the map. `before` and `after` say
    how true the probabilities are without and with the map (`after` cross-fitted; both None where
    no claim had a score). `system` names every stage the promise was measured with.
    """

    aim: Aim
    control: Control
    calibration: Calibration
    probability: Fitted
    labels: Labels
    separation: float | None
    before: Reliability | None
    after: Reliability | None
    curve: ThresholdCurve
    strata: tuple[Stratum, ...]
    system: tuple[Component, ...]
    sample: Sample
    package: str = ""

    @property
    def threshold(self) -> float:
        """The probability of support from which a claim passes."""
        return self.calibration.t_support

    @property
    def promise(self) -> str:
        """What is promised, in words, with what it rests on and what it does not say."""
        return " ".join(_promise(self))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader of the promise ought to know of these labels; often nothing."""
        return tuple(_warnings(self))

    @property
    def digest(self) -> str:
        """Digest of the content."""
        return digest_of(self._content())

    def _content(self) -> dict[str, Any]:
        values: dict[str, Any] = _adapter().dump_python(self, mode="json")
        return {"kind": KIND, "schema_version": SCHEMA_VERSION, **values}

    def to_dict(self) -> dict[str, Any]:
        """As JSON types: what `from_dict` reads, the promise in words, and the digest."""
        content = self._content()
        words = {"promise": self.promise, "warnings": list(self.warnings)}
        return {**words, **content, "digest": digest_of(content)}

    @classmethod
    def from_dict(cls, data: object, where: str = "calibration") -> CalibrationResult:
        """The result that `to_dict` made; `where` names its source in errors.

        Raises ConfigurationError for anything else, and where it was changed afterwards.
        """
        if not isinstance(data, Mapping) or data.get("kind") != KIND:
            raise ConfigurationError(
                f"{where}: expected a file written by `entailed calibrate` (kind {KIND!r})"
            )
        if data.get("schema_version") != SCHEMA_VERSION:
            raise ConfigurationError(
                f"{where}: expected schema_version {SCHEMA_VERSION}, got "
                f"{data.get('schema_version')!r}; calibrate again with this version"
            )
        content = {k: v for k, v in data.items() if k not in ("promise", "warnings", "digest")}
        found = digest_of(content)
        if data.get("digest") != found:
            raise ConfigurationError(
                f"{where}: was changed after it was written (its digest is {found}, it says "
                f"{data.get('digest')!r}); what it promises was measured for the file as it was, "
                "so calibrate again instead"
            )
        values = {k: v for k, v in content.items() if k not in ("kind", "schema_version")}
        try:
            return _adapter().validate_python(values)
        except ValueError as error:
            raise ConfigurationError(f"{where}: {_first(error)}") from error

    def save(self, path: str | Path) -> None:
        """Write the JSON file. Raises ConfigurationError when it cannot be written."""
        text = json.dumps(self.to_dict(), indent=1, ensure_ascii=False, allow_nan=False)
        try:
            Path(path).write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigurationError(f"{path}: cannot be written: {reason}") from error

    @classmethod
    def load(cls, path: str | Path) -> CalibrationResult:
        """The result in a file. Raises ConfigurationError when the file holds none."""
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigurationError(f"{path}: cannot be read: {reason}") from error
        except (ValueError, RecursionError) as error:
            raise ConfigurationError(f"{path}: expected JSON text: {error}") from error
        return cls.from_dict(data, str(path))

    def require(self, system: Sequence[Component]) -> None:
        """Raise ConfigurationError unless `system` is the one the promise was measured with.

        The message names every stage that differs.
        """
        wanted, came = _by_stage(self.system), _by_stage(system)
        parts = [
            f"{stage}: calibrated with {wanted.get(stage, 'none')}, got {came.get(stage, 'none')}"
            for stage in dict.fromkeys((*wanted, *came))
            if wanted.get(stage) != came.get(stage)
        ]
        if parts:
            more = f"; and {len(parts) - _SHOWN} more" if len(parts) > _SHOWN else ""
            raise ConfigurationError(
                "this calibration was made for another system, so its promise does not hold here; "
                "calibrate again, or use what it was made with "
                f"({'; '.join(parts[:_SHOWN])}{more})"
            )


_KEPT = 2000
_DIGITS = 9  # beyond, the order of a sum shows, and equal scores would seem to differ


def _thinned(scores: Sequence[float]) -> tuple[float, ...]:
    """The scores in rising order, at most 2000 of them at equal steps."""
    ordered = sorted(scores)
    if len(ordered) <= _KEPT:
        return tuple(ordered)
    last = len(ordered) - 1
    return tuple(ordered[round(i * last / (_KEPT - 1))] for i in range(_KEPT))


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[CalibrationResult]:
    from pydantic import TypeAdapter  # deferred: only files need it, and it is slow to import

    return TypeAdapter(CalibrationResult)


def _first(error: ValueError) -> str:
    """The first thing a validator found, in one line."""
    errors = getattr(error, "errors", None)
    if errors is None:
        return str(error)
    item = errors(include_url=False)[0]
    place = ".".join(str(part) for part in item["loc"]) or "the file"
    return f"{place}: {item['msg']}, got {str(item['input'])[:60]!r}"


def _by_stage(system: Sequence[Component]) -> dict[str, str]:
    """One line for every stage; checks are named one by one."""
    lines: dict[str, str] = {}
    for part in system:
        key = f"check {part.name}" if part.stage == "check" else part.stage
        lines[key] = " ".join(word for word in (part.name, part.version, part.digest) if word)
    return lines


# --- words -----------------------------------------------------------------------------------


def _promise(result: CalibrationResult) -> list[str]:
    aim, control, labels = result.aim, result.control, result.labels
    share = percent(control.events / control.base) if control.base else "none"
    sentences = [aim.words]
    if aim.confidence is None:
        sentences.append(
            "On average means: over many calibrations with as many labels, the share comes to no "
            "more than that; in this one it may be more."
        )
    else:
        sentences.append(
            f"{percent(aim.confidence)} confidence means: of 100 calibrations made in this way, "
            f"in the long run at most {percent(aim.doubt).removesuffix(' %')} end with a threshold "
            "that breaks the limit."
        )
    rest = f"; the other {control.pilot} said where to look" if control.pilot else ""
    sentences += [
        f"It rests on {control.tested} of {labels.used} labelled claims ({labels.supported} "
        f"supported, {labels.unsupported} unsupported){rest}. A claim passes from a probability of "
        f"{result.threshold:.4f} on: of the {control.base} {aim.base} among them, {control.events} "
        f"{aim.event} ({share}).",
        "It holds for claims drawn like these, from the same questions, passages and model, "
        "checked by the system named in this file; it says nothing about a single claim, about one "
        "kind of claim, or about other traffic.",
    ]
    return sentences


_SHARED = 3  # claims for each set of passages, beyond which they are hardly independent
_MUCH_LEFT_OUT = 0.01


def _warnings(result: CalibrationResult) -> list[str]:
    labels, found = result.labels, []
    if labels.passage_sets and labels.used > _SHARED * labels.passage_sets:
        found.append(
            f"{labels.used} claims rest on only {labels.passage_sets} different sets of passages; "
            "claims about the same passages are alike, so the promise is surer on paper than in "
            "truth: label claims from more answers"
        )
    if labels.left_out > _MUCH_LEFT_OUT * labels.used:
        found.append(
            f"{labels.left_out} labelled claims could not be evaluated and are not part of the "
            "promise"
        )
    if labels.unextracted > _MUCH_LEFT_OUT * labels.used:
        found.append(
            f"{labels.unextracted} labelled texts hold nothing the extractor takes for a claim; "
            "they count as passed, since nothing in them is flagged"
        )
    if result.separation is not None and result.separation < 0.6:
        found.append(
            f"the scores hardly tell supported from unsupported claims here (a supported one "
            f"scores higher in {percent(result.separation)} of the pairs); expect many flags"
        )
    whole = result.strata[0] if result.strata else None
    if whole is not None and whole.supported_passed * 2 < whole.supported:
        found.append(
            f"only {whole.supported_passed} of {whole.supported} supported claims pass at this "
            "threshold; that is the price of the aim with this scorer"
        )
    return found
