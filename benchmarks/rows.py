"""Labelled data as the scripts of this folder read it.

The data itself is not part of the repository: JSON lines, plain or xz-compressed, with
`dataset`, `evidence`, `claim` and `label` (`supported`, `contradicted`, `not_enough`, or
`unsupported` where the source is binary).
"""

from __future__ import annotations

import json
import lzma
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from training.assistant import assistant_rows
from training.retold import retold_rows
from training.rows import Row as Known
from training.rows import read_rows as training_rows
from training.spoken import spoken_rows
from training.strangers import stranger_rows
from training.written import is_held_out, is_muddled, sets, written_rows

from entailed.alignment import LexicalAligner
from entailed.evidence import freeze
from entailed.text.segment import sentences
from entailed.types import Alignment, Claim, Mapped, Span

LABELS = ("supported", "not_enough", "contradicted")  # in the order of `training`'s targets


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled pair. `supported` is the binary reading of `label`."""

    dataset: str
    evidence: str
    claim: str
    label: str
    more: tuple[str, ...] = ()

    @property
    def passages(self) -> tuple[str, ...]:
        """The evidence as passages; most data sets have one a row."""
        return (self.evidence, *self.more)

    @property
    def supported(self) -> bool:
        """Whether the evidence supports the claim."""
        return self.label == "supported"


def read_rows(path: Path, limit: int | None = None, seed: int = 0) -> list[Row]:
    """Rows of a file, at most `limit` of each data set, drawn with `seed`; data sets in order."""
    opener = lzma.open if path.suffix == ".xz" else open
    found: dict[str, list[Row]] = defaultdict(list)
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            found[row["dataset"]].append(
                Row(row["dataset"], row["evidence"], row["claim"], row["label"])
            )
    chosen: list[Row] = []
    for dataset in sorted(found):
        rows = found[dataset]
        random.Random(f"{seed} {dataset}").shuffle(rows)
        chosen += rows[:limit]
    return chosen


def read_cases(path: Path) -> list[Row]:
    """Field cases all of whose expectations point the same way, as rows of one data set.

    A case with good and bad claims in one answer, or without a claim, is left out.
    """
    found = []
    for line in filter(str.strip, path.read_text(encoding="utf-8").splitlines()):
        case = json.loads(line)
        verdicts = {e["verdict"] for e in case["expected"]}
        bad = verdicts & {"contradicted", "not_found"}
        texts = [p["text"] for p in case["passages"] if p["text"].strip()]
        if not texts or not verdicts or verdicts == {"not_a_claim"} or (bad and verdicts - bad):
            continue
        label = ("contradicted" if "contradicted" in bad else "not_enough") if bad else "supported"
        found.append(Row(path.stem, texts[0], case["answer"], label, tuple(texts[1:])))
    return found


def read_written(limit: int) -> list[Row]:
    """At most `limit` claims held out of each series of `training/written`, as data sets."""
    names = {"s": "supported", "n": "not_enough", "c": "contradicted"}
    chosen: list[Row] = []
    for series in ("written", "muddled"):
        rows = [
            Row(series, made["p"][0], claim, names[label], tuple(made["p"][1:]))
            for subject, number, made in sets()
            if is_held_out(number) and is_muddled(subject) == (series == "muddled")
            for claim, label in made["c"]
        ]
        chosen += random.Random(0).sample(rows, min(limit, len(rows)))
    return chosen


def read_assistant(limit: int) -> list[Row]:
    """At most `limit` claims of natural answers, held out of `training/assistant`."""
    rows = [
        Row("assistant", row.evidence, row.claim, LABELS[row.target])
        for row in assistant_rows(held_out=True)
    ]
    return random.Random(0).sample(rows, min(limit, len(rows)))


def read_strangers(limit: int) -> list[Row]:
    """At most `limit` rows, as one data set: claims beside strange passages, and true ones.

    Both are of the sets held out of `training/written`; the true ones have their own passages.
    """
    drawn = random.Random(0)
    strange = stranger_rows(held_out=True, count=limit // 2, rng=drawn)
    return _beside_true("strangers", strange, limit, drawn)


def read_spoken(limit: int) -> list[Row]:
    """At most `limit` rows, as one data set: false claims of a small model, and true ones.

    The false ones are those held out of `training/spoken`; the true ones are of the muddled sets
    held out, since a small model says next to nothing true in words of its own.
    """
    drawn = random.Random(1)
    false = [row for row in spoken_rows(held_out=True) if row.target != 0]
    return _beside_true("spoken", drawn.sample(false, min(limit // 2, len(false))), limit, drawn)


def _beside_true(name: str, false: Sequence[Known], limit: int, drawn: random.Random) -> list[Row]:
    """The false rows, and as many true ones of the muddled sets, as one data set."""
    true = [row for row in written_rows(held_out=True, muddled=True) if row.target == 0]
    rows = [Row(name, row.evidence, row.claim, "not_enough") for row in false]
    return rows + [
        Row(name, row.evidence, row.claim, "supported")
        for row in drawn.sample(true, min(limit // 2, len(true)))
    ]


def read_retold(data: Path, limit: int) -> list[Row]:
    """At most `limit` claims held out of `training/retold`, as the data sets retold and answers.

    `data` holds the files with the documents they are about.
    """
    files = (data / "train.jsonl.xz", data / "train_nli.jsonl.xz")
    known = [row for path in files for row in training_rows(path)]
    rows = [
        Row(told.source.partition("_")[0], told.evidence, told.claim, LABELS[told.target])
        for told in retold_rows(known, held_out=True)
    ]
    chosen: list[Row] = []
    for name in ("answers", "retold"):
        named = [row for row in rows if row.dataset == name]
        chosen += random.Random(0).sample(named, min(limit, len(named)))
    return chosen


def read_held_out(data: Path, limit: int) -> list[Row]:
    """The validation sets and all that is held out of the project's own, `limit` rows of each."""
    files = (data / "val.jsonl.xz", data / "val_nli.jsonl.xz")
    rows = [row for path in files for row in read_rows(path, limit)]
    return (
        rows
        + read_written(limit)
        + read_assistant(limit)
        + read_strangers(limit)
        + read_spoken(limit)
        + read_retold(data, limit)
    )


def claims_of(text: str) -> list[Claim]:
    """Each sentence of a text as a claim; the whole text where it has no sentence."""
    found = [
        Claim(f"c{i}", s.span, s.body, s.span) for i, s in enumerate(sentences(text)) if s.text
    ]
    return found or [Claim("c0", Span(0, len(text)), Mapped.identity(text), Span(0, len(text)))]


def aligned(rows: Sequence[Row], aligner: LexicalAligner) -> Iterator[list[tuple[str, Alignment]]]:
    """For each row its claims (as text), each with its alignment."""
    for row in rows:
        claims = claims_of(row.claim)
        alignments = aligner.align(claims, freeze([row.evidence]), "")
        yield [(c.text, a) for c, a in zip(claims, alignments, strict=True)]
