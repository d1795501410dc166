"""A reported answer becomes a permanent scenario of a suite.

The suite's file is added to as text, so that comments and layout stay. Then the whole is read
again, and left alone unless it says what it said before plus the new scenario.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from entailed.canonical import digest_text
from entailed.errors import ConfigurationError, RequestError, UnsupportedError
from entailed.evaluation.loading import SUFFIXES, load_suite, parse_suite
from entailed.evaluation.suites import EXPECTED, Behaviour, Category, Suite
from entailed.report import report_from_dict
from entailed.requests import parse_json, read_file
from entailed.text.normalize import contains
from entailed.types import Finding, Passage, Reason, Report

__all__ = ["REDACTABLE", "Addition", "add_to_suite", "read_report", "scenario_of"]

REDACTABLE = ("answer", "authority", "date", "source", "title", "url", "version")
"""Fields that may be left out of a new scenario. Tenant, time of retrieval and metadata always
are: they say whose question it was, and no check reads them."""
_KEPT = ("source", "title", "url", "date", "version", "authority")
_HIDDEN = "[redacted]"
_VALUES: frozenset[Reason] = frozenset({"number_mismatch", "unit_mismatch", "date_mismatch"})
_WRONG: frozenset[Reason] = _VALUES | {
    "number_missing", "quote_fabricated", "quote_altered", "quote_stitched", "title_missing",
    "identifier_missing",
}  # fmt: skip
_MOST_WORDS = 60
_SLUG = re.compile(r"[^a-z0-9]+")
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Addition:
    """How a report is to become a scenario.

    `id` defaults to words of the question and a digest of question and answer. `question`
    replaces the report's. `behaviour` defaults to the category's. `mentions` and `avoids` are
    added to what the report's findings suggest. `redact` names fields of REDACTABLE to leave out,
    `hide` texts that are replaced by "[redacted]" wherever they stand, whatever their case.
    """

    category: Category
    id: str = ""
    question: str = ""
    behaviour: Behaviour | None = None
    mentions: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()
    note: str = ""
    redact: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        strange = [name for name in self.redact if name not in REDACTABLE]
        if strange:
            raise ConfigurationError(
                f"redact: expected some of {', '.join(REDACTABLE)}, got {', '.join(strange)}"
            )
        if not all(text.strip() for text in self.hide):
            raise ConfigurationError("hide: expected text, got an empty one")


def read_report(path: str | Path, record: str | None = None) -> Report:
    """The report in a JSON file: a report, or a record of the ledger that holds one.

    A `.jsonl` file has one a line; `record` says by its id which. Raises RequestError where
    there is none, or not just one.
    """
    path = Path(path)
    text = read_file(path)
    if path.suffix.lower() == ".jsonl":
        lines = [line for line in text.split("\n") if line.strip()]
        rows = [parse_json(line, f"{path}: line {n}") for n, line in enumerate(lines, start=1)]
    else:
        rows = [parse_json(text, str(path))]
    if record is not None:
        rows = [row for row in rows if isinstance(row, Mapping) and row.get("id") == record]
    if len(rows) != 1:
        which = f" with the id {record!r}" if record is not None else ""
        hint = "; choose one with --record ID" if len(rows) > 1 else ""
        raise RequestError(f"{path}: expected one report{which}, got {len(rows)}{hint}")
    row = rows[0]
    if isinstance(row, Mapping) and "verdicts" not in row and "report" in row:
        row = row["report"]
        if row is None:
            raise RequestError(f"{path}: the texts of this record were erased")
    try:
        return report_from_dict(row)
    except RequestError as error:
        raise RequestError(f"{path}: {error}") from error


# --- the scenario ----------------------------------------------------------------------------


def scenario_of(report: Report, addition: Addition, suite: Suite | None = None) -> Plain:
    """The scenario as a suite's file has it.

    Passages the suite has already are named by their ids, others stand in the scenario.
    Raises RequestError for a report without a question, where none is given either.
    """
    hidden = _Hidden(addition.hide)
    question = hidden(addition.question or report.question).strip()
    if not question:
        raise RequestError("the report has no question: give one with --question")
    plain: Plain = {"id": addition.id or _name(report, question), "category": addition.category}
    plain["question"] = question
    plain["passages"] = [_passage(p, addition, suite, hidden) for p in report.evidence]
    behaviour = addition.behaviour or EXPECTED[addition.category]
    if addition.behaviour is not None and addition.behaviour != EXPECTED[addition.category]:
        plain["expect"] = addition.behaviour
    mentions, avoids = _suggested(report)
    if behaviour != "decline":
        plain["mentions"] = _unique(hidden(text) for text in (*addition.mentions, *mentions))
    plain["avoids"] = _unique(hidden(text) for text in (*addition.avoids, *avoids))
    if "answer" not in addition.redact:
        plain["bad_answer"] = hidden(report.answer)
    if addition.note:
        plain["note"] = hidden(addition.note)
    return {
        name: value for name, value in plain.items() if name == "passages" or value not in ([], "")
    }


class _Hidden:
    """Replaces texts wherever they stand."""

    def __init__(self, texts: Sequence[str]) -> None:
        longest = sorted(texts, key=len, reverse=True)
        self.pattern = re.compile("|".join(map(re.escape, longest)), re.I) if longest else None

    def __call__(self, text: str) -> str:
        return self.pattern.sub(_HIDDEN, text) if self.pattern else text


def _name(report: Report, question: str) -> str:
    words = _SLUG.sub("-", question.lower()).strip("-")[:40].strip("-")
    mark = digest_text(f"{question}\n{report.answer}").removeprefix("sha256:")[:8]
    return f"{words}-{mark}" if words else mark


def _passage(
    passage: Passage, addition: Addition, suite: Suite | None, hidden: _Hidden
) -> str | Plain:
    """The passage by its id where the suite has the same, else as a mapping."""
    known = suite.evidence.get(passage.id) if suite is not None else None
    if known is not None and known.text == passage.text:
        return passage.id
    kept = [name for name in _KEPT if name not in addition.redact]
    fields = {name: hidden(v) for name in kept if (v := getattr(passage, name)) is not None}
    return {"id": hidden(passage.id), **fields, "text": hidden(passage.text)}


def _suggested(report: Report) -> tuple[list[str], list[str]]:
    """What a good answer says and a bad one does not, by the findings of the report."""
    failed = [f for v in report.verdicts for f in v.reasons if f.outcome == "fail"]
    mentions = [f.stated for f in failed if f.reason in _VALUES and _stands(f.stated, report)]
    return mentions, [f.claimed for f in failed if _wrong(f, report)]


def _wrong(finding: Finding, report: Report) -> bool:
    text = finding.claimed
    return (
        finding.reason in _WRONG
        and 0 < len(text) <= 300
        and len(text.split()) <= _MOST_WORDS
        and contains(text, report.answer) is not None
        and not _stands(text, report)
    )


def _stands(text: str, report: Report) -> bool:
    return bool(text) and any(contains(text, passage.text) for passage in report.evidence)


def _unique(texts: Iterable[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if text.strip() and text != _HIDDEN]


# --- the file --------------------------------------------------------------------------------


def add_to_suite(path: str | Path, report: Report, addition: Addition) -> str:
    """Add the report to the suite in `path` (made where there is none); the scenario's id.

    Raises RequestError, and leaves the file as it was, for a suite that cannot be read, an
    id that is taken, or a layout to which nothing can be added.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise RequestError(f"{path}: expected a suite ending in {', '.join(SUFFIXES)}")
    suite = load_suite(path) if path.exists() else None
    plain = scenario_of(report, addition, suite)
    if suite is not None and suite.get(plain["id"]) is not None:
        raise RequestError(
            f"{path}: scenario {plain['id']!r} is there already; choose another name with --id"
        )
    text = read_file(path) if suite is not None else None
    made = (
        _json_with(text, plain, path)
        if path.suffix.lower() == ".json"
        else _yaml_with(text, plain, path)
    )
    _require_only_added(path, suite, made, plain)
    _replace(path, made)
    return str(plain["id"])


def _json_with(text: str | None, plain: Plain, path: Path) -> str:
    data: Plain = (
        {"suite": path.stem, "scenarios": []} if text is None else parse_json(text, str(path))
    )
    data["scenarios"].append(plain)
    indent = 2 if text is None or "\n" in text.strip() else None
    return json.dumps(data, ensure_ascii=False, indent=indent) + "\n"


def _yaml_with(text: str | None, plain: Plain, path: Path) -> str:
    if text is None:
        return f"suite: {json.dumps(path.stem)}\n\nscenarios:\n{_yaml_item(plain, 2)}"
    newline = "\r\n" if "\r\n" in text else "\n"
    at, column = _end_of_scenarios(text, path)
    if column is None:  # a flow list, which is JSON as far as we are concerned
        before = text[:at].rstrip()
        comma = "" if before.endswith(("[", ",")) else ", "
        return f"{before}{comma}{json.dumps(plain, ensure_ascii=False)}{text[at:]}"
    before, after = text[:at], text[at:]
    if before and not before.endswith("\n"):
        before += newline
    gap = "" if before.endswith(newline * 2) else newline
    item = _yaml_item(plain, column).replace("\n", newline)
    return f"{before}{gap}{item}{after}"


def _yaml_item(plain: Plain, column: int) -> str:
    """One item of a block list whose dashes stand in `column`."""
    yaml = _yaml()

    class Dumper(yaml.SafeDumper):  # type: ignore[misc,name-defined]
        """Writes texts of several lines as such."""

    def write(dumper: Any, value: str) -> Any:
        style = "|" if "\n" in value else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Dumper.add_representer(str, write)
    text = yaml.dump(
        [plain], Dumper=Dumper, allow_unicode=True, sort_keys=False, width=96,
        default_flow_style=False,
    )  # fmt: skip
    lines = (f"{' ' * column}{line}" if line.strip() else "" for line in text.split("\n"))
    return "\n".join(lines)


def _end_of_scenarios(text: str, path: Path) -> tuple[int, int | None]:
    """Where the list of scenarios ends, and the column of its dashes; None for a flow list."""
    yaml = _yaml()
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    found = next((v for k, v in root.value if k.value == "scenarios"), None)
    if not isinstance(found, yaml.SequenceNode):
        raise RequestError(f"{path}: expected scenarios to be a list written in this file")
    if found.flow_style:
        return found.end_mark.index - 1, None
    node = found
    while (
        node.value
        and not getattr(node, "flow_style", False)
        and not isinstance(node, yaml.ScalarNode)
    ):
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    end = node.end_mark
    if end.column == 0:
        return end.index, found.start_mark.column
    line_end = text.find("\n", end.index)
    return (len(text) if line_end < 0 else line_end + 1), found.start_mark.column


def _yaml() -> Any:
    try:
        import yaml
    except ImportError as error:
        raise UnsupportedError("YAML needs PyYAML: pip install 'entailed[eval]'") from error
    return yaml


def _require_only_added(path: Path, before: Suite | None, made: str, plain: Plain) -> None:
    """Raise RequestError unless `made` is the old suite with one more scenario at its end."""
    try:
        after = parse_suite(made, str(path), path.parent)
    except RequestError as error:
        raise RequestError(f"{path}: the new scenario would not be valid: {error}") from error
    old = () if before is None else before.scenarios
    if after.scenarios[:-1] != old or after.scenarios[-1].id != plain["id"]:
        raise RequestError(
            f"{path}: nothing can be added to a file of this layout; put scenarios last"
        )


def _replace(path: Path, text: str) -> None:
    """Write the whole file at once, with the permissions it had."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(text.encode("utf-8"))
        if path.exists():
            shutil.copymode(path, unfinished)
        os.replace(unfinished, path.resolve() if path.is_symlink() else path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        reason = error.strerror or type(error).__name__
        raise RequestError(f"{path}: cannot be written: {reason}") from error
