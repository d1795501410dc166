"""The documentation names every setting, route and error of the service."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from entailed.service import Service, ServiceSettings, create_app

from .support import SETTINGS, run, serving

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
SOURCES = [*(ROOT / "src" / "entailed" / "service").glob("*.py"),
           *(ROOT / "src" / "entailed" / "service" / "routes").glob("*.py")]  # fmt: skip


@pytest.mark.parametrize("name", [one.name for one in fields(ServiceSettings)])
def test_every_setting_is_documented(name):
    """With its default, in a table."""
    assert f"`{name}`" in PAGE


def test_every_route_is_documented():
    """Those of this page; the others have pages of their own."""
    paths = list(create_app(Service(SETTINGS)).openapi()["paths"])
    ours = [
        p for p in paths if re.match(r"/v1/(verify|ask|records|stats)|/healthz|/readyz|/metrics", p)
    ]
    assert len(ours) >= 11
    for path in ours:
        assert path.replace("{record_id}", "{id}") in PAGE, path


def test_every_error_is_documented():
    """The words that programs go by."""
    for source in SOURCES:
        for word in re.findall(r'ServiceError\(\s*\d+,\s*"([a-z_]+)"', source.read_text("utf-8")):
            assert f"`{word}`" in PAGE or word == "client_gone", (source.name, word)


def test_the_settings_shown_are_settings():
    """A file as the page shows it can be read."""
    shown = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]
    made = ServiceSettings.load(None, {}, tomllib.loads(shown))
    assert (made.policy, made.queue, made.limits.claims) == ("repair", 256, 100)


def test_the_example_of_the_readme_is_true():
    """The request shown gets the answer shown, from the service as it comes."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("## Run it as a service", 1)[1]
    asked, answered = (
        json.loads(t) for t in re.findall(r"```json\n(.*?)```", section, re.DOTALL)[:2]
    )

    async def steps():
        async with serving(scorer="embedded") as client:
            reply = await client.post("/v1/verify?format=audit-json", json=asked)
        assert reply.json() == answered

    run(steps())
