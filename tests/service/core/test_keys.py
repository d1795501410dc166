"""Keys: made once, kept as digests, bound to a tenant, revoked while a service runs."""

from __future__ import annotations

import json
import logging
import stat

import pytest

from entailed.errors import ConfigurationError
from entailed.service.keys import Caller, KeyFile, Keyring, given_key


def test_a_key_is_its_tenants_and_the_file_does_not_hold_it(tmp_path):
    """Only the digest is kept, in a file for its owner alone."""
    file = KeyFile(tmp_path / "keys.json")
    made, key = file.add("acme")
    text = file.path.read_text()
    assert key not in text
    assert key.split("_", 2)[2] not in text
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert Keyring(file.path).caller(key) == Caller("acme", made.id)


@pytest.mark.parametrize(
    "change", [lambda k: k[:-1] + "?", lambda k: k + "x", lambda k: k[4:], str.upper]
)
def test_a_key_that_is_nearly_right_is_wrong(tmp_path, change):
    """Every character counts."""
    file = KeyFile(tmp_path / "keys.json")
    _, key = file.add("acme")
    assert Keyring(file.path).caller(change(key)) is None


@pytest.mark.parametrize("key", ["", "ent_", "ent_000000000000_" + "A" * 43, "é" * 60, "\ud800"])
def test_what_is_no_key_is_nobodys(tmp_path, key):
    """Neither an error nor a caller."""
    file = KeyFile(tmp_path / "keys.json")
    file.add("acme")
    assert Keyring(file.path).caller(key) is None


def test_one_secret_does_not_open_another_id(tmp_path):
    """A key is compared with the digest of its own id."""
    file = KeyFile(tmp_path / "keys.json")
    (one, first), (other, _) = file.add("acme"), file.add("bolt")
    assert Keyring(file.path).caller(first.replace(one.id, other.id)) is None


def test_a_revoked_key_is_refused_within_a_second(tmp_path):
    """A running service reads the file again."""
    now = [0.0]
    file = KeyFile(tmp_path / "keys.json")
    made, key = file.add("acme")
    ring = Keyring(file.path, clock=lambda: now[0])
    file.revoke(made.id)
    assert ring.caller(key) is not None
    now[0] = 1.1
    assert ring.caller(key) is None


def test_a_file_that_breaks_leaves_the_keys_known_before(tmp_path, caplog):
    """And the log says so, without a key."""
    now = [0.0]
    file = KeyFile(tmp_path / "keys.json")
    _, key = file.add("acme")
    ring = Keyring(file.path, clock=lambda: now[0])
    file.path.write_text(f"not json {key}")
    now[0] = 2.0
    with caplog.at_level(logging.ERROR):
        assert ring.caller(key) is not None
    assert "stay in force" in caplog.text
    assert key not in caplog.text


@pytest.mark.parametrize("tenant", ["", " acme", "#acme", "a\nb", "x" * 201])
def test_a_tenant_the_ledger_could_not_take_gets_no_key(tmp_path, tenant):
    """Refused when the key is made, not when its first record is."""
    with pytest.raises(ConfigurationError, match="tenant"):
        KeyFile(tmp_path / "keys.json").add(tenant)


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"format": 1, "keys": [{"id": 3}]}', "\x00", '{"format": 2, "keys": []}']
)
def test_a_file_of_something_else_is_refused(tmp_path, text):
    """At the start, with a reason."""
    path = tmp_path / "keys.json"
    path.write_text(text)
    with pytest.raises(ConfigurationError, match="keys"):
        Keyring(path)


def test_revoking_what_is_not_there_is_an_error(tmp_path):
    """And leaves the file as it was."""
    file = KeyFile(tmp_path / "keys.json")
    file.add("acme")
    before = json.loads(file.path.read_text())
    with pytest.raises(ConfigurationError, match="no key"):
        file.revoke("absent")
    assert json.loads(file.path.read_text()) == before


@pytest.mark.parametrize(
    ("headers", "key"),
    [
        ({"authorization": "Bearer K"}, "K"),
        ({"authorization": "bearer  K "}, "K"),
        ({"authorization": "Basic K"}, None),
        ({"x-api-key": "K"}, "K"),
        ({"api-key": "K"}, "K"),
        ({"authorization": "Bearer ", "x-goog-api-key": "K"}, "K"),
        ({}, None),
    ],
)
def test_where_a_key_may_stand(headers, key):
    """In the header of bearers, or in those of the services whose clients are pointed here."""
    assert given_key(headers) == key
