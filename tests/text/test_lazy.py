"""Patterns compiled on first use: they behave like compiled ones."""

from __future__ import annotations

import re

import pytest

from entailed.text.lazy import lazy


def test_a_lazy_pattern_finds_what_the_compiled_one_finds() -> None:
    """Every method gives the same result, flags included."""
    pattern, compiled = lazy(r"(?P<n>\d+) KG", re.IGNORECASE), re.compile(r"(\d+) KG", re.I)
    text = "5 kg and 7 Kg"
    assert [m["n"] for m in pattern.finditer(text)] == compiled.findall(text)
    assert pattern.sub("", text) == compiled.sub("", text)
    assert pattern.match(text).span() == compiled.match(text).span()
    assert pattern.flags == compiled.flags


def test_an_error_shows_on_first_use() -> None:
    """Making a broken pattern is silent, using it raises."""
    pattern = lazy("(")
    with pytest.raises(re.error):
        pattern.search("a")


def test_unknown_attributes_are_no_attributes() -> None:
    """A misspelt method raises AttributeError, as on a compiled pattern."""
    with pytest.raises(AttributeError):
        lazy("a").serach("a")  # type: ignore[attr-defined]
