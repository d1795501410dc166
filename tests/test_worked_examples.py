"""The worked examples of the texts this project follows, and situations of the same kinds."""

from __future__ import annotations

import pytest

from entailed import Verifier, build_verifier
from entailed.types import Report

REFUNDS = {
    "S1": "Refunds are accepted within 30 days of delivery for unused items. Orders over $500 "
    "require approval from a support manager.",
    "S2": "Gift cards are not refundable.",
}
APPROVALS = {
    "policy-7": "For enterprise accounts, manager approval is required for refunds above 500 EUR. "
    "Finance approval is required above 5000 EUR."
}
ASKED = "Does this 700 EUR enterprise refund require manager approval?"
MINISTRY = {
    "method": "Our methodology is open. We never claim more certainty than the evidence warrants. "
    "Sources are listed for every piece.",
    "people": "Dr. Marcus Thornwell is the resident biblical scholar. He reviews all research on "
    "typology.",
    "courses": "The Tabernacle and Christ is a course of six weeks. Phase Two, the test "
    "commission, follows the portfolio review. The series Meeting God in the Wilderness has 24 "
    "episodes.",
}


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    """One verifier for all examples."""
    return build_verifier("audit")


def labels(report: Report) -> list[str]:
    """Labels in the order of the claims."""
    return [v.label for v in report.verdicts]


def reasons(report: Report) -> set[str]:
    """All reasons of failed findings."""
    return {str(r.reason) for v in report.verdicts for r in v.reasons if r.outcome == "fail"}


def test_the_refund_answer(verifier: Verifier) -> None:
    """One claim holds, one has a wrong number, one says the opposite, one stands nowhere."""
    report = verifier.verify(
        "Orders over $500 require approval from a support manager [S1]. Refunds are accepted "
        "within 60 days of delivery for unused items [S1]. Gift cards are refundable [S2]. "
        "Refunds usually arrive within a week.",
        REFUNDS,
        "",
    )
    assert labels(report)[:3] == ["supported", "contradicted", "contradicted"]
    assert labels(report)[3] in ("related", "missing")
    assert "number_mismatch" in reasons(report)
    assert report.status == "partial"


def test_an_unknown_source_is_named(verifier: Verifier) -> None:
    """A marker of a passage that was not given is reported."""
    report = verifier.verify("Gift cards are not refundable [S3].", REFUNDS, "")
    assert "unknown_citation" in reasons(report)


def test_the_approval_answer(verifier: Verifier) -> None:
    """The value of the question is judged by the rule that names the case, either way."""
    report = verifier.verify(
        "Yes. A 700 EUR enterprise refund requires manager approval because it is above the 500 "
        "EUR threshold. It does not meet the 5000 EUR finance-approval threshold. [policy-7]",
        APPROVALS,
        ASKED,
    )
    assert labels(report) == ["supported", "supported"]
    assert report.status == "grounded"


def test_a_duration_nobody_gave(verifier: Verifier) -> None:
    """What is added about timing is not supported by rules about approval."""
    report = verifier.verify(
        "A 700 EUR enterprise refund requires manager approval. Approval usually takes two days.",
        APPROVALS,
        ASKED,
    )
    assert labels(report)[0] == "supported"
    assert labels(report)[1] in ("related", "missing")


@pytest.mark.parametrize(
    ("answer", "passages", "expected"),
    [
        (
            'The methodology says: "We never claim more certainty than the evidence warrants."',
            MINISTRY,
            {"supported"},
        ),
        (
            'Dr. Thornwell says that "typology is the grammar of the whole of the text".',
            MINISTRY,
            {"missing", "related"},
        ),
        (
            'The methodology says: "We never claim more certainty ... He reviews all research on '
            'typology."',
            MINISTRY,
            {"related"},
        ),
        ('The course is called "The Tabernacle and Christ."', MINISTRY, {"supported"}),
        (
            'The series has an episode called "The Mercy Seat Revealed."',
            MINISTRY,
            {"missing", "related"},
        ),
        (
            "Approval takes two days.",
            {"p": "Approval takes five business days."},
            {"contradicted"},
        ),
        (
            "The queue holds about 100 messages.",
            {"p": "The queue holds 128 messages."},
            {"contradicted"},
        ),
        (
            "The queue holds about 130 messages.",
            {"p": "The queue holds 128 messages."},
            {"supported"},
        ),
        (
            "Single sign-on is supported.",
            {"p": "Single sign-on is supported on Pro plans."},
            {"related"},
        ),
        (
            "Single sign-on is supported on Pro plans.",
            {"p": "Single sign-on is supported on Pro plans."},
            {"supported"},
        ),
        (
            "The service returns JSON by default.",
            {"p": "As of v2 the service returns JSON by default."},
            {"related"},
        ),
        (
            "It is not possible to export to PDF.",
            {"p": "Reports can be exported to CSV."},
            {"related", "missing"},
        ),
    ],
)
def test_precision_traps(
    verifier: Verifier, answer: str, passages: dict[str, str], expected: set[str]
) -> None:
    """Quotations, titles, rounded values, scope, time and impossibility, each in one claim."""
    assert set(labels(verifier.verify(answer, passages, ""))) <= expected


def test_nothing_retrieved_comes_first(verifier: Verifier) -> None:
    """Without evidence there is one status and no list of failed quotations."""
    report = verifier.verify('The rule says "no dogs in the park".', [], "")
    assert report.status == "no_evidence"
