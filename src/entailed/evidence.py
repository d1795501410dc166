"""Freezing evidence: from whatever a retriever returns to an ordered set of hashed passages.

Verification is always against the frozen text, never against a later retrieval.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from entailed.canonical import digest_of, digest_text
from entailed.errors import EvidenceError
from entailed.types import Evidence, Passage

__all__ = ["freeze"]

_TEXT_KEYS = ("text", "page_content", "content", "snippet", "passage", "body")
_ID_KEYS = ("id", "passage_id", "doc_id", "id_", "node_id", "uuid")
_META_KEYS = ("metadata", "meta", "properties", "extra_info")
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "source": ("source", "file_name", "file_path", "publisher"),
    "title": ("title", "item_title"),
    "url": ("url", "uri", "item_url", "link"),
    "date": ("date", "published", "publication_date", "created_at"),
    "version": ("version",),
    "tenant": ("tenant",),
    "authority": ("authority",),
    "retrieved_at": ("retrieved_at",),
}
_SHAPES = (
    "a string, a mapping with 'text' (and 'id'), a Passage, a LangChain/LlamaIndex/Haystack "
    "document, or a citation with 'snippets'"
)


def freeze(passages: object, *, duplicates: Literal["refuse", "merge"] = "refuse") -> Evidence:
    """Freeze passages into `Evidence`.

    `passages`: an `Evidence` (returned as it is); one string; a mapping of id to text or of id
    to a mapping with 'text'; a mapping with a 'citations', 'passages', 'documents' or 'results'
    list; or an iterable whose items are strings, mappings, `Passage` values or documents of
    LangChain (`page_content`), LlamaIndex (`get_content()`) or Haystack (`content`, `meta`).
    A citation with several `snippets` gives one passage a snippet, since each is a source of
    its own. Items without an id are named S1, S2, ... by their position, skipping taken names.
    None or an empty iterable gives evidence without passages.

    `duplicates="merge"` is for what retrievers return: of passages with the same text and the
    same source only the first stays, and another text under an id already used gets an id of
    its own ("a", "a.2"). Evidence that is frozen already is returned as it is either way.

    Raises EvidenceError for an unusable item, text that is not text (also lone surrogates), an
    empty id, or an id used twice.
    """
    if isinstance(passages, Evidence):
        return passages
    drafts = [draft for item in _items(passages) for draft in _drafts(item)]
    if duplicates == "merge":
        drafts = _merged(drafts)
    taken = {draft["id"] for draft in drafts if draft["id"] is not None}
    frozen: list[Passage] = []
    for position, draft in enumerate(drafts, start=1):
        identifier = draft["id"] if draft["id"] is not None else _free_id(position, taken)
        frozen.append(_passage(str(identifier), draft))
    _reject_duplicates(frozen)
    return Evidence(tuple(frozen), _evidence_digest(frozen))


def _items(passages: object) -> Iterable[object]:
    """The separate items of any accepted container."""
    if passages is None:
        return []
    if isinstance(passages, (str, Passage)):
        return [passages]
    if isinstance(passages, Mapping):
        return _mapping_items(passages)
    if isinstance(passages, Iterable) and not isinstance(passages, (bytes, bytearray)):
        return list(passages)
    raise EvidenceError(
        f"passages: expected a list of passages or a mapping of id to text, got "
        f"{type(passages).__name__}; pass for example ['first passage', 'second passage']"
    )


def _mapping_items(passages: Mapping[object, object]) -> list[object]:
    """Items of a mapping: a wrapper with a list, one passage, or id -> text."""
    for key in ("citations", "passages", "documents", "results"):
        inner = passages.get(key)
        if isinstance(inner, Sequence) and not isinstance(inner, str):
            return list(inner)
    values = list(passages.values())
    if values and isinstance(passages.get("text"), str) and not _is_plain_map(passages):
        return [passages]
    return [_with_id(key, value) for key, value in passages.items()]


def _is_plain_map(passages: Mapping[object, object]) -> bool:
    """Whether this maps ids to texts and only happens to use 'text' as one of the ids."""
    known = {*_TEXT_KEYS, *_ID_KEYS, *_META_KEYS, *(k for keys in _FIELDS.values() for k in keys)}
    return not all(isinstance(key, str) and key in known for key in passages)


def _with_id(key: object, value: object) -> object:
    """One `id: passage` entry of a mapping as a passage mapping."""
    if isinstance(value, Mapping):
        return {**value, "id": key}
    return {"id": key, "text": value}


Draft = dict[str, object]


def _drafts(item: object) -> list[Draft]:
    """The passages one item stands for, as unfrozen drafts (id may be None)."""
    if isinstance(item, Passage):
        return [_passage_draft(item)]
    if isinstance(item, str):
        return [{"id": None, "text": item, "metadata": {}}]
    if isinstance(item, Mapping):
        return _mapping_drafts(item)
    return [_object_draft(item)]


def _passage_draft(item: Passage) -> Draft:
    draft: Draft = {"id": item.id, "text": item.text, "metadata": dict(item.metadata)}
    draft.update({name: getattr(item, name) for name in _FIELDS})
    return draft


def _mapping_drafts(item: Mapping[object, object]) -> list[Draft]:
    snippets = item.get("snippets")
    if isinstance(snippets, Sequence) and not isinstance(snippets, str):
        return _snippet_drafts(item, snippets)
    text = _first(item, _TEXT_KEYS)
    nested = _first(item, _META_KEYS)
    metadata = dict(nested) if isinstance(nested, Mapping) else {}
    if text is None and metadata:
        text = _first(metadata, _TEXT_KEYS)
    if text is None:
        raise EvidenceError(
            f"passage: expected {_SHAPES}; got a mapping with keys {sorted(map(str, item))}"
        )
    flat = {str(k): v for k, v in item.items() if k not in _META_KEYS}
    return [_draft(_identifier(item, metadata), text, {**metadata, **flat})]


def _snippet_drafts(item: Mapping[object, object], snippets: Sequence[object]) -> list[Draft]:
    rest = {str(k): v for k, v in item.items() if k != "snippets"}
    identifier = _first(item, _ID_KEYS)
    drafts = []
    for position, snippet in enumerate(snippets, start=1):
        text = _first(snippet, _TEXT_KEYS) if isinstance(snippet, Mapping) else snippet
        single = len(snippets) == 1 or identifier is None
        own = identifier if single else f"{identifier}.{position}"
        drafts.append(_draft(own, text, rest))
    return drafts


def _object_draft(item: object) -> Draft:
    """A document object of a framework, read by its attributes so that none is imported."""
    node: Any = getattr(item, "node", item)
    text = getattr(node, "page_content", None)
    if text is None and callable(getattr(node, "get_content", None)):
        text = node.get_content()
    if text is None:
        text = getattr(node, "content", None) or getattr(node, "text", None)
    nested = next((getattr(node, k) for k in _META_KEYS if getattr(node, k, None)), None)
    metadata = dict(nested) if isinstance(nested, Mapping) else {}
    if text is None:
        text = _first(metadata, _TEXT_KEYS)
    if not isinstance(text, str):
        raise EvidenceError(f"passage: expected {_SHAPES}; got {type(item).__name__}")
    identifier = next((getattr(node, k) for k in _ID_KEYS if getattr(node, k, None)), None)
    return _draft(identifier or _first(metadata, _ID_KEYS), text, metadata)


def _draft(identifier: object, text: object, data: Mapping[str, object]) -> Draft:
    """Draft with the known fields picked out of `data`, the remainder as metadata."""
    draft: Draft = {"id": identifier, "text": text}
    used = {*_TEXT_KEYS, *_ID_KEYS}
    for name, keys in _FIELDS.items():
        key = next((k for k in keys if data.get(k) is not None), None)
        if key is not None:
            draft[name] = data[key]
            used.add(key)
    draft["metadata"] = {k: v for k, v in data.items() if k not in used}
    return draft


def _identifier(item: Mapping[object, object], metadata: Mapping[object, object]) -> object:
    own = _first(item, _ID_KEYS)
    return own if own is not None else _first(metadata, _ID_KEYS)


def _first(mapping: Mapping[object, object], keys: Sequence[str]) -> object:
    return next((mapping[k] for k in keys if mapping.get(k) is not None), None)


def _merged(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts without repetitions, and without an id that two of them share."""
    given = {str(d["id"]) for d in drafts}
    used: set[str] = set()
    kept: dict[tuple[str, ...], Draft] = {}
    for draft in drafts:
        text, origin = draft["text"], (draft.get(k) for k in ("source", "title", "url"))
        key = (text.strip() if isinstance(text, str) else repr(text), *map(str, origin))
        if key not in kept:
            kept[key] = {**draft, "id": _own_id(draft["id"], used, given)}
    return list(kept.values())


def _own_id(wanted: object, used: set[str], given: set[str]) -> str | None:
    """`wanted`, or the first free "wanted.n" when another passage has it already."""
    if wanted is None:
        return None
    name, n = str(wanted), 1
    while name in used or (n > 1 and name in given):
        n += 1
        name = f"{wanted}.{n}"
    used.add(name)
    return name


def _free_id(position: int, taken: set[object]) -> str:
    name = f"S{position}"
    while name in taken:
        name += "'"
    taken.add(name)
    return name


def _passage(identifier: str, draft: Draft) -> Passage:
    text = draft["text"]
    if not isinstance(text, str):
        raise EvidenceError(
            f"passage {identifier!r}: expected text (str), got {type(text).__name__}"
        )
    if not identifier.strip():
        raise EvidenceError("passage: expected a non-empty id, got white space only")
    try:
        digest = digest_text(text)
        digest_text(identifier)
    except UnicodeEncodeError as error:
        raise EvidenceError(
            f"passage {identifier!r}: lone surrogate at offset {error.start}; decode the source "
            "as UTF-8 (or with errors='replace') before freezing"
        ) from error
    metadata = draft.get("metadata")
    plain = _plain(metadata if isinstance(metadata, Mapping) else {})
    named = {k: None if draft.get(k) is None else str(draft[k]) for k in _FIELDS}
    return Passage(
        id=identifier,
        text=text,
        metadata=MappingProxyType(plain if isinstance(plain, dict) else {}),
        digest=digest,
        **named,
    )


def _plain(value: object) -> object:
    """`value` in JSON types; what JSON cannot hold becomes its string form."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return str(value)


def _reject_duplicates(passages: Sequence[Passage]) -> None:
    seen: dict[str, int] = {}
    for position, passage in enumerate(passages):
        if passage.id in seen:
            raise EvidenceError(
                f"passage id {passage.id!r} is used twice (items {seen[passage.id] + 1} and "
                f"{position + 1}); ids must be unique, since citations name them"
            )
        seen[passage.id] = position


def _evidence_digest(passages: Sequence[Passage]) -> str:
    rows = [
        {
            "id": p.id,
            "text": p.digest,
            "fields": {k: getattr(p, k) for k in _FIELDS},
            "metadata": dict(p.metadata),
        }
        for p in passages
    ]
    try:
        return digest_of(rows)
    except UnicodeEncodeError as error:
        raise EvidenceError(
            "passages: lone surrogate in a title, source, address or other metadata; decode the "
            "source as UTF-8 (or with errors='replace') before freezing"
        ) from error
