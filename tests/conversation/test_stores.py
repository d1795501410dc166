"""Where turns are kept."""

from __future__ import annotations

import json
import sqlite3
import threading

import pytest

from entailed.conversation import (
    MemoryStore,
    SQLiteStore,
    Turn,
    TurnStore,
    dump_turn,
    load_turn,
    turn_to_dict,
)
from entailed.errors import RequestError, StoreError
from entailed.evidence import freeze

TURN = Turn("question", "Why?", "So. 好", "declined", evidence=freeze({"a": "It is so."}))


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    """Either store."""
    if request.param == "memory":
        yield MemoryStore()
        return
    with SQLiteStore(tmp_path / "turns.db") as made:
        yield made


def test_turns_are_numbered_and_kept_in_order(store):
    """From 1 in each conversation."""
    assert isinstance(store, TurnStore)
    kept = [store.append(name, TURN) for name in ("a", "b", "a", "a")]
    assert [turn.number for turn in kept] == [1, 1, 2, 3]
    assert store.turns("a") == tuple(kept[i] for i in (0, 2, 3))
    assert store.turns("a", after=2) == (kept[3],)
    assert store.turns("nobody") == ()
    assert store.conversations() == ("a", "b")


def test_a_conversation_is_forgotten(store):
    """And no other; it begins again at 1."""
    for name in ("a", "b", "a"):
        store.append(name, TURN)
    assert store.delete("a") == 2
    assert store.delete("a") == 0
    assert store.conversations() == ("b",)
    assert store.append("a", TURN).number == 1


def test_writers_at_once_leave_no_gap(store):
    """Every number is given once."""

    def write():
        for _ in range(10):
            store.append("a", TURN)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [turn.number for turn in store.turns("a")] == list(range(1, 41))


def test_two_stores_of_one_file_see_each_other(tmp_path):
    """As two processes do."""
    path = tmp_path / "turns.db"
    with SQLiteStore(path) as one, SQLiteStore(path) as other:
        assert [s.append("a", TURN).number for s in (one, other, one)] == [1, 2, 3]
        assert one.turns("a") == other.turns("a")


def test_passages_that_were_changed_are_refused(tmp_path):
    """What was frozen is compared with its digest."""
    path = tmp_path / "turns.db"
    with SQLiteStore(path) as store:
        store.append("a", TURN)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE turns SET turn = replace(turn, 'It is so.', 'It is not so.')")
    raw.close()
    with SQLiteStore(path) as store, pytest.raises(StoreError, match="not those that were frozen"):
        store.turns("a")


def test_a_file_of_another_kind_is_refused(tmp_path):
    """Another database, another version, no database, or no folder for it."""
    database = tmp_path / "other.db"
    with sqlite3.connect(database) as raw:
        raw.execute("CREATE TABLE users (name TEXT)")
    raw.close()
    text = tmp_path / "notes.txt"
    text.write_text("no database\n" * 200, encoding="utf-8")
    for path in (database, text, tmp_path / "nowhere" / "turns.db"):
        with pytest.raises(StoreError):
            SQLiteStore(path)


def test_a_closed_store_says_so(tmp_path):
    """And may be closed again."""
    store = SQLiteStore(tmp_path / "turns.db")
    store.close()
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.append("a", TURN)


@pytest.mark.parametrize(
    "change",
    [
        {"turn_version": 2}, {"kind": "remark"}, {"status": "fine"}, {"evidence": None},
        {"report": {}}, {"failures": [{"stage": "x"}]},
    ],
)  # fmt: skip
def test_what_is_no_turn_is_refused(change):
    """With the package's own error."""
    assert load_turn(dump_turn(TURN)) == TURN
    with pytest.raises(RequestError):
        load_turn(json.dumps({**turn_to_dict(TURN), **change}))
    with pytest.raises(RequestError):
        load_turn("{")
