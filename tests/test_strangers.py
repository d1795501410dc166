"""A claim beside passages that are about something else, or to which it adds, is not supported."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.rows import read_spoken, read_strangers

import entailed

CASES = Path(__file__).parent / "field_cases" / "cases.jsonl"
STEP = 17  # passages are those of the case so many lines further


def shuffled_cases() -> list[tuple[str, list[str]]]:
    """Answers of the field cases, each beside another case's passages."""
    cases = [json.loads(line) for line in CASES.read_text("utf-8").splitlines() if line.strip()]
    told = [case for case in cases if case["answer"].strip() and case["passages"]]
    return [
        (case["answer"], [p["text"] for p in told[(n + STEP) % len(told)]["passages"]])
        for n, case in enumerate(told)
    ]


def supported(pairs: list[tuple[str, list[str]]]) -> tuple[list[str], int]:
    """The claims that are supported, and how many there are in all."""
    verifier = entailed.build_verifier("audit")
    verdicts = [v for answer, passages in pairs for v in verifier.verify(answer, passages).verdicts]
    return [v.claim.text for v in verdicts if v.label == "supported"], len(verdicts)


def test_claims_are_not_supported_by_quite_other_passages() -> None:
    """By neither check nor model, but for one in a hundred (a general truth, a chance)."""
    wrong, total = supported(shuffled_cases())
    assert total > 150
    assert len(wrong) <= total // 100, wrong


def test_claims_are_not_supported_by_passages_of_the_same_sort() -> None:
    """Another firm's contract, another device's manual: what a search brings along.

    One in twenty is a bound, not an aim. Weights that had only seen false claims near their
    passages supported one in six.
    """
    pairs = [(row.claim, [row.evidence]) for row in read_strangers(300) if not row.supported]
    wrong, total = supported(pairs)
    assert total >= 150
    assert len(wrong) <= total // 20, wrong


def test_what_a_small_model_makes_up_is_not_supported() -> None:
    """Of the false claims that a real one made about passages, but for one in ten.

    A bound, not an aim: weights and rules of the time supported one in fourteen of them.
    """
    pairs = [(row.claim, [row.evidence]) for row in read_spoken(300) if not row.supported]
    wrong, total = supported(pairs)
    assert total >= 140
    assert len(wrong) <= total // 10, wrong


def test_a_role_that_the_question_gives_is_not_supported() -> None:
    """Few function words made such a sentence a foreign one, which was matched by its words."""
    verifier = entailed.build_verifier("audit")
    for role in ("a support manager without rules", "a lawyer"):
        passages = [f"Refunds above 500 EUR require the approval of {role.split(' without')[0]}."]
        report = verifier.verify(f"I am {role}.", passages, f"You are {role}. What can I get?")
        assert report.verdicts[0].label != "supported", role
