"""The one place where names and configuration become objects.

Built-in components are listed here by hand. Strangers' components are found through the entry
point group `entailed.components`: an entry point's name is "<stage>:<name>" (stage one of
`extractor`, `aligner`, `check`, `scorer`), its value an object that satisfies the protocol, or a
callable without required arguments that makes one. Nothing is registered by being imported.

A scorer that takes a checkpoint is named with it: "transformers:FOLDER", or a hub id.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from entailed.alignment import LexicalAligner
from entailed.checkpoints.scorer import CheckpointScorer, ScorersByName
from entailed.checks.absence import absence
from entailed.checks.agreement import agreement
from entailed.checks.arithmetic import arithmetic
from entailed.checks.changes import changes
from entailed.checks.charges import charges
from entailed.checks.citations import citations, uncited
from entailed.checks.comparisons import comparisons
from entailed.checks.constancy import constancy
from entailed.checks.contrasts import contrasts
from entailed.checks.dates import dates
from entailed.checks.endings import endings
from entailed.checks.entities import entities
from entailed.checks.exclusions import exclusions
from entailed.checks.firmness import firmness
from entailed.checks.hedges import hedges
from entailed.checks.identifiers import identifiers
from entailed.checks.listings import listings
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
from entailed.checks.transfers import transfers
from entailed.checks.transpositions import transpositions
from entailed.checks.values import values
from entailed.decision import Calibration, DecisionTable
from entailed.dialogue import NO_WISH, Wish
from entailed.enforcement import PolicyEnforcer
from entailed.errors import ConfigurationError, UnsupportedError
from entailed.extraction.coverage import complete
from entailed.extraction.rules import RuleExtractor
from entailed.pipeline import Verifier
from entailed.policy import PRESETS, Policy, load_policy
from entailed.prompts import PROMPTS, Prompts
from entailed.protocols import ChatModel, Check, Extractor, Scorer
from entailed.scorers.embedded import EmbeddedScorer
from entailed.scorers.lexical import LexicalScorer
from entailed.second import SecondOpinion
from entailed.types import Limits, Report

if TYPE_CHECKING:  # imported where they are made: most verifiers have none of them
    from entailed.answering import Answerer
    from entailed.calibration import CalibrationResult

__all__ = [
    "CHECKPOINT_SCORERS",
    "CHECKS",
    "SCORERS",
    "ComponentInfo",
    "build_answerer",
    "build_verifier",
    "components",
    "verify",
]

GROUP = "entailed.components"
Calibrated: TypeAlias = "str | Path | CalibrationResult | Calibration"
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
    constancy,
    charges,
    transfers,
    absence,
    qualifiers,
    proportions,
    hedges,
    scopes,
    exclusions,
    contrasts,
    listings,
    rewordings,
    replacements,
    pairings,
    firmness,
    agreement,
    endings,
)
SCORERS: Mapping[str, Callable[..., Scorer]] = {
    "embedded": EmbeddedScorer,
    "lexical": LexicalScorer,
}
CHECKPOINT_SCORERS: Mapping[str, type[CheckpointScorer]] = ScorersByName(
    {
        "transformers": "entailed.scorers.transformers:TransformersScorer",
        "cross-encoder": "entailed.scorers.cross_encoder:CrossEncoderScorer",
        "embedding": "entailed.scorers.embedding:EmbeddingScorer",
    }
)
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
    scorer: str | Scorer | ChatModel | None = "embedded",
    scorer_options: Mapping[str, Any] | None = None,
    judge: Scorer | ChatModel | SecondOpinion | None = None,
    judge_band: tuple[float, float] = (0.3, 0.7),
    judge_cap: int = 10,
    extractor: Extractor | ChatModel | None = None,
    checks: Sequence[Check] | None = None,
    calibration: Calibrated | None = None,
    limits: Limits | None = None,
    sample: float | None = None,
    seed: int | None = None,
    **overrides: Any,
) -> Verifier:
    """A `Verifier` of the parts that ship with the package, each replaceable.

    `policy` is a preset's name, a `Policy`, a mapping or a file; `overrides` set single fields
    of it (`uncited="fail"`). `scorer` is a name, an object with `score`, a language model (it
    becomes a `JudgeScorer`), or None or "none" for the deterministic checks alone (what they
    cannot decide is then `unchecked`). "transformers:CHECKPOINT", "cross-encoder:CHECKPOINT" and
    "embedding:CHECKPOINT" take the folder or the hub id of a model (extra `nli`);
    `scorer_options` are the arguments of the class behind a name. `judge`, a language model or any
    scorer, is asked only about claims whose support the scorer puts inside `judge_band`, at most
    `judge_cap` of them. `extractor` is an object with `extract`, or a language model (it becomes an
    `LLMExtractor`).
    `calibration` is a file that `entailed calibrate` wrote (or the result itself): it holds for the
    scorer, checks and options it was made with and is refused for any other; or plain weights.
    `sample` and `seed` set those fields of `limits`. Raises ConfigurationError for an unknown
    name or value, UnsupportedError for a policy that needs the answering loop (`regenerate`,
    `widen`).
    """
    chosen = load_policy(policy, **overrides)
    if chosen.loops:
        raise UnsupportedError(
            f"policy {chosen.name!r} asks the model or the retriever again, which a verifier does "
            "not have; use it in the answering loop (entailed.build_answerer), or set "
            "regenerate=False and widen=False"
        )
    bounds = _bounds(limits, sample, seed)
    second = _second(judge, judge_band, judge_cap)
    made = _scorer(scorer, scorer_options or {})
    return _verifier(chosen, made, extractor, checks, calibration, bounds, second)


def _verifier(
    chosen: Policy,
    scorer: Scorer | None,
    extractor: Extractor | ChatModel | None,
    checks: Sequence[Check] | None,
    calibration: Calibrated | None,
    limits: Limits | None,
    second: SecondOpinion | None = None,
) -> Verifier:
    bounds = limits if limits is not None else Limits()
    rules = CHECKS if checks is None else tuple(checks)
    if chosen.uncited == "fail":
        rules = (*rules, uncited)
    weights = calibration if isinstance(calibration, Calibration) else _calibration(scorer)
    verifier = Verifier(
        extractor=_extractor(extractor, chosen),
        aligner=LexicalAligner(windows=bounds.windows_per_claim),
        checks=rules,
        scorer=scorer,
        decider=DecisionTable(weights).at_least(chosen.min_support),
        enforcer=PolicyEnforcer(chosen),
        limits=bounds,
        coverage=complete,
        second=second,
    )
    if calibration is None or isinstance(calibration, Calibration):
        return verifier
    fitted = _calibrated(verifier, calibration)
    table = cast(DecisionTable, fitted.decider)
    return fitted.changed(decider=table.at_least(chosen.min_support))


def _calibrated(verifier: Verifier, calibration: str | Path | CalibrationResult) -> Verifier:
    """The verifier with a calibration that was made for it."""
    from entailed.calibration import CalibrationResult
    from entailed.labelled import calibrated  # it loads pydantic

    if isinstance(calibration, str | Path):
        calibration = CalibrationResult.load(calibration)
    if not isinstance(calibration, CalibrationResult):
        raise ConfigurationError(
            f"calibration: expected a path, a CalibrationResult or a Calibration, got "
            f"{type(calibration).__name__}"
        )
    return calibrated(verifier, calibration)


def build_answerer(
    retriever: object,
    model: ChatModel | Callable[..., object] | None = None,
    policy: str | Path | Policy | Mapping[str, object] = "regenerate",
    *,
    prompts: str | Path | Prompts | Mapping[str, object] = PROMPTS,
    passages: int = 5,
    widened: int = 10,
    prompt_characters: int = 40_000,
    wish: Wish = NO_WISH,
    **options: Any,
) -> Answerer:
    """An `Answerer` over a verifier of the parts that ship with the package.

    See `Answerer` for what is taken as retriever and model. `options` are those of
    `build_verifier` (`scorer="lexical"`), and single fields of the policy (`widen=True`).
    """
    from entailed.answering import Answerer

    fields = {field.name for field in dataclasses.fields(Policy)}
    chosen = load_policy(policy, **{k: v for k, v in options.items() if k in fields})
    rest = {name: value for name, value in options.items() if name not in fields}
    verifier = build_verifier(replace(chosen, regenerate=False, widen=False), **rest)
    return Answerer(
        retriever,
        model,
        verifier,
        chosen,
        prompts=prompts,
        passages=passages,
        widened=widened,
        prompt_characters=prompt_characters,
        wish=wish,
    )


def verify(
    answer: str,
    passages: object,
    question: str = "",
    *,
    policy: str | Path | Policy | Mapping[str, object] = "flag",
    scorer: str | Scorer | ChatModel | None = "embedded",
    scorer_options: Mapping[str, Any] | None = None,
    judge: Scorer | ChatModel | SecondOpinion | None = None,
    limits: Limits | None = None,
    **overrides: Any,
) -> Report:
    """Verify one answer. Builds a verifier for the call; keep one of your own for many calls
    (the model itself is loaded once per process either way).

    `passages` is anything `entailed.freeze` takes. See `build_verifier` for the options and
    `Verifier.verify` for what is raised.
    """
    verifier = build_verifier(
        policy,
        scorer=scorer,
        scorer_options=scorer_options,
        judge=judge,
        limits=limits,
        **overrides,
    )
    return verifier.verify(answer, passages, question)


def _bounds(limits: Limits | None, sample: float | None, seed: int | None) -> Limits:
    """The limits, with the sample and the seed where they are given."""
    own = limits if limits is not None else Limits()
    try:
        return replace(
            own,
            sample=own.sample if sample is None else sample,
            seed=own.seed if seed is None else seed,
        )
    except ValueError as error:
        raise ConfigurationError(f"limits: {error}") from error


def _second(
    judge: Scorer | ChatModel | SecondOpinion | None, band: tuple[float, float], cap: int
) -> SecondOpinion | None:
    """Who is asked about unsure claims, with the decider that reads the answers."""
    if judge is None or isinstance(judge, SecondOpinion):
        return judge
    scorer = _object("judge", judge)
    return SecondOpinion(scorer, DecisionTable(_calibration(scorer)), *band, cap)


def _extractor(extractor: Extractor | ChatModel | None, policy: Policy) -> Extractor:
    rules = RuleExtractor(check_instructions=policy.check_instructions)
    if extractor is None:
        return rules
    if callable(getattr(extractor, "extract", None)):
        return cast(Extractor, extractor)
    if callable(getattr(extractor, "complete", None)):
        from entailed.extraction.llm import LLMExtractor

        return LLMExtractor(cast(ChatModel, extractor), fallback=rules)
    raise ConfigurationError(
        "extractor: expected an object with extract(answer, evidence, question), or a language "
        f"model with complete(messages, wish), got {type(extractor).__name__}"
    )


def _object(what: str, given: object) -> Scorer:
    """A scorer as it is; a language model as a judge."""
    if callable(getattr(given, "score", None)):
        return cast(Scorer, given)
    if callable(getattr(given, "complete", None)):
        from entailed.scorers.judge import JudgeScorer

        return JudgeScorer(cast(ChatModel, given))
    raise ConfigurationError(
        f"{what}: expected an object with score(pairs), or a language model with "
        f"complete(messages, wish), got {type(given).__name__}"
    )


def _scorer(scorer: str | Scorer | ChatModel | None, options: Mapping[str, Any]) -> Scorer | None:
    if isinstance(scorer, str) and scorer != "none":
        return _named(scorer, options)
    if options:
        raise ConfigurationError(
            "scorer_options: expected none beside a scorer that is an object or none, got "
            f"{', '.join(options)}"
        )
    return None if scorer is None or scorer == "none" else _object("scorer", scorer)


def _named(scorer: str, options: Mapping[str, Any]) -> Scorer:
    """The scorer of a name, of a name with a checkpoint, or of an entry point."""
    name, _, checkpoint = scorer.partition(":")
    if name in CHECKPOINT_SCORERS:
        given = {"checkpoint": checkpoint, **options} if checkpoint else options
        if not given.get("checkpoint"):
            raise ConfigurationError(
                f"scorer {name!r} needs a checkpoint: '{name}:FOLDER', or a hub id in its place"
            )
        return _made(name, CHECKPOINT_SCORERS[name], given)
    if scorer == "judge":
        raise ConfigurationError(
            "scorer 'judge' needs a language model: pass the model itself (or "
            "JudgeScorer(model, ...)) as scorer"
        )
    if scorer in SCORERS:
        return _made(scorer, SCORERS[scorer], options)
    for point in entry_points(group=GROUP):
        if point.name == f"scorer:{scorer}":
            if options:
                raise ConfigurationError(f"scorer {scorer!r}: a plug-in takes no scorer_options")
            return _load(point)  # type: ignore[return-value]  # checked by the protocol below
    known = ", ".join([*SCORERS, *(f"{name}:CHECKPOINT" for name in CHECKPOINT_SCORERS), "none"])
    raise ConfigurationError(f"scorer: expected one of {known}, got {scorer!r}")


def _made(name: str, make: Callable[..., Scorer], options: Mapping[str, Any]) -> Scorer:
    try:
        bound = signature(make).bind(**options)
    except TypeError as error:
        raise ConfigurationError(f"scorer_options of {name!r}: {error}") from error
    return make(*bound.args, **bound.kwargs)


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
    from entailed.scorers.judge import JudgeScorer

    here, given = "built in", "built in, given a language model"
    extractor, aligner = RuleExtractor(), LexicalAligner()
    rows = [
        ComponentInfo("extractor", extractor.name, extractor.version, here),
        ComponentInfo("extractor", "llm", "1", given),
        ComponentInfo("aligner", aligner.name, aligner.version, here),
        *(ComponentInfo("check", c.name, c.version, here) for c in (*CHECKS, uncited)),
        *(_built_in(name, make) for name, make in SCORERS.items()),
        *(_of_checkpoints(name, kind) for name, kind in CHECKPOINT_SCORERS.items()),
        ComponentInfo("scorer", "judge", JudgeScorer.version, given),
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


def _of_checkpoints(name: str, kind: type[CheckpointScorer]) -> ComponentInfo:
    """What can be said without a checkpoint: whether one could be loaded."""
    from entailed.checkpoints.sources import require

    source = f"built in, {name}:CHECKPOINT"
    try:
        require(*kind.packages)
        return ComponentInfo("scorer", name, kind.release, source)
    except UnsupportedError as error:
        return ComponentInfo("scorer", name, kind.release, source, error=str(error))


def _foreign(point: EntryPoint) -> ComponentInfo:
    stage, _, name = point.name.partition(":")
    try:
        found = _load(point)
        version = str(getattr(found, "version", ""))
        return ComponentInfo(stage, name or stage, version, point.value)
    except ConfigurationError as error:
        return ComponentInfo(stage, name or stage, "", point.value, error=str(error))
