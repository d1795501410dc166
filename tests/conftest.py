"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# Timings are never asserted: a busy machine must not fail a property.
settings.register_profile("entailed", deadline=None, max_examples=60)
settings.load_profile("entailed")
