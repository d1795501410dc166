"""A reported answer becomes a scenario, and the file stays what it was."""

from __future__ import annotations

import json
import os

import pytest

import entailed
from entailed.errors import ConfigurationError, RequestError
from entailed.evaluation.adding import Addition, add_to_suite, read_report, scenario_of
from entailed.evaluation.loading import load_suite
from tests.reports import examples

ANSWER = 'Refunds are accepted within 60 days [S1].\nThe page says "nobody ever gets one" [S1].'
PASSAGE = {
    "id": "S1",
    "text": "Refunds are accepted within 30 days.\n\nMr Smith of Acme decides.\n",
    "title": "Refunds",
    "url": "https://acme.example/x?token=1",
    "tenant": "acme",
}
BLOCK = """# my suite
suite: s   # its name
scenarios:
  # the first
  - id: one
    category: answerable
    question: |
      Is it?
      # no comment, but a line of the question

# about what follows
description: d
"""
LAYOUTS = {
    "block": BLOCK,
    "deep": "suite: s\nscenarios:\n     - id: one\n       category: answerable\n       question: q",
    "flat": "suite: s\nscenarios:\n- id: one\n  category: answerable\n  question: q # why\n",
    "flow": "suite: s\nscenarios: [{id: one, category: answerable, question: q}] # end\n",
    "windows": BLOCK.replace("\n", "\r\n"),
}


@pytest.fixture(scope="module")
def report() -> entailed.Report:
    """A report of a bad answer."""
    return entailed.verify(ANSWER, [PASSAGE], "How long? For Mr Smith.", scorer="lexical")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_was_there_stays_to_the_letter(report, tmp_path, layout):
    """Comments, blank lines and indentation; the new scenario comes last."""
    path = tmp_path / "s.yaml"
    path.write_bytes(LAYOUTS[layout].encode())
    before = load_suite(path)
    name = add_to_suite(path, report, Addition("answerable"))
    after = load_suite(path)
    assert after.scenarios[:-1] == before.scenarios
    assert after.scenarios[-1].id == name
    kept = path.read_bytes().decode()
    for line in LAYOUTS[layout].rstrip("]} #end\r\n").split("\n"):
        assert line.rstrip("\r") in kept
    assert ("\r\n" in kept) == ("\r\n" in LAYOUTS[layout])


def test_the_scenario_says_what_was_wrong(report, tmp_path):
    """The wrong value is to be avoided, the right one to be mentioned."""
    path = tmp_path / "new.yaml"
    add_to_suite(path, report, Addition("answerable"))
    (scenario,) = load_suite(path).scenarios
    expect = scenario.turns[0].expect
    assert expect.mentions == (("30 days",),)
    assert expect.avoids == ("60 days", "nobody ever gets one")
    assert scenario.bad_answer == ANSWER
    assert scenario.evidence.passages[0].text == PASSAGE["text"]


def test_listed_fields_and_hidden_texts_are_nowhere_in_the_file(report, tmp_path):
    """Nor are tenant and metadata, ever."""
    path = tmp_path / "new.yaml"
    addition = Addition("answerable", redact=("url", "answer"), hide=("mr smith", "ACME"))
    add_to_suite(path, report, addition)
    text = path.read_text(encoding="utf-8").lower()
    for secret in ("smith", "acme", "token", "nobody ever gets one [s1]", "tenant"):
        assert secret not in text
    assert "title: refunds" in text
    assert "[redacted] of [redacted] decides" in text


def test_passages_the_suite_has_are_named_by_id(report, tmp_path):
    """A long document is not copied for every bad answer about it."""
    path = tmp_path / "s.yaml"
    text = json.dumps(PASSAGE["text"])
    path.write_text(
        f"suite: s\nevidence: [{{id: S1, text: {text}}}]\nscenarios:\n"
        "  - {id: one, category: answerable, question: q}\n"
    )
    assert scenario_of(report, Addition("answerable"), load_suite(path))["passages"] == ["S1"]
    add_to_suite(path, report, Addition("answerable"))


def test_a_json_suite_is_added_to_as_well(report, tmp_path):
    """And made where there is none."""
    path = tmp_path / "s.json"
    add_to_suite(path, report, Addition("answerable", id="a"))
    add_to_suite(path, report, Addition("attribution", id="b", mentions=("x",), note="n"))
    assert [s.id for s in load_suite(path).scenarios] == ["a", "b"]


def test_the_same_report_is_not_added_twice(report, tmp_path):
    """Its name is made of what it says."""
    path = tmp_path / "s.yaml"
    add_to_suite(path, report, Addition("answerable"))
    before = path.read_bytes()
    with pytest.raises(RequestError, match="is there already"):
        add_to_suite(path, report, Addition("answerable"))
    assert path.read_bytes() == before


def test_an_answer_that_should_have_declined_need_not_mention_anything(report, tmp_path):
    """The expectation follows the category."""
    path = tmp_path / "s.yaml"
    add_to_suite(path, report, Addition("out_of_scope"))
    expect = load_suite(path).scenarios[0].turns[0].expect
    assert (expect.behaviour, expect.mentions) == ("decline", ())


@pytest.mark.parametrize("kind", sorted(examples()))
def test_any_report_makes_a_valid_scenario(tmp_path, kind):
    """Odd characters, no claims, no passages."""
    path = tmp_path / "s.yaml"
    one = examples()[kind]
    add_to_suite(path, one, Addition("attribution", question="What? \U0001f600\u202e\x07"))
    assert load_suite(path).scenarios[0].bad_answer == one.answer


def test_a_report_without_a_question_needs_one(tmp_path):
    """Nothing could be asked."""
    with pytest.raises(RequestError, match="give one with --question"):
        add_to_suite(tmp_path / "s.yaml", examples()["ungrounded"], Addition("answerable"))


def test_a_broken_suite_is_left_alone(report, tmp_path):
    """It is not made worse."""
    path = tmp_path / "s.yaml"
    path.write_text("suite: s\nscenarios: 5\n")
    with pytest.raises(RequestError, match="scenarios: expected a list"):
        add_to_suite(path, report, Addition("answerable"))
    assert path.read_text() == "suite: s\nscenarios: 5\n"
    assert os.listdir(tmp_path) == ["s.yaml"]


def test_unknown_fields_cannot_be_redacted():
    """A misspelt name would leave in what was to go."""
    with pytest.raises(ConfigurationError, match="got urls"):
        Addition("answerable", redact=("urls",))


def test_reports_and_records_are_read(report, tmp_path):
    """A record holds its report; of several records one is chosen."""
    plain = json.loads(entailed.dumps(report))
    (tmp_path / "report.json").write_text(json.dumps(plain))
    (tmp_path / "record.json").write_text(json.dumps({"id": "r1", "report": plain}))
    lines = [json.dumps({"id": name, "report": plain}) for name in ("r1", "r2")]
    (tmp_path / "records.jsonl").write_text("\n".join(lines) + "\n")
    assert read_report(tmp_path / "report.json").answer == ANSWER
    assert read_report(tmp_path / "record.json").answer == ANSWER
    assert read_report(tmp_path / "records.jsonl", "r2").answer == ANSWER
    with pytest.raises(RequestError, match="choose one with --record ID"):
        read_report(tmp_path / "records.jsonl")
    with pytest.raises(RequestError, match="with the id 'r3', got 0"):
        read_report(tmp_path / "records.jsonl", "r3")


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "malformed JSON"), ("{}", "schema_version"), ('{"report": null}', "were erased")],
)
def test_what_is_no_report_is_refused(tmp_path, text, message):
    """With the file's name."""
    path = tmp_path / "r.json"
    path.write_text(text)
    with pytest.raises(RequestError, match=message):
        read_report(path)
