"""The ledger and the figures on the page, against what the API says."""

from __future__ import annotations

import httpx
import pytest

from tests.service.page.conftest import recorded_service

pytestmark = pytest.mark.xdist_group("page")

PASSAGES = [
    {"id": "1", "text": "Tea costs 3 euros.", "source": "menu"},
    {"id": "2", "text": "Rolls are warm.", "source": "bakery"},
]
ANSWERS = ["Tea costs 3 euros [1].", "Tea costs 4 euros [1].", "Rolls are warm [2]."] * 10


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A service of these tests alone: what a page of another test still asks is not counted."""
    with recorded_service(tmp_path_factory) as found:
        yield found


@pytest.fixture(scope="module")
def filled(address):
    """The service with records of several kinds."""
    with httpx.Client(base_url=address, timeout=60) as client:
        for answer in ANSWERS:
            client.post("/v1/verify", json={"answer": answer, "passages": PASSAGES})
        yield client


def total(client, **query):
    """How many records the API counts."""
    return client.get("/v1/stats", params=query).json()["records"]


def listed(page):
    """How many records the page lists, all pages together."""
    count = 0
    while True:
        page.locator("table.records").wait_for()
        count += page.locator("table.records tbody tr").count()
        older = page.get_by_role("button", name="Older records")
        if not older.count():
            return count
        first = page.locator("table.records a").first.get_attribute("href")
        older.click()
        page.locator(f"table.records a[href='{first}']").wait_for(state="detached")


def test_records_are_listed_filtered_and_paged(opened, filled):
    """By status, action, label, source and time; the filters stand in the fragment."""
    page = opened("/#ledger")
    assert listed(page) == total(filled) >= len(ANSWERS)
    page.get_by_role("button", name="Newest").click()
    form = page.get_by_role("form", name="Which records")
    form.get_by_label("Source").fill("menu")
    form.get_by_label("With a claim that is").select_option("contradicted")
    form.get_by_role("button", name="Show").click()
    page.wait_for_url("**label=contradicted*")
    page.locator("table.records").wait_for()
    assert listed(page) == total(filled, source="menu", label="contradicted") == 10
    form.get_by_label("Until").fill("2000-01-01")
    form.get_by_role("button", name="Show").click()
    page.get_by_text("No record matches.").wait_for()
    page.go_back()
    page.locator("table.records").wait_for()
    assert form.get_by_label("Source").input_value() == "menu"


def test_a_record_is_opened_and_replayed(opened, filled):
    """With its report; a replay says that nothing differs, or what does."""
    page = opened("/#ledger?label=contradicted")
    page.locator("table.records a").first.click()
    record = page.locator("#ledger-record")
    record.get_by_role("button", name="Replay").click()
    record.locator(".outcome-line").wait_for()
    assert "the same report" in record.locator(".outcome-line").inner_text()
    assert page.evaluate("document.activeElement.closest('#ledger-record') !== null")
    differing = {
        "record_id": "r", "changes": [],
        "differences": [{"path": "verdicts[0].label", "stored": "<b>supported</b>",
                         "replayed": None, "stored_absent": False, "replayed_absent": True}],
    }  # fmt: skip
    page.route("**/replay", lambda route: route.fulfill(json=differing))
    record.get_by_role("button", name="Replay").click()
    record.get_by_text("1 difference").wait_for()
    cells = record.locator(".replay-result td").all_inner_texts()
    assert cells == ["verdicts[0].label", "<b>supported</b>", "(absent)"]


def named(source):
    """A source as the page shows it."""
    return {None: "erased", "": "no source"}.get(source, source).replace("\u202e", "\ufffd")


def numbers(page, title):
    """The rows of the table behind a chart, as lists of texts."""
    card = page.locator("section.card", has=page.get_by_role("heading", name=title))
    if card.locator("summary").count():
        card.locator("summary").click()
    rows = card.locator("tbody tr")
    return [rows.nth(n).locator("th, td").all_inner_texts() for n in range(rows.count())]


def test_figures_are_those_of_the_api(opened, filled):
    """Outcomes, sources, latency, verdicts and statuses, in the tables and in the bars."""
    stats = filled.get("/v1/stats", params={"every": "day"}).json()
    page = opened("/#figures")
    page.locator(".charts").wait_for()
    everything = numbers(page, "Share of each outcome over time")[-1]
    assert everything[:2] == ["all", str(stats["records"])]
    shown = sorted(int(cell.split()[0]) for cell in everything[2:])
    assert shown == sorted(stats["actions"].values())
    sources = {row[0]: row[2] for row in numbers(page, "Failures by source")}
    assert sources == {
        named(one["source"]): (f"{one['failed']} of {one['claims']}") for one in stats["sources"]
    }
    latency = numbers(page, "Time a check took")
    assert [row[2:4] for row in latency] == [
        [f"{one['p50']:.1f}", f"{one['p95']:.1f}"]
        for one in [*(period["latency"] for period in stats["periods"]), stats["latency"]]
    ]
    labels = [int(row[2].split()[0]) for row in numbers(page, "Claims by verdict")]
    assert labels == list(stats["labels"].values())
    bars = page.locator(".charts .wide .chart g")
    heights = [
        float(bars.nth(n).locator("rect").first.get_attribute("height"))
        for n in range(bars.count())
    ]
    first = stats["periods"][0]
    assert len(heights) >= len(first["actions"])
    assert sum(heights) / 180 == pytest.approx(len(stats["periods"]), abs=1e-3)


def test_figures_of_nothing_say_so(opened, filled):
    """Rather than charts of zeros."""
    page = opened("/#figures?until=2000-01-01")
    page.get_by_text("No records to count.").wait_for()
