"""Azure AI Content Safety's groundedness detection: `text:detectGroundedness`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import ConfigDict, Field, model_validator

from entailed.service.compatible.judged import grounded
from entailed.service.compatible.offsets import Offsets
from entailed.service.compatible.routing import Camel, Refusal, Text, refusing, verified
from entailed.service.keys import Caller
from entailed.service.service import Service
from entailed.service.verifiers import UNCITED
from entailed.service.work import Work
from entailed.types import Report, Span, Verdict

__all__ = ["router"]

Version = Literal["2024-02-15-preview", "2024-09-15-preview"]
_CODES: Mapping[int, str] = {
    400: "InvalidRequestBody",
    401: "401",
    403: "403",
    404: "404",
    413: "RequestBodyTooLarge",
    429: "429",
    500: "InternalError",
    501: "NotSupported",
    503: "ServerBusy",
    504: "Timeout",
}


class Question(Camel):
    """What the user asked."""

    query: str


class Resource(Camel):
    """A language model of the caller's. It is read and never used: no address is ever called."""

    resource_type: str = "AzureOpenAI"
    # The model's own writing of the name, which no rule gives.
    azure_open_ai_endpoint: Annotated[str, Field(alias="azureOpenAIEndpoint")] = ""
    azure_open_ai_deployment_name: Annotated[str, Field(alias="azureOpenAIDeploymentName")] = ""


class DetectRequest(Camel):
    """A text with the sources to check it against."""

    text: Text
    grounding_sources: Annotated[list[str], Field(min_length=1)]
    domain: Literal["Generic", "Medical"] = "Generic"
    task: Literal["Summarization", "QnA"] = "Summarization"
    qna: Question | None = None
    reasoning: bool = False
    correction: bool = False
    llm_resource: Resource | None = None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "domain": "Generic",
                    "task": "QnA",
                    "qna": {"query": "How long can I return it?"},
                    "text": "Refunds are accepted within 60 days.",
                    "groundingSources": ["Refunds are accepted within 30 days of delivery."],
                    "reasoning": True,
                    "correction": True,
                }
            ]
        }
    )

    @model_validator(mode="after")
    def _asked(self) -> DetectRequest:
        if self.task == "QnA" and self.qna is None:
            raise ValueError("qna.query is required for the task QnA")
        return self


class Places(Camel):
    """A place or a length, in three units."""

    utf8: int
    utf16: int
    code_point: int


class Details(Camel):
    """A piece of the text that the sources do not support."""

    text: str
    offset: Places
    length: Places
    reason: str | None = None


class DetectResponse(Camel):
    """Whether anything is ungrounded, how much of the text, and what."""

    ungrounded_detected: bool
    ungrounded_percentage: float
    ungrounded_details: list[Details]
    corrected_text: str | None = None


class Fault(Camel):
    """What went wrong."""

    code: str
    message: str
    target: str | None = None
    details: list[Fault] = Field(default_factory=list)


class ErrorBody(Camel):
    """Azure's form of an error."""

    error: Fault


def router(service: Service) -> APIRouter:
    """The route of groundedness detection."""
    routes = APIRouter(
        route_class=refusing(_form, service.telemetry.rejected, _headers), tags=["compatible"]
    )
    asking = Depends(service.caller_of)

    @routes.post(
        "/contentsafety/text:detectGroundedness",
        response_model_exclude_none=True,
        responses={code: {"model": ErrorBody} for code in _CODES},
        operation_id="azure_detect_groundedness",
    )
    async def detect(
        body: DetectRequest,
        request: Request,
        response: Response,
        version: Annotated[Version, Query(alias="api-version")],
        caller: Caller = asking,
    ) -> DetectResponse:
        """Detect ungrounded text, in the shape of Azure AI Content Safety."""
        work = Work(
            answer=body.text,
            passages=body.grounding_sources,
            question=body.qna.query if body.qna is not None else "",
            policy=UNCITED if body.correction else "audit",
            kind="azure",
        )
        report = await verified(service, request, response, work, caller, acted=body.correction)
        return await asyncio.to_thread(respond, report, body)

    return routes


def respond(report: Report, body: DetectRequest) -> DetectResponse:
    """The response for a report that leaves no claim unchecked.

    `ungroundedPercentage` is the share of the text's code points that stand in ungrounded
    claims, 0 to 1, not counting white space and what stands between sentences.
    """
    doubtful = [v for v in report.verdicts if not grounded(v)]
    pieces = _pieces(v.claim.span for v in doubtful)
    if report.status == "no_evidence" and report.answer.strip():
        pieces = [_stripped(report.answer)]
    places = Offsets(report.answer)
    details = [
        _details(report.answer, span, places, _reason(doubtful, span) if body.reasoning else None)
        for span in pieces
    ]
    return DetectResponse(
        ungrounded_detected=bool(pieces),
        ungrounded_percentage=_share(report, pieces),
        ungrounded_details=details,
        corrected_text=report.repaired_answer if body.correction else None,
    )


def _pieces(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, joined where they overlap."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


def _stripped(text: str) -> Span:
    start = len(text) - len(text.lstrip())
    return Span(start, len(text.rstrip()))


def _share(report: Report, pieces: Sequence[Span]) -> float:
    told = [s.span for s in report.segments if s.role != "separator"]
    whole = _letters(report.answer, _pieces([*told, *pieces]))
    return _letters(report.answer, pieces) / whole if whole else 0.0


def _letters(text: str, spans: Iterable[Span]) -> int:
    """How many code points of the spans are not white space."""
    return sum(not character.isspace() for span in spans for character in span.of(text))


def _details(text: str, span: Span, places: Offsets, reason: str | None) -> Details:
    start, end = span.start, span.end
    return Details(
        text=span.of(text),
        offset=Places(utf8=places.utf8(start), utf16=places.utf16(start), code_point=start),
        length=Places(
            utf8=places.utf8(end) - places.utf8(start),
            utf16=places.utf16(end) - places.utf16(start),
            code_point=end - start,
        ),
        reason=reason,
    )


def _reason(doubtful: Sequence[Verdict], span: Span) -> str:
    """What the checks found there; each says what the text claims and what the sources state."""
    told = [
        f.message or str(f.reason)
        for v in doubtful
        if v.claim.span.overlaps(span)
        for f in v.reasons
        if f.outcome == "fail"
    ]
    return "; ".join(dict.fromkeys(told)) or "the sources do not state this"


def _code(refused: Refusal) -> str:
    if any(name == "api-version" for name, _ in refused.fields):
        return "UnsupportedApiVersion"
    return _CODES.get(refused.status, "InvalidRequestBody")


def _form(refused: Refusal) -> Mapping[str, Any]:
    error: dict[str, Any] = {"code": _code(refused), "message": refused.message}
    if refused.fields:
        error["target"] = refused.fields[0][0]
        error["details"] = [
            {"code": "InvalidParameter", "message": wrong, "target": name}
            for name, wrong in refused.fields
        ]
    return {"error": error}


def _headers(refused: Refusal) -> Mapping[str, str]:
    return {"x-ms-error-code": _code(refused)}
