"""One answer judged while it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from entailed import InputError, Limits, build_verifier, freeze
from entailed.pipeline import Progress
from entailed.scorers.lexical import LexicalScorer
from entailed.second import SecondOpinion
from entailed.testing import FailingScorer, FixedScorer

EVIDENCE = freeze({"S1": "It opens at nine. Children do not pay. The hall is open all year."})
ANSWER = "It opens at nine [S1]. Children do not pay. The hall is red. It costs 9 euros."


class CountingScorer(LexicalScorer):
    """Counts the pairs it is asked for."""

    def __init__(self):
        super().__init__()
        self.pairs = []

    def score(self, pairs):
        """As the lexical scorer."""
        self.pairs += pairs
        return super().score(pairs)


def plain(report):
    """A report without its timings."""
    return replace(report, timings=())


def progress(scorer="lexical", evidence=EVIDENCE, **options):
    """Progress over the evidence of the tests."""
    return Progress(build_verifier("flag", scorer=scorer, **options), evidence)


def test_the_report_is_that_of_the_whole_answer():
    """However it came."""
    made = progress()
    for place in range(0, len(ANSWER), 5):
        made.advance(ANSWER[:place])
    assert plain(made.conclude(ANSWER)) == plain(made.verifier.verify(ANSWER, EVIDENCE))


def test_a_claim_is_judged_once():
    """No pair is asked about twice."""
    scorer = CountingScorer()
    made = progress(scorer)
    for place in range(0, len(ANSWER), 5):
        made.advance(ANSWER[:place])
    made.conclude(ANSWER)
    assert len(scorer.pairs) == len(set(scorer.pairs)) > 0


def test_only_what_is_settled_is_judged():
    """The last sentence may go on."""
    advance = progress().advance(ANSWER)
    assert [v.claim.id for v in advance.verdicts] == ["c1", "c2", "c3"]
    assert ANSWER[: advance.end].endswith("red.")
    assert advance.judgement.verdicts == advance.verdicts
    assert not advance.more


def test_a_few_claims_are_judged_at_once():
    """The rest is left for the next step, in order."""
    made = progress()
    first = made.advance(ANSWER, claims=2)
    assert (len(first.verdicts), first.more) == (2, True)
    assert ANSWER[: first.end].endswith("pay.")
    second = made.advance(ANSWER, claims=2)
    assert ([v.claim.id for v in second.verdicts], second.more) == (["c3"], False)


def test_what_failed_is_left_to_the_end():
    """And so is what stands behind it, for it cannot be shown before."""
    made = progress(FailingScorer())
    advance = made.advance(ANSWER)
    assert [v.label for v in advance.verdicts] == ["supported", "supported"]
    assert advance.end < made.settled_end


def test_without_a_scorer_nothing_is_left():
    """What the checks cannot decide is unchecked for good."""
    made = progress(None)
    labels = [v.label for v in made.advance(ANSWER).verdicts]
    assert "unchecked" in labels
    assert plain(made.conclude(ANSWER)) == plain(made.verifier.verify(ANSWER, EVIDENCE))


def test_a_second_opinion_is_asked_for_at_the_end():
    """Which verdicts are the least sure is known only then."""
    first = build_verifier("flag", scorer="lexical")
    second = SecondOpinion(FixedScorer(), first.decider, low=0.0, high=1.0, cap=1)
    made = Progress(replace_second(first, second), EVIDENCE)
    advance = made.advance(ANSWER)
    assert all(v.score is None for v in advance.verdicts)
    assert plain(made.conclude(ANSWER)) == plain(made.verifier.verify(ANSWER, EVIDENCE))


def replace_second(verifier, second):
    """The verifier with a second opinion."""
    made = verifier.changed()
    made.second = second
    made.stages = replace(made.stages, second=second)
    return made


@pytest.mark.parametrize(
    "made",
    [
        progress(evidence=freeze([])),
        progress(limits=Limits(sample=0.5)),
        progress(extractor=type("Late", (), {"extract": print, "name": "l", "version": "1"})()),
    ],
    ids=["no evidence", "a sample", "an extractor of whole answers"],
)
def test_nothing_is_judged_early_where_nothing_can_be(made):
    """It is all done at the end."""
    assert not made.early
    advance = made.advance(ANSWER)
    assert (advance.verdicts, advance.end) == ((), 0)


def test_an_extractor_that_breaks_is_asked_about_the_whole():
    """Its early claims are done without."""

    class Broken:
        """Settles nothing but an error."""

        def __init__(self, extractor):
            self._extractor = extractor
            self.name, self.version = extractor.name, extractor.version

        def extract(self, answer, evidence, question):
            """As the extractor."""
            return self._extractor.extract(answer, evidence, question)

        def settled(self, answer, evidence, question, before):
            """Breaks."""
            raise ValueError("broken")

    whole = build_verifier("flag", scorer="lexical")
    made = progress(extractor=Broken(whole.extractor))
    assert made.advance(ANSWER).end == 0
    assert not made.early
    assert plain(made.conclude(ANSWER)).verdicts == whole.verify(ANSWER, EVIDENCE).verdicts


def test_the_work_of_all_steps_is_in_the_timings():
    """Each stage once."""
    made = progress()
    made.advance(ANSWER)
    report = made.conclude(ANSWER)
    stages = [t.stage for t in report.timings]
    assert len(stages) == len(set(stages))
    assert {"extract", "align", "check", "score", "decide", "act"} <= set(stages)


def test_what_is_no_text_is_refused():
    """As `verify` refuses it."""
    with pytest.raises(InputError, match="question"):
        Progress(build_verifier("flag", scorer="lexical"), EVIDENCE, question=7)
    with pytest.raises(InputError, match="answer"):
        progress().conclude(7)
