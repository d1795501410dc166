"""The container files: what can be said of them without building them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from entailed.service.settings import ServiceSettings
from tests.service.faults.support import served

ROOT = Path(__file__).parent.parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_every_setting_of_the_files_is_one_of_the_service():
    """A misspelt variable would be passed over in silence."""
    given = dict(COMPOSE["services"]["entailed"]["environment"])
    given |= dict(re.findall(r"(ENTAILED_SERVE_\w+)=(\S+)", DOCKERFILE))
    settings = ServiceSettings.load(environ=given)
    named = {name.removeprefix("ENTAILED_SERVE_").lower() for name in given if "SERVE" in name}
    assert named == {"keys", "ledger", "policy", "host", "port"}
    assert settings.host == "0.0.0.0"
    assert settings.keys is not None
    assert not settings.loopback
    assert "password" not in str(settings.ledger)


@pytest.mark.xdist_group("service_database")
def test_the_health_check_tells_ready_from_not(tmp_path):
    """The very command of the file, against a service."""
    line = re.search(r"^    CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    command = ast.literal_eval(line[1])
    assert command[:2] == ["python", "-c"]
    with served(ServiceSettings(scorer="lexical")) as client:
        code = command[2].replace(":8000/", f":{client.port}/")
        done = subprocess.run([sys.executable, "-c", code], check=False, timeout=60)
        assert done.returncode == 0
        client.service._closing = True
        done = subprocess.run(
            [sys.executable, "-c", code], check=False, timeout=60, stderr=subprocess.DEVNULL
        )
        assert done.returncode != 0
        client.service._closing = False


def test_nothing_runs_as_root_or_holds_a_secret():
    """Nor can the service write to its own files."""
    assert re.search(r"^USER 10001:10001$", DOCKERFILE, re.MULTILINE)
    service = COMPOSE["services"]["entailed"]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert all(volume["read_only"] for volume in service["volumes"])
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert not re.search(r"PASSWORD: (?!/run/secrets)", text.replace("PASSWORD_FILE", "FILE"))
    assert not re.search(r"ent_[0-9a-f]{12}_", text + DOCKERFILE)


def test_only_the_sources_go_into_the_image():
    """No folder of a checkout besides, and no torch."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in ignored
    allowed = [line[1:] for line in ignored if line.startswith("!")]
    assert sorted(allowed) == ["LICENSE", "README.md", "pyproject.toml", "src"]
    copied = [
        word
        for line in re.findall(r"^COPY (?!--)(.*) \S+$", DOCKERFILE, re.M)
        for word in line.split()
    ]
    assert sorted(copied) == sorted(allowed)
    assert "'.[serve]'" in DOCKERFILE
    assert "untested" in DOCKERFILE
