"""Policies: from the verdicts of an answer to what is done with it.

A policy is plain data (a name, a mapping, or a TOML or JSON file). It gives every label, and by
override every reason, a treatment; `decide` is a total function from verdicts to a `Decision`.
The decision is carried out by `entailed.repair`.
"""

from __future__ import annotations

import dataclasses
import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from entailed.errors import ConfigurationError
from entailed.treatments import (
    TREATMENTS,
    Cause,
    Decision,
    Policy,
    Quotations,
    Treatment,
    Uncited,
    WholeAction,
)
from entailed.types import LABELS, REASONS, Failure, Label, Reason, Status, Verdict

__all__ = [
    "PRESETS",
    "Decision",
    "Policy",
    "Treatment",
    "decide",
    "is_unsampled",
    "load_policy",
    "policy_to_dict",
    "suppressing",
]

_CITATION_FAULTS: tuple[Reason, ...] = ("unknown_citation", "misattributed", "citation_stuffing")
_QUOTE_FAULTS: tuple[Reason, ...] = ("quote_altered", "quote_misattributed", "quote_stitched")
_REWORDABLE: tuple[Reason, ...] = ("quote_altered", "quote_stitched")
_ESTIMATED: tuple[Reason, ...] = ("low_entailment", "model_contradiction", "judge_disagrees")
_STRICT_BLOCKS: tuple[Reason, ...] = (
    "identifier_missing",
    "number_mismatch",
    "number_missing",
    "unit_mismatch",
    "date_mismatch",
    "arithmetic_mismatch",
    "title_missing",
    "entity_missing",
    "entity_mismatch",
    "quote_fabricated",
    "qualifier_dropped",
    "suspected_injection",
)


def _labels(**treatments: Treatment) -> tuple[tuple[Label, Treatment], ...]:
    return tuple((label, treatments[label]) for label in LABELS)


def _reasons(*groups: tuple[Sequence[Reason], Treatment]) -> tuple[tuple[Reason, Treatment], ...]:
    return tuple((reason, treatment) for reasons, treatment in groups for reason in reasons)


_KEEP = _labels(
    supported="keep", contradicted="keep", related="keep", missing="keep", unchecked="keep"
)
_MARK = _labels(
    supported="mark", contradicted="mark", related="mark", missing="mark", unchecked="mark"
)
_DELETE = _labels(
    supported="fix", contradicted="delete", related="delete", missing="delete", unchecked="delete"
)
_REPAIR = _labels(
    supported="fix", contradicted="hedge", related="hedge", missing="hedge", unchecked="hedge"
)
_STRICT = _labels(
    supported="fix", contradicted="block", related="hedge", missing="hedge", unchecked="block"
)
_BLOCK = _labels(
    supported="fix", contradicted="block", related="block", missing="block", unchecked="block"
)
_FIXES = _reasons((_CITATION_FAULTS, "fix"), (_QUOTE_FAULTS, "fix"))
# Who asks for a sample has decided that the rest is shown as it is.
_SAMPLED = _reasons((("not_sampled",), "keep"))

# What the loop shows, it shows as verified. Of the thresholds that decide equally well (0.36 to
# 0.52 for the weights in the package) it takes a strict one, and `strict` goes beyond.
_SHOWN_AS_VERIFIED = 0.5

PRESETS: Mapping[str, Policy] = {
    "audit": Policy(
        name="audit", action="report", labels=_KEEP, no_evidence="keep", attach_citations=False
    ),
    "flag": Policy(name="flag", action="flag", labels=_MARK, reasons=_SAMPLED, no_evidence="mark"),
    "suppress": Policy(
        name="suppress",
        action="suppress",
        labels=_DELETE,
        reasons=_reasons((_CITATION_FAULTS, "fix")) + _SAMPLED,
        min_confidence=0.7,
    ),
    "repair": Policy(name="repair", action="repair", labels=_REPAIR, reasons=_FIXES + _SAMPLED),
    "strict": Policy(
        name="strict",
        action="repair",
        labels=_STRICT,
        reasons=_FIXES + _reasons((_STRICT_BLOCKS, "block")),
        uncited="fail",
        fail_closed=True,
        check_instructions=True,
        min_support=0.55,
    ),
    "regenerate": Policy(
        name="regenerate",
        action="repair",
        labels=_REPAIR,
        reasons=_FIXES,
        regenerate=True,
        check_instructions=True,
        min_support=_SHOWN_AS_VERIFIED,
    ),
    "widen": Policy(
        name="widen",
        action="repair",
        labels=_BLOCK,
        widen=True,
        check_instructions=True,
        min_support=_SHOWN_AS_VERIFIED,
    ),
}


# --- deciding --------------------------------------------------------------------------------


def decide(
    policy: Policy,
    verdicts: Sequence[Verdict],
    status: Status,
    failures: Sequence[Failure] = (),
) -> Decision:
    """What `policy` does with an answer that got these verdicts.

    Total: every combination of labels, reasons, status and failures gives a decision, and no
    claim that is not clean is treated as "keep" unless the policy says so for its label or
    reason. Without evidence, or when the answer was not taken apart (`unchecked` without any
    verdict), the whole answer is kept, marked or blocked as `policy.no_evidence` says.
    With `fail_closed`, an answer that could not be checked, or any failed stage, is blocked.
    Claims that were not in a sample (`not_sampled`) and that the policy keeps make no failure.
    """
    if policy.action == "report":
        return Decision("report", _every("keep", len(verdicts)), "report_only")
    if status == "no_evidence":
        return _whole(policy, len(verdicts), "no_evidence")
    if policy.fail_closed and (status == "unchecked" or failures):
        return _blocked(len(verdicts), "verifier_failed")
    treatments = tuple(treat(policy, verdict) for verdict in verdicts)
    if "block" in treatments:
        return _blocked(len(verdicts), "blocked")
    if all(treatment == "keep" for treatment in treatments):
        doubtful = [v for v in verdicts if not v.clean]
        sampled = bool(doubtful) and all(is_unsampled(v) for v in doubtful)
        if status == "unchecked" and not sampled:
            return _whole(policy, len(verdicts), "verifier_failed")
        return Decision("pass", treatments, "nothing_failed")
    return Decision(policy.action, treatments, "claims_failed")


def is_unsampled(verdict: Verdict) -> bool:
    """Whether the claim was not checked because it was not in the sample."""
    sampled_out = any(finding.reason == "not_sampled" for finding in verdict.reasons)
    return verdict.label == "unchecked" and sampled_out


def treat(policy: Policy, verdict: Verdict) -> Treatment:
    """The treatment of one verdict: the strongest that its failures ask for.

    Each failed finding asks for its reason's override, or else for its label's treatment. A
    label that no failed check decided asks for the override of a reason noted beside it
    (`source_conflict`, `low_entailment`), or else for its own treatment.
    """
    if verdict.clean:
        return "keep"
    default = policy.for_label(verdict.label)
    strongest = max(_asked(policy, verdict, default), key=TREATMENTS.index)
    if strongest == "fix" and not _fixable(verdict):
        strongest = default if default != "fix" else "delete"
    if _correctable(policy, verdict) and strongest in ("hedge", "delete"):
        return "fix"
    if strongest in ("hedge", "delete") and _confidence(verdict) < policy.min_confidence:
        return "mark"
    return strongest


def _asked(policy: Policy, verdict: Verdict, default: Treatment) -> list[Treatment]:
    """Every treatment that a failure of the verdict, or its label, asks for; never empty."""
    failed = [finding for finding in verdict.reasons if finding.outcome == "fail"]
    asked = [policy.for_reason(finding.reason) or default for finding in failed]
    if verdict.label != "supported" and all(finding.label is None for finding in failed):
        noted = [policy.for_reason(f.reason) for f in verdict.reasons if f.outcome == "note"]
        asked.extend([override for override in noted if override is not None] or [default])
    return asked


def _fixable(verdict: Verdict) -> bool:
    """Whether only the citing or quoting failed, so that the content may well be supported.

    A wording that was only misquoted is worth the try: the repaired answer is verified again.
    Words put into the wrong mouth are not: without their marks nobody would check who said them.
    """
    failed = [finding for finding in verdict.reasons if finding.outcome == "fail"]
    if any(f.reason == "quote_misattributed" and f.label is not None for f in failed):
        return False
    if verdict.label == "supported":
        return True
    quoting = bool(failed) and all(finding.reason in _REWORDABLE for finding in failed)
    return quoting and (verdict.entailment is None or verdict.entailment.entailment >= 0.5)


def _correctable(policy: Policy, verdict: Verdict) -> bool:
    """Whether the policy allows the wrong values to be replaced and the evidence states them."""
    if not policy.correct_values:
        return False
    values = ("number_mismatch", "date_mismatch", "unit_mismatch")
    failed = [finding for finding in verdict.reasons if finding.outcome == "fail"]
    return bool(failed) and all(
        f.reason in values and f.claimed and f.stated and f.evidence for f in failed
    )


def _confidence(verdict: Verdict) -> float:
    """How sure it is that the claim is not supported, in [0, 1]."""
    if verdict.label == "unchecked":
        return 0.0
    if any(
        f.outcome == "fail" and f.label is not None and f.reason not in _ESTIMATED
        for f in verdict.reasons
    ):
        return 1.0
    if verdict.score is not None:
        return 1.0 - verdict.score
    if verdict.entailment is not None:
        return 1.0 - verdict.entailment.entailment
    return 1.0


def _whole(policy: Policy, claims: int, because: Cause) -> Decision:
    """The decision on an answer of which no claim could be looked at."""
    if policy.no_evidence == "keep":
        return Decision("pass", _every("keep", claims), because)
    if policy.no_evidence == "mark":
        return Decision("flag", _every("keep", claims), because)
    return _blocked(claims, because)


def _every(treatment: Treatment, claims: int) -> tuple[Treatment, ...]:
    return (treatment,) * claims


def _blocked(claims: int, because: Cause) -> Decision:
    return Decision("block", _every("block", claims), because)


def suppressing(policy: Policy) -> Policy:
    """`policy` with every claim deleted that it would only mark or hedge, however unsure.

    For a model that repeats a claim it was told is not supported: the claim is not worth a word.
    What is left is verified again, as under `repair`.
    """
    softer: tuple[Treatment, ...] = ("keep", "mark", "hedge")
    return dataclasses.replace(
        policy,
        action="repair",
        labels=tuple(
            (label, ("fix" if label == "supported" else "delete") if t in softer else t)
            for label, t in policy.labels
        ),
        reasons=tuple((r, "delete" if t in softer else t) for r, t in policy.reasons),
        min_confidence=0.0,
    )


# --- loading ---------------------------------------------------------------------------------


def load_policy(
    source: str | Path | Policy | Mapping[str, object] = "flag", **overrides: object
) -> Policy:
    """A policy from a preset's name, a mapping, or a `.toml` or `.json` file.

    A mapping or file names the preset it starts from as `base` (default "flag") and sets any
    field of `Policy`; `labels` and `reasons` are tables that change single entries. `overrides`
    are applied last, in the same form. A string ending in `.toml` or `.json` is a path, any
    other a name. Raises ConfigurationError (what was expected, what came) for an unknown
    name or field or a value out of range.
    """
    if isinstance(source, Policy):
        policy = source
    elif isinstance(source, Mapping):
        policy = _from_mapping(source)
    elif isinstance(source, Path) or str(source).lower().endswith((".toml", ".json")):
        policy = _from_mapping(_read(Path(source)))
    elif isinstance(source, str):
        policy = _preset(source)
    else:
        raise ConfigurationError(
            f"policy: expected a name, a mapping or a path, got {type(source).__name__}"
        )
    return _override(policy, overrides) if overrides else policy


def policy_to_dict(policy: Policy) -> dict[str, object]:
    """The policy as plain data; `load_policy` makes an equal policy of it."""
    data: dict[str, object] = {
        field.name: getattr(policy, field.name) for field in dataclasses.fields(policy)
    }
    data["labels"] = dict(policy.labels)
    data["reasons"] = dict(policy.reasons)
    return data


def _preset(name: str) -> Policy:
    if name in PRESETS:
        return PRESETS[name]
    raise ConfigurationError(
        f"policy: expected one of {', '.join(PRESETS)} or a path ending in .toml or .json, "
        f"got {name!r}"
    )


def _read(path: Path) -> Mapping[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
        is_toml = path.suffix.lower() == ".toml"
        data: object = tomllib.loads(text) if is_toml else json.loads(text)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ConfigurationError(f"policy file {path}: cannot be read: {reason}") from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"policy file {path}: expected UTF-8 text: {error}") from error
    except (tomllib.TOMLDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ConfigurationError(f"policy file {path}: {error}") from error
    if not isinstance(data, dict):
        raise ConfigurationError(
            f"policy file {path}: expected a table of fields, got {type(data).__name__}"
        )
    return data


def _from_mapping(data: Mapping[str, object]) -> Policy:
    fields = dict(data)
    base = fields.pop("base", "flag")
    if base == "flag" and fields.get("name") in PRESETS:
        base = fields["name"]
    if not isinstance(base, str):
        raise ConfigurationError(f"policy base: expected the name of a preset, got {base!r}")
    return _override(_preset(base), fields)


def _override(policy: Policy, fields: Mapping[str, object]) -> Policy:
    known = {field.name for field in dataclasses.fields(Policy)}
    unknown = sorted(str(name) for name in fields if name not in known)
    if unknown:
        raise ConfigurationError(
            f"policy: unknown field {', '.join(map(repr, unknown))}; expected some of "
            f"{', '.join(sorted(known))}"
        )
    values: dict[str, Any] = {name: _validated(name, value) for name, value in fields.items()}
    for table in ("labels", "reasons"):
        if table in values:
            values[table] = tuple({**dict(getattr(policy, table)), **dict(values[table])}.items())
    return dataclasses.replace(policy, **values)


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "action": get_args(WholeAction),
    "uncited": get_args(Uncited),
    "no_evidence": ("keep", "mark", "block"),
    "quotations": get_args(Quotations),
}
_BOOLEANS = (
    "fail_closed",
    "regenerate",
    "widen",
    "check_instructions",
    "attach_citations",
    "correct_values",
    "show_confidence",
)


def _validated(name: str, value: object) -> object:
    """`value` if field `name` may hold it; tables become pairs."""
    if name == "labels":
        return _table(name, value, LABELS)
    if name == "reasons":
        return _table(name, value, REASONS)
    if name in _CHOICES:
        return _choice(f"policy {name}", value, _CHOICES[name])
    if name in _BOOLEANS:
        if isinstance(value, bool):
            return value
        raise ConfigurationError(f"policy {name}: expected true or false, got {value!r}")
    if name in ("min_support", "min_confidence"):
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1:
            return float(value)
        raise ConfigurationError(f"policy {name}: expected a number from 0 to 1, got {value!r}")
    if name == "citations_cap":
        if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
            return value
        raise ConfigurationError(f"policy {name}: expected a whole number from 1, got {value!r}")
    return _text(name, value)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip() or "\n" in value:
        raise ConfigurationError(f"policy {name}: expected one line of text, got {value!r}")
    return value


def _choice(where: str, value: object, choices: Sequence[str]) -> str:
    if isinstance(value, str) and value in choices:
        return value
    raise ConfigurationError(f"{where}: expected one of {', '.join(choices)}, got {value!r}")


def _table(name: str, value: object, keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
    if isinstance(value, tuple):
        value = dict(value)
    if not isinstance(value, Mapping):
        raise ConfigurationError(
            f"policy {name}: expected a table such as {{{keys[1]} = 'delete'}}, got {value!r}"
        )
    return tuple(
        (
            _choice(f"policy {name}", key, keys),
            _choice(f"policy {name}.{key}", treatment, TREATMENTS),
        )
        for key, treatment in value.items()
    )
