"""`entailed serve`: the verifier as an HTTP service, and the keys of its callers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from entailed.cli.io import errors, write

__all__ = ["serve_app"]

serve_app = typer.Typer(
    help="Serve verification over HTTP, and keep the keys of those who may use it.",
    invoke_without_command=True, add_completion=False, pretty_exceptions_enable=False,
    rich_markup_mode=None,
)  # fmt: skip
keys_app = typer.Typer(
    help="Make, list and revoke the keys of a service. A key is shown once and kept as a digest.",
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
    rich_markup_mode=None,
)  # fmt: skip
serve_app.add_typer(keys_app, name="keys")

KeysFile = Annotated[
    Path,
    typer.Option(
        "--keys", metavar="FILE", envvar="ENTAILED_SERVE_KEYS", help="The file of keys.",
        show_default=False,
    ),
]  # fmt: skip


@serve_app.callback()
def serve(
    context: typer.Context,
    settings: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="ENTAILED_SERVE_SETTINGS",
            help="A .toml file of settings; options here and the environment come before it.",
        ),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(help="Where to listen (127.0.0.1); anything but loopback needs --keys."),
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port (8000).")] = None,
    policy: Annotated[
        str | None, typer.Option(metavar="NAME", help="For requests that name none (flag).")
    ] = None,
    scorer: Annotated[str | None, typer.Option(metavar="NAME", help="As for verify.")] = None,
    calibration: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What `entailed calibrate` wrote.")
    ] = None,
    documents: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Answer questions from this folder.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The model that answers questions.")
    ] = None,
    model_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Base URL of that model's endpoint.")
    ] = None,
    key_variable: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The environment variable with that model's key."),
    ] = None,
    upstream: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Base URL of the model behind the OpenAI-compatible proxy."
        ),
    ] = None,
    ledger: Annotated[
        str | None,
        typer.Option(metavar="PATH|URL", envvar="ENTAILED_LEDGER", help="Record in this ledger."),
    ] = None,
    keys: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The keys of callers (see `serve keys`).")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes, each with a model of its own.")
    ] = 1,
    concurrency: Annotated[
        int | None, typer.Option(min=0, help="Verifications at once (0: as many as cores).")
    ] = None,
    queue: Annotated[int | None, typer.Option(min=0, help="How many may wait.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time budget of one verification.")
    ] = None,
    max_body: Annotated[
        int | None, typer.Option(min=1, metavar="BYTES", help="The largest body.")
    ] = None,
) -> None:
    """Serve verification over HTTP, until SIGTERM; then finish what was accepted.

    Exit code: 2 for settings that cannot be served, 3 where the ledger or the model fails.
    """
    if context.invoked_subcommand is not None:
        return
    given: dict[str, Any] = {
        "host": host, "port": port, "policy": policy, "scorer": scorer,
        "calibration": calibration, "documents": documents, "model": model,
        "model_url": model_url, "model_key_variable": key_variable, "ledger": ledger,
        "keys": keys, "concurrency": concurrency, "queue": queue, "seconds": seconds,
        "body_bytes": max_body, "proxy": None if upstream is None else {"upstream": upstream},
    }  # fmt: skip
    overrides = {name: value for name, value in given.items() if value is not None}
    with errors():
        # Deferred: a web framework, which help does not need and the extra brings.
        from entailed.service import ServiceSettings, in_environment
        from entailed.service import serve as run

        made = ServiceSettings.load(settings, overrides=overrides)
        if workers > 1:
            in_environment(settings, overrides)
        run(made, workers)


@keys_app.command()
def add(
    tenant: Annotated[str, typer.Argument(metavar="TENANT", help="Whose key it is.")],
    keys: KeysFile,
    note: Annotated[str, typer.Option(help="What it is for, for the list.")] = "",
) -> None:
    """Make a key for a tenant and write it, alone, to standard output."""
    with errors():
        from entailed.service.keys import KeyFile  # as in serve

        made, key = KeyFile(keys).add(tenant, note)
        write(key + "\n", None)
    typer.echo(f"key {made.id} of tenant {made.tenant}: it will not be shown again", err=True)


@keys_app.command(name="list")
def list_keys(keys: KeysFile) -> None:
    """List the keys: id, tenant, times and notes."""
    with errors():
        from entailed.service.keys import KeyFile  # as in serve

        rows = [
            (one.id, one.tenant, one.created_at, one.revoked_at or "-", one.note)
            for one in KeyFile(keys).read()
        ]
        lines = [("ID", "TENANT", "MADE", "REVOKED", "NOTE"), *rows]
        widths = [max(len(line[column]) for line in lines) for column in range(5)]
        texts = (
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            for line in lines
        )
        write("".join(text.rstrip() + "\n" for text in texts), None)


@keys_app.command()
def revoke(
    key_id: Annotated[str, typer.Argument(metavar="ID", help="The id of the key.")],
    keys: KeysFile,
) -> None:
    """Make a key invalid, within a second also for services that run."""
    with errors():
        from entailed.service.keys import KeyFile  # as in serve

        gone = KeyFile(keys).revoke(key_id)
    typer.echo(f"key {gone.id} of tenant {gone.tenant} is revoked", err=True)
