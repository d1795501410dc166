"""The check of who did what to whom."""

from __future__ import annotations

import pytest

from entailed.checks.participants import participants
from tests.checks.support import outcome, run


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Acme Corp. acquired Bolt Inc.", "Bolt Inc. acquired Acme Corp."),
        ("Tessel bought Corvin Bank in 2019.", "In 2019 Corvin Bank acquired Tessel."),
        ("Lena Fox defeated Mia Stone in the final.", "Mia Stone beat Lena Fox in the final."),
        ("Lena Fox beat Mia Stone.", "Lena Fox lost to Mia Stone in two sets."),
        ("Kiran lent the car to Maya.", "Maya lent the car to Kiran."),
        ("Kiran lent the car to Maya.", "Kiran borrowed the car from Maya."),
        ("The hospital sued the insurer.", "The hospital was sued by the insurer."),
        ("Iron protects zinc from rust.", "Iron is protected from rust by zinc."),
        ("Norwick invaded Sulland in 1702.", "Norwick was invaded by Sulland in 1702."),
    ],
)
def test_reversed_roles_are_contradicted(claim: str, passage: str) -> None:
    """Passives and converse verbs are read as the same event."""
    assert outcome(participants, claim, passage) == ("entity_mismatch", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The museum burned down in 1944.",
            "The museum opened in 1900. The town hall burned down in 1944.",
        ),
        (
            "The tablet must be stored in the fridge.",
            "The tablet is taken twice a day. The syrup must be stored in the fridge.",
        ),
        (
            "The tenant must repair the roof.",
            "The tenant pays the rent. The landlord must repair the roof.",
        ),
        (
            "The nurse signed the form.",
            "The nurse washed the wound. The surgeon signed the form.",
        ),
        (
            "Dr. Hahn treated the patient.",
            "The patient was treated by Dr. Hahn's assistant, Dr. Weiss.",
        ),
    ],
)
def test_what_another_did_is_not_support(claim: str, passage: str) -> None:
    """The event is told of another participant, and the claim's own is spoken of elsewhere."""
    assert outcome(participants, claim, passage) == ("entity_mismatch", "related")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Corvin Bank bought Tessel.", "Tessel was acquired by Corvin Bank in 2019."),
        ("Mia Stone beat Lena Fox.", "Lena Fox lost to Mia Stone in the final."),
        ("The museum burned down in 1944.", "The museum opened in 1900. It burned down in 1944."),
        (
            "The museum burned down in 1944.",
            "The museum opened in 1900. The building burned down in 1944.",
        ),
        (
            "Acme bought Bolt.",
            "Acme was founded in 1990. The company bought Bolt in 2001.",
        ),
        ("Ida met Olga in Rome.", "Olga met Ida in Rome."),
        (
            "Olympique Lyonnais beat Bastia.",
            "Olympique Lyonnais is a club. On Sunday Lyon beat Bastia.",
        ),
        (
            "The Tidal Rescue Mission launched the boat.",
            "The Tidal Rescue Mission is a charity. In May TRM launched the boat.",
        ),
        (
            "Acme beat Bolt in 2010.",
            "Acme beat Bolt in 2010 and Bolt beat Acme in 2012.",
        ),
        (
            "Dogs must be kept on a lead.",
            "Dogs are welcome. All animals must be kept on a lead.",
        ),
        (
            "The mill did not close in 1931.",
            "The mill is old. The inn closed in 1931.",
        ),
        ("Its roof was rebuilt in 1950.", "The mill has a tower. The roof was rebuilt in 1950."),
    ],
)
def test_silent_when_the_evidence_may_agree(claim: str, passage: str) -> None:
    """Pronouns, general words, two-way verbs, denials and agreeing frames give no finding."""
    assert outcome(participants, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Wolverby won the cup.", "Wolverby is a club. On Sunday Wolves won the cup."),
        (
            "The river path was damaged by the flood.",
            "A river path leads north. The pathway was damaged by the flood.",
        ),
        (
            "Ines Vega might leave the choir.",
            "Ines Vega sings. Her colleague Tom Hale left the choir last year.",
        ),
        (
            "The Otter costs less than the Mink.",
            "The Otter is a boat. The club boat costs less over ten years.",
        ),
        (
            "Ines Vega won the previous final.",
            "Tom Hale won the final. Ines Vega came second.",
        ),
        (
            "Ines Vega joined Alder.",
            "Ines Vega joined Birch in 2013. The fans cheered Alder.",
        ),
        ("Ines Vega won the seat.", "Ines Vega won a medal. She took the seat in 2017."),
        (
            "The horse that ran down the road had a bell.",
            "The horse ran down the road. The horse had a bell.",
        ),
        (
            "Max is the son of Ida Moss, who led the choir.",
            "Ida Moss has a son. His aunt led the choir.",
        ),
        ("Ines Vega will be followed by her deputy.", "He'll be followed by his deputy."),
    ],
)
def test_silent_when_it_may_be_another_event_or_the_same_participant(
    claim: str, passage: str
) -> None:
    """Short forms, what only may happen, comparisons, other rounds and dates, relative clauses."""
    assert outcome(participants, claim, passage) is None


def test_a_compound_that_ends_in_the_other_word_is_another_person() -> None:
    """A grandmother is no mother."""
    claim = "Kofi's mother tested the pump."
    passage = "Kofi's mother is a nurse. His grandmother tested the pump."
    assert outcome(participants, claim, passage) == ("entity_mismatch", "related")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The council approved the merger.",
            "The council approved the budget. It postponed the vote on the merger.",
        ),
        (
            "The jury acquitted the owner.",
            "The jury acquitted the driver. The owner was convicted in March.",
        ),
    ],
)
def test_what_was_done_to_something_else_is_not_support(claim: str, passage: str) -> None:
    """The deed is told of another object, and of the claim's own only another deed."""
    assert outcome(participants, claim, passage) == ("entity_mismatch", "related")


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("Mia Stone defeated Lena Fox in the final.", "Mia Stone beat Lena Fox in the final.", 1),
        ("J. Okoro wrote the book.", "The book was written by Joseph Okoro.", 1),
        ("J. Okoro wrote the book.", "The book was written by Peter Okoro.", 0),
        ("King Aldric the Third built the port.", "King Aldric III built the port.", 1),
        ("King Aldric the Second built the port.", "King Aldric III built the port.", 0),
        ("The router restarts after every update.", "After each update the router restarts.", 1),
        ("The court rejected the appeal.", "The appeal was dismissed by the court.", 1),
        ("The van loads faster with the old key.", "The van loads faster with the new key.", 0),
        ("The firm sold all the mills.", "The firm sold some mills.", 0),
        ("The firm sold the mill.", "The firm plans to say it sold the mill.", 0),
        ("The firm sold the mill.", "If prices rise, the firm sold the mill too late.", 0),
    ],
)
def test_the_same_event_is_confirmed(claim: str, passage: str, expected: int) -> None:
    """A flat sentence with all the claim's words in the same roles needs no model."""
    assert [f.outcome for f in run(participants, claim, passage)] == ["pass"] * expected


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        (
            "Children under twelve may use the syrup.",
            "The syrup should not be used by children under twelve.",
            ("negation_flip", "contradicted"),
        ),
        (
            "Children under twelve may use it too.",
            "The medicine should not be used by children under twelve.",
            ("negation_flip", "contradicted"),
        ),
        ("The firm sold the mill.", "The mill was never sold by the firm.",
         ("negation_flip", "contradicted")),
        ("Refunds are given on request.", "No refunds are given.",
         ("negation_flip", "contradicted")),
        ("Refunds are given on request.", "No refunds are given after 30 days.", None),
        ("Refunds are given with a receipt.", "No refunds are given without a receipt.", None),
        ("The firm sold the mill in 2019.", "The firm did not sell the mill in 2010.", None),
        ("The firm sold the mill.", "The firm did not sell the mill until 2010.", None),
        ("The firm sold the mill.", "The firm did not sell the mine.", None),
    ],
)  # fmt: skip
def test_an_event_said_not_to_happen(
    claim: str, passage: str, expected: tuple[str, str] | None
) -> None:
    """The denial must be of the claim's own event with its own participants, time included."""
    assert outcome(participants, claim, passage) == expected
