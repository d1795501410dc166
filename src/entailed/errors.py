"""Every exception the package raises on purpose.

EntailedError
├── InputError (also ValueError)     what the caller passed is unusable
│   ├── EvidenceError                passages: type, duplicate id, not text
│   ├── RequestError                 a request file or JSON body
│   ├── CalibrationError             labels that do not allow the promise asked for
│   └── ConfigurationError           unknown policy, scorer, option
├── ScorerError                      a scorer could not load or broke its contract
├── ModelError                       a language model gave no usable answer
├── RetrieverError                   a retriever failed
├── LedgerError                      the ledger could not be written or read
├── StoreError                       turns of a conversation could not be kept or read
└── UnsupportedError                 asked for something this version cannot do

A failure *inside* a verification is not an exception but a `entailed.types.Failure`
value on the report: one broken stage must not hide the verdicts of the others, and must
never look like support.
"""

from __future__ import annotations


class EntailedError(Exception):
    """Root of all exceptions of this package."""


class InputError(EntailedError, ValueError):
    """The caller's input cannot be used; the message says what was expected and what came."""


class EvidenceError(InputError):
    """Passages cannot be frozen: wrong type, duplicate id, text that is not text."""


class RequestError(InputError):
    """A request file or body is malformed or cannot be read."""


class ConfigurationError(InputError):
    """An unknown policy, scorer or option, or a value outside its range."""


class CalibrationError(InputError):
    """The labelled claims do not allow the promise that was asked for.

    `needed` is how many claims of the kind named in the message would, or None where no number
    of them would.
    """

    def __init__(self, message: str, needed: int | None = None) -> None:
        super().__init__(message)
        self.needed = needed


class ScorerError(EntailedError):
    """A scorer could not be loaded, or returned something its contract forbids."""


class ModelError(EntailedError):
    """A language model could not be asked, or what it answered cannot be used.

    `kind` tells callers what to do: "timeout", "connection", "authentication", "rate_limit",
    "server", "request" (it will not get better), "refused", "truncated", "empty", "malformed",
    "interrupted" (a stream that stopped half way). `partial` is the text that had come.
    `retry_after` is in seconds where the endpoint named it.
    """

    def __init__(
        self,
        message: str,
        kind: str = "server",
        *,
        partial: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.partial = partial
        self.retry_after = retry_after


class RetrieverError(EntailedError):
    """A retriever could not be asked, or what it returned cannot be used."""


class LedgerError(EntailedError):
    """A ledger could not be opened, written or read.

    `kind` tells callers what to do: "unavailable" and "full" may get better and are worth another
    try; "denied", "read_only", "schema", "corrupt" and "failed" need an operator; "absent" (no
    such ledger), "unknown" (no such record), "erased" (its texts are gone), "conflict" (the id is
    taken by another record) and "closed" are the caller's to see to.
    """

    def __init__(self, message: str, kind: str = "failed") -> None:
        super().__init__(message)
        self.kind = kind


class StoreError(EntailedError):
    """Turns of a conversation could not be kept, or read as they were kept."""


class UnsupportedError(EntailedError):
    """The request is understood but this version cannot do it."""
