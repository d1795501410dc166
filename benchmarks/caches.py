"""Forgetting what the package has cached, so that a first call can be timed again."""

from __future__ import annotations

import functools
import gc
import sys
from types import ModuleType

KEPT = ("entailed.scorers.embedded",)  # the loaded model, paid for once per process


def forget_texts() -> None:
    """Empty every cache over texts. Loaded word lists and the model stay.

    A cache of functions without arguments (a word list read from a file) is paid once per process
    like the model, and is left alone.
    """
    for cache in _caches():
        info = cache.cache_parameters()
        if info["maxsize"] is None or info["maxsize"] > 64:
            cache.cache_clear()


@functools.cache
def _caches() -> tuple[functools._lru_cache_wrapper[object], ...]:
    gc.collect()
    return tuple(
        found
        for found in gc.get_objects()
        if isinstance(found, functools._lru_cache_wrapper)
        and str(found.__module__).startswith("entailed.")
        and found.__module__ not in KEPT
        and isinstance(sys.modules.get(found.__module__), ModuleType)
    )
