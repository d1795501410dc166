"""What assistants rightly say of dry papers: no check takes it for a slip.

Each kind was found by reading what the checks failed of 3,177 true sentences of such answers
(`training/assistant`); beside it stands what they still fail.
"""

from __future__ import annotations

import pytest

from entailed.checks.negation import negation
from entailed.checks.numbers import numbers
from entailed.checks.qualifiers import qualifiers
from entailed.checks.scopes import scopes
from tests.checks.support import outcome

RENT = "Plots: rent EUR 0.70/m² a year, water EUR 20 flat."
LOANS = "Loans run for six months, for works on paper eight. Requests by e-mail."
VOUCHER = "No credit note over €75 is issued without a receipt."
PLANS = "Price per user and month: Start €9, Grow €21, Scale €48."


@pytest.mark.parametrize(
    ("claim", "passage", "question"),
    [
        ("The rent is 56 euros for 80 square metres.", RENT, "What does a plot of 80 m² cost?"),
        ("Ten users cost €210 a month.", PLANS, ""),
        ("That comes to €210 a month.", PLANS, "What do ten users on Grow cost?"),
        ("Seventy percent of it would be 2,100 euros.",
         "Sick pay is 70 % of gross pay, at most €120 a day.", "I earn 3,000 gross."),
        ("You'd be paid £100 for the delay.", "Delay: £50 per full 12 hours, up to £200.", ""),
        ("That leaves 82,600 euros for the levy.",
         "Total EUR 318,000, grant EUR 95,400; EUR 140,000 come from the reserve.", ""),
        ("Loans of drawings run for eight months.", LOANS, ""),
        ("A credit note may not be more than €75 without a receipt.", VOUCHER, ""),
        ("The city's grant falls to 7.9 million.",
         "The city cuts its grant by 300,000 to 7.9 million.", ""),
        ("The fees add up to 5,750 euros over five months.",
         "Fees: standby EUR 1,150 per month.", ""),
        ("Provisions closed at 4,505,000 euros.",
         "Provisions (EUR thousand): opening 4,310; closing 4,505.", ""),
        ("In year 5 you contribute to the price.",
         "Guarantee: years 1 to 3 in full, then a contribution is charged.",
         "My mattress is in year 5."),
    ],
)  # fmt: skip
def test_a_figure_reckoned_or_told_from_its_other_side_is_no_slip(claim, passage, question):
    """Left to the model, where comparing figures cannot tell."""
    assert outcome(numbers, claim, passage, question) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The rent is 80 euros a year for a plot.", "Plots: rent EUR 56 a year, water EUR 20."),
        ("The loans run for nine months.", "The loans run for six months."),
        ("A credit note of at least €75 is issued.", "A credit note of at most €75 is issued."),
        ("The grant falls to 9.7 million.", "The city cuts its grant to 7.9 million."),
        ("Provisions closed at 4,550,000 euros.",
         "Provisions (EUR thousand): opening 4,310; closing 4,505."),
    ],
)  # fmt: skip
def test_another_figure_is_still_one(claim, passage):
    """No step of reckoning gives it, and nothing is left out."""
    assert outcome(numbers, claim, passage) is not None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Vouchers count at only half their value.", "Vouchers count at half their value."),
        ("Her price was only the second lowest.", "Her price was the second lowest."),
        ("You can only apply once you've had the account for six months.",
         "You may apply once the account has been open for six months."),
    ],
)  # fmt: skip
def test_only_that_makes_small_or_puts_a_condition_adds_no_limit(claim, passage):
    """It excludes nobody whom the passage does not."""
    assert outcome(qualifiers, claim, passage) is None


def test_only_that_excludes_others_is_still_added():
    """Where the passage says it of some without a word of the rest."""
    assert outcome(qualifiers, "Only members may book a court.", "Members may book a court.")


@pytest.mark.parametrize(
    "passage",
    [
        "The fourth key is to be handed in by 14 July; if it is missing, the lock is replaced.",
        "The fourth key is to be handed in by 14 July, but if it is missing, the lock is replaced.",
    ],
)
def test_a_condition_of_the_next_clause_limits_nothing_before_it(passage):
    """It is of what follows its comma."""
    assert outcome(scopes, "The fourth key has to be handed in by 14 July.", passage) is None


def test_a_condition_of_the_clause_is_still_missed():
    """Where it stands behind what it limits."""
    passage = "Members enter free of charge if they book a course."
    assert outcome(scopes, "Members enter free of charge.", passage) is not None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Time with an agency doesn't count as service.",
         "Service with the old firm counts, agency time does not."),
        ("Changing your mind isn't covered by the insurance.",
         "The insurance covers illness and accidents, but not a change of mind."),
        ("The day pass doesn't renew automatically.",
         "Options renew automatically, the day pass excepted."),
        ("With Full Cover there is no excess.", "Basic cover: excess 900; Full Cover: excess 0."),
    ],
)  # fmt: skip
def test_a_denial_without_its_verb_is_no_contradiction_of_one_with_it(claim, passage):
    """What is denied there leans on words said before."""
    assert outcome(negation, claim, passage) is None


def test_a_plain_affirmation_still_contradicts_a_denial():
    """Without any exception in its sentence."""
    assert outcome(negation, "Agency time doesn't count.", "Agency time counts.") is not None
