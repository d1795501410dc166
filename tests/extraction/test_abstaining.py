"""An abstention hides no statement that stands in the same sentence (fault: let through unread)."""

import pytest

from entailed import freeze
from entailed.extraction.rules import RuleExtractor

STATED = "refunds are accepted within 90 days"
EVIDENCE = freeze({"S1": "Refunds are accepted within 30 days of delivery."})


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm unable to help, but {}.",
        "I am not able to assist, yet {}.",
        "I can't help with that and {}.",
        "I don't have that information, and {}.",
        "I do not have information about that - {}.",
        "We are unable to determine the date — {}.",
        "I cannot say more than that {}.",
        "I can't confirm that gift cards are valid, only that {}.",
        "I couldn't find anything, except that {}.",
        "I can't tell, so {}.",
        "The documents do not say, although {}.",
        "The sources do not mention a fee, and {}.",
        "I could not find this; {}.",
    ],
)
def test_what_an_abstention_goes_on_to_say_is_a_claim(sentence: str) -> None:
    """Whatever joins it to the abstention, the statement is checked."""
    extraction = RuleExtractor().extract(sentence.format(STATED), EVIDENCE, "")
    assert not extraction.declined
    assert any(STATED in claim.text for claim in extraction.claims)


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm sorry, but I can't assist with that.",
        "I can't help with that and recommend contacting support.",
        "I cannot find the fee and the deadline for that in the sources.",
        "The sources do not say whether refunds are accepted and gift cards are valid.",
        "I cannot confirm that refunds are accepted and gift cards are valid.",
        "I don't know when the shop opens and who runs it.",
        "The documents do not mention a fee, and I can't find one elsewhere.",
        "I cannot confirm that - the sources don't mention it.",
        "I do not know, and the documents do not say.",
    ],
)
def test_an_abstention_that_only_goes_on_abstaining_is_none(sentence: str) -> None:
    """What is named as not known is no statement, and neither is a second abstention."""
    assert RuleExtractor().extract(sentence, EVIDENCE, "").declined
