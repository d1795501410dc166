"""The page about the ledger: its example runs, its tables are complete."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import entailed.ledger
from entailed.cli.ledger import ledger_app
from entailed.ledger.values import FaultKind

PAGE = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text(encoding="utf-8")


def test_the_example_runs(tmp_path, monkeypatch):
    """As it stands on the page, with its assertions."""
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})
    assert (tmp_path / "ledger.db").exists()


@pytest.mark.parametrize("kind", get_args(FaultKind))
def test_every_kind_of_fault_is_described(kind):
    """What verification can find is what the page lists."""
    assert f"| `{kind}` |" in PAGE


@pytest.mark.parametrize("command", [c.callback.__name__ for c in ledger_app.registered_commands])
def test_every_verb_is_shown(command):
    """With a line of its own."""
    assert f"entailed ledger {command}" in PAGE


@pytest.mark.parametrize("name", entailed.ledger.__all__)
def test_every_public_name_exists_and_is_documented(name):
    """What the package lists can be used, and says what it is."""
    assert getattr(entailed.ledger, name).__doc__


def test_a_misspelt_name_is_an_attribute_error():
    """Importing on first use must not hide it."""
    with pytest.raises(AttributeError, match="has no attribute 'Leger'"):
        _ = entailed.ledger.Leger
