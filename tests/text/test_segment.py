"""Sentences of answers and passages, with their places."""

from __future__ import annotations

import pytest
from hypothesis import given

from entailed.text.segment import sentence_at, sentences
from tests.strategies import any_texts


def texts(text: str) -> list[str]:
    """Plain texts of the sentences."""
    return [s.text for s in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pool opened in 2016.It closed.", ["The pool opened in 2016.", "It closed."]),
        ("Rebuilt in May.The roof leaks now.", ["Rebuilt in May.", "The roof leaks now."]),
        ("图书馆周一闭馆。周二开放！是吗？", ["图书馆周一闭馆。", "周二开放！", "是吗？"]),
        ("Banned under Art. 5 of the act.", ["Banned under Art. 5 of the act."]),
        ("Crops (e.g. barley) live. So do we.", ["Crops (e.g. barley) live.", "So do we."]),
        ("Das 1. Fach war Physik und ihr 2. Versuch gelang.", None),
        ("Es war am 3. Mai 2020 kalt.", None),
        ("Er ist z. B. am 5. Tag da. Sie nicht.", ["Er ist z. B. am 5. Tag da.", "Sie nicht."]),
        ("It shows warming up... ready before it starts.", None),
        ("It passed test E. The switch was set.", ["It passed test E.", "The switch was set."]),
        ("Sent on [date removed]. It broke.", ["Sent on [date removed].", "It broke."]),
        ("The red hose is ok. Fig. 2 shows it.", ["The red hose is ok.", "Fig. 2 shows it."]),
        (
            "Dr. Hale met Ms. Ortiz on Jan. 5. They spoke.",
            ["Dr. Hale met Ms. Ortiz on Jan. 5.", "They spoke."],
        ),
        ("In the U.S. economy, v2.1.3 is No. 4 at approx. 5 m.", None),
        ("He said “Stop.” Then he left.", ["He said “Stop.”", "Then he left."]),
        ("Il a vu l'art. 5 et M. Dupont. Il part.", ["Il a vu l'art. 5 et M. Dupont.", "Il part."]),
        ("Use numpy.Array or README.Md here.", None),
        ("It costs 5 Mrd. Euro bzw. 6 Mio. Dollar nach Abs. 2 S. 1 HGB.", None),
        ("Ludwig XIV. war König.", None),
        ("Was it Yahoo! or Google?", None),
        ("В 2020 г. он стоил 5 тыс. руб. в год.", None),
        ("See Smith v. Jones, 5 U.S. 137 (1803), Rs. 500.", None),
        ("Bring your ID. Parking is free.", ["Bring your ID.", "Parking is free."]),
        ("It opens at 3 p.m. Please wait.", ["It opens at 3 p.m.", "Please wait."]),
        ("A degree in art. He works.", ["A degree in art.", "He works."]),
        ("The fee is 40 EUR.It is due.", ["The fee is 40 EUR.", "It is due."]),
        ("Il ouvre à 10 h. Il ferme à 18 h.", ["Il ouvre à 10 h.", "Il ferme à 18 h."]),
        ("Son 30 días.¿Hay más?No.", ["Son 30 días.", "¿Hay más?", "No."]),
        ("¿Cuánto cuesta?Cuesta 5 euros.", ["¿Cuánto cuesta?", "Cuesta 5 euros."]),
        ("See https://a.example/x.Html now.", None),
        ("iPhone sales rose. iPad sales fell.", ["iPhone sales rose.", "iPad sales fell."]),
        ('It reads: "A is red. B is blue." Good.', ['It reads: "A is red. B is blue."', "Good."]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str] | None) -> None:
    """Stops that end a sentence do, and others do not (None: one sentence)."""
    assert texts(text) == (expected or [text])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It closed in 1931. [1] It reopened. [2]", ["It closed in 1931. [1]", "It reopened. [2]"]),
        ("It closed.[1] It reopened.[2][3] Now", ["It closed.[1]", "It reopened.[2][3]", "Now"]),
        ("It closed.¹ It reopened.", ["It closed.¹", "It reopened."]),
        ("Two years. (Source: a.pdf) Then one.", ["Two years. (Source: a.pdf)", "Then one."]),
        ("两年。【6:2†source】一年。", ["两年。【6:2†source】", "一年。"]),
        ("[1] The mill closed. [2] It reopened.", ["[1] The mill closed.", "[2] It reopened."]),
    ],
)
def test_markers_stay_with_their_sentence(text: str, expected: list[str]) -> None:
    """A marker after the stop belongs before; in a text that leads with markers, after."""
    assert texts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "1. The pump is red. 2. The hose is green.",
        "Notes: 1. The pump is red. 2. The hose is green."[7:],
        "1) The pump is red.\n2) The hose is green.",
        "- The pump is red.\n- The hose is green.",
        "• The pump is red.\n• The hose is green.",
        "(a) The pump is red.\n(b) The hose is green.",
        "> 1. The pump is red.\n> 2. The hose is green.",
        "- [x] The pump is red.\n- [ ] The hose is green.",
    ],
)
def test_list_markers_are_no_text(text: str) -> None:
    """Bullets and numbers, on lines of their own or stranded in a line, are left out."""
    assert texts(text) == ["The pump is red.", "The hose is green."]


def test_inline_numbers_split_whole_sentences() -> None:
    """A numbered run of sentences in one line falls apart; its introduction stays whole."""
    found = texts("Follow these steps: 1. Heat the oven. 2. Peel the bulb. 3. Roast it.")
    assert found == ["Follow these steps:", "Heat the oven.", "Peel the bulb.", "Roast it."]


def test_list_items_carry_what_introduces_them() -> None:
    """The nearest line that leads in is kept with each item, at every depth."""
    found = sentences("It does not cover:\n- flood\n- fire:\n  - arson\n\nDone.")
    leads = [s.lead_in.text if s.lead_in else None for s in found]
    assert leads == [None, "It does not cover:", "It does not cover:", "fire:", None]


@pytest.mark.parametrize("bullets", ["(a) {}\n(b) {}", "- {}\n- {}", "• {}\n• {}"])
def test_items_may_continue_a_line_without_colon(bullets: str) -> None:
    """An unfinished line leads in the items that go on from it."""
    found = sentences("Items on sale\n" + bullets.format("may be swapped;", "may not be returned."))
    assert [s.lead_in and s.lead_in.text for s in found] == [None, *["Items on sale"] * 2]


@pytest.mark.parametrize(
    "table",
    [
        "| Item | Max (bar) |\n|---|---|\n| Water | 6 |\n| Air | 8 |",
        "Item | Max (bar)\n--- | ---\nWater | 6\nAir | 8",
        "> | Item | Max (bar) |\n> |---|---|\n> | **Water** | 6 |\n> | Air | 8 |",
    ],
)
def test_table_rows_are_written_out(table: str) -> None:
    """A row names its header and columns, and its cells keep their places."""
    header, water, air = sentences(table)
    assert (header.kind, header.text) == ("table_header", "Item; Max (bar)")
    assert (water.text, air.text) == ("Water: Max (bar) = 6", "Air: Max (bar) = 8")
    at = water.text.index("6")
    assert water.body.span(at, at + 1).of(table) == "6"


def test_bars_without_a_rule_are_rows() -> None:
    """Rows between bars are read as rows; a first one without figures names the columns."""
    assert texts("| Bolts | 40 |\n| Nuts | 60 |") == ["Bolts; 40", "Nuts; 60"]
    assert texts("| Item | Stock |\n| Nuts | 60 |") == ["Item; Stock", "Nuts: Stock = 60"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<b>Fee:</b>&nbsp;$40<br/>", ["Fee: $40"]),
        ("**Opening hours:** 9 am to **7** pm", ["Opening hours: 9 am to 7 pm"]),
        ("See [our notice](https://a.example/n_1.pdf).", ["See our notice."]),
        ("Run `a. B` now, with ~~no~~ ***care***.", ["Run a. B now, with no care."]),
        ("2*3*4 is f_x_y and 2**8", ["2*3*4 is f_x_y and 2**8"]),
        ("**Half a bold line", ["Half a bold line"]),
        ("10<sup>6</sup> m<sup>2</sup>", ["10^6 m2"]),
        ("It ended [[1]](#c) or [2](http://a.example).", ["It ended [1] or [2]."]),
        ("One line.<br>Another line", ["One line.", "Another line"]),
        ("a <b and c> d", ["a <b and c> d"]),
        ("Fee: $40\nTerm: 2 years", ["Fee: $40", "Term: 2 years"]),
        ("**Fee:** $40\n**Term:** 2 years", ["Fee: $40", "Term: 2 years"]),
        (
            "Refund Policy\nRefunds take 30 days to arrive.",
            ["Refund Policy", "Refunds take 30 days to arrive."],
        ),
        ("permission to\nreprint the\n     tables now.", ["permission to reprint the tables now."]),
        (
            "The fee is\n40 dollars and the\nTerm ends in May.",
            ["The fee is 40 dollars and the Term ends in May."],
        ),
        ("fee: 40\nterm: 2 years", ["fee: 40", "term: 2 years"]),
        ("He said: the hose is\nred: it was", ["He said: the hose is red: it was"]),
        ("the pump\n– which is red – failed.", ["the pump – which is red – failed."]),
        ("Opening hours\nMon 9-5\nSat 10-2", ["Opening hours", "Mon 9-5", "Sat 10-2"]),
        ("3.2 Refunds\nRefunds are paid soon.", ["3.2 Refunds", "Refunds are paid soon."]),
        ("It ships in 2-\n3 days.", ["It ships in 2-3 days."]),
        ("Name | Fee\nPool | 5", ["Name; Fee", "Pool: Fee = 5"]),
        (
            "Table 1: Sizes\nModel  Size (mm)\nA1     30\nB2     45",
            ["Table 1: Sizes", "Model; Size (mm)", "A1: Size (mm) = 30", "B2: Size (mm) = 45"],
        ),
        (
            "It is red.  It is old.\nIt is big.  It is new.",
            ["It is red.", "It is old.", "It is big.", "It is new."],
        ),
        ("Name\tFee\nPool\t5", ["Name; Fee", "Pool: Fee = 5"]),
        (
            "Name     Fee (EUR)\nPool     5\nSpa      7",
            ["Name; Fee (EUR)", "Pool: Fee (EUR) = 5", "Spa: Fee (EUR) = 7"],
        ),
        ("<table><tr><td>Pool</td><td>5</td></tr><tr><td>Spa</td></tr></table>", ["Pool 5", "Spa"]),
        ("# Title #\nText", ["Title", "Text"]),
        ("```markdown\n# Title\nText.\n```", ["Title", "Text."]),
        ("1986. A year of rain.", ["1986.", "A year of rain."]),
    ],
)
def test_markup_goes_and_lines_hang_together(text: str, expected: list[str]) -> None:
    """Markup is removed; wrapped prose is joined, lines that stand alone are not."""
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("## Sum\n\nText.", ["heading", "paragraph"]),
        ("```py\nf(1)\n\ng(2)\n```\nText", ["code", "code", "paragraph"]),
        ("Text.\n```\nunclosed = 1", ["paragraph", "code"]),
        ("> Said so.", ["quote"]),
        ("```\nThe fee is 40 dollars. It is due.\n```", ["paragraph", "paragraph"]),
        ("Text.\n```\nThe pool opens in May this year.", ["paragraph", "paragraph"]),
        ("```\nError: no such file.\nx = 1;\n```", ["code", "code"]),
        ("Text [1].\n\nReferences:\n[1] Town chronicle", ["paragraph", "reference", "reference"]),
        (
            "## Sources\n1. a.pdf\n\n## More\nText.",
            ["heading", "reference", "heading", "paragraph"],
        ),
        ("Text [^1].\n\n[^1]: Town chronicle", ["paragraph", "reference"]),
        ("Text.\n\nQuelle: [S1], [S2]", ["paragraph", "reference"]),
        ("Sources: the river and two lakes feed it.", ["paragraph"]),
    ],
)
def test_blocks_have_kinds(text: str, kinds: list[str]) -> None:
    """Headings, code, quotes and reference lists are told apart from prose."""
    assert [s.kind for s in sentences(text)] == kinds


@given(any_texts())
def test_spans_hold_their_bodies(text: str) -> None:
    """Bodies are plain and map into their spans; spans follow one another."""
    found = sentences(text)
    for sentence in found:
        assert sentence.text == sentence.text.strip()
        assert "\n" not in sentence.text
        assert 0 <= sentence.span.start <= sentence.span.end <= len(text)
    assert [s.index for s in found] == list(range(len(found)))
    starts = [s.span.start for s in found]
    assert starts == sorted(starts)


@given(any_texts())
def test_no_letter_is_lost(text: str) -> None:
    """Every letter outside markup is in some sentence."""
    plain = "".join(c if c.isalpha() or c in " \n.,:;" else " " for c in text)
    covered = {i for s in sentences(plain) for i in range(s.span.start, s.span.end)}
    assert all(i in covered for i, c in enumerate(plain) if c.isalpha())


def test_large_texts_are_read_whole() -> None:
    """A sentence of 50,000 characters and 200 KB of list items come back complete."""
    (long,) = sentences("word " * 10_000)
    assert len(long.text) == 49_999
    assert len(sentences("- an item here\n" * 2_000)) == 2_000


@pytest.mark.parametrize(
    "text", ["> " * 5000 + "end", "- " * 3000, "`" * 9001, "[" * 9000, "*a " * 3000, "<b " * 3000]
)
def test_hostile_markup_is_survived(text: str) -> None:
    """Deep nesting and unbalanced marks neither fail nor lose the words."""
    assert sum(c.isalpha() for s in sentences(text) for c in s.text) >= ("end" in text)


def test_the_sentence_at_an_offset() -> None:
    """An offset finds its sentence, or the one before it."""
    found = sentences("One is red. Two is blue.")
    second = sentence_at(found, 14)
    assert second is not None
    assert second.text == "Two is blue."
    assert sentence_at((), 3) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The park closes at dusk.[1] Dogs are welcome.[2]",
            ["The park closes at dusk.[1]", "Dogs are welcome.[2]"],
        ),
        ("It rained.【1†source】 It snowed.", ["It rained.【1†source】", "It snowed."]),
        ("He said “no”.[3][4] She left.", ["He said “no”.[3][4]", "She left."]),
        ("See Smith et al.[1] The rest follows.", ["See Smith et al.[1] The rest follows."]),
        ("It is approx.[2] The mill.", ["It is approx.[2] The mill."]),
    ],
)
def test_a_marker_glued_to_the_stop_belongs_to_the_sentence_it_ends(
    text: str, expected: list[str]
) -> None:
    """The next sentence begins after the markers; abbreviations end nothing."""
    assert [s.text for s in sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Land,Capital,People\nNorland,Vesby,54\nEstia,Tolk,13",
         ["Norland: Capital = Vesby; People = 54", "Estia: Capital = Tolk; People = 13"]),
        ("Item;Price\nTea;3,50\nCake;4,20", ["Tea: Price = 3,50", "Cake: Price = 4,20"]),
        ("Notes, short\nIn 2019, he left\nIn 2020, he came", []),
        ("1,200\n3,400\n5,600", []),
    ],
)  # fmt: skip
def test_separated_values_are_a_table(text: str, rows: list[str]) -> None:
    """Lines of as many fields under a heading without figures are rows; prose is not."""
    assert [s.text for s in sentences(text) if s.kind == "table_row"] == rows


def test_an_unindented_line_with_a_colon_leads_in_the_items_after_it() -> None:
    """Markdown would take it for the rest of the item before it."""
    found = sentences("You may bring:\n- a blanket\nYou may not bring:\n- glass\n")
    leads = {s.text: s.lead_in.text for s in found if s.lead_in is not None}
    assert leads == {"a blanket": "You may bring:", "glass": "You may not bring:"}
