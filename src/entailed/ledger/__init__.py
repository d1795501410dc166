"""The ledger: records that can be proved, replayed and erased months later.

    with Ledger("ledger.db") as ledger:
        records = ledger.tenant("acme")
        acknowledgement = records.append(report, configuration=configuration_of(verifier))
        acknowledgement.wait(5)

Needs the extra `ledger` (SQLAlchemy); names are imported on first use, so that the values can be
had without it.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from entailed.errors import UnsupportedError as _UnsupportedError

if TYPE_CHECKING:
    from entailed.ledger.contents import configuration_of
    from entailed.ledger.export import record_to_dict
    from entailed.ledger.ledger import Ledger, TenantLedger
    from entailed.ledger.statistics import (
        Latency,
        Period,
        SourceRate,
        Statistics,
        statistics_to_dict,
    )
    from entailed.ledger.values import (
        Change,
        Difference,
        Draft,
        Erased,
        Fault,
        Head,
        Purged,
        Query,
        Receipt,
        Record,
        Replay,
        Retention,
        Verification,
    )
    from entailed.ledger.writer import Acknowledgement, Counters, WriterSettings

__all__ = [
    "Acknowledgement",
    "Change",
    "Counters",
    "Difference",
    "Draft",
    "Erased",
    "Fault",
    "Head",
    "Latency",
    "Ledger",
    "Period",
    "Purged",
    "Query",
    "Receipt",
    "Record",
    "Replay",
    "Retention",
    "SourceRate",
    "Statistics",
    "TenantLedger",
    "Verification",
    "WriterSettings",
    "configuration_of",
    "record_to_dict",
    "statistics_to_dict",
]

_HOMES = {
    "contents": ("configuration_of",),
    "export": ("record_to_dict",),
    "ledger": ("Ledger", "TenantLedger"),
    "statistics": ("Latency", "Period", "SourceRate", "Statistics", "statistics_to_dict"),
    "values": (
        "Change",
        "Difference",
        "Draft",
        "Erased",
        "Fault",
        "Head",
        "Purged",
        "Query",
        "Receipt",
        "Record",
        "Replay",
        "Retention",
        "Verification",
    ),
    "writer": ("Acknowledgement", "Counters", "WriterSettings"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name from its module on first use."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'entailed.ledger' has no attribute {name!r}")
    try:
        value = getattr(_import_module(f"entailed.ledger.{_HOME_OF[name]}"), name)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("sqlalchemy"):
            raise
        raise _UnsupportedError(
            "the ledger needs SQLAlchemy: run pip install 'entailed[ledger]'"
        ) from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
