"""Replay: a record verified again, and every difference named."""

from __future__ import annotations

import dataclasses

import pytest

from entailed.assembly import build_verifier
from entailed.decision import Calibration
from entailed.errors import LedgerError
from entailed.ledger.replay import replay
from entailed.testing import FixedScorer
from entailed.types import Entailment
from tests.ledger.support import report, verifier

VAGUE = "Refunds are given soon after delivery."


@pytest.fixture
def records(ledger):
    """A ledger with two real records: one decided by a check, one by the scorer."""
    made = ledger.tenant()
    made.record(report(), record_id="checked")
    made.record(report(VAGUE), record_id="scored")
    return made


@pytest.mark.parametrize("name", ["checked", "scored"])
def test_the_same_verifier_gives_the_same_report(records, name):
    """Field by field, with the frozen evidence."""
    made = records.replay(name, verifier())
    assert (made.same, made.differences, made.changes) == (True, (), ())


def test_changed_components_are_named_with_what_they_changed(records):
    """Another scorer: other scores, and the component that explains them."""
    yes = FixedScorer(Entailment(0.99, 0.005, 0.005))
    made = records.replay("scored", build_verifier("repair", scorer=yes))
    paths = {d.path for d in made.differences}
    assert not made.same
    assert "verdicts[0].score" in paths
    changed = {(c.stage, c.name): (c.stored, c.replayed) for c in made.changes}
    assert changed["score", "lexical"][1] is None
    assert changed["score", yes.name][0] is None


def test_changed_thresholds_are_a_change_of_the_decider(records):
    """Its digest says so, whether or not a verdict came out otherwise."""
    strict = build_verifier("repair", scorer="lexical", calibration=Calibration(t_support=0.99))
    made = records.replay("checked", strict)
    ((stage, stored, replayed),) = [(c.stage, c.stored, c.replayed) for c in made.changes]
    assert stage == "decide"
    assert stored[0] == replayed[0]
    assert stored[1] != replayed[1]


def test_another_policy_shows_in_what_was_done(records):
    """Action and text, each with both sides."""
    made = records.replay("checked", verifier("audit"))
    found = {d.path: (d.stored, d.replayed) for d in made.differences}
    assert found["action"] == ("repair", "report")
    assert found["policy"] == ("repair", "audit")
    assert set(found) == {"action", "policy", "repaired_answer"}


def test_another_version_of_the_library_is_a_change(records):
    """Even where nothing came out otherwise."""
    old = dataclasses.replace(records.get("checked"), library="0.0.1")
    made = replay(old, verifier(), "0.1.0")
    ((change,),) = [made.changes]
    assert (change.stage, change.stored, change.replayed) == (
        "library",
        ("0.0.1", ""),
        ("0.1.0", ""),
    )


def test_parts_only_one_side_has_are_differences(records):
    """A report of another form, or with more verdicts."""
    record = records.get("checked")
    plain = dict(record.plain)
    plain["verdicts"] = plain["verdicts"][:1]
    plain["later"] = 1
    made = replay(dataclasses.replace(record, plain=plain), verifier(), record.library)
    found = {d.path: d for d in made.differences}
    assert found["later"].replayed_absent
    assert found["verdicts[1]"].stored_absent
    assert set(found) == {"later", "verdicts[1]"}


def test_the_evidence_is_the_frozen_one(records):
    """Its digest is that of the record, also where freezing would do otherwise today."""
    made = records.replay("checked", verifier())
    assert not [d for d in made.differences if d.path.startswith("evidence")]


def test_what_cannot_be_replayed_is_an_error(records):
    """A record that is not there, or whose texts are gone."""
    with pytest.raises(LedgerError, match="no record 'none'") as caught:
        records.replay("none", verifier())
    assert caught.value.kind == "unknown"
    records.erase("checked", reason="asked for")
    with pytest.raises(LedgerError, match="erased") as caught:
        records.replay("checked", verifier())
    assert caught.value.kind == "erased"
