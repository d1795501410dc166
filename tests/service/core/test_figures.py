"""What /metrics tells about tenants of one another."""

from __future__ import annotations

import pytest

from entailed.service.settings import TelemetrySettings

from .support import GOOD, keys_for, run, serving


@pytest.mark.parametrize(
    ("with_keys", "sources", "named"),
    [(False, None, True), (True, None, False), (True, 10, True), (False, 0, False)],
)
def test_figures_name_sources_only_where_all_callers_are_one(tmp_path, with_keys, sources, named):
    """A service with keys counts sources without naming them, unless its settings say so."""
    path, keys = keys_for(tmp_path, "acme") if with_keys else (None, [None])

    async def steps():
        telemetry = TelemetrySettings(sources=sources)
        async with serving(keys=path, key=keys[0], telemetry=telemetry) as client:
            assert (await client.post("/v1/verify", json=GOOD)).status_code == 200
            figures = (await client.get("/metrics")).text
        assert ('source="S2"' in figures) is named
        assert ('entailed_source_claims_total{source="other"} 1.0' in figures) is not named

    run(steps())
