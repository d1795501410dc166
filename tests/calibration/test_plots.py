"""Drawings of a calibration."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import pytest

from entailed.calibration import Aim
from entailed.calibration.plots import PLOTS, draw
from entailed.errors import UnsupportedError

from .test_result import result


@pytest.fixture(scope="module")
def made():
    """One result for all drawings."""
    return result(Aim("passed_unsupported", 0.3))


@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_is_an_svg_with_its_axes_named(made, name):
    """Text stays text, so that it can be searched and read aloud."""
    root = ElementTree.fromstring(draw(made, name))
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert root.tag.endswith("svg")
    assert sum(len(text or "") > 5 for text in texts) >= 2


def test_equal_results_give_equal_files(made):
    """No date, no random ids."""
    assert draw(made, "scores") == draw(made, "scores")


def test_png_is_written_too(made):
    """By its signature."""
    assert draw(made, "reliability", "png").startswith(b"\x89PNG")


def test_without_the_library_the_command_to_install_it_is_named(made, monkeypatch):
    """Nothing else of the package needs it."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UnsupportedError, match=r"pip install 'entailed\[eval\]'"):
        draw(made, "scores")
