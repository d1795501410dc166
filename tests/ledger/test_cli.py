"""`entailed ledger` and `entailed verify --ledger`: what they print and how they exit."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from entailed.cli import app
from entailed.ledger import Ledger, configuration_of
from tests.ledger.support import RIGHT, Clock, report, rows, sql, verifier

REASON = ("--reason", "asked for", "--yes")


def run(*arguments, code=0, stdin=None):
    """The output of one command, which must exit with `code`."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=stdin)
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A ledger with two tenants, named by the environment."""
    place = tmp_path / "ledger.db"
    with Ledger(place, clock=Clock()) as ledger:
        records = ledger.tenant()
        settings = configuration_of(verifier())
        records.record(report(), record_id="wrong", configuration=settings)
        records.record(report(RIGHT), record_id="right", attributes={"model": "m"})
        ledger.tenant("other").record(report(RIGHT), record_id="theirs")
    monkeypatch.setenv("ENTAILED_LEDGER", str(place))
    return str(place)


def test_verify_records_its_report(tmp_path):
    """Under the id that was given, once; stdout is the report alone."""
    place = tmp_path / "l.db"
    command = (
        "verify", "--answer", RIGHT, "--passage", "Gift cards are not refundable.",
        "--scorer", "lexical", "--format", "json", "--ledger", place, "--record-id", "a",
    )  # fmt: skip
    first = run(*command, code=1)
    assert "recorded as a, number 1\n" in first.stderr
    assert "already" in run(*command, code=1).stderr
    with Ledger(place, create=False) as ledger:
        record = ledger.tenant().get("a")
    assert json.loads(first.stdout)["answer"] == record.report.answer == RIGHT
    assert set(record.configuration) == {"components", "policy", "thresholds", "limits"}


def test_verify_without_a_place_for_the_record_could_not_do_its_work(tmp_path):
    """The report is printed all the same; an id that is taken is the caller's mistake."""
    command = ("verify", "--answer", RIGHT, "--passage", RIGHT, "--scorer", "lexical")
    refused = run(*command, "--ledger", tmp_path / "nowhere" / "l.db", code=2)
    assert "no such folder" in refused.stderr
    assert refused.stdout
    (tmp_path / "x").write_text("x" * 5000, encoding="utf-8")
    assert "damaged" in run(*command, "--ledger", tmp_path / "x", code=3).stderr


def test_show_lists_the_latest(path):
    """The latest first; restricted by what is asked for; never another tenant's."""
    lines = run("ledger", "show").stdout.splitlines()
    assert [line.split()[-1] for line in lines] == ["ID", "right", "wrong"]
    assert "1/2     wrong" in run("ledger", "show", "--action", "repair").stdout
    assert run("ledger", "show", "--label", "missing").stdout == "no such records\n"
    assert run("ledger", "show", "--until", "2026-03-01").stdout == "no such records\n"
    data = [
        json.loads(one) for one in run("ledger", "show", "--format", "json").stdout.splitlines()
    ]
    assert [one["id"] for one in data] == ["right", "wrong"]


def test_show_gives_one_record_whole(path):
    """With its digest, and the report as a reader sees it."""
    shown = run("ledger", "show", "wrong").stdout
    assert "sha256:" in shown
    assert "the answer says 60 days, the evidence says 30 days" in shown
    data = json.loads(run("ledger", "show", "right", "--format", "json").stdout)
    assert (data["attributes"], data["report"]["answer"]) == ({"model": "m"}, RIGHT)
    assert "no record 'theirs'" in run("ledger", "show", "theirs", code=2).stderr


def test_verify_chain_exits_by_what_it_finds(path):
    """All tenants, or one; broken is 1."""
    assert run("ledger", "verify").stdout.count(": intact, ") == 2
    with Ledger(path) as ledger:
        head = str(ledger.tenant().head())
    kept = run("ledger", "verify", "--tenant", "default", "--head", head).stdout
    assert "the kept head is in it" in kept
    assert "give --tenant" in run("ledger", "verify", "--head", head, code=2).stderr
    sql(path, "UPDATE entailed_passage SET text = :text", text=b"x")
    broken = run("ledger", "verify", code=1).stdout
    assert "default: broken at number 1 (wrong): passage: the text of passage 1" in broken
    data = json.loads(run("ledger", "verify", "--format", "json", code=1).stdout.splitlines()[0])
    assert (data["intact"], data["fault"]["kind"]) == (False, "passage")


def test_replay_exits_by_what_it_finds(path):
    """With the recorded policy and scorer it is the same; with others it names the differences."""
    assert "the same report, no component changed" in run("ledger", "replay", "wrong").stdout
    other = run("ledger", "replay", "wrong", "--policy", "audit", code=1).stdout
    assert 'action: "repair" -> "report"' in other
    assert "changed component: act" in other
    form = ("--scorer", "none", "--format", "json")
    data = json.loads(run("ledger", "replay", "right", *form).stdout)
    assert (data["same"], [c["name"] for c in data["changes"]]) == (
        True,
        ["lexical", "decision-table"],
    )


def test_stats_count(path):
    """Outcomes, sources, labels, latency."""
    shown = run("ledger", "stats").stdout
    assert "2026-03-01  2" in shown
    assert "refunds.md  1       1       100%" in shown
    data = json.loads(run("ledger", "stats", "--format", "json", "--every", "month").stdout)
    assert data["shares"] == {"pass": 0.5, "repair": 0.5}
    assert data["periods"][0]["start"] == "2026-03"
    assert run("ledger", "stats", "--tenant", "none").stdout == "no such records\n"


def test_export_writes_a_file(path, tmp_path):
    """JSON Lines or Parquet, restricted like a listing."""
    for form in ("jsonl", "parquet"):
        out = tmp_path / f"out.{form}"
        done = run("ledger", "export", "--output", out, "--format", form, "--status", "grounded")
        assert done.stderr == f"1 records written to {out}\n"
        assert out.stat().st_size > 0


def test_erase_takes_texts_away(path):
    """By id or by passage; an unknown id is reported after the others are done."""
    done = run("ledger", "erase", "wrong", "none", *REASON, code=2)
    assert "erased the texts of 1 records" in done.stdout
    assert "no such records: none" in done.stderr
    shown = run("ledger", "show", "wrong").stdout
    assert "texts have been erased" in shown
    assert "number_mismatch" in shown
    assert "have been erased" in run("ledger", "replay", "wrong", code=2).stderr
    digest = report().evidence.passages[1].digest
    assert "of 1 records" in run("ledger", "erase", "--passage", digest, *REASON).stdout
    assert len(rows(path, "SELECT * FROM entailed_content")) == 1
    assert "intact" in run("ledger", "verify").stdout


def test_purge_deletes_what_is_old(path):
    """Of every tenant, or of one; what is younger stays."""
    assert "deleted 0 records" in run("ledger", "purge", "--older-than", "9999w", *REASON).stdout
    done = run("ledger", "purge", "--older-than", "1h", "--tenant", "other", *REASON)
    assert done.stdout == "other: deleted 1 records\n"
    done = run("ledger", "purge", "--everything", "--tenant", "default", *REASON)
    assert done.stdout == "default: deleted 2 records\n"
    assert run("ledger", "verify").stdout.count("purged, head") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("erase", *REASON),
        ("erase", "wrong", "--passage", "sha256:0", *REASON),
        ("purge", *REASON),
        ("purge", "--everything", *REASON),
        ("purge", "--older-than", "soon", *REASON),
        ("purge", "--older-than", "99999999999w", *REASON),
        ("purge", "--older-than", "200000w", *REASON),
        ("show", "--status", "good"),
        ("show", "--since", "yesterday"),
        ("verify", "--head", "x", "--tenant", "default"),
        ("show", "--ledger", "/nowhere.db"),
        ("show", "--ledger", "mysql://h/d"),
    ],
)
def test_mistakes_are_usage_errors(path, arguments):
    """Exit 2, nothing changed."""
    assert run("ledger", *arguments, code=2).stderr
    assert len(rows(path, "SELECT * FROM entailed_entry")) == 3


@pytest.mark.parametrize("said", ["n\n", ""])
def test_nothing_is_taken_away_without_consent(path, said):
    """No, and no answer at all."""
    erase = ("ledger", "erase", "wrong", "--reason", "x")
    assert CliRunner().invoke(app, erase, input=said).exit_code != 0
    assert len(rows(path, "SELECT * FROM entailed_content")) == 3
    assert "erased the texts of 1" in run(*erase, stdin="y\n").stdout
