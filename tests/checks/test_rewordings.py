"""The same lack, limit or numbered part in other words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.rewordings import rewordings
from entailed.text.rewordings import part_of, reworded
from tests.checks.support import outcome, run

SAME = (
    ("The soup contains no dairy.", "The soup is dairy-free."),
    ("The bread is made without gluten.", "The bread is made gluten-free."),
    ("The paint is free of lead.", "The paint does not contain lead."),
    ("Only residents may fish in the pond.", "Fishing in the pond is reserved for residents."),
    ("The lounge is open only to members.", "The lounge is reserved for members."),
    ("Volume Four deals with tides.", "Vol. IV deals with tides."),
    ("Chapter 12 covers glazing.", "Ch. XII covers glazing."),
    ("Act two takes place in Verona.", "Act II takes place in Verona."),
)
SILENT = (
    ("The soup contains no nuts.", "The soup is dairy-free."),
    ("The stew contains no dairy.", "The soup is dairy-free."),
    ("Only guests may fish in the pond.", "Fishing in the pond is reserved for residents."),
    ("Only residents may swim in the pond.", "Fishing in the pond is reserved for residents."),
    ("The soup contains no dairy.", "The soup may be dairy-free."),
    ("Part two describes knots.", "Part I describes sails."),
    ("Entry is free.", "Entry is free of charge."),
    ("The art of war is old.", "Article 5 is old."),
)


@pytest.mark.parametrize(("claim", "passage"), SAME)
def test_other_constructions_of_the_same_are_confirmed(claim: str, passage: str) -> None:
    """A pass where only the construction differs, in either direction."""
    assert [f.outcome for f in run(rewordings, claim, passage)] == ["pass"]
    assert [f.outcome for f in run(rewordings, passage, claim)] == ["pass"]


@pytest.mark.parametrize(("claim", "passage"), SILENT)
def test_other_things_are_left_alone(claim: str, passage: str) -> None:
    """Nothing is said where any other word differs or a cue opens the statement."""
    assert run(rewordings, claim, passage) == ()


@pytest.mark.parametrize("claim", ["Volume Five deals with tides.", "Vol. 6 deals with tides."])
def test_another_part_is_contradicted(claim: str) -> None:
    """The same said of another number of the part is wrong, unless that is stated too."""
    expected = ("number_mismatch", "contradicted")
    assert outcome(rewordings, claim, "Vol. IV deals with tides.") == expected
    assert outcome(rewordings, claim, ["Vol. IV deals with tides.", claim]) is None


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    """Readers survive any text and stay inside it."""
    for found in (reworded(text), part_of(text)):
        assert found is None or 0 <= found.span.start < found.span.end <= len(text)
