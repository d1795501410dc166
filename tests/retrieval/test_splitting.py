"""Documents are cut into passages of whole sentences, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.retrieval.headings import find_headings
from entailed.retrieval.splitting import Sizes, count_words, split_passages
from entailed.text.segment import sentences
from tests.strategies import answer_texts, any_texts

SMALL = Sizes(least=6, most=12, whole=16, lead=8, small=4)


def texts(text, sizes=None):
    """The texts of the passages."""
    return [piece.of(text) for piece in split_passages(text, sizes)]


def prose(count, length=10):
    """`count` sentences of `length` words."""
    return [f"Sentence {i} has {'some ' * (length - 4)}words." for i in range(count)]


@pytest.mark.parametrize("text", ["", " \n\t\n ", "\ufeff \n"])
def test_blank_text_has_no_passages(text):
    """Nothing to read is no passage."""
    assert not [t for t in texts(text) if t.strip("\ufeff ")]


def test_a_short_text_is_one_passage():
    """A note stays whole, as it is written."""
    assert texts("Tea is hot.\n\nMilk is *cold*.\n") == ["Tea is hot.\n\nMilk is *cold*."]


def test_passages_have_about_as_many_words_as_asked():
    """Long prose is cut near paragraph ends, between 80 and 150 words."""
    paragraphs = [" ".join(prose(5)) for _ in range(12)]
    counts = [count_words(t) for t in texts("\n\n".join(paragraphs))]
    assert all(80 <= count <= 150 for count in counts)


def test_a_paragraph_longer_than_a_passage_is_cut_between_sentences():
    """No sentence is ever divided."""
    text = " ".join(prose(60))
    made = texts(text)
    assert len(made) > 3
    assert all(t.startswith("Sentence") and t.endswith("words.") for t in made)
    assert " ".join(made) == text


def test_headings_begin_a_passage_and_name_it():
    """The headings above are the title, outermost first; they stay in the text as well."""
    body = " ".join(prose(5))
    text = (
        f"# Shop\n\n{body}\n\n## Refunds\n\n{body}\n\n### Gift cards\n\n{body}\n\n## Fees\n\n{body}"
    )
    assert [p.title for p in split_passages(text)] == [
        ("Shop",),
        ("Shop", "Refunds"),
        ("Shop", "Refunds", "Gift cards"),
        ("Shop", "Fees"),
    ]
    assert texts(text)[1].startswith("## Refunds\n\nSentence 0")


def test_small_sections_are_joined_under_the_heading_they_share():
    """A list of questions and answers does not become a passage each."""
    text = "# FAQ\n\n## Is tea hot?\n\nYes.\n\n## Is milk hot?\n\nNo.\n"
    (piece,) = split_passages(text)
    assert piece.title == ("FAQ",)
    assert piece.of(text) == text.strip()


def test_a_small_section_does_not_swallow_the_beginning_of_a_long_one():
    """Each keeps its own title."""
    text = "# A\n\nShort.\n\n# B\n\n" + " ".join(prose(30))
    assert [p.title for p in split_passages(text)][:2] == [("A",), ("B",)]


def test_a_heading_never_ends_a_passage():
    """It belongs to what stands below it."""
    text = "# A\n\n" + " ".join(prose(9)) + "\n\n## B\n\n### C\n\n" + " ".join(prose(20))
    assert not [t for t in texts(text)[:-1] if t.splitlines()[-1].startswith("#")]


def test_tables_and_lists_stay_whole():
    """With the line that leads them in, also beyond the size of other passages."""
    rows = "\n".join(f"| item {i} | {i} EUR |" for i in range(30))
    table = f"The prices are:\n\n| Item | Price |\n|---|---|\n{rows}"
    items = "\n".join(f"- point {i} of the list" for i in range(30))
    text = f"{' '.join(prose(7))}\n\n{table}\n\nIt covers:\n\n{items}\n\n{' '.join(prose(7))}"
    made = texts(text)
    assert any(table in t for t in made)
    assert any(f"It covers:\n\n{items}" in t for t in made)


def test_a_long_table_repeats_its_header():
    """A row without its header cannot be read."""
    rows = [f"| plan number {i} with a name | {i} EUR a month |" for i in range(60)]
    head = "| Plan | Price |\n|---|---|"
    made = texts("\n".join([head, *rows]))
    assert len(made) > 2
    assert all(t.startswith(head) for t in made)
    assert [line for t in made for line in t.splitlines()[2:]] == rows


def test_a_long_list_repeats_the_line_that_leads_it_in():
    """ "Not covered:" decides what its items mean."""
    items = [f"- damage of kind {i} and what follows from it" for i in range(60)]
    made = texts("The warranty does not cover:\n\n" + "\n".join(items))
    assert len(made) > 2
    assert all(t.startswith("The warranty does not cover:") for t in made)


def test_code_stays_whole():
    """Fences included."""
    code = "```python\nx = 1\n\n# no heading\ny = 2\n```"
    text = f"{' '.join(prose(12))}\n\n{code}\n\nAfter it."
    assert any(code in t for t in texts(text))


def test_a_stretch_without_sentences_is_cut_all_the_same():
    """A dump of a megabyte is no sentence, and no prompt takes it."""
    made = texts("x" * 50_000 + " " + "y z " * 5_000)
    assert max(map(len, made)) <= 6_500
    assert sum(len(t.replace(" ", "")) for t in made) == 50_000 + 10_000


def test_words_of_scripts_without_spaces_are_counted():
    """Two characters count as a word."""
    assert count_words("图书馆九点开门") >= 3
    assert len(texts("图书馆九点开门。" * 200)) > 3


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("Refund policy\n=============\n\nText.", [(1, "Refund policy")]),
        ("Fees\n----\nText.", [(2, "Fees")]),
        ("# A **bold** one #\n", [(1, "A bold one")]),
        ("SHIPPING POLICY\n\nText.", [(3, "SHIPPING POLICY")]),
        (
            "1. Definitions\n\nText here.\n\n2. Term\n\nMore.",
            [(3, "1. Definitions"), (3, "2. Term")],
        ),
        ("3.1 Notice\nThe period is 30 days.", [(4, "3.1 Notice")]),
        ("Article 5 Fees\n\nText.", [(3, "Article 5 Fees")]),
        ("1. Milk\n\n2. Tea\n", []),
        ("```\n# code\n```", []),
        ("| A | B |\n|---|---|", []),
        ("- item\n---\n", []),
        ("a sentence in\n# wrapped", [(1, "wrapped")]),
        ("He said NO.\n\nText.", []),
        ("Kettle K2 manual\nEdition 3\n\nText.", [(1, "Kettle K2 manual")]),
        ("A short note that\ngoes on here.", []),
        ("Only one line", []),
        ("Date: 3 May\n\nText.", []),
        ("图书馆\n\n九点开门。", []),
    ],
)
def test_headings_are_found_as_people_write_them(text, titles):
    """With marks, underlined, in capitals or numbered; not in code, tables and lists."""
    assert [(h.level, h.title) for h in find_headings(text)] == titles


@given(any_texts() | answer_texts(60), st.sampled_from([None, SMALL]))
def test_no_character_is_lost(text, sizes):
    """Together the passages hold everything but white space, in order."""
    covered = bytearray(len(text))
    last = 0
    for piece in split_passages(text, sizes):
        for span in piece.spans:
            covered[span.start : span.end] = b"\1" * len(span)
        assert piece.spans[-1].start >= last
        last = piece.spans[-1].end
    assert not [c for c, seen in zip(text, covered, strict=True) if not seen and not c.isspace()]


@given(any_texts() | answer_texts(60), st.sampled_from([None, SMALL]))
def test_passages_are_slices_of_the_text(text, sizes):
    """Each range is trimmed and not empty, so that a span in a passage is one in the file."""
    for piece in split_passages(text, sizes):
        assert piece.of(text) == "\n".join(text[s.start : s.end] for s in piece.spans)
        assert all(len(s) and s.of(text) == s.of(text).strip() for s in piece.spans)


@given(any_texts() | answer_texts(60), st.sampled_from([None, SMALL]))
def test_no_sentence_is_cut(text, sizes):
    """Every sentence between two headings lies in one passage."""
    pieces = split_passages(text, sizes)
    edges = [0, *(e for h in find_headings(text) for e in (h.span.start, h.span.end)), len(text)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        for sentence in sentences(text[start:end]):
            a, b = sentence.span.start + start, sentence.span.end + start
            whole = [s for p in pieces for s in p.spans if s.start <= a and b <= s.end]
            assert whole or not text[a:b].strip()


@given(answer_texts(60))
def test_splitting_is_deterministic(text):
    """Same text, same passages."""
    assert split_passages(text, SMALL) == split_passages(text, SMALL)
