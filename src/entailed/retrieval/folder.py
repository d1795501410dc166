"""A retriever over the documents of a folder."""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from entailed.dialogue import Retrieval
from entailed.errors import ConfigurationError, EntailedError, InputError, RetrieverError
from entailed.evidence import freeze
from entailed.retrieval.documents import KINDS, Document, read_document
from entailed.retrieval.files import Bounds, File, Problem, find_files
from entailed.retrieval.ranking import Ranking, terms
from entailed.retrieval.splitting import Piece, Sizes, split_passages
from entailed.types import Passage

__all__ = ["FolderRetriever"]

_LOG = logging.getLogger(__name__)
_UNCITABLE = re.compile(r"[\[\](){}<>|,;\"'`\s]+")  # would end or part a citation marker


@dataclass(frozen=True, slots=True)
class _Read:
    """A file that was read: its document, its passages and the terms of each."""

    state: tuple[int, int, int]
    document: Document | None
    passages: tuple[Passage, ...] = ()
    terms: tuple[tuple[str, ...], ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Index:
    """All that is known of the folder at one time."""

    files: tuple[File, ...]
    read: dict[str, _Read]
    passages: tuple[Passage, ...]
    ranking: Ranking
    problems: tuple[Problem, ...]
    found: tuple[Problem, ...]


class FolderRetriever:
    """Finds passages in the .txt, .md, .html, .pdf and .docx files of a folder, by BM25.

    Text and Markdown need the base install; the others the extra `documents`. Files are read at
    the first call and kept in memory; at every call the folder is looked over, and files that are
    new, changed or gone are read again or forgotten. Nothing is written to disk.

    A passage has about 80 to 150 words (`sizes`): whole sentences, tables and lists under one
    heading. Its id is the file's path and its number ("policies/refunds.md#3"; characters that
    would end a citation marker are "_"), stable while the file is. Its `source` is the path,
    its `title` the headings above ("Refunds > Gift cards"), its metadata the `spans` it takes of
    `document(source).text` and the first `page` of a PDF.

    What cannot be read is listed in `problems` and logged as a warning, once; hidden files are
    passed over. Safe to share between threads. Raises ConfigurationError when `folder` is none.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        bounds: Bounds | None = None,
        sizes: Sizes | None = None,
        name: str = "folder",
    ) -> None:
        self.folder = Path(folder)
        if not self.folder.is_dir():
            what = "a file" if self.folder.exists() else "nothing"
            raise ConfigurationError(f"folder: expected a folder, {self.folder} is {what}")
        self.name = name
        self._bounds = bounds if bounds is not None else Bounds()
        self._sizes = sizes if sizes is not None else Sizes()
        self._lock = threading.Lock()
        self._index: _Index | None = None

    def retrieve(self, question: str, limit: int) -> Retrieval:
        """At most `limit` passages that share a content word with `question`, best first.

        Raises InputError for a limit below 1, and RetrieverError when the folder holds no file
        that can be read: finding nothing in nothing is no answer.
        """
        if limit < 1:
            raise InputError(f"limit: expected 1 or more passages, got {limit}")
        index = self._current()
        if not index.passages:
            raise RetrieverError(self._nothing(index.problems))
        best = index.ranking.best(terms(question), limit)
        return Retrieval(tuple(index.passages[i] for i in best))

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage, by file and place."""
        return self._current().passages

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What of the folder is not read, and why; empty when all is well."""
        return self._current().problems

    def document(self, source: str) -> Document:
        """The text of the file at a path relative to the folder, as its passages were cut from.

        Raises RetrieverError for a file that was not read.
        """
        for read in self._current().read.values():
            if read.document is not None and read.document.source == source:
                return read.document
        raise RetrieverError(f"document: expected the path of a file that was read, got {source!r}")

    def _current(self) -> _Index:
        """The index of the folder as it is now."""
        with self._lock:
            files, found = find_files(self.folder, KINDS, self._bounds)
            index = self._index
            if index is None or index.files != files or index.found != found:
                index = self._built(files, found, index.read if index else {})
                known = self._index.problems if self._index else ()
                self._index = index
                self._log([problem for problem in index.problems if problem not in known])
            return index

    def _built(
        self, files: tuple[File, ...], found: tuple[Problem, ...], known: dict[str, _Read]
    ) -> _Index:
        """Read what is new or changed, and rank all of it."""
        read: dict[str, _Read] = {}
        problems = list(found)
        characters = 0
        for file in files:
            key = str(file.path)
            before = known.get(key)
            one = before if before and before.state == file.state else self._read(file)
            read[key] = one
            problems += one.problems
            characters += len(one.document.text) if one.document else 0
            if characters > self._bounds.all_characters:
                del read[key]
                problems.append(Problem(file.source, self._too_much(len(files) - len(read))))
                break
        stems = _stems([one.document.source for one in read.values() if one.document])
        passages = tuple(
            replace(passage, id=f"{stems[passage.source or '']}#{number}")
            for one in read.values()
            for number, passage in enumerate(one.passages, start=1)
        )
        ranking = Ranking([t for one in read.values() for t in one.terms])
        return _Index(files, read, passages, ranking, tuple(problems), found)

    def _read(self, file: File) -> _Read:
        try:
            document = read_document(file.path, file.source, self._bounds.characters)
        except EntailedError as error:
            return _Read(file.state, None, problems=(Problem(file.source, str(error)),))
        passages = _passages(document, split_passages(document.text, self._sizes))
        stem = PurePosixPath(file.source).stem
        rows = tuple(tuple(terms(f"{stem}\n{p.title or ''}\n{p.text}")) for p in passages)
        notes = tuple(Problem(file.source, note) for note in document.notes)
        return _Read(file.state, document, passages, rows, notes)

    def _too_much(self, left: int) -> str:
        limit = self._bounds.all_characters
        files = "this file" if left == 1 else f"this file and {left - 1:,} after it"
        return f"{files} not read: over the limit of {limit:,} characters in all"

    def _nothing(self, problems: tuple[Problem, ...]) -> str:
        reasons = "; ".join(f"{p.source}: {p.reason}" for p in problems[:3])
        more = f" (and {len(problems) - 3} more)" if len(problems) > 3 else ""
        why = f": {reasons}{more}" if reasons else f"; expected files ending in {', '.join(KINDS)}"
        return f"no document of {self.folder} could be read{why}"

    def _log(self, problems: list[Problem]) -> None:
        if problems:
            lines = "".join(f"\n  {p.source}: {p.reason}" for p in problems)
            _LOG.warning("not everything in %s is read:%s", self.folder, lines)


def _passages(document: Document, pieces: tuple[Piece, ...]) -> tuple[Passage, ...]:
    """The pieces of a document as frozen passages, not yet with their ids."""
    rows = []
    for piece in pieces:
        metadata: dict[str, object] = {"spans": [[s.start, s.end] for s in piece.spans]}
        page = document.page(piece.spans[-1].start)
        if page is not None:
            metadata["page"] = page
        rows.append(
            {
                "text": piece.of(document.text),
                "source": document.source,
                "title": " > ".join(piece.title) or document.title or None,
                "metadata": metadata,
            }
        )
    return freeze(rows).passages


def _stems(sources: Sequence[str]) -> dict[str, str]:
    """The beginning of the ids of each file: its path, told apart where odd characters went."""
    stems = {source: source for source in sources if not _UNCITABLE.search(source)}
    taken = set(stems)
    for source in sources:
        if source not in stems:
            name = wanted = _UNCITABLE.sub("_", source)
            count = 1
            while name in taken:
                count += 1
                name = f"{wanted}_{count}"
            stems[source] = name
            taken.add(name)
    return stems
