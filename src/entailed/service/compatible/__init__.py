"""Routes in the shapes of hosted grounding checks, so that their clients can be pointed here.

The shapes are theirs; the figures are ours (see docs/compatibility.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import APIRouter

    from entailed.service.service import Service

__all__ = ["routers"]


def routers(service: Service) -> tuple[APIRouter, ...]:
    """The routes of all four services."""
    from entailed.service.compatible import azure, bedrock, google, vectara

    return tuple(one.router(service) for one in (google, azure, bedrock, vectara))
