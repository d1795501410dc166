"""API keys: made once, kept as digests, each bound to a tenant.

A key is "ent_ID_SECRET". ID finds its entry and may be logged; SECRET is 256 random bits and is
shown once, when the key is made. The file holds only the SHA-256 of the key. A slow hash, made
for passwords that people choose, would add nothing: nobody can try 2**256 keys, however
quickly one is tried.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import logging
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from entailed.errors import ConfigurationError

__all__ = ["Caller", "KeyFile", "KeyRecord", "Keyring", "given_key"]

_LOG = logging.getLogger(__name__)
_FORMAT = 1
_KEY = re.compile(r"ent_([0-9a-f]{12})_[A-Za-z0-9_-]{43}")
_HEADERS = ("x-api-key", "api-key", "x-goog-api-key", "ocp-apim-subscription-key")
_RELOAD = 1.0  # seconds between looks at the file
_NAME_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the tenant of the key, "default" where no keys are used. `key_id` is no secret."""

    tenant: str
    key_id: str = ""


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """A key as the file keeps it. Times are ISO, in UTC; `revoked_at` is None while it is valid."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    id: str
    tenant: str
    digest: str
    created_at: str
    revoked_at: str | None = None
    note: str = ""


class KeyFile:
    """The file of keys. Changes are written whole, to a new file that takes its place."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[KeyRecord, ...]:
        """The keys, oldest first. Raises ConfigurationError where the file is not one of keys."""
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigurationError(f"keys: {self.path} cannot be read: {reason}") from error
        except ValueError as error:
            raise ConfigurationError(f"keys: {self.path} is not JSON") from error
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            raise ConfigurationError(f"keys: {self.path} is no file of keys of format {_FORMAT}")
        try:
            return TypeAdapter(tuple[KeyRecord, ...]).validate_python(data.get("keys"))
        except ValidationError as error:
            where = ".".join(str(part) for part in error.errors()[0]["loc"])
            raise ConfigurationError(f"keys: {self.path}: unusable at {where}") from error

    def add(self, tenant: str, note: str = "") -> tuple[KeyRecord, str]:
        """A new key, and its text, which is kept nowhere. Makes the file where there is none.

        Raises ConfigurationError for a tenant the ledger could not take.
        """
        usable = tenant.isprintable() and 0 < len(tenant) <= _NAME_LENGTH
        if not usable or tenant != tenant.strip() or tenant.startswith("#"):
            raise ConfigurationError(
                f"tenant: expected 1 to {_NAME_LENGTH} printable characters, not beginning with "
                f"'#' or white space, got {tenant[:80]!r}"
            )
        name = secrets.token_hex(6)
        key = f"ent_{name}_{secrets.token_urlsafe(32)}"
        made = KeyRecord(name, tenant, _digest(key), _now(), note=note)
        with self._locked():
            before = self.read() if self.path.exists() else ()
            self._write((*before, made))
        return made, key

    def revoke(self, key_id: str) -> KeyRecord:
        """Make a key invalid, at once also for services that run. Raises ConfigurationError."""
        with self._locked():
            keys = self.read()
            found = next((one for one in keys if one.id == key_id), None)
            if found is None:
                raise ConfigurationError(f"keys: no key has the id {key_id[:40]!r}")
            gone = found if found.revoked_at else replace(found, revoked_at=_now())
            self._write(tuple(gone if one is found else one for one in keys))
        return gone

    def _write(self, keys: tuple[KeyRecord, ...]) -> None:
        data = {"format": _FORMAT, "keys": [asdict(one) for one in keys]}
        unfinished = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            # For its owner alone from the beginning.
            mode = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with os.fdopen(os.open(unfinished, mode, 0o600), "w", encoding="utf-8") as file:
                file.write(json.dumps(data, indent=2) + "\n")
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.path)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigurationError(f"keys: {self.path} cannot be written: {reason}") from error
        finally:
            unfinished.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Alone with the file, so that no change of another process is lost."""
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            yield
            return
        lock = self.path.with_name(f".{self.path.name}.lock")
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigurationError(f"keys: {lock} cannot be written: {reason}") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


class Keyring:
    """The valid keys of a file, read again within a second of a change.

    A file that becomes unreadable is logged, and the keys known before stay in force.
    Raises ConfigurationError where it cannot be read at first.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = KeyFile(path)
        self._clock = clock
        self._seen: object = self._stamp()
        self._known = _by_id(self._file.read())
        self._next = clock() + _RELOAD

    def caller(self, key: str) -> Caller | None:
        """Who has this key, or None."""
        self._refresh()
        match = _KEY.fullmatch(key)
        found = self._known.get(match[1]) if match else None
        expected = found.digest if found is not None else _digest("")
        # Compared also where there is no such id: that must take the same time.
        same = hmac.compare_digest(_digest(key), expected)
        if found is None or not same or found.revoked_at is not None:
            return None
        return Caller(found.tenant, found.id)

    def _refresh(self) -> None:
        now = self._clock()
        if now < self._next:
            return
        self._next = now + _RELOAD
        stamp = self._stamp()
        if stamp == self._seen:
            return
        try:
            self._known = _by_id(self._file.read())
            self._seen = stamp
        except ConfigurationError as error:
            _LOG.error("the keys known before stay in force: %s", error)

    def _stamp(self) -> object:
        try:
            found = self._file.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


def given_key(headers: Mapping[str, str]) -> str | None:
    """The key of a request: `Authorization: Bearer KEY`, or a header that clients of other
    services send theirs in. None where there is none."""
    scheme, _, value = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and value.strip():
        return value.strip()
    return next((headers[name].strip() for name in _HEADERS if headers.get(name)), None)


def _by_id(keys: tuple[KeyRecord, ...]) -> dict[str, KeyRecord]:
    return {one.id: one for one in keys}


def _digest(key: str) -> str:
    return "sha256:" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
