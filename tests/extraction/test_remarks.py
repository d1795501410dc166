"""Remarks on the conversation and sentences that say nothing are no claims."""

import dataclasses

import pytest
from hypothesis import given

import entailed
from entailed.extraction.abstention import is_abstention
from entailed.extraction.remarks import is_remark, is_tautology
from entailed.prompts import PROMPTS
from entailed.treatments import Policy
from tests.strategies import any_texts

EVIDENCE = "Refunds are accepted within 30 days of delivery for unused items."
REMARKS = (
    "I apologise, you are right.",
    "You are right.",
    "You're absolutely right, and I apologize for the confusion.",
    "My previous answer was wrong.",
    "I was mistaken earlier.",
    "Thank you for pointing that out.",
    "I stand corrected.",
    "I stand by my answer.",
    "I made a mistake in my last reply. Let me correct that.",
    "Good point!",
    "I understand your frustration.",
    "Sorry, that earlier statement was inaccurate.",
    "My mistake, you were right to ask.",
    "Sie haben recht.",
    "Vous avez raison.",
    "Tienes razón.",
    "Hai ragione.",
)
CLAIMS = (
    "You are right that refunds are accepted within 60 days.",
    "I apologise, refunds are accepted within 90 days.",
    "The claim is wrong.",
    "The statement of the mayor was wrong.",
    "The referee made a mistake.",
    "My mistake was to drive.",
    "The policy is a good policy.",
    "A parcel is a package under 20 kg.",
    "Gift cards are not gift cards.",
    "Version 2 is version 2.",
    "The bridge is the longest bridge.",
)
TAUTOLOGIES = (
    "The policy is a policy.",
    "Refunds are refunds.",
    "Gift cards are gift cards.",
    "The refund policy is still a policy.",
    "Un contrat est un contrat.",
    "The member who voted against the plan is the member who voted against the plan.",
)
HOLD_NOTHING = (
    "The sources hold nothing on this.",
    "The documents have nothing about parking.",
    "My sources contain nothing about that.",
    "The provided passages say nothing about the fee.",
)


@pytest.mark.parametrize("text", [*REMARKS, *TAUTOLOGIES, *HOLD_NOTHING])
def test_what_says_nothing_of_the_evidence_is_no_claim(text: str) -> None:
    """It is neither supported nor flagged."""
    assert entailed.verify(text, [EVIDENCE]).verdicts == ()


@pytest.mark.parametrize("text", CLAIMS)
def test_a_statement_beside_a_remark_or_like_one_stays_a_claim(text: str) -> None:
    """A remark that goes on with a fact hides nothing."""
    assert not is_remark(text.lower())
    assert not is_tautology(text.lower())
    assert len(entailed.verify(text, [EVIDENCE]).verdicts) == 1


def test_what_the_package_shows_instead_of_an_answer_is_no_claim() -> None:
    """Shown texts come back as earlier answers of a conversation."""
    shown = (PROMPTS.ungrounded, PROMPTS.unsupported, PROMPTS.unavailable, PROMPTS.late)
    policy = {f.name: f.default for f in dataclasses.fields(Policy)}
    for text in (*shown, policy["decline"], policy["safe_message"]):
        assert is_abstention(str(text)), text
        assert entailed.verify(str(text), [EVIDENCE]).status == "declined", text


@given(any_texts())
def test_any_text_is_read(text: str) -> None:
    """No text breaks the readers."""
    assert is_remark(text) in (True, False)
    assert is_tautology(text) in (True, False)
