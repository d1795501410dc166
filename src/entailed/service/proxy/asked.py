"""A chat request: what is asked of the upstream, and what the reply is verified against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from entailed.errors import EvidenceError
from entailed.evidence import freeze
from entailed.prompts import PROMPTS, Prompts, answer_messages, new_mark, sources
from entailed.service.errors import ServiceError
from entailed.service.proxy.settings import ProxySettings
from entailed.service.proxy.tagged import text_of, untagged
from entailed.types import Evidence

__all__ = ["Asked", "read_request", "with_sources"]

_OWN = ("documents", "grounding")
_TEXT_KEYS = ("text", "page_content", "content", "snippet", "passage", "body")
_LEADING = ("system", "developer")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request taken apart.

    `body` is what goes to the upstream, without our own fields and tags and before sources are
    put in. `unseen` is what of the `evidence` does not stand in the messages. `policy` is the
    name that the request gives, or None. `json` tells that the answer has to be JSON, `tools` that
    it may be calls of tools.
    """

    body: Mapping[str, Any]
    question: str
    evidence: Evidence
    unseen: Evidence
    policy: str | None
    stream: bool
    choices: int
    json: bool
    tools: bool


def read_request(data: object, settings: ProxySettings) -> Asked:
    """The request in a body. Raises ServiceError (400) that names the field."""
    try:
        return _read(data, settings)
    except RecursionError as error:
        raise refused("body: it is nested too deeply") from error


def _read(data: object, settings: ProxySettings) -> Asked:
    if not isinstance(data, Mapping):
        raise refused(f"body: expected a JSON object, got {type(data).__name__}")
    messages = data.get("messages")
    if not isinstance(messages, list) or not messages:
        raise refused("messages: expected a list of at least one message")
    _require_text_reply(data)
    tagged = untagged(messages, keep=settings.sources == "present")
    given = [*_documents(data.get("documents")), *tagged.sources]
    seen = _tool_results(messages) if settings.tool_results else []
    evidence = _frozen([*given, *seen])
    body = {name: value for name, value in data.items() if name not in _OWN}
    body["messages"] = list(tagged.messages)
    return Asked(
        body=body,
        question="\n".join(tagged.queries) or _last_question(tagged.messages),
        evidence=evidence,
        unseen=_unseen(evidence, given if settings.sources == "add" else []),
        policy=_policy(data.get("grounding"), settings),
        stream=_flag(data, "stream"),
        choices=_choices(data.get("n"), settings),
        json=_wants_json(data.get("response_format")),
        tools=bool(data.get("tools") or data.get("functions")),
    )


def refused(message: str) -> ServiceError:
    """A request that cannot be used."""
    return ServiceError(400, "invalid_request_error", message)


def with_sources(
    body: Mapping[str, Any], evidence: Evidence, prompts: Prompts = PROMPTS
) -> dict[str, Any]:
    """The body with the contract and the passages in its system message.

    They come after the words of a leading system (or developer) message, which many models take
    only one of; else in one of their own.
    """
    messages = list(body["messages"])
    told = [text_of(m.get("content")) for m in messages if isinstance(m, Mapping)]
    shown = [text for p in evidence for text in (p.id, p.title or "", p.text)]
    mark = new_mark(*told, *shown)
    contract, _ = answer_messages("", evidence.passages, mark, prompts)
    block = f"{contract.content}\n\n{sources(evidence.passages, mark)}"
    first = messages[0] if isinstance(messages[0], Mapping) else {}
    content = first.get("content")
    if first.get("role") in _LEADING and isinstance(content, str):
        messages[0] = {**first, "content": f"{content}\n\n{block}"}
    elif first.get("role") in _LEADING and isinstance(content, list):
        messages[0] = {**first, "content": [*content, {"type": "text", "text": block}]}
    else:
        messages.insert(0, {"role": "system", "content": block})
    return {**body, "messages": messages}


# --- fields ----------------------------------------------------------------------------------


def _documents(given: object) -> list[object]:
    """The `documents` as `freeze` takes them."""
    if given is None:
        return []
    if not isinstance(given, list):
        raise refused(f"documents: expected a list, got {type(given).__name__}")
    return [_document(one) for one in given]


def _document(one: object) -> object:
    """One document; its `data`, as some services have it, is read as its fields."""
    if not isinstance(one, Mapping) or "data" not in one:
        return one
    rest = {name: value for name, value in one.items() if name != "data"}
    return {**_fields(one["data"]), **rest}


def _fields(data: object) -> dict[str, object]:
    """A text, or fields; where none of those is a text's usual name, all are read out."""
    if not isinstance(data, Mapping):
        return {"text": data}
    if any(isinstance(data.get(key), str) for key in _TEXT_KEYS):
        return dict(data)
    lines = (
        f"{name}: {value}" for name, value in data.items() if isinstance(value, str | int | float)
    )
    return {**data, "text": "\n".join(lines)}


def _tool_results(messages: list[Any]) -> list[object]:
    """What tools answered, each a passage under the id of its call."""
    found: list[object] = []
    for message in messages:
        if isinstance(message, Mapping) and message.get("role") in ("tool", "function"):
            named = message.get("tool_call_id") or message.get("name")
            text = text_of(message.get("content"))
            if text.strip():
                found.append({"text": text, **({"id": named} if isinstance(named, str) else {})})
    return found


def _frozen(given: list[object]) -> Evidence:
    try:
        return freeze(given)
    except EvidenceError as error:
        raise refused(f"documents: {_without_text(error)}") from error


def _unseen(evidence: Evidence, given: list[object]) -> Evidence:
    """The passages that `given`, the first of what was frozen, has become."""
    count = len(_frozen(given)) if given else 0
    return Evidence(evidence.passages[:count], evidence.digest)


def _without_text(error: EvidenceError) -> str:
    """The complaint in one line of bounded length."""
    return " ".join(str(error).split())[:300]


def _policy(given: object, settings: ProxySettings) -> str | None:
    """The policy that the `grounding` of a request names."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise refused(f"grounding: expected an object, got {type(given).__name__}")
    unknown = sorted(str(name)[:40] for name in given if name != "policy")
    if unknown:
        raise refused(f"grounding: expected only 'policy', got {', '.join(map(repr, unknown))}")
    name = given.get("policy")
    if name is None:
        return None
    if not isinstance(name, str):
        raise refused(f"grounding.policy: expected a name, got {type(name).__name__}")
    if settings.allowed and name not in settings.allowed:
        known = ", ".join(sorted(settings.allowed))
        raise refused(f"grounding.policy: expected one of {known}, got {name[:40]!r}")
    return name


def _choices(given: object, settings: ProxySettings) -> int:
    if given is None:
        return 1
    whole = isinstance(given, int) and not isinstance(given, bool)
    if not isinstance(given, int) or not whole or not 1 <= given <= settings.choices:
        raise refused(f"n: expected a whole number from 1 to {settings.choices}, got {given!r:.40}")
    return given


def _flag(data: Mapping[str, Any], name: str) -> bool:
    given = data.get(name)
    if given is not None and not isinstance(given, bool):
        raise refused(f"{name}: expected true or false, got {type(given).__name__}")
    return bool(given)


def _wants_json(given: object) -> bool:
    kind = given.get("type") if isinstance(given, Mapping) else None
    return kind in ("json_object", "json_schema")


def _require_text_reply(data: Mapping[str, Any]) -> None:
    """Refuse what would be answered in sound: nothing of it could be verified."""
    modalities = data.get("modalities")
    if data.get("audio") or (isinstance(modalities, list) and modalities != ["text"]):
        raise refused("modalities: expected only 'text'; answers in sound cannot be verified")


def _last_question(messages: tuple[Any, ...]) -> str:
    """The text of the user's last message."""
    for message in reversed(messages):
        if isinstance(message, Mapping) and message.get("role") == "user":
            return text_of(message.get("content"))
    return ""
