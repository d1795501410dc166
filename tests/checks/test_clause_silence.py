"""Claims that follow from their evidence stay untouched by every clause-level check."""

import pytest

from entailed.checks.absence import absence
from entailed.checks.hedges import hedges
from entailed.checks.negation import negation
from entailed.checks.qualifiers import qualifiers
from entailed.checks.scopes import scopes
from tests.checks.support import outcome

CHECKS = (absence, hedges, negation, qualifiers, scopes)
FAITHFUL = (
    ("Gift cards are not refundable.", "Gift cards are non-refundable."),
    ("Gift cards cannot be refunded.", "Gift cards are not refundable."),
    ("Pets are not allowed in the lobby.", "Pets are prohibited in the lobby."),
    ("The merger was approved by shareholders.", "Shareholders approved the merger in May."),
    ("The board did not accept the proposal.", "The board rejected the proposal."),
    ("The drug lowers blood pressure.", "The drug reduces blood pressure."),
    ("Sales rose in the third quarter.", "Sales rose by 4% in the third quarter while costs fell."),
    ("Costs fell in the third quarter.", "Sales rose by 4% in the third quarter while costs fell."),
    (
        "The contract is invalid without a signature.",
        "The contract is not valid without a signature.",
    ),
    ("Membership is not mandatory for staff.", "Membership is optional for staff."),
    (
        "The museum is closed on public holidays.",
        "The museum is open daily but closed on public holidays.",
    ),
    ("The museum is open daily.", "The museum is open daily but closed on public holidays."),
    ("No one was injured in the fire.", "Nobody was injured in the fire."),
    ("No lead paint was found in the hallway.", "Lead paint was not found in the hallway."),
    ("The build finished without warnings.", "The build finished and there were no warnings."),
    ("The warranty excludes theft.", "The warranty does not cover water damage or theft."),
    ("The treaty was signed in 1950.", "The treaty was signed in 1950 but never ratified."),
    ("The door isn't locked at night.", "The door is unlocked at night."),
    ("The screen was not broken.", "The screen was intact."),
    (
        "The sensor is on the right side of the panel.",
        "The sensor is on the right side of the panel.",
    ),
    ("Smoking is not banned on the terrace.", "Smoking is allowed on the terrace."),
    ("It is not uncommon for trains to be late.", "Trains are often late; this is not uncommon."),
    ("The fee is not more than 5 euros.", "The fee is no more than 5 euros."),
    ("The report must be filed by Friday.", "The report must be filed no later than Friday."),
    ("The plan is not only cheap but also fast.", "The plan is cheap and fast."),
    ("The plan is cheap and fast.", "The plan is not only cheap but also fast."),
    ("The pool opens at noon.", "The pool does not open until noon."),
    ("There is no doubt that the river rose.", "The river rose."),
    ("The car is red.", "The car is red and the van is blue."),
    ("The shop opens at nine.", "The shop does not open on Sundays. It opens at nine."),
    (
        "The shop opens at nine.",
        "The shop does not open on Sundays; on other days it opens at nine.",
    ),
    ("Ada wrote the letter in 1840.", "Ada wrote the letter in 1840, but she did not send it."),
    (
        "The bridge did not collapse.",
        "Engineers feared that the bridge had collapsed, but it did not collapse.",
    ),
    ("The API requires a key.", "The API works without a key."),
    ("The committee refused to fund the trail.", "The committee agreed to fund the trail."),
    ("The device did not pass the drop test.", "The device failed the drop test."),
    ("The defendant was acquitted.", "The defendant was not convicted."),
    (
        "Returns are accepted if the item is unopened.",
        "Returns are accepted if the item is unopened.",
    ),
    ("Der Laden ist sonntags nicht geöffnet.", "Der Laden ist sonntags geschlossen."),
    ("Die Gebühr beträgt nicht mehr als 5 Euro.", "Die Gebühr beträgt höchstens 5 Euro."),
    ("Le musée est fermé le lundi.", "Le musée n'est pas ouvert le lundi."),
    ("La tienda no abre los domingos.", "La tienda nunca abre los domingos."),
    ("Il museo è chiuso il lunedì.", "Il museo non è aperto il lunedì."),
    ("Магазин закрыт в воскресенье.", "Магазин не открыт в воскресенье."),
    ("博物馆周一闭馆。", "博物馆周一不开放。"),
    ("The hotel has no pool.", "The hotel lacks a pool."),
    ("Refunds are not possible after 30 days.", "Refunds are accepted within 30 days only."),
    ("All students passed the exam.", "All students passed the exam."),
    ("Some students passed the exam.", "All students passed the exam."),
    ("Only adults may enter the casino.", "Entry to the casino is reserved for adults."),
    ("The ferry usually leaves on time.", "The ferry always leaves on time."),
    ("The ferry leaves on time.", "The ferry always leaves on time."),
    (
        "The tower is the tallest building in the city.",
        "No building in the city is taller than the tower.",
    ),
    ("The samples were contaminated.", "Two of the samples were contaminated."),
    ("The drug may cause liver damage.", "The drug causes liver damage."),
    ("The drug can cause liver damage.", "The drug may cause liver damage."),
    (
        "Results suggest that coffee lowers the risk of diabetes.",
        "Preliminary results suggest that coffee lowers the risk of diabetes.",
    ),
    ("The manager allegedly stole the funds.", "The manager allegedly stole the funds."),
    (
        "The company will open a plant in Ghent.",
        "The company will open a plant in Ghent next year.",
    ),
    ("The company plans to acquire Zentro.", "The company plans to acquire Zentro in 2026."),
    ("Visitors may take photos.", "Visitors may take photos in the hall."),
    ("Members may borrow films.", "Members may borrow films."),
    (
        "Support is available around the clock for enterprise accounts.",
        "Support is available around the clock for enterprise accounts.",
    ),
    ("On the Pro plan, exports are unlimited.", "On Pro plans, exports are unlimited."),
    ("Unopened items can be returned.", "Returns are accepted if the item is unopened."),
    ("Parking is free except on match days.", "Parking is free except on match days."),
    ("The clinic was opened in 1990.", "The clinic was opened in 1990 in the northern district."),
    ("The plaintiff filed suit.", "The plaintiff filed suit if only to gain time."),
    ("The feature is available.", "The feature is available in version 2."),
    ("He used to be a pilot.", "He used to be a pilot."),
    ("Staff must wear a badge.", "Staff must wear a badge at all times."),
    ("Staff are required to wear a badge.", "Staff must wear a badge."),
    ("Staff can wear a badge.", "Staff may wear a badge."),
    (
        "The service is available worldwide.",
        "The service is available in every country of the world.",
    ),
)


@pytest.mark.parametrize(("claim", "evidence"), FAITHFUL)
def test_leaves_faithful_claims_alone(claim: str, evidence: str) -> None:
    """No check fails a claim that its evidence entails or does not decide."""
    assert [outcome(check, claim, evidence) for check in CHECKS] == [None] * len(CHECKS)
