"""The checks and the extractor of the package keep the contract third parties are held to."""

import pytest

from entailed.assembly import CHECKS
from entailed.checks.citations import uncited
from entailed.extraction.rules import RuleExtractor
from entailed.protocols import Check
from entailed.testing import CheckContract, ExtractorContract


class TestChecks(CheckContract):
    """All checks of the package."""

    @pytest.fixture(params=(*CHECKS, uncited), ids=lambda check: check.name)
    def check(self, request: pytest.FixtureRequest) -> Check:
        """One check after the other."""
        found: Check = request.param
        return found


class TestRuleExtractor(ExtractorContract):
    """The default extractor."""

    @pytest.fixture
    def extractor(self) -> RuleExtractor:
        """The extractor under test."""
        return RuleExtractor()
