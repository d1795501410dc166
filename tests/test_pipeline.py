"""The verifier end to end: order, limits, failures, bad input."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

import entailed
from entailed.errors import ConfigurationError, InputError, UnsupportedError
from entailed.testing import FailingScorer
from entailed.types import Claim, Extraction, Limits, Mapped, Segment, Span

PASSAGES = {
    "S1": "Refunds are accepted within 30 days of delivery for unused items.",
    "S2": "Gift cards are not refundable.",
}


def labels(report: entailed.Report) -> list[str]:
    """Labels in order."""
    return [v.label for v in report.verdicts]


@pytest.mark.parametrize("scorer", ["embedded", "lexical"])
def test_wrong_number_is_contradicted_with_both_spans(scorer):
    """The finding names both values and both places."""
    report = entailed.verify("Refunds are accepted within 60 days [S1].", PASSAGES, scorer=scorer)
    (verdict,) = report.verdicts
    finding = next(f for f in verdict.reasons if f.reason == "number_mismatch")
    assert (report.status, verdict.label) == ("ungrounded", "contradicted")
    assert "60" in finding.claim_span.of(report.answer)
    assert "30" in finding.evidence[0].span.of(PASSAGES["S1"])


@pytest.mark.parametrize("policy", ["audit", "flag", "suppress", "repair", "strict"])
def test_empty_answer_has_no_claims_and_no_flags(policy):
    """Nothing said, nothing to doubt."""
    report = entailed.verify("", PASSAGES, policy=policy)
    assert (report.status, report.verdicts, report.segments) == ("grounded", (), ())
    assert report.repaired_answer == ""


@pytest.mark.parametrize("passages", [[], [" \n "], {"a": "\t"}])
def test_no_evidence_is_one_finding_for_the_whole_answer(passages):
    """Without evidence nothing is counted claim by claim."""
    report = entailed.verify('It is 90 m tall and "a very old tower".', passages)
    assert report.status == "no_evidence"
    assert [f.reason for f in report.findings] == ["no_evidence"]
    assert "supported" not in labels(report)


@pytest.mark.parametrize("answer", [None, 7, b"bytes", ["list"]])
def test_an_answer_that_is_no_text_is_refused(answer):
    """The message says what came."""
    with pytest.raises(InputError, match=r"answer: expected text"):
        entailed.verify(answer, PASSAGES)


def test_lone_surrogate_is_refused_with_its_place():
    """Such text cannot be written to any file, so it is refused at once."""
    with pytest.raises(InputError, match="offset 3"):
        entailed.verify("abc\ud800", PASSAGES)


@pytest.mark.parametrize("policy", ["regenerate", "widen"])
def test_policies_of_the_answering_loop_are_refused_clearly(policy):
    """They come with the answering loop."""
    with pytest.raises(UnsupportedError, match="answering loop"):
        entailed.verify("A.", PASSAGES, policy=policy)


@pytest.mark.parametrize("options", [{"policy": "nope"}, {"scorer": "nope"}, {"scorer": 3}])
def test_unknown_names_are_refused(options):
    """The message lists what is known."""
    with pytest.raises(ConfigurationError, match="expected"):
        entailed.verify("A.", PASSAGES, **options)


def test_scorer_failure_leaves_claims_unchecked_and_certain_failures_standing():
    """An outage is never support; a check's verdict does not depend on the scorer."""
    answer = "Refunds are accepted within 60 days. The shop sells many shoes to its customers."
    report = entailed.verify(answer, PASSAGES, scorer=FailingScorer())
    assert labels(report)[0] == "contradicted"
    assert "supported" not in labels(report)


def test_broken_scorer_under_strict_blocks():
    """High-stakes policies fail closed."""
    report = entailed.verify(
        "Refunds for unused items are accepted after delivery.", PASSAGES,
        policy="strict", scorer=FailingScorer(),
    )  # fmt: skip
    assert report.action == "block"


class BrokenCheck:
    """A check that always raises."""

    name = "broken"
    version = "1"

    def __call__(self, claim, alignment, evidence):
        """Raise."""
        raise RuntimeError("boom")


def test_broken_check_is_a_failure_value():
    """A stranger's exception becomes a failure on the report and an unchecked claim."""
    verifier = entailed.build_verifier("audit", checks=[BrokenCheck()])
    report = verifier.verify("Gift cards are not refundable.", PASSAGES)
    assert labels(report) == ["unchecked"]
    assert report.status == "unchecked"
    assert report.failures[0].stage == "check:broken"


def test_claims_beyond_the_limit_are_reported_as_not_checked():
    """Reaching a limit is never silence."""
    answer = "Gift cards are not refundable. Refunds are accepted within 30 days of delivery."
    report = entailed.verify(answer, PASSAGES, limits=Limits(claims=1))
    assert labels(report)[1] == "unchecked"
    assert report.verdicts[1].reasons[-1].reason == "limit_reached"


def test_long_answer_is_checked_up_to_the_limit():
    """The rest is one unchecked claim, so that every character is accounted for."""
    answer = "Gift cards are not refundable. " * 1000
    report = entailed.verify(answer, PASSAGES, limits=Limits(answer_characters=310))
    assert report.verdicts[-1].label == "unchecked"
    assert report.segments[-1].span.end == len(answer)


def test_evidence_beyond_the_limit_makes_silence_undecided():
    """What was not read cannot be said to be missing."""
    passages = [f"Filler passage number {i} says little." for i in range(50)]
    report = entailed.verify(
        "The spare key hangs behind the clock.", passages, limits=Limits(passages=10)
    )
    assert labels(report) == ["unchecked"]
    assert report.verdicts[0].reasons[-1].reason == "limit_reached"


def test_time_budget_used_up_is_reported():
    """Out of time is a reason, not a pass."""
    report = entailed.verify("The moon is made of cheese.", PASSAGES, limits=Limits(seconds=0.0))
    assert labels(report) == ["unchecked"]
    assert report.verdicts[0].reasons[-1].reason == "limit_reached"


def test_threads_and_async_give_the_same_report():
    """One verifier may be shared."""
    verifier = entailed.build_verifier()
    answer = "Refunds are accepted within 60 days [S1]. Gift cards are refundable."
    expected = verifier.verify(answer, PASSAGES)
    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(lambda _: verifier.verify(answer, PASSAGES), range(8)))
    reports.append(asyncio.run(verifier.averify(answer, PASSAGES)))
    assert all(report == expected for report in reports)


@pytest.mark.parametrize(
    "answer",
    [
        "\x00\x00 Refunds \x00 are accepted.",
        '"unclosed quote of some length',
        "```python\nunclosed fence",
        "مرحبا بالعالم، المبلغ ١٢٣ دولارا.",
        "🙂" * 500 + " 👩‍👩‍👧‍👦 took 5 km",
        "退货须在30天内办理。礼品卡不可退款。",
        "word " * 10_000,
        "a" * 50_000,
        "(" * 3_000 + ")" * 3_000,
        "[1]" * 3_000,
        '"' * 5_000,
        "1,2.3-4/5 " * 4_000,
        "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 500,
        "- " * 4_000,
        "> " * 3_000,
        "\u202eright to left\u202c 30 days",
        "no " * 8_000 + "not",
        "A, " * 8_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_answers_are_reported_within_the_limits(answer):
    """No crash, every character accounted for, spans slice back to the text."""
    report = entailed.verify(answer, PASSAGES)
    assert "".join(s.span.of(answer) for s in report.segments) == answer
    assert not report.failures or {f.error for f in report.failures} == {"limit_reached"}


class ForgetfulExtractor:
    """Finds the first claim only and accounts for nothing else."""

    name = "forgetful"
    version = "1"

    def extract(self, answer, evidence, question):
        """One claim up to the first full stop."""
        span = Span(0, answer.index(".") + 1)
        claim = Claim("c1", span, Mapped.identity(span.of(answer)), span)
        return Extraction((claim,), (Segment(span, "claim", "claim", "c1"),))


def test_what_an_extractor_drops_is_checked_whole():
    """A clause that no extractor named must not pass unverified."""
    answer = "Gift cards are not refundable. Refunds are accepted within 60 days of delivery."
    verifier = entailed.build_verifier("audit", extractor=ForgetfulExtractor())
    report = verifier.verify(answer, PASSAGES)
    assert labels(report) == ["supported", "contradicted"]
    assert [f.reason for f in report.findings] == ["coverage_gap"]
    assert "".join(s.span.of(answer) for s in report.segments) == answer


def test_hundreds_of_quantities_are_judged_up_to_a_bound_and_the_rest_reported():
    """What was not compared leaves the claim unchecked, never supported."""
    answer = "The values were " + ", ".join(f"{i * 7 + 13} kg" for i in range(120)) + "."
    passage = "The values were " + ", ".join(f"{i * 7 + 13} kg" for i in range(120)) + " or so."
    report = entailed.verify(answer, [passage], scorer="lexical")
    assert "supported" not in labels(report)
    assert "limit_reached" in {r.reason for v in report.verdicts for r in v.reasons}
