"""Amazon Bedrock's ApplyGuardrail with a guardrail that has contextual grounding only."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import ConfigDict, Field

from entailed.service.compatible.judged import grounded, whole_support
from entailed.service.compatible.routing import Camel, Refusal, refusing, verified
from entailed.service.errors import ServiceError
from entailed.service.keys import Caller
from entailed.service.service import Service
from entailed.service.settings import GuardrailSettings
from entailed.service.work import Work
from entailed.types import Report

__all__ = ["router"]

# What a guardrail may be called; which one it is makes no difference here.
_GUARDRAIL = r"^([a-z0-9]+|arn:aws(-[^:]+)?:bedrock:[a-z0-9-]{1,20}:[0-9]{12}:guardrail/[a-z0-9]+)$"
_VERSION = r"^([1-9][0-9]{0,7}|DRAFT)$"
_UNIT = 1000  # characters, as the service counts them for billing
_ERRORS: Mapping[int, str] = {
    400: "ValidationException",
    401: "AccessDeniedException",
    403: "AccessDeniedException",
    404: "ResourceNotFoundException",
    413: "ValidationException",
    429: "ThrottlingException",
    500: "InternalServerException",
    501: "ValidationException",
    503: "ServiceUnavailableException",
    504: "InternalServerException",
}
Qualifier = Literal["grounding_source", "query", "guard_content"]


class TextBlock(Camel):
    """A text and what it is; without qualifiers it is what is to be guarded."""

    text: str
    qualifiers: list[Qualifier] = Field(default_factory=list)


class ContentBlock(Camel):
    """One block. Images have nothing to be grounded in, and are refused as unknown."""

    text: TextBlock


class ApplyRequest(Camel):
    """The answer with its sources and its question."""

    source: Literal["INPUT", "OUTPUT"]
    content: Annotated[list[ContentBlock], Field(min_length=1)]
    output_scope: Literal["INTERVENTIONS", "FULL"] = "INTERVENTIONS"

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "source": "OUTPUT",
                    "content": [
                        {
                            "text": {
                                "text": "Refunds are accepted within 30 days of delivery.",
                                "qualifiers": ["grounding_source"],
                            }
                        },
                        {"text": {"text": "How long?", "qualifiers": ["query"]}},
                        {"text": {"text": "Refunds are accepted within 60 days."}},
                    ],
                }
            ]
        }
    )


class Usage(Camel):
    """What the call would count as; every policy but contextual grounding is not there."""

    topic_policy_units: int = 0
    content_policy_units: int = 0
    word_policy_units: int = 0
    sensitive_information_policy_units: int = 0
    sensitive_information_policy_free_units: int = 0
    contextual_grounding_policy_units: int = 0


class OutputContent(Camel):
    """What to show in the place of a guarded text."""

    text: str


class Filter(Camel):
    """How well the text is grounded, and what came of it."""

    type: Literal["GROUNDING"] = "GROUNDING"
    threshold: float
    score: float
    action: Literal["BLOCKED", "NONE"]


class GroundingPolicy(Camel):
    """The one filter there is."""

    filters: list[Filter]


class Assessment(Camel):
    """What the guardrail found."""

    contextual_grounding_policy: GroundingPolicy


class ApplyResponse(Camel):
    """Whether the guardrail intervened, and why."""

    usage: Usage
    action: Literal["NONE", "GUARDRAIL_INTERVENED"]
    outputs: list[OutputContent]
    assessments: list[Assessment]


class ErrorBody(Camel):
    """Bedrock's form of an error; its name is in the header `x-amzn-ErrorType`."""

    message: str


def router(service: Service) -> APIRouter:
    """The route of ApplyGuardrail."""
    routes = APIRouter(
        route_class=refusing(_form, service.telemetry.rejected, _headers), tags=["compatible"]
    )
    asking = Depends(service.caller_of)

    @routes.post(
        "/guardrail/{guardrail:path}/version/{version}/apply",
        responses={code: {"model": ErrorBody} for code in _ERRORS},
        operation_id="bedrock_apply_guardrail",
    )
    async def apply(
        body: ApplyRequest,
        request: Request,
        response: Response,
        guardrail: Annotated[str, Path(pattern=_GUARDRAIL)],
        version: Annotated[str, Path(pattern=_VERSION)],
        caller: Caller = asking,
    ) -> ApplyResponse:
        """Check that an output is grounded, in the shape of Bedrock's ApplyGuardrail."""
        work = worked(body)
        report = await verified(service, request, response, work, caller)
        return respond(report, service.settings.guardrail)

    return routes


def worked(body: ApplyRequest) -> Work:
    """What is to be verified: the guarded blocks against the sources, for the query."""
    if body.source == "INPUT":
        raise ServiceError(
            400,
            "invalid_request",
            "source: expected OUTPUT; only contextual grounding is checked here, and an input has "
            "nothing to be grounded in",
        )
    sources = _texts(body, "grounding_source")
    guarded = _texts(body, "guard_content")
    if not sources or not guarded:
        raise ServiceError(
            400,
            "invalid_request",
            "content: expected at least one text qualified grounding_source and one that is "
            "guarded (qualified guard_content, or not at all)",
        )
    return Work(
        answer="\n\n".join(guarded),
        passages=sources,
        question="\n".join(_texts(body, "query")),
        policy="audit",
        kind="bedrock",
    )


def respond(report: Report, guardrail: GuardrailSettings) -> ApplyResponse:
    """The response for a report that has a support for every claim.

    The guardrail intervenes where a claim is not supported, or the support of the weakest claim
    is below its threshold; then its message stands in the place of the answer.
    """
    score = whole_support(report)
    stands = all(grounded(v) for v in report.verdicts) and report.status != "no_evidence"
    blocked = not stands or score < guardrail.threshold
    grounding = Filter(
        threshold=guardrail.threshold, score=score, action="BLOCKED" if blocked else "NONE"
    )
    return ApplyResponse(
        usage=Usage(contextual_grounding_policy_units=units_of(report)),
        action="GUARDRAIL_INTERVENED" if blocked else "NONE",
        outputs=[OutputContent(text=guardrail.message)] if blocked else [],
        assessments=[Assessment(contextual_grounding_policy=GroundingPolicy(filters=[grounding]))],
    )


def units_of(report: Report) -> int:
    """Thousands of characters of sources, question and answer, begun ones counted whole."""
    read = sum(len(p.text) for p in report.evidence) + len(report.question) + len(report.answer)
    return math.ceil(read / _UNIT)


def _texts(body: ApplyRequest, qualifier: Qualifier) -> list[str]:
    return [
        block.text.text
        for block in body.content
        if qualifier in (block.text.qualifiers or ["guard_content"])
    ]


def _form(refused: Refusal) -> Mapping[str, Any]:
    return {"message": refused.message}


def _headers(refused: Refusal) -> Mapping[str, str]:
    return {"x-amzn-ErrorType": _ERRORS.get(refused.status, "ValidationException")}
