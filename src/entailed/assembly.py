"""The one place where names and configuration become objects.

Built-in components are listed here by hand. Strangers' components are found through the entry
point group `entailed.components`: an entry point's name is "<stage>:<name>" (stage one of
`extractor`, `aligner`, `check`, `scorer`), its value an object that satisfies the protocol, or a
callable without required arguments that makes one. Nothing is registered by being imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from entailed.alignment import LexicalAligner
from entailed.checks.absence import absence
from entailed.checks.agreement import agreement
from entailed.checks.arithmetic import arithmetic
from entailed.checks.changes import changes
from entailed.checks.citations import citations, uncited
from entailed.checks.comparisons import comparisons
from entailed.checks.dates import dates
from entailed.checks.endings import endings
from entailed.checks.entities import entities
from entailed.checks.exclusions import exclusions
from entailed.checks.firmness import firmness
from entailed.checks.hedges import hedges
from entailed.checks.identifiers import identifiers
from entailed.checks.negation import negation
from entailed.checks.numbers import numbers
from entailed.checks.offices import offices
from entailed.checks.pairings import pairings
from entailed.checks.participants import participants
from entailed.checks.proportions import proportions
from entailed.checks.qualifiers import qualifiers
from entailed.checks.quotes import quotes
from entailed.checks.replacements import replacements
from entailed.checks.rewordings import rewordings
from entailed.checks.scopes import scopes
from entailed.checks.tables import tables
from entailed.checks.terms import terms
from entailed.checks.thresholds import thresholds
from entailed.checks.titles import titles
from entailed.checks.totals import totals
from entailed.checks.transpositions import transpositions
from entailed.checks.values import values
from entailed.decision import Calibration, DecisionTable
from entailed.enforcement import PolicyEnforcer
from entailed.errors import ConfigurationError, UnsupportedError
from entailed.extraction.coverage import complete
from entailed.extraction.rules import RuleExtractor
from entailed.pipeline import Verifier
from entailed.policy import PRESETS, Policy, load_policy
from entailed.protocols import Check, Extractor, Scorer
from entailed.scorers.embedded import EmbeddedScorer
from entailed.scorers.lexical import LexicalScorer
from entailed.types import Limits, Report

__all__ = ["CHECKS", "SCORERS", "ComponentInfo", "build_verifier", "components", "verify"]

GROUP = "entailed.components"
CHECKS: tuple[Check, ...] = (
    citations,
    numbers,
    dates,
    arithmetic,
    comparisons,
    changes,
    tables,
    values,
    totals,
    terms,
    thresholds,
    quotes,
    titles,
    entities,
    identifiers,
    participants,
    offices,
    transpositions,
    negation,
    absence,
    qualifiers,
    proportions,
    hedges,
    scopes,
    exclusions,
    rewordings,
    replacements,
    pairings,
    firmness,
    agreement,
    endings,
)
SCORERS: Mapping[str, Callable[[], Scorer]] = {
    "embedded": EmbeddedScorer,
    "lexical": LexicalScorer,
}
_LEXICAL = Calibration(
    bias=-2.0, entailment=1.0, contradiction=0.0, overlap=2.0, sentence_overlap=0.0
)


@dataclass(frozen=True, slots=True)
class ComponentInfo:
    """A component that can be chosen by name. `error` says why it cannot be used, or is ""."""

    stage: str
    name: str
    version: str
    source: str
    digest: str = ""
    error: str = ""


def build_verifier(
    policy: str | Path | Policy | Mapping[str, object] = "flag",
    *,
    scorer: str | Scorer | None = "embedded",
    extractor: Extractor | None = None,
    checks: Sequence[Check] | None = None,
    calibration: Calibration | None = None,
    limits: Limits | None = None,
    **overrides: Any,
) -> Verifier:
    """A `Verifier` of the parts that ship with the package, each replaceable.

    `policy` is a preset's name, a `Policy`, a mapping or a file; `overrides` set single fields
    of it (`uncited="fail"`). `scorer` is a name, an object with `score`, or None or "none" for
    the deterministic checks alone (what they cannot decide is then `unchecked`).
    Raises ConfigurationError for an unknown name or value, UnsupportedError for a policy that
    needs the answering loop (`regenerate`, `widen`).
    """
    chosen = load_policy(policy, **overrides)
    if chosen.loops:
        raise UnsupportedError(
            f"policy {chosen.name!r} asks the model or the retriever again, which a verifier does "
            "not have; use it in the answering loop (entailed.build_answerer), or set "
            "regenerate=False and widen=False"
        )
    return _verifier(chosen, scorer, extractor, checks, calibration, limits)


def _verifier(
    chosen: Policy,
    scorer: str | Scorer | None,
    extractor: Extractor | None,
    checks: Sequence[Check] | None,
    calibration: Calibration | None,
    limits: Limits | None,
) -> Verifier:
    bounds = limits if limits is not None else Limits()
    made = _scorer(scorer)
    rules = CHECKS if checks is None else tuple(checks)
    if chosen.uncited == "fail":
        rules = (*rules, uncited)
    return Verifier(
        extractor=extractor
        if extractor is not None
        else RuleExtractor(check_instructions=chosen.check_instructions),
        aligner=LexicalAligner(windows=bounds.windows_per_claim),
        checks=rules,
        scorer=made,
        decider=DecisionTable(calibration or _calibration(made)),
        enforcer=PolicyEnforcer(chosen),
        limits=bounds,
        coverage=complete,
    )


def verify(
    answer: str,
    passages: object,
    question: str = "",
    *,
    policy: str | Path | Policy | Mapping[str, object] = "flag",
    scorer: str | Scorer | None = "embedded",
    limits: Limits | None = None,
    **overrides: Any,
) -> Report:
    """Verify one answer. Builds a verifier for the call; keep one of your own for many calls
    (the model itself is loaded once per process either way).

    `passages` is anything `entailed.freeze` takes. See `build_verifier` for the options and
    `Verifier.verify` for what is raised.
    """
    verifier = build_verifier(policy, scorer=scorer, limits=limits, **overrides)
    return verifier.verify(answer, passages, question)


def _scorer(scorer: str | Scorer | None) -> Scorer | None:
    if scorer is None or scorer == "none":
        return None
    if not isinstance(scorer, str):
        if not callable(getattr(scorer, "score", None)):
            raise ConfigurationError(
                f"scorer: expected a name or an object with score(pairs), got "
                f"{type(scorer).__name__}"
            )
        return scorer
    if scorer in SCORERS:
        return SCORERS[scorer]()
    for point in entry_points(group=GROUP):
        if point.name == f"scorer:{scorer}":
            return _load(point)  # type: ignore[return-value]  # checked by the protocol below
    known = ", ".join([*SCORERS, "none"])
    raise ConfigurationError(f"scorer: expected one of {known}, got {scorer!r}")


def _load(point: EntryPoint) -> object:
    """The object an entry point names; a class or factory is called."""
    try:
        found = point.load()
        return found() if isinstance(found, type) or not hasattr(found, "name") else found
    except Exception as error:  # a stranger's code may raise anything
        raise ConfigurationError(f"component {point.name!r}: {error}") from error


def _calibration(scorer: Scorer | None) -> Calibration:
    """The calibration that came with the scorer's weights, or the one of its kind."""
    if scorer is not None and scorer.name == "lexical":
        return _LEXICAL
    fitted = getattr(scorer, "calibration", None)
    if not fitted:
        return Calibration()
    try:
        return Calibration(**fitted)
    except TypeError as error:
        raise ConfigurationError(
            f"calibration of scorer {scorer and scorer.name!r}: {error}"
        ) from error


def components() -> tuple[ComponentInfo, ...]:
    """Every component that can be chosen by name, built in and from entry points."""
    here = "built in"
    extractor, aligner = RuleExtractor(), LexicalAligner()
    rows = [
        ComponentInfo("extractor", extractor.name, extractor.version, here),
        ComponentInfo("aligner", aligner.name, aligner.version, here),
        *(ComponentInfo("check", c.name, c.version, here) for c in (*CHECKS, uncited)),
        *(_built_in(name, make) for name, make in SCORERS.items()),
        *(ComponentInfo("policy", name, "1", here) for name in PRESETS),
        *(_foreign(point) for point in entry_points(group=GROUP)),
    ]
    return tuple(rows)


def _built_in(name: str, make: Callable[[], Scorer]) -> ComponentInfo:
    try:
        scorer = make()
        return ComponentInfo("scorer", name, scorer.version, "built in", scorer.digest)
    except Exception as error:  # the listing has to say what is broken, not break
        return ComponentInfo("scorer", name, "", "built in", error=str(error))


def _foreign(point: EntryPoint) -> ComponentInfo:
    stage, _, name = point.name.partition(":")
    try:
        found = _load(point)
        version = str(getattr(found, "version", ""))
        return ComponentInfo(stage, name or stage, version, point.value)
    except ConfigurationError as error:
        return ComponentInfo(stage, name or stage, "", point.value, error=str(error))
