"""What a result was measured on, and where results are written."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from entailed.scorers.embedded import available_cores

RESULTS = Path(__file__).parent / "results"


def describe() -> dict[str, object]:
    """Commit, processor, cores, versions, and what else ran (load average of the last minute).

    Call it before measuring. No host name and no path is in it.
    """
    return {
        "commit": commit(),
        "processor": processor(),
        "cores": available_cores(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "onnxruntime": version("onnxruntime"),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def commit() -> str:
    """Short hash of the commit, with "+" when files of the package differ from it."""
    root = Path(__file__).parent.parent

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
        return done.stdout.strip()

    head = git("rev-parse", "--short", "HEAD") or "unknown"
    return head + ("+" if git("status", "--porcelain", "--", "src") else "")


def processor() -> str:
    """Model name of the processor, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def write(name: str, data: Mapping[str, object], page: str, folder: Path = RESULTS) -> None:
    """Write results as `name`.json and `name`.md."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, indent=1, ensure_ascii=False)
    (folder / f"{name}.json").write_text(text + "\n", "utf-8")
    (folder / f"{name}.md").write_text(page.rstrip() + "\n", "utf-8")


def table(head: list[str], rows: list[list[object]]) -> str:
    """A Markdown table; floats with three significant digits."""
    lines = [head, ["---"] * len(head), *([_cell(c) for c in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def heading(machine: Mapping[str, object]) -> str:
    """One line that says what the results were measured on."""
    return (
        f"Commit {machine['commit']}; {machine['processor']}, {machine['cores']} cores; "
        f"Python {machine['python']}, ONNX Runtime {machine['onnxruntime']}; load average "
        f"{machine['load']} before the run."
    )
