"""Citation markers: what is one, and which passage it means."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.text.markers import cited_by, find_citations
from entailed.text.segment import sentences
from tests.strategies import any_texts

Read = list[tuple[tuple[str, ...], tuple[str, ...]]]


def read(answer: str, *ids: str) -> Read:
    """(ids, unknown) of each marker."""
    return [(c.ids, c.unknown) for c in find_citations(answer, ids)]


@pytest.mark.parametrize(
    ("marker", "ids"),
    [
        ("[1]", "1"),
        ("[^1]", "1"),
        ("[#1]", "1"),
        ("[ID:1]", "1"),
        ("[Source 1]", "1"),
        ("[doc 1]", "1"),
        ("[Document 1]", "1"),
        ("(Document 1)", "1"),
        ("according to passage 1", "1"),
        ("in documents 1 and 3", "1 3"),
        ("[1, p. 5]", "1"),
        ("[1: Refund policy]", "1"),
        ("[[1]](https://a.example/x)", "1"),
        ("[1](https://a.example/x)", "1"),
        ("【1†source】", "1"),
        ("<cite>1</cite>", "1"),
        ('<cite id="1"/>', "1"),
        ("<sup>1</sup>", "1"),
        ("<sup>[1]</sup>", "1"),
        ("(Source: 1)", "1"),
        ("(Sources: [1])", "1"),
        ("[1†source]", "1"),
        ("〔1〕", "1"),
        ("[citation:1]", "1"),
        ("[1, 2]", "1 2"),
        ("[1,2]", "1 2"),
        ("[1; 2]", "1 2"),
        ("[1 and 2]", "1 2"),
        ("[1-3]", "1 2 3"),
        ("[1–3]", "1 2 3"),
        ("[docs 1, 3]", "1 3"),
        ("【3】", "3"),
    ],
)
def test_forms_of_markers_are_read(marker: str, ids: str) -> None:
    """Every common form resolves to the ids it names, after a word and a space."""
    assert read(f"The mill closed {marker}.", "1", "2", "3") == [(tuple(ids.split()), ())]


@pytest.mark.parametrize(
    ("marker", "passage"),
    [
        ("[S1]", "S1"),
        ("[s1]", "S1"),
        ("(S1)", "S1"),
        ("[policy-7]", "policy-7"),
        ("(policy-7)", "policy-7"),
        ("[ID:7fa1b20c]", "7fa1b20c"),
        ("[7fa1b20c]", "7fa1b20c"),
        ("[PMID:111]", "PMID:111"),
        ("【6:2†source】", "6:2"),
        ("(Source: a.pdf)", "a.pdf"),
        ("(Quelle: a.pdf, S. 4)", "a.pdf"),
        ("[a.pdf]", "a.pdf"),
        ("(Okafor 2021)", "Okafor 2021"),
        ("(Okafor, 2021, p. 3)", "Okafor 2021"),
        ("(Okafor et al., 2021)", "okafor2021"),
        ("(Lindqvist2022, p. 16-17)", "Lindqvist2022"),
        ("[Lindqvist2022]", "Lindqvist2022"),
        ("[Town chronicle]", "Town chronicle"),
        ("[a]", "a"),
        ("[a.pdf#page=3]", "a.pdf"),
        ("[warranty]", "warranty.pdf"),
        ("[policy 7]", "policy-7"),
        ("[cite: S1]", "S1"),
        ("[[cite:S1]]", "S1"),
        ("(ID: S1)", "S1"),
        ("［S1］", "S1"),
        ("[S1|other]", "S1"),
    ],
)
def test_named_passages_resolve(marker: str, passage: str) -> None:
    """Names resolve exactly, without regard to case, or as author and year."""
    ((resolved, unknown),) = read(f"The mill closed {marker}.", passage, "other")
    assert (resolved[0], unknown) == (passage, ())


@pytest.mark.parametrize(
    ("marker", "ids", "found"),
    [
        ("[1]", ("S1", "S2"), "S1"),
        ("[doc2]", ("S1", "S2"), "S2"),
        ("[2]", ("a.pdf", "b.pdf"), "b.pdf"),
        ("[1]", ("c0ffee", "beef"), "c0ffee"),
        ("[7]", ("S7", "S9"), "S7"),
        ("[3]", ("1", "2"), None),
        ("[0]", ("1", "2"), None),
        ("[3]", ("S1", "S2"), None),
        ("[3]", ("a.pdf", "b.pdf"), None),
        ("[S9]", ("S1", "S2"), None),
        ("[policy-9]", ("policy-7",), None),
        ("[PMID:999]", ("PMID:111",), None),
        ("【9:9†source】", ("6:2",), None),
        ("(Source: b.pdf)", ("a.pdf",), None),
        ("(Okafor et al., 2021)", ("S1",), None),
        ("[1-5]", ("1", "2"), None),
    ],
)
def test_ordinals_and_unknown_names(marker: str, ids: tuple[str, ...], found: str | None) -> None:
    """A number means the id with that number, or the place in line; else it is unknown."""
    ((resolved, unknown),) = read(f"The mill closed {marker}.", *ids)
    assert found in resolved if found else unknown


@pytest.mark.parametrize(
    "text",
    [
        "a flow of 2 [l/min] and [kg]",
        "the item queue[1] is x[0] or my_list[2]",
        "`a[1]` and ``b [2]``",
        "```\nprint(a [1])\n```",
        "an isotope ¹⁰B in 10² m² or x¹",
        "on [date removed] [sic] [...] [redacted]",
        "[not stated in the documents given]",
        "see [text](https://a.example) and ![1](u.png)",
        "- [x] done\n- [ ] open",
        "(2021), (Paris 2024), (May 2021), (see below), (1)",
        "values in the interval [0, 1]",
        "[^1]: Town chronicle",
        "【注意】",
        "Document 1 must be signed and document 9 says so.",
        "f(x) (yes) (no) (note 2) (item 1) (section 2)",
    ],
)
def test_other_brackets_are_no_markers(text: str) -> None:
    """Units, indices, code, exponents, asides, links, boxes and years are left alone."""
    assert read(text, "1", "2") == []


@pytest.mark.parametrize(
    "answer", ["at 1,040 °C[^5].", "a pipe of 3 m[^5].", "x[^5]", "60 km/h[^5].", "4 V[^5]"]
)
def test_a_footnote_after_a_unit_cites(answer: str) -> None:
    """A caret footnote is no array index, whatever letter it touches."""
    (found,) = find_citations(answer, ["a", "b"])
    assert found.text == "[^5]"


@pytest.mark.parametrize("answer", ["at 40 °C[2].", "it weighs 3kg[2].", "it runs on 4 V[2]."])
def test_a_number_after_a_measured_unit_cites(answer: str) -> None:
    """A bracket after a value and its unit is a marker, after a lone letter an index."""
    assert [c.ids for c in find_citations(answer, ["a", "b"])] == [("b",)]
    assert find_citations("the value of v[2] is", ["a", "b"]) == ()


def test_superscripts_cite_after_words() -> None:
    """Raised numbers after a word or a stop are markers."""
    assert read("The mill¹ closed.² It³,¹ ended.", "1", "2", "3") == [
        (("1",), ()),
        (("2",), ()),
        (("3", "1"), ()),
    ]


def test_years_after_authors_cite() -> None:
    """The year of "Okafor (2021)" is the marker when a passage carries both."""
    answer = "Okafor et al. (2021) found it; Smith (1999) did not. In Paris (2021) too."
    found = find_citations(answer, ["okafor2021"])
    assert [(c.text, c.ids) for c in found] == [("(2021)", ("okafor2021",))]


def test_a_source_told_in_words_is_neither_known_nor_unknown() -> None:
    """A free description is a marker without a name to be wrong."""
    assert read("Two years (Source: the annual report).", "S1") == [((), ())]


def test_a_tag_around_words_keeps_them() -> None:
    """Only the closing tag of a wrapping citation is the marker."""
    answer = '<cite id="1">The mill closed.</cite> It reopened.'
    (citation,) = find_citations(answer, ["1"])
    (first, _) = cited_by(sentences(answer), [citation])
    assert citation.span.of(answer) == "</cite>"
    assert first == (citation,)


def test_markers_belong_to_their_sentence() -> None:
    """A marker on a line of its own belongs to the sentence before."""
    answer = "One is red [1]. Two is blue. [2]\n\n[3]"
    found = find_citations(answer, ["1", "2", "3"])
    owned = cited_by(sentences(answer), found)
    assert [[i for c in o for i in c.ids] for o in owned][:2] == [["1"], ["2"]]


@given(any_texts(), st.lists(st.text(max_size=8), max_size=5))
def test_markers_are_slices_of_the_answer(answer: str, ids: list[str]) -> None:
    """Markers are in order, apart from one another, and name given ids only."""
    found = find_citations(answer, ids)
    assert all(c.span.of(answer) == c.text and set(c.ids) <= set(ids) for c in found)
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))


@pytest.mark.parametrize(
    "text", ["[" * 20_000, "(a" * 10_000, "`" * 9_999, "¹" * 9_999, "【" * 999]
)
def test_hostile_brackets_are_survived(text: str) -> None:
    """Unbalanced brackets by the thousand find nothing and fail nothing."""
    assert find_citations(text, ["1"]) == ()


PARTS = ("refunds.md#1", "refunds.md#2", "policies/shipping.txt#1")


@pytest.mark.parametrize(
    ("marker", "ids", "unknown"),
    [
        ("[refunds.md#2]", "refunds.md#2", ""),
        ("[refunds#2]", "refunds.md#2", ""),
        ("(refunds.md#2)", "refunds.md#2", ""),
        ("[refunds.md#1-2]", "refunds.md#1 refunds.md#2", ""),
        ("[refunds.md]", "refunds.md#1 refunds.md#2", ""),
        ("(policies/shipping.txt)", "policies/shipping.txt#1", ""),
        ("[refunds.md#9]", "", "refunds.md#9"),
        ("(refunds.md#9)", "", "refunds.md#9"),
        ("[returns.md#1]", "", "returns.md#1"),
        ("[refunds.md#1, returns.md#1]", "refunds.md#1", "returns.md#1"),
    ],
)
def test_numbered_passages_of_files_are_cited(marker: str, ids: str, unknown: str) -> None:
    """A number that no passage of the file has is unknown; the file alone means all of them."""
    (found,) = read(f"It is so {marker}.", *PARTS)
    assert found == (tuple(ids.split()), tuple(unknown.split()))


@pytest.mark.parametrize("text", ["the plan (item #3)", "a tune (C#3)", "(see the manual.)"])
def test_numbered_words_in_round_brackets_are_no_passages(text: str) -> None:
    """Beside passages of files as well."""
    assert read(text, *PARTS) == []
