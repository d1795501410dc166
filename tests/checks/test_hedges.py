"""Hedges: reserve, reports, plans and past states told as plain present facts."""

import pytest

from entailed.checks.hedges import hedges
from tests.checks.support import outcome

FLAGGED = (
    (
        "The drug causes liver damage.",
        "The drug may cause liver damage.",
        "hedge_dropped",
        "related",
    ),
    (
        "The fire was caused by a faulty cable.",
        "The fire was probably caused by a faulty cable.",
        "hedge_dropped",
        "related",
    ),
    (
        "Coffee lowers the risk of diabetes.",
        "Preliminary results suggest that coffee lowers the risk of diabetes.",
        "hedge_dropped",
        "related",
    ),
    (
        "The painting is by Vermeer.",
        "The painting is thought to be by Vermeer.",
        "hedge_dropped",
        "related",
    ),
    (
        "The manager stole the funds.",
        "The manager allegedly stole the funds.",
        "hedge_dropped",
        "related",
    ),
    (
        "The company opened a plant in Ghent.",
        "The company will open a plant in Ghent next year.",
        "temporal_drift",
        "related",
    ),
    (
        "The company has acquired Zentro.",
        "The company plans to acquire Zentro in 2026.",
        "temporal_drift",
        "related",
    ),
    (
        "Das Medikament verursacht Leberschäden.",
        "Das Medikament verursacht möglicherweise Leberschäden.",
        "hedge_dropped",
        "related",
    ),
    (
        "Le tableau est de Vermeer.",
        "Le tableau est peut-être de Vermeer.",
        "hedge_dropped",
        "related",
    ),
    (
        "El incendio fue causado por un cable.",
        "El incendio fue causado probablemente por un cable.",
        "hedge_dropped",
        "related",
    ),
    (
        "Three keepers live in the tower.",
        "The light is automatic now; before that, three keepers lived in the tower.",
        "temporal_drift",
        "related",
    ),
    ("The museum is free.", "The museum was free until 2020.", "temporal_drift", "related"),
    ("Owen is a pilot.", "Owen used to be a pilot.", "temporal_drift", "related"),
    (
        "The mayor has signed the bill.",
        "The mayor is expected to sign the bill next week.",
        "temporal_drift",
        "related",
    ),
    (
        "The stadium was completed.",
        "The stadium is scheduled to be completed in 2030.",
        "temporal_drift",
        "related",
    ),
    (
        "The suspect fled to Spain.",
        "The suspect is believed to have fled to Spain.",
        "hedge_dropped",
        "related",
    ),
    (
        "Vitamin C prevents colds.",
        "It has been suggested that vitamin C prevents colds, but trials found no effect.",
        "hedge_dropped",
        "related",
    ),
    (
        "The outbreak started at the market.",
        "Some researchers argue that the outbreak started at the market.",
        "hedge_dropped",
        "related",
    ),
    (
        "The gene is linked to obesity.",
        "The gene appears to be linked to obesity.",
        "hedge_dropped",
        "related",
    ),
    (
        "Rents will rise next year.",
        "Rents are likely to rise next year.",
        "hedge_dropped",
        "related",
    ),
    (
        "The fort is used as a prison.",
        "The fort was used as a prison until 1960.",
        "temporal_drift",
        "related",
    ),
    (
        "Lena Park works at the ministry.",
        "Lena Park formerly worked at the ministry.",
        "temporal_drift",
        "related",
    ),
    (
        "The compound slows tumour growth.",
        "The compound might slow tumour growth; human studies are lacking.",
        "hedge_dropped",
        "related",
    ),
    (
        "The comet will be visible to the naked eye.",
        "The comet could be visible to the naked eye.",
        "hedge_dropped",
        "related",
    ),
    (
        "The statue depicts a queen.",
        "The statue is believed to depict a queen.",
        "hedge_dropped",
        "related",
    ),
    (
        "The virus jumped from bats to humans.",
        "Scientists suspect that the virus jumped from bats to humans.",
        "hedge_dropped",
        "related",
    ),
    (
        "Sleep loss causes weight gain.",
        "Sleep loss possibly causes weight gain.",
        "hedge_dropped",
        "related",
    ),
    (
        "The minister resigned.",
        "The minister is rumoured to have resigned.",
        "hedge_dropped",
        "related",
    ),
    ("The coin is fake.", "Some experts believe the coin is fake.", "hedge_dropped", "related"),
    (
        "Der Fund stammt aus der Bronzezeit.",
        "Der Fund stammt vermutlich aus der Bronzezeit.",
        "hedge_dropped",
        "related",
    ),
    (
        "La pieza procede de Cuzco.",
        "La pieza procede posiblemente de Cuzco.",
        "hedge_dropped",
        "related",
    ),
    (
        "The city has built a new tram line.",
        "The city plans to build a new tram line; construction has not started.",
        "temporal_drift",
        "related",
    ),
    (
        "The firm has moved to Basel.",
        "The firm intends to move to Basel next spring.",
        "temporal_drift",
        "related",
    ),
    ("The bridge is closed.", "The bridge was closed until 2019.", "temporal_drift", "related"),
    (
        "The cream cures eczema.",
        "The cream might ease the eczema of some patients.",
        "hedge_dropped",
        "related",
    ),
    (
        "The hymn was composed by a nun.",
        "The hymn is attributed by some historians to a nun.",
        "hedge_dropped",
        "related",
    ),
    (
        "La cadena abrirá un hotel en Quito.",
        "La cadena estudia abrir un hotel en Quito.",
        "hedge_dropped",
        "related",
    ),
    (
        "The airline will add a route to Oslo.",
        "The airline is considering a new route to Oslo.",
        "hedge_dropped",
        "related",
    ),
    (
        "The patch improved startup times.",
        "Developers hoped the patch would improve startup times.",
        "temporal_drift",
        "related",
    ),
)


@pytest.mark.parametrize(("claim", "evidence", "reason", "label"), FLAGGED)
def test_flags(claim: str, evidence: str, reason: str, label: str) -> None:
    """A claim that departs from its evidence in this way gets reason and label."""
    assert outcome(hedges, claim, evidence) == (reason, label)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Readers were able to see the notes of others.", "Readers could see the notes of others."),
        ("Towns are free to spend the sum.", "Towns may spend the sum."),
        ("Visitors must enter with a guide.", "Visitors may enter only with a guide."),
        ("Members get to bring two guests.", "Members may bring two guests."),
        ("The pool is open to him until 6 pm.", "Children may use the pool only until 6 pm."),
        (
            "The minister approved the plan to use the old quay.",
            "The harbour may use the old quay after the minister approved the plan.",
        ),
        (
            "The guilds were slow to accept machines.",
            "Although the guilds may have been slow to accept machines, they kept the craft alive.",
        ),
        ("The report required a second vote.", "The report will be put to a second vote."),
        (
            "The clerk fled before he was sentenced in May.",
            "The clerk was due to be sentenced in May when he fled.",
        ),
        ("The line opens in 1911.", "The line did not open until 1911."),
        ("Fees will not depend on age.", "Fees no longer depend on age."),
    ],
)
def test_rights_concessions_and_other_verbs_are_no_reserve(claim: str, evidence: str) -> None:
    """A hedge or a plan counts where it bears on the claim's own verb, and doubts it."""
    assert outcome(hedges, claim, evidence) is None


@pytest.mark.parametrize(
    ("claim", "evidence", "reason"),
    [
        ("The guilds accepted machines.", "The guilds may have accepted machines.",
         "hedge_dropped"),
        ("The clerk was sentenced in May.", "The clerk was due to be sentenced in May.",
         "temporal_drift"),
        ("The line is free.", "The line was free until 1911.", "temporal_drift"),
    ],
)  # fmt: skip
def test_reserve_on_the_claims_own_verb_still_counts(
    claim: str, evidence: str, reason: str
) -> None:
    """The same words of doubt, plan and end, where they bear on what the claim says."""
    assert outcome(hedges, claim, evidence) == (reason, "related")
