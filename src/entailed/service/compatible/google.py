"""Google's check grounding: `projects.locations.groundingConfigs.check` of Discovery Engine."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import ConfigDict, Field

from entailed.service.compatible.judged import Unit, grounded, units, whole_support
from entailed.service.compatible.offsets import Offsets
from entailed.service.compatible.routing import Camel, Refusal, Text, refusing, verified
from entailed.service.keys import Caller
from entailed.service.service import Service
from entailed.service.work import Work
from entailed.types import EvidenceSpan, Passage, Report

__all__ = ["router"]

_STATUSES: Mapping[int, str] = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    413: "INVALID_ARGUMENT",
    429: "RESOURCE_EXHAUSTED",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
_LABELS = 64


class Fact(Camel):
    """One source. Its title and address count as such, other attributes as metadata."""

    fact_text: str
    attributes: dict[str, str] = Field(default_factory=dict)


class GroundingSpec(Camel):
    """How a claim has to be supported to be cited."""

    citation_threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    enable_claim_level_score: bool = False


class CheckGroundingRequest(Camel):
    """An answer candidate with the facts to check it against."""

    answer_candidate: Text
    facts: list[Fact] = Field(default_factory=list)
    grounding_spec: GroundingSpec = GroundingSpec()
    user_labels: dict[str, str] = Field(default_factory=dict, max_length=_LABELS)

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "answerCandidate": "Refunds are accepted within 60 days.",
                    "facts": [
                        {
                            "factText": "Refunds are accepted within 30 days of delivery.",
                            "attributes": {"title": "Refund policy"},
                        }
                    ],
                    "groundingSpec": {"citationThreshold": 0.6, "enableClaimLevelScore": True},
                }
            ]
        }
    )


class FactChunk(Camel):
    """A sentence of a fact that supports a claim; `source` is the index of the fact."""

    chunk_text: str
    source: str
    index: int
    source_metadata: dict[str, str] = Field(default_factory=dict)


class CitedFact(Camel):
    """A fact that is cited at least once, whole."""

    chunk_text: str


class GroundedClaim(Camel):
    """A sentence of the answer candidate. Positions are bytes of UTF-8, the end exclusive."""

    start_pos: int
    end_pos: int
    claim_text: str
    citation_indices: list[int]
    grounding_check_required: bool
    score: float | None = None


class CheckGroundingResponse(Camel):
    """How well the answer candidate is supported, sentence by sentence."""

    support_score: float
    cited_chunks: list[FactChunk]
    cited_facts: list[CitedFact]
    claims: list[GroundedClaim]


class Status(Camel):
    """What went wrong."""

    code: int
    message: str
    status: str
    details: list[dict[str, Any]] = Field(default_factory=list)


class ErrorBody(Camel):
    """Google's form of an error."""

    error: Status


def router(service: Service) -> APIRouter:
    """The route, under every version of the API that has these fields."""
    routes = APIRouter(route_class=refusing(_form, service.telemetry.rejected), tags=["compatible"])
    asking = Depends(service.caller_of)

    async def check(
        body: CheckGroundingRequest,
        request: Request,
        response: Response,
        project: str,
        location: str,
        config: str,
        caller: Caller = asking,
    ) -> CheckGroundingResponse:
        """Check an answer candidate against facts, in the shape of Google's check grounding."""
        work = Work(
            answer=body.answer_candidate,
            passages=passages(body.facts),
            policy="audit",
            kind="google",
            attributes=body.user_labels,
        )
        report = await verified(service, request, response, work, caller)
        return await asyncio.to_thread(respond, report, body)

    for version in ("v1", "v1beta"):
        routes.add_api_route(
            f"/{version}/projects/{{project}}/locations/{{location}}"
            "/groundingConfigs/{config}:check",
            check,
            methods=["POST"],
            response_model=CheckGroundingResponse,
            response_model_exclude_none=True,
            responses={code: {"model": ErrorBody} for code in (*_STATUSES, 500)},
            operation_id=f"google_check_grounding_{version}",
        )
    return routes


def passages(facts: list[Fact]) -> list[Passage]:
    """The facts as passages, in order."""
    return [_passage(f"S{i}", fact) for i, fact in enumerate(facts, start=1)]


def respond(report: Report, body: CheckGroundingRequest) -> CheckGroundingResponse:
    """The response for a report that has a support for every claim.

    `supportScore` is the share of the sentences that need a check and are supported; 1 where
    none needs one, 0 without evidence.
    """
    spec = body.grounding_spec
    places = Offsets(report.answer)
    cited: dict[EvidenceSpan, int] = {}
    claims: list[GroundedClaim] = []
    supported: list[bool] = []
    for unit in units(report):
        stands = _stands(unit, spec.citation_threshold)
        if unit.verdicts:
            supported.append(stands)
        used = [s for v in unit.verdicts for s in v.support] if stands else []
        claims.append(
            GroundedClaim(
                start_pos=places.utf8(unit.span.start),
                end_pos=places.utf8(unit.span.end),
                claim_text=unit.span.of(report.answer),
                citation_indices=sorted({cited.setdefault(s, len(cited)) for s in used}),
                grounding_check_required=bool(unit.verdicts),
                score=unit.support if spec.enable_claim_level_score and unit.verdicts else None,
            )
        )
    share = sum(supported) / len(supported) if supported else whole_support(report)
    chunks = [_chunk(report, place, i, body.facts) for place, i in cited.items()]
    facts = dict.fromkeys(int(chunk.source) for chunk in chunks)
    return CheckGroundingResponse(
        support_score=share,
        cited_chunks=chunks,
        cited_facts=[CitedFact(chunk_text=body.facts[i].fact_text) for i in facts],
        claims=claims,
    )


def _stands(unit: Unit, threshold: float | None) -> bool:
    """Whether every claim of the sentence is supported, and as well as the threshold asks.

    A threshold makes this stricter, never laxer: what a check refuted is not cited, whatever
    the caller asks for.
    """
    if not all(grounded(v) for v in unit.verdicts):
        return False
    return threshold is None or unit.support >= threshold


def _chunk(report: Report, place: EvidenceSpan, index: int, facts: list[Fact]) -> FactChunk:
    source = report.evidence.ids.index(place.passage_id)
    return FactChunk(
        chunk_text=place.span.of(facts[source].fact_text),
        source=str(source),
        index=index,
        source_metadata=facts[source].attributes,
    )


def _passage(name: str, fact: Fact) -> Passage:
    rest = {k: v for k, v in fact.attributes.items() if k not in ("title", "uri")}
    return Passage(
        id=name,
        text=fact.fact_text,
        title=fact.attributes.get("title"),
        url=fact.attributes.get("uri"),
        metadata=MappingProxyType(dict(rest)),
    )


def _form(refused: Refusal) -> Mapping[str, Any]:
    status = _STATUSES.get(refused.status)
    if status is None:
        status = "INTERNAL" if refused.status >= 500 else "INVALID_ARGUMENT"
    error: dict[str, Any] = {"code": refused.status, "message": refused.message, "status": status}
    if refused.fields:
        violations = [{"field": name, "description": wrong} for name, wrong in refused.fields]
        error["details"] = [
            {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": violations}
        ]
    return {"error": error}
