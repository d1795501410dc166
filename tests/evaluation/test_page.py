"""The HTML report: its figures are those of the JSON, and it is one file that loads nothing."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from entailed.evaluation.gate import decide_gate
from entailed.evaluation.metrics import ALL, measure
from entailed.evaluation.outputs import report_to_dict
from entailed.evaluation.page import evaluation_page
from entailed.evaluation.results import failed_result
from entailed.evaluation.runs import Run, run_from_dict
from entailed.evaluation.systems import Answered, Asked
from entailed.evaluation.words import counted, interval, severity, shown, worst_first
from tests.evaluation.conftest import BAD, GOOD, suite_of

VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """What a page consists of; complains where elements are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.loads: list[str] = []
        self.styled: list[str] = []
        self.cells: dict[tuple[str, str], str] = {}
        self.cell: tuple[str, str] | None = None
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        """Remember ids, links and whatever would load something."""
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if given.get("href", "").startswith("#"):
            self.targets.append(given["href"][1:])
        elif "href" in given or "src" in given:
            self.loads.append(str(given))
        if "style" in given or any(name.startswith("on") for name in given):
            self.styled.append(str(given))
        if "data-metric" in given:
            self.cell = (given["data-group"], given["data-metric"])
            self.cells[self.cell] = ""

    def handle_startendtag(self, tag, attrs):
        """An element of a drawing without content."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        """Every end belongs to the last beginning."""
        assert self.open.pop() == tag
        if tag == "td":
            self.cell = None

    def handle_data(self, data):
        """The text of a cell, its parts apart."""
        if self.cell is not None:
            self.cells[self.cell] += f"{data}\n"


@pytest.fixture(scope="module")
def example_page(example_runs) -> tuple[Run, str]:
    """The example's bad answers, with the good ones as baseline."""
    run = example_runs["bad"]
    gate = decide_gate(run, ["faulty_answer_rate > 2%"], example_runs["good"])
    return run, evaluation_page(run, gate)


def test_its_figures_equal_those_recomputed_from_the_json(example_page):
    """Value, interval and count of every metric and category."""
    run, text = example_page
    table = measure(run_from_dict(json.loads(json.dumps(report_to_dict(run)))).results)
    cells = Page(text).cells
    assert len(cells) > 100
    for (group, name), cell in cells.items():
        figure = table[group][name]
        if figure.value is None:
            assert cell == "–\n"
        else:
            expected = [shown(name, figure), interval(name, figure), counted(figure)]
            assert cell.strip("\n").split("\n") == expected


def test_no_figure_with_a_value_is_left_out(example_page):
    """All rates of the whole run are in the table."""
    run, text = example_page
    there = {name for group, name in Page(text).cells if group == ALL}
    assert there == {n for n, f in measure(run.results)[ALL].items() if f.value is not None}


def test_it_loads_nothing_and_only_its_own_style_and_script_count(example_page):
    """Under a policy that names both by their hash."""
    _, text = example_page
    page = Page(text)
    assert page.loads == []
    assert page.styled == []
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    for tag in ("style", "script"):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert not re.search(r"(?:https?:)?//(?!www\.w3\.org/)[a-z]", re.sub(r"<script>.*", "", text))


def test_names_are_unique_and_links_lead_somewhere(example_page):
    """Though many reports stand in one page."""
    page = Page(example_page[1])
    assert len(page.ids) == len(set(page.ids))
    assert set(page.targets) <= set(page.ids)
    assert len(page.ids) > 70


def test_the_worst_answers_come_first(example_page):
    """In the page as in the list."""
    run, text = example_page
    ordered = worst_first(run.results)
    assert [severity(r) for r in ordered] == sorted(map(severity, ordered), reverse=True)
    places = [text.index(f'<span class="where">{r.scenario} ·') for r in ordered if not r.turn]
    assert places == sorted(places)


def test_it_has_drawings_in_the_colours_of_the_page(example_page):
    """Labels, rates, actions, sources, changes; no colour of their own."""
    drawings = re.findall(r'<svg viewBox="[^"]+" role="img" aria-label="[^"]+".*?</svg>',
                          example_page[1], re.DOTALL)  # fmt: skip
    assert len(drawings) >= 5
    assert all("var(--ink)" in drawing for drawing in drawings)
    assert not any(re.search(r'="#[0-9a-f]{6}"', drawing) for drawing in drawings)


def test_the_same_run_gives_the_same_bytes(small):
    """So that pages can be compared."""
    assert evaluation_page(small(BAD)) == evaluation_page(small(BAD))


def test_hostile_text_is_text(small):
    """In questions, answers, names and errors."""
    bad = "</script><img src=x onerror=alert(1)>\x00\u202e"
    run = small(BAD)
    rows = [
        replace(run.results[0], question=bad, scenario=bad, answered=Answered(bad), report=None),
        failed_result(suite_of().scenarios[1], Asked("cards", 0, bad), "answer", OSError(bad)),
    ]
    page = Page(evaluation_page(Run(replace(run.head, suite=bad, system=bad), tuple(rows))))
    assert page.loads == []
    assert page.styled == []


def test_only_so_many_answers_carry_their_view(small):
    """A page of ten thousand answers has to open too."""
    assert evaluation_page(small(BAD), views=1).count('class="inner"') == 1


def test_a_run_in_which_nothing_was_evaluated_has_a_page(small):
    """It says why, and shows no figure."""
    lost = failed_result(suite_of().scenarios[0], Asked("window", 0, "q"), "answer", OSError("x"))
    text = evaluation_page(Run(replace(small(GOOD).head, asked=1), (lost,)))
    assert "Not evaluated" in text
    assert "0 of 1 answers evaluated" in text
