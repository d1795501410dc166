"""The background writer: order, bounds, retries, and what its acknowledgements say."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime

import pytest

from entailed.errors import ConfigurationError, LedgerError
from entailed.ledger import Draft, Ledger, Receipt, WriterSettings
from entailed.ledger.writer import Writer
from entailed.report import dumps
from entailed.types import Failure
from tests.ledger.support import RIGHT, reopened, report

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Store:
    """A store that can be held up and made to fail."""

    def __init__(self, *errors):
        self.errors = list(errors)
        self.batches = []
        self.open = threading.Event()
        self.open.set()

    def __call__(self, items):
        """Store, or raise the next error."""
        self.open.wait(30)
        self.batches.append([prepared.record_id for _, prepared in items])
        if self.errors:
            error = self.errors.pop(0)
            if error is not None:
                raise error
        return [Receipt(t, p.record_id, len(self.batches), "sha256:0") for t, p in items]


@pytest.fixture
def make():
    """Makes writers, and closes them."""
    made = []

    def writer(store, **settings):
        made.append(Writer(store, "0", WriterSettings(**settings)))
        return made[-1]

    yield writer
    for one in made:
        one._store.open.set()
        one.close(5)


def draft(name, made=None):
    """A record to write."""
    return Draft(report(RIGHT) if made is None else made, name, NOW)


def test_records_are_stored_in_order_and_in_batches(make):
    """What gathers while a transaction runs goes into the next one together."""
    store = Store()
    writer = make(store, batch=4)
    store.open.clear()
    waits = [writer.submit("t", draft(str(n))) for n in range(9)]
    assert not waits[0].done
    store.open.set()
    assert [wait.wait(10).record_id for wait in waits] == [str(n) for n in range(9)]
    assert [name for batch in store.batches for name in batch] == [str(n) for n in range(9)]
    assert max(len(batch) for batch in store.batches) == 4


def test_waiting_says_when_it_is_not_known_yet(make):
    """That is a Failure, never a receipt; it may be stored later all the same."""
    store = Store()
    store.open.clear()
    wait = make(store).submit("t", draft("a"))
    assert wait.wait(0.01).error == "pending"
    store.open.set()
    assert isinstance(wait.wait(10), Receipt)


def test_a_full_queue_blocks_and_then_says_so(make):
    """The record that found no room is not stored, and its acknowledgement has failed."""
    store = Store()
    store.open.clear()
    writer = make(store, records=2, batch=1, patience=0.05)
    kept = [writer.submit("t", draft(str(n))) for n in range(2)]
    refused = writer.submit("t", draft("late"))
    assert refused.done
    assert refused.wait(0).error == "queue_full"
    assert writer.counters.failed == 1
    store.open.set()
    assert all(isinstance(wait.wait(10), Receipt) for wait in kept)
    assert "late" not in [name for batch in store.batches for name in batch]


def test_a_full_queue_waits_for_room(make):
    """Within its patience a submitter is only slowed down."""
    store = Store()
    store.open.clear()
    writer = make(store, records=1, batch=1, patience=None)
    writer.submit("t", draft("a"))
    threading.Timer(0.1, store.open.set).start()
    assert isinstance(writer.submit("t", draft("b")).wait(10), Receipt)


def test_the_queue_is_bounded_by_characters_too(make):
    """Long answers fill it sooner; one that is larger than all is taken alone."""
    store = Store()
    store.open.clear()
    writer = make(store, characters=100, patience=0)
    large = dataclasses.replace(report(RIGHT), answer="x" * 5000)
    first = writer.submit("t", draft("large", large))
    second = writer.submit("t", draft("more"))
    assert second.wait(0).error == "queue_full"
    store.open.set()
    assert isinstance(first.wait(10), Receipt)


@pytest.mark.parametrize("kind", ["unavailable", "full"])
def test_what_may_get_better_is_tried_again(make, kind):
    """The same records, in the same order, until they are stored."""
    store = Store(LedgerError("down", kind), LedgerError("down", kind))
    writer = make(store)
    assert isinstance(writer.submit("t", draft("a")).wait(10), Receipt)
    assert store.batches == [["a"], ["a"], ["a"]]
    assert writer.counters.retries == 2


def test_trying_again_ends(make):
    """After its persistence a record fails with what the database last said."""
    store = Store(*[LedgerError("the disk is full", "full")] * 1000)
    outcome = make(store, persistence=0.1).submit("t", draft("a")).wait(10)
    assert outcome == Failure("ledger", "full", "the disk is full")


def test_what_cannot_get_better_is_not_tried_again(make):
    """The caller hears at once."""
    store = Store(LedgerError("no right to write", "denied"))
    assert make(store).submit("t", draft("a")).wait(10).error == "denied"
    assert store.batches == [["a"]]


def test_one_bad_record_does_not_take_others_along(make):
    """A batch that fails is tried one by one; the writer lives on whatever is raised."""
    store = Store()
    writer = make(store)
    store.open.clear()
    waits = [writer.submit("t", draft("busy"))]
    while not writer._thread.is_alive() or not writer._waiting[0].prepared:
        time.sleep(0.001)
    waits += [writer.submit("t", draft(name)) for name in ("good", "bad")]
    # The first goes alone; the other two fail together, then one of them alone.
    store.errors = [None, RuntimeError("odd"), None, RuntimeError("odd")]
    store.open.set()
    outcomes = [wait.wait(10) for wait in waits]
    assert [isinstance(o, Receipt) for o in outcomes] == [True, True, False]
    assert store.batches == [["busy"], ["good", "bad"], ["good"], ["bad"]]
    assert (outcomes[2].error, writer.submit("t", draft("next")).wait(10).record_id) == (
        "failed",
        "next",
    )


def test_a_report_that_cannot_be_written_fails_alone(make):
    """Attributes that are no JSON are found in the background; the others are stored."""
    writer = make(Store())
    bad = writer.submit("t", dataclasses.replace(draft("bad"), attributes={"x": object()}))
    good = writer.submit("t", draft("good"))
    assert bad.wait(10).error == "input"
    assert isinstance(good.wait(10), Receipt)


def test_closing_stores_what_is_queued(make):
    """An orderly end loses nothing; after it nothing is taken."""
    store = Store()
    store.open.clear()
    writer = make(store)
    waits = [writer.submit("t", draft(str(n))) for n in range(50)]
    threading.Timer(0.05, store.open.set).start()
    assert writer.close(10) == ()
    assert all(isinstance(wait.wait(0), Receipt) for wait in waits)
    with pytest.raises(LedgerError, match="closed") as caught:
        writer.submit("t", draft("late"))
    assert caught.value.kind == "closed"


def test_closing_while_the_database_is_down_names_what_was_not_stored(make):
    """Their acknowledgements have failed; nobody waits for ever."""
    store = Store(*[LedgerError("down", "unavailable")] * 1000)
    writer = make(store, persistence=None)
    waits = [writer.submit("t", draft(str(n))) for n in range(3)]
    assert writer.close(0.2) == ("0", "1", "2")
    assert {wait.wait(0).error for wait in waits} == {"closed"}


def test_awaiting_leaves_the_event_loop_free(make):
    """And a task that stops waiting does not stop the write."""
    store = Store()
    store.open.clear()
    writer = make(store)

    async def main():
        given_up, kept = writer.submit("t", draft("a")), writer.submit("t", draft("b"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.ensure_future(_await(given_up)), 0.05)
        store.open.set()
        return await kept, await asyncio.to_thread(given_up.wait, 10)

    assert all(isinstance(outcome, Receipt) for outcome in asyncio.run(main()))


async def _await(acknowledgement):
    return await acknowledgement


def test_a_callback_hears_the_outcome(make):
    """Also one that is added late."""
    heard = []
    wait = make(Store()).submit("t", draft("a"))
    wait.then(heard.append)
    wait.wait(10)
    wait.then(heard.append)
    assert heard == [wait.wait(0)] * 2


@pytest.mark.parametrize(
    "settings", [{"records": 0}, {"batch": 0}, {"characters": 0}, {"patience": -1}]
)
def test_bounds_are_checked(settings):
    """A queue without room would block for ever."""
    with pytest.raises(ConfigurationError, match="expected"):
        WriterSettings(**settings)


def test_submitting_does_not_wait_for_the_store(make):
    """The answer goes out while the record is written."""
    store = Store()
    store.open.clear()
    writer = make(store)
    done = threading.Event()

    def answer():
        writer.submit("t", draft("a"))
        done.set()

    threading.Thread(target=answer).start()
    assert done.wait(10)
    assert store.batches == []


def test_a_program_that_ends_without_closing_loses_nothing(tmp_path):
    """What was queued is stored on the way out."""
    code = (
        "import sys\n"
        "from entailed.ledger import Ledger\n"
        "from entailed.report import loads\n"
        "made = loads(open(sys.argv[2], 'rb').read())\n"
        "records = Ledger(sys.argv[1]).tenant()\n"
        "for n in range(40): records.append(made, record_id=str(n))\n"
    )
    path = tmp_path / "l.db"
    (tmp_path / "report.json").write_text(dumps(report()), encoding="utf-8")
    command = [sys.executable, "-c", code, str(path), str(tmp_path / "report.json")]
    subprocess.run(command, check=True, timeout=60)
    with reopened(str(path)) as ledger:
        assert ledger.tenant().verify_chain().entries == 40


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_process_is_told_to_open_its_own(tmp_path):
    """Two processes must not share one connection."""
    code = (
        "import os, sys; from entailed.ledger import Ledger\n"
        "from entailed.errors import LedgerError\n"
        "from entailed.report import loads\n"
        "made = loads(open(sys.argv[2], 'rb').read())\n"
        "ledger = Ledger(sys.argv[1])\n"
        "if os.fork() == 0:\n"
        "    try: ledger.tenant().append(made)\n"
        "    except LedgerError as error: print(error.kind, flush=True)\n"
        "    os._exit(0)\n"
        "os.wait()\n"
        "ledger.tenant().record(made)\n"
    )
    (tmp_path / "report.json").write_text(dumps(report()), encoding="utf-8")
    files = [str(tmp_path / "l.db"), str(tmp_path / "report.json")]
    command = [sys.executable, "-W", "ignore", "-c", code, *files]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "closed\n"


def test_nothing_waits_in_a_ledger_that_was_flushed(tmp_path):
    """Flush is when all that was appended is settled."""
    with Ledger(tmp_path / "l.db") as ledger:
        for n in range(30):
            ledger.tenant().append(report(RIGHT), record_id=str(n))
        assert ledger.flush(30)
        assert (ledger.counters.queued, ledger.counters.stored) == (0, 30)


def test_flush_gives_up_in_time(make):
    """When the store is held up."""
    store = Store()
    store.open.clear()
    writer = make(store)
    writer.submit("t", draft("a"))
    began = time.monotonic()
    assert not writer.flush(0.05)
    assert time.monotonic() - began < 20


class Fed(Store):
    """A store during whose every transaction another record is queued, until it is stopped."""

    def __init__(self):
        super().__init__()
        self.writer = None
        self.stopped = False

    def __call__(self, items):
        """Store, and queue the next."""
        if not self.stopped:
            self.writer.submit("t", draft(f"next {len(self.batches)}"))
        return super().__call__(items)


def test_flush_waits_only_for_what_was_queued_before_it(make):
    """Under load the queue may never be empty; a reader of its own record must not wait so long."""
    store = Fed()
    store.writer = writer = make(store)
    first = writer.submit("t", draft("first"))
    try:
        assert writer.flush(30)
        assert first.done
        assert writer.counters.queued > 0
    finally:
        store.stopped = True
