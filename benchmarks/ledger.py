"""What a record costs: beside a verification, in records a second, on disk, and to prove.

    python -m benchmarks.ledger [--records 1000] [--answers 30] [--postgres URL] [--results FOLDER]

Answers of ten claims over five passages. Verifications with and without a record are measured in
turn in one run, on the same answers. SQLite is a new file in the system's folder for temporary
files; PostgreSQL is an empty database or schema of yours, and is left out without a URL.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

from benchmarks.machine import describe, heading, table, write
from benchmarks.texts import make_case
from entailed.assembly import build_verifier
from entailed.ledger import Ledger, TenantLedger, WriterSettings, configuration_of
from entailed.pipeline import Verifier
from entailed.types import Report

PASSAGES, CLAIMS = 5, 10
T = TypeVar("T")
Case = tuple[str, object]


@dataclass(frozen=True)
class Figures:
    """Milliseconds (medians; `..._cpu` of processor time) and rates of one database."""

    alone: float
    recorded: float
    append: float
    append_cpu: float
    background_cpu: float
    synchronous: float
    background_rate: float
    proof_rate: float
    bytes_a_record: float | None


def timed(call: Callable[[], T]) -> tuple[float, T]:
    """Milliseconds a call took, and its result."""
    began = time.perf_counter()
    result = call()
    return (time.perf_counter() - began) * 1000, result


def beside(
    records: TenantLedger, verifier: Verifier, cases: Sequence[Case]
) -> tuple[float, float, float, float]:
    """Milliseconds of a verification alone, of one that is recorded, of the append in it, and of
    the append in processor time."""
    configuration = configuration_of(verifier)
    alone: list[float] = []
    recorded: list[float] = []
    appended: list[float] = []
    worked: list[float] = []

    def with_record(case: Case) -> None:
        report = verifier.verify(*case)
        began = time.thread_time()
        took, _ = timed(lambda: records.append(report, configuration=configuration))
        worked.append((time.thread_time() - began) * 1000)
        appended.append(took)

    for case in cases:
        verifier.verify(*case)  # both then find what is cached of these texts
    for turn, case in enumerate(cases):
        runs = [
            lambda case=case: alone.append(timed(lambda: verifier.verify(*case))[0]),
            lambda case=case: recorded.append(timed(lambda: with_record(case))[0]),
        ]
        for run in runs if turn % 2 else reversed(runs):
            run()
    return median(alone), median(recorded), median(appended), median(worked)


def measure(where: str, verifier: Verifier, cases: Sequence[Case], number: int) -> Figures:
    """Figures of the database at `where`."""
    tenant = uuid.uuid4().hex
    settings = WriterSettings(records=number, characters=10**9)
    with Ledger(where, writer=settings) as ledger:
        records = ledger.tenant(tenant)
        alone, recorded, append, append_cpu = beside(records, verifier, cases)
        ledger.flush()
        reports: list[Report] = [verifier.verify(*case) for case in cases]
        configuration = configuration_of(verifier)
        one_by_one = [
            timed(lambda r=report: records.record(r, configuration=configuration))[0]
            for report in reports
        ]

        def background() -> None:
            for n in range(number):
                records.append(reports[n % len(reports)], configuration=configuration)
            ledger.flush()

        began = time.process_time()
        took, _ = timed(background)
        cpu = (time.process_time() - began) * 1000 / number
        proof, made = timed(records.verify_chain)
        assert made.intact, made.fault
        entries = made.entries
    size = None if "://" in where else Path(where).stat().st_size / entries
    return Figures(
        alone=alone,
        recorded=recorded,
        append=append,
        append_cpu=append_cpu,
        background_cpu=cpu,
        synchronous=median(one_by_one),
        background_rate=number / took * 1000,
        proof_rate=entries / proof * 1000,
        bytes_a_record=size,
    )


def page(found: dict[str, Figures], machine: str, number: int) -> str:
    """The results as Markdown."""
    rows: list[list[object]] = []
    for name, label in (
        ("alone", "verification alone, ms"),
        ("recorded", "verification and append, ms"),
        ("append", "of which append, ms"),
        ("append_cpu", "the same in processor time, ms"),
        ("synchronous", "record and wait for the disk, ms"),
        ("background_rate", "records a second in the background"),
        ("background_cpu", "processor time of one of them, ms"),
        ("proof_rate", "records a second re-derived by verify_chain"),
        ("bytes_a_record", "bytes a record on disk"),
    ):
        values = [getattr(figures, name) for figures in found.values()]
        rows.append([label, *("" if v is None else v for v in values)])
    return "\n\n".join(
        [
            "# Ledger",
            machine,
            f"Medians; answers of {CLAIMS} claims over {PASSAGES} passages, lexical scorer, texts "
            f"read before; {number} records in the background run. Both verifications ran in turn "
            "on the same answers, the second while the first one's record was being written.",
            table(["", *found], rows),
        ]
    )


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--answers", type=int, default=30)
    parser.add_argument("--postgres", metavar="URL")
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    machine = describe()
    verifier = build_verifier("repair", scorer="lexical")
    cases = [make_case(PASSAGES, seed, CLAIMS) for seed in range(options.answers)]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        place = str(Path(folder) / "ledger.db")
        found["SQLite"] = measure(place, verifier, cases, options.records)
    if options.postgres:
        found["PostgreSQL"] = measure(options.postgres, verifier, cases, options.records)
    text = page(found, heading(machine), options.records)
    data = {"machine": machine, "figures": {name: asdict(f) for name, f in found.items()}}
    write("ledger", data, text, *([options.results] if options.results else []))
    print(text)


if __name__ == "__main__":
    main()
