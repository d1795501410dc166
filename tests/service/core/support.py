"""A service in this process and a client of it; scorers that wait, fail and count."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager
from dataclasses import replace

import httpx

from entailed.service import Service, ServiceSettings, create_app
from entailed.service.keys import KeyFile
from entailed.types import Entailment

SETTINGS = ServiceSettings(scorer="lexical", hosts=("service",))
PASSAGES = {
    "S1": "Refunds are accepted within 30 days of delivery.",
    "S2": "Gift cards are not refundable.",
}
GOOD = {"answer": "Gift cards are not refundable [S2].", "passages": PASSAGES}
BAD = {"answer": "Refunds are accepted within 60 days [S1].", "passages": PASSAGES}


def run(steps):
    """Run an async test."""
    return asyncio.run(asyncio.wait_for(steps, 60))


@asynccontextmanager
async def serving(given=SETTINGS, *, key=None, **changes):
    """A client of a service with these settings; `client.service` is the service."""
    service = given if isinstance(given, Service) else Service(replace(given, **changes))
    app = create_app(service)
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://service", headers=headers, timeout=30
        ) as client:
            client.service = service
            yield client


def keys_for(folder, *tenants):
    """A file of keys in `folder`, and one key for each tenant."""
    file = KeyFile(folder / "keys.json")
    return file.path, [file.add(tenant)[1] for tenant in tenants]


def events_of(text):
    """The events of a server-sent stream, as (name, data text)."""
    found = []
    for block in text.split("\n\n")[:-1]:
        lines = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
        if lines:
            found.append((lines["event"], lines["data"]))
    return found


YES = Entailment(0.9, 0.05, 0.05)


class Gate:
    """A scorer that waits until it is opened, and counts what it is asked."""

    name, version, digest = "gate", "1", ""

    def __init__(self, *, opened=False, result=YES):
        self.open = threading.Event()
        self.entered = threading.Event()
        self.asked = []
        self.result = result
        if opened:
            self.open.set()

    def score(self, pairs):
        """The same result for every pair, once the gate is open."""
        self.asked.append(list(pairs))
        self.entered.set()
        assert self.open.wait(20)
        return [self.result for _ in pairs]


def gated(gate, **changes):
    """A service whose scorer is `gate`."""
    from entailed.service.batching import SharedScorer
    from entailed.service.verifiers import Verifiers

    service = Service(replace(SETTINGS, **changes))
    settings = service.settings
    service._scorer = SharedScorer(gate, settings.workers) if settings.gather else gate
    service._verifiers = Verifiers(settings, service._scorer)
    return service


UNSURE = {
    # Nothing that a check could decide, so that the scorer is asked.
    "answer": "The workshop closes early on quiet evenings.",
    "passages": {"S1": "On quiet evenings the workshop shuts its doors ahead of time."},
}
