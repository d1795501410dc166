"""Canonical JSON and digests."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.canonical import canonical_json, digest_of, digest_text

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(st.characters(exclude_categories=("Cs",))), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@given(json_values)
def test_canonical_json_round_trips(value):
    """Reading the canonical text gives the value back."""
    assert json.loads(canonical_json(value)) == value


@given(st.dictionaries(st.text(st.characters(exclude_categories=("Cs",))), st.integers()))
def test_order_of_keys_does_not_matter(mapping):
    """Equal mappings have equal digests."""
    assert digest_of(mapping) == digest_of(dict(reversed(mapping.items())))


def test_nan_is_refused():
    """NaN has no canonical form."""
    with pytest.raises(ValueError, match="Out of range"):
        canonical_json(float("nan"))


def test_digest_names_its_algorithm():
    """The tag says how the digest was made."""
    assert digest_text("").startswith("sha256:e3b0c442")
