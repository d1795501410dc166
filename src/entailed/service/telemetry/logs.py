"""Logs as JSON lines, without texts of requests.

Only the fields named here are written, so that a text put into a log record by mistake stays
out of the log. Of an exception the places in the code are written and its message only where
it cannot quote a text.
"""

from __future__ import annotations

import json
import logging
import math
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TextIO

from entailed.service.causes import cause
from entailed.service.middleware import request_id
from entailed.service.settings import TelemetrySettings
from entailed.service.telemetry.labels import cleaned

__all__ = ["FIELDS", "JsonFormatter", "TextFormatter", "configure"]

FIELDS = (
    "request_id", "trace_id", "span_id", "tenant", "route", "method", "status", "milliseconds",
    "record_id", "outcome", "policy", "action", "claims", "labels", "reasons", "stage", "error",
    "claim_id",
)  # fmt: skip
"""What a log record may hold besides time, level, logger, message and error."""
_TEXTS = ("text",)
_LEVELS = {name: getattr(logging, name.upper()) for name in ("debug", "info", "warning", "error")}


class _Formatter(logging.Formatter):
    """What both forms have in common: the fields of a record."""

    def __init__(self, *, texts: bool = False) -> None:
        super().__init__()
        self._texts = texts

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """The fields that the record has, plain enough for JSON."""
        names = (*FIELDS, *_TEXTS) if self._texts else FIELDS
        given = {name: getattr(record, name) for name in names if hasattr(record, name)}
        made = {name: _plain(value) for name, value in given.items() if value is not None}
        if "request_id" not in made and request_id.get():
            made["request_id"] = request_id.get()
        return {**made, **_trace()}

    def error(self, record: logging.LogRecord) -> str | None:
        """The cause of the exception that the record carries."""
        if record.exc_info is None or record.exc_info[1] is None:
            return None
        return cause(record.exc_info[1], texts=self._texts)


class JsonFormatter(_Formatter):
    """One JSON object a line. With `texts`, messages of exceptions and texts are written too."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **self.fields(record),
        }
        error = self.error(record)
        if error is not None:
            line["cause"] = error
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(_Formatter):
    """One line for people: time, level, message, then the fields. Nothing can begin a new one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; the cause of an error follows, indented."""
        told = " ".join(f"{name}={_short(value)}" for name, value in self.fields(record).items())
        message = _one_line(record.getMessage())
        line = f"{_time(record)} {record.levelname:<7} {record.name}: {message} {told}".rstrip()
        error = self.error(record)
        if error is None:
            return line
        return line + "\n  " + "\n  ".join(map(_one_line, error.splitlines()))


def configure(settings: TelemetrySettings, stream: TextIO | None = None) -> None:
    """Send the logs of this package and of the server to `stream` (standard error).

    The server's own log of requests is switched off: it writes whole addresses, with what
    callers put into them, and the service writes a line for each request itself.
    """
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    form = JsonFormatter if settings.logs == "json" else TextFormatter
    handler.setFormatter(form(texts=settings.texts))
    for name in ("entailed", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(_LEVELS[settings.level])
    access = logging.getLogger("uvicorn.access")
    access.handlers, access.propagate = [], False


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _trace() -> dict[str, str]:
    """Ids of the current span, so that logs and traces can be joined."""
    tracing = sys.modules.get("opentelemetry.trace")
    if tracing is None:  # nothing has made a span
        return {}
    found = tracing.get_current_span().get_span_context()
    if not found.is_valid:
        return {}
    return {"trace_id": f"{found.trace_id:032x}", "span_id": f"{found.span_id:016x}"}


def _plain(value: object) -> Any:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {cleaned(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return cleaned(value)


def _short(value: object) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{k}:{v}" for k, v in value.items()) or "-"
    return _one_line(str(value))


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
