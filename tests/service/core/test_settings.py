"""Settings: files, environment, command line, and what cannot be served."""

from __future__ import annotations

import pytest

from entailed.errors import ConfigurationError
from entailed.service import Service, ServiceSettings
from entailed.service.verifiers import within
from entailed.types import Limits


def test_later_sources_override_earlier_ones(tmp_path):
    """The command line comes before the environment, and that before the file."""
    file = tmp_path / "settings.toml"
    file.write_text('port = 1\npolicy = "strict"\nqueue = 3\n[limits]\nclaims = 7\n')
    environ = {"ENTAILED_SERVE_PORT": "2", "ENTAILED_SERVE_QUEUE": "4"}
    made = ServiceSettings.load(file, environ, {"port": 5})
    assert (made.port, made.queue, made.policy, made.limits.claims) == (5, 4, "strict", 7)


def test_a_table_is_reached_by_two_underscores():
    """`ENTAILED_SERVE_TELEMETRY__LOGS` is `logs` in the table `telemetry`."""
    made = ServiceSettings.load(None, {"ENTAILED_SERVE_TELEMETRY__LOGS": "text"})
    assert made.telemetry.logs == "text"


def test_the_environment_may_name_the_file(tmp_path):
    """Worker processes find their settings so."""
    file = tmp_path / "settings.toml"
    file.write_text("port = 7")
    assert ServiceSettings.load(None, {"ENTAILED_SERVE_SETTINGS": str(file)}).port == 7


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"prot": 1}, "prot"),
        ({"port": "many"}, "port"),
        ({"queue": -1}, "queue"),
        ({"limits": {"claim": 3}}, "claim"),
        ({"limits": {"sample": 2}}, "sample"),
        ({"telemetry": {"logs": "loud"}}, "logs"),
        ({"documents": "folder"}, "model"),
    ],
)
def test_a_setting_that_is_unusable_is_named(given, named):
    """The error says which one it is."""
    with pytest.raises(ConfigurationError, match=named):
        ServiceSettings.load(None, {}, given)


def test_a_file_that_is_no_toml_is_refused(tmp_path):
    """With the name of the file."""
    file = tmp_path / "settings.toml"
    file.write_text("port = = 1")
    with pytest.raises(ConfigurationError, match=r"settings\.toml"):
        ServiceSettings.load(file, {})
    with pytest.raises(ConfigurationError, match="cannot be read"):
        ServiceSettings.load(tmp_path / "absent.toml", {})


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "example.org", "127.0.0.1.nip.io"])
def test_other_machines_need_keys(host):
    """Anything but a loopback address is refused without keys."""
    with pytest.raises(ConfigurationError, match="serve keys add"):
        Service(ServiceSettings(host=host, scorer="lexical"))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
def test_this_machine_needs_none(host):
    """Loopback addresses may go without."""
    assert ServiceSettings(host=host).loopback


@pytest.mark.parametrize("policy", ["regenerate", "nope"])
def test_a_policy_that_cannot_be_served_is_refused(policy):
    """Also one that asks the model again, which `verify` cannot."""
    with pytest.raises(ConfigurationError, match="policy"):
        Service(ServiceSettings(policy=policy, scorer="lexical"))


def test_a_request_gets_no_more_than_the_settings_allow():
    """Limits are cut, not refused; what is below them stands."""
    settings = ServiceSettings(limits=Limits(claims=10, passages=20), seconds=3)
    made = within(settings, Limits(claims=99, passages=5, seconds=9))
    assert (made.claims, made.passages, made.seconds) == (10, 5, 3)
    assert within(settings, Limits(seconds=1)).seconds == 1
    assert within(settings, None).seconds == 3
