"""What tests of faults use: a PostgreSQL server, and one service with everything switched on."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import httpx
import pytest

from entailed.service import ServiceSettings
from entailed.service.proxy.settings import ProxySettings
from tests.endpoints import Endpoint, chat
from tests.ledger.postgres import NoServerError, Server, make_server
from tests.service.faults.support import ANSWER, Keys, bearer, served

# Where tests run in several processes, those that need a server share one.
ONE_SERVER = pytest.mark.xdist_group("postgresql")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
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
def where(request, tmp_path) -> str:
    """An empty place for a ledger, on each database."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger.db")
    return request.getfixturevalue("server").place()


@dataclass(frozen=True)
class Whole:
    """A service with keys, a ledger and a model behind it, and clients of two tenants."""

    anyone: httpx.Client
    keys: Keys
    endpoint: Endpoint
    port: int
    service: Any

    def ask(self, key: str | None = None, **given: Any) -> httpx.Response:
        """A request with a key, by default that of tenant alpha."""
        headers = {**bearer(self.keys.alpha if key is None else key), **given.pop("headers", {})}
        return self.anyone.request(headers=headers, **given)


@pytest.fixture(scope="package")
def whole(tmp_path_factory) -> Iterator[Whole]:
    """One service for all tests that only put requests to it."""
    folder = tmp_path_factory.mktemp("faults")
    keys = Keys.make(folder)
    with contextlib.ExitStack() as stack:
        endpoint = stack.enter_context(Endpoint(chat(ANSWER)))
        settings = ServiceSettings(
            scorer="lexical",
            keys=keys.path,
            ledger=str(folder / "ledger.db"),
            ledger_wait=10.0,
            body_bytes=200_000,
            body_seconds=1.0,
            policies=MappingProxyType({}),
            proxy=ProxySettings(upstream=endpoint.url, retries=0),
        )
        client = stack.enter_context(served(settings))
        yield Whole(client, keys, endpoint, client.port, client.service)
