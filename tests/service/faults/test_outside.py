"""Nothing that a caller sends makes the service connect anywhere, read a file or run a program.

An audit hook sees what Python does: every connection, name lookup, file, program and library.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import entailed
from tests.service.faults.support import GUARDED, VERIFY, replaced

pytestmark = pytest.mark.xdist_group("service_whole")
NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto")
FILES = ("open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.mkdir", "glob.glob",
         "shutil.copyfile", "sqlite3.connect", "tempfile.mkstemp")  # fmt: skip
PROGRAMS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork",
            "ctypes.dlopen", "pickle.find_class")  # fmt: skip
OWN = (sys.prefix, sys.base_prefix, str(Path(entailed.__file__).parent))
"""Where the modules lie that a service may import late."""


class Watch:
    """What this process does between `begin` and `end`, other than for the test itself."""

    def __init__(self) -> None:
        self.on = False
        self.seen: list[tuple[str, str, int]] = []
        self._tester = threading.get_ident()
        sys.addaudithook(self._hook)  # there is no way to take one away again

    def _hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on or threading.get_ident() == self._tester:
            return
        if event in NETWORK:
            address = arguments[1] if event in ("socket.connect", "socket.sendto") else arguments
            port = address[1] if isinstance(address, tuple) and len(address) > 1 else 0
            self.seen.append((event, repr(address), port if isinstance(port, int) else 0))
        elif event in FILES or event in PROGRAMS:
            first = arguments[0]
            path = isinstance(first, str | bytes | os.PathLike)
            self.seen.append((event, os.fsdecode(first) if path else repr(first), 0))

    @contextmanager
    def watching(self) -> Iterator[list[tuple[str, str, int]]]:
        """The events of the block."""
        self.seen = []
        self.on = True
        try:
            yield self.seen
        finally:
            self.on = False


WATCH = Watch()


@pytest.fixture(scope="module")
def bait(tmp_path_factory):
    """A file with a secret, and a port that counts who connects."""
    path = tmp_path_factory.mktemp("bait") / "secret.md"
    path.write_text("The secret word is xylophone-9921. Refunds within 60 days.", encoding="utf-8")
    (path.parent / "policy.toml").write_text('name = "stolen"\n', encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.2)
        yield path, listener


def lures(path, listener):
    """Texts that some libraries take for something to be fetched, read or run."""
    port = listener.getsockname()[1]
    return (
        str(path),
        f"file://{path}",
        f"http://127.0.0.1:{port}/passage.txt",
        f"transformers:{path.parent}",
        f"{{{{ ''.__class__.__mro__ }}}} ${{jndi:ldap://127.0.0.1:{port}/a}} $(touch {path}.x)",
        f"![a](http://127.0.0.1:{port}/a.png) <img src=http://127.0.0.1:{port}/> [S1]({path})"
        f'<!DOCTYPE a [<!ENTITY x SYSTEM "file://{path}">]><a>&x;</a>',
    )


EXTRA = ("scorer", "documents", "model_url", "url", "ledger", "calibration", "base_url", "upstream",
         "extractor", "judge", "policy_file", "settings", "file")  # fmt: skip


def asked(route, lure):
    """Bodies with the lure in each of the texts, and in fields that there might be."""
    yield from replaced(route.body, lure)
    if isinstance(route.body, dict):
        yield {**route.body, **dict.fromkeys({"passages", "documents"} & route.body.keys(), lure)}
        yield {**route.body, **dict.fromkeys(EXTRA, lure)}


def strange(whole, seen):
    """What was seen, but for modules, the ledger and the configured model."""
    model = int(whole.endpoint.url.split(":")[2].split("/")[0])
    left = []
    for event, what, port in seen:
        late = event in ("open", "os.listdir", "os.scandir") and what.startswith(OWN)
        ledger = event == "sqlite3.connect" and what.endswith("ledger.db")
        if not (late or ledger or (event in NETWORK and port == model)):
            left.append((event, what))
    return left


def test_the_watch_sees_what_it_has_to_see(bait):
    """A check that cannot fail would be none."""
    path, listener = bait

    def disobey():
        path.read_text(encoding="utf-8")
        with socket.create_connection(listener.getsockname()):
            pass

    with WATCH.watching() as seen:
        thread = threading.Thread(target=disobey)
        thread.start()
        thread.join()
    assert {"open", "socket.connect"} <= {event for event, _, _ in seen}
    listener.accept()[0].close()


@pytest.mark.parametrize("route", GUARDED, ids=str)
def test_no_text_is_fetched_read_or_run(whole, bait, route):
    """In any field of any route; the secret comes back from none."""
    path, listener = bait
    whole.ask(method="POST", url="/v1/verify", json={**VERIFY, "record_id": "known"})
    whole.ask(**route.asked())
    whole.service.ledger.flush(10)
    files = set(path.parent.iterdir())
    with WATCH.watching() as seen:
        for lure in lures(path, listener):
            for body in asked(route, lure) if route.body is not None else [None]:
                reply = whole.ask(**route.asked(body))
                assert "xylophone" not in reply.text
                assert reply.status_code < 500 or reply.status_code == 501, reply.text
            query = {**route.query, **dict.fromkeys(("policy", "source", "passage", "url"), lure)}
            assert "xylophone" not in whole.ask(**route.asked(params=query)).text
        whole.service.ledger.flush(10)
    assert strange(whole, seen) == []
    assert set(path.parent.iterdir()) == files
    with pytest.raises(TimeoutError):
        listener.accept()


def test_headers_name_no_place_to_go(whole, bait):
    """Neither hosts nor proxies nor addresses of other services."""
    path, listener = bait
    place = f"http://127.0.0.1:{listener.getsockname()[1]}"
    names = ("X-Forwarded-Host", "X-Forwarded-For", "Forwarded", "X-Original-URL", "Referer",
             "X-Upstream-Url", "X-Base-Url", "Origin", "Proxy", "X-Upstream-Authorization",
             "OpenAI-Organization")  # fmt: skip
    with WATCH.watching() as seen:
        for route in GUARDED:
            whole.ask(**route.asked(headers=dict.fromkeys(names, place)))
    assert strange(whole, seen) == []
    with pytest.raises(TimeoutError):
        listener.accept()
    sent = whole.endpoint.headers[-1]
    assert place not in sent.values()
    assert path.exists()


def test_a_replayed_record_reads_nothing(whole, bait):
    """Its passages are those that were frozen, whatever their addresses say."""
    path, listener = bait
    passages = [
        {"id": "S1", "text": "Refunds within 30 days.", "url": lure, "source": lure, "title": lure}
        for lure in lures(path, listener)[:1]
    ]
    body = {"answer": "Refunds within 60 days [S1].", "passages": passages, "record_id": "lured"}
    whole.ask(method="POST", url="/v1/verify", json=body)
    with WATCH.watching() as seen:
        reply = whole.ask(method="POST", url="/v1/records/lured/replay")
    assert reply.json()["same"]
    assert strange(whole, seen) == []
