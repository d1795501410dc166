"""The bodies of requests, as they are checked and as the OpenAPI document shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from entailed.requests import LimitsModel

__all__ = ["AskBody", "BatchBody", "StreamBody", "StreamHead", "VerifyBody"]

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)
_EXAMPLE: dict[str, Any] = {
    "answer": "Refunds are accepted within 60 days [S1]. Gift cards are not refundable [S2].",
    "passages": {
        "S1": "Refunds are accepted within 30 days of delivery.",
        "S2": "Gift cards are not refundable.",
    },
    "question": "May I return it?",
    "policy": "repair",
}


class Attributed(BaseModel):
    """What a request may say about its record."""

    model_config = _STRICT

    record_id: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(
        None, description="The id of the record; a random one without it."
    )
    attributes: Annotated[dict[str, str], Field(max_length=32)] = Field(
        {}, description="Texts of your own that are kept with the record."
    )


Passages = Annotated[
    str | list[Any] | dict[str, Any],
    Field(
        description="The passages the answer was written from: texts by id, a list of texts or of "
        "objects with `text` and, where known, `id`, `title`, `source`, `url`, `date`."
    ),
]


class VerifyBody(Attributed):
    """An answer and the passages it was written from."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    answer: str = Field(description="The answer to verify.")
    passages: Passages
    question: str = Field("", description="What the user asked.")
    policy: str | None = Field(None, description="The name of a policy of this service.")
    limits: LimitsModel | None = Field(
        None, description="Bounds of this request; those of the service hold besides."
    )


class BatchBody(BaseModel):
    """Several answers, each verified by itself."""

    model_config = ConfigDict(**_STRICT, json_schema_extra={"examples": [{"items": [_EXAMPLE]}]})

    items: Annotated[list[VerifyBody], Field(min_length=1)]


class StreamHead(Attributed):
    """Everything about a stream but its pieces."""

    passages: Passages
    question: str = ""
    policy: str | None = None
    mode: Literal["buffer", "hold", "correct"] = "hold"
    limits: LimitsModel | None = None


class StreamBody(StreamHead):
    """An answer in pieces. For one that is still being written, see `application/x-ndjson`."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "pieces": ["Refunds are accepted within ", "60 days [S1]."],
                    "passages": _EXAMPLE["passages"],
                    "policy": "repair",
                }
            ]
        }
    )

    pieces: list[str] = Field(description="The answer as it came.")


class AskBody(Attributed):
    """A question to the documents of the service."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"question": "How long do I have to return a bike?"}]}
    )

    question: Annotated[str, Field(min_length=1, max_length=20_000)]
    seconds: Annotated[float, Field(gt=0, strict=False)] | None = Field(
        None, description="How long it may take at most."
    )
