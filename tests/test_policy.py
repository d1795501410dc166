"""Policies: loading, and a decision for every combination of verdicts."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.assembly import build_verifier
from entailed.errors import ConfigurationError, UnsupportedError
from entailed.policy import PRESETS, decide, load_policy, policy_to_dict, suppressing
from entailed.treatments import TREATMENTS
from entailed.types import (
    LABELS,
    REASONS,
    STATUSES,
    Claim,
    Entailment,
    Failure,
    Finding,
    Mapped,
    Span,
    Verdict,
)
from tests.reports import C, report

CLAIM = Claim("c1", Span(0, 9), Mapped.identity("It is so."), Span(0, 9))


def finding(reason, outcome="fail", label=None):
    """A finding of the only claim."""
    return Finding("test", outcome, Span(0, 2), reason, label)


def verdict(label, *findings, score=None):
    """A verdict on the only claim."""
    return Verdict(CLAIM, label, tuple(findings), score=score)


findings = st.builds(
    finding,
    st.sampled_from(REASONS),
    st.sampled_from(["pass", "fail", "note"]),
    st.none() | st.sampled_from(LABELS),
)
verdicts = st.builds(
    lambda label, found, score, scored: Verdict(
        CLAIM, label, tuple(found), (), Entailment(0.2, 0.7, 0.1) if scored else None, score
    ),
    st.sampled_from(LABELS),
    st.lists(findings, max_size=3),
    st.none() | st.floats(0, 1),
    st.booleans(),
)
policies = st.sampled_from(list(PRESETS.values()))
failures = st.lists(st.just(Failure("score", "ScorerError", "broken")), max_size=1)


@given(policies, st.lists(verdicts, max_size=4), st.sampled_from(STATUSES), failures)
def test_a_decision_is_made_for_every_combination(policy, many, status, failed):
    """Whatever comes, there is one treatment a verdict, and one known action."""
    decision = decide(policy, many, status, failed)
    assert len(decision.treatments) == len(many)
    assert set(decision.treatments) <= set(TREATMENTS)
    assert decision.action in ("pass", "report", "flag", "suppress", "repair", "block")


@given(policies, st.lists(verdicts, max_size=4), st.sampled_from(STATUSES), failures)
def test_pass_means_that_every_claim_is_clean(policy, many, status, failed):
    """No preset lets an answer pass that has a claim which is not clean.

    Only what a sample left out is passed over: then the status says that it was not checked.
    """
    decision = decide(policy, many, status, failed)
    left_out = [v for v in many if any(f.reason == "not_sampled" for f in v.reasons)]
    if decision.action == "pass":
        assert status != "no_evidence"
        assert status != "unchecked" or left_out
        assert all(v.clean or v in left_out for v in many)
    if policy.name != "audit" and decision.because != "no_evidence":
        kept = [v for v, t in zip(many, decision.treatments, strict=True) if t == "keep"]
        assert all(v.clean or v in left_out for v in kept)


@given(st.lists(verdicts, max_size=4), st.sampled_from(STATUSES), failures)
def test_audit_only_reports(many, status, failed):
    """Audit changes nothing, whatever was found."""
    decision = decide(PRESETS["audit"], many, status, failed)
    assert decision.action == "report"
    assert set(decision.treatments) <= {"keep"}


@given(st.lists(verdicts, max_size=4), st.sampled_from(STATUSES))
def test_strict_fails_closed(many, status):
    """A failed stage blocks under strict, whatever the verdicts say."""
    decision = decide(PRESETS["strict"], many, status, [Failure("score", "x", "y")])
    assert decision.action == "block"


@pytest.mark.parametrize(
    ("policy", "label", "treatment"),
    [
        ("flag", "contradicted", "mark"),
        ("flag", "unchecked", "mark"),
        ("suppress", "missing", "delete"),
        ("suppress", "unchecked", "mark"),
        ("repair", "related", "hedge"),
        ("repair", "contradicted", "hedge"),
        ("strict", "missing", "hedge"),
        ("strict", "contradicted", "block"),
        ("strict", "unchecked", "block"),
    ],
)
def test_each_label_has_its_treatment(policy, label, treatment):
    """The presets treat labels as the design says."""
    assert decide(PRESETS[policy], [verdict(label)], "partial").treatments == (treatment,)


@pytest.mark.parametrize(
    "reason", ["identifier_missing", "number_mismatch", "number_missing", "entity_missing"]
)
def test_strict_blocks_on_identifiers_amounts_and_terms(reason):
    """A failed identifier, amount or term blocks even where the label alone would not."""
    failed = verdict("missing", finding(reason, label="missing"))
    assert decide(PRESETS["strict"], [failed], "partial").action == "block"


@pytest.mark.parametrize("policy", ["suppress", "repair", "strict"])
def test_without_evidence_nothing_is_shown(policy):
    """No evidence blocks the answer, even where a verdict says supported."""
    assert decide(PRESETS[policy], [verdict("supported")], "no_evidence").action == "block"


def test_without_evidence_flag_marks_once():
    """Flag keeps every claim and marks the whole."""
    decision = decide(PRESETS["flag"], [verdict("missing")] * 2, "no_evidence")
    assert (decision.action, decision.because) == ("flag", "no_evidence")
    assert decision.treatments == ("keep", "keep")


@pytest.mark.parametrize(
    ("policy", "action"),
    [("flag", "flag"), ("suppress", "block"), ("repair", "block"), ("strict", "block")],
)
def test_an_answer_that_was_not_taken_apart_does_not_pass(policy, action):
    """Without a verdict nothing failed, and nothing was checked either."""
    assert decide(PRESETS[policy], [], "unchecked").action == action


def test_suppress_deletes_only_when_it_is_sure():
    """A claim that the model is unsure of is marked, not deleted."""
    low = finding("low_entailment", label="missing")
    unsure, sure = verdict("missing", low, score=0.4), verdict("missing", low, score=0.05)
    decision = decide(PRESETS["suppress"], [unsure, sure], "ungrounded")
    assert decision.treatments == ("mark", "delete")


def test_a_citation_fault_does_not_hide_a_wrong_claim():
    """An override for a reason without a label does not soften the label's treatment."""
    policy = load_policy("repair", reasons={"misattributed": "keep"})
    wrong = verdict("contradicted", finding("misattributed"))
    assert decide(policy, [wrong], "ungrounded").treatments == ("hedge",)


def test_wrong_citations_of_supported_claims_are_fixed():
    """A supported claim with the wrong citation is kept and its citation put right."""
    decision = decide(
        PRESETS["repair"], [verdict("supported", finding("misattributed"))], "partial"
    )
    assert decision.treatments == ("fix",)
    assert decision.final().treatments == ("delete",)


def test_a_reason_noted_beside_a_label_can_be_overridden():
    """`source_conflict` is a note, yet a policy may say what is done about it."""
    policy = load_policy("repair", reasons={"source_conflict": "mark"})
    conflict = verdict("related", finding("source_conflict", "note"))
    assert decide(policy, [conflict], "ungrounded").treatments == ("mark",)


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_policy_survives_its_own_plain_form(name, tmp_path):
    """Mapping, JSON file and pickle give the same policy back."""
    policy = load_policy(name)
    path = tmp_path / "policy.json"
    path.write_text(json.dumps(policy_to_dict(policy)), encoding="utf-8")
    assert load_policy(policy_to_dict(policy)) == policy
    assert load_policy(path) == policy
    assert load_policy(str(path)) == policy
    assert pickle.loads(pickle.dumps(policy)) == policy


def test_a_toml_file_changes_what_it_names(tmp_path: Path):
    """A file starts from its base and overrides single labels and reasons."""
    path = tmp_path / "house.toml"
    path.write_text(
        'base = "repair"\nname = "house"\nmarker = "[?]"\n[labels]\nmissing = "mark"\n'
        '[reasons]\ndate_mismatch = "block"\n',
        encoding="utf-8",
    )
    policy = load_policy(path, citations_cap=1)
    assert (policy.name, policy.marker, policy.citations_cap) == ("house", "[?]", 1)
    assert policy.for_label("missing") == "mark"
    assert policy.for_label("related") == "hedge"
    assert policy.for_reason("date_mismatch") == "block"
    assert policy.for_reason("misattributed") == "fix"


@pytest.mark.parametrize("name", ["regenerate", "widen"])
def test_policies_of_the_answering_loop_are_refused_by_a_verifier(name):
    """They can be loaded, but a verifier has no model and no retriever to ask again."""
    assert load_policy(name).loops
    with pytest.raises(UnsupportedError, match="answering loop"):
        build_verifier(name)
    assert build_verifier(name, regenerate=False, widen=False, scorer=None)


@pytest.mark.parametrize("name", list(PRESETS))
def test_suppressing_leaves_no_doubtful_claim(name):
    """Whatever a policy only marks or hedges is deleted; what it fixes or blocks stays so."""
    policy = suppressing(load_policy(name))
    doubtful = [verdict(label, score=0.4) for label in LABELS if label != "supported"]
    decision = decide(policy, doubtful, "ungrounded")
    assert {*decision.treatments} <= {"delete", "block"}
    assert policy.for_label("supported") in ("fix", "block")
    assert policy.for_reason("misattributed") in (None, "fix")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("flagg", "expected one of audit, flag, suppress, repair, strict, regenerate, widen"),
        ({"base": "house"}, "got 'house'"),
        ({"base": 3}, "got 3"),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"labels": {"wrong": "mark"}}, "expected one of supported, contradicted"),
        ({"labels": {"missing": "erase"}}, "expected one of keep, mark, fix"),
        ({"labels": "delete"}, "expected a table"),
        ({"reasons": {"because": "mark"}}, "policy reasons"),
        ({"uncited": "maybe"}, "expected one of search, fail"),
        ({"min_confidence": 2}, "from 0 to 1"),
        ({"min_support": 1.1}, "policy min_support: expected a number from 0 to 1, got 1.1"),
        ({"min_support": True}, "policy min_support"),
        ({"min_confidence": float("nan")}, "from 0 to 1"),
        ({"citations_cap": 0}, "whole number from 1"),
        ({"citations_cap": True}, "whole number from 1"),
        ({"fail_closed": "yes"}, "true or false"),
        ({"marker": ""}, "one line of text"),
        (3, "got int"),
        (Path("no-such-policy.toml"), "cannot be read"),
    ],
)
def test_a_bad_policy_is_refused_with_what_was_expected(source, message):
    """The message says what was expected and what came."""
    with pytest.raises(ConfigurationError, match=message):
        load_policy(source)


@pytest.mark.parametrize(
    ("name", "content"),
    [("p.toml", b"name = "), ("p.json", b"{"), ("p.json", b"[]"), ("p.toml", b"\xff\xfe")],
)
def test_a_broken_policy_file_is_refused(tmp_path, name, content):
    """Malformed TOML or JSON, another type, or bytes that are no text are a clear error."""
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=r"policy file .*p\."):
        load_policy(path)


def test_a_declined_answer_passes():
    """An answer without claims has nothing to be treated."""
    declined = report("The sources do not say.", status="declined")
    assert decide(PRESETS["strict"], declined.verdicts, "declined").action == "pass"
    assert report("It is so.", C("It is so")).verdicts[0].clean
