"""A service on a port of its own, in a thread of the tests."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import uvicorn


@contextlib.contextmanager
def served(app: Any, **config: Any) -> Iterator[str]:
    """The application on a port of its own; its address. `config` is uvicorn's."""
    server = uvicorn.Server(uvicorn.Config(app, **{"port": 0, "log_level": "error", **config}))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service did not start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(60)
