"""`entailed serve` and `entailed serve keys`: what they say and exit with."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from entailed.cli import app
from entailed.service.keys import Keyring


def cli(*arguments):
    """The result of one command."""
    return CliRunner().invoke(app, ["serve", *map(str, arguments)], env={"ENTAILED_SERVE_KEYS": ""})


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--host", "0.0.0.0"), 2, "serve keys add"),
        (("--keys", "absent.json"), 2, "cannot be read"),
        (("--scorer", "nope"), 2, "scorer"),
        (("--policy", "regenerate"), 2, "policy"),
        (("--model", "m"), 2, "documents and model"),
        (("--settings", "absent.toml"), 2, "absent.toml"),
        (("--scorer", "lexical", "--ledger", "mysql://x/y"), 2, "mysql"),
        (("--scorer", "lexical", "--ledger", "."), 3, "error"),
    ],
)
def test_what_cannot_be_served_is_said_at_once(tmp_path, monkeypatch, options, code, words):
    """In one line, before anything is served."""
    monkeypatch.chdir(tmp_path)
    made = cli(*options)
    assert made.exit_code == code, made.stderr
    assert words in made.stderr
    assert "Traceback" not in made.stderr


def test_keys_are_made_listed_and_revoked(tmp_path):
    """The key alone is on standard output, and once."""
    file = tmp_path / "keys.json"
    made = cli("keys", "add", "acme", "--keys", file, "--note", "the shop")
    key = made.stdout.strip()
    assert Keyring(file).caller(key).tenant == "acme"
    listed = cli("keys", "list", "--keys", file).stdout
    assert "acme" in listed
    assert "the shop" in listed
    assert key not in listed
    name = key.split("_")[1]
    assert cli("keys", "revoke", name, "--keys", file).exit_code == 0
    assert Keyring(file).caller(key) is None
    assert cli("keys", "revoke", "nope", "--keys", file).exit_code == 2
    assert cli("keys", "list", "--keys", tmp_path / "absent").exit_code == 2


def test_nothing_of_the_service_is_imported_unasked():
    """Neither by the library nor by the other verbs."""
    code = (
        "import sys, entailed, entailed.cli, entailed.service\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print(*{'fastapi', 'starlette', 'uvicorn', 'sqlalchemy', 'httpx'} & loaded)"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == ""
