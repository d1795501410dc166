"""What an extraction leaves out."""

import pytest

from entailed.extraction.coverage import uncovered
from entailed.types import Claim, Extraction, Mapped, Segment, Span

ANSWER = "The mill closed in 1931 and the tower leans."


def claim(start: int, end: int) -> Claim:
    """A claim on a slice of the answer."""
    span = Span(start, end)
    return Claim("c1", span, Mapped.identity(ANSWER[start:end], start), span)


def test_a_dropped_clause_is_found() -> None:
    """Content words outside every claim are reported as one place."""
    found = uncovered(ANSWER, Extraction((claim(0, 23),), ()))
    assert [s.of(ANSWER) for s in found] == ["tower leans"]


def test_connectors_need_no_cover() -> None:
    """A conjunction between claims is no loss."""
    assert uncovered(ANSWER, Extraction((claim(0, 23), claim(28, 44)), ())) == ()


@pytest.mark.parametrize("role", ["abstention", "greeting", "heading", "code", "citation"])
def test_a_named_role_is_cover(role: str) -> None:
    """Whatever says why it is no claim accounts for its words."""
    segment = Segment(Span(23, 44), "not_checkable", role)  # type: ignore[arg-type]
    assert uncovered(ANSWER, Extraction((claim(0, 23),), (segment,))) == ()


def test_a_separator_is_no_cover() -> None:
    """An extractor cannot hide words by calling them separators."""
    segment = Segment(Span(23, 44), "not_checkable", "separator")
    assert uncovered(ANSWER, Extraction((claim(0, 23),), (segment,))) != ()


@pytest.mark.parametrize(
    "answer", ["", "  ", "- \n- ", "<br/>", "&nbsp;", "1. ", "**", "```py\n```"]
)
def test_markup_needs_no_cover(answer: str) -> None:
    """Tags, entities, fences and list numbers say nothing."""
    assert uncovered(answer, Extraction((), ())) == ()
