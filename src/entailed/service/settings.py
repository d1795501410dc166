"""Every setting of the service, with its default, and where settings come from.

A TOML file, environment variables `ENTAILED_SERVE_NAME` (`ENTAILED_SERVE_PROXY__UPSTREAM` for one
in a table) and the command line; each overrides the one before. No setting is a secret: a
secret's place is the environment variable that a setting names.
"""

from __future__ import annotations

import ipaddress
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, Self

from pydantic import ConfigDict, TypeAdapter, ValidationError

from entailed.errors import ConfigurationError
from entailed.scorers.embedded import available_cores
from entailed.service.proxy.settings import ProxySettings
from entailed.types import Limits

__all__ = [
    "PREFIX",
    "GuardrailSettings",
    "ProxySettings",
    "ServiceSettings",
    "TelemetrySettings",
]

PREFIX = "ENTAILED_SERVE_"
_MIB = 1024 * 1024
_STRICT = ConfigDict(extra="forbid")


def _require(name: str, value: object, holds: bool, expected: str) -> None:
    if not holds:
        raise ConfigurationError(f"{name}: expected {expected}, got {value!r}")


@dataclass(frozen=True, slots=True)
class TelemetrySettings:
    """What the service tells of itself.

    `metrics` serves Prometheus figures at /metrics, with at most `sources` sources of passages by
    name (the rest are "other"); by default 50, and none on a service with keys, whose tenants may
    not learn of one another's. `traces` is the OTLP endpoint spans are sent to (none without),
    with evaluations as events of the "span", or as a "log" of their own at the same endpoint.
    `logs` is "json" or "text", to standard error from `level` on. `texts` lets logs and spans
    hold texts of requests: off unless you may keep them there.
    """

    __pydantic_config__ = _STRICT

    metrics: bool = True
    sources: int | None = None
    traces: str | None = None
    events: Literal["span", "log"] = "span"
    logs: Literal["json", "text"] = "json"
    level: Literal["debug", "info", "warning", "error"] = "info"
    texts: bool = False


@dataclass(frozen=True, slots=True)
class GuardrailSettings:
    """The guardrail that the Bedrock route applies, whichever one a client names.

    It blocks what is supported less than `threshold`, 0 to 1, and whatever a check refuted, and
    shows `message` in its place.
    """

    __pydantic_config__ = _STRICT

    threshold: float = 0.5
    message: str = (
        "This answer could not be verified against the provided documentation and is not shown."
    )

    def __post_init__(self) -> None:
        _require("guardrail.threshold", self.threshold, 0 <= self.threshold <= 1, "0 to 1")


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How a service runs. Sizes are in bytes, times in seconds.

    *Where*: `host` and `port`; anything but a loopback address needs `keys`. `hosts` are further
    names that the Host header may hold while there are no keys (see `middleware.Hosts`).

    *What*: `policy` is used where a request names none; `policies` are files by the names that
    requests may give besides the presets. `scorer` as for `build_verifier`; `calibration` is a
    file of `entailed calibrate`. With `documents` (a folder) and `model` (at `model_url`, key in
    `model_key_variable`) questions are answered, under `ask_policy`.

    *Who*: `keys` is the file that `entailed serve keys` writes.

    *Kept*: `ledger` is a path or a URL. With `ledger_required` a request whose record the ledger
    would not take is refused with 503; without, it is answered and says `recorded: false`.
    `ledger_wait`: how long an answer waits for its record to be stored (0: it does not).

    *Bounds*: `limits` are the most a request may ask for. `body_bytes` and `body_seconds` for one
    body, `bodies_bytes` for all that are under way; `concurrency` verifications at once (0: the
    cores), `queue` waiting for at most `queue_seconds`, of one tenant no more than `per_tenant`,
    running and waiting; `seconds` for one verification; `batch_items` answers in one batch;
    `streams` and `questions` at once, for at most `stream_seconds` and `question_seconds`;
    `shutdown_seconds` to finish what was begun.

    `gather`: pairs of all requests are scored by one set of threads (see `batching`).
    """

    __pydantic_config__ = _STRICT

    host: str = "127.0.0.1"
    port: int = 8000
    hosts: tuple[str, ...] = ()

    policy: str = "flag"
    policies: Mapping[str, Path] = field(default_factory=lambda: MappingProxyType({}))
    scorer: str = "embedded"
    calibration: Path | None = None
    documents: Path | None = None
    model: str | None = None
    model_url: str | None = None
    model_key_variable: str = "OPENAI_API_KEY"
    ask_policy: str = "regenerate"
    ask_passages: int = 5

    keys: Path | None = None

    ledger: str | None = None
    ledger_required: bool = True
    ledger_wait: float = 0.0

    limits: Limits = field(default_factory=Limits)
    body_bytes: int = 8 * _MIB
    bodies_bytes: int = 512 * _MIB
    body_seconds: float = 30.0
    concurrency: int = 0
    queue: int = 128
    queue_seconds: float = 15.0
    per_tenant: int = 64
    seconds: float = 30.0
    batch_items: int = 100
    streams: int = 32
    stream_seconds: float = 300.0
    questions: int = 16
    question_seconds: float = 120.0
    shutdown_seconds: float = 30.0
    gather: bool = True

    proxy: ProxySettings = field(default_factory=ProxySettings)
    telemetry: TelemetrySettings = field(default_factory=TelemetrySettings)
    guardrail: GuardrailSettings = field(default_factory=GuardrailSettings)

    def __post_init__(self) -> None:
        for name in (
            "body_bytes",
            "bodies_bytes",
            "queue_seconds",
            "per_tenant",
            "batch_items",
            "streams",
        ):
            _require(name, getattr(self, name), getattr(self, name) > 0, "more than 0")
        for name in ("body_seconds", "seconds", "stream_seconds", "question_seconds"):
            _require(name, getattr(self, name), getattr(self, name) > 0, "more than 0 seconds")
        for name in ("concurrency", "queue", "ledger_wait", "shutdown_seconds"):
            _require(name, getattr(self, name), getattr(self, name) >= 0, "0 or more")
        for name in ("questions", "ask_passages"):
            _require(name, getattr(self, name), getattr(self, name) > 0, "more than 0")
        _require("port", self.port, 0 <= self.port <= 65535, "0 to 65535")
        if (self.documents is None) != (self.model is None):
            raise ConfigurationError(
                "documents and model: expected both (a folder to answer from, and a model that "
                "answers) or neither"
            )

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the service."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def workers(self) -> int:
        """Verifications at once."""
        return self.concurrency or available_cores()

    @classmethod
    def load(
        cls,
        file: Path | None = None,
        environ: Mapping[str, str] = os.environ,
        overrides: Mapping[str, Any] = MappingProxyType({}),
    ) -> Self:
        """The settings of a file (or of the one that `ENTAILED_SERVE_SETTINGS` names), the
        environment and `overrides`, later ones first.

        Raises ConfigurationError, naming the setting, for one that is unknown or unusable.
        """
        named = environ.get(f"{PREFIX}SETTINGS")
        if file is None and named:
            file = Path(named)
        given = _read(file) if file is not None else {}
        given = _merged(_merged(given, _environment(cls, environ)), overrides)
        try:
            return TypeAdapter(cls).validate_python(given)
        except ValidationError as error:
            raise ConfigurationError(f"settings: {_complaint(error)}") from error


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ConfigurationError(f"{file}: cannot be read: {reason}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file}: expected TOML: {error}") from error


def _environment(owner: Any, environ: Mapping[str, str], prefix: str = PREFIX) -> dict[str, Any]:
    """The settings that environment variables hold; an empty variable is none."""
    found: dict[str, Any] = {}
    for one in fields(owner):
        name = prefix + one.name.upper()
        if is_dataclass(one.default_factory):
            inner = _environment(one.default_factory, environ, f"{name}__")
            found.update({one.name: inner} if inner else {})
        elif environ.get(name):
            value = environ[name]
            found[one.name] = value.split(",") if one.name == "hosts" else value
    return found


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """`other` over `one`, table by table."""
    made = dict(one)
    for name, value in other.items():
        before = made.get(name)
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        made[name] = _merged(before, value) if both else value  # type: ignore[arg-type]
    return made


def _complaint(error: ValidationError) -> str:
    """pydantic's findings in one line."""
    lines = []
    for item in error.errors(include_url=False)[:5]:
        place = ".".join(str(part) for part in item["loc"]) or "settings"
        known = f"; the settings are {', '.join(f.name for f in fields(ServiceSettings))}"
        wrong = item["type"] in ("unexpected_keyword_argument", "extra_forbidden")
        lines.append(f"{place}: {item['msg']}" + (known if wrong and "." not in place else ""))
    return "; ".join(lines)
