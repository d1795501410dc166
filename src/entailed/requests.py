"""What a user hands over, read at the boundary: request bodies and passage files.

Everything here turns bytes into the arguments of `verify`, or raises RequestError saying what
was expected, what came and where.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from entailed.errors import RequestError
from entailed.evidence import freeze
from entailed.types import Limits

__all__ = [
    "PASSAGE_SUFFIXES",
    "LimitsModel",
    "VerifyRequest",
    "decode",
    "parse_json",
    "parse_request",
    "passages_from_files",
    "read_file",
]

PASSAGE_SUFFIXES = (".txt", ".md", ".json", ".jsonl")
_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)
_Count = Annotated[int, Field(ge=1)]


class LimitsModel(BaseModel):
    """Bounds of one request; see `entailed.Limits`."""

    model_config = _STRICT

    answer_characters: _Count = Limits().answer_characters
    claims: _Count = Limits().claims
    passages: _Count = Limits().passages
    evidence_characters: _Count = Limits().evidence_characters
    citations_per_claim: _Count = Limits().citations_per_claim
    windows_per_claim: _Count = Limits().windows_per_claim
    seconds: Annotated[float, Field(gt=0, strict=False)] | None = None
    sample: Annotated[float, Field(ge=0, le=1, strict=False)] = Limits().sample
    seed: int = Limits().seed

    def to_limits(self) -> Limits:
        """The value the pipeline takes."""
        return Limits(**self.model_dump())


class VerifyRequest(BaseModel):
    """A request as JSON: `answer` and `passages`, and what `verify` takes besides."""

    model_config = _STRICT

    answer: str
    passages: str | list[Any] | dict[str, Any]
    question: str = ""
    policy: str | dict[str, Any] | None = None
    scorer: str | None = None
    uncited: Literal["search", "fail"] | None = None
    limits: LimitsModel = LimitsModel()


def parse_request(text: str, where: str) -> VerifyRequest:
    """The request in `text`; `where` names its source in errors. Raises RequestError."""
    data = parse_json(text, where)
    try:
        return VerifyRequest.model_validate(data)
    except ValidationError as error:
        raise RequestError(f"{where}: {_validation_message(error)}") from error


def parse_json(text: str, where: str) -> Any:
    """The JSON value in `text`. Raises RequestError with line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise RequestError(
            f"{where}: malformed JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from error
    except (RecursionError, ValueError) as error:
        raise RequestError(f"{where}: JSON that cannot be read: {error}") from error


def decode(data: bytes, where: str) -> str:
    """`data` as UTF-8 text, a byte order mark at its start dropped. Raises RequestError."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RequestError(
            f"{where}: expected UTF-8 text, got byte 0x{data[error.start]:02x} at offset "
            f"{error.start}; convert the file to UTF-8"
        ) from error


def read_file(path: Path) -> str:
    """The UTF-8 text of a file. Raises RequestError when it cannot be read as such."""
    if path.is_dir():
        raise RequestError(f"{path}: expected a file, got a folder")
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise RequestError(f"{path}: no such file") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RequestError(f"{path}: cannot be read: {reason}") from error
    return decode(data, str(path))


def passages_from_files(paths: Sequence[Path]) -> list[object]:
    """Passages, as `freeze` takes them, from files and folders.

    A `.txt` or `.md` file is one passage named by its stem (by its path where stems collide);
    `.json` is anything `freeze` takes, `.jsonl` one passage a line. A folder gives its files of
    these kinds, in order of their paths, without hidden ones. Raises RequestError.
    """
    found = [(base, path) for base in paths for path in _files(base)]
    names = _names([path for _, path in found if path.suffix.lower() in (".txt", ".md")], found)
    items: list[object] = []
    for _, path in found:
        items.extend(_passages_in(path, names.get(path, "")))
    return items


def _files(base: Path) -> list[Path]:
    if not base.is_dir():
        if base.exists() and base.suffix.lower() not in PASSAGE_SUFFIXES:
            raise RequestError(
                f"{base}: expected a file ending in {', '.join(PASSAGE_SUFFIXES)}, "
                f"got {base.suffix or 'no ending'!r}"
            )
        return [base]
    inside = [
        path
        for path in sorted(base.rglob("*"))
        if path.is_file()
        and path.suffix.lower() in PASSAGE_SUFFIXES
        and not any(part.startswith(".") for part in path.relative_to(base).parts)
    ]
    if not inside:
        raise RequestError(f"{base}: no file ending in {', '.join(PASSAGE_SUFFIXES)} in it")
    return inside


def _names(texts: Sequence[Path], found: Iterable[tuple[Path, Path]]) -> dict[Path, str]:
    """An id for every text file: its stem, or its path under what was given where stems collide."""
    stems = [path.stem for path in texts]
    bases = {path: base for base, path in found}
    names: dict[Path, str] = {}
    for path in texts:
        base = bases[path]
        inside = path.relative_to(base) if base != path else path
        names[path] = path.stem if stems.count(path.stem) == 1 else inside.as_posix()
    return names


def _passages_in(path: Path, name: str) -> list[object]:
    text = read_file(path)
    kind = path.suffix.lower()
    if kind == ".json":
        return _as_items(parse_json(text, str(path)))
    if kind == ".jsonl":
        lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
        return [_line(line, f"{path}: line {number}") for number, line in lines]
    return [{"id": name, "text": text, "source": path.name}]


def _line(line: str, where: str) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise RequestError(f"{where}, column {error.colno}: malformed JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise RequestError(f"{where}: JSON that cannot be read: {error}") from error


def _as_items(data: object) -> list[object]:
    """A JSON list as its items, anything else as the passages it freezes to."""
    return list(data) if isinstance(data, list) else list(freeze(data))


def _validation_message(error: ValidationError) -> str:
    """pydantic's findings in one line of plain words."""
    parts = []
    for item in error.errors(include_url=False)[:5]:
        place = ".".join(str(part) for part in item["loc"]) or "request"
        if item["type"] == "extra_forbidden":
            known = ", ".join(_fields_at(item["loc"]))
            parts.append(f"unknown field {place!r} (expected some of {known})")
        elif item["type"] == "missing":
            parts.append(f"field {place!r} is missing")
        else:
            got = type(item["input"]).__name__
            parts.append(f"{place}: {item['msg'][:1].lower()}{item['msg'][1:]}, got {got}")
    return "; ".join(parts)


def _fields_at(loc: tuple[int | str, ...]) -> Iterable[str]:
    return (LimitsModel if loc[:1] == ("limits",) else VerifyRequest).model_fields
