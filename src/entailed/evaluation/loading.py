"""Suites from files: read, validated with the line of every fault, made into values."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from entailed.errors import EvidenceError, RequestError
from entailed.evaluation.nodes import Tree, read_json, read_yaml
from entailed.evaluation.suites import (
    CATEGORIES,
    EXPECTED,
    Behaviour,
    Category,
    Expectation,
    Scenario,
    Suite,
    Turn,
)
from entailed.evidence import freeze
from entailed.requests import read_file
from entailed.types import Evidence, Passage

__all__ = ["SUFFIXES", "load_suite", "parse_suite"]

SUFFIXES = (".yaml", ".yml", ".json")
_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)
_MOST_PROBLEMS = 10
_Loc = tuple[int | str, ...]


class _PassageModel(BaseModel):
    model_config = _STRICT

    id: str
    text: str | None = None
    file: str | None = None
    source: str | None = None
    title: str | None = None
    url: str | None = None
    date: str | None = None
    version: str | None = None
    tenant: str | None = None
    authority: str | None = None
    retrieved_at: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)


class _ExpectModel(BaseModel):
    model_config = _STRICT

    expect: Behaviour | None = None
    mentions: list[str | list[str]] = Field(default_factory=list)
    avoids: list[str] = Field(default_factory=list)


class _TurnModel(_ExpectModel):
    user: str
    assistant: str | None = None


class _ScenarioModel(_ExpectModel):
    id: str
    category: Category
    question: str | None = None
    turns: list[_TurnModel] | None = None
    passages: Literal["all", "retrieved"] | list[str | _PassageModel] | None = None
    bad_answer: str = ""
    tags: list[str] = Field(default_factory=list)
    note: str = ""


class _SuiteModel(BaseModel):
    model_config = _STRICT

    suite: str
    description: str = ""
    evidence: list[_PassageModel] = Field(default_factory=list)
    passages: Literal["all", "retrieved"] | None = None
    scenarios: list[_ScenarioModel]


_FIELDS: Mapping[str, type[BaseModel]] = {
    "suite": _SuiteModel,
    "scenario": _ScenarioModel,
    "turn": _TurnModel,
    "passage": _PassageModel,
}


def load_suite(path: str | Path) -> Suite:
    """The suite in a `.yaml`, `.yml` or `.json` file; `file:` of a passage is beside it.

    Raises RequestError naming file, line and field of everything that is wrong (at most ten
    faults), and UnsupportedError for YAML without PyYAML.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise RequestError(
            f"{path}: expected a suite ending in {', '.join(SUFFIXES)}, "
            f"got {path.suffix or 'no ending'!r}"
        )
    return parse_suite(read_file(path), str(path), path.parent)


def parse_suite(text: str, where: str, folder: Path) -> Suite:
    """The suite in `text`; JSON where `where` ends in .json, else YAML. Raises as `load_suite`."""
    read = read_json if where.lower().endswith(".json") else read_yaml
    tree = read(text, where)
    if not isinstance(tree.data, dict):
        got = "nothing" if tree.data is None else type(tree.data).__name__
        raise RequestError(f"{where}: expected a mapping with suite and scenarios, got {got}")
    try:
        model = _SuiteModel.model_validate(tree.data)
    except ValidationError as error:
        raise _refusal(tree, _faults(error)) from error
    return _Builder(tree, folder).suite(model)


# --- building --------------------------------------------------------------------------------


class _Builder:
    """Makes the values, and gathers what the schema alone cannot see."""

    def __init__(self, tree: Tree, folder: Path) -> None:
        self.tree = tree
        self.folder = folder
        self.faults: list[tuple[_Loc, str]] = []

    def suite(self, model: _SuiteModel) -> Suite:
        """The whole suite. Raises RequestError where anything is wrong."""
        self._require_unique([p.id for p in model.evidence], "evidence", "id")
        evidence = self._evidence(model.evidence, ("evidence",))
        self._require_text(model.suite, ("suite",))
        if not model.scenarios:
            self._fault(("scenarios",), "expected at least one scenario")
        default = model.passages or ("all" if model.evidence else "retrieved")
        scenarios = [
            self._scenario(scenario, n, evidence, default)
            for n, scenario in enumerate(model.scenarios)
        ]
        self._require_unique([s.id for s in model.scenarios], "scenarios", "id")
        if self.faults:
            raise _refusal(self.tree, self.faults)
        return Suite(model.suite, tuple(scenarios), evidence, model.description)

    def _scenario(
        self, model: _ScenarioModel, index: int, shared: Evidence, default: str
    ) -> Scenario:
        at: _Loc = ("scenarios", index)
        self._require_text(model.id, (*at, "id"))
        return Scenario(
            id=model.id,
            category=model.category,
            turns=self._turns(model, at),
            evidence=self._passages(model, at, shared, default),
            bad_answer=model.bad_answer,
            tags=tuple(model.tags),
            note=model.note,
            line=self.tree.line(at),
        )

    def _turns(self, model: _ScenarioModel, at: _Loc) -> tuple[Turn, ...]:
        last = self._expectation(model, at, EXPECTED[model.category])
        if (model.question is None) == (model.turns is None):
            self._fault(at, "expected either question or turns")
            return (Turn("", None, last),)
        if model.question is not None:
            self._require_text(model.question, (*at, "question"))
            return (Turn(model.question, None, last),)
        turns = [
            self._turn(turn, (*at, "turns", n), model.category)
            for n, turn in enumerate(model.turns or ())
        ]
        return self._finished(turns, model, at)

    def _turn(self, model: _TurnModel, at: _Loc, category: Category) -> Turn:
        self._require_text(model.user, (*at, "user"))
        if model.assistant is not None and (model.expect or model.mentions or model.avoids):
            self._fault(at, "a scripted assistant turn has no expect, mentions or avoids")
        default: Behaviour = "answer" if category in ("answerable", "pushback") else "either"
        return Turn(model.user, model.assistant, self._expectation(model, at, default))

    def _finished(self, turns: list[Turn], model: _ScenarioModel, at: _Loc) -> tuple[Turn, ...]:
        """The turns, with what the scenario as a whole expects put to the last."""
        if not turns:
            self._fault((*at, "turns"), "expected at least one turn")
            return (Turn(""),)
        given = model.turns[-1] if model.turns else None
        if turns[-1].assistant is not None:
            self._fault(
                (*at, "turns", len(turns) - 1),
                "the last turn is the system's to answer: expected no assistant",
            )
        own = given is not None and (given.expect or given.mentions or given.avoids)
        outer = model.expect or model.mentions or model.avoids
        if own and outer:
            self._fault(at, "expect, mentions and avoids stand either here or in the last turn")
        if not own:
            last = self._expectation(model, at, EXPECTED[model.category])
            turns[-1] = Turn(turns[-1].user, None, last)
        return tuple(turns)

    def _expectation(self, model: _ExpectModel, at: _Loc, default: Behaviour) -> Expectation:
        groups = [m if isinstance(m, list) else [m] for m in model.mentions]
        for n, group in enumerate(groups):
            if not group or not all(text.strip() for text in group):
                self._fault((*at, "mentions", n), "expected text, got an empty one")
        for n, text in enumerate(model.avoids):
            self._require_text(text, (*at, "avoids", n))
        behaviour = model.expect or default
        if behaviour == "decline" and groups:
            self._fault((*at, "mentions"), "an answer that declines need not mention anything")
        return Expectation(behaviour, tuple(map(tuple, groups)), tuple(model.avoids))

    def _passages(
        self, model: _ScenarioModel, at: _Loc, shared: Evidence, default: str
    ) -> Evidence | None:
        wanted = model.passages if model.passages is not None else default
        if wanted == "retrieved":
            return None
        if isinstance(wanted, str):
            return shared
        chosen: list[Passage] = []
        for n, item in enumerate(wanted):
            place = (*at, "passages", n)
            if isinstance(item, _PassageModel):
                chosen += self._evidence([item], (*at, "passages"), n).passages
            elif (found := shared.get(item)) is not None:
                chosen.append(found)
            else:
                self._fault(
                    place, f"no passage of the suite has the id {item!r}{_near(item, shared.ids)}"
                )
        return self._frozen(chosen, (*at, "passages"))

    def _evidence(self, models: Sequence[_PassageModel], at: _Loc, offset: int = 0) -> Evidence:
        rows: dict[str, object] = {}  # of two with one id, which is a fault already, one is enough
        for n, model in enumerate(models, start=offset):
            plain = model.model_dump(exclude_none=True, exclude={"file", "text"})
            rows[model.id] = {**plain, "text": self._text(model, (*at, n))}
        return self._frozen(list(rows.values()), at)

    def _frozen(self, rows: Sequence[object], at: _Loc) -> Evidence:
        try:
            return freeze(list(rows))
        except EvidenceError as error:
            self._fault(at, str(error))
            return freeze([])

    def _text(self, model: _PassageModel, at: _Loc) -> str:
        if (model.text is None) == (model.file is None):
            self._fault(at, "expected either text or file")
        if model.file is None:
            return model.text or ""
        path = Path(model.file)
        if path.is_absolute() or ".." in path.parts:
            self._fault((*at, "file"), f"expected a path beside the suite, got {model.file!r}")
            return ""
        try:
            return read_file(self.folder / path)
        except RequestError as error:
            self._fault((*at, "file"), str(error))
            return ""

    def _require_text(self, text: str, at: _Loc) -> None:
        if not text.strip():
            self._fault(at, "expected text, got an empty one")

    def _require_unique(self, names: Sequence[str], group: str, key: str) -> None:
        first: dict[str, int] = {}
        for n, name in enumerate(names):
            if name in first:
                line = self.tree.line((group, first[name], key))
                self._fault((group, n, key), f"{name!r} is there twice (first on line {line})")
            first.setdefault(name, n)

    def _fault(self, at: _Loc, message: str) -> None:
        if (at, message) not in self.faults:
            self.faults.append((at, message))


# --- faults ----------------------------------------------------------------------------------


def _refusal(tree: Tree, faults: Sequence[tuple[_Loc, str]]) -> RequestError:
    """All faults in order of their lines, each with line and field."""
    rows = sorted(
        ((tree.line(at), _field(at), message) for at, message in faults), key=lambda row: row[0]
    )
    shown = [f"line {line}, {name}: {message}" for line, name, message in rows[:_MOST_PROBLEMS]]
    if len(rows) > _MOST_PROBLEMS:
        shown.append(f"and {len(rows) - _MOST_PROBLEMS} more")
    if len(shown) == 1:
        return RequestError(f"{tree.where}: {shown[0]}")
    return RequestError(f"{tree.where}: {len(rows)} faults\n  " + "\n  ".join(shown))


def _field(at: _Loc) -> str:
    """A path as a reader writes it: scenarios[3].category."""
    text = ""
    for part in at:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text or "suite"


def _faults(error: ValidationError) -> list[tuple[_Loc, str]]:
    """pydantic's findings in plain words; the branches of a union are one finding."""
    faults: dict[_Loc, str] = {}
    for item in error.errors(include_url=False):
        at = _real(item["loc"])
        message = _words(item, at)
        if at not in faults or item["type"] == "extra_forbidden":
            faults[at] = message
    return list(faults.items())


def _real(loc: _Loc) -> _Loc:
    """A location without the names pydantic gives to the branches of a union."""
    steps = ("literal[", "list[", "str", "_", "function-")
    return tuple(
        part
        for n, part in enumerate(loc)
        if isinstance(part, int) or not (n and loc[n - 1] != "metadata" and part.startswith(steps))
    )


def _words(item: Any, at: _Loc) -> str:
    kind, given = item["type"], item["input"]
    if kind == "extra_forbidden":
        known = _fields_at(at)
        return f"unknown field (expected some of {', '.join(known)}){_near(str(at[-1]), known)}"
    if kind == "missing":
        return "this field is missing"
    if at[-1:] == ("category",) and isinstance(given, str):
        return f"expected one of {', '.join(CATEGORIES)}, got {given!r}{_near(given, CATEGORIES)}"
    if kind == "literal_error" and isinstance(given, str):
        return f"expected {item['ctx']['expected']}, got {given!r}"
    wanted = {"string_type": "text", "list_type": "a list", "dict_type": "a mapping"}.get(kind)
    if wanted is None:
        wanted = "a mapping" if kind.startswith("model") else None
    if wanted is None:
        return f"{item['msg'][:1].lower()}{item['msg'][1:]}, got {given!r}"
    hint = (
        "; put it in quotes" if wanted == "text" and isinstance(given, (bool, int, float)) else ""
    )
    return f"expected {wanted}, got {_kind(given)}{hint}"


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (bool, int, float)):
        return repr(value).lower()
    if isinstance(value, str):
        return "text"
    return "a mapping" if isinstance(value, dict) else "a list"


def _fields_at(at: _Loc) -> list[str]:
    """Names of the fields that may stand where the last step of `at` does."""
    kind = "suite"
    for part in at[:-1]:
        kind = {
            "scenarios": "scenario", "turns": "turn", "passages": "passage", "evidence": "passage",
        }.get(str(part), kind)  # fmt: skip
    return list(_FIELDS[kind].model_fields)


def _near(word: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
