"""Values that the evidence states for something else than the claim does."""

import pytest

from entailed.checks.numbers import numbers
from tests.checks.support import outcome

POOL = (
    "Adults pay 12 euros for the pool and 18 euros for the sauna. "
    "Children pay 5 euros for the pool."
)
FINES = "The fine is 30 euros for parking on the pavement and 55 euros for parking in a bus lane."
TABLETS = "Tablets contain 50 mg of caffeine and 200 mg of aspirin."
DISCOUNTS = "Members get 10 percent off on food and 25 percent off on books."
CLINIC = (
    "The clinic treats adults and children. Infants are still treated in Hull. "
    "About 9,000 patients a year are expected."
)
DEPOSITS = "The deposit rises to 300 euros for vans and to 450 euros for trucks."
LUGGAGE = "Economy passengers may check in 23 kg, business passengers 32 kg."
RENT = "Rent is lowered by 15 percent for students and by 30 percent for families with children."
FERRY = "The ferry takes 45 minutes in summer and 70 minutes in winter."
LAB = "The lab pays 14 euros per hour to assistants and 21 euros per hour to tutors."
TEA = "Green tea is steeped for two minutes. Black tea is steeped for four minutes."
TICKETS = "Regular tickets cost 18 euros. Reduced tickets cost 11 euros."
TOWERS = "The north tower has 22 floors. The south tower has 31 floors."
HOTEL = "The hotel has 120 rooms. Suites face the sea. There are 40 parking spaces."
HOURS = "Nurses work 38 hours a week. Doctors work 48 hours a week."
BOOKING = "A deposit of 200 euros is due at booking. Cleaning costs 60 euros."
SENIORS = "Students get 10 percent off. Seniors get a discount of 20 percent."
VANS = "The deposit for vans was 250 euros. It is now 300 euros."
FARM = "The farm keeps hens and geese. About 3,000 animals live on the farm."
FEES = "The fee is 5 euros on weekdays and 8 euros at weekends."
SALES = "Sales rose by 4 percent in Spain and by 9 percent in Portugal."
MUSEUM = "The museum had 12,000 visitors in 2023. Guests liked the garden."
TRAINS = "Trains to Leeds leave every 30 minutes on weekdays and every 60 minutes on Sundays."
STORAGE = "Basic storage is 50 GB. Premium storage is 500 GB."
VACCINE = "The vaccine protected 95 percent of adults and 70 percent of infants."
BAKERY = "The bakery sells bread and cakes. It sells 800 loaves a day."
CALLS = (
    "Internal calls cost 2 cents. External calls cost 9 cents. A monthly fee of 4 euros is charged."
)
OTHERWISE = (
    ("Adults pay 18 euros for the pool.", POOL),
    ("Adults pay 12 euros for the sauna.", POOL),
    ("Children pay 12 euros for the pool.", POOL),
    ("The fine is 30 euros for parking in a bus lane.", FINES),
    ("Parking on the pavement costs a fine of 55 euros.", FINES),
    ("The tablets contain 200 mg of caffeine.", TABLETS),
    ("Members get 25 percent off on food.", DISCOUNTS),
    ("Members get 10 percent off on books.", DISCOUNTS),
    ("The clinic treats about 9,000 infants a year.", CLINIC),
    ("The deposit rises to 450 euros for vans.", DEPOSITS),
    ("For trucks the deposit rises to 300 euros.", DEPOSITS),
    ("Economy passengers may check in 32 kg.", LUGGAGE),
    ("Business passengers may check in 23 kg.", LUGGAGE),
    ("Rent is lowered by 15 percent for families with children.", RENT),
    ("Rent is lowered by 30 percent for students.", RENT),
    ("The ferry takes 70 minutes in summer.", FERRY),
    ("In winter, the ferry takes 45 minutes.", FERRY),
    ("The lab pays 21 euros per hour to assistants.", LAB),
    ("Tutors are paid 14 euros per hour.", LAB),
    ("Green tea is steeped for four minutes.", TEA),
    ("Black tea is steeped for two minutes.", TEA),
    ("The south tower has 22 floors.", TOWERS),
    ("The hotel has 120 suites.", HOTEL),
    ("Nurses work 48 hours a week.", HOURS),
    ("A deposit of 60 euros is due at booking.", BOOKING),
    ("Seniors get a discount of 10 percent.", SENIORS),
    ("The farm has about 3,000 hens.", FARM),
    ("The fee is 5 euros at weekends.", FEES),
    ("Sales rose by 9 percent in Spain.", SALES),
    ("Trains to Leeds leave every 60 minutes on weekdays.", TRAINS),
    ("Premium storage is 50 GB.", STORAGE),
    ("Basic storage is 500 GB.", STORAGE),
    ("The vaccine protected 70 percent of adults.", VACCINE),
    ("The bakery sells 800 cakes a day.", BAKERY),
    ("Internal calls cost 9 cents.", CALLS),
    ("A monthly fee of 9 euros is charged.", CALLS),
)
STATED = (
    ("Adults pay 12 euros for the pool.", POOL),
    ("Adults pay 18 euros for the sauna.", POOL),
    ("The fine is 55 euros for parking in a bus lane.", FINES),
    ("The fine for parking on the pavement is 30 euros.", FINES),
    ("The tablets contain 50 mg of caffeine.", TABLETS),
    ("The tablets contain 200 mg of aspirin.", TABLETS),
    ("Members get 25 percent off on books.", DISCOUNTS),
    ("The clinic expects about 9,000 patients a year.", CLINIC),
    ("The deposit rises to 300 euros for vans.", DEPOSITS),
    ("For trucks the deposit rises to 450 euros.", DEPOSITS),
    ("Business passengers may check in 32 kg.", LUGGAGE),
    ("Rent is lowered by 30 percent for families with children.", RENT),
    ("Rent is lowered by 15 percent for students.", RENT),
    ("The ferry takes 70 minutes in winter.", FERRY),
    ("In summer the ferry takes 45 minutes.", FERRY),
    ("The lab pays 21 euros per hour to tutors.", LAB),
    ("Assistants are paid 14 euros per hour.", LAB),
    ("Black tea is steeped for four minutes.", TEA),
    ("Reduced tickets cost 11 euros.", TICKETS),
    ("Regular tickets cost 18 euros.", TICKETS),
    ("The north tower has 22 floors.", TOWERS),
    ("The hotel has 120 rooms.", HOTEL),
    ("There are 40 parking spaces at the hotel.", HOTEL),
    ("Doctors work 48 hours a week.", HOURS),
    ("A deposit of 200 euros is due at booking.", BOOKING),
    ("Cleaning costs 60 euros.", BOOKING),
    ("Students get a discount of 10 percent.", SENIORS),
    ("Seniors get 20 percent off.", SENIORS),
    ("The deposit for vans is 300 euros.", VANS),
    ("The deposit for vans is now 300 euros.", VANS),
    ("About 3,000 animals live on the farm.", FARM),
    ("The fee is 8 euros at weekends.", FEES),
    ("The fee is 5 euros on weekdays.", FEES),
    ("Sales rose by 9 percent in Portugal.", SALES),
    ("In Spain, sales rose by 4 percent.", SALES),
    ("The museum had 12,000 visitors in 2023.", MUSEUM),
    ("The museum had 12,000 guests in 2023.", MUSEUM),
    ("Trains to Leeds leave every 30 minutes on weekdays.", TRAINS),
    ("On Sundays trains to Leeds leave every 60 minutes.", TRAINS),
    ("Premium storage is 500 GB.", STORAGE),
    ("The vaccine protected 70 percent of infants.", VACCINE),
    ("External calls cost 9 cents.", CALLS),
    ("The monthly fee is 4 euros.", CALLS),
)


@pytest.mark.parametrize(("claim", "evidence"), OTHERWISE)
def test_a_value_of_something_else_is_no_support(claim: str, evidence: str) -> None:
    """The figure is there, the words are there, and they do not belong together."""
    found = outcome(numbers, claim, evidence)
    assert found is not None
    assert found[0] == "number_mismatch"


@pytest.mark.parametrize(("claim", "evidence"), STATED)
def test_the_value_of_the_thing_itself_is_not_flagged(claim: str, evidence: str) -> None:
    """The true twins, in the words of the evidence and in others."""
    assert outcome(numbers, claim, evidence) is None


def test_a_count_of_something_else_is_not_called_contradicted() -> None:
    """3,000 animals may be 3,000 hens; the evidence does not say so."""
    assert outcome(numbers, "The farm has about 3,000 hens.", FARM) == (
        "number_mismatch",
        "related",
    )


def test_a_sentence_that_states_both_values_is_not_held_against_the_claim() -> None:
    """The claimed value stands in the very sentence whose other value is looked at."""
    evidence = (
        "Jo Hart, now 50, and niece Ann Hart, now 19, were found. "
        "Ann Hart vanished when she was 8, and is now aged 19."
    )
    claim = "Jo Hart, now 50, and niece Ann Hart, now 19, were found."
    assert outcome(numbers, claim, evidence) is None
