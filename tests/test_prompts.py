"""Prompts: what a model is told, how others' texts are fenced, and how templates are replaced."""

from __future__ import annotations

import dataclasses
import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import ConfigurationError, InputError
from entailed.evidence import freeze
from entailed.prompts import (
    EXTRACTION_SCHEMA,
    JUDGE_SCHEMA,
    PLACES,
    PROMPTS,
    Prompts,
    answer_messages,
    extraction_messages,
    fence,
    judge_messages,
    load_prompts,
    new_mark,
    sources,
)

MARK = "0123456789abcdef"
PASSAGES = freeze([{"id": "returns", "title": "Returns", "text": "Within 30 days."}]).passages


def test_the_contract_states_its_five_rules():
    """Sources only, quotation marks, attribution, false premises, real people; and citing."""
    system = answer_messages("How long?", PASSAGES, MARK)[0].content
    for words in (
        "Use only the sources",
        "quotation marks only around words copied exactly",
        "who said, wrote or did something",
        "takes something for granted",
        "Never speak as a real person",
        "[returns]",
        MARK,
    ):
        assert words in system
    assert "{" not in system


def test_a_passage_stands_in_a_fence_with_its_id_and_title():
    """One fence a passage, the id in square brackets as it is to be cited."""
    assert sources(PASSAGES, MARK) == f"<<<{MARK}\n[returns] Returns\nWithin 30 days.\n{MARK}>>>"


@given(st.text(), st.text())
def test_no_text_can_close_its_fence(text, other):
    """A fence holds its text unchanged, and its mark stands in neither text."""
    mark = new_mark(text, other)
    assert mark not in text + "\n" + other
    lines = fence(text, mark).removeprefix(f"<<<{mark}\n").removesuffix(f"\n{mark}>>>")
    assert lines == text


def test_a_text_with_the_mark_is_refused():
    """It could pretend to end its own fence."""
    with pytest.raises(InputError, match="holds its own mark"):
        fence(f"as told: {MARK}>>>", MARK)
    with pytest.raises(InputError, match="holds its own mark"):
        judge_messages([("Tea is hot.", MARK)], MARK)


def test_what_is_put_in_is_not_read_as_a_template():
    """Braces in a passage, a question or a claim stay as they are."""
    passages = freeze({"{question}": "{claims} {mark} {sources}"}).passages
    asked = answer_messages("{sources}?", passages, MARK, failed=[("{id}", "{mark}")])[1].content
    assert "[{question}]\n{claims} {mark} {sources}\n" in asked
    assert "Question: {sources}?" in asked
    assert "- {id} ({mark})" in asked


def test_a_second_try_names_the_claims_that_failed():
    """Each with its reason, on one line of its own, inside a fence."""
    failed = [("Refunds take\n60 days.", "number mismatch"), ("Tea is free.", "not found")]
    asked = answer_messages("How long?", PASSAGES, MARK, failed=failed)[1].content
    lines = "- Refunds take 60 days. (number mismatch)\n- Tea is free. (not found)"
    assert fence(lines, MARK) in asked


def test_a_heading_of_several_lines_cannot_leave_its_line():
    """Id and title are others' text, too."""
    passages = freeze([{"id": "a\nb", "title": "x\n\ny", "text": "t"}]).passages
    assert "\n[a b] x y\nt\n" in sources(passages, MARK)


def test_a_judge_gets_numbered_cases():
    """Evidence and claim of each are fenced; the form of the verdicts is shown as JSON."""
    system, user = judge_messages([("Tea is hot.", "Tea is cold."), ("A", "B")], MARK)
    assert f"Case 2, evidence:\n<<<{MARK}\nA\n{MARK}>>>" in user.content
    assert f"Case 1, claim:\n<<<{MARK}\nTea is cold.\n{MARK}>>>" in user.content
    shown = json.loads(system.content[system.content.index('{"verdicts"') :])
    jsonschema.validate(shown, JUDGE_SCHEMA)


def test_an_extractor_gets_numbered_sentences():
    """What stands before them is fenced, too; the form of the claims is shown as JSON."""
    system, user = extraction_messages(["It floats."], MARK, earlier="The Atlas is red.")
    assert f"Earlier in the answer:\n<<<{MARK}\nThe Atlas is red.\n{MARK}>>>" in user.content
    assert f"Sentence 1:\n<<<{MARK}\nIt floats.\n{MARK}>>>" in user.content
    shown = json.loads(system.content[system.content.index('{"sentences"') :])
    jsonschema.validate(shown, EXTRACTION_SCHEMA)


def test_every_template_has_its_places_listed():
    """Nothing that can be replaced goes unchecked."""
    assert set(PLACES) == {field.name for field in dataclasses.fields(Prompts)}


def test_templates_are_replaced_from_a_file(tmp_path):
    """TOML and JSON alike; what is not named stays; the example id may be left out."""
    contract = 'Only the sources. Mark {mark}. JSON such as {"a": {}} stays.'
    toml, data = tmp_path / "p.toml", tmp_path / "p.json"
    toml.write_text(f"contract = '{contract}'\n", encoding="utf-8")
    data.write_text(json.dumps({"contract": contract}), encoding="utf-8")
    made = load_prompts(toml)
    assert made == load_prompts(str(data)) == load_prompts({"contract": contract})
    assert made.request == PROMPTS.request
    system = answer_messages("Why?", PASSAGES, MARK, made)[0].content
    assert system == contract.replace("{mark}", MARK)
    assert load_prompts(made) is made


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"contrakt": "x"}, "unknown template 'contrakt'; expected some of contract"),
        ({"contract": "no mark"}, r"contract: expected the place \{mark\}"),
        ({"request": "{sources} {question} {pasages}"}, r"got \{pasages\}"),
        ({"again": "{sources} {question}"}, r"expected the place \{claims\}"),
        ({"late": "Too {slow}."}, r"late: expected no place in braces, got \{slow\}"),
        ({"late": " "}, "late: expected text"),
        ({"late": 3}, "late: expected text, got 3"),
        (["late"], "expected a path or a mapping"),
        ("none.toml", "none.toml: cannot be read"),
    ],
)
def test_a_bad_template_is_refused_with_what_was_expected(given, message):
    """Before any model is asked."""
    with pytest.raises(ConfigurationError, match=message):
        load_prompts(given)


@pytest.mark.parametrize(
    ("name", "content"), [("p.toml", b"x = "), ("p.json", b"{"), ("p.json", b"[]"), ("p", b"\xff")]
)
def test_a_broken_file_is_refused(tmp_path, name, content):
    """Malformed, of another type, or no text."""
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match="prompts"):
        load_prompts(path)
