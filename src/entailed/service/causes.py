"""The cause of a failure for the log: where it happened, and no text of a request."""

from __future__ import annotations

import traceback

from entailed.errors import ConfigurationError, LedgerError

__all__ = ["cause"]

# Messages of these name files, addresses, types and attributes; those of others (a ValueError
# that quotes what it could not read) may hold the text that was being read.
_SAFE = (
    OSError, ImportError, MemoryError, RecursionError, TimeoutError, TypeError, AttributeError,
    NameError, NotImplementedError, LedgerError, ConfigurationError,
)  # fmt: skip


def cause(error: BaseException, *, texts: bool = False) -> str:
    """The chain of errors with their places in the code.

    The message of an error is left out where it may quote a text, unless `texts` allows it.
    Of a group of errors the first stands for all.
    """
    parts, seen = [], set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        told = f": {one}" if texts or isinstance(one, _SAFE) else ""
        places = traceback.extract_tb(one.__traceback__)[-12:]
        lines = [f"  {place.filename}:{place.lineno} in {place.name}" for place in places]
        parts.append("\n".join([f"{type(one).__name__}{told}", *lines]))
        if isinstance(one, BaseExceptionGroup):
            one = one.exceptions[0]
        else:
            one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return "\nbecause of ".join(parts)
