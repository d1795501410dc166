"""Checking an answer on the page: form, result, claims by mouse and keyboard, hostile texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("page")

RETURNS = "Customers may return laptops within 30 days of delivery. Returns are free of charge."
NAMES = (Path(__file__).parent / "names.js").read_text(encoding="utf-8")
ANSWER = "Laptops can be returned within 60 days of delivery [returns]. Returns are free [returns]."


def enter(page, answer, passages, question=""):
    """Fill the form, passages as JSON, and send it."""
    page.get_by_label("Answer", exact=True).fill(answer)
    page.get_by_role("textbox", name="Question").fill(question)
    page.get_by_role("radio", name="JSON").check()
    page.get_by_label("Passages as JSON").fill(json.dumps(passages))
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator(".report").wait_for()


def checked(opened, answer=ANSWER, passages=None, **options):
    """The page with a result."""
    page = opened(**options)
    enter(page, answer, passages or [{"id": "returns", "text": RETURNS, "source": "returns.md"}])
    return page


def badge(page, number):
    """The button of a claim in the answer."""
    return page.locator(".answer-text").get_by_role("button", name=f"Claim {number},")


def test_an_answer_is_checked_and_a_claim_opened(opened):
    """From boxes to the words of the passage that contradict the claim."""
    page = opened()
    page.get_by_label("Answer", exact=True).fill(ANSWER)
    page.get_by_label("Id", exact=True).fill("returns")
    page.get_by_label("Text of passage 1").fill(RETURNS)
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("heading", name="Partly grounded").wait_for()
    assert page.evaluate("document.activeElement.textContent").strip().endswith("Partly grounded")
    assert "1 of 2 claims supported" in page.locator(".banner .meta").inner_text()
    page.locator(".claim.contradicted .words").first.click()
    panel = page.get_by_role("region", name="Open claim")
    assert "Claim 1 of 2" in panel.inner_text()
    assert "The passages give another number" in panel.inner_text()
    assert "within 30 days of delivery" in panel.locator("q").inner_text()
    mark = page.locator(".evidence mark.active")
    assert mark.locator("strong, span").first.inner_text() == "30 days"
    box = mark.bounding_box()
    assert 0 <= box["y"] <= 900 - box["height"]
    assert page.locator("#announcer").inner_text().startswith("Claim 1, contradicted.")
    assert page.locator(".changes del").count() > 0


def test_claims_open_by_keyboard(opened):
    """Tab comes to one claim, arrows go on, Enter opens, Enter again goes in, Escape comes back."""
    page = checked(opened)
    badge(page, 1).focus()
    stops = page.locator(".answer-text button[tabindex='0']")
    assert stops.count() == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    panel = page.get_by_role("region", name="Open claim")
    assert "Claim 2 of 2" in panel.inner_text()
    assert "entailment" in panel.inner_text() or "A check decided" in panel.inner_text()
    page.keyboard.press("ArrowLeft")
    assert "Claim 1 of 2" in panel.inner_text()
    assert badge(page, 1).get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Claim 1 of 2"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent").startswith("Claim 1, contradicted")
    assert page.locator("mark.active").count() == 0


HOSTILE = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>\u202e{{7*7}}'


def test_hostile_texts_stay_texts(opened):
    """In answer, passage, id, title, source, address and question; and so do their reasons."""
    passages = [
        {
            "id": '"><svg onload=window.hit=1>',
            "text": f"Tea costs 3 euros. {HOSTILE}",
            "title": HOSTILE,
            "source": HOSTILE,
            "url": "javascript:window.hit=1",
        }
    ]
    page = opened()
    enter(page, f"Tea costs 4 euros {HOSTILE}.", passages, question=HOSTILE)
    badge(page, 1).click()
    page.get_by_role("button", name="Next claim").wait_for()
    assert page.evaluate("window.hit") is None
    inside = page.locator(".report")
    assert inside.locator("img, script, svg[onload], a[href^='javascript:']").count() == 0
    assert "<script>window.hit=1</script>\ufffd{{7*7}}" in page.locator(".answer-text").inner_text()
    assert '["><svg onload=window.hit=1>]' in page.locator(".passage h4").inner_text()
    page.goto(page.url.split("#")[0] + "#ledger")
    page.locator("table.records a").first.click()
    page.locator("#ledger-record .report").wait_for()
    assert page.evaluate("window.hit") is None


def test_offsets_count_code_points(opened):
    """Characters beyond the basic plane before a claim do not move its marks."""
    answer = "🎒🎒🎒 Returns are free of charge 👩‍👩‍👧. Laptops can be returned within 60 days."
    page = checked(opened, answer, [{"id": "a", "text": f"𝔊𝔬 🎒! {RETURNS}"}])
    shown = page.locator(".claim.contradicted .words").all_inner_texts()
    assert "".join(shown) == "Laptops can be returned within 60 days."
    page.locator(".claim.contradicted .words").first.click()
    assert page.locator("mark.active strong").inner_text() == "30 days"


def test_cuts_and_offsets_agree_with_python(opened):
    """The page's own cutting against slices by code points, and its diff against both texts."""
    page = opened()
    text = "a🎒b𝔊c👩‍👩‍👧d"
    found = page.evaluate(
        """async ([text, before, after]) => {
        const { Points, cut } = await import('/page/offsets.js');
        const { diff } = await import('/page/diff.js');
        const points = new Points(text);
        const slices = [];
        for (let i = 0; i <= points.length; i += 1) {
            for (let j = i; j <= points.length; j += 1) slices.push(points.slice(i, j));
        }
        const marks = [{start: 1, end: 4, key: 0}, {start: 3, end: 99, key: 1}, {start: 2, end: 2, key: 2}];
        const runs = diff(before, after);
        return [slices, cut(points.length, marks), runs];
    }""",  # noqa: E501  # a script
        [text, "The refund takes 60 days [1]. Bags are kept.", "The refund takes 30 days [1]."],
    )
    slices, pieces, runs = found
    n = len(text)
    assert slices == [text[i:j] for i in range(n + 1) for j in range(i, n + 1)]
    assert [(p["start"], p["end"], p["keys"]) for p in pieces] == [
        (0, 1, []), (1, 3, [0]), (3, 4, [0, 1]), (4, n, [1]),
    ]  # fmt: skip
    before = "".join(r["text"] for r in runs if r["kind"] != "added")
    after = "".join(r["text"] for r in runs if r["kind"] != "removed")
    assert before == "The refund takes 60 days [1]. Bags are kept."
    assert after == "The refund takes 30 days [1]."
    assert [r["text"] for r in runs if r["kind"] == "added"] == ["30"]


def test_nothing_scrolls_sideways_on_a_phone(opened):
    """At 360 pixels, with words that have no place to break; and a tap shows the claim."""
    long = "x" * 300
    page = checked(
        opened,
        f"{ANSWER} {long} is {long}.",
        [{"id": "returns", "text": f"{RETURNS} {long}", "title": long}],
        viewport={"width": 360, "height": 740},
        has_touch=True,
        color_scheme="dark",
    )
    badge(page, 1).tap()
    heading = page.get_by_role("heading", name="Claim 1 of")
    heading.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 27)"


def test_colours_follow_the_system_and_the_switch(opened):
    """The switch wins, and is kept; "as the system" gives it back."""
    page = opened(color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(20, 23, 27)"
    page.get_by_label("Colours").select_option("light")
    assert page.evaluate(ground) == "rgb(246, 246, 243)"
    page.reload()
    assert page.evaluate(ground) == "rgb(246, 246, 243)"
    page.get_by_label("Colours").select_option("")
    assert page.evaluate(ground) == "rgb(20, 23, 27)"


REFUSALS = [
    (401, {}, "The service wants a key"),
    (413, {}, "This is too large for the service"),
    (429, {"Retry-After": "7"}, "asks to wait 7 seconds"),
    (500, {}, "The service failed (500)"),
    (503, {}, "busy or not ready"),
]


def refusal(status, headers, body):
    """What answers every request with this."""
    return lambda route: route.fulfill(status=status, headers=headers, body=body)


def test_refusals_say_what_to_do(opened, watched):
    """By their status, with the service's own words; and what was entered can be sent again."""
    watched.expected += ["status of", "net::ERR_CONNECTION_REFUSED"]
    page = opened()
    said = json.dumps({"error": {"type": "x", "message": "<b>because</b>", "got": 5}})
    page.get_by_role("button", name="Load the example").click()
    alert = page.locator("#check-result").get_by_role("alert")
    for status, headers, words in REFUSALS:
        page.route("**/v1/verify", refusal(status, headers, said))
        page.get_by_role("button", name="Check", exact=True).click()
        alert.get_by_text(words).wait_for()
        assert "<b>because</b>" in alert.inner_text()
        if status == 429:
            assert page.get_by_role("button", name="Try again in").is_disabled()
    page.route("**/v1/verify", lambda route: route.abort("connectionrefused"))
    page.get_by_role("button", name="Check", exact=True).click()
    alert.get_by_text("cannot be reached").wait_for()
    page.unroute("**/v1/verify")
    page.get_by_role("button", name="Try again", exact=True).click()
    page.locator(".report").wait_for()


def test_files_can_be_loaded_and_results_saved(opened, tmp_path):
    """Texts as passages, a request as a whole, a report as it is; and reports as JSON."""
    (tmp_path / "request.json").write_text(
        json.dumps({"answer": ANSWER, "passages": [{"id": "returns", "text": RETURNS, "n": 1}]})
    )
    (tmp_path / "bags.txt").write_text("Bags are never taken back.", encoding="utf-8")
    page = opened()
    page.set_input_files("#answer-file", tmp_path / "request.json")
    page.set_input_files("#passages-file", tmp_path / "bags.txt")
    page.get_by_label("Text of passage 2").wait_for()
    ids = [field.input_value() for field in page.get_by_label("Id", exact=True).all()]
    assert ids == ["returns", "bags"]
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator(".report").wait_for()
    for button, part in (("Download JSON", "answer"), ("Download audit JSON", "claims")):
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        saved = json.loads(download.value.path().read_text(encoding="utf-8"))
        assert saved[part]
        if part == "answer":
            (tmp_path / "report.json").write_text(json.dumps(saved), encoding="utf-8")
            assert saved["evidence"]["passages"][0]["metadata"] == {"n": 1}
    page.reload()
    page.set_input_files("#answer-file", tmp_path / "report.json")
    assert "has not checked it" in page.locator(".warning").inner_text()
    assert page.locator(".answer-text").get_by_role("button").count() == 2


DROP = """([id, name, text]) => {
    const files = new DataTransfer();
    files.items.add(new File([text], name));
    const drop = new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true });
    document.getElementById(id).dispatchEvent(drop);
}"""


def test_files_can_be_dropped(opened):
    """On the answer, on the passages, or anywhere; what cannot be read is said."""
    page = opened()
    page.evaluate(DROP, ["answer-fields", "answer.md", ANSWER])
    page.get_by_text("Loaded answer.md.").wait_for()
    assert page.get_by_label("Answer", exact=True).input_value() == ANSWER
    lines = '{"id": "a", "text": "Tea."}\n{"id": "b", "text": "Rolls."}\n'
    page.evaluate(DROP, ["passage-fields", "passages.jsonl", lines])
    page.get_by_label("Text of passage 2").wait_for()
    page.evaluate(DROP, ["title-check", "hours.txt", "Open at nine."])
    page.get_by_label("Text of passage 3").wait_for()
    page.evaluate(DROP, ["passage-fields", "broken.json", "{"])
    page.get_by_text("broken.json: not JSON").wait_for()
    ids = [field.input_value() for field in page.get_by_label("Id", exact=True).all()]
    assert ids == ["a", "b", "hours"]
    page.get_by_role("radio", name="JSON").check()
    assert json.loads(page.get_by_label("Passages as JSON").input_value())[2] == {
        "id": "hours", "text": "Open at nine.", "source": "hours.txt",
    }  # fmt: skip


def test_a_long_answer_stays_usable(opened, tmp_path):
    """500 claims in 100 KB: shown, opened and narrowed."""
    report = long_report()
    (tmp_path / "long.json").write_text(json.dumps(report), encoding="utf-8")
    page = opened()
    page.set_input_files("#answer-file", tmp_path / "long.json")
    page.locator(".report").wait_for()
    badge(page, 400).click()
    assert "Claim 400 of 500" in page.get_by_role("region", name="Open claim").inner_text()
    panel, box = (
        page.locator(".claim-panel").bounding_box(),
        page.locator(".evidence").bounding_box(),
    )
    assert panel["height"] > 250
    assert box["height"] > 100
    page.get_by_role("button", name="Next problem").click()
    assert "Claim 406 of 500" in page.get_by_role("region", name="Open claim").inner_text()
    page.locator(".claims-card summary").click()
    page.locator(".claims-card .chips button").nth(1).click()
    assert page.locator(".claims > li:visible").count() == 50


def long_report():
    """A report of 500 claims, every tenth missing."""
    text = f"{'🎒' * 4} {'word ' * 37}end. "
    claims = []
    for number in range(500):
        span = {"start": number * len(text), "end": (number + 1) * len(text) - 1}
        claim = {"text": text, "span": span, "citations": []}
        label = "missing" if number % 10 == 5 else "supported"
        place = {"passage_id": "a", "span": {"start": number * 20, "end": number * 20 + 19}}
        support = [place] if label == "supported" else []
        claims.append(
            {"claim": claim, "label": label, "support": support, "reasons": [], "score": 0.5,
             "entailment": None}
        )  # fmt: skip
    passage = {"id": "a", "text": "nineteen characters " * 500, "source": None}
    return {
        "answer": text * 500, "question": "", "status": "partial", "policy": "flag",
        "action": "pass", "repaired_answer": text * 500, "verdicts": claims, "findings": [],
        "failures": [], "components": [], "evidence": {"digest": "", "passages": [passage]},
    }  # fmt: skip


def test_every_control_has_a_name_and_headings_are_in_order(opened):
    """In all views, with a claim open and with the dialog; targets are large enough to be hit."""
    page = checked(opened)
    badge(page, 1).click()
    assert page.evaluate(NAMES) == []
    base = page.url.split("#")[0]
    for view, there in (("#ledger", "table.records"), ("#figures", ".charts")):
        page.goto(base + view)
        page.locator(there).wait_for()
        assert page.evaluate(NAMES) == []
    page.goto(base + "#ledger")
    page.locator("table.records a").first.click()
    page.locator("#ledger-record .report").wait_for()
    assert page.evaluate(NAMES) == []


def test_motion_can_be_done_without(opened):
    """Nothing scrolls smoothly or turns for someone who asked for less motion."""
    page = opened(reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
