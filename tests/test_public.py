"""The public names: all there, all documented, cheap to import."""

from __future__ import annotations

import subprocess
import sys

import pytest

import entailed


@pytest.mark.parametrize("name", entailed.__all__)
def test_every_public_name_exists_and_is_documented(name):
    """What `__all__` lists can be used, and says what it is."""
    value = getattr(entailed, name)
    assert isinstance(value, str) or value.__doc__


def test_unknown_name_is_an_attribute_error():
    """Importing on first use must not hide a misspelling."""
    with pytest.raises(AttributeError, match="has no attribute 'verfy'"):
        entailed.verfy  # noqa: B018  # the access is what is tested


def test_import_loads_no_model_and_no_heavy_package():
    """The import is what every user pays, also those who never verify."""
    code = "import entailed, sys; print([m for m in ('onnxruntime', 'pint', 'typer', 'torch') if m in sys.modules])"  # noqa: E501
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_a_first_verification_loads_no_part_it_does_not_use():
    """Those of the answering loop, of calibration and of language models come when asked for."""
    code = (
        "import sys, entailed.assembly as a\n"
        "a.build_verifier(scorer='lexical')\n"
        "unused = ('numpy', 'pydantic', 'asyncio', 'transformers', 'entailed.answering', "
        "'entailed.retrieval', 'entailed.chat', 'entailed.calibration', 'entailed.scorers.judge', "
        "'entailed.scorers.transformers', 'entailed.extraction.llm')\n"
        "print([m for m in unused if m in sys.modules], list(a.CHECKPOINT_SCORERS))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[] ['transformers', 'cross-encoder', 'embedding']"


def test_report_survives_json():
    """A report read back equals the one written."""
    report = entailed.verify("The tea is hot.", ["The tea is hot."])
    assert entailed.loads(entailed.dumps(report)) == report


def test_same_input_gives_the_same_bytes():
    """Timings aside, JSON is identical from run to run."""
    answer, passages = "Tea costs 3 euros [1]. It is hot.", {"1": "Tea costs 4 euros."}
    first, second = (
        entailed.dumps(entailed.verify(answer, passages), timings=False) for _ in range(2)
    )
    assert first == second
