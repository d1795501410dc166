"""What of the text to show is final while the answer is still being written."""

from __future__ import annotations

import pytest

from entailed import build_verifier, freeze, load_policy
from entailed.enforcement import PolicyEnforcer
from entailed.pipeline import Progress
from entailed.types import Shown

EVIDENCE = freeze(
    {
        "S1": "It opens at nine. Children do not pay. The hall is open all year.",
        "S2": "The garden has 40 trees. The pond is deep. Membership costs 5 euros.",
    }
)
GOOD = "Children do not pay [S1]."
WRONG = "Membership costs 9 euros."
QUESTION = "What does membership cost?"


def enforcer(base="flag", **overrides):
    """An enforcer of a policy that attaches no citations unless told."""
    return PolicyEnforcer(load_policy(base, **{"attach_citations": False, **overrides}))


def judged(text, question=""):
    """The judgement on what is settled of a text."""
    made = Progress(build_verifier("flag", scorer="lexical"), EVIDENCE, question)
    return made.advance(text, claims=100).judgement


def early(text, policy, question=""):
    """What is shown of an unfinished text."""
    return policy.early(judged(text, question)).text


def test_marks_are_final_with_their_sentence():
    """Where a policy does nothing but mark."""
    text = f"{GOOD} {WRONG} The hall "
    assert early(text, enforcer()) == f"{GOOD} Membership costs 9 euros [citation needed]."


def test_a_report_is_final_as_it_is():
    """It changes nothing."""
    assert early(f"{GOOD} {WRONG} The hall ", enforcer("audit")) == f"{GOOD} {WRONG}"


def test_attached_citations_wait_for_the_first_failure():
    """An uncited claim gets one only where another claim failed."""
    policy = enforcer(attach_citations=True)
    text = f"{GOOD} The pond is deep. "
    assert early(text + "The hall ", policy) == GOOD
    assert "deep [S2]." in early(text + f"{WRONG} The hall ", policy)


@pytest.mark.parametrize(
    "overrides",
    [
        {"base": "repair"},
        {"base": "strict"},
        {"fail_closed": True},
        {"labels": {"missing": "block"}},
        {"labels": {"unchecked": "keep"}, "no_evidence": "block"},
    ],
)
def test_nothing_is_final_where_the_whole_answer_may_change(overrides):
    """What is verified again, what may be blocked, what is kept unless all is unchecked."""
    assert early(f"{GOOD} The hall ", enforcer(**overrides)) == ""


def test_a_block_is_final_at_once():
    """Nothing that follows unblocks it."""
    policy = enforcer("strict")
    judgement = judged(f"{GOOD} {WRONG} The hall ")
    shown = policy.early(judgement)
    assert shown == Shown(policy.policy.safe_message, judgement.segments[-1].span.end, whole=True)


DELETING = enforcer("suppress", min_confidence=0.0)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{GOOD}\n\nThe hall ", GOOD),
        (f"{GOOD} It ", ""),  # the rest of the line may go, and with it what joins them
        (f"{WRONG}\n\nThe hall ", ""),  # nothing is left so far; it could end as a refusal
        (f"{GOOD}\n\n{WRONG}\n\nThe hall ", GOOD),
        (f"{GOOD}\n\n## Fees\n\n{WRONG}\n\n## Hours\n\nThe hall ", GOOD),
        (f"{GOOD}\n\n- 40 trees:\n  - oaks ", GOOD),
        (
            f"{GOOD}\n\nThe garden has:\n\n- 40 trees\n- a lake\n\nThe hall ",
            f"{GOOD}\n\nThe garden has:\n\n- 40 trees",
        ),
        (f"{GOOD}\n\nThe garden has [S2]:\n\n- 40 trees\n- a lake ", GOOD),
        (f"{GOOD}\n\n| Fee | Sum |\n|---|---|\n| Tea | 9 euros |\n| Milk ", GOOD),
        (f"{GOOD}\n___\nThe hall ", GOOD),  # the rule may be taken for the hall's markup
        ("The sources do not say when.\n\nThe hall ", "The sources do not say when."),
    ],
)
def test_deletion_settles_line_by_line(text, shown):
    """A line is final once something at or under it is there to stay."""
    assert early(text, DELETING) == shown


def test_a_hedge_is_final_only_at_the_end():
    """Which claim answers the question is known then."""
    policy = enforcer("suppress", labels={"contradicted": "hedge"}, min_confidence=0.0)
    text = f"{GOOD}\n\n{WRONG}\n\nThe pond is deep.\n\nThe hall "
    assert early(text, policy, QUESTION) == GOOD
    assert early(text, policy) == f"{GOOD}\n\nThe pond is deep."


def test_a_draft_shows_what_is_known_so_far():
    """It may differ later, so nothing waits for it."""
    text = f"{GOOD} {WRONG} The hall "
    assert DELETING.draft(judged(text)).text == GOOD
    assert enforcer("repair").draft(judged(text)).text == GOOD
    assert enforcer("audit").draft(judged(text)).text == f"{GOOD} {WRONG}"
    marked = enforcer().draft(judged(text)).text
    assert marked == f"{GOOD} Membership costs 9 euros [citation needed]."


def test_a_draft_keeps_what_would_leave_nothing():
    """A refusal on the screen after one sentence would come and go."""
    text = f"{WRONG} The hall "
    assert DELETING.draft(judged(text)).text == WRONG


def test_nothing_is_shown_of_nothing():
    """No judged beginning, no text."""
    for policy in (enforcer(), enforcer("audit"), DELETING, enforcer("strict")):
        assert policy.early(judged("It")).text == policy.draft(judged("It")).text == ""
