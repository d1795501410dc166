"""`entailed verify`: one answer against its passages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from entailed.canonical import canonical_json
from entailed.cli.io import EXIT_CODES, Format, colored, either, errors, screen_width, source, write
from entailed.cli.ledger import record
from entailed.cli.models import (
    BAND,
    CAP,
    ExtractorName,
    Extractors,
    JudgeBand,
    JudgeCap,
    JudgeModel,
    JudgeUrl,
    Readers,
)
from entailed.cli.options import (
    CalibrationFile,
    KeyVariable,
    MinSupport,
    ModelUrl,
    PassageFiles,
    PassageTexts,
    QuestionFile,
    QuestionText,
    ScorerOptions,
    UncitedRule,
    named_values,
    policy_of,
)
from entailed.errors import RequestError
from entailed.policy import load_policy
from entailed.requests import (
    LimitsModel,
    VerifyRequest,
    parse_request,
    passages_from_files,
)

if TYPE_CHECKING:
    from entailed.pipeline import Verifier
    from entailed.types import Report

__all__ = ["verify"]


def verify(
    answer: Annotated[
        str | None, typer.Option("--answer", metavar="TEXT", help="The answer itself.")
    ] = None,
    answer_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file with the answer; - is stdin.")
    ] = None,
    passage: PassageTexts = None,
    passages: PassageFiles = None,
    request: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A JSON request with answer and passages; - is stdin."),
    ] = None,
    question: QuestionText = None,
    question_file: QuestionFile = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="audit, flag (default), suppress, repair, strict, or a .toml or .json file.",
        ),
    ] = None,
    scorer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="embedded (default), lexical, none, a plug-in's, or transformers:, "
            "cross-encoder: or embedding: with a folder or hub id.",
        ),
    ] = None,
    scorer_option: ScorerOptions = None,
    uncited: UncitedRule = None,
    min_support: MinSupport = None,
    calibration: CalibrationFile = None,
    extractor: ExtractorName = Extractors.rules,
    judge_model: JudgeModel = None,
    judge_url: JudgeUrl = None,
    judge_band: JudgeBand = BAND,
    judge_cap: JudgeCap = CAP,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The model of --extractor llm.")
    ] = None,
    model_url: ModelUrl = None,
    key_variable: KeyVariable = "OPENAI_API_KEY",
    form: Annotated[Format, typer.Option("--format", help="The form of the report.")] = (
        Format.terminal
    ),
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to a file instead of stdout.")
    ] = None,
    max_claims: Annotated[int | None, typer.Option(min=1, help="Limit on claims.")] = None,
    max_passages: Annotated[int | None, typer.Option(min=1, help="Limit on passages.")] = None,
    max_answer: Annotated[
        int | None, typer.Option(min=1, help="Limit on the answer's characters.")
    ] = None,
    max_evidence: Annotated[
        int | None, typer.Option(min=1, help="Limit on all passages' characters.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time budget in seconds.")
    ] = None,
    sample: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, help="Share of claims to check; numbers and quotations always are."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Draws the sample.")] = None,
    ledger: Annotated[
        str | None,
        typer.Option(metavar="PATH|URL", help="Record the report in this ledger."),
    ] = None,
    tenant: Annotated[str, typer.Option(metavar="NAME", help="Whose record it is.")] = "default",
    record_id: Annotated[
        str | None, typer.Option(metavar="ID", help="The record's id; a random one without it.")
    ] = None,
) -> None:
    """Verify one answer against its passages.

    Exit code: 0 grounded or declined, 1 not grounded, 2 usage, 3 could not decide.
    """
    with errors():
        one_stdin = [name for name in (answer_file, question_file, request) if name == "-"]
        if len(one_stdin) > 1:
            raise RequestError("- (stdin) can stand for only one of the files")
        bounds = {
            "claims": max_claims,
            "passages": max_passages,
            "answer_characters": max_answer,
            "evidence_characters": max_evidence,
            "seconds": seconds,
            "sample": sample,
            "seed": seed,
        }
        asked = _request(answer, answer_file, passage, passages, request)
        asked = _with_options(
            asked,
            question=either("question", question, question_file),
            policy=policy,
            scorer=scorer,
            uncited=None if uncited is None else uncited.value,
            limits={name: value for name, value in bounds.items() if value is not None},
        )
        readers = Readers(extractor, judge_model, judge_url, judge_band, judge_cap)
        models = readers.options(model, model_url, key_variable)
        if model is not None and extractor is Extractors.rules:
            raise RequestError("--model reads the answer, which --extractor llm asks for")
        if model_url is not None and not models:
            raise RequestError("--model-url needs --judge-model NAME or --extractor llm")
        verifier = _verifier(
            asked, named_values(scorer_option or ()), calibration, min_support, **models
        )
        report = verifier.verify(asked.answer, asked.passages, asked.question)
        write(_view(report, form, output), output)
        if ledger is not None:
            record(report, verifier, ledger, tenant, record_id)
    raise typer.Exit(EXIT_CODES[report.status])


# --- input -----------------------------------------------------------------------------------


def _request(
    answer: str | None,
    answer_file: str | None,
    passage: list[str] | None,
    passages: list[Path] | None,
    request: str | None,
) -> VerifyRequest:
    """The request from its file, or from the options for answer and passages."""
    text = either("answer", answer, answer_file)
    if request is not None:
        if text is not None or passage or passages:
            raise RequestError(
                "--request holds answer and passages; give either it, or --answer and --passages"
            )
        where = "stdin" if request == "-" else request
        return parse_request(source(request), where)
    if text is None:
        raise RequestError("no answer: give --answer TEXT, --answer-file FILE or --request FILE")
    if passage is None and passages is None:
        raise RequestError("no passages: give --passages FILE, --passage TEXT or --request FILE")
    items = [*(passage or []), *passages_from_files(passages or [])]
    return VerifyRequest.model_construct(answer=text, passages=items)


def _with_options(
    asked: VerifyRequest, limits: Mapping[str, Any], **options: str | None
) -> VerifyRequest:
    """The request with what the command line says in place of what it said."""
    given = {name: value for name, value in options.items() if value is not None}
    bounds = LimitsModel(**{**asked.limits.model_dump(), **limits})
    return asked.model_copy(update={**given, "limits": bounds})


def _verifier(
    asked: VerifyRequest,
    scorer_options: Mapping[str, object],
    calibration: Path | None,
    min_support: float | None,
    **options: Any,
) -> Verifier:
    # Deferred: loading every stage costs as much as a small verification, and help needs none.
    from entailed.assembly import build_verifier

    policy = policy_of(asked.policy if asked.policy is not None else "flag", min_support)
    if asked.uncited is not None:
        policy = load_policy(policy, uncited=asked.uncited)
    return build_verifier(
        policy,
        scorer=asked.scorer if asked.scorer is not None else "embedded",
        scorer_options=scorer_options,
        calibration=calibration,
        limits=asked.limits.to_limits(),
        **options,
    )


# --- output ----------------------------------------------------------------------------------


def _view(report: Report, form: Format, output: Path | None) -> str:
    # Deferred, as in _verifier.
    from entailed.report import dumps, to_audit_json, to_html, to_markdown, to_terminal

    if form is Format.terminal:
        color = output is None and colored()
        return to_terminal(report, width=screen_width(output), color=color)
    views: Mapping[Format, Callable[[Report], str]] = {
        Format.json: lambda r: dumps(r, indent=2) + "\n",
        Format.audit_json: lambda r: canonical_json(to_audit_json(r)) + "\n",
        Format.md: to_markdown,
        Format.html: to_html,
    }
    return views[form](report)
