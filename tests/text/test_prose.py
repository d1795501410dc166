"""What a line is does not hang on what comes after its first sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.text.prose import opens_as_prose
from entailed.text.segment import sentences
from tests.strategies import answer_texts

PROSE = "The fee is 40 euros. It is due in May"


@pytest.mark.parametrize(
    "line",
    [
        PROSE,
        "He said that it was “closed.” Then he left",
        "The fee is 40 euros. [1][2] It is due",
        "The fee is 40 euros.¹ It is due",
        "图书馆周一闭馆。周二",
        "图书馆周一闭馆。[1]周二",
        "The rate rose by 2.5 per cent in all. 3 towns",
    ],
)
def test_a_sentence_and_the_start_of_another_are_prose(line: str) -> None:
    """Latin and CJK sentences are seen once the next one has begun."""
    assert opens_as_prose(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "| No. of items. The fee | Price |",
        "No. | Fee",
        "Yes. No",
        "The fee is 40 euros.",
        "The fee is 40 euros. [1]",
        "The fee is | 40 euros. It",
        "费用。",
    ],
)
def test_short_and_barred_lines_are_not(line: str) -> None:
    """A header cell, a single sentence and a bar before the stop leave it open."""
    assert not opens_as_prose(line)


@given(answer_texts(4), answer_texts(4))
def test_prose_stays_prose(line: str, more: str) -> None:
    """Nothing that is appended makes a line of prose anything else."""
    if opens_as_prose(line):
        assert opens_as_prose(line + more)


def test_prose_with_a_bar_is_no_table_header() -> None:
    """A rule under a line of prose makes it no header row."""
    found = sentences(PROSE + " | or June\n---|---\n1 | 2")
    assert (found[0].text, found[0].kind) == ("The fee is 40 euros.", "paragraph")
    assert not any(s.kind == "table_header" for s in found)


def test_prose_over_barred_lines_is_no_row() -> None:
    """Lines with as many bars each are a table only when none of them opens as prose."""
    found = sentences(PROSE + " | a\nfee | 40\nterm | 2")
    assert found[0].text == "The fee is 40 euros."


def test_a_wide_gap_after_prose_makes_no_column() -> None:
    """Two spaces inside a sentence do not set off a cell."""
    found = sentences(PROSE + "   then\nUnits   40\nTerm   2\nNote   9")
    assert found[0].text == "The fee is 40 euros."


@pytest.mark.parametrize("blank", ["\u00a0", " \u3000", "\u2003\t", "\x1c"])
def test_a_line_that_looks_blank_ends_a_paragraph_with_markdown_and_without(blank: str) -> None:
    """A heading further down does not change what stands before it."""
    text = f"It was open\n{blank}\nall day long."
    plain = sentences(text)
    marked = sentences(text + "\n\n# End")
    assert [s.text for s in plain] == ["It was open", "all day long."]
    assert marked[:2] == plain


def test_a_line_of_underscores_is_a_rule_with_markdown_and_without() -> None:
    """Three underscores end a paragraph whatever else the text holds."""
    text = "It was open\n___\nall day long."
    assert sentences(text + "\n\n# End")[:2] == sentences(text)


@given(st.sampled_from(["It ended. ", "A b. C d. ", "He left at 5 p.m. The rest stayed. "]))
def test_a_very_long_word_leaves_the_sentences_before_it_alone(text: str) -> None:
    """Sentences are cut alike with and without a token too long for the splitter after them."""
    before = [s.span for s in sentences(text * 3 + "Then x")]
    after = [s.span for s in sentences(text * 3 + "Then x" + "y" * 2000 + " end. It is. ")]
    assert after[: len(before) - 1] == before[:-1]
