"""Proper names by capitals and structure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.text.names import is_german, name_key, read_definitions, read_names


def texts(text: str) -> list[str]:
    """Names of a text that are neither everyday words nor adjectives."""
    return [n.text for n in read_names(text) if n.kind not in ("term", "adjective")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Petra Moreau is the chief designer.", ["Petra Moreau"]),
        ("The Tidal Rescue Mission (TRM) was founded.", ["Tidal Rescue Mission", "TRM"]),
        ("Vincent van Gogh painted it.", ["Vincent van Gogh"]),
        ("The Bank of England raised rates.", ["Bank of England"]),
        ("It belongs to Marks & Spencer.", ["Marks & Spencer"]),
        ("Alder Ltd earned more.", ["Alder Ltd"]),
        ("In May the Halden bridge opened.", ["Halden"]),
        ("Jean-Luc Picard's ship left.", ["Jean-Luc Picard's"]),
        ("Dr. Mira Tan spoke.", ["Dr. Mira Tan"]),
        ("Zanzibar exports cloves.", ["Zanzibar"]),
        ("Gene KLX drives growth.", ["KLX"]),
        ("a letter from AT&T", ["AT&T"]),
        ("Die Firma Aster GmbH sitzt in der Straße.", ["Firma Aster GmbH"]),
    ],
)
def test_names_are_read_whole(text, names):
    """Joined words, titles, legal forms and acronyms belong to a name."""
    assert texts(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Preheat the oven.",
        "However, the fee rose.",
        "Opening hours: 9 am to 5 pm",
        "Only members may borrow films.",
        "In March and on Fridays it is closed.",
        "I think I'm right.",
        "The Company shall pay the Fee.",
        "Das Fach der Autorin war Physik und ihr Versuch gelang.",
        "Die Wohnung hat einen Balkon und eine Küche.",
        "THE QUICK BROWN FOX JUMPS OVER IT",
        "Vitamin D and test E",
        "Wir liefern Ersatzteile für die Pumpe.",
        "图书馆周一闭馆。",
        "Hi! Yes, of course.",
        "Q3 was good.",
        "Anyone can join.",
        "We've paid.",
        "Don't pay.",
        "Friday's notes",
        "The 90ZX beats two 44Ks.",
        "Old boards were cut.",
        "Blasting glass was cut.",
        "Woodcarvers can join.",
        "",
    ],
)
def test_everyday_words_are_no_names(text):
    """Sentence starts, German nouns, headings, months, weekdays and letters are none."""
    assert texts(text) == []


@pytest.mark.parametrize("text", ["King Aldric III ruled.", "King Aldric the Third ruled."])
def test_a_rulers_number_is_one_number(text):
    """Roman and written numbers of rulers are equal."""
    (name,) = read_names(text)
    assert (name.words, name.regnal, name.kind) == (("aldric",), 3, "ruler")


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("the Tidal Rescue Mission (TRM)", "trm"),
        ("the TRM (Tidal Rescue Mission)", "trm"),
        ("TRM stands for Tidal Rescue Mission.", "trm"),
        ("the Ministry of Health (MH)", "mh"),
    ],
)
def test_short_forms_that_fit_are_definitions(text, short):
    """A bracketed or explained short form is defined when the initials fit."""
    assert [d.short for d in read_definitions(text)] == [short]


@pytest.mark.parametrize(
    "text", ["the pump (see FIG)", "the north depot (NASA)", "TRM (see above)"]
)
def test_other_brackets_define_nothing(text):
    """Initials that do not fit define nothing."""
    assert read_definitions(text) == ()


@pytest.mark.parametrize(
    ("word", "key"),
    [("Einstein's", "einstein"), ("José", "jose"), ("U.S.", "us"), ("O’Neill", "o'neill")],
)
def test_keys_ignore_case_accents_and_possessives(word, key):
    """Names are compared without case, accents, dots and possessive endings."""
    assert name_key(word) == key


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("Alle drei Räume sind gestrichen.", True),
        ("Dazu steht in den Unterlagen nichts.", True),
        ("The rooms are painted.", False),
        ("Les chambres sont peintes.", False),
    ],
)
def test_german_is_told_by_its_small_words(text, german):
    """German needs its own rule for capitals."""
    assert is_german(text) is german


@given(st.text(max_size=200))
def test_any_text_gives_ordered_spans_inside_it(text):
    """Spans never overlap, stay inside the text and hold what they say."""
    last = 0
    for name in read_names(text):
        assert last <= name.span.start < name.span.end <= len(text)
        assert name.text == name.span.of(text)
        assert name.words
        last = name.span.end


@pytest.mark.parametrize("piece", ["Aa ", "A.", "(ABC) ", "De la ", "A-"])
def test_long_hostile_text_is_read(piece):
    """Nine thousand characters of one pattern do no harm."""
    text = piece * (9_000 // len(piece))
    assert read_names(text) is not None
    assert read_definitions(text) is not None
