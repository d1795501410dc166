"""Streams that break, stages that fail, and bounds that are reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from entailed import InputError, Limits, build_verifier
from entailed.enforcement import PolicyEnforcer
from entailed.streaming import HoldEvent, ReleaseEvent, ReplaceEvent, StreamVerifier, apply_events
from entailed.testing import FailingScorer, FixedScorer, SlowScorer
from tests.streaming.support import (
    ANSWER,
    EVIDENCE,
    batch,
    check_equal,
    check_held,
    cut,
    verifier,
)

GOOD = "The library opens at 9:00 on weekdays [S1]."
FEW = "Children do not pay [S2]. "
NEUTRAL = "The library is large. The garden is lovely. The hall is quiet. The rooms are small."


def made(scorer, **options):
    """A verifier with another scorer."""
    return build_verifier("flag", scorer=scorer, attach_citations=False, **options)


def fed(checked, text, mode="hold", size=9):
    """All events of a text fed to a verifier."""
    stream = StreamVerifier(checked, EVIDENCE, "", mode)
    events = [e for piece in cut(text, range(size, len(text), size)) for e in stream.feed(piece)]
    return [*events, *stream.flush()]


@pytest.mark.parametrize("mode", ["buffer", "hold", "correct"])
def test_a_broken_stream_shows_what_was_verified(mode):
    """And no word of the sentence it broke in."""
    stream = StreamVerifier(verifier(), EVIDENCE, "", mode)
    shown = apply_events(stream.feed(GOOD + " It closes at 1"))
    events = stream.fail(ConnectionError("reset by peer"))
    done = events[-1]
    assert (done.outcome, done.error) == ("failed", "ConnectionError: reset by peer")
    assert apply_events(events, shown) == done.text == GOOD
    assert done.rest == " It closes at 1"
    assert done.report.answer == GOOD
    assert done.report.status == "grounded"


def test_a_stream_that_breaks_at_once_has_nothing_to_show():
    """Nor a report."""
    stream = StreamVerifier(verifier(), EVIDENCE)
    stream.feed("It clo")
    (done,) = stream.fail("gone")
    assert (done.text, done.report, done.rest, done.error) == ("", None, "It clo", "gone")


@pytest.mark.parametrize("mode", ["buffer", "hold", "correct"])
def test_a_continuation_is_verified_with_what_came_before(mode):
    """Broken inside a number, the text goes on as if nothing had happened."""
    text = GOOD + " It closes at 18:00. Children do not pay."
    stream = StreamVerifier(verifier(), EVIDENCE, "", mode)
    place = text.index("8:00")
    events = [*stream.feed(text[:place]), *stream.fail("gone"), *stream.feed(text[place:])]
    events += stream.flush()
    assert apply_events(events) == batch(text).repaired_answer
    assert replace(events[-1].report, timings=()) == batch(text)


def test_a_continuation_may_change_what_a_whole_answer_policy_showed():
    """A blocked answer is blocked, also where its beginning was shown when it broke."""
    stream = StreamVerifier(verifier("strict"), EVIDENCE)
    events = [*stream.feed(FEW + "It cl"), *stream.fail("gone")]
    assert stream.shown == FEW.strip()
    events += [*stream.feed("oses. Membership costs 9 euros a year."), *stream.flush()]
    assert any(isinstance(e, ReplaceEvent) for e in events)
    assert apply_events(events) == verifier("strict").enforcer.policy.safe_message


def test_a_scorer_that_always_fails_is_as_in_the_batch_path():
    """Nothing that needed it is shown before the end, and nothing is supported."""
    checked = made(FailingScorer())
    wanted = replace(checked.verify(ANSWER, EVIDENCE), timings=())
    events = fed(checked, ANSWER)
    check_held(events, wanted)
    check_equal(events, wanted)
    assert any(isinstance(e, HoldEvent) and e.reason == "unchecked" for e in events)


def test_a_scorer_that_fails_later_takes_nothing_back():
    """What it scored stands; the rest is unchecked, and said to be."""
    events = fed(made(FailingScorer(after=1)), NEUTRAL)
    done = events[-1]
    labels = [v.label for v in done.report.verdicts]
    assert labels[0] != "unchecked"
    assert labels[-1] == "unchecked"
    check_held(events, done.report)


def test_a_scorer_that_recovers_is_asked_again():
    """A claim that could not be scored when it came is scored at the end."""

    class Recovering(FailingScorer):
        """Fails at the first call."""

        failed = False

        def score(self, pairs):
            """Undecided, from the second call on."""
            if self.failed:
                return FixedScorer().score(pairs)
            self.failed = True
            return super().score(pairs)

    events = fed(made(Recovering()), NEUTRAL)
    assert any(isinstance(e, HoldEvent) and e.reason == "unchecked" for e in events)
    assert all(v.label != "unchecked" for v in events[-1].report.verdicts)


def test_a_slow_scorer_changes_nothing_but_the_time():
    """Not the text, nor the verdicts."""
    quick = verifier()
    slow = made(SlowScorer(quick.scorer, 0.001))
    wanted = replace(slow.verify(ANSWER, EVIDENCE), timings=())
    check_equal(fed(slow, ANSWER), wanted)


def test_a_used_up_budget_leaves_the_rest_unchecked():
    """`limits.seconds` is spent in the stream's own work, not while it waits."""
    slow = made(SlowScorer(verifier().scorer, 0.05), limits=Limits(seconds=0.02))
    events = fed(slow, NEUTRAL, size=20)
    assert events[-1].report.verdicts[-1].label == "unchecked"
    check_held(events, events[-1].report)


@pytest.mark.parametrize(
    "limits", [Limits(claims=2), Limits(answer_characters=80), Limits(sample=0.5)]
)
def test_limits_are_those_of_the_batch_path(limits):
    """On claims, on characters, and on the share of claims that is checked."""
    checked = made("lexical", limits=limits)
    wanted = replace(checked.verify(ANSWER, EVIDENCE), timings=())
    events = fed(checked, ANSWER)
    check_held(events, wanted)
    check_equal(events, wanted)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_an_answer_beyond_the_bound_ends_as_failed(size):
    """At the same character in any pieces; what came before is verified."""
    text = FEW * 10
    stream = StreamVerifier(verifier(), EVIDENCE, max_characters=100)
    events = []
    for piece in cut(text, range(size, len(text), size)):
        events.extend(stream.feed(piece))
        if events and events[-1].kind == "done":
            break
    done = events[-1]
    assert done.outcome == "failed"
    assert done.error.startswith("limit_reached")
    assert (done.text, done.rest) == ((FEW * 3).strip(), (FEW * 10)[77:100])
    assert len(stream.answer) == 100
    with pytest.raises(InputError):
        stream.feed("more")


def test_an_answer_of_just_the_bound_is_whole():
    """The bound is inclusive."""
    stream = StreamVerifier(verifier(), EVIDENCE, max_characters=len(GOOD))
    stream.feed(GOOD)
    assert stream.flush()[-1].outcome == "complete"


def test_half_a_surrogate_pair_is_refused():
    """A text that UTF-8 cannot hold was decoded wrongly upstream."""
    stream = StreamVerifier(verifier(), EVIDENCE)
    with pytest.raises(InputError, match="lone surrogate"):
        stream.feed("It costs \ud83d")


def test_an_extractor_without_early_claims_is_held_to_the_end():
    """And has the report of the batch path."""
    extractor = verifier().extractor

    class Late:
        """Extracts whole answers only."""

        name, version, extract = "late", "1", staticmethod(extractor.extract)

    checked = build_verifier("flag", scorer="lexical", extractor=Late(), attach_citations=False)
    events = fed(checked, ANSWER)
    assert sum(isinstance(e, ReleaseEvent) for e in events) == 1
    check_equal(events, replace(checked.verify(ANSWER, EVIDENCE), timings=()))


def test_such_a_stream_that_breaks_is_verified_to_its_last_whole_sentence():
    """There is nothing settled, but there are sentences."""
    extractor = verifier().extractor

    class Late:
        """Extracts whole answers only."""

        name, version, extract = "late", "1", staticmethod(extractor.extract)

    checked = build_verifier("flag", scorer="lexical", extractor=Late(), attach_citations=False)
    stream = StreamVerifier(checked, EVIDENCE)
    stream.feed(GOOD + " It closes at 1")
    done = stream.fail("gone")[-1]
    assert (done.text, done.rest) == (GOOD, " It closes at 1")


@pytest.mark.parametrize("mode", ["hold", "correct"])
def test_an_enforcer_that_breaks_early_is_asked_at_the_end(mode):
    """What it cannot tell of a part, it tells of the whole."""

    class Breaking(PolicyEnforcer):
        """Acts on whole answers only."""

        def early(self, judgement):
            """Breaks."""
            raise ValueError("broken")

        draft = early

    policy = verifier().enforcer.policy
    events = fed(verifier().changed(enforcer=Breaking(policy)), ANSWER, mode)
    assert apply_events(events) == batch(ANSWER).repaired_answer


def test_a_very_long_line_is_verified_as_it_comes():
    """Many sentences without a line break."""
    text = "Children do not pay [S2]. It closes at 17:00 [S1]. " * 40
    events = fed(verifier(), text, size=50)
    check_held(events, batch(text))
    check_equal(events, batch(text))
    assert sum(isinstance(e, ReleaseEvent) for e in events) > 20
