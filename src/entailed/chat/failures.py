"""What went wrong at an endpoint, as a `ModelError` that says what to do about it."""

from __future__ import annotations

import email.utils
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from entailed.errors import ModelError

if TYPE_CHECKING:
    import openai

__all__ = ["RETRIED", "complaint", "failure", "one_line", "retry_after", "stream_failure", "told"]

RETRIED = ("connection", "rate_limit", "server")
_SHOWN = 300
_ADVICE: Mapping[str, str] = {
    "connection": "check the base URL, and that the endpoint runs",
    "authentication": "check the API key",
    "rate_limit": "try again later",
    "server": "try again later",
}


def failure(error: Exception, where: str, partial: str = "") -> ModelError:
    """The ModelError for what the client raised; `where` names model and endpoint.

    With `partial` a stream had begun, and whatever ended it is an interruption.
    """
    import openai  # deferred: it costs a second to import

    if isinstance(error, ModelError):
        return error
    if isinstance(error, openai.APIStatusError):
        return _status_failure(error, where)
    if partial:
        return stream_failure(f"{where}: the stream stopped half way: {_brief(error)}", partial)
    if isinstance(error, openai.APITimeoutError):
        return ModelError(f"{where}: no answer in time", kind="timeout")
    if isinstance(error, openai.APIConnectionError):
        cause = _brief(error.__cause__ or error)
        return _made(f"{where}: cannot be reached: {cause}", "connection")
    if isinstance(error, openai.APIError):
        return _made(f"{where}: {told(error.body) or _brief(error)}", "server")
    if isinstance(error, json.JSONDecodeError):
        return ModelError(f"{where}: expected JSON, got: {one_line(error.doc)}", kind="malformed")
    return _made(f"{where}: {_brief(error)}", "connection")


def stream_failure(message: str, partial: str) -> ModelError:
    """A stream that stopped before its end."""
    return ModelError(message, kind="interrupted" if partial else "empty", partial=partial)


def complaint(error: Exception) -> str:
    """What an endpoint said about a request it does not take as it is, or ""."""
    import openai  # as in failure

    if not isinstance(error, openai.APIStatusError) or error.status_code not in (400, 422):
        return ""
    return f"{error.param or ''} {error.body or error.message}"


def _status_failure(error: openai.APIStatusError, where: str) -> ModelError:
    """The ModelError for an HTTP status."""
    status, kind = error.status_code, _kind(error.status_code)
    text = f"{where}: HTTP {status}: {one_line(told(error.body) or error.message)}"
    if status == 404:
        text += "; check the model's name and the base URL"
    return _made(text, kind, retry_after(error.response.headers) if kind in RETRIED else None)


def _kind(status: int) -> str:
    if status in (401, 403):
        return "authentication"
    if status == 429:
        return "rate_limit"
    if status in (408, 409) or status >= 500:
        return "server"
    return "request"


def _made(text: str, kind: str, after: float | None = None) -> ModelError:
    advice = _ADVICE.get(kind)
    return ModelError(f"{text}; {advice}" if advice else text, kind=kind, retry_after=after)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a Retry-After header asks to wait, as a number or a date; None without one."""
    exact = _number(headers.get("retry-after-ms"))
    if exact is not None:
        return exact / 1000
    given = headers.get("retry-after")
    seconds = _number(given)
    if seconds is not None or not given:
        return seconds
    try:
        return max(email.utils.parsedate_to_datetime(given).timestamp() - time.time(), 0.0)
    except (ValueError, OverflowError):
        return None


def _number(text: str | None) -> float | None:
    try:
        number = float(text) if text else None
    except ValueError:
        return None
    return number if number is not None and 0 <= number < float("inf") else None


def told(body: object) -> str:
    """The message in an error body, in the forms that endpoints use; "" where there is none."""
    if not isinstance(body, Mapping):
        return ""
    inner = body.get("error")
    for found in (inner, body.get("message"), body.get("detail")):
        if isinstance(found, Mapping):
            found = found.get("message")
        if isinstance(found, str) and found.strip():
            return found
    return ""


def one_line(text: str) -> str:
    """`text` on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "..."


def _brief(error: BaseException) -> str:
    return one_line(str(error)) or type(error).__name__
