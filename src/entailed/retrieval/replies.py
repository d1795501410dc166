"""What retrievers and search services answer, read as a `Retrieval`."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from entailed.dialogue import Retrieval
from entailed.errors import EvidenceError
from entailed.evidence import freeze
from entailed.types import Passage

__all__ = ["read_reply"]

_LOG = logging.getLogger(__name__)
_LISTS = ("citations", "search_results", "sources", "documents", "passages", "results", "context")
_TEXTS = ("answer", "output_text", "response", "completion", "content", "text")
_FLAGS = ("sources_returned", "sourcesReturned")
_HEADER = "x-sources-returned"
_MARKS = ("choices", "answer", "citations", "search_results", "context", *_FLAGS)
_URL = re.compile(r"\s*(?:https?://|www\.)\S+\s*")
_YES = frozenset({"true", "yes", "1"})
_NO = frozenset({"false", "no", "0", "none", ""})


def read_reply(reply: object, limit: int) -> Retrieval:
    """The first `limit` passages of whatever a retriever returned, without repetitions.

    `reply` is a `Retrieval`; anything `entailed.freeze` takes; the body of a grounded completion
    or a search service (a mapping with "citations", "search_results", "documents" or the like,
    also inside "choices"), alone, as a pair with its headers, or as an HTTP response with
    `json()` and `headers`. Of a citation its text or its snippets are the evidence; one with
    neither (a bare address) is left out. A body or a header "X-Sources-Returned" that says no
    sources were returned means no passages, whatever else is listed. Blank passages are left
    out. None is no passages.

    Raises EvidenceError for what cannot be read, and what `raise_for_status` of a response raises.
    """
    if isinstance(reply, Retrieval):
        return _bounded(reply, limit)
    body, headers = _opened(reply)
    if isinstance(body, Mapping) and any(key in body for key in _MARKS):
        return _bounded(_completion(body, headers), limit)
    returned = _flag(_header(headers))
    return _bounded(Retrieval(freeze(body, duplicates="merge").passages, returned), limit)


def _bounded(found: Retrieval, limit: int) -> Retrieval:
    kept = [p for p in found.passages if p.text.strip()]
    passages = () if found.sources_returned is False else tuple(kept[:limit])
    return replace(found, passages=passages)


def _opened(reply: object) -> tuple[object, Mapping[object, object]]:
    """Body and headers of a reply in any form."""
    if isinstance(reply, tuple) and len(reply) == 2 and _are_headers(reply[1]):
        return reply[0], reply[1]
    headers = getattr(reply, "headers", None)
    read = getattr(reply, "json", None)
    if callable(read) and headers is not None:
        check = getattr(reply, "raise_for_status", None)
        if callable(check):
            check()
        return read(), dict(headers)
    nodes = getattr(reply, "source_nodes", None)
    if nodes is not None:  # the response of a LlamaIndex query engine
        return {"sources": nodes, "answer": getattr(reply, "response", None)}, {}
    dump = getattr(reply, "model_dump", None)
    if callable(dump) and any(hasattr(reply, key) for key in _MARKS):
        return dump(), {}
    return reply, {}


def _are_headers(value: object) -> bool:
    """Whether a mapping is one of HTTP headers and not a passage."""
    if not isinstance(value, Mapping):
        return False
    names = {str(key).lower() for key in value}
    return bool(names & {_HEADER, "content-type"})


def _header(headers: Mapping[object, object]) -> object:
    return next((v for k, v in headers.items() if str(k).lower() == _HEADER), None)


def _completion(body: Mapping[object, object], headers: Mapping[object, object]) -> Retrieval:
    """The citations of a grounded completion or of a page of search results."""
    places = list(_places(body))
    flags = [_flag(place.get(name)) for place in places for name in _FLAGS]
    flags.append(_flag(_header(headers)))
    text = next((t for place in reversed(places) if (t := _text(place))), "")
    if False in flags:
        return Retrieval((), False, text)
    returned = True if True in flags else None
    return Retrieval(_cited(places), returned, text)


def _places(body: Mapping[object, object]) -> Iterator[Mapping[object, object]]:
    """The mappings in which services keep answer, citations and flag; the outermost first."""
    yield body
    for key in ("data", "response", "output", "result", "message", "metadata"):
        inner = body.get(key)
        if isinstance(inner, Mapping):
            yield inner
    choices = body.get("choices")
    if isinstance(choices, Sequence) and choices and isinstance(choices[0], Mapping):
        yield choices[0]
        message = choices[0].get("message")
        if isinstance(message, Mapping):
            yield message


def _text(place: Mapping[object, object]) -> str:
    """The answer a service has written, or ""."""
    for key in _TEXTS:
        value = place.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, Sequence) and not isinstance(value, str):
            parts = [p.get("text") for p in value if isinstance(p, Mapping)]
            if parts and all(isinstance(part, str) for part in parts):
                return "".join(map(str, parts))
    return ""


def _flag(value: object) -> bool | None:
    """A flag as services write it; a number is how many sources there were."""
    if isinstance(value, (bool, int)):
        return bool(value)
    written = str(value).strip().lower() if value is not None else None
    if written in _YES or (written is not None and written.isdigit() and int(written) > 0):
        return True
    return False if written in _NO else None


def _cited(places: Sequence[Mapping[object, object]]) -> tuple[Passage, ...]:
    """The passages of the first list that holds any text."""
    for place in places:
        for key in _LISTS:
            listed = place.get(key)
            if isinstance(listed, Sequence) and not isinstance(listed, str) and listed:
                usable = [item for item in listed if _has_text(item)]
                if len(usable) < len(listed):
                    count = len(listed) - len(usable)
                    _LOG.info(
                        "%d of %d %s have no text and are no evidence", count, len(listed), key
                    )
                if usable:
                    return freeze(usable, duplicates="merge").passages
    return ()


def _has_text(item: object) -> bool:
    """Whether a citation carries words and not only an address."""
    try:
        found = freeze([item], duplicates="merge")
    except EvidenceError:
        return False
    return any(p.text.strip() and not _URL.fullmatch(p.text) for p in found)
