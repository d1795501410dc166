"""What is no claim, and what is one although it looks otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.extraction.abstention import is_abstention
from entailed.extraction.roles import role_of
from entailed.types import SegmentRole


@pytest.mark.parametrize(
    "text",
    [
        "I could not find the opening hours.",
        "I don't know.",
        "I'm unable to answer that from the documents provided.",
        "I cannot determine the price based on the context.",
        "We were not able to locate the clause.",
        "The sources do not say who built it.",
        "The provided context does not mention a fee.",
        "The documents contain no information about pets.",
        "The given passages don't explicitly state the height.",
        "None of the sources mention a deposit.",
        "There is no mention of a deposit in the documents.",
        "Based on the provided text, there is no information about parking.",
        "No information on parking is provided.",
        "The exact date is not specified in the documents.",
        "The start date is not stated.",
        "This question cannot be answered from the sources.",
        "The height cannot be determined from the given passages.",
        "It is unclear from the passages whether pets are allowed.",
        "The handbook does not say how tall the tower is.",
        "Unable to answer based on given passages.",
        "Sorry, I have no information about that.",
        "Dazu steht in den vorliegenden Unterlagen leider nichts.",
        "Die Quellen enthalten keine Angaben zur Höhe.",
        "Das kann ich anhand der Dokumente nicht beantworten, ich weiß es nicht.",
        "Ich konnte dazu keine Informationen finden.",
        "Les documents ne précisent pas la hauteur de la tour.",
        "Je ne trouve aucune information à ce sujet.",
        "Los documentos no mencionan la altura.",
        "No encontré información sobre la altura.",
        "I documenti non menzionano l'altezza.",
        "Non ho trovato informazioni sull'altezza.",
        "Os documentos não mencionam a altura.",
        "Não encontrei essa informação nos documentos.",
        "В предоставленных документах нет информации о высоте.",
        "Я не могу ответить на этот вопрос.",
        "文档中没有提到塔的高度。",
        "我无法回答这个问题。",
        "資料に塔の高さは記載されていません。",
        "この質問にはお答えできません。",
    ],
)
def test_abstentions_are_recognised_by_structure(text: str) -> None:
    """Speaker or sources, negated, with a verb of finding or saying: nothing is claimed."""
    assert role_of(text) == "abstention"


@pytest.mark.parametrize(
    "text",
    [
        "The company has no office in Oslo.",
        "The warranty does not cover water damage.",
        "Refunds are not available for gift cards.",
        "The report does not name the supplier.",
        "There is no evidence of damage.",
        "Mobile data is not included in the free plan.",
        "The trial did not show an effect.",
        "The guide does not cover Linux.",
        "Pets are not mentioned by name on the sign.",
        "The museum is not open on Mondays.",
        "Members cannot borrow films.",
        "No dogs are allowed.",
        "The evidence does not support a link between the two.",
        "Im Handbuch steht, dass keine Haustiere erlaubt sind.",
        "Das Museum hat keine Garderobe.",
        "Le musée n'a pas de café.",
        "El museo no tiene cafetería.",
        "Музей не работает по понедельникам.",
        "图书馆周一不开放。",
    ],
)
def test_negative_statements_about_the_world_are_claims(text: str) -> None:
    """That something is not so can be wrong, so it is checked."""
    assert not is_abstention(text)
    assert role_of(text) == "claim"


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Hi!", "greeting"),
        ("Happy to help.", "greeting"),
        ("Great question!", "greeting"),
        ("Let me know if you need anything else!", "greeting"),
        ("I hope this helps!", "greeting"),
        ("Guten Tag!", "greeting"),
        ("Bonjour !", "greeting"),
        ("¡Hola!".lstrip("¡"), "greeting"),
        ("你好！", "greeting"),
        ("Is it free?", "question"),
        ("Ist das Museum offen?", "question"),
        ("Here are the key points:", "lead_in"),
        ("Based on the documents:", "lead_in"),
        ("Here is a summary of the policy:", "lead_in"),
        ("Zusammenfassung:", "lead_in"),
        ("Passage 2:", "lead_in"),
        ("Yes.", "lead_in"),
        ("You asked why the lake was drained in 1999.", "restatement"),
        ("Sie haben gefragt, wann das Museum öffnet.", "restatement"),
        ("I think it is a lovely place.", "opinion"),
        ("In my opinion the trail is worth it.", "opinion"),
        ("Restart the router.", "instruction"),
        ("Don't open the lid.", "instruction"),
        ("You should contact support.", "instruction"),
        ("To reset the device, hold the button.", "instruction"),
        ("Please consult a doctor.", "instruction"),
        ("🙂", "separator"),
    ],
)
def test_talk_is_not_checkable(text: str, role: SegmentRole) -> None:
    """Text addressed to the reader has its role."""
    assert role_of(text) == role


@pytest.mark.parametrize(
    "text",
    [
        "Take 50 mg twice daily.",
        "I think the fee is $40.",
        "You should return it within 30 days.",
        "I believe Mira Tan owns the flat.",
        "The handbook lists a section on lost keys.",
        "As stated above, the limit is 40 files.",
        "Based on the passages, we can see that the effects are large.",
        "It is important to note that diet does not matter.",
        "Here is the serial number, which the pump carries on its back.",
        "Did you know that the tower leans?",
        "Die Brücke steht am Fluss.",
        "Pour annuler, le client envoie une lettre.",
        "Place Vendôme est un lieu de Paris.",
        "Contact lenses are stored in the fridge.",
        "Test results arrive on Friday.",
        "Use of phones is banned.",
        "Open since spring, the cafe serves soup.",
        "Type: pastry; place of origin: England.",
        "Miss Venezuela.",
        "The following are excluded: flood and fire.",
        "The cause of the illness is unknown.",
        "If you need help with boarding, the crew carries the bags.",
        "Have a variable composition.",
        "Members must return the key.",
        "The fee may be $40, perhaps less.",
    ],
)
def test_facts_in_other_clothes_are_claims(text: str) -> None:
    """A value, a name or a statement makes a claim whatever stands around it."""
    assert role_of(text) == "claim"


@pytest.mark.parametrize("text", ["Restart the router.", "You should contact support."])
def test_instructions_are_claims_when_they_are_to_be_checked(text: str) -> None:
    """`check_instructions` turns orders and advice into claims."""
    assert role_of(text, check_instructions=True) == "claim"


@given(st.text(max_size=400))
def test_any_text_has_a_role(text: str) -> None:
    """No text breaks the rules, and one without a letter or digit is a separator."""
    role = role_of(text)
    assert (role == "separator") == (not any(c.isalnum() for c in text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Call save_all() to write the file.", "claim"),
        ("Run the job with --dry-run first.", "claim"),
        ("Open https://example.org/start first.", "claim"),
        ('Click "Save draft" to keep your changes.', "claim"),
        ("Press the red button to stop.", "instruction"),
        ("Keep the lid closed.", "instruction"),
    ],
)
def test_an_order_that_names_something_exactly_is_a_claim(text: str, expected: str) -> None:
    """Code, addresses and quoted labels exist or do not, whoever is told to use them."""
    assert role_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sources: S1, S2 and S4", "reference"),
        ("Source: handbook.pdf", "reference"),
        ("References: [1], [2].", "reference"),
        ("Sources: solar and wind", "claim"),
        ("Sources: 3 wells and 2 springs feed it", "claim"),
    ],
)
def test_a_line_of_source_names_is_a_reference(text: str, expected: str) -> None:
    """Ids, files and addresses after "Sources:" state nothing."""
    assert role_of(text) == expected
