"""Repair: what is shown after markers, deletions, hedges and corrected citations."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.policy import PRESETS, decide, load_policy
from entailed.repair import apply
from entailed.treatments import TREATMENTS, Decision
from entailed.types import LABELS, EvidenceSpan, Finding, Span
from tests.reports import PASSAGES, C, place, report


def repaired(answer, *claims, policy="repair", question="", roles=None, passages=None, **overrides):
    """The text that `policy` makes of `answer`."""
    made = report(answer, *claims, roles=roles, passages=passages)
    chosen = load_policy(policy, **overrides)
    decision = decide(chosen, made.verdicts, "partial")
    return apply(answer, made.verdicts, made.segments, made.evidence, chosen, decision, question)


def bad(words, **more):
    """A claim that is not in the evidence."""
    return C(words, "missing", **more)


# --- flag ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "words", "expected"),
    [
        ("It is red.", "It is red.", "It is red [citation needed]."),
        ("It is red.", "It is red", "It is red [citation needed]."),
        ("It is red", "It is red", "It is red [citation needed]"),
        ("Is it? It is red! Yes.", "It is red!", "Is it? It is red [citation needed]! Yes."),
        ("**It is red.**", "It is red.", "**It is red [citation needed].**"),
        ("It is **red**.", "It is **red", "It is **red** [citation needed]."),
        ("Use `a.b`.", "Use `a.b`", "Use `a.b` [citation needed]."),
        ("Use `a.b` now", "Use `a", "Use `a.b` [citation needed] now"),
        ("See [it](http://x.y/z).", "See [it", "See [it](http://x.y/z) [citation needed]."),
        ('He said "pay up."', 'He said "pay up.', 'He said "pay up." [citation needed]'),
        ("He said “pay up.”", "He said “pay up", "He said “pay up.” [citation needed]"),
        ("It costs 5 (red ones).", "red ones", "It costs 5 (red ones [citation needed])."),
        ("It costs 5 (or 6).", "It costs 5 (or 6", "It costs 5 (or 6) [citation needed]."),
        ("退款期限为60天。", "退款期限为60天。", "退款期限为60天 [citation needed]。"),
        ("- It is red.\n- Ok", "It is red.", "- It is red [citation needed].\n- Ok"),
        ("# It is red\n\nOk", "It is red", "# It is red [citation needed]\n\nOk"),
        ("It is red (very).", "It is red", "It is red [citation needed] (very)."),
    ],
)
def test_a_marker_stands_at_the_end_of_its_claim(answer, words, expected):
    """Before the full stop, outside code, links and quotations, inside what encloses the claim."""
    assert repaired(answer, bad(words), policy="flag") == expected


def test_a_marker_follows_the_citations_of_its_claim():
    """A cited claim that fails keeps its citation, and the marker comes after it."""
    claim = C("It is red", "contradicted", cites=("[S1]",))
    assert repaired("It is red [S1].", claim, policy="flag") == "It is red [S1] [citation needed]."


def test_a_marker_in_a_table_stays_in_its_cell():
    """The pipes of the row stay where they are."""
    answer = "| Plan | Price |\n|---|---|\n| Basic | $5 |\n| Pro | $9 |"
    text = repaired(answer, bad("| Basic | $5 |", kind="table_row"), policy="flag")
    assert text.splitlines()[2] == "| Basic | $5 [citation needed] |"


def test_flag_attaches_citations_to_supported_claims_without_one():
    """Supported and uncited gets its passage; supported and cited is left alone."""
    answer = "It is red. It is big [S2]. It is old."
    claims = [C("It is red"), C("It is big", cites=("[S2]",), support=("S2",)), bad("It is old")]
    text = repaired(answer, *claims, policy="flag")
    assert text == "It is red [S1]. It is big [S2]. It is old [citation needed]."


def test_two_claims_of_a_sentence_with_the_same_source_are_cited_once():
    """One citation at the end of the sentence is enough."""
    sentence = "It is red and big."
    claims = [C("It is red", sentence=sentence), C("big", sentence=sentence, whole="It is big")]
    text = repaired(f"{sentence} It is old.", *claims, bad("It is old"), policy="flag")
    assert text.startswith("It is red and big [S1].")


def test_confidence_is_shown_when_asked_for():
    """The estimated support stands in the marker, if there is one."""
    claim = bad("It is red", score=0.125)
    text = repaired("It is red.", claim, policy="flag", show_confidence=True)
    assert text == "It is red [citation needed, support 0.12]."


def test_flag_names_the_right_passage_at_a_wrong_citation():
    """A supported claim with the wrong citation is marked as such, not as unsupported."""
    claim = C("It is red", cites=("[S2]",), fails=("misattributed",))
    text = repaired("It is red [S2].", claim, policy="flag")
    assert text == "It is red [S2] [check citation: S1]."


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("It is red. So big.", "It is red. So big. [citation needed]"),
        ("```\nx\n```", "```\nx\n```\n\n[citation needed]"),
        ("  \n", "  \n"),
    ],
)
def test_without_evidence_the_whole_answer_is_marked_once(answer, expected):
    """One marker after the answer, outside a code block; none on an empty answer."""
    made = report(answer, passages={})
    policy = PRESETS["flag"]
    decision = decide(policy, made.verdicts, "no_evidence")
    assert apply(answer, (), made.segments, made.evidence, policy, decision) == expected


# --- deletion in prose -----------------------------------------------------------------------


def test_a_deleted_sentence_leaves_no_gap():
    """One space between the sentences that are left."""
    text = repaired(
        "It is red. It is big. It is old.", C("It is red"), bad("It is big."), C("It is old")
    )
    assert text == "It is red [S1]. It is old [S1]."


def test_a_deleted_paragraph_leaves_one_blank_line():
    """Blank lines around a deleted paragraph close up."""
    text = repaired(
        "It is red.\n\nIt is big.\n\nIt is old.", C("It is red"), bad("It is big."), C("It is old")
    )
    assert text == "It is red [S1].\n\nIt is old [S1]."


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("+-", "It supports red [S1]."),
        ("-+", "It supports blue [S1]."),
    ],
)
def test_a_clause_is_cut_from_a_pair(labels, expected):
    """Either half of "A and B" can go; the half that needs it gets its subject back."""
    sentence = "It supports red and blue."
    signs = {"+": "supported", "-": "missing"}
    claims = [
        C("It supports red", signs[labels[0]], sentence=sentence),
        C("blue", signs[labels[1]], sentence=sentence, whole="It supports blue"),
    ]
    assert repaired(sentence, *claims) == expected


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("+++-", "It supports red, blue and green."),
        ("++-+", "It supports red, blue, and black."),
        ("+--+", "It supports red and black."),
        ("+-+-", "It supports red and green."),
        ("+---", "It supports red."),
        ("-++-", "It supports blue. It supports green."),
    ],
)
def test_members_are_cut_from_an_enumeration(labels, expected):
    """What is left is joined with the sentence's own "and"."""
    sentence = "It supports red, blue, green, and black."
    kinds = {"+": "supported", "-": "missing"}
    words = ["It supports red", "blue", "green", "black"]
    claims = [
        C(w, kinds[sign], sentence=sentence, whole="" if i == 0 else f"It supports {w}")
        for i, (w, sign) in enumerate(zip(words, labels, strict=True))
    ]
    text = repaired(sentence, *claims, attach_citations=False)
    assert text.replace(", blue and", ", blue, and") == expected.replace(
        ", blue and", ", blue, and"
    )


def test_the_first_of_two_full_clauses_goes_and_the_second_gets_its_capital():
    """The second clause becomes the sentence."""
    sentence = "The plan is free, but the phone costs $5."
    claims = [
        bad("The plan is free", sentence=sentence),
        C("the phone costs $5", sentence=sentence),
    ]
    assert repaired(sentence, *claims) == "The phone costs $5 [S1]."


def test_a_product_written_small_keeps_its_letter():
    """A word that is cased its own way is not given a capital."""
    sentence = "The plan is free, but iPhones cost $5."
    claims = [bad("The plan is free", sentence=sentence), C("iPhones cost $5", sentence=sentence)]
    assert repaired(sentence, *claims) == "iPhones cost $5 [S1]."


def test_the_citation_of_a_sentence_stays_with_the_clause_that_is_left():
    """A marker behind the deleted half that also speaks for the kept half is kept."""
    sentence = "It is red and weighs 2 kg [S1]."
    claims = [
        C("It is red", sentence=sentence, cites=("[S1]",)),
        bad("weighs 2 kg", sentence=sentence, whole="It weighs 2 kg", cites=("[S1]",)),
    ]
    assert repaired(sentence, *claims) == "It is red [S1]."


def test_the_citation_of_a_deleted_sentence_goes_with_it():
    """Also where it stands behind the full stop."""
    answer = "It is red. [S1] It is big. [S2] It is old."
    claims = [
        C("It is red", cites=("[S1]",), sentence="It is red."),
        bad("It is big", cites=("[S2]",), sentence="It is big."),
        C("It is old", sentence="It is old."),
    ]
    assert repaired(answer, *claims) == "It is red. [S1] It is old [S1]."


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("It is free. However, it is slow.", "It is slow [S1]."),
        ("It is free. And it is slow.", "It is slow [S1]."),
        ("Es ist frei. Außerdem, es ist langsam.", "Es ist langsam [S1]."),
    ],
)
def test_an_orphaned_connective_goes(answer, expected):
    """What "However" connected to is gone, so it goes too."""
    first, second = answer.split(". ", 1)
    claims = [bad(first + "."), C(second)]
    assert repaired(answer, *claims) == expected


@pytest.mark.parametrize(
    ("second", "whole", "expected"),
    [
        ("It weighs 2 kg", "The Atlas weighs 2 kg", "The Atlas weighs 2 kg [S1]."),
        (
            "Its case weighs 2 kg",
            "the Atlas's case weighs 2 kg",
            "The Atlas's case weighs 2 kg [S1].",
        ),
        ("Its case weighs 2 kg", "the Atlas case weighs 2 kg", None),
        ("She left in 1999", "Ada Lovelace left in 1999", "Ada Lovelace left in 1999 [S1]."),
        ("It rains", "It rains", "It rains [S1]."),
    ],
)
def test_a_pronoun_gets_its_name_when_its_sentence_is_gone(second, whole, expected):
    """The name the extractor read is put in; without one the pronoun stays."""
    text = repaired(
        f"The Atlas is new. {second}.", bad("The Atlas is new."), C(second, whole=whole)
    )
    assert expected is None or text == expected


@pytest.mark.parametrize(
    ("gone", "kept", "expected"),
    [
        ("Ann Lee founded it.", "She was born in Paris", "Ann Lee was born in Paris [S1]."),
        ("Ann Lee founded it.", "Her brother runs it", "Ann Lee’s brother runs it [S1]."),
        ("The Atlas is new.", "It weighs 2 kg", "The Atlas weighs 2 kg [S1]."),
        ("The Veltra is new.", "However, its case is red", "The Veltra’s case is red [S1]."),
        ("The Atlas is new.", "It is wise to charge it", "It is wise to charge it [S1]."),
        ("The Atlas is new.", "It takes two days to charge", "It takes two days to charge [S1]."),
        ("The Atlas is new.", "In winter, it is slow", "In winter, the Atlas is slow [S1]."),
        ("Acme Corp sells it.", "She was born in Paris", "She was born in Paris [S1]."),
        ("In May, Ann Lee left.", "She was born in Paris", "She was born in Paris [S1]."),
    ],
)
def test_a_pronoun_gets_the_name_that_a_deleted_sentence_began_with(gone, kept, expected):
    """Only where that sentence is about one that the pronoun can mean."""
    assert repaired(f"{gone} {kept}.", bad(gone), C(kept)) == expected


def test_a_pronoun_finds_its_name_across_deleted_sentences():
    """Two sentences about her are gone, the third names her."""
    answer = "Ann Lee is old. She has a shop. She was born in Paris."
    claims = [bad("Ann Lee is old."), bad("She has a shop."), C("She was born in Paris")]
    assert repaired(answer, *claims) == "Ann Lee was born in Paris [S1]."


def test_a_pronoun_stays_while_its_sentence_stands():
    """Nothing is changed in a sentence whose antecedent is kept."""
    claims = [
        C("The Atlas is new"),
        C("It weighs 2 kg", whole="The Atlas weighs 2 kg"),
        bad("So it is."),
    ]
    text = repaired("The Atlas is new. It weighs 2 kg. So it is.", *claims, attach_citations=False)
    assert text == "The Atlas is new. It weighs 2 kg."


def test_an_abstention_in_a_deleted_sentence_stays():
    """Only the claim goes; what the sentence says it does not know is kept."""
    answer = "The sources do not give a price, but it is red. It is old."
    sentence = "The sources do not give a price, but it is red."
    text = repaired(
        answer,
        bad("it is red", sentence=sentence),
        C("It is old"),
        roles={"The sources do not give a price": "abstention"},
    )
    assert text == "The sources do not give a price. It is old [S1]."


# --- deletion in Markdown --------------------------------------------------------------------


def test_a_deleted_list_item_goes_with_its_marker():
    """No empty bullet is left."""
    text = repaired(
        "Facts:\n- It is red\n- It is big\n- It is old",
        C("It is red"),
        bad("It is big"),
        C("It is old"),
    )
    assert text == "Facts:\n- It is red [S1]\n- It is old [S1]"


def test_an_ordered_list_counts_up_again():
    """Numbers close up; a list of all ones stays that."""
    answer = "1. It is red\n2. It is big\n3. It is old\n\n1. A is B\n1. C is D"
    claims = [C("It is red"), bad("It is big"), C("It is old"), C("A is B"), C("C is D")]
    text = repaired(answer, *claims, attach_citations=False)
    assert text == "1. It is red\n2. It is old\n\n1. A is B\n1. C is D"


def test_a_first_item_deleted_lets_the_list_begin_at_its_number():
    """The list keeps the number it began with."""
    text = repaired(
        "3. It is red\n4. It is big", bad("It is red"), C("It is big"), attach_citations=False
    )
    assert text == "3. It is big"


@pytest.mark.parametrize("roles", [{"It offers:": "lead_in"}, {}])
def test_the_lead_in_of_an_emptied_list_goes(roles):
    """A lead-in is deleted; a sentence that only happens to lead in ends with a full stop."""
    answer = "It is old.\n\nIt offers:\n- red\n- blue\n\nIt is big."
    claims = [
        C("It is old"),
        bad("red", kind="list_item"),
        bad("blue", kind="list_item"),
        C("It is big"),
    ]
    text = repaired(answer, *claims, roles=roles, attach_citations=False)
    middle = "" if roles else "It offers.\n\n"
    assert text == f"It is old.\n\n{middle}It is big."


def test_children_of_a_deleted_item_move_up():
    """A kept child of a deleted item takes its place."""
    answer = "- It is red\n  - It is big\n- It is old"
    text = repaired(
        answer, bad("It is red"), C("It is big"), C("It is old"), attach_citations=False
    )
    assert text == "- It is big\n- It is old"


@pytest.mark.parametrize("head", ["**Basic** – it costs $5", "Basic: it costs $5"])
def test_a_deleted_item_keeps_its_label_over_kept_children(head):
    """What hangs from it would otherwise belong to nothing."""
    answer = f"- {head}\n  - It has 3 seats\n- It is old"
    claims = [bad(head), C("It has 3 seats"), C("It is old")]
    label = head.split(" –")[0].split(":")[0]
    text = repaired(answer, *claims, attach_citations=False)
    assert text == f"- {label}\n  - It has 3 seats\n- It is old"


def test_the_label_of_a_deleted_item_goes():
    """ "**Price**: ..." leaves no label without a value."""
    answer = "- **Price**: it costs $5\n- **Size**: it is big"
    text = repaired(answer, bad("it costs $5"), C("it is big"), attach_citations=False)
    assert text == "- **Size**: it is big"


def test_a_heading_with_nothing_under_it_goes():
    """So does its parent when that is empty too; a heading that never had text stays."""
    answer = "# All\n\n## Price\n\nIt costs $5.\n\n# Rest\n\nIt is big.\n\n# Appendix"
    text = repaired(answer, bad("It costs $5."), C("It is big"), attach_citations=False)
    assert text == "# Rest\n\nIt is big.\n\n# Appendix"


def test_a_table_row_goes_and_a_cell_becomes_a_dash():
    """A row without a kept claim is deleted; a single cell is emptied visibly."""
    answer = "| Plan | Price | Seats |\n|---|---|---|\n| Basic | $5 | 3 |\n| Pro | $9 | 7 |"
    claims = [
        bad("$5", kind="table_row"), C("3 |", kind="table_row"),
        bad("$9", kind="table_row"), bad("7", kind="table_row"),
    ]  # fmt: skip
    text = repaired(answer, *claims, attach_citations=False)
    assert text == "| Plan | Price | Seats |\n|---|---|---|\n| Basic | — | 3 |"


def test_a_table_without_rows_goes():
    """Header and rule go with the last row, and the lead-in before them."""
    answer = "It is old.\n\nPrices:\n\n| Plan | Price |\n|---|---|\n| Basic | $5 |"
    claims = [C("It is old"), bad("| Basic | $5 |", kind="table_row")]
    text = repaired(answer, *claims, roles={"Prices:": "lead_in"}, attach_citations=False)
    assert text == "It is old."


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ("It is red.", "It offers: 1. It is big. 2. It is old."),
        ("It is big.", "It offers: 1. It is red. 2. It is old."),
        ("It is old.", "It offers: 1. It is red. 2. It is big."),
    ],
)
def test_a_list_in_one_line_counts_up_again(gone, expected):
    """The number of a deleted item does not stay behind, and the others close up."""
    words = ["It is red.", "It is big.", "It is old."]
    claims = [bad(w) if w == gone else C(w) for w in words]
    answer = "It offers: 1. It is red. 2. It is big. 3. It is old."
    assert repaired(answer, *claims, attach_citations=False) == expected


def test_a_code_block_is_left_alone():
    """Lines in a fence are no list, heading or table."""
    answer = "It is old.\n\n```sh\n# It\n- x | y\n1. z\n```\n\nIt is big."
    text = repaired(answer, C("It is old"), bad("It is big."), attach_citations=False)
    assert text == "It is old.\n\n```sh\n# It\n- x | y\n1. z\n```"


def test_a_quote_block_loses_its_emptied_line():
    """No lonely ">" is left."""
    text = repaired(
        "> It is red.\n> It is old.", bad("It is red."), C("It is old"), attach_citations=False
    )
    assert text == "> It is old."


@pytest.mark.parametrize(
    ("sentence", "words", "expected"),
    [
        ("**It is red and it is big.**", ("It is red", "it is big"), "**It is red [S1].**"),
        ("It is **red and big**.", ("It is **red", "big"), "It is red [S1]."),
        ("It is red (and big).", ("It is red", "and big"), "It is red [S1]."),
    ],
)
def test_markup_is_not_torn(sentence, words, expected):
    """Half a bold run or bracket is worse than none: the claim is worded anew."""
    first = C(words[0], sentence=sentence, whole="It is red")
    text = repaired(sentence, first, bad(words[1], sentence=sentence))
    assert text == expected


# --- hedges, empty results, blocks -----------------------------------------------------------


def test_the_main_claim_is_hedged_with_what_was_asked():
    """The claim that answers the question leaves a hedge where it stood."""
    answer = "The warranty lasts 9 years. Gift cards are not refundable."
    claims = [
        bad("The warranty lasts 9 years."),
        C("Gift cards are not refundable", support=("S2",)),
    ]
    text = repaired(answer, *claims, question="What is the warranty?")
    hedge = "The provided documentation does not cover the warranty."
    assert text == f"{hedge} Gift cards are not refundable [S2]."


def test_a_contradicted_main_claim_is_not_said_to_be_missing():
    """The documentation does cover it, so the hedge says that it does not confirm it."""
    text = repaired(
        "The warranty lasts 9 years. It is red.",
        C("The warranty lasts 9 years.", "contradicted"),
        C("It is red"),
        question="How long is the warranty?",
    )
    assert text.startswith(
        "The provided documentation does not confirm that the warranty lasts 9 years. The warranty"
    )


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("What is the refund window for sale items?", "the refund window for sale items"),
        ("Thanks.\nWhere are my keys?", "your keys"),
        ("How do I reset my password?", "how to reset your password"),
        ("How long does shipping take?", "this question"),
        ("Ist das so?", "this question"),
        ("What is the plan? And then?", "this question"),
    ],
)
def test_the_topic_is_named_only_where_the_question_gives_it(question, topic):
    """A question that is no plain "what is the ..." is not taken apart."""
    assert repaired("It is red.", bad("It is red."), question=question) == (
        f"The provided documentation does not cover {topic}."
    )


@pytest.mark.parametrize(
    ("sentence", "kept", "expected"),
    [
        ("The window is 9 days, and the fee is $5.", "the fee is $5", "{hedge} The fee is $5."),
        ("The fee is $5, and the window is 9 days.", "The fee is $5", "The fee is $5. {hedge}"),
    ],
)
def test_a_hedge_stands_on_the_side_of_its_claim(sentence, kept, expected):
    """Before the kept half of the sentence where its claim came first, after it otherwise."""
    lost = "The window is 9 days" if sentence.startswith("The w") else "the window is 9 days"
    claims = [bad(lost, sentence=sentence), C(kept, sentence=sentence)]
    text = repaired(sentence, *claims, question="What is the window?", attach_citations=False)
    hedge = "The provided documentation does not cover the window."
    assert text == expected.format(hedge=hedge)


def test_nothing_left_gives_the_decline_message():
    """Greetings and lead-ins alone are no answer."""
    text = repaired("Sure! It is red.", bad("It is red."), roles={"Sure!": "greeting"})
    assert text == PRESETS["repair"].decline


def test_block_gives_the_safe_message():
    """Nothing of the answer is in it."""
    text = repaired("It is red.", C("It is red", "contradicted"), policy="strict")
    assert text == PRESETS["strict"].safe_message


@pytest.mark.parametrize("policy", ["audit", "flag", "suppress", "repair", "strict"])
def test_a_clean_answer_is_left_as_it_is(policy):
    """Nothing failed, so nothing is changed, not even a citation added."""
    assert repaired("It  is red. ", C("It  is red."), policy=policy) == "It  is red. "


def test_suppress_marks_what_it_is_unsure_of():
    """High confidence deletes, low confidence marks."""
    low = Finding("entailment", "fail", Span(0, 1), "low_entailment", "missing")
    claims = [
        bad("It is red", score=0.45, findings=(low,)),
        bad("It is big.", score=0.02, findings=(low,)),
    ]
    text = repaired("It is red. It is big.", *claims, policy="suppress")
    assert text == "It is red [citation needed]."


# --- citations, quotations, values -----------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "marker", "expected"),
    [
        ("misattributed", "[S2]", "It is red [S1]."),
        ("unknown_citation", "[S9]", "It is red [S1]."),
        ("citation_stuffing", "[S1, S2]", "It is red [S1]."),
    ],
)
def test_a_wrong_citation_is_replaced_by_the_right_one(reason, marker, expected):
    """The passage that supports the claim is named instead."""
    claim = C("It is red", fails=(reason,), cites=(marker,))
    assert repaired(f"It is red {marker}.", claim) == expected


def test_a_wrong_citation_without_a_right_one_goes():
    """Where no passage is named as support, the marker is deleted."""
    claim = C("It is red", fails=("unknown_citation",), cites=("[S9]",), support=())
    assert repaired("It is red [S9].", claim) == "It is red."


def test_a_citation_shared_with_a_right_claim_keeps_what_that_one_cites():
    """Both claims of the sentence find their passage in the marker."""
    sentence = "It is red and big [S2]."
    claims = [
        C("It is red", sentence=sentence, cites=("[S2]",), fails=("misattributed",)),
        C("big", sentence=sentence, whole="It is big", cites=("[S2]",), support=("S2",)),
    ]
    assert repaired(sentence, *claims) == "It is red and big [S1] [S2]."


ANSWER = 'The policy says "refunds are taken within 30 days".'


def _altered():
    quoted = place(ANSWER, '"refunds are taken within 30 days"')
    there = EvidenceSpan("S1", place(PASSAGES["S1"], "Refunds are accepted within 30 days"))
    return Finding("quotes", "fail", quoted, "quote_altered", "related", evidence=(there,))


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("paraphrase", "The policy says (paraphrased) refunds are taken within 30 days."),
        ("wording", 'The policy says "Refunds are accepted within 30 days".'),
    ],
)
def test_an_altered_quotation_becomes_a_paraphrase_or_true(way, expected):
    """Its marks go and it is labelled, or the true wording is put between them."""
    claim = C(ANSWER, "related", findings=(_altered(),))
    text = repaired(ANSWER, claim, quotations=way, attach_citations=False)
    assert text == expected


def test_a_second_pass_deletes_what_still_fails():
    """A quotation that could not be saved is deleted by the final decision."""
    made = report(ANSWER, C(ANSWER, "related", findings=(_altered(),)))
    policy = PRESETS["repair"]
    decision = decide(policy, made.verdicts, "ungrounded").final()
    text = apply(ANSWER, made.verdicts, made.segments, made.evidence, policy, decision)
    assert text == policy.decline


@pytest.mark.parametrize(
    ("allowed", "stated", "expected"),
    [
        (False, "30 days", "It is red."),
        (True, "30 days", "It is red. Refunds take 30 days [S1]."),
        (True, "45 days", "It is red."),
    ],
)
def test_a_value_is_corrected_only_when_allowed_and_stated(allowed, stated, expected):
    """Never by default, and never to a value that does not stand in the evidence."""
    answer = "It is red. Refunds take 60 days."
    there = EvidenceSpan("S1", Span(0, len(PASSAGES["S1"])))
    wrong = Finding(
        "numbers", "fail", place(answer, "60 days"), "number_mismatch", "contradicted",
        claimed="60 days", stated=stated, evidence=(there,),
    )  # fmt: skip
    claims = [C("It is red"), C("Refunds take 60 days", "contradicted", findings=(wrong,))]
    text = repaired(answer, *claims, correct_values=allowed).replace("red [S1]", "red")
    assert text == expected


# --- any text --------------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["It is red.", "- ", "1. ", "| a | b |", "|---|---|", "\n", "\n\n", "```", "**", "`", '"', "(",
     "[x](y)", "# ", "> ", "Also, ", " and ", "退款。", "…", "https://a.b", "\u202e", "🙂", " "]
)  # fmt: skip


@st.composite
def repairs(draw):
    """An answer of pieces, claims laid over it anywhere, and a treatment for each."""
    answer = "".join(draw(st.lists(PIECES | st.text(max_size=5), min_size=1, max_size=12)))
    cuts = sorted(draw(st.lists(st.integers(0, len(answer)), max_size=8)))
    spans = [(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if a < b]
    kinds = st.sampled_from(["paragraph", "list_item", "table_row"])
    claims = [C(answer[a:b], draw(st.sampled_from(LABELS)), kind=draw(kinds)) for a, b in spans]
    treatments = draw(
        st.lists(st.sampled_from(TREATMENTS), min_size=len(claims), max_size=len(claims))
    )
    return answer, claims, tuple(treatments)


@settings(deadline=None)
@given(repairs(), st.sampled_from(["", "What is the colour?"]))
def test_any_answer_can_be_repaired(made, question):
    """Whatever the text, the result is not blank unless the answer was, and the same each time."""
    answer, claims, treatments = made
    one = report(answer, *claims)
    if len({v.claim.span for v in one.verdicts}) < len(claims):
        one = dataclasses.replace(one, segments=())
    decision = Decision("repair", treatments, "claims_failed")
    arguments = (answer, one.verdicts, one.segments, one.evidence, PRESETS["repair"], decision)
    text = apply(*arguments, question)
    assert text.strip() or not answer.strip()
    assert apply(*arguments, question) == text


@settings(deadline=None)
@given(repairs())
def test_flagging_only_inserts(made):
    """With the insertions taken out again, a flagged answer is the answer."""
    answer, claims, _ = made
    one = report(answer, *claims)
    policy = load_policy("flag", marker="[\ue000]", attach_citations=False)
    decision = Decision("flag", ("mark",) * len(claims), "claims_failed")
    verdicts = [dataclasses.replace(v, label="missing") for v in one.verdicts]
    text = apply(answer, verdicts, one.segments, one.evidence, policy, decision)
    bare = text.replace(" [\ue000] ", "[\ue000]").replace(" [\ue000]", "[\ue000]")
    assert bare.replace("[\ue000]", "").replace(" ", "") == answer.replace(" ", "")
