"""The numbers check: right values pass in any form, wrong ones are caught, none is invented."""

from __future__ import annotations

import pytest

from entailed.checks.numbers import numbers
from tests.checks.support import outcome, run

SUPPORTED = [
    ("The kit ships with three batteries.", "Each kit ships with 3 batteries."),
    ("The rope is 240 cm long.", "The rope is 2.4 m long."),
    ("The lab is kept at 68 °F.", "The lab is kept at 20 °C."),
    ("The dose is 50 µg once a day.", "Take 50 mcg once a day."),
    ("The bridge cost CHF 1,250,000.", "The bridge cost CHF 1'250'000."),
    ("The film has taken more than 2.5 billion yuan.", "这部动画片的票房已超过25亿元。"),
    ("Le budget est de 1250000 €.", "Le budget est de 1\u202f250\u202f000 €."),
    ("全市有1300万居民。", "全市有1,300万居民。"),
    ("重さは3.6 kgです。", "重さは３.６kgです。"),
    ("The most a cabin bag may weigh is 23 kg.", "Cabin bags must weigh no more than 23 kg."),
    ("The wheat in cell 9 turned out to be worth more.", "Cell 9 was recorded as feed wheat."),
    ("They may have it from the age of 50.", "Those aged 50 and over may have it."),
    ("It never costs less than $11,000.", "The price is not less than $11,000 in any month."),
    ("About 130 people came.", "128 people came to the opening."),
    ("Nearly half of the seats were empty.", "48% of the seats were empty."),
    ("Alder Ltd earned $3 million in 2021.",
     "In 2021 Alder Ltd earned $3 million and Birch Ltd earned $5 million."),
    ("Birch Ltd earned $5 million in 2021.",
     "In 2021 Alder Ltd earned $3 million and Birch Ltd earned $5 million."),
    ("quillpad.example had a 4.1% share of the traffic.",
     "Share of traffic: harbor.example 33%, quillpad.example 4.1%, others the rest."),
    ("The test flight lasted 95 minutes.", "The test flight lasted 1 h 35 min."),
    ("One source gives 1.4 litres for the kettle, the other gives 1.7 litres.",
     "The kettle holds 1.4 litres. In another test it held 1.7 litres."),
    ("The board voted 7-2 to raise the fee.", "The board voted 7–2 in favour of raising the fee."),
    ("More than 500 members signed.", "In the end 700 members signed the petition."),
    ("The discount is 15 percent.", "Members get a 15% discount."),
    ("Storage is limited to 5 GB per user.", "Each user may store up to 5 GB."),
    ("Blood pressure fell by 7 mmHg in the group.", "Blood pressure change in the group: −7 mmHg."),
    ("The study enrolled nine patients with type 2 diabetes.",
     "Enrolment: 9 patients, all with type 2 diabetes."),
    ("Der Vertrag läuft zwei Jahre.", "Die Laufzeit des Vertrags beträgt 2 Jahre."),
    ("Срок возврата — 14 дней.", "Срок возврата составляет 14 дней с момента покупки."),
    ("El plazo de devolución es de 14 días.", "El plazo de devolución es de catorce días."),
    ("Revenue was $14.0 million in 2023.", "Revenue: 2022 = $10.0 million; 2023 = $14.0 million."),
    ("The warranty covers 100,000 km.", "The warranty covers 100.000 km oder fünf Jahre und ist "
        "frei."),
    ("The pump moves 5 litres per minute.", "Pump, water flow: 5 l/min."),
    ("Tickets are free for children under 12.", "Children under 12 enter free; adults pay 9 €."),
    ("The oven must be set to 180 °C, not 180 °F.", "Set the oven to 180 °C. Do not use 180 °F."),
    ("The upper limit is 40 files per request.", "A request may hold at most 40 files."),
    ("The queue holds 10,000 messages.", "queue_size: 10000 messages"),
    ("By default it waits 30 seconds.", "open_valve(timeout=30): timeout in seconds, default 30."),
    ("The trip takes an hour and a half.", "The trip takes 90 minutes."),
    ("Two thirds of the members agreed.", "Of the members, 66.7% agreed."),
    ("The rate rose by 50 basis points.", "The rate rose by 0.5 percentage points."),
    ("The house is at 12 Quay Street.", "Aster GmbH, 12 Quay Street. Borea GmbH, 40 Mill Lane."),
]  # fmt: skip

CONTRADICTED = [
    ("The kit ships with thirteen batteries.", "Each kit ships with 30 batteries."),
    ("The rope is 24 cm long.", "The rope is 2.4 m long."),
    ("The lab is kept at 98 °F.", "The lab is kept at 20 °C."),
    ("The dose is 50 mg once a day.", "Take 50 mcg once a day."),
    ("The bridge cost CHF 125,000.", "The bridge cost CHF 1'250'000."),
    ("The film has taken more than 25 billion yuan.", "这部动画片的票房刚刚超过25亿元。"),
    ("Le délai de retour est de 12 jours.", "Le délai de retour est de 21 jours."),
    ("Cabin bags must weigh at least 23 kg.", "Cabin bags must weigh no more than 23 kg."),
    ("About 100 people came.", "128 people came to the opening."),
    ("Alder Ltd earned $5 million in 2021.",
     "In 2021 Alder Ltd earned $3 million and Birch Ltd earned $5 million."),
    ("quillpad.example had a 33% share of the traffic.",
     "Share of traffic: harbor.example 33%, quillpad.example 4.1%, others the rest."),
    ("There are two open complaints.", "The report lists a single open complaint: a late parcel."),
    ("The annual return was 64%.",
     "The test used 64 return observations. The annual return was 12%."),
    ("61% of the members backed the plan.", "In the poll, 64% of the members backed the plan."),
    ("The study enrolled two patients.", "Enrolment: 9 patients, all with type 2 diabetes."),
    ("Blood pressure rose by 7 mmHg in the group.", "Blood pressure change in the group: −7 mmHg."),
    ("The leak rate was 2.5 × 10^-3 mbar l/s.", "The measured leak rate was 2.5 × 10^-6 mbar l/s."),
    ("The film runs for 1 h 55 min.", "Running time of the film: 95 minutes."),
    ("Gate 7 opens at 7.", "Gate 3 opens at 7 and gate 7 opens at 9."),
    ("Refunds are paid within 60 days.", "Refunds are paid within 30 days."),
    ("The monthly fee is $12.", "The monthly fee is $21."),
    ("The price is €40.", "The price is $40."),
    ("Storage is limited to 50 GB per user.", "Each user may store up to 5 GB. Storage costs."),
    ("Die Frist beträgt 14 Tage.", "Die Frist beträgt 30 Tage."),
    ("Срок возврата составляет 30 дней.", "Срок возврата составляет 14 дней."),
    ("保修期为三年。", "保修期为两年。"),
    ("The board voted 6-3 to raise the fee.", "The board voted 7–2 in favour of raising the fee."),
    ("Notice must be given 10 business days ahead.", "Notice must be given 10 days ahead."),
    ("The boiler runs at 6 kPa.", "The boiler runs at 6 bar."),
    ("The company has 1,200 employees.", "The company has 12,000 employees."),
]  # fmt: skip

UNSUPPORTED = [
    ("The fine is $900.", "Parking on the lawn is punished with a fine."),
    ("The redesign brought in $42 million in revenue.", "The redesign cut page latency by 42%."),
    ("The service grew to 42 million users.", "In 2020 the team of 12 cut page latency by 42%."),
    ("The tower is 90 metres tall.", "The tower stands by the river."),
    ("The limit is 40 files.", "Chapter 2 of the guide deals with limits."),
]

TABLE = (
    "| Parameter | Min | Max |\n|---|---|---|\n| Water pressure (bar) | 1.5 | 6 |\n"
    "| Water flow (l/min) | 2 | 5 |"
)


@pytest.mark.parametrize(("claim", "passage"), SUPPORTED)
def test_what_is_stated_is_not_flagged(claim: str, passage: str) -> None:
    """A value in another form, unit, language or rounding is no failure."""
    assert outcome(numbers, claim, passage) is None


@pytest.mark.parametrize(("claim", "passage"), CONTRADICTED)
def test_another_value_of_the_same_thing_contradicts(claim: str, passage: str) -> None:
    """A value at odds with the one stated for the same thing is contradicted."""
    failed = outcome(numbers, claim, passage)
    assert failed is not None
    assert failed[1] == "contradicted"


@pytest.mark.parametrize(("claim", "passage"), UNSUPPORTED)
def test_a_value_that_is_nowhere_is_missing(claim: str, passage: str) -> None:
    """A value the evidence does not give is missing or merely related."""
    failed = outcome(numbers, claim, passage)
    assert failed is not None
    assert failed[0] == "number_missing"
    assert failed[1] in ("missing", "related")


@pytest.mark.parametrize(
    ("claim", "flagged"),
    [
        ("The maximum water pressure is 6 bar.", False),
        ("The minimum water pressure is 1.5 bar.", False),
        ("The maximum water flow is 5 l/min.", False),
        ("The minimum water pressure is 6 bar.", True),
        ("The maximum water pressure is 5 bar.", True),
        ("The minimum water flow is 5 l/min.", True),
    ],
)
def test_a_table_cell_belongs_to_its_row_and_column(claim: str, flagged: bool) -> None:
    """A value of another row or column is no support."""
    assert (outcome(numbers, claim, TABLE) is not None) == flagged


def test_a_number_of_the_question_is_given() -> None:
    """A number that the user named is not missing."""
    claim = "For your 700 euro order the rule is the same."
    assert outcome(numbers, claim, "The rule is the same for every order.") is not None
    assert outcome(numbers, claim, "The rule is the same.", "I placed a 700 euro order.") is None


def test_both_sides_are_located() -> None:
    """A finding points to the value in the answer and in the passage."""
    claim, passage = "The rope is 240 cm long.", "Note: the rope is 2.4 m long."
    (found,) = run(numbers, claim, passage)
    assert found.outcome == "pass"
    assert found.claim_span.of(claim) == "240 cm"
    assert found.evidence[0].span.of(passage) == "2.4 m"


def test_passages_at_odds_are_noted() -> None:
    """Where one passage agrees and another does not, both are named."""
    passages = ["The kettle holds 1.4 litres.", "The kettle holds 1.7 litres."]
    found = run(numbers, "The kettle holds 1.4 litres.", passages)
    notes = [f for f in found if f.reason == "source_conflict"]
    assert len(notes) == 1
    assert len({e.passage_id for e in notes[0].evidence}) == 2


@pytest.mark.parametrize("claim", ["The pump is red.", "", "It opened in 1931."])
def test_claims_without_quantities_have_no_findings(claim: str) -> None:
    """Nothing is said about a claim that gives no quantity."""
    assert run(numbers, claim, "The pump is blue and has 3 valves.") == ()
