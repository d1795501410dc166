"""The routes of the proxy: chat completions, verified, and the list of models, as it is."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import Response, StreamingResponse

from entailed.errors import ConfigurationError, InputError, RetrieverError
from entailed.evidence import freeze
from entailed.protocols import Retriever
from entailed.service.admission import Admission, Slot
from entailed.service.bodies import json_of, unless_gone
from entailed.service.errors import ServiceError
from entailed.service.keys import Caller
from entailed.service.proxy.asked import Asked, read_request, with_sources
from entailed.service.proxy.examples import CHAT, MODELS
from entailed.service.proxy.grounding import HEADER_SOURCES, HEADER_STATUS, Telling, overall
from entailed.service.proxy.judging import Judge
from entailed.service.proxy.lanes import Lane
from entailed.service.proxy.messages import Passing
from entailed.service.proxy.replies import declined, verified
from entailed.service.proxy.streamed import EventStream, Streamed, declined_stream
from entailed.service.proxy.upstream import Upstream, UpstreamError
from entailed.service.service import Service
from entailed.types import Evidence

__all__ = ["router"]


class _Json(Response):
    """JSON in ASCII: what a model writes need not be text that UTF-8 can hold."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The body."""
        return json.dumps(content, allow_nan=False).encode("ascii")


_LOG = logging.getLogger("entailed.service")
_EVENTS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


def router(service: Service, transport: httpx.AsyncBaseTransport | None = None) -> APIRouter:
    """`POST /v1/chat/completions` and `GET /v1/models` in front of the configured upstream.

    Without an upstream both answer 501. `transport` takes the place of the network in tests.
    Raises ConfigurationError for documents that cannot be read, and for unknown policies.
    """
    proxy = None
    if service.settings.proxy.upstream is not None:
        proxy = _Proxy(service, Upstream(service.settings.proxy, transport=transport))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        if proxy is not None:
            await proxy.upstream.aclose()

    made = APIRouter(tags=["proxy"], lifespan=lifespan)
    who = Depends(service.caller_of)

    @made.post("/v1/chat/completions", **CHAT)
    async def chat(request: Request, caller: Caller = who) -> Response:
        """Have the configured model answer, and verify its answer against the given passages."""
        return await _configured(proxy).chat(request, caller)

    @made.get("/v1/models", **MODELS)
    async def models(request: Request, caller: Caller = who) -> Response:
        """The models of the configured upstream, as it lists them."""
        return await _configured(proxy).models(request)

    return made


def _configured(proxy: _Proxy | None) -> _Proxy:
    if proxy is None:
        raise ServiceError(
            501, "not_configured", "this service is no proxy: it has no proxy.upstream"
        )
    return proxy


class _Proxy:
    """The proxy of one service."""

    def __init__(self, service: Service, upstream: Upstream) -> None:
        self.service = service
        self.upstream = upstream
        self.settings = service.settings.proxy
        _require_policies(service)
        self.retriever = _retriever(service)
        per_tenant = service.settings.per_tenant
        self._places = Admission("chat requests", self.settings.requests, 0, 1.0, per_tenant)

    async def models(self, request: Request) -> Response:
        """The upstream's models."""
        try:
            found = await unless_gone(request, self.upstream.models(self._authorization(request)))
        except UpstreamError as error:
            return self._complaint(error, Passing(closed=False, reasoning=False))
        return _Json(dict(found))

    async def chat(self, request: Request, caller: Caller) -> Response:
        """One chat request."""
        data = await json_of(request)
        asked = await asyncio.to_thread(read_request, data, self.settings)
        evidence = asked.evidence
        if evidence.blank and self.retriever is not None:
            evidence = await self._found(self.retriever, asked.question)
        judge = self._judge(asked, evidence, caller)
        authorization = self._authorization(request)
        self.service.require_open()
        slot = await self._places.enter(caller.tenant)
        try:
            response = await unless_gone(request, self._answered(asked, judge, authorization, slot))
        except UpstreamError as error:
            slot.release()
            return self._complaint(error, self._passing(judge))
        except BaseException:
            slot.release()
            raise
        if not isinstance(response, EventStream):  # that releases it at its end
            slot.release()
        return response

    async def _answered(
        self, asked: Asked, judge: Judge, authorization: str | None, slot: Slot
    ) -> Response:
        if judge.declines and not asked.tools:
            return await self._declined(asked, judge)
        if asked.stream:
            return await self._streamed(asked, judge, authorization, slot)
        return await self._whole(asked, judge, authorization)

    # --- the two forms of a reply ------------------------------------------------------------

    async def _whole(self, asked: Asked, judge: Judge, authorization: str | None) -> Response:
        reply, headers = await self.upstream.whole(self._body(asked, judge), authorization)
        passing, telling = self._passing(judge), self._telling(judge)
        sent, judged = await verified(
            reply, judge, passing, telling, as_json=asked.json, most=self.settings.choices
        )
        status = {HEADER_STATUS: overall(judged)}
        return _Json(sent, headers={**headers, **_sources(judge), **status})

    async def _streamed(
        self, asked: Asked, judge: Judge, authorization: str | None, slot: Slot
    ) -> Response:
        # The places are taken first: what could not be verified is not asked for either.
        streams = []
        try:
            for _ in range(asked.choices):
                whole = judge.declines or asked.json
                streams.append(None if whole else await judge.stream(self.settings.streaming))
            response = await self.upstream.streamed(self._body(asked, judge), authorization)
        except BaseException:
            for stream in filter(None, streams):
                stream.close()
            raise
        passing = self._passing(judge)
        seconds = self.service.settings.stream_seconds
        streamed = Streamed(
            self.upstream,
            response,
            passing,
            self._telling(judge),
            seconds,
            slot.release,
            self._told,
        )
        lanes = [
            Lane(index, judge, passing, streamed.send, stream, as_json=asked.json)
            for index, stream in enumerate(streams)
        ]
        streamed.start(lanes)
        status = {HEADER_STATUS: "no_evidence" if judge.evidence.blank else "pending"}
        headers = {**_EVENTS, **_sources(judge), **status}
        return EventStream(streamed, self.settings.keep_alive_seconds, headers)

    async def _declined(self, asked: Asked, judge: Judge) -> Response:
        """Without sources the upstream is not even asked."""
        one = await judge.judge(0, "")
        judged = [replace(one, index=index) for index in range(asked.choices)]
        made = declined(asked.body.get("model"), judged, self._telling(judge), as_json=asked.json)
        headers = {**_sources(judge), HEADER_STATUS: "no_evidence"}
        if not asked.stream:
            return _Json(made, headers=headers)
        return StreamingResponse(
            declined_stream(made), headers={**_EVENTS, **headers}, media_type="text/event-stream"
        )

    # --- what a request amounts to -----------------------------------------------------------

    def _judge(self, asked: Asked, evidence: Evidence, caller: Caller) -> Judge:
        """Who judges the choices of the request. Raises ServiceError for an unknown policy."""
        name = asked.policy or self.settings.policy or self.service.settings.policy
        policy = self.service.policy(name)
        declines = False
        if evidence.blank:
            declines = self.settings.without_sources == "decline" or policy.fail_closed
            if not declines and policy.no_evidence == "block":
                name, policy = "flag", self.service.policy("flag")
        return Judge(self.service, caller, name, policy, evidence, asked.question, declines)

    def _body(self, asked: Asked, judge: Judge) -> Mapping[str, Any]:
        """What is sent to the upstream, with the passages that its model has not seen."""
        found = judge.evidence is not asked.evidence
        unseen = judge.evidence if found else asked.unseen
        return with_sources(asked.body, unseen) if unseen.passages else asked.body

    def _passing(self, judge: Judge) -> Passing:
        closed = judge.policy.fail_closed
        rule = self.settings.reasoning
        return Passing(closed, rule == "pass" or (rule == "by_policy" and not closed))

    def _telling(self, judge: Judge) -> Telling:
        show = self.settings.show_removed and not judge.policy.fail_closed
        return Telling(judge.policy.name, judge.evidence, show)

    async def _found(self, retriever: Retriever, question: str) -> Evidence:
        """Passages for the question. Raises ServiceError (503) where they cannot be searched."""
        if not question.strip():
            return freeze(None)
        try:
            found = await asyncio.to_thread(retriever.retrieve, question, self.settings.passages)
            return freeze(found.passages)
        except (RetrieverError, InputError) as error:
            raise ServiceError(
                503, "retriever_failed", "the documents of this service could not be searched", 5.0
            ) from error

    def _authorization(self, request: Request) -> str | None:
        """The caller's credentials for the upstream, where the settings send them on.

        The key of this service is not among them: with keys, callers give the upstream's in a
        header of its own.
        """
        if not self.settings.forward_authorization:
            return None
        given = request.headers.get("x-upstream-authorization", "")
        if not given and self.service.settings.keys is None:
            given = request.headers.get("authorization", "")
        if not given.isascii() or not given.isprintable():
            raise ServiceError(
                400, "invalid_request_error", "Authorization: expected printable ASCII characters"
            )
        return given

    def _complaint(self, error: UpstreamError, passing: Passing) -> Response:
        """What the upstream complains of, without its key."""
        self._told(error)
        body = json.loads(self.upstream.hidden(json.dumps(error.body)))
        return _Json(passing.error(body), error.status, headers=error.headers)

    def _told(self, error: UpstreamError) -> None:
        """Count and log what went wrong at the upstream, without a word of it."""
        self.service.telemetry.failure(error.kind)
        why = "" if error.__cause__ is None else f" ({type(error.__cause__).__name__})"
        _LOG.warning("the model behind the proxy failed: %s%s", error.kind, why)


def _require_policies(service: Service) -> None:
    """Raise ConfigurationError where the settings name a policy that there is not."""
    proxy = service.settings.proxy
    named = {*proxy.allowed, *([proxy.policy] if proxy.policy else [])}
    unknown = sorted(named - set(service.policies))
    if unknown:
        raise ConfigurationError(
            f"proxy.policy and proxy.allow_policies: expected some of "
            f"{', '.join(service.policies)}, got {', '.join(map(repr, unknown))}"
        )


def _retriever(service: Service) -> Retriever | None:
    if service.settings.proxy.documents is None:
        return None
    from entailed.retrieval import FolderRetriever

    return FolderRetriever(service.settings.proxy.documents)


def _sources(judge: Judge) -> dict[str, str]:
    return {HEADER_SOURCES: "false" if judge.evidence.blank else "true"}
