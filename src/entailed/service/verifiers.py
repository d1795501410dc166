"""The verifiers of a service: one set of stages, one scorer, any of its policies."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from entailed.assembly import build_verifier
from entailed.errors import ConfigurationError
from entailed.ledger.contents import configuration_of
from entailed.ledger.values import Record
from entailed.pipeline import Verifier
from entailed.policy import PRESETS, Policy, load_policy
from entailed.protocols import Scorer
from entailed.service.errors import ServiceError
from entailed.service.settings import ServiceSettings
from entailed.types import Limits

__all__ = ["UNCITED", "Chosen", "Verifiers", "within"]

UNCITED = "repair-uncited"
"""A policy that requests may name besides the presets: `repair`, without added citations."""

_BOUNDS = (
    "answer_characters",
    "claims",
    "passages",
    "evidence_characters",
    "citations_per_claim",
    "windows_per_claim",
    "sample",
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A verifier for one request, and what a ledger keeps of how it was set."""

    verifier: Verifier
    configuration: Mapping[str, Any]


class Verifiers:
    """Makes the verifier of a request: its policy among those of the settings, its limits within.

    Raises ConfigurationError for settings that name no policy, scorer or calibration there is.
    """

    def __init__(self, settings: ServiceSettings, scorer: Scorer | None) -> None:
        self._settings = settings
        self._scorer = scorer
        self._policies = _policies(settings)
        self._made: dict[tuple[str, int], Verifier] = {}
        self._lock = threading.Lock()
        self.default = self._of(settings.policy, settings.limits)

    @property
    def names(self) -> tuple[str, ...]:
        """The policies that requests may name, in order."""
        return tuple(sorted(self._policies))

    def policy(self, name: str) -> Policy:
        """The policy of a name that a request may give. Raises ServiceError (422) for another."""
        if name not in self._policies:
            raise ServiceError(
                422,
                "unknown_policy",
                f"policy: expected one of {', '.join(self.names)}",
                expected=list(self.names),
            )
        return self._policies[name]

    def choose(self, policy: str | None, limits: Limits | None) -> Chosen:
        """The verifier of a request. Raises ServiceError (422) for another policy."""
        name = self._settings.policy if policy is None else policy
        self.policy(name)
        bounds = within(self._settings, limits)
        verifier = self._of(name, bounds).changed(limits=bounds)
        return Chosen(verifier, configuration_of(verifier))

    def described(self, verifier: Verifier) -> Chosen:
        """A verifier made elsewhere, with its configuration."""
        return Chosen(verifier, configuration_of(verifier))

    def recorded(self, record: Record) -> Verifier:
        """A verifier of this service's parts with the policy and limits of a record.

        Raises ConfigurationError for a policy that this version does not read.
        """
        kept = record.configuration
        # A limit that this version no longer has is left out: no reason to refuse a replay.
        known = {field.name for field in fields(Limits)}
        limits = {n: v for n, v in (kept.get("limits") or {}).items() if n in known}
        bounds = replace(Limits(**limits), seconds=self._settings.seconds)
        policy: str | Mapping[str, object] = kept.get("policy") or record.summary["policy"]
        return build_verifier(
            policy,
            scorer=self._scorer,
            calibration=self._settings.calibration,
            limits=bounds,
        )

    def _of(self, policy: str, bounds: Limits) -> Verifier:
        """A verifier under a policy; its stages are made once for each width of alignment."""
        key = (policy, bounds.windows_per_claim)
        with self._lock:
            if key not in self._made:
                self._made[key] = build_verifier(
                    self._policies[policy],
                    scorer=self._scorer,
                    calibration=self._settings.calibration,
                    limits=bounds,
                )
            return self._made[key]


def within(settings: ServiceSettings, limits: Limits | None) -> Limits:
    """What a request asks for, cut to what the settings allow."""
    most = replace(
        settings.limits,
        seconds=min(settings.seconds, settings.limits.seconds or settings.seconds),
    )
    if limits is None:
        return most
    cut = {name: min(getattr(limits, name), getattr(most, name)) for name in _BOUNDS}
    seconds = min(limits.seconds or settings.seconds, most.seconds or settings.seconds)
    return replace(limits, **cut, seconds=seconds)


def _policies(settings: ServiceSettings) -> dict[str, Policy]:
    """The policies of a service by name: presets without a loop, `UNCITED`, and its settings'."""
    found = {name: policy for name, policy in PRESETS.items() if not policy.loops}
    # For clients whose passages have no ids that a reader could know.
    found[UNCITED] = replace(PRESETS["repair"], name=UNCITED, attach_citations=False)
    for name, path in settings.policies.items():
        found[name] = replace(load_policy(path), name=name)
    if settings.policy not in found:
        raise ConfigurationError(
            f"policy: expected one of {', '.join(found)}, or one that `policies` names, got "
            f"{settings.policy!r}"
        )
    return found
