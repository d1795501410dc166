"""The boundary: request bodies and passage files."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import RequestError
from entailed.evidence import freeze
from entailed.requests import decode, parse_json, parse_request, passages_from_files, read_file
from entailed.types import Limits

BASE = {"answer": "It is red.", "passages": ["It is red."]}


def test_a_request_is_read():
    """Answer and passages are needed; the rest has the library's defaults."""
    made = parse_request(json.dumps({**BASE, "limits": {"claims": 3, "seconds": 2}}), "r.json")
    assert (made.answer, made.passages, made.question) == ("It is red.", ["It is red."], "")
    assert made.policy is None
    assert made.limits.to_limits() == Limits(claims=3, seconds=2.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"anwser": "x"}, r"unknown field 'anwser' \(expected some of answer, passages"),
        ({"limits": {"claim": 3}}, r"unknown field 'limits.claim' \(expected some of answer_ch"),
        ({"limits": {"claims": 0}}, "limits.claims: .*greater than or equal to 1"),
        ({"limits": {"claims": "3"}}, "limits.claims: .*integer, got str"),
        ({"answer": 3}, "answer: .*string, got int"),
        ({"answer": None}, "answer: .*string, got NoneType"),
        ({"uncited": "maybe"}, "uncited"),
        ({"passages": 3}, "passages"),
    ],
)
def test_a_bad_request_says_what_is_wrong(change, message):
    """Field, expectation and what came are named."""
    with pytest.raises(RequestError, match=f"r.json: .*{message}"):
        parse_request(json.dumps({**BASE, **change}), "r.json")


def test_a_missing_field_is_named():
    """The message says which."""
    with pytest.raises(RequestError, match="field 'passages' is missing"):
        parse_request('{"answer": "x"}', "r.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1,\n "b" 2}', "x: malformed JSON at line 2, column 6"),
        ("", "x: malformed JSON at line 1, column 1"),
        ("[" * 100_000, "x: JSON that cannot be read"),
    ],
)
def test_malformed_json_is_located(text, message):
    """Line and column are named; deep nesting does not crash."""
    with pytest.raises(RequestError, match=message):
        parse_json(text, "x")


def test_text_has_to_be_utf_8():
    """The byte and its offset are named; a byte order mark is no part of the text."""
    assert decode(b"\xef\xbb\xbfabc", "x") == "abc"
    with pytest.raises(RequestError, match="x: expected UTF-8 text, got byte 0xe9 at offset 3"):
        decode("caf\u00e9".encode("latin-1"), "x")


@given(st.binary(max_size=20))
def test_any_bytes_are_text_or_a_clear_error(data):
    """Nothing but RequestError comes out."""
    valid = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "ignore").encode() == data
    with contextlib.nullcontext() if valid else contextlib.suppress(RequestError):
        assert isinstance(decode(data, "x"), str)


def test_files_that_cannot_be_read_are_named(tmp_path):
    """Missing, a folder, a name no file can have."""
    with pytest.raises(RequestError, match="no such file"):
        read_file(tmp_path / "none.txt")
    with pytest.raises(RequestError, match="expected a file, got a folder"):
        read_file(tmp_path)
    with pytest.raises(RequestError, match="cannot be read"):
        read_file(Path("a\0b"))


def test_every_kind_of_passage_file_is_read(tmp_path):
    """Text files are passages of their own; JSON and JSON lines hold passages."""
    (tmp_path / "a.txt").write_text("One.", encoding="utf-8")
    (tmp_path / "b.md").write_text("# Two", encoding="utf-8")
    (tmp_path / "c.json").write_text('{"x": "Three.", "y": "Four."}', encoding="utf-8")
    (tmp_path / "d.jsonl").write_text('{"id": "z", "text": "Five."}\n\n"Six."\n', encoding="utf-8")
    (tmp_path / "e.pdf").write_bytes(b"%PDF")
    (tmp_path / ".hidden.txt").write_text("no", encoding="utf-8")
    evidence = freeze(passages_from_files([tmp_path]))
    assert [p.text for p in evidence] == ["One.", "# Two", "Three.", "Four.", "Five.", "Six."]
    assert evidence.ids[:5] == ("a", "b", "x", "y", "z")
    assert evidence.passages[0].source == "a.txt"


def test_text_files_with_one_stem_are_told_apart(tmp_path):
    """Where stems collide the path is the id."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "faq.md").write_text(name, encoding="utf-8")
    evidence = freeze(passages_from_files([tmp_path]))
    assert evidence.ids == ("one/faq.md", "two/faq.md")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("p.jsonl", '{"text": "a"}\n{"text" "b"}', "line 2, column 9: malformed JSON"),
        ("p.json", "[", "line 1, column 2"),
        ("p.pdf", "x", "expected a file ending in .txt, .md, .json, .jsonl, got '.pdf'"),
        ("p", "x", "got 'no ending'"),
    ],
)
def test_a_bad_passage_file_is_named(tmp_path, name, content, message):
    """File, line and column are named, or the endings that are read."""
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RequestError, match=message):
        passages_from_files([path])


def test_a_folder_without_passages_is_an_error(tmp_path):
    """An empty folder is a mistake, not an empty set of passages."""
    with pytest.raises(RequestError, match="no file ending in"):
        passages_from_files([tmp_path])
