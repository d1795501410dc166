"""Label values with a bound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.service.telemetry.labels import OTHER, Bounded, TopNames, cleaned, source_name


@given(st.text(max_size=500))
def test_a_label_is_one_short_printable_line(text: str) -> None:
    """Whatever a request holds."""
    made = cleaned(text)

    assert 0 < len(made) <= 100
    assert made.isprintable()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("handbook.pdf", "handbook.pdf"),
        ("https://me:secret@example.org:8443/a/b?token=x#y", "https://example.org:8443/a/b"),
        ("two\nlines\x00", "two lines"),
        ("", "none"),
        ("http://[broken", OTHER),
        ("http://host:99999/", OTHER),
    ],
)
def test_a_source_is_named_without_secrets(given: str, expected: str) -> None:
    """Addresses lose what may be a password or a token."""
    assert source_name(given) == expected


def test_values_beyond_the_bound_are_other() -> None:
    """The ones that came first keep their labels."""
    bounded = Bounded(2)

    assert [bounded(v) for v in ("a", "b", "c", "a")] == ["a", "b", OTHER, "a"]


def test_a_name_that_comes_twice_as_often_takes_a_place() -> None:
    """The one it takes it from is told, so that its figures can end."""
    names = TopNames(1)
    told = [names.seen(n) for n in ("rare", "hot", "hot", "hot", "rare")]

    assert told == [("rare", None), (OTHER, None), ("hot", "rare"), ("hot", None), (OTHER, None)]


@given(st.lists(st.integers(0, 200), max_size=400), st.integers(0, 5))
def test_no_stream_of_names_has_more_labels_than_the_bound(stream: list[int], most: int) -> None:
    """Nor more names in memory than a small multiple of it."""
    names = TopNames(most)

    for n in stream:
        label, _ = names.seen(str(n))
        assert label == OTHER or label in set(names)
        assert len(set(names)) <= most
    assert len(names._counts) <= 8 * max(1, most) + most
