"""Export: JSON Lines and Parquet, whole files or none."""

from __future__ import annotations

import json
import sys

import pyarrow.parquet
import pytest

from entailed.canonical import canonical_json
from entailed.errors import LedgerError, UnsupportedError
from entailed.ledger import Query
from entailed.ledger.export import export
from entailed.report import report_from_dict
from tests.ledger.support import RIGHT, WRONG, report


@pytest.fixture
def records(ledger):
    """Three records, one of them erased."""
    made = ledger.tenant()
    made.record(report(), record_id="a")
    made.record(report(RIGHT), record_id="b", attributes={"model": "m"})
    made.record(report("Gift cards are refundable."), record_id="c")
    made.erase("c", reason="asked for")
    return made


def test_json_lines_hold_every_record_whole(records, tmp_path):
    """Each line is canonical JSON, and its report can be read back."""
    path = tmp_path / "out.jsonl"
    assert records.export(path) == 3
    lines = path.read_text(encoding="utf-8").splitlines()
    data = [json.loads(line) for line in lines]
    assert [canonical_json(one) for one in data] == lines
    assert report_from_dict(data[0]["report"]) == report()
    assert data[1]["attributes"] == {"model": "m"}
    assert (data[2]["erased"], data[2]["report"]) == (True, None)
    assert data[2]["summary"]["verdicts"]


def test_parquet_holds_a_row_a_record(records, tmp_path):
    """Flat columns for what is counted by; erased texts are null."""
    path = tmp_path / "out.parquet"
    assert records.export(path, form="parquet") == 3
    table = pyarrow.parquet.read_table(path).to_pylist()
    assert [row["id"] for row in table] == ["a", "b", "c"]
    first, last = table[0], table[2]
    assert (first["answer"], first["claims"], first["contradicted"]) == (WRONG, 2, 1)
    assert first["created_at"] == records.get("a").created_at
    assert report_from_dict(json.loads(first["report"])) == report()
    assert (last["erased"], last["answer"], last["report"]) == (True, None, None)


def test_an_export_can_be_restricted(records, tmp_path):
    """By any query; nothing that fits is an empty file."""
    path = tmp_path / "out.jsonl"
    assert records.export(path, Query(status="grounded")) == 1
    assert records.export(path, Query(status="no_evidence")) == 0
    assert path.read_text(encoding="utf-8") == ""
    assert records.export(tmp_path / "e.parquet", Query(limit=0), form="parquet") == 0
    assert pyarrow.parquet.read_table(tmp_path / "e.parquet").num_rows == 0


def test_a_file_that_cannot_be_written_is_an_error(records, tmp_path):
    """And leaves what was there as it was, with nothing beside it."""
    with pytest.raises(LedgerError, match="cannot be written"):
        records.export(tmp_path / "nowhere" / "out.jsonl")
    (tmp_path / "folder").mkdir()
    with pytest.raises(LedgerError, match="cannot be written"):
        records.export(tmp_path / "folder")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch):
    """JSON Lines needs nothing more."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert export([], tmp_path / "a.jsonl", "jsonl") == 0
    with pytest.raises(UnsupportedError, match=r"pip install 'entailed\[ledger\]'"):
        export([], tmp_path / "a.parquet", "parquet")
