"""`entailed eval`: a suite run against a system, the gate of a build, and new scenarios."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer.core import TyperGroup

from entailed.cli.io import colored, errors, screen_width, write
from entailed.cli.options import CalibrationFile, KeyVariable, MaxTokens, Timeout
from entailed.errors import ConfigurationError, RequestError

if TYPE_CHECKING:
    from entailed.evaluation.gate import Gate
    from entailed.evaluation.results import Result
    from entailed.evaluation.runs import Run
    from entailed.evaluation.suites import Suite
    from entailed.evaluation.systems import Asked, System
    from entailed.pipeline import Verifier

__all__ = ["eval_app"]

RUN_FILE, REPORT_FILE, PAGE_FILE = "run.jsonl", "run.json", "report.html"
_HELP = "Run a suite of scenarios against a system, gate a build, and add scenarios."
_UNPROVEN = 1


class _RunByDefault(TyperGroup):
    """`entailed eval suite.yaml` means `entailed eval run suite.yaml`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in where none is named."""
        if args and args[0] != "--help" and args[0] not in self.commands:
            args = ["run", *args]
        return super().parse_args(ctx, args)


eval_app = typer.Typer(
    cls=_RunByDefault, help=_HELP, no_args_is_help=True, add_completion=False,
    pretty_exceptions_enable=False, rich_markup_mode=None,
)  # fmt: skip

SuiteFile = Annotated[
    Path | None, typer.Argument(metavar="SUITE", help="A .yaml, .yml or .json suite.")
]
Example = Annotated[bool, typer.Option("--example", help="The suite that ships with the package.")]
AnswersFile = Annotated[
    Path | None, typer.Option("--answers", metavar="FILE", help="Recorded answers (JSONL).")
]
Url = Annotated[str | None, typer.Option(metavar="URL", help="The address of the service to test.")]
Api = Annotated[
    str, typer.Option(metavar="openai|plain", help="How the service at --url is asked.")
]
Model = Annotated[str | None, typer.Option(metavar="NAME", help="The model to ask for.")]
ModelUrl = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A model for the answering loop (OpenAI-compatible)."),
]
Documents = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="What the answering loop searches, not the suite."),
]
SendPassages = Annotated[
    bool, typer.Option("--send-passages/--no-send-passages", help="Put passages into requests.")
]
PolicyName = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="NAME|FILE",
        help="Whose actions count: flag (default); in the answering loop regenerate (default).",
    ),
]
Enforce = Annotated[
    bool, typer.Option("--enforce", help="Test what is shown after the policy has acted.")
]
ScorerName = Annotated[
    str, typer.Option("--scorer", metavar="NAME", help="embedded, lexical, none, or a plug-in's.")
]
Output = Annotated[
    Path, typer.Option(metavar="FOLDER", help=f"For {RUN_FILE}, {REPORT_FILE} and {PAGE_FILE}.")
]
Html = Annotated[bool, typer.Option("--html/--no-html", help=f"Draw {PAGE_FILE}.")]
Junit = Annotated[Path | None, typer.Option(metavar="FILE", help="Write JUnit XML.")]
Summary = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a Markdown summary; - is stdout.")
]
Baseline = Annotated[
    Path | None, typer.Option(metavar="FILE", help="An earlier run.json to compare with.")
]
FailIf = Annotated[
    list[str] | None,
    typer.Option(metavar="CONDITION", help='Fail where it holds: "contradiction_rate > 1%".'),
]
AllowMissing = Annotated[
    float, typer.Option(min=0, max=1, help="Share of answers that may fail to be evaluated.")
]
Workers = Annotated[int | None, typer.Option(min=1, help="Scenarios at once.")]
Resume = Annotated[bool, typer.Option("--resume", help="Finish the run that was broken off.")]
Retry = Annotated[bool, typer.Option("--retry", help="With --resume: ask failed ones again.")]
Restart = Annotated[bool, typer.Option("--restart", help="Discard a run that was broken off.")]
SelfTestFlag = Annotated[
    bool, typer.Option("--self-test", help="Plant lies and prove that the gate finds them.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress.")]


@dataclass(frozen=True, slots=True)
class _Target:
    """The options that say what is tested."""

    answers: Path | None
    url: str | None
    api: str
    model: str | None
    model_url: str | None
    documents: Path | None
    key_variable: str
    max_tokens: int | None
    timeout: float
    send_passages: bool
    example: bool


@eval_app.command("run")
def run(
    suite: SuiteFile = None,
    example: Example = False,
    answers: AnswersFile = None,
    url: Url = None,
    api: Api = "openai",
    model: Model = None,
    model_url: ModelUrl = None,
    documents: Documents = None,
    key_variable: KeyVariable = "OPENAI_API_KEY",
    max_tokens: MaxTokens = None,
    timeout: Timeout = 60.0,
    send_passages: SendPassages = True,
    policy: PolicyName = None,
    enforce: Enforce = False,
    scorer: ScorerName = "embedded",
    calibration: CalibrationFile = None,
    output: Output = Path("entailed-eval"),
    html: Html = True,
    junit: Junit = None,
    summary: Summary = None,
    baseline: Baseline = None,
    fail_if: FailIf = None,
    allow_missing: AllowMissing = 0.0,
    workers: Workers = None,
    resume: Resume = False,
    retry: Retry = False,
    restart: Restart = False,
    self_test: SelfTestFlag = False,
    quiet: Quiet = False,
) -> None:
    """Run a suite against recorded answers, a service, or the answering loop.

    Exit code: 0 the gate passes (or there is none), 1 it fails, 2 usage, 3 it could not decide,
    as where answers could not be evaluated.
    """
    with errors():
        chosen = _suite(suite, example or (self_test and suite is None))
        looped = model_url is not None  # the loop has a policy, the judge of what it shows another
        judging = "flag" if looped or policy is None else policy
        verifier = _verifier(judging, scorer, calibration)
        conditions = list(fail_if or ())
        if self_test:
            raise typer.Exit(_self_tested(chosen, verifier, conditions, workers))
        before = None if baseline is None else _baseline(baseline, verifier, quiet)
        _prepare(conditions, before, html)
        target = _Target(
            answers, url, api, model, model_url, documents, key_variable, max_tokens, timeout,
            send_passages, example,
        )  # fmt: skip
        with _system(chosen, target, policy or "regenerate", scorer) as tested:
            system = _guarded(tested, verifier, chosen) if enforce else tested
            made = _evaluated(
                chosen, system, verifier, workers, output, resume, retry, restart, quiet
            )
        gate = decide_gate(made, conditions, before, allow_missing=allow_missing)
        _written(made, gate, output, html, junit, summary)
    raise typer.Exit(gate.exit_code)


@eval_app.command("add")
def add(
    report: Annotated[
        Path, typer.Argument(help="A report (verify --format json) or a record of the ledger.")
    ],
    suite: Annotated[Path, typer.Option(metavar="FILE", help="The suite to add to, or to make.")],
    category: Annotated[str, typer.Option(help="The kind of question.")],
    name: Annotated[str, typer.Option("--id", help="The scenario's name.")] = "",
    question: Annotated[str, typer.Option(help="Ask this instead of the report's.")] = "",
    expect: Annotated[
        str | None, typer.Option(metavar="answer|decline|either", help="What a good answer does.")
    ] = None,
    mentions: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="A good answer says it; repeat.")
    ] = None,
    avoids: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="A good answer does not; repeat.")
    ] = None,
    note: Annotated[str, typer.Option(help="Why the scenario is there.")] = "",
    redact: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD", help="Leave out answer, source, title, url, ...; repeat."),
    ] = None,
    hide: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Replace it by [redacted] everywhere; repeat."),
    ] = None,
    record: Annotated[
        str | None, typer.Option(metavar="ID", help="Which record of a .jsonl file.")
    ] = None,
) -> None:
    """Make a report of a bad answer a scenario of a suite, for good."""
    with errors():
        from entailed.evaluation.adding import Addition, add_to_suite, read_report
        from entailed.evaluation.suites import BEHAVIOURS, CATEGORIES

        addition = Addition(
            category=cast(Any, _one_of("category", category, CATEGORIES)),
            id=name,
            question=question,
            behaviour=None if expect is None else cast(Any, _one_of("expect", expect, BEHAVIOURS)),
            mentions=tuple(mentions or ()),
            avoids=tuple(avoids or ()),
            note=note,
            redact=tuple(redact or ()),
            hide=tuple(hide or ()),
        )
        made = add_to_suite(suite, read_report(report, record), addition)
        write(f"{suite}: scenario {made} added\n", None)


def _one_of(what: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise ConfigurationError(f"--{what}: expected one of {', '.join(known)}, got {value!r}")
    return value


# --- what is tested --------------------------------------------------------------------------


def _suite(path: Path | None, example: bool) -> Suite:
    from entailed.evaluation.example import example_suite
    from entailed.evaluation.loading import load_suite

    if (path is None) == (not example):
        raise RequestError("expected a suite file, or --example")
    return load_suite(path) if path is not None else example_suite()


def _verifier(policy: str, scorer: str, calibration: Path | None) -> Verifier:
    from entailed.assembly import build_verifier

    return build_verifier(policy, scorer=scorer, calibration=calibration)


@contextmanager
def _system(suite: Suite, target: _Target, policy: str, scorer: str) -> Iterator[System]:
    """The system that the options name; connections are closed at the end."""
    from entailed.evaluation.answers import load_answers
    from entailed.evaluation.example import example_answers
    from entailed.evaluation.http import HttpSystem

    named = [o for o in (target.answers, target.url, target.model_url) if o is not None]
    if len(named) > 1 or not (named or target.example):
        raise RequestError("expected one of --answers FILE, --url URL and --model-url URL")
    if target.url is not None:
        key = os.environ.get(target.key_variable, "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        with HttpSystem(
            target.url,
            shape=cast(Any, target.api),
            model=target.model or "",
            headers=headers,
            send_passages=target.send_passages,
        ) as service:
            yield service
    elif target.model_url is not None:
        with _answering(target, policy, scorer) as loop:
            yield loop
    elif target.answers is not None:
        yield load_answers(target.answers, suite)
    else:
        yield example_answers(suite)


@contextmanager
def _answering(target: _Target, policy: str, scorer: str) -> Iterator[System]:
    """The answering loop over the suite's passages, or over a folder."""
    from entailed.assembly import build_answerer
    from entailed.canonical import digest_of
    from entailed.chat import OpenAIModel
    from entailed.dialogue import Wish
    from entailed.evaluation.loop import AnswererSystem, GivenRetriever
    from entailed.retrieval import FolderRetriever

    if target.model is None:
        raise RequestError("--model-url needs --model NAME")
    folder = FolderRetriever(target.documents) if target.documents is not None else None

    def make(asked: Asked) -> Any:
        if folder is not None:
            return build_answerer(folder, model, policy, scorer=scorer, wish=wish)
        if asked.evidence is None:
            raise RequestError("the suite gives no passages: name a folder with --documents")
        given = GivenRetriever(asked.evidence)
        return build_answerer(given, model, policy, scorer=scorer, wish=wish)

    key = os.environ.get(target.key_variable) or None
    wish = Wish(max_tokens=target.max_tokens)
    with OpenAIModel(
        target.model, base_url=target.model_url, api_key=key, timeout=target.timeout
    ) as model:
        name = f"answering loop with {target.model}, policy {policy}"
        parts: list[object] = [name, target.model_url, str(target.documents or "")]
        parts += [] if target.max_tokens is None else [target.max_tokens]
        yield AnswererSystem(make, name, digest_of(parts))


def _guarded(system: System, verifier: Verifier, suite: Suite) -> System:
    from entailed.evaluation.systems import GuardedSystem

    return GuardedSystem(system, verifier, suite.evidence)


# --- running ---------------------------------------------------------------------------------


def decide_gate(
    run: Run, conditions: Sequence[str], baseline: Run | None, *, allow_missing: float
) -> Gate:
    """The gate's decision; see `entailed.evaluation.decide_gate`."""
    from entailed.evaluation.gate import decide_gate as decide

    return decide(run, conditions, baseline, allow_missing=allow_missing)


def _prepare(conditions: Sequence[str], baseline: Run | None, html: bool) -> None:
    """Complain before an hour of work, not after it."""
    from entailed.evaluation.gate import read_conditions
    from entailed.evaluation.plots import require_matplotlib

    read_conditions(conditions, baseline)
    if html:
        require_matplotlib()


def _baseline(path: Path, verifier: Verifier, quiet: bool) -> Run:
    """The baseline, judged by the same verifier as the run."""
    from entailed.evaluation.running import judge_run_again
    from entailed.evaluation.runs import load_run

    run = load_run(path)
    if run.head.components == verifier.components:
        return run
    if not quiet:
        typer.echo(f"{path} was judged by another verifier; judging its answers again", err=True)
    return judge_run_again(run, verifier)


def _self_tested(
    suite: Suite, verifier: Verifier, conditions: Sequence[str], workers: int | None
) -> int:
    from entailed.evaluation.selftest import self_test
    from entailed.evaluation.terminal import self_test_view

    test = self_test(suite, verifier, conditions, workers=workers or 1)
    write(self_test_view(test, width=screen_width(None), color=colored()), None)
    return 0 if test.proven else _UNPROVEN


def _evaluated(
    suite: Suite,
    system: System,
    verifier: Verifier,
    workers: int | None,
    output: Path,
    resume: bool,
    retry: bool,
    restart: bool,
    quiet: bool,
) -> Run:
    from entailed.evaluation.running import evaluate

    path = output / RUN_FILE
    done = _done_before(path, resume, restart)
    total = sum(len(scenario.asked) for scenario in suite.scenarios)
    try:
        with _progress(total, done, quiet) as on_result:
            return evaluate(
                suite, system, verifier, workers=workers, path=path,
                resume=resume and path.exists(), retry=retry, on_result=on_result,
            )  # fmt: skip
    except KeyboardInterrupt:
        typer.echo(f"\nbroken off; finish it with --resume ({path})", err=True)
        raise typer.Exit(130) from None


def _done_before(path: Path, resume: bool, restart: bool) -> int:
    """How many answers a run file has already; RequestError for one that is not finished."""
    from entailed.evaluation.runs import read_run_file

    if not path.exists() or restart:
        return 0
    before = read_run_file(path)
    if resume:
        return len(before.results)
    if not before.finished:
        raise RequestError(
            f"{path}: a run of {before.head.asked} answers was broken off after "
            f"{len(before.results)}; finish it with --resume or discard it with --restart"
        )
    return 0


@contextmanager
def _progress(total: int, done: int, quiet: bool) -> Iterator[Callable[[Result], None]]:
    """A bar on a terminal, a line for every tenth of the work elsewhere."""
    if quiet:
        yield lambda result: None
        return
    if not sys.stderr.isatty():
        yield _Lines(total, done)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("evaluating", total=total, completed=done)
        yield lambda result: bar.update(task, advance=1, description=result.scenario[:30])


class _Lines:
    """Says on stderr how far the run is, at every tenth."""

    def __init__(self, total: int, done: int) -> None:
        self.total, self.done = total, done

    def __call__(self, result: Result) -> None:
        before, self.done = self.done * 10 // self.total, self.done + 1
        if self.done * 10 // self.total > before:
            typer.echo(f"{self.done} of {self.total} answers evaluated", err=True)


# --- output ----------------------------------------------------------------------------------


def _written(
    run: Run, gate: Gate, output: Path, html: bool, junit: Path | None, summary: Path | None
) -> None:
    from entailed.evaluation.outputs import report_to_dict, to_junit, to_markdown
    from entailed.evaluation.page import evaluation_page
    from entailed.evaluation.terminal import run_view

    data = report_to_dict(run, gate)
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    write(text, output / REPORT_FILE)
    if html:
        write(evaluation_page(run, gate), output / PAGE_FILE)
    if junit is not None:
        write(to_junit(run, gate), junit)
    to_stdout = summary is not None and str(summary) == "-"
    if summary is not None:
        write(to_markdown(run, gate), None if to_stdout else summary)
    if not to_stdout:
        write(run_view(run, gate, width=screen_width(None), color=colored()), None)
        write(f"report: {output / (PAGE_FILE if html else REPORT_FILE)}\n", None)
