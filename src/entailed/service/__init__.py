"""The verifier as an HTTP service: `entailed serve` (extra `serve`).

Names are imported on first use, so that `import entailed` needs no web framework.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from entailed.errors import UnsupportedError as _UnsupportedError

if TYPE_CHECKING:
    from entailed.service.app import create_app
    from entailed.service.service import Service
    from entailed.service.serving import in_environment, serve
    from entailed.service.settings import ServiceSettings

__all__ = ["Service", "ServiceSettings", "create_app", "in_environment", "serve"]

_HOME_OF = {
    "Service": "service",
    "ServiceSettings": "settings",
    "create_app": "app",
    "in_environment": "serving",
    "serve": "serving",
}
_NEEDED = ("fastapi", "starlette", "uvicorn", "prometheus_client", "opentelemetry", "httpx")


def __getattr__(name: str) -> object:
    """Import a public name from its module on first use."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'entailed.service' has no attribute {name!r}")
    try:
        value = getattr(_import_module(f"entailed.service.{_HOME_OF[name]}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _NEEDED:
            raise
        raise _UnsupportedError(
            f"the service needs {error.name}: run pip install 'entailed[serve]'"
        ) from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
