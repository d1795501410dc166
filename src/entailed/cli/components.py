"""`entailed components`: what can be used."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from entailed.canonical import canonical_json
from entailed.cli.io import errors, write

if TYPE_CHECKING:
    from entailed.assembly import ComponentInfo

__all__ = ["components"]


class Listing(StrEnum):
    """How the list of components is written."""

    terminal = "terminal"
    json = "json"


def components(
    form: Annotated[Listing, typer.Option("--format", help="The form of the list.")] = (
        Listing.terminal
    ),
) -> None:
    """List extractors, aligners, checks, scorers and policies that can be used."""
    with errors():
        from entailed.assembly import components as list_components  # deferred: help needs no stage

        rows = list_components()
        if form is Listing.json:
            plain = [{name: getattr(row, name) for name in row.__slots__} for row in rows]
            write(canonical_json(plain) + "\n", None)
        else:
            write(_table(rows), None)


def _table(rows: tuple[ComponentInfo, ...]) -> str:
    """The components in columns; one that cannot be used says why."""
    head = ("STAGE", "NAME", "VERSION", "SOURCE", "DIGEST")
    lines = [head, *((r.stage, r.name, r.version, r.source, r.digest) for r in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    texts = []
    for line, row in zip(lines, (None, *rows), strict=True):
        cells = [cell.ljust(width) for cell, width in zip(line[:4], widths, strict=True)]
        last = line[4] if row is None or not row.error else f"cannot be used: {row.error}"
        texts.append("  ".join([*cells, last]).rstrip())
    return "\n".join(texts) + "\n"
