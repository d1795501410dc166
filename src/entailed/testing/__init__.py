"""Fakes and conformance suites for components that are not ours.

A conformance suite is a class to inherit from; passing it is what "compatible" means. Give it
the component as a fixture and run pytest:

    import pytest
    from entailed.testing import ScorerContract

    class TestMyScorer(ScorerContract):
        @pytest.fixture
        def scorer(self):
            return MyScorer()

`ExtractorContract`, `AlignerContract`, `CheckContract` and `RetrieverContract` work alike, with
the fixtures `extractor`, `aligner`, `check` and `retriever`. `situation` makes the arguments of a
check from plain text. The fakes are real scorers, models and retrievers that do as they are told;
they take the place of mocks.
"""

from entailed.testing.contracts import (
    AlignerContract,
    CheckContract,
    ExtractorContract,
    ScorerContract,
    situation,
)
from entailed.testing.models import FailingModel, ScriptedModel, SlowModel
from entailed.testing.retrievers import FailingRetriever, RetrieverContract, ScriptedRetriever
from entailed.testing.scorers import FailingScorer, FixedScorer, ScriptedScorer, SlowScorer

__all__ = [
    "AlignerContract",
    "CheckContract",
    "ExtractorContract",
    "FailingModel",
    "FailingRetriever",
    "FailingScorer",
    "FixedScorer",
    "RetrieverContract",
    "ScorerContract",
    "ScriptedModel",
    "ScriptedRetriever",
    "ScriptedScorer",
    "SlowModel",
    "SlowScorer",
    "situation",
]
