"""Settings of the proxy: where they come from, and what is refused before anything is served."""

from __future__ import annotations

import pytest

from entailed.errors import ConfigurationError
from entailed.service import Service, ServiceSettings
from entailed.service.proxy.router import router
from entailed.service.proxy.settings import ProxySettings


def test_every_setting_is_in_the_documentation():
    """By its name."""
    import dataclasses
    from pathlib import Path

    page = (Path(__file__).parents[3] / "docs" / "proxy.md").read_text(encoding="utf-8")
    for field in dataclasses.fields(ProxySettings):
        assert f"`{field.name}`" in page, field.name


def test_settings_come_from_a_file_and_the_environment(tmp_path):
    """The environment comes before the file; secrets are in neither but by name."""
    file = tmp_path / "serve.toml"
    file.write_text(
        '[proxy]\nupstream = "http://a/v1"\nseconds = 5\nforward_authorization = true\n'
    )
    proxy = ServiceSettings.load(file, {"ENTAILED_SERVE_PROXY__SECONDS": "7"}).proxy
    assert (proxy.upstream, proxy.seconds, proxy.forward_authorization) == ("http://a/v1", 7, True)


@pytest.mark.parametrize(
    "wrong",
    [{"retries": -1}, {"seconds": 0}, {"choices": 0}, {"requests": 0}, {"keep_alive_seconds": 0}],
)
def test_numbers_out_of_range_are_refused(wrong):
    """By the name of the setting."""
    with pytest.raises(ConfigurationError, match=f"proxy.{next(iter(wrong))}"):
        ProxySettings(**wrong)


def test_a_stream_can_never_take_back_what_it_has_shown():
    """So there is no setting for that."""
    with pytest.raises(ConfigurationError, match=r"proxy\.streaming"):
        ServiceSettings.load(environ={"ENTAILED_SERVE_PROXY__STREAMING": "correct"})


@pytest.mark.parametrize("named", [{"policy": "regenerate"}, {"allow_policies": "repair, none"}])
def test_policies_have_to_be_known_before_anything_is_served(named):
    """Also those that only requests would name."""
    settings = ServiceSettings(scorer="lexical", proxy=ProxySettings("http://a/v1", **named))
    with pytest.raises(ConfigurationError, match="expected some of audit"):
        router(Service(settings))
