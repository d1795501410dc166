"""Repair of real answers, read by the rules as in use: what is left is whole.

`golden/repairs.txt` has one example a block: a title, an answer with what is not supported in
⟦...⟧, and after `=>` the text that is shown.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

import entailed
from entailed.evidence import freeze
from entailed.extraction.llm import LLMExtractor
from entailed.extraction.rules import RuleExtractor
from entailed.policy import decide, load_policy
from entailed.repair import apply
from entailed.testing import FixedScorer
from entailed.types import Entailment, EvidenceSpan, Span, Verdict
from tests.splitters import scripted

FILE = Path(__file__).parent / "golden" / "repairs.txt"
RULES = RuleExtractor()
EVIDENCE = freeze({"S1": "Evidence of all that is true.", "S2": "More of it."})


def examples():
    """Title, marked answer and expected text of every block."""
    rows = []
    for block in FILE.read_text(encoding="utf-8").rstrip("\n").split("\n----\n"):
        title, _, rest = block.partition("\n")
        answer, _, expected = rest.partition("\n=>\n")
        rows.append(pytest.param(answer, expected, id=title.removeprefix("# ")))
    return rows


def unmarked(marked):
    """The answer itself, and the places that are not supported."""
    answer, bad = "", []
    for piece in re.split(r"(⟦[^⟦⟧]*⟧)", marked):
        start = len(answer)
        answer += piece.strip("⟦⟧")
        if piece.startswith("⟦"):
            bad.append(Span(start, len(answer)))
    return answer, bad


def repaired(marked, question="", extractor=RULES, **overrides):
    """What repair shows where just the claims at the marked places are not supported."""
    answer, bad = unmarked(marked)
    extraction = extractor.extract(answer, EVIDENCE, question)
    verdicts = [
        Verdict(claim, "missing", score=0.0)
        if any(place.overlaps(claim.span) for place in bad)
        else Verdict(claim, "supported", support=(EvidenceSpan("S1", Span(0, 8)),), score=1.0)
        for claim in extraction.claims
    ]
    policy = load_policy("repair", **{"attach_citations": False, **overrides})
    decision = decide(policy, verdicts, "partial")
    return apply(answer, verdicts, extraction.segments, EVIDENCE, policy, decision, question)


def test_there_are_enough_examples():
    """Clauses, sentences, lists, tables, headings, languages."""
    assert len(examples()) >= 60


@pytest.mark.parametrize(("marked", "expected"), examples())
def test_what_is_left_is_whole(marked, expected):
    """A sentence a sentence, a list a list, a table a table, and nothing points to what is gone."""
    assert repaired(marked) == expected


@pytest.mark.parametrize(("marked", "expected"), examples())
def test_the_structure_is_that_of_the_answer(marked, expected):
    """No kind of block is there that was not, and no marker of a list or table stands as text."""
    before = {token.type for token in markdown(unmarked(marked)[0])}
    after = markdown(repaired(marked))
    if repaired(marked) != load_policy("repair").decline:
        assert {token.type for token in after} <= before
    for token in after:
        if token.type == "inline":
            assert re.match(r"(?:[-*+]|\d+[.)])(?:\s|$)|\|", token.content) is None


def markdown(text):
    """The tokens of a Markdown text."""
    return MarkdownIt("commonmark").enable("table").parse(text)


@pytest.mark.parametrize(("marked", "expected"), examples())
def test_a_repaired_text_needs_no_repair(marked, expected):
    """Read again with nothing wrong in it, it stays as it is."""
    assert repaired(expected) == expected


FOUNDED = (
    "The Atlas was founded in 1990 by Ann Lee", "The Atlas makes tea", "The Atlas makes coffee",
)  # fmt: skip
SALES = (
    "Ann Lee leads Acme", "Ann Lee said that sales rose by 5% in 2019",
    "Ann Lee said that sales fell in 2020",
)  # fmt: skip
RAIN = ("If it rains, the match is cancelled", "If it rains, the fee is refunded")


@pytest.mark.parametrize(
    ("marked", "claims", "expected"),
    [
        ("⟦The Atlas, founded in 1990 by Ann Lee⟧, makes tea and coffee.", FOUNDED,
         "The Atlas makes tea. The Atlas makes coffee."),
        ("The Atlas, founded in 1990 by Ann Lee, ⟦makes tea and coffee⟧.", FOUNDED,
         "The Atlas was founded in 1990 by Ann Lee."),
        ("The Atlas, founded in 1990 by Ann Lee, makes tea and ⟦coffee⟧.", FOUNDED,
         "The Atlas was founded in 1990 by Ann Lee. The Atlas makes tea."),
        ("Ann Lee, who leads Acme, ⟦said that sales rose by 5% in 2019⟧ and fell in 2020.", SALES,
         "Ann Lee leads Acme. Ann Lee said that sales fell in 2020."),
        ("Ann Lee, ⟦who leads Acme⟧, said that sales rose by 5% in 2019 and fell in 2020.", SALES,
         "Ann Lee said that sales rose by 5% in 2019. Ann Lee said that sales fell in 2020."),
        ("Red and ⟦blue cars cost 5 euros in Rome⟧.",
         ("Red cars cost 5 euros in Rome", "Blue cars cost 5 euros in Rome"),
         "Red cars cost 5 euros in Rome."),
        ("⟦If it rains, the match is cancelled⟧ and the fee is refunded.", RAIN,
         "If it rains, the fee is refunded."),
        ("If it rains, the match is cancelled and ⟦the fee is refunded⟧.", RAIN,
         "If it rains, the match is cancelled."),
        ("The Atlas (⟦which weighs 2 kg⟧) is red.", ("The Atlas weighs 2 kg", "The Atlas is red"),
         "The Atlas is red."),
    ],
)  # fmt: skip
def test_what_is_left_of_claims_that_a_model_cut_is_whole(marked, claims, expected):
    """Where the words that are left do not say it, the claim does."""
    assert repaired(marked, extractor=LLMExtractor(scripted(claims))) == expected


# --- in a verifier ---------------------------------------------------------------------------

PASSAGES = {
    "S1": "Refunds are accepted within 30 days of delivery. The fee is 5 euros. The policy says: "
    "“Opened items cannot be returned under any conditions.”",
    "S2": "Gift cards are not refundable. The mill was built in 1931 by Ann Lee. It has three "
    "floors. Support is open from 9:00 to 17:00.",
    "S3": "The Atlas weighs 2 kg and is red. It costs $120. The Borealis weighs 3 kg.",
}
YES = Entailment(0.97, 0.02, 0.01)


def shown(answer, question="", **overrides):
    """What the preset shows of an answer, with a scorer that believes everything."""
    verifier = entailed.build_verifier("repair", scorer=FixedScorer(YES), **overrides)
    report = verifier.verify(answer, PASSAGES, question)
    again = verifier.verify(report.repaired_answer, PASSAGES, question)
    assert again.status in ("grounded", "declined")
    return report.repaired_answer


QUOTED = "The policy says: “Opened goods cannot be sent back under any conditions” [S1]."
PLAIN = "The notice says “The mill was erected in 1931 by Ann Lee” [S2]."


@pytest.mark.parametrize(
    ("answer", "question", "overrides", "expected"),
    [
        # wrong citations become the right ones
        ("The fee is 5 euros [S2].", "", {}, "The fee is 5 euros [S1]."),
        ("The fee is 5 euros [S9].", "", {}, "The fee is 5 euros [S1]."),
        (
            "The fee is 5 euros [S2]. Gift cards are not refundable [S2].", "", {},
            "The fee is 5 euros [S1]. Gift cards are not refundable [S2].",
        ),
        # quotations
        (
            "The policy says: “Opened items cannot be returned under any conditions” [S2].", "",
            {}, "The policy says: “Opened items cannot be returned under any conditions” [S1].",
        ),
        (
            QUOTED, "", {},
            "The policy says: (paraphrased) Opened goods cannot be sent back under any conditions "
            "[S1].",
        ),
        (
            QUOTED, "", {"quotations": "wording"},
            "The policy says: “Opened items cannot be returned under any conditions” [S1].",
        ),
        (PLAIN, "", {"quotations": "wording"},
         "The notice says “The mill was built in 1931 by Ann Lee” [S2]."),
        # hedges, only where the question asked for what is gone
        ("The fee is 7 euros. Gift cards are not refundable.", "", {},
         "Gift cards are not refundable [S2]."),
        ("The fee is 7 euros. Gift cards are not refundable.", "Are gift cards refundable?", {},
         "Gift cards are not refundable [S2]."),
        ("The fee is 7 euros. Gift cards are not refundable.", "How much is the fee?", {},
         "The provided documentation does not confirm that the fee is 7 euros. "
         "Gift cards are not refundable [S2]."),
        ("Refunds are accepted within 60 days. The fee is 5 euros.", "", {},
         "The fee is 5 euros [S1]."),
        ("Refunds are accepted within 60 days. The fee is 5 euros.", "When are refunds accepted?",
         {}, "The provided documentation does not confirm that refunds are accepted within 60 days."
         " The fee is 5 euros [S1]."),
        # values
        ("The fee is 7 euros [S1]. The Atlas is red [S3].", "", {"correct_values": True},
         "The fee is 5 euros [S1]. The Atlas is red [S3]."),
        # the rest of a sentence, list, table
        ("The mill was built in 1941 and has three floors.", "", {},
         "The mill has three floors [S2]."),
        ("The mill was built in 1931 by Bob Ray. It has three floors.", "", {},
         "The mill has three floors [S2]."),
        ("1. The Atlas weighs 2 kg\n2. The Atlas costs $130\n3. The Borealis weighs 3 kg", "", {},
         "1. The Atlas weighs 2 kg [S3]\n2. The Borealis weighs 3 kg [S3]"),
        ("| Model | Weight |\n|---|---|\n| Atlas | 2 kg |\n| Borealis | 4 kg |", "", {},
         "| Model | Weight |\n|---|---|\n| Atlas | 2 kg [S3] |"),
        # nothing left
        ("Great question! The fee is 7 euros.", "", {},
         "The provided documentation does not support an answer to this."),
    ],
)  # fmt: skip
def test_a_repaired_answer_verifies(answer, question, overrides, expected):
    """What is shown is put right as far as it can be, and stands when it is verified again."""
    assert shown(answer, question, **overrides) == expected
