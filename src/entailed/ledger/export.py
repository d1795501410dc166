"""Records as JSON, JSON Lines and Parquet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from entailed.canonical import canonical_json
from entailed.errors import LedgerError, UnsupportedError
from entailed.ledger.contents import label_counts
from entailed.ledger.entries import time_text
from entailed.ledger.values import Record
from entailed.types import LABELS

__all__ = ["ExportFormat", "export", "record_to_dict"]

ExportFormat = Literal["jsonl", "parquet"]
_ROWS = 1000  # rows of one Parquet row group: tens of megabytes with long reports


def record_to_dict(record: Record) -> dict[str, Any]:
    """The record in JSON types. `report` is None once its texts are erased."""
    return {
        "id": record.id,
        "tenant": record.tenant,
        "sequence": record.sequence,
        "created_at": time_text(record.created_at),
        "digest": record.digest,
        "previous": record.previous,
        "library": record.library,
        "erased": record.erased,
        "summary": dict(record.summary),
        "configuration": dict(record.configuration),
        "attributes": dict(record.attributes),
        "report": None if record.plain is None else dict(record.plain),
    }


def export(records: Iterable[Record], path: Path, form: ExportFormat) -> int:
    """Write records to a file; how many. The file appears when it is complete.

    `jsonl` holds one `record_to_dict` a line; `parquet` one row a record, flat columns for what
    is filtered and counted by, and the report as JSON text.
    Raises LedgerError where the file cannot be written, UnsupportedError without pyarrow.
    """
    with _finished(path) as unfinished:
        if form == "parquet":
            return _parquet(records, unfinished)
        count = 0
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            for record in records:
                file.write(canonical_json(record_to_dict(record)) + "\n")
                count += 1
        return count


@contextmanager
def _finished(path: Path) -> Iterator[Path]:
    """A path beside `path` that takes its place at the end, or vanishes on an exception."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise LedgerError(f"{path}: cannot be written: {reason}", "failed") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _parquet(records: Iterable[Record], path: Path) -> int:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UnsupportedError(
            "Parquet needs pyarrow: run pip install 'entailed[ledger]'"
        ) from error
    text, number = pyarrow.string(), pyarrow.int64()
    columns: dict[str, Any] = {
        "tenant": text,
        "sequence": number,
        "id": text,
        "created_at": pyarrow.timestamp("us", tz="UTC"),
        "status": text,
        "action": text,
        "policy": text,
        "milliseconds": pyarrow.float64(),
        "claims": number,
        **dict.fromkeys(LABELS, number),
        "question": text,
        "answer": text,
        "repaired_answer": text,
        "erased": pyarrow.bool_(),
        "library": text,
        "configuration": text,
        "report": text,
        "previous": text,
        "digest": text,
    }
    schema = pyarrow.schema(list(columns.items()))
    count = 0
    rows = iter(records)
    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as file:
        while some := [_row(record) for record in islice(rows, _ROWS)]:
            file.write_table(pyarrow.Table.from_pylist(some, schema=schema))
            count += len(some)
    return count


def _row(record: Record) -> Mapping[str, Any]:
    """One row of a Parquet file."""
    plain = record.plain or {}
    return {
        "tenant": record.tenant,
        "sequence": record.sequence,
        "id": record.id,
        "created_at": record.created_at,
        "status": record.status,
        "action": record.action,
        "policy": record.summary["policy"],
        "milliseconds": sum(t["milliseconds"] for t in record.summary["timings"]),
        "claims": len(record.summary["verdicts"]),
        **label_counts(record.summary),
        "question": plain.get("question"),
        "answer": plain.get("answer"),
        "repaired_answer": plain.get("repaired_answer"),
        "erased": record.erased,
        "library": record.library,
        "configuration": canonical_json(dict(record.configuration)),
        "report": None if record.plain is None else canonical_json(dict(record.plain)),
        "previous": record.previous,
        "digest": record.digest,
    }
