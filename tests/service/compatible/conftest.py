"""A service of the small parts, with the compatibility routes alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from entailed.service.compatible import routers
from entailed.service.keys import Caller
from entailed.service.service import Service
from entailed.service.settings import ServiceSettings
from entailed.service.work import Answered, Work
from entailed.types import Report

SETTINGS = ServiceSettings(scorer="lexical", gather=False)


class Reporting(Service):
    """A service that gives the same report whatever it is asked, and keeps what it was asked."""

    def __init__(self, report: Report, record_id: str | None = None) -> None:
        super().__init__(SETTINGS)
        self.answered = Answered(report, record_id)
        self.works: list[Work] = []

    async def verify(self, work: Work, caller: Caller) -> Answered:
        """Keep the work and answer."""
        self.works.append(work)
        return self.answered


def client_of(service: Service) -> TestClient:
    """A client of the compatibility routes of a service."""
    app = FastAPI()
    for router in routers(service):
        app.include_router(router)
    return TestClient(app)


@pytest.fixture(scope="package")
def client() -> TestClient:
    """A client of a service that really verifies."""
    return client_of(Service(SETTINGS))


@pytest.fixture
def reporting() -> Callable[..., tuple[TestClient, Reporting]]:
    """A client of a service that gives the report it is made with."""

    def make(report: Report, record_id: str | None = None) -> tuple[TestClient, Reporting]:
        service = Reporting(report, record_id)
        return client_of(service), service

    return make
