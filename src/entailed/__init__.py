"""Entailed: is every claim of this answer entailed by the passages it was written from?

>>> import entailed
>>> evidence = entailed.freeze({"S1": "Refunds are accepted within 30 days of delivery."})
>>> report = entailed.verify("Refunds are accepted within 60 days [S1].", evidence)
>>> report.verdicts[0].label
'contradicted'
"""

from importlib.metadata import version as _version

from entailed.assembly import build_verifier, components, verify
from entailed.errors import (
    ConfigurationError,
    EntailedError,
    EvidenceError,
    InputError,
    RequestError,
    ScorerError,
    UnsupportedError,
)
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.policy import Policy, load_policy
from entailed.types import (
    Citation,
    Claim,
    Entailment,
    Evidence,
    EvidenceSpan,
    Failure,
    Finding,
    Limits,
    Pair,
    Passage,
    Report,
    Segment,
    Span,
    Verdict,
)

__version__ = _version("entailed")

__all__ = [
    "Citation",
    "Claim",
    "ConfigurationError",
    "EntailedError",
    "Entailment",
    "Evidence",
    "EvidenceError",
    "EvidenceSpan",
    "Failure",
    "Finding",
    "InputError",
    "Limits",
    "Pair",
    "Passage",
    "Policy",
    "Report",
    "RequestError",
    "ScorerError",
    "Segment",
    "Span",
    "UnsupportedError",
    "Verdict",
    "Verifier",
    "__version__",
    "build_verifier",
    "components",
    "freeze",
    "load_policy",
    "verify",
]
