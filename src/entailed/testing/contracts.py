"""Conformance suites: what every component of a kind must do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from unittest import SkipTest

from entailed.alignment import LexicalAligner
from entailed.errors import InputError, ScorerError
from entailed.evidence import freeze
from entailed.protocols import Aligner, Check, Extractor, Scorer
from entailed.types import (
    Alignment,
    Claim,
    Entailment,
    Evidence,
    EvidenceSpan,
    Failure,
    Finding,
    Mapped,
    Pair,
    Span,
)

__all__ = ["AlignerContract", "CheckContract", "ExtractorContract", "ScorerContract", "situation"]


class ScorerContract:
    """What every `entailed.protocols.Scorer` must do. Override the fixture `scorer`.

    Set `tolerance` above 0 only for a scorer that documents why its results vary with the batch.
    Set `repeatable` to False only for one that asks a language model and says so: the same
    question may get another answer there, so that two calls are not compared. What holds within
    one call still has to hold.
    """

    tolerance = 0.0
    repeatable = True

    pairs = (
        Pair("The library opens at nine.", "The library opens at nine."),
        Pair("The library opens at nine.", "The library never opens."),
        Pair("Parcels above 20 kg are sent by lorry. Smaller ones go by post.", "A fee applies."),
        Pair("Der Zug hält in Bonn.", "Le train s'arrête à Bonn."),
        Pair("水は100度で沸騰する。", "水は沸騰する。"),
        Pair("One sentence. " * 40, "One sentence, many times, and then a longer claim about it."),
    )

    def test_names_itself(self, scorer: Scorer) -> None:
        """It has a name and a version, and its digest is empty or tagged with its algorithm."""
        assert isinstance(scorer, Scorer)
        assert scorer.name
        assert scorer.version
        assert scorer.digest == "" or ":" in scorer.digest

    def test_no_pairs_give_no_scores(self, scorer: Scorer) -> None:
        """An empty batch is no error."""
        assert scorer.score([]) == []

    def test_one_score_a_pair(self, scorer: Scorer) -> None:
        """There are as many results as pairs, and each is a distribution."""
        results = scorer.score(self.pairs)
        assert len(results) == len(self.pairs)
        for result in results:
            assert isinstance(result, Entailment)
            parts = (result.entailment, result.neutral, result.contradiction)
            assert all(0 <= part <= 1 for part in parts)
            assert math.isclose(sum(parts), 1, abs_tol=1e-6)

    def test_order_does_not_matter(self, scorer: Scorer) -> None:
        """A pair keeps its score when the batch is turned round."""
        self._require_repeatable()
        self._same(scorer.score(self.pairs), scorer.score(self.pairs[::-1])[::-1])

    def test_batch_size_does_not_matter(self, scorer: Scorer) -> None:
        """A pair has the same score alone and among others."""
        self._require_repeatable()
        alone = [scorer.score([pair])[0] for pair in self.pairs]
        self._same(alone, scorer.score(self.pairs))

    def test_repeated_pairs_score_alike(self, scorer: Scorer) -> None:
        """The same pair twice in one batch has one score."""
        first, second = scorer.score([self.pairs[0], self.pairs[0]])
        self._same([first], [second])

    def test_threads_share_it(self, scorer: Scorer) -> None:
        """Eight threads at once get what one gets."""
        self._require_repeatable()
        expected = scorer.score(self.pairs)
        with ThreadPoolExecutor(8) as pool:
            for result in pool.map(lambda _: scorer.score(self.pairs), range(8)):
                self._same(expected, result)

    def test_blank_sides_are_refused(self, scorer: Scorer) -> None:
        """A blank premise or claim has no probability; it is an error, not a guess."""
        for pair in (Pair("", "A claim."), Pair("A premise.", " \n")):
            try:
                scorer.score([pair])
            except (InputError, ScorerError):
                continue
            raise AssertionError(f"expected an InputError or ScorerError for {pair}")

    def _require_repeatable(self) -> None:
        if not self.repeatable:
            raise SkipTest("a language model may answer the same question differently")

    def _same(
        self, one: Sequence[Entailment | Failure], other: Sequence[Entailment | Failure]
    ) -> None:
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert isinstance(a, Entailment)
            assert isinstance(b, Entailment)
            assert abs(a.entailment - b.entailment) <= self.tolerance
            assert abs(a.neutral - b.neutral) <= self.tolerance
            assert abs(a.contradiction - b.contradiction) <= self.tolerance
            assert a.truncated == b.truncated


ANSWERS = (
    "The library opens at nine. It is closed on Mondays [S1].",
    "# Hours\n\n- Opens at 9:00\n- Closes at 17:00\n\n| Day | Open |\n|-|-|\n| Sunday | none |",
    "Hello! I hope this helps. Is there anything else?",
    "The sources do not say when the library was built.",
    "Die Bibliothek öffnet um neun Uhr. 图书馆九点开门。 المكتبة تفتح في التاسعة.",
    'Unclosed **bold, "quote, (bracket and ```fence\nThe fee is 5 euros',
    "\U0001f600\u200b\u00a0 \ufeff x" * 20,
    "word " * 3000,
)
"""Answers a stage has to bear: plain, Markdown, talk, abstention, languages, damage, length."""

PASSAGES = {
    "S1": "The library opens at 9:00 and closes at 17:00. It is closed on Mondays.",
    "S2": "Membership costs 5 euros a year. Children do not pay. 图书馆九点开门。",
}


def situation(
    claim: str, passages: object, question: str = ""
) -> tuple[Claim, Alignment, Evidence]:
    """What a check is called with, for an answer that is one plain claim.

    `passages` is anything `entailed.freeze` takes; the claim is aligned as the package does it.
    """
    evidence = freeze(passages)
    whole = Span(0, len(claim))
    made = Claim("c1", whole, Mapped.identity(claim), whole)
    (alignment,) = LexicalAligner().align([made], evidence, question)
    return made, alignment, evidence


class ExtractorContract:
    """What every `entailed.protocols.Extractor` must do. Override the fixture `extractor`."""

    def test_names_itself(self, extractor: Extractor) -> None:
        """It has a name and a version."""
        assert isinstance(extractor, Extractor)
        assert extractor.name
        assert extractor.version

    def test_empty_answer_has_no_claims(self, extractor: Extractor) -> None:
        """Nothing to say gives no claim and no segment."""
        made = extractor.extract("", freeze(PASSAGES), "")
        assert made.claims == ()
        assert made.segments == ()

    def test_segments_tile_every_answer(self, extractor: Extractor) -> None:
        """Every character lies in exactly one segment, in order."""
        for answer in ANSWERS:
            at = 0
            for segment in extractor.extract(answer, freeze(PASSAGES), "").segments:
                assert segment.span.start == at
                at = segment.span.end
            assert at == len(answer)

    def test_claims_lie_in_the_answer(self, extractor: Extractor) -> None:
        """Claims have distinct ids, some text, and spans inside the answer."""
        for answer in ANSWERS:
            claims = extractor.extract(answer, freeze(PASSAGES), "").claims
            assert len({claim.id for claim in claims}) == len(claims)
            for claim in claims:
                assert claim.text.strip()
                assert claim.span.of(answer).strip()
                assert claim.span.end <= len(answer)

    def test_same_answer_gives_same_claims(self, extractor: Extractor) -> None:
        """Extraction is deterministic."""
        for answer in ANSWERS:
            one = extractor.extract(answer, freeze(PASSAGES), "When?")
            assert one == extractor.extract(answer, freeze(PASSAGES), "When?")


class AlignerContract:
    """What every `entailed.protocols.Aligner` must do. Override the fixture `aligner`."""

    claims = tuple(
        Claim(f"c{number}", Span(0, len(text)), Mapped.identity(text), Span(0, len(text)))
        for number, text in enumerate(ANSWERS)
    )

    def test_names_itself(self, aligner: Aligner) -> None:
        """It has a name and a version."""
        assert isinstance(aligner, Aligner)
        assert aligner.name
        assert aligner.version

    def test_no_claims_give_no_alignments(self, aligner: Aligner) -> None:
        """No claim is no error."""
        assert aligner.align([], freeze(PASSAGES), "") == ()

    def test_one_alignment_a_claim(self, aligner: Aligner) -> None:
        """Alignments come in the order of the claims and carry their ids and the question."""
        made = aligner.align(self.claims, freeze(PASSAGES), "When does it open?")
        assert [a.claim_id for a in made] == [c.id for c in self.claims]
        assert {a.given for a in made} == {"When does it open?"}

    def test_windows_are_whole_sentences_of_the_evidence(self, aligner: Aligner) -> None:
        """Every aligned sentence lies in a passage, every overlap in [0, 1], no window is blank."""
        evidence = freeze(PASSAGES)
        for made in aligner.align(self.claims, evidence, ""):
            for window in made.windows:
                assert window.text.strip()
                assert window.sentences
                assert 0 <= window.overlap <= 1
            for aligned in (*made.sentences, *(s for w in made.windows for s in w.sentences)):
                passage = evidence.get(aligned.passage_id)
                assert passage is not None
                assert aligned.sentence.span.end <= len(passage.text)
                assert 0 <= aligned.overlap <= 1

    def test_a_claim_is_aligned_alike_alone_and_among_others(self, aligner: Aligner) -> None:
        """What else the answer claims does not matter."""
        together = aligner.align(self.claims, freeze(PASSAGES), "")
        alone = tuple(aligner.align([c], freeze(PASSAGES), "")[0] for c in self.claims)
        assert alone == together


class CheckContract:
    """What every `entailed.protocols.Check` must do. Override the fixture `check`."""

    claims = (*ANSWERS, "The library does not open at 9:00 and costs 6 euros a year.")

    def test_names_itself(self, check: Check) -> None:
        """It has a name and a version, and its findings carry the name."""
        assert isinstance(check, Check)
        assert check.name
        assert check.version
        for found, _, _ in self._findings(check):
            assert found.check == check.name

    def test_does_not_deny_a_copied_sentence(self, check: Check) -> None:
        """No finding labels a claim that stands in the evidence word for word.

        A failure without label, such as a citation that is missing, is allowed.
        """
        found = check(*situation("Membership costs 5 euros a year.", PASSAGES))
        assert not [f for f in found if f.outcome == "fail" and f.label is not None]

    def test_bears_any_text(self, check: Check) -> None:
        """Odd claims and odd evidence give findings or none, but no exception."""
        for claim in self.claims:
            for passages in (PASSAGES, [claim], ["."], []):
                assert isinstance(check(*situation(claim, passages)), tuple)

    def test_places_lie_in_their_texts(self, check: Check) -> None:
        """Spans of findings lie in the answer and in the passages they name."""
        for found, claim, evidence in self._findings(check):
            assert found.claim_span.end <= claim.span.end
            for place in found.evidence:
                assert self._lies_in(place, evidence)

    def test_failures_say_why(self, check: Check) -> None:
        """A failed finding has a reason and a message."""
        for found, _, _ in self._findings(check):
            if found.outcome == "fail":
                assert found.reason
                assert found.message

    def test_same_input_gives_same_findings(self, check: Check) -> None:
        """A check is a function: no clock, no chance, no memory."""
        for claim in self.claims:
            made = situation(claim, PASSAGES)
            assert check(*made) == check(*made)

    def _findings(self, check: Check) -> list[tuple[Finding, Claim, Evidence]]:
        rows = (situation(claim, PASSAGES) for claim in self.claims)
        return [(found, row[0], row[2]) for row in rows for found in check(*row)]

    def _lies_in(self, place: EvidenceSpan, evidence: Evidence) -> bool:
        passage = evidence.get(place.passage_id)
        return passage is not None and place.span.end <= len(passage.text)
