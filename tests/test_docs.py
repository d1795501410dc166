"""The documentation names everything a user can meet."""

from __future__ import annotations

from pathlib import Path

import pytest

from entailed.assembly import CHECKS
from entailed.types import LABELS, REASONS

DESIGN = (Path(__file__).parent.parent / "docs" / "design.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [c.name for c in CHECKS])
def test_every_check_is_in_the_design_page(name):
    """A check that ships is listed."""
    assert f"| `{name}` |" in DESIGN


@pytest.mark.parametrize("word", [*LABELS, *REASONS])
def test_every_label_and_reason_is_in_the_design_page(word):
    """Codes are part of the API, so they are documented."""
    assert f"`{word}`" in DESIGN
