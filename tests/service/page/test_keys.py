"""A service with keys that also answers questions, as the page meets it."""

from __future__ import annotations

import pytest

from entailed.assembly import build_answerer
from entailed.service import Service, ServiceSettings, create_app
from entailed.service.keys import KeyFile
from entailed.testing import ScriptedModel, ScriptedRetriever
from tests.service.serving import served

pytestmark = pytest.mark.xdist_group("page")

PASSAGES = [{"id": "menu", "text": "Tea costs 3 euros. Rolls are free."}]
ANSWERS = ["Tea costs 4 euros [menu].", "Tea costs 3 euros [menu]."]


@pytest.fixture(scope="module")
def keyed(tmp_path_factory):
    """Its address, and a key."""
    folder = tmp_path_factory.mktemp("keyed")
    _, key = KeyFile(folder / "keys.json").add("acme")
    settings = ServiceSettings(
        keys=folder / "keys.json", ledger=str(folder / "ledger.db"), scorer="lexical"
    )
    answerer = build_answerer(
        ScriptedRetriever(PASSAGES), ScriptedModel(ANSWERS), policy="regenerate", scorer="lexical"
    )
    with served(create_app(Service(settings, answerer=answerer))) as address:
        yield address, key


def enter_key(page, key, keep=False):
    """Give a key to the dialog that is open."""
    page.get_by_label("Key", exact=True).fill(key)
    page.get_by_role("checkbox", name="Keep it").set_checked(keep)
    page.get_by_role("button", name="Use this key").click()


def test_a_key_is_asked_for_and_stays_out_of_addresses(opened, watched, keyed):
    """A wrong one is refused; the right one is sent in a header, and kept only where asked."""
    address, key = keyed
    watched.expected.append("status of 401")
    page = opened(base=address)
    asked = []
    page.on("request", lambda request: asked.append(request))
    page.get_by_role("button", name="Load the example").click()
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("button", name="Enter a key").click()
    enter_key(page, "wrong")
    page.get_by_text("unknown or has been revoked").wait_for()
    page.get_by_role("button", name="Enter a key").click()
    enter_key(page, key)
    page.locator(".report").wait_for()
    assert asked[-1].headers.get("authorization", f"Bearer {key}") == f"Bearer {key}"
    assert not [request for request in asked if key in request.url]
    stored = "[JSON.stringify(sessionStorage), JSON.stringify(localStorage), document.cookie]"
    assert key not in "".join(page.evaluate(stored))
    page.get_by_role("button", name="Key: set").click()
    enter_key(page, key, keep=True)
    page.reload()
    page.get_by_role("button", name="Key: set").click()
    page.get_by_role("button", name="Forget the key").click()
    assert key not in "".join(page.evaluate(stored))
    assert page.get_by_role("button", name="Key: none").is_visible()


def test_a_question_is_answered_and_its_answers_compared(opened, keyed):
    """What is shown, what was written first, and what was wrong with that."""
    address, key = keyed
    page = opened(base=address)
    page.get_by_role("button", name="Key: none").click()
    enter_key(page, key)
    page.get_by_role("radio", name="Ask a question").check()
    page.get_by_role("textbox", name="Question").fill("How much is tea?")
    broken = 'event: error\ndata: {"error": {"message": "<i>out of order</i>"}}\n\n'
    page.route("**/v1/ask", lambda r: r.fulfill(content_type="text/event-stream", body=broken))
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_role("alert").get_by_text("<i>out of order</i>").wait_for()
    page.unroute("**/v1/ask")
    page.get_by_role("button", name="Try again", exact=True).click()
    page.get_by_role("heading", name="Verified").wait_for()
    assert page.locator(".outcome .shown").inner_text() == ANSWERS[1]
    page.get_by_role("button", name="Answer 1 as written").click()
    told = page.locator(".changes del").inner_text().split()
    assert told == ["removed:", "4", "end", "of", "removed"]
    page.locator(".claim.contradicted .words").first.click()
    assert "3 euros" in page.locator(".evidence mark.active").inner_text()
