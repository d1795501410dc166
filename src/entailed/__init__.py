"""Entailed: is every claim of this answer entailed by the passages it was written from?

>>> import entailed
>>> evidence = entailed.freeze({"S1": "Refunds are accepted within 30 days of delivery."})
>>> report = entailed.verify("Refunds are accepted within 60 days [S1].", evidence)
>>> report.verdicts[0].label
'contradicted'

Names are imported on first use, so that `import entailed` costs next to nothing.
"""

from importlib import import_module as _import_module
from importlib.metadata import version as _version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entailed.answering import Answerer, Outcome
    from entailed.assembly import build_answerer, build_verifier, components, verify
    from entailed.calibration import Aim, CalibrationResult
    from entailed.chat import CallableModel, OpenAIModel
    from entailed.conversation import Conversation
    from entailed.errors import (
        CalibrationError,
        ConfigurationError,
        EntailedError,
        EvidenceError,
        InputError,
        LedgerError,
        ModelError,
        RequestError,
        RetrieverError,
        ScorerError,
        StoreError,
        UnsupportedError,
    )
    from entailed.evidence import freeze
    from entailed.extraction.llm import LLMExtractor
    from entailed.labelled import calibrate, read_labelled
    from entailed.pipeline import Verifier
    from entailed.policy import Policy, load_policy
    from entailed.prompts import Prompts, load_prompts
    from entailed.report import (
        claim_support_records,
        dumps,
        loads,
        schema,
        to_audit_json,
        to_html,
        to_markdown,
        to_terminal,
    )
    from entailed.scorers.judge import JudgeScorer
    from entailed.second import SecondOpinion
    from entailed.streaming import StreamVerifier
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

__all__ = [
    "Aim",
    "Answerer",
    "CalibrationError",
    "CalibrationResult",
    "CallableModel",
    "Citation",
    "Claim",
    "ConfigurationError",
    "Conversation",
    "EntailedError",
    "Entailment",
    "Evidence",
    "EvidenceError",
    "EvidenceSpan",
    "Failure",
    "Finding",
    "InputError",
    "JudgeScorer",
    "LLMExtractor",
    "LedgerError",
    "Limits",
    "ModelError",
    "OpenAIModel",
    "Outcome",
    "Pair",
    "Passage",
    "Policy",
    "Prompts",
    "Report",
    "RequestError",
    "RetrieverError",
    "ScorerError",
    "SecondOpinion",
    "Segment",
    "Span",
    "StoreError",
    "StreamVerifier",
    "UnsupportedError",
    "Verdict",
    "Verifier",
    "__version__",
    "build_answerer",
    "build_verifier",
    "calibrate",
    "claim_support_records",
    "components",
    "dumps",
    "freeze",
    "load_policy",
    "load_prompts",
    "loads",
    "read_labelled",
    "schema",
    "to_audit_json",
    "to_html",
    "to_markdown",
    "to_terminal",
    "verify",
]

_HOMES = {
    "entailed.answering": ("Answerer", "Outcome"),
    "entailed.assembly": ("build_answerer", "build_verifier", "components", "verify"),
    "entailed.calibration": ("Aim", "CalibrationResult"),
    "entailed.chat": ("CallableModel", "OpenAIModel"),
    "entailed.conversation": ("Conversation",),
    "entailed.errors": (
        "CalibrationError",
        "ConfigurationError",
        "EntailedError",
        "EvidenceError",
        "InputError",
        "LedgerError",
        "ModelError",
        "RequestError",
        "RetrieverError",
        "ScorerError",
        "StoreError",
        "UnsupportedError",
    ),
    "entailed.evidence": ("freeze",),
    "entailed.labelled": ("calibrate", "read_labelled"),
    "entailed.pipeline": ("Verifier",),
    "entailed.policy": ("Policy", "load_policy"),
    "entailed.prompts": ("Prompts", "load_prompts"),
    "entailed.report": (
        "claim_support_records",
        "dumps",
        "loads",
        "schema",
        "to_audit_json",
        "to_html",
        "to_markdown",
        "to_terminal",
    ),
    "entailed.extraction.llm": ("LLMExtractor",),
    "entailed.scorers.judge": ("JudgeScorer",),
    "entailed.second": ("SecondOpinion",),
    "entailed.streaming": ("StreamVerifier",),
    "entailed.types": (
        "Citation",
        "Claim",
        "Entailment",
        "Evidence",
        "EvidenceSpan",
        "Failure",
        "Finding",
        "Limits",
        "Pair",
        "Passage",
        "Report",
        "Segment",
        "Span",
        "Verdict",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name from its module on first use."""
    if name == "__version__":
        return _version("entailed")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'entailed' has no attribute {name!r}")
    value = getattr(_import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
