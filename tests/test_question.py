"""What the question may and may not do: its values are given, but it supports nothing."""

import pytest

import entailed

NAMES = (
    ("The exhibition was opened by Rosa Lindqvist in 2019.", "No, it was Rosa Lindqvist. Say so."),
    ("The exhibition was opened by the mayor in 2019.", "Was it opened by the mayor?"),
    ("The exhibition was opened in Malmo in 2019.", "I know that it was opened in Malmo."),
)


@pytest.mark.parametrize(("answer", "question"), NAMES)
def test_what_only_the_question_says_is_not_supported(answer: str, question: str) -> None:
    """A user who insists, or asks a leading question, is no source."""
    passages = ["The exhibition was opened in 2019. Many people visited it."]
    report = entailed.verify(answer, passages, question)
    assert report.verdicts[0].label != "supported"


def test_a_number_of_the_question_is_not_a_finding() -> None:
    """The amount of the user's own case is given: it is not reported as missing."""
    passages = ["Refunds are possible within 30 days of delivery."]
    question = "Is a refund of 700 EUR possible?"
    report = entailed.verify("A refund of 700 EUR is possible within 30 days.", passages, question)
    reasons = {finding.reason for finding in report.verdicts[0].reasons}
    assert "number_missing" not in reasons
