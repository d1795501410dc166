"""Ledgers on both databases."""

from __future__ import annotations

import os

import pytest

from entailed.ledger import Ledger
from tests.ledger.postgres import NoServerError, Server, make_server
from tests.ledger.support import Clock

# Where tests run in several processes, those that need a server share one.
ONE_SERVER = pytest.mark.xdist_group("postgresql")


@pytest.fixture(scope="session")
def server() -> Server:
    """A PostgreSQL server. In CI it has to be there."""
    try:
        made = make_server()
    except NoServerError as error:
        if os.environ.get("CI"):
            pytest.fail(f"no PostgreSQL: {error}")
        pytest.skip(f"no PostgreSQL can run here: {error}")
    yield made
    made.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=ONE_SERVER)])
def where(request, tmp_path):
    """An empty place for a ledger, on each database."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger.db")
    return request.getfixturevalue("server").place()


@pytest.fixture
def clock():
    """A clock that is set by hand."""
    return Clock()


@pytest.fixture
def ledger(where, clock):
    """An empty ledger, on each database."""
    with Ledger(where, clock=clock) as made:
        yield made
