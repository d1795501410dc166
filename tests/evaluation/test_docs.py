"""The documentation of evaluation cannot drift.

`UPDATE_GOLDEN=1 pytest tests/evaluation/test_docs.py` writes what the self-test prints into the
README.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from entailed.assembly import build_verifier
from entailed.evaluation.example import example_suite
from entailed.evaluation.loading import load_suite
from entailed.evaluation.metrics import METRICS
from entailed.evaluation.selftest import self_test
from entailed.evaluation.suites import CATEGORIES
from entailed.evaluation.terminal import self_test_view

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*METRICS, *CATEGORIES])
def test_every_metric_and_category_is_described(name):
    """What a figure counts must be looked up somewhere."""
    assert f"`{name}`" in PAGE


def test_the_descriptions_are_those_of_the_code():
    """In the same words."""
    for metric in METRICS.values():
        if not metric.name.startswith(
            ("latency", "verify", "passed", "flagged", "rep", "reg", "bl")
        ):
            assert metric.about.split(";")[0] in PAGE


def test_the_suite_shown_can_be_loaded(tmp_path):
    """As a reader would copy it."""
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "returns.md").write_text("Items can be returned within 30 days.")
    (tmp_path / "suite.yaml").write_text(text, encoding="utf-8")
    suite = load_suite(tmp_path / "suite.yaml")
    assert [s.id for s in suite.scenarios] == ["return-window", "gift-card-fee", "sure"]
    assert suite.scenarios[1].turns[0].expect.mentions[0][0] == "excluded"


def test_the_python_shown_is_python():
    """And its names are there."""
    import entailed.evaluation

    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        compile(block, "docs/evaluation.md", "exec")
        for line in re.findall(r"from entailed\.evaluation import (.*)", block):
            assert all(hasattr(entailed.evaluation, name.strip()) for name in line.split(","))


def test_the_self_test_prints_what_the_readme_says():
    """With the model that ships."""
    test = self_test(example_suite(), build_verifier("flag"))
    came = "\n".join(line.rstrip() for line in self_test_view(test, width=100).splitlines())
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(Right answers left alone.*?)\n```", text, re.DOTALL)
    if os.environ.get("UPDATE_GOLDEN") and shown != came:
        readme.write_text(text.replace(shown, came), encoding="utf-8")
        shown = came
    assert shown == came
