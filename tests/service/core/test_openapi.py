"""The OpenAPI document, and requests made from it."""

from __future__ import annotations

import json

import jsonschema
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from starlette.testclient import TestClient

from entailed.service import Service, create_app
from entailed.service.routes.models import AskBody, BatchBody, StreamBody, VerifyBody

from .support import SETTINGS, run, serving

_APP = create_app(Service(SETTINGS))
_SCHEMA = schemathesis.openapi.from_dict(json.loads(json.dumps(_APP.openapi())))
OURS = _SCHEMA.include(path_regex=r"^/(v1/(verify|ask|records|stats)|healthz|readyz)")


@OURS.parametrize()
@settings(
    max_examples=12, deadline=None, derandomize=True, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_no_request_made_from_the_document_is_a_fault(case):
    """Sound or not, none is answered with 500, and every error has the one shape."""
    # Not entered: that would end the service after every request.
    client = TestClient(_APP, base_url="http://service", raise_server_exceptions=False)
    made = client.request(**_sent(case))
    assert made.status_code < 500 or made.status_code in (501, 503), made.text
    if made.status_code >= 400:
        assert {"type", "message", "id"} <= set(made.json()["error"])


def _sent(case):
    """The request of a case, for the client."""
    sent = case.as_transport_kwargs(base_url="http://service")
    kept = ("method", "url", "params", "headers", "json", "content")
    made = {name: sent[name] for name in kept if sent.get(name) is not None}
    return made if sent.get("data") is None else {**made, "content": sent["data"]}


def test_every_example_is_answered():
    """What the document shows is what the service takes and gives."""
    document = _APP.openapi()
    wholes = {**document, "$id": "urn:document"}

    async def steps():
        async with serving() as client:
            for model, path in (
                (VerifyBody, "/v1/verify"), (BatchBody, "/v1/verify/batch"),
                (StreamBody, "/v1/verify/stream"),
            ):  # fmt: skip
                schema = document["components"]["schemas"][model.__name__]
                reply = await client.post(path, json=schema["examples"][0])
                assert reply.status_code == 200, reply.text
                content = document["paths"][path]["post"]["responses"]["200"]["content"]
                if "application/json" in content:
                    pointed = {**wholes, **content["application/json"]["schema"]}
                    jsonschema.validate(reply.json(), pointed)

    run(steps())
    assert AskBody.model_validate(AskBody.model_config["json_schema_extra"]["examples"][0])
