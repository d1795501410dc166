"""A running service for all tests of the page, and a real browser for each module of them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from entailed.service import ServiceSettings, create_app
from tests.service.serving import served

_ACTION_MS = 15_000  # no wait of the browser takes longer, on a machine that is busy


@dataclass
class Watched:
    """What a page complained of, and what of it a test expects."""

    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def left(self) -> list[str]:
        """Complaints that no test expects."""
        return [c for c in self.complaints if not any(e in c for e in self.expected)]


@contextlib.contextmanager
def recorded_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with a ledger and without keys."""
    ledger = tmp_path_factory.mktemp("page") / "ledger.db"
    with served(create_app(ServiceSettings(policy="repair", ledger=str(ledger)))) as found:
        yield found


@pytest.fixture(scope="package")
def address(tmp_path_factory) -> Iterator[str]:
    """One service for all tests that leave nothing behind that another would count."""
    with recorded_service(tmp_path_factory) as found:
        yield found


@pytest.fixture(scope="module")
def browser():
    """Chromium of the system, without a window.

    Not for the whole session: while playwright runs, its thread can run no other event loop.
    """
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("needs a browser: install Debian's package chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def watched() -> Watched:
    """What the page complains of."""
    return Watched()


@pytest.fixture
def opened(browser, address, watched):
    """Opens the page in a new context: `opened(path, **options of the context)`.

    After the test nothing may stand in the console, no script may have failed, and nothing may
    have been stopped by the Content-Security-Policy (which the console tells).
    """
    contexts = []

    def open_page(path="/", base=address, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(_ACTION_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: watched.complaints.append(f"{m.type}: {m.text}"))
        page.on("pageerror", lambda e: watched.complaints.append(f"failed: {e}"))
        page.on("request", lambda r: _inside(r.url, base, watched))
        page.goto(base + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert watched.left() == []


def _inside(url, base, watched):
    if not url.startswith((base, "blob:")):
        watched.complaints.append(f"asked outside: {url}")
