"""What routes hand to the service, and what they get back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from entailed.types import Limits, Report

__all__ = ["Answered", "Work"]


@dataclass(frozen=True, slots=True)
class Work:
    """One answer to be verified.

    `passages` is anything `entailed.freeze` takes. `policy` is a name among those of the settings,
    `limits` are cut to theirs. `record_id` is the id its record gets, a random one without it.
    `kind` names the route in metrics and in the record; `attributes` are kept with the record.
    """

    answer: str
    passages: object
    question: str = ""
    policy: str | None = None
    limits: Limits | None = None
    record_id: str | None = None
    kind: str = "verify"
    attributes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Answered:
    """A report and what became of its record.

    `record_id` is None where there is no ledger, or where it did not take the record. An id means
    that the ledger's writer holds the record (`recorded`) and goes on trying to store it; until
    it is `stored` (committed, on disk) it can be lost by a killed process or a database that
    stays away. `stored` is known only where the settings let answers wait for it.
    """

    report: Report
    record_id: str | None = None
    stored: bool = False

    @property
    def recorded(self) -> bool:
        """Whether the ledger's writer took the record."""
        return self.record_id is not None
