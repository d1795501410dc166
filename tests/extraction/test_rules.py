"""The extractor as a whole: claims, segments, citations, lists, tables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.evidence import freeze
from entailed.extraction.coverage import uncovered
from entailed.extraction.rules import RuleExtractor
from entailed.protocols import Extractor
from entailed.types import Extraction
from tests.strategies import answer_texts

EVIDENCE = freeze({"1": "One.", "2": "Two.", "3": "Three."})


def extract(answer: str, question: str = "", *, check_instructions: bool = False) -> Extraction:
    """The extraction of an answer over three passages."""
    return RuleExtractor(check_instructions=check_instructions).extract(answer, EVIDENCE, question)


def texts(answer: str) -> list[str]:
    """The claims of an answer as they read alone."""
    return [c.text for c in extract(answer).claims]


def roles(answer: str) -> list[str]:
    """The roles of an answer's segments, separators left out."""
    return [s.role for s in extract(answer).segments if s.role != "separator"]


def test_it_is_an_extractor() -> None:
    """The class satisfies the protocol and names itself."""
    assert isinstance(RuleExtractor(), Extractor)
    assert RuleExtractor().name == "rules"


@pytest.mark.parametrize("answer", ["", " \n\t ", "🙂", "***", "---"])
def test_nothing_said_is_nothing_claimed(answer: str) -> None:
    """White space, marks and emoji make no claim; an empty answer has no segment either."""
    extraction = extract(answer)
    assert extraction.claims == ()
    assert not extraction.declined
    assert bool(extraction.segments) == bool(answer)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The policy does not cover:\n- flood\n- theft", "The policy does not cover {}"),
        ("The plan includes the following:\n* flood\n* theft", "The plan includes {}"),
        ("Steps in the manual:\n1. flood\n2. theft", "Steps in the manual: {}"),
        ("The kit has two parts: 1. flood, and 2. theft", "The kit has {}"),
        ("Here are the risks of the site:\n• flood\n• theft", "risks of the site: {}"),
        ("Die Police deckt nicht:\n- flood\n- theft", "Die Police deckt nicht: {}"),
    ],
)
def test_items_carry_the_lead_in_they_need(answer: str, expected: str) -> None:
    """A fragment of a list reads as a statement."""
    assert texts(answer)[-2:] == [expected.format("flood"), expected.format("theft")]


@pytest.mark.parametrize("lead", ["Here are the key points:", "Summary:", "The policy says:"])
def test_full_sentences_in_a_list_stand_alone(lead: str) -> None:
    """An item that is a sentence needs no lead-in."""
    assert texts(f"{lead}\n- The harbour freezes in winter.") == ["The harbour freezes in winter."]


def test_items_under_a_negative_lead_in_keep_it_although_they_look_like_sentences() -> None:
    """ "damage caused by frost" is no sentence; without its lead-in it would say the opposite."""
    answer = "The policy does not cover:\n- damage caused by frost\n- items that are lent"
    assert all(text.startswith("The policy does not cover ") for text in texts(answer))


def test_items_under_an_abstention_are_part_of_it() -> None:
    """What the sources do not mention is not claimed, one item at a time either."""
    extraction = extract("The sources do not mention:\n- the fee\n- the term")
    assert extraction.claims == ()
    assert extraction.declined


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Item | Stock\n---|---\nBolts | 40\nNuts | 60", ["Bolts: Stock = 40", "Nuts: Stock = 60"]),
        (
            "| Water | Min | Max |\n|---|---|---|\n| Cold | 1 | 6 |",
            ["Cold: Min = 1", "Cold: Max = 6"],
        ),
        ("**Fee:** $40", ["Fee: $40"]),
        ("<b>Fee:</b>&nbsp;$40<br/>", ["Fee: $40"]),
        ("**Plan A**\n\n- Price: $5", ["Price: $5"]),
    ],
)
def test_tables_and_labels_are_claims_with_their_headers(answer: str, expected: list[str]) -> None:
    """A cell has its row and column header, a label its value, and no markup is left."""
    assert texts(answer) == expected


@pytest.mark.parametrize(
    ("answer", "cited"),
    [
        ("The mill closed in 1931. [1] It was rebuilt in 1950. [2]", [("1",), ("2",)]),
        ("The mill closed in 1931 [1]. It was rebuilt in 1950 [2].", [("1",), ("2",)]),
        ("The museum has a cafe and is free on Mondays [1, 2].", [("1", "2"), ("1", "2")]),
        ("The fee is $40 [1] and the deposit is $100 [2].", [("1",), ("2",)]),
        ("The fee is $40 [1], but the deposit is $100.", [("1",), ()]),
        ("The mill is old. The tower is new. [3]", [(), ("3",)]),
        ("The plan covers [2]:\n- flood\n- theft [3]", [("2",), ("3",)]),
        ("The mill is old.\n[1]", [("1",)]),
    ],
)
def test_markers_belong_to_the_clause_or_sentence_they_end(
    answer: str, cited: list[tuple[str, ...]]
) -> None:
    """A marker covers back to the one before it within its sentence, never further."""
    claims = extract(answer).claims
    assert [tuple(i for c in claim.citations for i in c.ids) for claim in claims] == cited
    assert not any("[" in claim.text for claim in claims)


@pytest.mark.parametrize(
    ("answer", "claim", "declined"),
    [
        (
            "I could not find the height, but the tower stands by the river.",
            "the tower stands by the river.",
            False,
        ),
        (
            "The guide lists a section on keys, but I could not find its text.",
            "The guide lists a section on keys",
            False,
        ),
        (
            "Although the sources do not state the height, the tower leans.",
            "the tower leans.",
            False,
        ),
        ("The tower leans; its height is not stated in the documents.", "The tower leans", False),
        ("Ich konnte die Höhe nicht finden, aber der Turm ist alt.", "der Turm ist alt.", False),
        ("I'm sorry, but I don't know.", None, True),
        ("I can't confirm the clause. The fine is $900.", "The fine is $900.", False),
    ],
)
def test_an_abstention_is_told_from_the_statement_beside_it(
    answer: str, claim: str | None, declined: bool
) -> None:
    """A mixed sentence is cut; only an answer without a claim is declined."""
    extraction = extract(answer)
    assert [c.text for c in extraction.claims] == ([claim] if claim else [])
    assert extraction.declined is declined
    assert "abstention" in {s.role for s in extraction.segments}


def test_markers_used_as_nouns_stay_in_the_wording() -> None:
    """A claim never reads "according to, the mill closed"."""
    answer = "According to [1], the mill closed in 1931, but [2] says 1935."
    assert texts(answer) == ["the mill closed in 1931", "the source says 1935."]


@pytest.mark.parametrize(
    ("answer", "claims", "cited"),
    [
        (
            "[1] says the café is open, and [2] says it is closed.",
            ["the café is open", "The café is closed."],
            [("1",), ("2",)],
        ),
        ("As noted in Document 1, refunds take a week.", ["refunds take a week."], [("1",)]),
        ("Refunds take a week (see [2]).", ["Refunds take a week."], [("2",)]),
        ("[2] states that the pool is heated.", ["the pool is heated."], [("2",)]),
        ("The pool is heated, per [1].", ["The pool is heated."], [("1",)]),
    ],
)
def test_words_that_only_lead_to_a_marker_leave_the_claim_and_stay_in_its_span(
    answer: str, claims: list[str], cited: list[tuple[str, ...]]
) -> None:
    """What a passage is said to say is the claim, cited from that passage."""
    found = extract(answer).claims
    assert [c.text for c in found] == claims
    assert [tuple(i for x in c.citations for i in x.ids) for c in found] == cited
    assert found[0].span.start == 0


@pytest.mark.parametrize(
    "answer",
    [
        "One source says the shop opens at 8, while another says it opens at 9.",
        "The first source says that the shop opens at 8; the second says it opens at 9.",
        "Document A states that the shop opens at 8, whereas Document B states that it opens at 9.",
        "According to one report, the shop opens at 8. According to another, it opens at 9.",
    ],
)
def test_what_each_of_several_sources_says_is_a_claim(answer: str) -> None:
    """Sources that disagree are told apart, and only what they say is checked."""
    assert [t.lower().rstrip(".") for t in texts(answer)] == [
        "the shop opens at 8",
        "the shop opens at 9",
    ]


@pytest.mark.parametrize(
    "answer",
    [
        'The documents never use the words "dress code".',
        "The term 'no-fault' does not appear anywhere in the texts.",
        "Nowhere in the sources is a refund mentioned.",
        "Dem Dokument lässt sich keine Kleiderordnung entnehmen.",
    ],
)
def test_statements_about_all_the_sources_wording_are_abstentions(answer: str) -> None:
    """That no source has a word is no claim about the world."""
    extraction = extract(answer)
    assert not extraction.claims
    assert extraction.declined


@pytest.mark.parametrize("answer", ["No. Dogs are banned.", "No - dogs are banned."])
def test_a_no_before_a_statement_is_no_negation_of_it(answer: str) -> None:
    """ "No." answers the question and "Dogs are banned" is the claim."""
    assert [t.lower() for t in texts(answer)] == ["dogs are banned."]


def test_remarks_on_the_sources_in_brackets_are_left_out_of_the_claim() -> None:
    """The claim is what stands before the remark; the remark stays in its span."""
    answer = "Overtime is capped at ten hours [not stated in the documents given]."
    claim = extract(answer).claims[0]
    assert claim.text == "Overtime is capped at ten hours."
    assert claim.span.of(answer) == answer


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("# Fees\n\nIs it free?\n\nNo.\n\nThe fee is $4.", ["heading", "question", "lead_in"]),
        ("Hi! Happy to help.", ["greeting", "greeting"]),
        ("```\nx = 5\n```", ["code"]),
        ("References:\n[1] Town chronicle", ["reference", "reference"]),
    ],
)
def test_what_is_not_checkable_keeps_its_role(answer: str, expected: list[str]) -> None:
    """Segments say why a piece is no claim."""
    assert roles(answer)[: len(expected)] == expected


def test_instructions_are_claims_only_on_request_or_with_a_value() -> None:
    """A dose is checked always, an order when asked for."""
    answer = "Restart the router. Take 50 mg twice daily."
    assert texts(answer) == ["Take 50 mg twice daily."]
    assert len(extract(answer, check_instructions=True).claims) == 2


def test_a_lone_yes_is_read_with_the_question() -> None:
    """ "Yes." answers something; beside a claim it is only a lead-in."""
    assert extract("Yes.", "Is the pool heated?").claims[0].text == "Is the pool heated? Yes."
    assert texts("Yes. The pool is heated.") == ["The pool is heated."]
    assert texts("Is it heated? Yes, it is.") == ["Is it heated? Yes, it is."]


def test_pronouns_are_read_in_their_paragraph_only() -> None:
    """The subject of the sentence before is put in; a new paragraph starts afresh."""
    assert texts("The mill opened in 1931. It was rebuilt.")[1] == "The mill was rebuilt."
    assert texts("The mill opened in 1931.\n\nIt was rebuilt.")[1] == "It was rebuilt."


def test_parallel_possessives_in_one_sentence_are_kept() -> None:
    """ "his mother" beside "his father" is not the father's mother."""
    assert texts("His father was a baker and his mother was a nurse.")[1].startswith("his mother")


def test_lists_that_lost_their_line_breaks_are_read_as_lists() -> None:
    """Bullets and numbers inside a paragraph part its items."""
    answer = "Here are some uses: * The pump drains ponds [1] * It fills tanks [2]"
    assert texts(answer) == ["The pump drains ponds", "The pump fills tanks"]
    assert texts("The steps are: 1. The lid opens. 2. The lid closes.") == [
        "The lid opens.",
        "The lid closes.",
    ]


PROSE = (
    "The the mill tower opened closed is was 1931 $40 and but , . ; : ? ! [1] [2] (see) ** ` _ - * "
    "1. | # > It they does not mention sources I could find Yes. 但 図書館。 ist |---| ``` <b> "
    "</b> &amp; https://example.org/a References: 🙂"
)
BREAKS = ("\n", "\n\n", "\u200b", "\u00a0", "\n- ", '"quoted"')
WORDS = st.sampled_from((*PROSE.split(), *BREAKS))
MARKDOWN = st.lists(WORDS, max_size=60).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(MARKDOWN, answer_texts(), st.text(max_size=200)))
def test_segments_tile_any_answer_and_name_every_claim_once(answer: str) -> None:
    """No gap, no overlap, claims in order, ends on characters, and every word accounted for."""
    extraction = extract(answer)
    at = 0
    for segment in extraction.segments:
        assert segment.span.start == at < segment.span.end
        at = segment.span.end
    assert at == len(answer)
    named = [s for s in extraction.segments if s.kind == "claim"]
    assert [(s.claim_id, s.span) for s in named] == [(c.id, c.span) for c in extraction.claims]
    assert [c.id for c in extraction.claims] == [f"c{i + 1}" for i in range(len(named))]
    for claim in extraction.claims:
        text = claim.span.of(answer)
        assert text == text.strip()
        assert claim.text
    assert uncovered(answer, extraction) == ()


@pytest.mark.parametrize(
    "unit",
    [
        "the tower is red, ",
        "the tower is red; ",
        "the tower is red and was blue and ",
        "[1] ",
        "( the ",
        '" the ',
        "* The mill ",
        "a: 1. the x ",
        "图书馆周一闭馆",
        "- The harbour freezes in winter.\n",
        "x but not found ",
    ],
)
def test_hostile_lengths_are_read(unit: str) -> None:
    """Tens of thousands of characters without a stop are read like any text."""
    answer = unit * (20_000 // len(unit))
    assert uncovered(answer, extract(answer)) == ()


@given(MARKDOWN)
def test_extraction_is_deterministic(answer: str) -> None:
    """The same answer gives the same extraction."""
    assert extract(answer) == extract(answer)


@pytest.mark.parametrize("rule", ["___", "***", "Name: ___", "<br>"])
def test_a_claim_does_not_reach_back_over_marks_of_the_line_before(rule: str) -> None:
    """A rule drawn above a paragraph is no emphasis of it."""
    answer = f"Standard rules apply in May.\n\n{rule}\nRefunds take 30 days."
    spans = [c.span.of(answer) for c in extract(answer).claims]
    assert not any("30 days" in s and rule in s for s in spans)
    assert spans[-1].endswith("Refunds take 30 days.")
