"""The files of a folder that can be read, and what is wrong with the others."""

from __future__ import annotations

import heapq
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from entailed.errors import ConfigurationError

__all__ = ["MOST_ENTRIES", "Bounds", "File", "Problem", "find_files"]

MOST_ENTRIES = 100_000  # entries looked at; the folder is looked over at every question


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of what is read; whatever lies beyond one is a `Problem`, never silence.

    `files` in the folder, `file_bytes` of one file, `characters` of the text of one file and
    `all_characters` of all texts together. Raises ConfigurationError for one below 1.
    """

    files: int = 2_000
    file_bytes: int = 20_000_000
    characters: int = 5_000_000
    all_characters: int = 50_000_000

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value < 1:
                raise ConfigurationError(f"bounds: expected {field.name} from 1 on, got {value!r}")


@dataclass(frozen=True, slots=True)
class Problem:
    """A file, or a kind of files ("*.xlsx"), of which all or a part was not read, and why."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class File:
    """A file to read. `source` is its path relative to the folder, with "/".

    `state` changes when the file does: its size, and when its content and its rights were changed
    last, in ns.
    """

    path: Path
    source: str
    state: tuple[int, int, int]


def find_files(
    folder: Path, kinds: Mapping[str, str], bounds: Bounds
) -> tuple[tuple[File, ...], tuple[Problem, ...]]:
    """The files below `folder` whose ending is in `kinds`, sorted by source, and the problems.

    Hidden files and folders (and "~$" locks) are passed over. A link is followed when it leads
    to something inside of the folder; every file is read once, under its own name before that of
    a link, and a link to a folder that holds it is not entered again.
    """
    walk = _Walk(os.path.realpath(folder))
    found: dict[str, File] = {}
    others: Counter[str] = Counter()
    for entry in sorted(walk.entries(), key=lambda e: (e.linked, e.source)):
        suffix = os.path.splitext(entry.source)[1].lower()
        if suffix not in kinds:
            others[suffix] += 1
        elif entry.real not in found:
            found[entry.real] = File(Path(entry.real), entry.source, entry.state)
    files = sorted(found.values(), key=lambda file: file.source)
    problems = [*walk.problems, *_others(others)]
    if len(files) > bounds.files:
        left = len(files) - bounds.files
        reason = f"{left:,} more files than the limit of {bounds.files:,}; they were not read"
        problems.append(Problem(files[bounds.files].source, reason))
        files = files[: bounds.files]
    kept = [file for file in files if file.state[0] <= bounds.file_bytes]
    for file in files:
        if file.state[0] > bounds.file_bytes:
            reason = f"{file.state[0]:,} bytes, over the limit of {bounds.file_bytes:,}"
            problems.append(Problem(file.source, reason))
    return tuple(kept), tuple(problems)


def _others(counts: Mapping[str, int]) -> Iterator[Problem]:
    for suffix, count in sorted(counts.items()):
        files = "1 file" if count == 1 else f"{count:,} files"
        yield Problem(f"*{suffix}" if suffix else "*", f"{files} of a kind that is not read")


@dataclass(frozen=True, slots=True)
class _Entry:
    real: str
    source: str
    state: tuple[int, int, int]
    linked: bool


class _Walk:
    """One pass over a folder; remembers the folders it was in, so that it ends."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.problems: list[Problem] = []
        self.seen: set[str] = set()
        self.waiting: list[tuple[bool, str, str]] = [(False, "", root)]

    def entries(self) -> Iterator[_Entry]:
        """Every file that is not hidden; folders before the links to them."""
        looked = 0
        while self.waiting:
            linked, prefix, folder = heapq.heappop(self.waiting)
            if folder in self.seen:
                continue
            self.seen.add(folder)
            listed = self._listed(folder, prefix)
            looked += len(listed)
            if looked > MOST_ENTRIES:
                reason = f"more than {MOST_ENTRIES:,} files and folders; the rest is not looked at"
                self.problems.append(Problem(prefix or ".", reason))
                return
            for entry in listed:
                yield from self._entry(entry, prefix + _shown(entry.name), linked)

    def _listed(self, folder: str, prefix: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as listed:
                return [e for e in listed if not e.name.startswith((".", "~$"))]
        except OSError as error:
            self.problems.append(Problem(prefix or ".", _reason(error)))
            return []

    def _entry(self, entry: os.DirEntry[str], source: str, linked: bool) -> Iterator[_Entry]:
        """A file, if it is one; a folder is kept for later."""
        real = entry.path
        try:
            if entry.is_symlink():
                real, linked = os.path.realpath(entry.path), True
                self._require_inside(real)
            if entry.is_dir():
                heapq.heappush(self.waiting, (linked, f"{source}/", real))
            elif entry.is_file():
                stat = entry.stat()
                state = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
                yield _Entry(real, source, state, linked)
        except OSError as error:
            self.problems.append(Problem(source, _reason(error)))

    def _require_inside(self, real: str) -> None:
        if not os.path.exists(real):
            raise FileNotFoundError(0, "a link that leads nowhere")
        if os.path.commonpath((real, self.root)) != self.root:
            raise PermissionError(0, "a link that leads out of the folder")


def _reason(error: OSError) -> str:
    text = error.strerror or str(error)
    return text if text.startswith("a link") else f"cannot be opened: {text}"


def _shown(name: str) -> str:
    """A file name as text; bytes that are not UTF-8 become a replacement mark."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
