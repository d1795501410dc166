"""The server process: uvicorn around the application, and what it is told."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path

from fastapi import FastAPI

from entailed.ledger import Ledger
from entailed.service.app import create_app
from entailed.service.service import Service
from entailed.service.settings import PREFIX, ServiceSettings
from entailed.service.telemetry.logs import configure

__all__ = ["in_environment", "serve", "served"]


def serve(settings: ServiceSettings, workers: int = 1) -> None:
    """Serve until SIGTERM or SIGINT; what was accepted is finished.

    More than one worker is one process each, with a model of its own, from the settings of the
    environment (see `in_environment`); a worker that dies is replaced.
    Raises ConfigurationError and LedgerError before anything is served.
    """
    import uvicorn

    service = Service(settings)
    if settings.ledger is not None:
        Ledger(settings.ledger).close()  # makes its tables, or says why it cannot
    app: FastAPI | str = "entailed.service.serving:served"
    if workers == 1:
        configure(settings.telemetry)
        app = create_app(service)
    uvicorn.run(
        app,
        factory=workers > 1,
        workers=workers,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nothing here depends on the client's address
        lifespan="on",
        ws="none",
        timeout_graceful_shutdown=math.ceil(settings.shutdown_seconds),
    )


def served() -> FastAPI:
    """The application of a worker process."""
    settings = ServiceSettings.load()
    configure(settings.telemetry)
    return create_app(settings)


def in_environment(file: Path | None, overrides: Mapping[str, object]) -> None:
    """Hand settings to worker processes, which read them as `ServiceSettings.load` does."""
    if file is not None:
        os.environ[f"{PREFIX}SETTINGS"] = str(file.resolve())
    for name, value in overrides.items():
        if isinstance(value, Mapping):
            inner = {f"{name}__{key}": one for key, one in value.items()}
            in_environment(None, inner)
        else:
            os.environ[f"{PREFIX}{name.upper()}"] = str(value)
