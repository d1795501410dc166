"""The files of the page: complete, self-contained, readable; with words for every code."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import get_args

import pytest

from entailed.answering.outcome import Cause, OutcomeStatus
from entailed.service.page.router import CONTENT_POLICY, assets
from entailed.types import LABELS, REASONS, STATUSES, Action

STATIC = {name: asset.content.decode("utf-8") for name, asset in assets().items()}
SCRIPTS = {name: text for name, text in STATIC.items() if name.endswith(".js")}


class _Tags(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def tags():
    """The tags of the page."""
    parser = _Tags()
    parser.feed(STATIC["index.html"])
    return parser.found


def test_everything_the_page_names_is_one_of_its_files():
    """Nothing comes from elsewhere, and nothing is missing."""
    named = [a.get("src") or a.get("href") for tag, a in tags() if tag in ("script", "link", "img")]
    assert named
    assert {name.removeprefix("/page/") for name in named} <= set(STATIC)
    imported = {
        (name, other)
        for name, text in SCRIPTS.items()
        for other in re.findall(r'from "\./([^"]+)"', text)
    }
    assert {other for _, other in imported} <= set(STATIC)
    outside = [
        n for n, t in STATIC.items() if re.search(r"(?:src|href|url|import)\W{1,3}https?:", t)
    ]
    assert outside == []


def test_no_script_or_style_stands_in_the_markup():
    """So the policy needs neither a hash nor an exception."""
    for tag, attributes in tags():
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        assert tag != "style"
        assert tag != "script" or attributes.get("src")
    assert "unsafe" not in CONTENT_POLICY


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_scripts_make_no_markup_of_texts(name):
    """Text becomes text nodes; there is no other way in."""
    risky = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function"
    )
    assert re.findall(risky, SCRIPTS[name]) == []


def test_files_are_small():
    """One topic each, as in the rest of the package."""
    assert {n: t.count("\n") for n, t in STATIC.items() if t.count("\n") > 350} == {}


def table(name):
    """The codes of a table of words in words.js."""
    body = re.search(rf"export const {name} = {{(.*?)\n}};", SCRIPTS["words.js"], re.DOTALL)
    assert body is not None
    return set(re.findall(r"^  (\w+):", body[1], re.MULTILINE))


def test_every_code_has_words():
    """A new label, status, action, reason or cause cannot be forgotten here."""
    assert table("LABELS") == set(LABELS)
    assert table("STATUSES") == set(STATUSES)
    assert table("REASONS") == set(REASONS)
    assert table("ACTIONS") == set(get_args(Action))
    assert table("OUTCOMES") == set(get_args(OutcomeStatus))
    assert table("CAUSES") == set(get_args(Cause))


def palette(theme):
    """The colours of a theme by name."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STATIC["tokens.css"])
    return {name: (light, dark)[theme == "dark"] for name, light, dark in pairs}


def luminance(color):
    """Relative luminance by WCAG 2.2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """Contrast ratio by WCAG 2.2, in [1, 21]."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_have_contrast(theme):
    """At least 4.5 to 1 for every text on its ground, 3 to 1 for edges and the focus."""
    color = palette(theme)
    texts = [("ink", g) for g in ("page", "card", "sunken", *(f"{one}-tint" for one in LABELS))]
    texts += [("soft", g) for g in ("page", "card", "sunken", *(f"{one}-tint" for one in LABELS))]
    texts += [("accent", g) for g in ("card", "page", "sunken", "accent-tint")]
    texts += [("on-accent", "accent")]
    texts += [(one, f"{one}-tint") for one in LABELS] + [(one, "card") for one in LABELS]
    texts += [("card", one) for one in LABELS]
    edges = [("edge", "card"), ("edge", "page"), ("focus", "card"), ("focus", "page")]
    bad = {
        pair: round(contrast(color[pair[0]], color[pair[1]]), 2)
        for pairs, least in ((texts, 4.5), (edges, 3.0))
        for pair in pairs
        if contrast(color[pair[0]], color[pair[1]]) < least
    }
    assert bad == {}


def test_labels_differ_without_colour():
    """Each has a sign and an underline of its own."""
    signs = re.findall(r'sign: "(.)", words', SCRIPTS["words.js"].split("export const STATUSES")[0])
    rules = re.findall(r"--rule: (\w+)", STATIC["tokens.css"])
    assert len(set(signs)) == len(set(rules)) == len(LABELS)
