"""Every exception the package raises on purpose.

EntailedError
├── InputError (also ValueError)     what the caller passed is unusable
│   ├── EvidenceError                passages: type, duplicate id, not text
│   ├── RequestError                 a request file or JSON body
│   └── ConfigurationError           unknown policy, scorer, option
├── ScorerError                      a scorer could not load or broke its contract
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


class ScorerError(EntailedError):
    """A scorer could not be loaded, or returned something its contract forbids."""


class UnsupportedError(EntailedError):
    """The request is understood but this version cannot do it."""
