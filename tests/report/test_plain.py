"""Reports as JSON: there and back, to the byte, and by the schema."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.errors import RequestError
from entailed.report import dumps, loads, report_from_dict, report_to_dict, schema
from entailed.types import LABELS, REASONS, STATUSES, Finding, Mapped, Span, Timing
from tests.reports import C, examples, report

EXAMPLES = examples()
SCHEMA_FILE = Path(__file__).parents[2] / "docs" / "report.schema.json"
VALIDATOR = jsonschema.Draft202012Validator(schema())
spans = st.tuples(st.integers(0, 500), st.integers(0, 500)).map(lambda p: Span(min(p), max(p)))
texts = st.text(max_size=12)


@st.composite
def reports(draw):
    """A report of two claims with any spans, maps, findings and texts."""
    base = EXAMPLES["partial"]
    finding = st.builds(
        Finding,
        check=texts,
        outcome=st.sampled_from(["pass", "fail", "note"]),
        claim_span=spans,
        reason=st.none() | st.sampled_from(REASONS),
        label=st.none() | st.sampled_from(LABELS),
        message=texts,
        claimed=texts,
        stated=texts,
    )
    verdicts = []
    for verdict in base.verdicts[:2]:
        places = draw(st.lists(spans, max_size=8))
        body = Mapped(
            "x" * len(places), tuple(p.start for p in places), tuple(p.end for p in places)
        )
        claim = dataclasses.replace(verdict.claim, body=body, span=draw(spans))
        score = draw(st.none() | st.floats(0, 1))
        found = tuple(draw(st.lists(finding, max_size=2)))
        verdicts.append(dataclasses.replace(verdict, claim=claim, score=score, reasons=found))
    return dataclasses.replace(
        base,
        answer=draw(texts),
        verdicts=tuple(verdicts),
        findings=tuple(draw(st.lists(finding, max_size=2))),
        status=draw(st.sampled_from(STATUSES)),
        timings=tuple(draw(st.lists(st.builds(Timing, texts, st.floats(0, 9)), max_size=2))),
    )


@settings(deadline=None)
@given(reports())
def test_a_report_comes_back_from_json(made):
    """Nothing is lost, not even the map of a claim's text or the timings."""
    again = loads(dumps(made))
    assert again == made
    assert again.timings == made.timings
    assert report_from_dict(json.loads(json.dumps(report_to_dict(made)))) == made


@settings(deadline=None, max_examples=40)
@given(reports())
def test_every_report_follows_the_schema(made):
    """The schema allows what is written."""
    VALIDATOR.validate(report_to_dict(made))


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_come_back_and_follow_the_schema(name):
    """Every status, with its findings and failures."""
    data = report_to_dict(EXAMPLES[name])
    jsonschema.validate(data, schema())
    assert report_from_dict(data) == EXAMPLES[name]


def test_without_timings_equal_reports_give_equal_bytes():
    """Only the timings vary, and they can be left out."""
    one = EXAMPLES["partial"]
    other = dataclasses.replace(one, timings=(Timing("extract", 77.0),))
    assert dumps(one) != dumps(other)
    assert dumps(one, timings=False) == dumps(other, timings=False)
    assert loads(dumps(one, timings=False)).timings == ()


def test_the_map_of_a_claim_is_written_in_runs():
    """A text taken over one for one is one run, however long."""
    data = report_to_dict(EXAMPLES["grounded"])
    words = "Gift cards are not refundable"
    assert data["verdicts"][0]["claim"]["map"] == [[0, len(words)]]


def test_a_map_with_inserted_text_comes_back():
    """A name put in for a pronoun stands for the pronoun's place."""
    made = report("It is red.", C("It is red", whole="The old barn is red"))
    runs = report_to_dict(made)["verdicts"][0]["claim"]["map"]
    assert runs == [[0, 2, 13], [3, 9]]
    assert loads(dumps(made)) == made


def test_the_committed_schema_is_the_current_one():
    """docs/report.schema.json is what `schema()` gives (UPDATE_GOLDEN=1 rewrites it)."""
    text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        SCHEMA_FILE.parent.mkdir(exist_ok=True)
        SCHEMA_FILE.write_text(text, encoding="utf-8")
    assert SCHEMA_FILE.read_text(encoding="utf-8") == text


def test_the_schema_is_a_schema():
    """It is valid by its own meta-schema."""
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema_version": 2}, "expected schema_version 1, got 2"),
        ({"status": "fine"}, "expected one of grounded"),
        ({"verdicts": [{}]}, "missing key"),
        ({"segments": 3}, "not in the form"),
        ({"failures": [{"stage": "x", "colour": "y"}]}, "not in the form"),
    ],
)
def test_what_is_no_report_is_refused(change, message):
    """The message says what is wrong."""
    with pytest.raises(RequestError, match=message):
        report_from_dict({**report_to_dict(EXAMPLES["partial"]), **change})


def test_a_map_cannot_stand_for_more_than_its_text():
    """A few digits in a file of a stranger must not fill the memory."""
    for run in ([0, 10**15], [0, 1, 10**15]):
        data = report_to_dict(EXAMPLES["partial"])
        data["verdicts"][0]["claim"]["map"] = [run]
        with pytest.raises(RequestError, match="more code points than its text"):
            report_from_dict(data)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000])
def test_text_that_is_no_report_is_refused(text):
    """Malformed or deeply nested JSON, or another type, is a clear error."""
    with pytest.raises(RequestError, match="report: "):
        loads(text)


@pytest.mark.parametrize(
    ("path", "value"),
    [("label", "true"), ("claim", {"id": "c1"}), ("score", "high"), ("support", {})],
)
def test_the_schema_refuses_what_is_wrong(path, value):
    """A wrong label, a claim without its span, a score that is no number."""
    data = report_to_dict(EXAMPLES["partial"])
    data["verdicts"][0][path] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema())
