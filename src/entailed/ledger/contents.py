"""A report taken apart: what the chain covers in clear, and what can be erased.

The *summary* holds no word of answer, question or passages: labels, reason codes, scores,
spans, timings. It is part of the chained entry and stays for ever. The *content* is the rest of
the report with the passages' texts replaced by their digests. The chained entry holds only a
keyed digest of it, under a random key that is stored beside the content and erased with it, so
that nobody can guess an erased text ("yes", a name) and confirm the guess by its digest.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any

from entailed.canonical import canonical_json, digest_text
from entailed.pipeline import Verifier
from entailed.policy import Policy, policy_to_dict
from entailed.report import report_to_dict
from entailed.types import LABELS, Report

__all__ = [
    "Attribution",
    "Parts",
    "assemble",
    "attributions",
    "commit",
    "configuration_of",
    "label_counts",
    "new_key",
    "source_names",
    "summarise",
    "take_apart",
]

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Attribution:
    """How many claims rest on one source, and how many of them are not clean.

    `place` is the source's position among the sources of the record, or 0 for claims that rest
    on none, whose `source` is "". Positions count from 1. `source` is None once erased.
    """

    place: int
    source: str | None
    claims: int
    failed: int


@dataclass(frozen=True, slots=True)
class Parts:
    """A report as it is stored: `content` and `configuration` are canonical JSON.

    `passages` are `(digest, text)` in the order of the evidence; `sources` the names of its
    distinct sources.
    """

    summary: Plain
    content: str
    configuration: str
    passages: tuple[tuple[str, str], ...]
    sources: tuple[str, ...]


def configuration_of(verifier: Verifier) -> Plain:
    """Policy, thresholds and limits of a verifier in full, as JSON values.

    Parts that are not ours and do not hold such data are left out; name, version and digest of
    every component are in the report and are stored in any case.
    """
    found = {
        "policy": getattr(verifier.enforcer, "policy", None),
        "thresholds": getattr(verifier.decider, "calibration", None),
        "limits": verifier.limits,
    }
    return {
        name: _plain(policy_to_dict(value) if isinstance(value, Policy) else asdict(value))
        for name, value in found.items()
        if is_dataclass(value) and not isinstance(value, type)
    }


def take_apart(
    report: Report, configuration: Mapping[str, Any], attributes: Mapping[str, Any]
) -> Parts:
    """The parts of a report. Raises ValueError or TypeError for what JSON cannot hold."""
    whole = report_to_dict(report)
    components = whole.pop("components")
    timings = whole.pop("timings")
    passages = [(digest_text(p.text), p.text) for p in report.evidence]
    for passage in whole["evidence"]["passages"]:
        del passage["text"]
    content = {
        "attributes": dict(attributes),
        "passages": [digest for digest, _ in passages],
        "report": whole,
    }
    return Parts(
        summary=summarise(whole, timings),
        content=canonical_json(content),
        configuration=canonical_json({**configuration, "components": components}),
        passages=tuple(passages),
        sources=tuple(source_names(whole)),
    )


def assemble(
    content: Mapping[str, Any],
    texts: Mapping[str, str],
    configuration: Mapping[str, Any],
    summary: Mapping[str, Any],
) -> Plain:
    """The report as `report_to_dict` gave it. Raises KeyError where a passage is not in `texts`."""
    report: Plain = dict(content["report"])
    passages = zip(report["evidence"]["passages"], content["passages"], strict=True)
    report["evidence"] = {
        **report["evidence"],
        "passages": [{**passage, "text": texts[digest]} for passage, digest in passages],
    }
    report["components"] = configuration["components"]
    report["timings"] = summary["timings"]
    return report


def new_key() -> str:
    """A random key for the content of one record."""
    return secrets.token_hex(32)


def commit(key: str, content: str) -> str:
    """Tagged keyed digest of a content."""
    made = hmac.new(key.encode("utf-8"), content.encode("utf-8"), hashlib.sha256)
    return "hmac-sha256:" + made.hexdigest()


def summarise(report: Mapping[str, Any], timings: Sequence[Mapping[str, Any]]) -> Plain:
    """What the chain covers in clear; holds no word of any text.

    `sources` of a verdict are positions (from 1) among the distinct sources of the evidence.
    """
    names, places = _places(report)
    return {
        "status": report["status"],
        "action": report["action"],
        "policy": report["policy"],
        "schema_version": report["schema_version"],
        "passages": len(report["evidence"]["passages"]),
        "sources": len(names),
        "verdicts": [_verdict(verdict, places) for verdict in report["verdicts"]],
        "findings": [_finding(finding) for finding in report["findings"]],
        "failures": [{"stage": f["stage"], "error": f["error"]} for f in report["failures"]],
        "timings": [dict(timing) for timing in timings],
    }


def label_counts(summary: Mapping[str, Any]) -> dict[str, int]:
    """How many verdicts have each label."""
    labels = [verdict["label"] for verdict in summary["verdicts"]]
    return {label: labels.count(label) for label in LABELS}


def source_names(report: Mapping[str, Any]) -> list[str]:
    """The distinct sources of the evidence in order; `sources` of a summary point into it."""
    return _places(report)[0]


def attributions(summary: Mapping[str, Any], names: Sequence[str] | None) -> list[Attribution]:
    """Claims per source of one record. `names` is None once the texts are erased."""
    counts: dict[int, list[int]] = {}
    for verdict in summary["verdicts"]:
        for place in verdict["sources"] or [0]:
            row = counts.setdefault(place, [0, 0])
            row[0] += 1
            row[1] += not verdict["clean"]
    return [
        Attribution(place, _name(place, names), claims, failed)
        for place, (claims, failed) in sorted(counts.items())
    ]


def _name(place: int, names: Sequence[str] | None) -> str | None:
    if names is None:
        return None
    return names[place - 1] if place else ""


def _places(report: Mapping[str, Any]) -> tuple[list[str], dict[str, int]]:
    """Names of the distinct sources, and the position of the source of each passage id."""
    names: list[str] = []
    places: dict[str, int] = {}
    for passage in report["evidence"]["passages"]:
        known = (passage.get(key) for key in ("source", "title", "url"))
        # PostgreSQL cannot hold a NUL in a text.
        name = str(next((k for k in known if k), passage["id"])).replace("\0", "\ufffd")
        if name not in names:
            names.append(name)
        places[passage["id"]] = names.index(name) + 1
    return names, places


def _verdict(verdict: Mapping[str, Any], places: Mapping[str, int]) -> Plain:
    """A verdict without words. It rests on what it cites, else on what was found for it."""
    claim = verdict["claim"]
    cited = [name for citation in claim["citations"] for name in citation["ids"]]
    found = [place["passage_id"] for place in verdict["support"]]
    scores = verdict["entailment"]
    failed = any(reason["outcome"] == "fail" for reason in verdict["reasons"])
    return {
        "label": verdict["label"],
        "clean": verdict["label"] == "supported" and not failed,
        "score": verdict["score"],
        "entailment": None if scores is None else dict(scores),
        "span": claim["span"],
        "reasons": [_finding(reason) for reason in verdict["reasons"]],
        "sources": sorted({places[name] for name in cited or found if name in places}),
    }


def _finding(finding: Mapping[str, Any]) -> Plain:
    return {name: finding[name] for name in ("check", "outcome", "reason", "label")}


def _plain(value: Any) -> Any:
    """`value` as it comes back from JSON: tuples are lists, keys are text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value
