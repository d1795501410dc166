"""The claims of an unfinished answer that stay, whatever follows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.evidence import freeze
from entailed.extraction.rules import RuleExtractor
from entailed.extraction.settled import NOTHING, settled_end
from tests.strategies import answer_texts

EVIDENCE = freeze({"S1": "It opens at nine.", "1": "It is red.", "policy-7": "No flood."})
EXTRACTOR = RuleExtractor()
# What a sentence may turn into depends on things like these, coming later or left open.
TRICKS = (
    "The fee is 40 euros. ", "It is due in May [1]. ", "It closed in 1931.[1] ", "Yes. ", "No. ",
    "\n\n", "\n", "\n- ", "\n  - ", "\n1. ", "1. Heat it. ", "2. Peel it. ", " | ", "\n|---|---|\n",
    "\n---\n", "\n```\n", "\n```python\n", "\n    ```\n", "- ```\n", "`a. B` ", "`", "**", "*",
    "**Note:** ", "\n**Fees**\n", "\n## Fees\n", "\n> ", "References:\n", "\n[1] Chronicle. ",
    "Sources: [1], [2]", "\n[^1]: A note. ", "\n(a) ", "\n• ", "“", "”", '"', "(", ")", "[", "]",
    " [1] ", "[S1]", "According to [1], ", "According to the source ", "In 2019 ", "See document 2",
    "Document 2 ", "says that ", " and 2", '<cite id="1">', "</cite>", "<sup>1</sup>", "<!-- x ",
    "-->", "e.g. ", "Dr. Hale ", "at 5 p.m. ", "No. 5 ", "... ", "! ", "Is it open? ", "周一闭馆。",
    "费用是40.5元", "根据[1]，", "¹ ", "\r\n", "\u3000", "\t", "   ", "a,b", "Fee: $40",
    "\nTerm: 2 years", "The policy does not cover:", "The sources do not say. ", "It ", "He said ",
    "However, ", "end.It ", "foo.Bar ", "\n● ", "] ", "https://x.org/a.", "[text](http://x.org ",
    "but it closed", "[doc1]", "&nbsp;",
    "A. ", "2024. ", "Passage 2\n", "also ", "(Source: a.pdf)", "Refunds within 30 days", "___\n",
    "A | B\n", "Fee   40\n",
)  # fmt: skip
TRICKY = st.lists(st.sampled_from(TRICKS), max_size=14).map("".join)


def settled(text, before=NOTHING):
    """The settled claims of a beginning of an answer."""
    return EXTRACTOR.settled(text, EVIDENCE, "", before)


def check_settled(text, places):
    """What is settled of every beginning is how the extraction of the whole text begins."""
    whole = EXTRACTOR.extract(text, EVIDENCE, "")
    before = NOTHING
    for place in sorted(places):
        alone, after = settled(text[:place]), settled(text[:place], before)
        for made in (alone, after):
            end = settled_end(made)
            assert made.claims == whole.claims[: len(made.claims)]
            assert all(c.span.start >= end for c in whole.claims[len(made.claims) :])
            assert _said(made.segments, end) == _said(whole.segments, end)
            assert [s.span.start for s in made.segments] == [
                0,
                *(s.span.end for s in made.segments[:-1]),
            ][: len(made.segments)]
        before = after


def _said(segments, end):
    return [(s.span, s.role) for s in segments if s.role != "separator" and s.span.end <= end]


@settings(max_examples=150)
@given(TRICKY, st.lists(st.integers(0, 500), max_size=8))
def test_nothing_settled_changes_whatever_follows(text, places):
    """Texts full of what makes a sentence be read otherwise later."""
    check_settled(text, {p for p in places if p <= len(text)})


@given(answer_texts(), st.lists(st.integers(0, 300), max_size=6))
def test_nothing_settled_changes_in_generated_markdown(text, places):
    """Damaged Markdown, typography, languages."""
    check_settled(text, {p for p in places if p <= len(text)})


@pytest.mark.parametrize(
    "text",
    [
        "The fee is 40 euros. It is due in May [1].\n\nFees:\n\n- Adults pay\n- Children do not\n",
        "Yes. The fee is 40 | euros.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n**Note**\nIt is so.",
        "He said “It is. It was.” Then 1. Heat it. 2. Peel it. According to [1], it closed.",
    ],
)
def test_every_beginning_of_a_text_agrees_with_the_whole(text):
    """Cut after every character."""
    check_settled(text, range(len(text) + 1))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("The fee is 40 euros. It ", "40 euros."),
        ("The fee is 40 euros. In ", ""),  # "In [1]" would be a marker of the sentence before
        ("The fee is 40 euros. The ", "40 euros."),
        ("The fee is 40 euros. In May ", ""),  # "In May [1]" too: an author
        ("The fee is 40 euros. In winter ", "40 euros."),
        ("The fee is 40 euros [1]. In ", "40 euros [1]."),
        ("The fee is 40 euros. [1] It ", "40 euros. [1]"),
        ("The fee is 40 euros.\n\nIt ", "40 euros."),
        ("The fee is 40 euros.\nIt ", ""),  # one paragraph, of lines that may hang together
        ("- Fees\n- Hours ", "- Fees"),
        ("- Fees\n  - Hours ", ""),  # "Fees" leads to what is under it
        ("# Fees\n\nIt ", "# Fees"),
        ("Fees:\n\n- Hours ", "Fees:"),
        ("Fees:\n\nIt is open ", ""),  # a table may follow, or only a sentence
        ("Yes. It is red. So ", "It is red."),
        ("Yes. So ", ""),  # alone, "Yes" is the claim
        ("It is “red. It was blue. So ", ""),
        ("It is so. It is (red. Or blue. So ", "It is so."),
        ("```\nx = 1\n", ""),
        ("```\nx = 1\n```\n\nSo it ", "x = 1"),
        ("| A | B |\n|---|---|\n| red | 2 |\n| blue ", "| red | 2"),
        ("图书馆周一闭馆。费", "图书馆周一闭馆。"),
        ("It was 5 p.m. The ", "5 p.m."),
        ("The shop was shut at ten.It ", ""),  # as the last word of its line it starts nothing
        ("The shop was shut at ten.It was so late that we left. Then ", "we left."),
        ("The fee is 40 euros. According to [doc1], \n(a) ", ""),
        ("It <cite id='1'>is so. It was.\n\nIt opens ", ""),  # the tag's end may be the marker
    ],
)
def test_sentences_settle_where_nothing_can_change_them(text, end):
    """And wait where something can."""
    found = text[: settled_end(settled(text))]
    assert found.endswith(end) if end else not found


def test_a_longer_answer_is_read_from_its_last_paragraph(monkeypatch):
    """The work of a stream does not grow with the square of its length."""
    from entailed.extraction import settled as module

    lengths = []
    monkeypatch.setattr(module, "read", lambda text: lengths.append(len(text)) or read(text))
    read = __import__("entailed.text.segment", fromlist=["read"]).read
    text = "The fee is 40 euros. It is due in May.\n\n" * 30
    before = NOTHING
    for place in range(20, len(text), 20):
        before = settled(text[:place], before)
    assert settled_end(before) > len(text) - 60
    assert max(lengths) < 150
