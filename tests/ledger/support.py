"""What tests of the ledger share: a clock, a verifier, reports, and raw access to the tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from sqlalchemy import create_engine, text

from entailed.assembly import build_verifier
from entailed.ledger import Ledger, TenantLedger
from entailed.pipeline import Verifier
from entailed.types import Report
from tests.reports import examples

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSAGES = {
    "S1": {"text": "Refunds are accepted within 30 days of delivery.", "source": "refunds.md"},
    "S2": {"text": "Gift cards are not refundable.", "source": "cards.md"},
}
WRONG = "Refunds are accepted within 60 days [S1]. Gift cards are not refundable [S2]."
RIGHT = "Gift cards are not refundable [S2]."


class Clock:
    """A clock that goes on by a second each time it is read, and can be set."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """The time, a second later than before."""
        self.now += timedelta(seconds=1)
        return self.now


@cache
def verifier(policy: str = "repair") -> Verifier:
    """A verifier without a model."""
    return build_verifier(policy, scorer="lexical")


@cache
def report(answer: str = WRONG, question: str = "May I return it?") -> Report:
    """A real report on `answer`."""
    return verifier().verify(answer, PASSAGES, question)


def fill(records: TenantLedger, number: int = 4) -> list[str]:
    """Store that many different reports; their ids."""
    made = list(examples().values())
    ids = [f"r{n}" for n in range(1, number + 1)]
    for n, name in enumerate(ids):
        records.record(made[n % len(made)], record_id=name)
    return ids


def sql(where: str, *statements: str, **values: object) -> None:
    """Change the tables behind the ledger's back."""
    engine = create_engine(_driver_url(where))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement), values)
    engine.dispose()


def rows(where: str, query: str) -> Sequence[tuple]:
    """What the tables hold."""
    engine = create_engine(_driver_url(where))
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    return found


def reopened(where: str) -> Ledger:
    """The ledger once more, as another program opens it."""
    return Ledger(where, create=False)


def _driver_url(where: str) -> str:
    return (
        where.replace("postgresql:", "postgresql+psycopg:")
        if "://" in where
        else f"sqlite:///{where}"
    )
