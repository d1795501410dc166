"""The page on calibration is true: its numbers, its example and its options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from entailed.calibration import KINDS, PRESETS, RISKS, Aim, Trial, control
from entailed.calibration.aims import PRESET_WORDS, percent
from entailed.cli import app
from entailed.labelled import LABEL_WORDS, parse_labelled

PAGE = (Path(__file__).parents[2] / "docs" / "calibration.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| \d+ % \|", line)
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_numbers_of_labels_are_just_enough(row):
    """With so many claims without a mistake there is a promise; the page has four rows."""
    assert len(ROWS) == 4
    limit = int(row[0].removesuffix(" %")) / 100
    for confidence, number in zip((0.9, 0.95, 0.99, None), row[1:], strict=True):
        aim = Aim("unsupported_passed", limit, confidence)
        some = [Trial(False, score=0.1, id=str(i)) for i in range(int(number))]
        assert control(some, aim).events == 0
        with pytest.raises(ValueError, match=f"at least {number} "):
            control(some[1:], aim)


def test_the_example_lines_are_labelled_claims():
    """As they stand on the page."""
    lines = [line.strip() for line in PAGE.splitlines() if line.startswith('    {"claim"')]
    assert [row.supported for row in parse_labelled("\n".join(lines))] == [True, False]


@pytest.mark.parametrize("word", [*LABEL_WORDS, *RISKS])
def test_every_label_and_risk_is_described(word):
    """In code type."""
    assert f"`{word}`" in PAGE


def test_every_kind_is_described():
    """In the words of the page."""
    assert ", ".join(kind.replace("_", "-") for kind in KINDS) in PAGE


@pytest.mark.parametrize("verb", ["calibrate", "drift", "verify"])
def test_every_option_on_the_page_exists(verb):
    """In the help of its verb."""
    used = {
        option
        for line in PAGE.splitlines()
        if f"entailed {verb} " in line
        for option in re.findall(r"--[a-z-]+", line)
    }
    shown = CliRunner().invoke(app, [verb, "--help"], env={"COLUMNS": "300"}).stdout
    assert all(option in shown for option in used)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_described_as_they_are(name):
    """On the page and in the help of the command."""
    aim = PRESETS[name]
    shown = CliRunner().invoke(app, ["calibrate", "--help"]).stdout
    text = f"at most {percent(aim.limit)} of the {aim.base} {aim.event}"
    assert f"{name}: {text}" in " ".join(shown.split())
    assert (
        f"of the {aim.base}, at most {percent(aim.limit)} {aim.event}: {PRESET_WORDS[name]}" in PAGE
    )
