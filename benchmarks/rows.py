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

from entailed.alignment import LexicalAligner
from entailed.evidence import freeze
from entailed.text.segment import sentences
from entailed.types import Alignment, Claim, Mapped, Span


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled pair. `supported` is the binary reading of `label`."""

    dataset: str
    evidence: str
    claim: str
    label: str

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
