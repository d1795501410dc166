"""The audit format and claim-support records."""

from __future__ import annotations

import pytest

from entailed.report import claim_support_records, to_audit_json
from tests.reports import PASSAGES, examples

EXAMPLES = examples()


def test_the_audit_has_exactly_its_keys():
    """Claims with text, label, source and quote; a verdict; the repaired answer."""
    audit = to_audit_json(EXAMPLES["partial"])
    assert audit == {
        "claims": [
            {
                "text": "Refunds take 60 days",
                "label": "CONTRADICTED",
                "source_id": "S1",
                "quote": PASSAGES["S1"],
            },
            {
                "text": "Gift cards are not refundable",
                "label": "SUPPORTED",
                "source_id": "S2",
                "quote": PASSAGES["S2"],
            },
            {"text": "Ask <Bob> & co", "label": "NOT_FOUND", "source_id": None, "quote": None},
        ],
        "verdict": "PARTIAL",
        "repaired_answer": "Gift cards are not refundable [S2].",
    }


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("grounded", "GROUNDED"),
        ("declined", "GROUNDED"),
        ("partial", "PARTIAL"),
        ("ungrounded", "UNGROUNDED"),
        ("no_evidence", "UNGROUNDED"),
        ("unchecked", "UNGROUNDED"),
    ],
)
def test_every_status_has_its_audit_verdict(name, verdict):
    """An abstention is not ungrounded; what could not be checked is not grounded."""
    audit = to_audit_json(EXAMPLES[name])
    assert audit["verdict"] == verdict
    labels = {claim["label"] for claim in audit["claims"]}
    assert labels <= {"SUPPORTED", "CONTRADICTED", "NOT_FOUND"}


def test_related_text_is_not_quoted_as_a_source():
    """A claim that was not found names no source in the audit."""
    claim = to_audit_json(EXAMPLES["ungrounded"])["claims"][0]
    assert (claim["label"], claim["source_id"], claim["quote"]) == ("NOT_FOUND", None, None)


def test_claim_support_records_name_passage_and_words():
    """One record for each claim and place; None where no place bears on a claim."""
    records = claim_support_records(EXAMPLES["partial"])
    assert [record["support"] for record in records] == ["contradicted", "entailed", "missing"]
    assert records[1] == {
        "claim": "Gift cards are not refundable",
        "source_id": "S2",
        "span": PASSAGES["S2"],
        "support": "entailed",
    }
    assert records[2]["source_id"] is None
