"""`entailed calibrate` and `entailed drift`: a threshold with a promise, and whether it may age."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from entailed.cli.io import UNDECIDED, errors, source, write
from entailed.cli.options import ScorerOptions, named_values
from entailed.errors import CalibrationError, ConfigurationError, RequestError

if TYPE_CHECKING:
    from entailed.calibration import Aim, CalibrationResult
    from entailed.types import Report

__all__ = ["calibrate", "drift"]

_WIDTH = 96
_SHIFTED = 1


class Preset(StrEnum):
    """Aims with names; `entailed.calibration.PRESETS` has their numbers."""

    block = "block"
    audit = "audit"


class Listing(StrEnum):
    """How a result is written to stdout."""

    terminal = "terminal"
    json = "json"


def calibrate(
    labelled: Annotated[
        str, typer.Argument(metavar="FILE", help="JSON lines: claim, passages, label; - is stdin.")
    ],
    max_unsupported_passed: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="Of the unsupported claims, at most this share passes."),
    ] = None,
    min_precision: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE", help="Of the claims that pass, at least this share is supported."
        ),
    ] = None,
    max_supported_flagged: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="Of the supported claims, at most this is flagged."),
    ] = None,
    preset: Annotated[
        Preset | None,
        typer.Option(
            help="block: at most 5 % of the supported claims are flagged. "
            "audit: at most 10 % of the unsupported claims pass."
        ),
    ] = None,
    confidence: Annotated[
        float, typer.Option(metavar="SHARE", help="How sure the promise must be.")
    ] = 0.95,
    on_average: Annotated[
        bool, typer.Option("--on-average", help="Keep the limit on average only; fewer labels.")
    ] = False,
    scorer: Annotated[
        str, typer.Option(metavar="NAME", help="As for verify; the file holds for it alone.")
    ] = "embedded",
    scorer_option: ScorerOptions = None,
    policy: Annotated[
        str,
        typer.Option(metavar="NAME|FILE", help="What will be used: it decides what is checked."),
    ] = "flag",
    output: Annotated[
        Path, typer.Option(metavar="FILE", help="The calibration file to write.")
    ] = Path("calibration.json"),
    plots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draw the curves as SVG (extra eval).")
    ] = None,
    form: Annotated[Listing, typer.Option("--format", help="What is printed.")] = Listing.terminal,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress.")] = False,
) -> None:
    """Choose the threshold from labelled claims, with a promise that holds for their number.

    Name one aim: --max-unsupported-passed, --min-precision, --max-supported-flagged or --preset.
    A claim passes when nothing about it is flagged. Use the file with verify --calibration.

    Exit code: 0 the file was written, 2 usage, 3 the labels do not allow the promise (the
    message says how many would).
    """
    with errors():
        from entailed.assembly import build_verifier  # deferred: help needs no stage
        from entailed.labelled import calibrate as fit
        from entailed.labelled import parse_labelled

        aim = _aim(
            {
                "--max-unsupported-passed": max_unsupported_passed,
                "--min-precision": min_precision,
                "--max-supported-flagged": max_supported_flagged,
                "--preset": None if preset is None else preset.value,
            },
            None if on_average else confidence,
        )
        _prepare(output, plots)
        rows = parse_labelled(source(labelled), "stdin" if labelled == "-" else labelled)
        options = named_values(scorer_option or ())
        verifier = build_verifier(policy, scorer=scorer, scorer_options=options)
        try:
            with _progress(quiet) as told:
                result = fit(verifier, rows, aim, told)
        except CalibrationError as error:
            typer.echo(f"no promise: {error}", err=True)
            raise typer.Exit(UNDECIDED) from error
        result.save(output)
        if plots is not None:
            _draw(result, plots)
        data = json.dumps(result.to_dict(), indent=1, ensure_ascii=False, allow_nan=False)
        write(data + "\n" if form is Listing.json else _view(result, output), None)


def drift(
    calibration: Annotated[
        Path, typer.Argument(metavar="CALIBRATION", help="What `entailed calibrate` wrote.")
    ],
    reports: Annotated[
        list[str],
        typer.Argument(
            metavar="REPORTS...",
            help="Reports (verify --format json) or records of the ledger; .jsonl has one a line; "
            "- is stdin.",
        ),
    ],
    form: Annotated[Listing, typer.Option("--format", help="What is printed.")] = Listing.terminal,
) -> None:
    """Compare recent reports with the claims that a calibration was measured on.

    Exit code: 0 alike, or a shift too small to act on; 1 shifted; 2 usage; 3 too few to tell.
    """
    with errors():
        from entailed.calibration import CalibrationResult
        from entailed.calibration.drift import drift as compare

        found = compare(CalibrationResult.load(calibration), _reports(reports))
        if form is Listing.json:
            write(json.dumps(found.to_dict(), allow_nan=False) + "\n", None)
        else:
            write(_filled(found.words) + "\n", None)
    if found.state == "too_few":
        raise typer.Exit(UNDECIDED)
    raise typer.Exit(_SHIFTED if found.state == "shifted" else 0)


# --- input -----------------------------------------------------------------------------------


def _aim(given: Mapping[str, Any], confidence: float | None) -> Aim:
    """The one aim that the options name."""
    from entailed.calibration import PRESETS, Aim

    named = {name: value for name, value in given.items() if value is not None}
    if len(named) != 1:
        came = f"both {' and '.join(named)}" if named else "none"
        raise ConfigurationError(
            f"expected one aim ({', '.join(given)}), got {came}: what is promised is yours to say"
        )
    ((name, value),) = named.items()
    if name == "--preset":
        aim = PRESETS[value]
        return Aim(aim.risk, aim.limit, confidence)
    if not 0 < value < 1:
        raise ConfigurationError(f"{name}: expected a share above 0 and below 1, got {value}")
    if name == "--min-precision":
        return Aim("passed_unsupported", round(1 - value, 12), confidence)
    unsupported = name == "--max-unsupported-passed"
    return Aim("unsupported_passed" if unsupported else "supported_flagged", value, confidence)


def _prepare(output: Path, plots: Path | None) -> None:
    """Complain before an hour of work, not after it."""
    if not output.absolute().parent.is_dir():
        raise RequestError(f"{output}: cannot be written: its folder does not exist")
    if output.is_dir():
        raise RequestError(f"{output}: cannot be written: it is a folder")
    if plots is not None:
        from entailed.calibration.plots import require_matplotlib

        require_matplotlib()


def _reports(names: Sequence[str]) -> Iterator[Report]:
    """The reports of files, or of standard input; erased records are passed over."""
    from entailed.report import report_from_dict
    from entailed.requests import parse_json

    for name in names:
        where, text = "stdin" if name == "-" else name, source(name)
        lines = name == "-" or name.lower().endswith(".jsonl")
        parts = text.split("\n") if lines else [text]
        for number, part in enumerate(parts, start=1):
            if not part.strip():
                continue
            place = f"{where}: line {number}" if lines else where
            row = parse_json(part, place)
            if isinstance(row, Mapping) and "verdicts" not in row and "report" in row:
                row = row["report"]
                if row is None:
                    continue
            try:
                yield report_from_dict(row)
            except RequestError as error:
                raise RequestError(f"{place}: {error}") from error


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal, a line for every tenth of the claims elsewhere."""
    if quiet:
        yield None
    elif not sys.stderr.isatty():
        yield _line
    else:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("verifying", total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)


def _line(done: int, total: int) -> None:
    if done * 10 // total > (done - 1) * 10 // total:
        typer.echo(f"{done} of {total} claims verified", err=True)


# --- output ----------------------------------------------------------------------------------


def _draw(result: CalibrationResult, folder: Path) -> None:
    from entailed.calibration.plots import PLOTS, draw

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in PLOTS:
            (folder / f"{name}.svg").write_bytes(draw(result, name))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RequestError(f"{folder}: cannot be written: {reason}") from error


def _view(result: CalibrationResult, output: Path) -> str:
    """Promise, warnings, kinds of claims, probabilities."""
    parts = [_filled(result.promise)]
    parts += [_filled(f"Note: {warning}.") for warning in result.warnings]
    parts.append(_kinds(result))
    parts.append(_filled(f"Probabilities: {_probabilities(result)}."))
    parts.append(f"Written to {output}; use it with: entailed verify --calibration {output}")
    return "\n\n".join(parts) + "\n"


def _probabilities(result: CalibrationResult) -> str:
    words = result.probability.note
    if result.before is not None:
        words += f"; calibration error {result.before.error:.3f} as scored"
    if result.after is not None and result.probability.map.method != "none":
        words += f", {result.after.error:.3f} after the map (on labels it did not see)"
    return words


def _kinds(result: CalibrationResult) -> str:
    """The strata as columns: counts, and shares with their intervals."""
    rows = [("KIND OF CLAIM", "SUPPORTED", "FLAGGED", "UNSUPPORTED", "PASSED")]
    for stratum in result.strata:
        data = stratum.to_dict()
        rows.append(
            (
                stratum.name,
                str(stratum.supported),
                _share(data["share_of_supported_flagged"]),
                str(stratum.unsupported),
                _share(data["share_of_unsupported_passed"]),
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, "(shares with 95 % intervals; nothing is promised for one kind)"])


def _share(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return "-"
    low, high = found["limits"]
    return f"{found['value'] * 100:.0f} % ({low * 100:.0f}-{high * 100:.0f})"


def _filled(text: str) -> str:
    """The text in lines; a number and its percent sign stay together."""
    held = text.replace(" %", "\0%")
    lines = textwrap.fill(held, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\0", " ")
