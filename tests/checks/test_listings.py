"""Lists: claims about items under lines, headings and columns that put them in or out."""

import pytest

from entailed.checks.listings import listings
from entailed.decision.verbatim import verbatim
from tests.checks.support import made, outcome, run

POLICY = (
    "The policy does not cover:\n"
    "- flood damage\n"
    "- theft from a parked car\n"
    "- wear of tyres\n"
    "\n"
    "The policy covers:\n"
    "- storm damage\n"
    "- broken glass\n"
)
WARRANTY = (
    "The following items are excluded from the warranty:\n"
    "\n"
    "1. batteries and fuses\n"
    "2. scratches on the screen\n"
    "3. damage by liquids\n"
)
BRING = (
    "You must not bring:\n"
    "* glass bottles\n"
    "* folding chairs\n"
    "* dogs of any size\n"
    "\n"
    "You may bring:\n"
    "* a blanket\n"
    "* an empty water bottle\n"
)
COURSES = "All courses are free of charge, except for the following:\n- pottery\n- scuba diving\n"
GUIDE = (
    "# Visitor guide\n"
    "\n"
    "## Not included\n"
    "\n"
    "- airport transfer\n"
    "- travel insurance\n"
    "\n"
    "## Included\n"
    "\n"
    "- breakfast\n"
    "- city map\n"
)
PLAN = (
    "The plan includes:\n"
    "- consultations\n"
    "- laboratory tests, but not:\n"
    "  - genetic tests\n"
    "  - allergy tests\n"
    "- x-rays\n"
)
COLUMNS = "| Covered | Not covered |\n|---|---|\n| hail | earthquake |\n| lightning | landslide |\n"
BOARD = (
    "## Not allowed on board\n"
    "\n"
    "| Item | Reason |\n"
    "|---|---|\n"
    "| Fireworks | explosive |\n"
    "| Camping gas | flammable |\n"
)
LAUNDRY = "Never wash in the machine: wool, silk and leather. "
MEMBERS = "Members are not entitled to:\n- free parking\n- guest passes\n"
FORBIDDEN = "It is forbidden to:\n- smoke in the rooms\n- light candles\n- feed the seagulls\n"
GRANT = "The grant cannot be used for\n- salaries\n- travel by plane\n- alcohol\n"
TRAVEL = (
    "## Exclusions\n"
    "\n"
    "The following are not insured:\n"
    "\n"
    "1. cash and jewellery\n"
    "2. damage to mobile phones\n"
    "3. loss of keys, unless reported within two days\n"
    "\n"
    "## Benefits\n"
    "\n"
    "The following are insured:\n"
    "\n"
    "1. hospital stays abroad\n"
    "2. rescue by helicopter\n"
)
SHOP = (
    "We do not ship:\n"
    "- lithium batteries\n"
    "- perfumes\n"
    "- live plants\n"
    "\n"
    "We ship:\n"
    "- books\n"
    "- tools\n"
)
SOUP = "Our soup contains no:\n- nuts\n- gluten\n- milk powder\n"
CABIN = (
    "| Allowed in the cabin | Not allowed in the cabin |\n"
    "|---|---|\n"
    "| laptops | knives |\n"
    "| umbrellas | fireworks |\n"
)
DISCOUNT = "Not eligible for the discount: students, trainees and temporary staff."
EXPENSES = (
    "**What you cannot claim:**\n"
    "\n"
    "* parking fines\n"
    "* minibar drinks\n"
    "* first-class upgrades\n"
    "\n"
    "**What you can claim:**\n"
    "\n"
    "* train tickets\n"
    "* hotel nights\n"
)
STAFF = "Staff must bring:\n- a passport\n- two photos\n\nStaff need not bring:\n- a contract\n"
PROHIBITED = "Prohibited items include:\n- drones\n- fireworks\n- hoverboards\n"
FREE_VERSION = "The free version lacks the following features: offline maps, voice guidance."
REFUNDS = "Refunds are not given for:\n(a) opened software\n(b) gift vouchers\n(c) sale items\n"
GERMAN = "Nicht versichert sind:\n- Hochwasser\n- Erdbeben\n\nVersichert sind:\n- Sturm\n- Hagel\n"
LIBRARY = "The library lends all media, with the exception of:\n- dictionaries\n- newspapers\n"
TARIFF = (
    "The tariff covers:\n"
    "- calls\n"
    "  - to landlines\n"
    "  - to mobile networks\n"
    "- text messages\n"
    "\n"
    "The tariff does not cover:\n"
    "- roaming\n"
    "  - in Switzerland\n"
    "  - in Turkey\n"
    "- premium numbers\n"
)
CLUB = (
    "Members may use:\n"
    "- the pool\n"
    "- the gym, except the boxing ring\n"
    "- lockers\n"
    "Members may not use:\n"
    "- the staff lift\n"
    "- the roof terrace\n"
)
OPPOSED = (
    ("The policy covers flood damage.", POLICY),
    ("The policy does not cover storm damage.", POLICY),
    ("Theft from a parked car is covered by the policy.", POLICY),
    ("Wear of tyres is included in the policy.", POLICY),
    ("The warranty covers batteries and fuses.", WARRANTY),
    ("Damage by liquids is covered by the warranty.", WARRANTY),
    ("Damage by liquids is included in the warranty.", WARRANTY),
    ("You may bring folding chairs.", BRING),
    ("Dogs of any size are allowed.", BRING),
    ("You can bring glass bottles.", BRING),
    ("You must not bring a blanket.", BRING),
    ("Pottery is free of charge.", COURSES),
    ("The pottery course is free.", COURSES),
    ("Travel insurance is included.", GUIDE),
    ("Breakfast is not included.", GUIDE),
    ("The airport transfer is included in the price.", GUIDE),
    ("The plan includes genetic tests.", PLAN),
    ("The plan does not include consultations.", PLAN),
    ("Earthquake is covered.", COLUMNS),
    ("Landslide is covered.", COLUMNS),
    ("Lightning is not covered.", COLUMNS),
    ("Fireworks are allowed on board.", BOARD),
    ("Camping gas is allowed on board.", BOARD),
    ("Silk can be washed in the machine.", LAUNDRY),
    ("Members are entitled to free parking.", MEMBERS),
    ("Members get guest passes.", MEMBERS),
    ("It is allowed to light candles.", FORBIDDEN),
    ("You may smoke in the rooms.", FORBIDDEN),
    ("The grant can be used for salaries.", GRANT),
    ("Cash and jewellery are insured.", TRAVEL),
    ("Damage to mobile phones is insured.", TRAVEL),
    ("Hospital stays abroad are not insured.", TRAVEL),
    ("We ship lithium batteries.", SHOP),
    ("Live plants are shipped.", SHOP),
    ("We do not ship tools.", SHOP),
    ("The soup contains nuts.", SOUP),
    ("The soup contains milk powder.", SOUP),
    ("Knives are allowed in the cabin.", CABIN),
    ("Umbrellas are not allowed in the cabin.", CABIN),
    ("Students are eligible for the discount.", DISCOUNT),
    ("Temporary staff get the discount.", DISCOUNT),
    ("You can claim parking fines.", EXPENSES),
    ("Hotel nights cannot be claimed.", EXPENSES),
    ("First-class upgrades can be claimed.", EXPENSES),
    ("Staff must not bring a passport.", STAFF),
    ("Drones are allowed.", PROHIBITED),
    ("Fireworks are permitted.", PROHIBITED),
    ("The free version has offline maps.", FREE_VERSION),
    ("Refunds are given for gift vouchers.", REFUNDS),
    ("Refunds are given for opened software.", REFUNDS),
    ("Hochwasser ist versichert.", GERMAN),
    ("Hagel ist nicht versichert.", GERMAN),
    ("The library lends dictionaries.", LIBRARY),
    ("The tariff covers roaming in Turkey.", TARIFF),
    ("The tariff covers premium numbers.", TARIFF),
    ("Members may use the staff lift.", CLUB),
    ("Members may not use the pool.", CLUB),
)
CONFIRMED = (
    ("The policy does not cover flood damage.", POLICY),
    ("The policy covers storm damage.", POLICY),
    ("Theft from a parked car is not covered.", POLICY),
    ("Flood damage is excluded from the policy.", POLICY),
    ("Broken glass is covered.", POLICY),
    ("Batteries and fuses are excluded from the warranty.", WARRANTY),
    ("The warranty does not cover scratches on the screen.", WARRANTY),
    ("You must not bring folding chairs.", BRING),
    ("You may bring a blanket.", BRING),
    ("Visitors may bring an empty water bottle.", BRING),
    ("Glass bottles are not allowed.", BRING),
    ("Glass bottles are prohibited.", BRING),
    ("Scuba diving is not free of charge.", COURSES),
    ("Travel insurance is not included.", GUIDE),
    ("Breakfast is included.", GUIDE),
    ("The plan does not include genetic tests.", PLAN),
    ("The plan includes x-rays.", PLAN),
    ("Hail is covered.", COLUMNS),
    ("Earthquake is not covered.", COLUMNS),
    ("Landslides are not covered.", COLUMNS),
    ("Fireworks are not allowed on board.", BOARD),
    ("Members are not entitled to guest passes.", MEMBERS),
    ("It is forbidden to feed the seagulls.", FORBIDDEN),
    ("Guests must not light candles.", FORBIDDEN),
    ("The grant cannot be used for travel by plane.", GRANT),
    ("Cash is not insured.", TRAVEL),
    ("Rescue by helicopter is insured.", TRAVEL),
    ("We do not ship perfumes.", SHOP),
    ("We ship books.", SHOP),
    ("The soup contains no gluten.", SOUP),
    ("The soup does not contain nuts.", SOUP),
    ("Laptops are allowed in the cabin.", CABIN),
    ("Fireworks are not allowed in the cabin.", CABIN),
    ("Trainees are not eligible for the discount.", DISCOUNT),
    ("You can claim train tickets.", EXPENSES),
    ("You cannot claim minibar drinks.", EXPENSES),
    ("Staff must bring a passport.", STAFF),
    ("Staff must bring two photos.", STAFF),
    ("Drones are prohibited.", PROHIBITED),
    ("Hoverboards are not allowed.", PROHIBITED),
    ("Refunds are not given for sale items.", REFUNDS),
    ("Erdbeben ist nicht versichert.", GERMAN),
    ("Sturm ist versichert.", GERMAN),
    ("The library does not lend newspapers.", LIBRARY),
    ("The tariff does not cover premium numbers.", TARIFF),
    ("The tariff covers text messages.", TARIFF),
    ("The tariff covers calls to landlines.", TARIFF),
    ("The tariff does not cover roaming in Switzerland.", TARIFF),
    ("Members may not use the roof terrace.", CLUB),
    ("Members may use lockers.", CLUB),
    ("Members may use the pool.", CLUB),
)
DROPPED = (
    ("Loss of keys is insured.", TRAVEL),
    ("Dogs are allowed in the garden.", "Not allowed in the garden:\n- dogs, unless on a lead\n"),
)
SILENT = (
    ("The policy covers damage.", POLICY),
    ("The policy may cover flood damage.", POLICY),
    ("The policy covers flood damage if it is reported.", POLICY),
    ("You may sell folding chairs.", BRING),
    ("You do not have to bring a blanket.", BRING),
    ("Guide dogs of the police are allowed.", "Not allowed:\n- large dogs\n"),
    ("Gulls are welcome.", "You must not feed:\n- gulls\n- pigeons\n"),
    ("Silk can be washed.", LAUNDRY),
    ("The Plus plan covers massages.", "The Basic plan does not cover:\n- massages\n- spa days\n"),
    ("Glass repair is included.", "## Not included\n- floods\n\nOther services:\n- glass repair\n"),
    ("The policy covers all storm damage.", POLICY),
    ("The policy covers storm damage but not flood damage.", POLICY),
    ("Storm damage costs 300 euros.", POLICY),
    ("Storm damage is covered.", "Not covered:\n- storm damage\n\nCovered:\n- storm damage\n\n"),
    ("", POLICY),
)


@pytest.mark.parametrize(("claim", "evidence"), OPPOSED)
def test_the_opposite_of_what_a_list_says_is_contradicted(claim: str, evidence: str) -> None:
    """The line, heading or column over an item decides what is said of it."""
    assert outcome(listings, claim, evidence) == ("negation_flip", "contradicted")


@pytest.mark.parametrize(("claim", "evidence"), CONFIRMED)
def test_what_a_list_says_of_an_item_is_confirmed(claim: str, evidence: str) -> None:
    """The pass spans the whole claim."""
    (finding,) = run(listings, claim, evidence)
    assert finding.outcome == "pass"
    assert finding.claim_span.of(claim) == claim


@pytest.mark.parametrize(("claim", "evidence"), DROPPED)
def test_an_item_put_out_on_a_condition_is_not_simply_in(claim: str, evidence: str) -> None:
    """The condition the list names has to be in the claim."""
    assert outcome(listings, claim, evidence) == ("qualifier_dropped", "related")


@pytest.mark.parametrize(("claim", "evidence"), SILENT)
def test_a_claim_that_is_about_more_or_less_than_items_is_left_alone(
    claim: str, evidence: str
) -> None:
    """Other subjects, other predicates, hedges, conditions, and lists that disagree."""
    assert run(listings, claim, evidence) == ()


def test_the_words_of_a_denied_item_do_not_stand_verbatim() -> None:
    """Words of an item count as those of the evidence only where its line does not deny them."""
    for evidence, found in ((FORBIDDEN, False), (FORBIDDEN.replace("forbidden", "usual"), True)):
        claim, alignment, frozen = made("Light candles.", evidence)
        assert (verbatim(claim, alignment, frozen) is not None) == found


def test_the_places_of_all_items_are_given() -> None:
    """A claim about two items of a list names both."""
    claim = "The policy covers flood damage and wear of tyres."
    (finding,) = run(listings, claim, POLICY)
    assert {p.span.of(POLICY) for p in finding.evidence} == {"flood damage", "wear of tyres"}
