"""Settings become objects: the scorer of a process, and its answerer."""

from __future__ import annotations

import os

from entailed.answering import Answerer
from entailed.assembly import CHECKPOINT_SCORERS, build_answerer, build_verifier
from entailed.protocols import Scorer
from entailed.service.batching import SharedScorer
from entailed.service.settings import ServiceSettings

__all__ = ["build_answerer_of", "build_scorer"]

_TOGETHER = 16  # pairs in one run of a checkpoint, whose results do not depend on the others


def build_scorer(settings: ServiceSettings) -> Scorer | None:
    """The one scorer of a process. Raises ConfigurationError, ScorerError."""
    scorer = build_verifier(scorer=settings.scorer).scorer
    if scorer is None or not settings.gather:
        return scorer
    checkpoint = settings.scorer.partition(":")[0] in CHECKPOINT_SCORERS
    together = _TOGETHER if checkpoint else 1
    return SharedScorer(scorer, 1 if checkpoint else settings.workers, together)


def build_answerer_of(settings: ServiceSettings, scorer: Scorer | None) -> Answerer | None:
    """What answers questions, or None where no documents and model are configured."""
    if settings.documents is None or settings.model is None:
        return None
    from entailed.chat import OpenAIModel
    from entailed.retrieval import FolderRetriever

    key = os.environ.get(settings.model_key_variable)
    return build_answerer(
        FolderRetriever(settings.documents),
        OpenAIModel(settings.model, base_url=settings.model_url, api_key=key),
        settings.ask_policy,
        scorer=scorer,
        calibration=settings.calibration,
        limits=settings.limits,
        passages=settings.ask_passages,
        widened=2 * settings.ask_passages,
    )
