"""Where a checkpoint is: a local folder, or a hub id in the local cache.

No network is used unless the caller asks for a download: a misspelt path must not become a
request to a server, and what is in the cache is used as it is.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypedDict, TypeVar

from entailed.errors import ConfigurationError, ScorerError, UnsupportedError

__all__ = [
    "HubOptions",
    "Source",
    "loading",
    "locate",
    "missing_packages",
    "require",
    "shared",
]

T = TypeVar("T")

EXTRA = "pip install 'entailed[nli]'"
_WEIGHTS = ("*.safetensors", "*.bin")
_OTHER_BIN = frozenset({"training_args.bin", "optimizer.bin", "scheduler.bin"})
_HUB_ID = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")
_KEPT = 4


class HubOptions(TypedDict, total=False):
    """How a hub id is found. All but `trust_remote_code` are ignored for a local folder.

    `revision`: branch, tag or commit, "main" by default. `cache_dir`: the cache to look in, the
    usual one by default. `download`: fetch what the cache lacks (False by default).
    `trust_remote_code`: run Python code that comes with the checkpoint (False by default).
    """

    revision: str
    cache_dir: str | Path
    download: bool
    trust_remote_code: bool


@dataclass(frozen=True, slots=True)
class Source:
    """A checkpoint that was found: a local folder, or one commit of a hub id."""

    name: str
    folder: Path | None
    commit: str
    options: tuple[tuple[str, Any], ...]

    @property
    def path(self) -> str:
        """What libraries load it by."""
        return str(self.folder) if self.folder is not None else self.name

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments of every `from_pretrained`, so that all parts come from one commit."""
        given = dict(self.options)
        made: dict[str, Any] = {
            "trust_remote_code": bool(given.get("trust_remote_code")),
            "local_files_only": self.folder is not None or not given.get("download"),
        }
        if self.folder is None:
            made["revision"] = self.commit
            if "cache_dir" in given:
                made["cache_dir"] = given["cache_dir"]
        return made

    @property
    def digest(self) -> str:
        """Identity of the weights.

        "sha256:<hex>" of a local weight file (of the list of digests where there are several),
        "hub:<id>@<commit>" of a hub id. Raises ScorerError where a folder holds no weights.
        """
        if self.folder is None:
            return f"hub:{self.name}@{self.commit}"
        return _digest(self.folder, weight_stamps(self.folder))

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for what loads alike; a file that was replaced makes another."""
        stamps = weight_stamps(self.folder) if self.folder is not None else ()
        return (self.path, self.commit, stamps, tuple(sorted(map(repr, self.options))))


def locate(checkpoint: str | Path, options: HubOptions, files: Sequence[str]) -> Source:
    """Find a checkpoint by folder or hub id; one of `files` must be in it.

    Raises ScorerError, with what to do, where there is none, ConfigurationError for an option
    that is none.
    """
    unknown = sorted(set(options) - set(HubOptions.__annotations__))
    if unknown:
        raise ConfigurationError(
            f"unknown option {unknown[0]!r} of a scorer; besides its own it takes "
            f"{', '.join(HubOptions.__annotations__)}"
        )
    kept = tuple(sorted((name, value) for name, value in options.items()))
    folder = Path(checkpoint).expanduser()
    if folder.is_dir():
        if not any((folder / name).is_file() for name in files):
            raise ScorerError(
                f"checkpoint {folder}: expected a folder with {' or '.join(files)}, as "
                "save_pretrained writes it"
            )
        return Source(str(checkpoint), folder.resolve(), "", kept)
    name = str(checkpoint)
    if folder.exists() or isinstance(checkpoint, Path) or not _HUB_ID.fullmatch(name):
        raise ScorerError(
            f"checkpoint {name!r}: no such folder; give the folder that save_pretrained wrote, or "
            "a hub id (organisation/name)"
        )
    return Source(name, None, _commit(name, options, files), kept)


def _commit(name: str, options: HubOptions, files: Sequence[str]) -> str:
    """The commit of the hub id in the cache; the files are fetched first where allowed."""
    require("huggingface_hub")
    from huggingface_hub import hf_hub_download

    reason: Exception | None = None
    for file in files:
        try:
            found = hf_hub_download(
                name,
                file,
                revision=options.get("revision"),
                cache_dir=options.get("cache_dir"),
                local_files_only=not options.get("download", False),
            )
        except Exception as error:  # the hub's client raises errors of several libraries
            reason = reason or error
        else:
            return Path(found).parent.name
    raise ScorerError(
        f"checkpoint {name!r}: no folder of this name, and no such hub id in the local cache "
        f"({type(reason).__name__}). Give a local folder; or fetch it once where there is a "
        f"network, with `hf download {name}` or the option download=True"
    ) from reason


def weight_stamps(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Path, size and time of each weight file that a library would load, by path.

    The modules of a sentence-transformers model lie in folders of their own.
    """
    folders = [folder]
    if (folder / "modules.json").is_file():
        folders.extend(sorted(path for path in folder.iterdir() if path.is_dir()))
    found = sorted(path for inner in folders for path in _weights(inner))
    stats = [(path.relative_to(folder).as_posix(), path.stat()) for path in found]
    return tuple((name, stat.st_size, stat.st_mtime_ns) for name, stat in stats)


def _weights(folder: Path) -> list[Path]:
    """The weight files of one folder: libraries take safetensors where both kinds are there."""
    for pattern in _WEIGHTS:
        found = [path for path in folder.glob(pattern) if path.name not in _OTHER_BIN]
        if found:
            return found
    return []


@lru_cache(maxsize=16)
def _digest(folder: Path, stamps: tuple[tuple[str, int, int], ...]) -> str:
    """The digest of the files; `stamps` make sure that it is that of the present ones."""
    if not stamps:
        raise ScorerError(
            f"checkpoint {folder}: expected weights (*.safetensors or *.bin), got none"
        )
    digests = {name: _file_digest(folder / name) for name, _, _ in stamps}
    if len(digests) == 1:
        return f"sha256:{next(iter(digests.values()))}"
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
    return f"sha256:{hashlib.sha256(lines.encode()).hexdigest()}"


def _file_digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ScorerError(f"checkpoint file {path}: cannot be read: {error}") from error


# --- loading ---------------------------------------------------------------------------------


def missing_packages(*packages: str) -> tuple[str, ...]:
    """Those of the packages that are not installed. Imports nothing."""
    return tuple(package for package in packages if find_spec(package) is None)


def require(*packages: str) -> None:
    """Raise UnsupportedError, saying what to install, unless all packages are installed."""
    missing = missing_packages(*packages)
    if missing:
        raise UnsupportedError(f"this scorer needs {' and '.join(missing)}: {EXTRA}")


@contextmanager
def loading(source: Source, what: str) -> Iterator[None]:
    """Load something quietly; what libraries raise becomes a ScorerError naming the checkpoint.

    Progress bars and reports of transformers are switched off meanwhile: this is a library.
    """
    from transformers.utils import logging

    bars, verbosity = logging.is_progress_bar_enabled(), logging.get_verbosity()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        yield
    except ScorerError:
        raise
    except Exception as error:  # torch, safetensors and tokenizers raise errors of their own
        hint = ""
        if "trust_remote_code" in str(error):
            hint = (
                "; it comes with Python code of its own, which runs only with "
                "trust_remote_code=True. Read that code first"
            )
        reason = " ".join(str(error).split())[:300]
        raise ScorerError(
            f"checkpoint {source.name!r}: cannot load its {what}: {type(error).__name__}: "
            f"{reason}{hint}"
        ) from error
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()


_loaded: OrderedDict[object, object] = OrderedDict()
_loading = threading.Lock()


def shared(key: object, make: Callable[[], T]) -> T:
    """What `make` gave for this key; made once per process, the last few are kept."""
    with _loading:
        if key not in _loaded:
            _loaded[key] = make()
            while len(_loaded) > _KEPT:
                _loaded.popitem(last=False)
        _loaded.move_to_end(key)
        found: T = _loaded[key]  # type: ignore[assignment]  # stored by this very key
        return found
