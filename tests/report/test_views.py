"""Markdown, terminal and HTML views: complete, safe, and the same every time."""

from __future__ import annotations

import html
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from entailed.report import to_html, to_markdown, to_terminal
from entailed.report.marking import cut, visible
from entailed.types import Span
from tests.reports import PASSAGES, C, examples, report

EXAMPLES = examples()
GOLDEN = Path(__file__).parents[1] / "golden"
VIEWS = {
    "md": to_markdown,
    "html": to_html,
    "txt": lambda r: to_terminal(r, width=80),
    "narrow.txt": lambda r: to_terminal(r, width=48),
    "ansi": lambda r: to_terminal(r, width=80, color=True),
}
HOSTILE = (
    "<script>alert(1)</script> \"'><img src=x onerror=alert(1)> </p></main> \x1b[31m \u202e"
    " | `x` **b** [l](http://e.vil) ![i](http://e.vil) </style> &lt; ]]> <!--"
)
VOID = {"meta", "img", "br", "link", "input", "hr"}


class Page(HTMLParser):
    """The elements, links and text of a page; notes tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.shown: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Note an element."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        """Note whether it closes what was opened."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        """Keep the text that is shown."""
        if self.open and self.open[-1] not in ("script", "style", "title"):
            self.shown.append(data)


def hostile():
    """A report all of whose texts try to break out."""
    return report(
        HOSTILE,
        C("<script>alert(1)</script>", "missing", fails=("uncited",)),
        C("</p></main>", "supported", support=(HOSTILE,)),
        passages={HOSTILE: HOSTILE, "S2": HOSTILE},
        question=HOSTILE,
        repaired=HOSTILE + "!",
        policy=HOSTILE,
    )


@pytest.mark.parametrize("kind", list(VIEWS))
@pytest.mark.parametrize("name", ["partial", "unchecked", "empty"])
def test_views_are_as_committed(kind, name):
    """Golden files hold the views (UPDATE_GOLDEN=1 rewrites them)."""
    path = GOLDEN / f"{name}.{kind}"
    text = VIEWS[kind](EXAMPLES[name])
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    assert path.read_bytes().decode("utf-8") == text


@pytest.mark.parametrize("kind", list(VIEWS))
@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_every_view_shows_every_report(kind, name):
    """Twice the same, with every claim of the answer and the status in words."""
    made = EXAMPLES[name]
    text = VIEWS[kind](made)
    assert VIEWS[kind](made) == text
    plain = re.sub(r"\s+", " ", html.unescape(re.sub(r"\x1b\[[0-9;]*m|<[^>]*>|\\", "", text)))
    for verdict in made.verdicts:
        assert verdict.claim.text.split()[0] in plain


@pytest.mark.parametrize("color", [True, False])
def test_the_terminal_view_reads_the_same_without_colour(color):
    """Colour adds nothing but colour: symbols and numbers carry the labels."""
    made = EXAMPLES["partial"]
    text = re.sub(r"\x1b\[[0-9;]*m", "", to_terminal(made, width=80, color=color))
    assert "60 days ‹✗1› [S1]." in text
    assert "‹✗1› contradicted" in text
    assert "\x1b" not in to_terminal(made, width=80)


@pytest.mark.parametrize("width", [20, 40, 71, 72, 120, 200])
def test_the_terminal_view_keeps_to_its_width(width):
    """No line is wider than asked for."""
    lines = to_terminal(EXAMPLES["partial"], width=width).splitlines()
    assert max(map(len, lines)) <= width


def test_the_terminal_view_shows_claim_and_evidence_side_by_side():
    """From 72 columns on they share a line."""
    text = to_terminal(EXAMPLES["partial"], width=90)
    assert re.search(r"Refunds take 60 days +\[S1\] Refunds are accepted within", text)


def test_the_terminal_is_not_steered_by_an_answer():
    """Escape sequences and direction overrides of any text are made harmless."""
    text = to_terminal(hostile(), width=100)
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_the_page_is_well_formed_whatever_it_shows():
    """Hostile texts open no element and leave none open."""
    page = Page(to_html(hostile()))
    assert page.wrong == []
    assert page.open == []
    assert [tag for tag, _ in page.elements if tag in ("img", "script")] == ["script"]
    assert not any(name.startswith("on") for _, attrs in page.elements for name in attrs)
    assert "<script>alert(1)</script>" in "".join(page.shown)


def test_the_page_loads_nothing():
    """No element names an address; the policy forbids every load and other script."""
    text = to_html(hostile())
    page = Page(text)
    targets = [v for _, a in page.elements for k, v in a.items() if k in ("src", "href")]
    assert all(target is not None and target.startswith("#") for target in targets)
    assert "default-src 'none'" in text
    assert "unsafe-inline" not in text
    assert "url(" not in text
    assert "@import" not in text


def test_every_link_of_the_page_has_its_target():
    """Badges lead to the claim, which is there without JavaScript."""
    page = Page(to_html(EXAMPLES["partial"]))
    ids = {attrs["id"] for _, attrs in page.elements if "id" in attrs}
    links = {attrs["href"] for tag, attrs in page.elements if tag == "a"}
    assert links == {"#claim-1", "#claim-2", "#claim-3"}
    assert {link.removeprefix("#") for link in links if link} <= ids


def test_the_page_marks_both_sides_of_a_claim():
    """The answer's claim and the passage's sentence carry the same number, and words in text."""
    page = Page(to_html(EXAMPLES["partial"]))
    marked = [(tag, a.get("data-claims")) for tag, a in page.elements if "data-claims" in a]
    assert ("span", "1") in marked
    assert ("mark", "1") in marked
    assert "contradicted" in "".join(page.shown)


def test_the_answer_is_shown_whole():
    """Taken together the pieces of the answer are the answer."""
    made = EXAMPLES["partial"]
    text = to_html(made)
    answer = text.split("<h2>Answer</h2>")[1].split("</section>")[0]
    bare = re.sub(r'<a class="badge.*?</a>', "", answer)
    assert html.unescape(re.sub(r"<[^>]*>", "", bare)) == made.answer


def test_passages_that_no_claim_touches_are_folded_away():
    """Of many passages only those that matter stand open; none is lost."""
    many = {**PASSAGES, **{f"X{i}": f"Text {i}." for i in range(30)}}
    text = to_html(report("It is so.", C("It is so"), passages=many))
    assert text.count('class="passage"') == 32
    assert "31 more passages" in text


def test_markdown_keeps_its_structure_whatever_it_shows():
    """Hostile texts give no link, image or HTML, and no heading of their own."""
    tokens = MarkdownIt("commonmark").parse(to_markdown(hostile()))
    inner = [child for token in tokens for child in token.children or ()]
    kinds = {token.type for token in [*tokens, *inner]}
    assert kinds.isdisjoint({"link_open", "image", "html_inline", "html_block", "fence"})
    assert sum(token.type == "heading_open" for token in tokens) == 4


def test_no_evidence_is_said_once():
    """The terminal does not list every claim of an answer that had no evidence."""
    text = to_terminal(EXAMPLES["no_evidence"], width=80)
    assert "No evidence to check against" in text
    assert "problem" not in text.lower()


marks = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 5)), max_size=8
).map(lambda many: [(Span(min(a, b), max(a, b)), key) for a, b, key in many])


@given(st.integers(0, 30), marks)
def test_cutting_tiles_the_text(length, made):
    """Every offset lies in one piece, and the piece names exactly the marks over it."""
    pieces = cut(length, made)
    assert "".join("x" * len(piece.span) for piece in pieces) == "x" * length
    for piece in pieces:
        for offset in range(piece.span.start, piece.span.end):
            over = {key for span, key in made if span.start <= offset < span.end}
            assert over == set(piece.keys)


@given(st.text(max_size=30))
def test_visible_text_keeps_its_length(text):
    """Offsets hold in what is shown, and nothing that steers is left."""
    shown = visible(text)
    assert len(shown) == len(text)
    assert not any(c in shown for c in "\x1b\r\x07\u202e\u2066\x9b")
