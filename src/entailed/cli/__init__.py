"""The command line: verbs only. Every verb is a call of the library with files for arguments.

Exit codes: 0 grounded (or the answer declines), 1 not grounded, 2 usage, 3 could not decide.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from entailed.cli import (
    ask,
    calibration,
    chat,
    components,
    evaluation,
    ledger,
    serve,
    stream,
    verify,
)
from entailed.cli.io import EXIT_CODES

__all__ = ["EXIT_CODES", "app"]

app = typer.Typer(
    name="entailed",
    help="Checks a language model's answer, claim by claim, against the passages it was "
    "written from. Offline, on a CPU.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"entailed {version('entailed')}")
        raise typer.Exit


@app.callback()
def main(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Options of the program itself."""


app.command()(verify.verify)
app.command()(stream.stream)
app.command()(ask.ask)
app.command()(chat.chat)
app.command()(calibration.calibrate)
app.command()(calibration.drift)
app.command()(components.components)
app.add_typer(evaluation.eval_app, name="eval")
app.add_typer(ledger.ledger_app, name="ledger")
app.add_typer(serve.serve_app, name="serve")
