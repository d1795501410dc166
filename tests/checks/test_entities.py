"""The check of names: missing ones, swapped ones, and many that are fine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.entities import entities
from tests.checks.support import outcome, run

FINE = [
    ("The TRM was founded in 1990.", "The Tidal Rescue Mission (TRM) was founded in 1990."),
    ("The Tidal Rescue Mission was founded.", "The Tidal Rescue Mission (TRM) was founded."),
    ("Moreau designed the bridge.", "Petra Moreau designed the bridge."),
    ("Moreau's bridge is old.", "The bridge by Petra Moreau is old."),
    ("Ines speaks Danish.", "Ines is fluent in Danish."),
    ("The Danish minister resigned.", "The minister from Denmark resigned."),
    ("The Russian factory closed.", "The factory in Russia closed."),
    ("Alder earned $3 million.", "In 2021 Alder Ltd earned $3 million and Birch Ltd $5 million."),
    ("Borea GmbH has its seat at 40 Mill Lane.",
     "Imprint: Aster GmbH, 12 Quay Street. Borea GmbH, 40 Mill Lane."),
    ("King Aldric the Third founded the port.", "King Aldric III founded the port."),
    ("The Dock Street branch closes early.", "All branches close early. Dock Street is one."),
    ("The United States signed it.", "The US signed it."),
    ("NASA built it.", "The National Aeronautics and Space Administration built it."),
    ("The CEO resigned.", "The chief executive resigned."),
    ("quillpad.example grew.", "Share: quillpad.example 4.1%."),
    ("José Ruiz spoke.", "Jose Ruiz spoke."),
    ("Preheat the oven to 180 °C.", "The oven is preheated to 180 °C."),
    ("Additionally, the fee rose.", "The fee rose."),
    ("Opening Hours: 9 am to 5 pm", "The opening hours are 9 am to 5 pm."),
    ("The Company pays the fee.", "The supplier pays the fee."),
    ("The Two-Step Login is on.", "Two-step login is on."),
    ("Die Miete der Wohnung beträgt 900 Euro.", "Mietvertrag: 900 Euro."),
    ("Alle Fenster sind aus Holz.", "Die Rahmen bestehen aus Holz."),
    ("Le Conseil a voté la loi.", "La loi a été votée."),
    ("The Halden bridge was closed in 2004.", "The Halden bridge, opened in 1961, closed in 2004."),
    ("The new irrigation system was approved on 9 June.",
     "Kestrel is the project name of the new irrigation system. Kestrel was approved on 9 June."),
    ("The trail was funded by the board.", "The board voted to fund the trail."),
    ("Obama visited Lima in May.", "President Barack Obama visited Lima in May."),
    ("Mira Tan owns the flat.", "Flat on Elm Street, owner Mira Tan."),
    ("It is NOT allowed to smoke.", "Smoking is forbidden."),
    ("Hale and Ortiz were opposed.", "The board voted 7–2, Hale and Ortiz dissenting."),
    ("Nils Lindqvist spoke at the fair.", "Nils Lindqvist came. At the fair Nils spoke."),
    ("The film stars Ana Ruiz.", "Cast: Ana Ruiz, Tom Hale."),
    ("Sofia Berg won the race.", "Berg won the race. She beat Lund."),
    ("Pharrell plays the drums.", "He is a singer and plays the drums."),
    ("Eminem was born in 1972.", "Marshall Mathers, known as Eminem, was born in 1972."),
    ("The iPhone app syncs with GitHub.", "The iphone app syncs with Github."),
    ("The Alps lie to the south.", "South of the town lie the Alps."),
    ("Meet the Smiths.", "The Smith family lives here."),
    ("会议在北京举行。", "北京举行了会议。"),
    ("Charlie is nice.", "Harry is nice. Charlie is nice."),
    ("The lab is led by Ruiz.", "The lab is led by Hale. The annex lab is led by Ruiz."),
    ("The UN adopted the treaty in 1992.", "The United Nations adopted the treaty in 1992."),
    ("Kaffee wird in Brasilien angebaut.", "Coffee is grown in Brazil."),
    ("Tokyo is the capital of Japan.", "日本的首都是东京。"),
    ("Acme's Premium Plan includes phone support.",
     "The premium plan includes support by phone."),
    ("The team played in the Solheim Cup.", "The team played in the Solhem Cup."),
    ("Москва приняла закон.", "Закон приняли в Москве."),
    ("Call save_all() to write the file.", "Use save_all() to write the file."),
    ("Mt. Elgin is 4,302 m high, i.e. higher than Mt. Rusk.",
     "Mt. Elgin is 4,302 m high. Mt. Rusk is 3,900 m high."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "passage"), FINE)
def test_forms_of_a_known_name_are_left_alone(claim, passage):
    """Short forms, initials, adjectives, inflections, nouns and sentence starts raise nothing."""
    assert outcome(entities, claim, passage) is None


NOWHERE = [
    ("The company has an office in Oslo.", "The company has offices in Lima and Hanoi."),
    ("The crew reset the Thermal Relay Module.", "The crew reset the TRM."),
    ("The works were led by Anna Schmidt.", "The works took two years."),
    ("The study was funded by the Wellcome Trust.", "The study enrolled nine patients."),
    ("It was reported by QRX.", "It was reported by the press."),
    ("Gewonnen hat die Borea GmbH.", "Gewonnen hat ein Betrieb aus dem Norden."),
]


@pytest.mark.parametrize(("claim", "passage"), NOWHERE)
def test_a_name_that_is_nowhere_is_not_found(claim, passage):
    """Invented people, places, organisations and expansions are related or missing."""
    reason, label = outcome(entities, claim, passage)
    assert (reason, label in ("related", "missing")) == ("entity_missing", True)


SWAPPED = [
    ("Borea GmbH has its seat at 12 Quay Street.",
     "Imprint: Aster GmbH, 12 Quay Street. Borea GmbH, 40 Mill Lane."),
    ("King Aldric II founded the port.",
     "King Aldric III, not his father Aldric II, founded the port."),
    ("King Aldric IV founded the port.", "King Aldric III founded the port."),
    ("Petra Moreau is the chief designer.",
     "Petra Moreau is the chief engineer. Theo Lund is the only chief designer."),
    ("The committee voted 7-2 to fund the pool.",
     "The committee voted 7-2 to fund the trail. The pool was not on the agenda."),
    ("CARES paid for the park.",
     "The town cares for the park. The park was paid for by the town alone."),
    ("The switch was set to STOP.", "The switch was set to START."),
    ("The match was held in Lima.", "The match was held in Quito."),
    ("Hale joined the firm in 2010.",
     "Mercer joined the firm in 2010 and Hale joined in 2012."),
    ("Frau Berger leitet das Labor.",
     "Herr Kunz leitet das Labor. Frau Berger ist im Einkauf."),
    ("Le maire s'appelle Jean Petit.", "Le maire s'appelle Paul Grand."),
    ("The album was produced by Rick Hale.", "The album was produced by Tom Berg."),
    ("Amazon acquired the startup.", "The startup was acquired by Google."),
    ("Sarah Lee directed the film.", "Sarah Kim directed the film."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "passage"), SWAPPED)
def test_what_is_said_of_another_contradicts(claim, passage):
    """The name of another statement, role, ruler or object is a swap."""
    assert outcome(entities, claim, passage) == ("entity_mismatch", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passages"),
    [
        ("Nils Lindqvist spoke at the school evening.",
         ["Nils Lindqvist is a bass player. At the school evening a pupil called Nils spoke."]),
        ("The Halden bridge was closed for repairs in 2004.",
         ["The Halden bridge opened in 1961. The Ormen tunnel was closed for repairs in 2004."]),
        ("The new irrigation system was approved on 9 June.",
         ["The city is building a new irrigation system.",
          "Project Kestrel was approved on 9 June."]),
        ("Zanzibar exports cloves and nutmeg.", ["Tanzania exports cloves and nutmeg."]),
        ("Dave is green and rough.", ["Dave is rough. Fiona is green and rough."]),
        ("Anna Berg founded the clinic in 1990.",
         ["Bertha Lund founded the clinic in 1990. Anna Berg joined in 1995."]),
    ],
)  # fmt: skip
def test_what_is_said_of_another_without_a_conflict_is_related(claim, passages):
    """A namesake, a neighbour and an unlinked project do not support the claim."""
    assert outcome(entities, claim, passages) == ("entity_mismatch", "related")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Half of the lamps were made in Venice.", "Venetian lamps are half of the collection."),
        ("Jansenism was condemned by two popes.", "Two popes condemned the Jansenists."),
        ("Both singers come from the United States.", "Both are American singers."),
        ("America has the largest herd.", "The largest herd is in the United States."),
        ("The ferry crew rented rooms in Portugal.", "The ferry crew rented rooms in Lisbon."),
        ("Moscow denied the report.", "Russia denied the report."),
        ("The mill made boots in the First World War.", "The mill made boots from 1915 on."),
        ("The custom goes back to the Middle Ages.", "The custom is of medieval origin."),
        ("A shop in Geneva may join the scheme.", "Any shop may join the scheme."),
        ("The 90ZX needs no fuel, and two 44Ks do.", "90ZX: no fuel. 44K: fuel."),
        ("Sunday's shift may be swapped.", "A shift may be swapped."),
        ("Roadsweepers can claim the bonus.", "People who sweep roads can claim the bonus."),
        ("Chromite deposits were found by the lake.", "Ore was found by the lake."),
    ],
)
def test_a_name_told_by_another_word_is_not_called_absent(claim, passage):
    """Peoples, creeds, capitals, years of a war, mere instances and words that are no names."""
    assert outcome(entities, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The ferry crew rented rooms in Portugal.", "The ferry crew slept ashore."),
        ("The envoy was born in Moscow.", "The envoy was born in Russia."),
        ("The mill made boots in the First World War.", "The mill made boots from 1950 on."),
        ("The union has a shop in Geneva.", "The union has a shop."),
        ("Jansenism was condemned by two popes.", "Two popes condemned the sect."),
    ],
)
def test_a_name_that_no_other_word_tells_is_still_absent(claim, passage):
    """A city is not told by its country, a war not by later years."""
    found = outcome(entities, claim, passage)
    assert found is not None
    assert found[0] == "entity_missing"


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The Ore Council backed the mine, a step that Miners First praised.",
         "Dora Pike, who leads Miners First, said: the Ore Council backed the mine at last."),
        ("Lund got a prize for a paper on salt.",
         "Ada Lund is a chemist. In 1990 she left the NSC with a prize for a paper on salt."),
        ("The Weir Hall was designed by Ida Moss and opened in May.",
         "The Weir Hall is a concert hall. The building, designed by Ida Moss, opened in May."),
        ("Ida Moss won the previous race in Lima.",
         "Eva Dorn won the race in Lima. Ida Moss came third."),
        ("The crossing at mile nine split the group.",
         "The ford at mile nine split the group. At the crossing we heard shouts."),
    ],
)  # fmt: skip
def test_another_name_nearby_is_not_always_another_subject(claim, passage):
    """Speakers, pronouns, agents of passives, earlier rounds and other words for one thing."""
    assert outcome(entities, claim, passage) is None


def test_names_of_the_question_are_given():
    """The user named the town; the passage need not."""
    question, claim = "Is parking free in Halden?", "Parking in Halden is free on Sundays."
    assert outcome(entities, claim, "Parking is free on Sundays.", question) is None


def test_findings_point_at_both_sides():
    """The claim's name and the other one of the passage are located."""
    claim, passage = "The match was held in Lima.", "The match was held in Quito."
    (finding,) = run(entities, claim, passage)
    assert finding.claim_span.of(claim) == "Lima"
    assert finding.evidence[0].span.of(passage) == "Quito"


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_texts_are_checked_without_an_error(claim, passage):
    """No text makes the check fail."""
    assert isinstance(run(entities, claim, passage + "."), tuple)
