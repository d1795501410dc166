"""The pytest plugin, in a pytest of its own."""

from __future__ import annotations

import pytest

from entailed.pytest_plugin import assert_grounded

pytest_plugins = ["pytester"]

PASSAGES = {"S1": "Refunds are accepted within 30 days of delivery."}
BAD = "Refunds are accepted within 60 days [S1]."


def test_a_grounded_answer_gives_its_report():
    """For further assertions."""
    assert assert_grounded("Refunds are accepted within 30 days [S1].", PASSAGES).passed


@pytest.mark.parametrize("answer", ["", "The sources do not say."])
def test_claiming_nothing_is_grounded(answer):
    """Unless an answer was asked for."""
    assert_grounded(answer, PASSAGES)


def test_an_abstention_may_be_unwanted():
    """When the passages do answer it."""
    with pytest.raises(AssertionError, match="The answer declines"):
        assert_grounded("The sources do not say.", PASSAGES, allow_declined=False)


def test_an_answer_without_passages_is_not_grounded():
    """Nothing supports it."""
    with pytest.raises(AssertionError, match="No evidence to check against"):
        assert_grounded("It is so.", [])


def test_an_answer_that_could_not_be_checked_is_not_grounded():
    """No news is not good news."""
    from entailed.assembly import build_verifier
    from entailed.testing import FailingScorer

    broken = build_verifier("audit", scorer=FailingScorer())
    with pytest.raises(AssertionError, match="score failed"):
        assert_grounded("Refunds are usually quick after delivery.", PASSAGES, verifier=broken)


def test_the_message_shows_claim_reason_and_both_places():
    """What one needs to see in the log of a build."""
    with pytest.raises(AssertionError) as caught:
        assert_grounded(BAD, PASSAGES)
    text = str(caught.value)
    assert "claim 1, contradicted: Refunds are accepted within 60 days." in text
    assert "number mismatch: the answer says 60 days, the evidence says 30 days" in text
    assert f"answer [0, 41): {BAD!r}" in text
    assert f"passage S1 [0, 48): {PASSAGES['S1']!r}" in text


def test_the_fixture_is_there_without_import(pytester):
    """Configured by one line."""
    pytester.makeini("[pytest]\nentailed_scorer = lexical\n")
    pytester.makepyfile(
        f"""
        def test_good(assert_grounded):
            assert_grounded("Refunds are accepted within 30 days [S1].", {PASSAGES!r})

        def test_bad(assert_grounded):
            assert_grounded({BAD!r}, {PASSAGES!r})

        def test_scorer(entailed_verifier):
            assert entailed_verifier.scorer.name == "lexical"
        """
    )
    result = pytester.runpytest("-p", "no:cacheprovider")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["E*the answer says 60 days, the evidence says 30 days"])
    assert "pytest_plugin.py" not in "\n".join(result.outlines)


def test_loading_the_plugin_loads_no_stage(pytester):
    """It is loaded in every test session of everybody who has the package."""
    import subprocess
    import sys

    code = (
        "import sys, entailed.pytest_plugin; "
        "print([m for m in sys.modules if m.startswith('entailed.') and 'plugin' not in m])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
