"""Vectara's factual consistency: `POST /v2/evaluate_factual_consistency`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Request, Response
from pydantic import ConfigDict, Field

from entailed.service.compatible.judged import whole_support
from entailed.service.compatible.routing import Refusal, Snake, Text, refusing, verified
from entailed.service.keys import Caller
from entailed.service.service import Service
from entailed.service.work import Work
from entailed.types import Limits, Report

__all__ = ["router"]

_REFUSED = (400, 401, 403, 408, 413, 429, 500, 501, 503, 504)
_PATIENCE = 86_400  # seconds


class ModelParameters(Snake):
    """Which of the service's models is asked for. Any of them means the verifier here."""

    model_name: Annotated[str, Field(pattern=r"^hhem_v\d+(\.\d+)*$")] = "hhem_v2.3"


class EvaluateRequest(Snake):
    """A generated text with the texts it was generated from."""

    generated_text: Text
    source_texts: Annotated[list[str], Field(min_length=1)]
    model_parameters: ModelParameters = ModelParameters()
    language: Literal["eng", "en", "auto"] = "auto"

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "generated_text": "Refunds are accepted within 60 days.",
                    "source_texts": ["Refunds are accepted within 30 days of delivery."],
                    "language": "eng",
                }
            ]
        }
    )


class EvaluateResponse(Snake):
    """How consistent the text is with its sources."""

    score: float
    p_consistent: float
    p_inconsistent: float


class ErrorBody(Snake):
    """Vectara's form of an error."""

    messages: list[str]
    field_errors: dict[str, str] = Field(default_factory=dict)
    request_id: str = ""


def router(service: Service) -> APIRouter:
    """The route of factual consistency."""
    routes = APIRouter(route_class=refusing(_form, service.telemetry.rejected), tags=["compatible"])
    asking = Depends(service.caller_of)

    @routes.post(
        "/v2/evaluate_factual_consistency",
        responses={code: {"model": ErrorBody} for code in _REFUSED},
        operation_id="vectara_evaluate_factual_consistency",
    )
    async def evaluate(
        body: EvaluateRequest,
        request: Request,
        response: Response,
        request_timeout: Annotated[int | None, Header(ge=1, le=_PATIENCE)] = None,
        request_timeout_millis: Annotated[int | None, Header(ge=1, le=1000 * _PATIENCE)] = None,
        caller: Caller = asking,
    ) -> EvaluateResponse:
        """Evaluate factual consistency, in the shape of Vectara's API."""
        millis = request_timeout_millis
        seconds = request_timeout if millis is None else millis / 1000
        work = Work(
            answer=body.generated_text,
            passages=body.source_texts,
            policy="audit",
            limits=_within(service.settings.limits, seconds),
            kind="vectara",
        )
        # A caller who would not wait longer is told so; that is no fault of the service.
        report = await verified(
            service, request, response, work, caller, late=504 if seconds is None else 408
        )
        return respond(report)

    return routes


def respond(report: Report) -> EvaluateResponse:
    """The support of the weakest claim, as a score and as two probabilities that sum to 1."""
    score = whole_support(report)
    return EvaluateResponse(score=score, p_consistent=score, p_inconsistent=1 - score)


def _within(limits: Limits, seconds: float | None) -> Limits | None:
    """The service's limits, with less time where the caller waits less."""
    if seconds is None:
        return None
    return replace(limits, seconds=min(seconds, limits.seconds or seconds))


def _form(refused: Refusal) -> Mapping[str, Any]:
    made: dict[str, Any] = {"messages": [refused.message]}
    if refused.fields:
        made["field_errors"] = dict(refused.fields)
    return made
