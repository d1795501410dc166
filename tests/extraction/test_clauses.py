"""Clause splitting: what is split, and above all what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.evidence import freeze
from entailed.extraction.clauses import split_clauses
from entailed.extraction.rules import RuleExtractor


def spoken(text: str) -> list[str]:
    """Each part of a sentence as it reads with what it shares with the others."""
    return [
        " ".join([*(text[a:b] for a, b in p.prefixes), text[p.start : p.end]])
        for p in split_clauses(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The daily ferry takes 40 minutes and costs 12 euros.",
            ["The daily ferry takes 40 minutes", "The daily ferry costs 12 euros."],
        ),
        (
            "The vaccine was approved in 2019 and withdrawn in 2022.",
            ["The vaccine was approved in 2019", "The vaccine was withdrawn in 2022."],
        ),
        (
            "The museum has a cafe, is free on Mondays and opens at nine.",
            [
                "The museum has a cafe",
                "The museum is free on Mondays",
                "The museum opens at nine.",
            ],
        ),
        (
            "Salts are solid and have a shape, gases are light and have none.",
            ["Salts are solid", "Salts have a shape", "gases are light", "gases have none."],
        ),
        (
            "Neumann was the candidate for Blair, and was heavily defeated in 2004.",
            ["Neumann was the candidate for Blair", "Neumann was heavily defeated in 2004."],
        ),
        (
            "The plugin supports SSO and SCIM.",
            ["The plugin supports SSO", "The plugin supports SCIM."],
        ),
        (
            "The service includes delivery, installation and removal.",
            [
                "The service includes delivery",
                "The service includes installation",
                "The service includes removal.",
            ],
        ),
        (
            "The kit contains a clamp, two hoses and a gauge.",
            [
                "The kit contains a clamp",
                "The kit contains two hoses",
                "The kit contains a gauge.",
            ],
        ),
    ],
)
def test_predicates_and_objects_share_what_precedes_them(text: str, expected: list[str]) -> None:
    """A second predicate takes the subject, a second object the subject and verb."""
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The bakery opens at six, the owner used to be a pilot.",
            ["The bakery opens at six", "the owner used to be a pilot."],
        ),
        ("The fee is $40, but it is waived for members.", None),
        ("The price rose, while the demand fell.", None),
        ("Gate 3 opens at 7 and gate 7 opens at 9.", None),
        ("The tower is 90 m tall; the bridge is 40 m long.", None),
        ("The device was returned, and testing showed a cracked lens.", None),
        ("In 2019, the dam leaked and the village was flooded.", None),
        ("Das Museum ist frei, aber das Café ist geschlossen.", None),
        ("Le musée est gratuit, mais le café est fermé.", None),
        ("El museo es gratis, pero el café está cerrado.", None),
    ],
)
def test_two_full_clauses_are_two_parts(text: str, expected: list[str] | None) -> None:
    """Each side of the joint has a subject and a finite verb of its own."""
    parts = spoken(text)
    assert len(parts) == 2
    assert expected is None or parts == expected


@pytest.mark.parametrize(
    "text",
    [
        "The album features Simon and Garfunkel.",
        "The board voted 7-2 to raise the fee, with Hale and Ortiz opposed.",
        "The tower stands between the river and the road.",
        "The dose lies between 5 and 10 mg.",
        "If you are late, the fee is $40, and the deposit is lost.",
        "The company said sales rose 5%, and profits fell.",
        "Critics claimed that the dam leaks and the bridge is unsafe.",
        "The plan covers repairs and costs of parts.",
        "The shop accepts used clothes and books.",
        "The shop sold new and used books.",
        "The mill closed in 1931, the year the bridge opened.",
        "The mill, which closed in 1931 and was rebuilt, is red.",
        "The policy does not cover flood and theft.",
        "Members can borrow films and reserve rooms.",
        "The town has a bridge, a tower, and a road built in 1950.",
        "The drug reduces pain and swelling.",
        "He founded and built the mill.",
        "The more you pay, the faster it is.",
        'The notice says "the pool is closed and the gate is locked".',
        "The pump (it is red and the hose is green) works.",
        "One source gives 1.4 litres, the other gives 1.7 litres.",
        "Research & Development spent less than Sales and Marketing.",
        "The plan covers both the roof and the walls.",
        "The fee is due when the lease starts and the keys are handed over.",
        "Preise: Erwachsene 5 Euro; Kinder 3 Euro.",
        "The kit ships with a red, a green and a blue pump.",
        "Although the fee rose and the queue grew, visitors stayed.",
        "Elements are bonded, while mixtures are not.",
        "The highest average is 58 degrees and the lowest is 50 degrees.",
        "The trap is built to let crabs in, but not let them out.",
        "She acted in a film, and other films shot in Oslo.",
        "She hosted a show, produced by the firm and presented on the radio.",
        "He planned an album for May; it wasn't.",
        "Tucker was raised in Salem and attended the local school.",
        "Mira Tan was born in Oslo and moved to Rome.",
        "In addition to funding what the house provides, the fund pays the rent.",
        "Their eyes are free, but in aiming at prey, they focus on it.",
        "To run a shop, you need a permit.",
        "Cook the eggs until they are done; about 9 minutes for a large egg.",
        "Cut it into chunks, making sure each chunk has two eyes and is small.",
        "Sie wohnt in Bonn und er arbeitet in Köln.",
    ],
)
def test_what_is_not_surely_two_statements_stays_whole(text: str) -> None:
    """Names, pairs, subordinate clauses, reports, lists and quotations are never cut."""
    assert spoken(text) == [text]


@given(st.text(max_size=300))
def test_parts_are_in_order_and_inside_the_text(text: str) -> None:
    """Whatever the text, parts are non-empty, ordered, and their prefixes come before them."""
    at = 0
    for part in split_clauses(text):
        assert at <= part.start < part.end <= len(text)
        assert all(0 <= a < b <= part.start for a, b in part.prefixes)
        at = part.end


@given(st.lists(st.sampled_from("the mill tower is was and but , ; opens 1931 red it".split())))
def test_gaps_between_parts_hold_only_connectors(chosen: list[str]) -> None:
    """No word is lost between parts but conjunctions and marks."""
    text = " ".join(chosen)
    kept = [False] * len(text)
    for part in split_clauses(text):
        kept[part.start : part.end] = [True] * (part.end - part.start)
    lost = "".join(c if not k else " " for c, k in zip(text, kept, strict=True)).split()
    assert not split_clauses(text) or set(lost) <= {"and", "but", ",", ";", "yet"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The council approved the budget and the merger.",
            ["The council approved the budget", "The council approved the merger."],
        ),
        (
            "The jury acquitted the driver and the owner.",
            ["The jury acquitted the driver", "The jury acquitted the owner."],
        ),
        (
            "The pass covers all museums and the zoo.",
            ["The pass covers all museums", "The pass covers the zoo."],
        ),
        (
            "The device has a screen and a battery.",
            ["The device has a screen", "The device has a battery."],
        ),
        (
            "The notice period is three months and severance is paid after five years.",
            ["The notice period is three months", "severance is paid after five years."],
        ),
        (
            "Flight 21 lands at 12 and flight 12 lands at 21.",
            ["Flight 21 lands at 12", "flight 12 lands at 21."],
        ),
        (
            "Source 1 says the path is closed, and Source 2 says it reopens in April.",
            ["Source 1 says the path is closed", "Source 2 says it reopens in April."],
        ),
    ],
)
def test_lists_of_things_and_clauses_without_a_comma_are_parted(
    text: str, expected: list[str]
) -> None:
    """What is said of each thing on its own becomes a claim of its own."""
    assert spoken(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The study compared the drug and the placebo.",
        "The plan links the city and the port.",
        "It takes an hour and a half.",
        "They chose the old and the new bridge.",
        "He did not visit the mill and the inn.",
        "The award honours the best and the brightest.",
        "Studies of cats and dogs are common.",
        "The price of bread and milk has risen.",
        "Windows 11 updates for May and June are late.",
        "She met the mayor and the judge in May.",
    ],
)
def test_things_that_belong_together_stay_together(text: str) -> None:
    """Joining verbs, shared nouns, denials and open attachments are left whole."""
    assert spoken(text) == [text]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Refunds go back to the card, and the fee is not refunded.", 2),
        ("Patients receive the drug daily, and side effects are rare.", 2),
        ("The sales force and the sports drink team meet.", 1),
        ("The app lets users pay and track orders.", 1),
        ("It helps reduce costs and improve results.", 1),
        ("The rules apply to members and their guests.", 1),
    ],
)
def test_a_plural_subject_has_a_verb_without_ending(text: str, count: int) -> None:
    """ "Refunds go" is a clause; "sports drink" and "lets users pay" are not."""
    assert len(RuleExtractor().extract(text, freeze(["x"]), "").claims) == count


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        (
            "The tram runs all night [1] and the funicular stops at ten [2].",
            ["The tram runs all night", "the funicular stops at ten."],
        ),
        (
            "Trams run all night [1], but boats stop at ten [2].",
            ["Trams run all night", "boats stop at ten."],
        ),
        ("He visited parks [1] and the water works of it [2].", None),
        ("It serves the tram [1] and the bus stops [2].", None),
        ("If the tram runs [1] and the bus stops at ten [2], all is well.", None),
    ],
)
def test_a_marker_before_a_conjunction_ends_a_clause(answer: str, claims: list[str] | None) -> None:
    """Where each side has a verb form of its own, a marker settles that they are two claims."""
    found = [c.text for c in RuleExtractor().extract(answer, freeze(["a", "b"]), "").claims]
    assert found == claims if claims else len(found) == 1


@pytest.mark.parametrize(
    "text",
    [
        "The centre handles about 40,000 pressure monitors a year.",
        "It has 1,250,000 guards and visits.",
        "The share is 3,5 percent of orders.",
    ],
)
def test_a_comma_inside_of_a_number_is_no_joint(text: str) -> None:
    """ "40" and "000 monitors" are no claims."""
    assert [p for p in split_clauses(text) if text[p.start : p.start + 1].isdigit()] == []
    assert not [p for p in split_clauses(text) if text[p.start - 1 : p.start] == ","]
