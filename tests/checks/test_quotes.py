"""Quotations: verbatim, altered, stitched, misattributed, invented."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from entailed.alignment import LexicalAligner
from entailed.checks.quotes import quotes
from entailed.evidence import freeze
from entailed.text.markers import find_citations
from entailed.text.quoted import read_quoted
from entailed.text.stripping import strip_citations
from entailed.text.verbatim import find_parts, parts_of
from entailed.types import Claim, Finding, Mapped, Span
from tests.checks.support import outcome
from tests.strategies import any_texts

POLICY = (
    "Refunds are not available after 30 days. Managers may, unless the customer objects, issue a "
    'store credit. Dr. Hale said: "We saw no harm in the trial." The nurse left early.'
)
LEASE = (
    "The **tenant** shall repair the windows within 14 days of notice. The landlord shall repair "
    'the roof[3] within 30 days. "The bridge is safe for traffic," said Mayor Ruiz. Mr. Lin left.'
)


def check(answer: str, question: str = "", **passages: str) -> list[Finding]:
    """Findings for an answer that is one claim."""
    evidence = freeze(passages or {"S1": POLICY, "S2": LEASE})
    citations = find_citations(answer, evidence.ids)
    whole = Span(0, len(answer))
    body = strip_citations(Mapped.identity(answer), citations)
    claim = Claim("c1", whole, body, whole, citations)
    (alignment,) = LexicalAligner().align([claim], evidence, question)
    return list(quotes(claim, alignment, evidence))


@pytest.mark.parametrize(
    "answer",
    [
        "Dr. Hale said “We saw no harm in the trial”.",
        'The lease says "The tenant shall repair the windows".',
        'The lease says "the landlord shall repair the roof within 30 days,"',
        "Mayor Ruiz said 'the bridge is safe for traffic'.",
        "“[T]he tenant shall repair the windows”, it says.",
        'It says the landlord "shall repair the roof [...] 30 days".',
        "«The landlord shall repair the roof» is what it says.",
        "Der Vertrag sagt „the tenant shall repair the windows“.",
        'The lease says "the tenant shall repair the windows" [S2].',
        'It ends with "the tenant shall repair the windows',
        "It says: ‘Refunds are not available … after 30 days.’",
    ],
)
def test_verbatim_words_pass_with_their_place(answer: str) -> None:
    """Typography, case, markup, edges, note marks and true omissions do not matter."""
    (finding,) = check(answer)
    assert (finding.outcome, finding.reason) == ("pass", None)
    assert finding.evidence


@pytest.mark.parametrize(
    ("answer", "reason", "label"),
    [
        ('It says "Refunds are ... available after 30 days."', "quote_altered", "contradicted"),
        ('It says "Managers may ... issue a store credit".', "quote_altered", "related"),
        ('"the tenant shall repair the windows within 15 days"', "quote_altered", "contradicted"),
        ('It says "the tenant shall not repair the windows".', "quote_altered", "contradicted"),
        ('It says "the bridge is unsafe for traffic".', "quote_altered", "related"),
        ('"within 14 days of notice ... the tenant shall repair"', "quote_altered", "related"),
        ('It says "Refunds are not available ... the roof".', "quote_stitched", "related"),
        ('Dr. Ortiz said "We saw no harm in the trial".', "quote_misattributed", "contradicted"),
        ('Mr. Lin said "the bridge is safe for traffic".', "quote_misattributed", "contradicted"),
        ('It says "the tenant shall repair the windows" [S1].', "quote_misattributed", "None"),
        ('It says "every valve was found to be corroded".', "quote_fabricated", "missing"),
        ('It says “every valve was corroded".', "quote_fabricated", "missing"),
        ("It says 'every valve was corroded'.", "quote_fabricated", "missing"),
        ('It says "every valve was corroded and cracked', "quote_fabricated", "missing"),
    ],
)
def test_other_words_fail(answer: str, reason: str, label: str) -> None:
    """What is changed, joined, given to another or invented is named as such."""
    (finding,) = check(answer)
    assert (finding.outcome, finding.reason, str(finding.label)) == ("fail", reason, label)


@pytest.mark.parametrize(
    "answer",
    [
        'The documents do not contain the phrase "termination for convenience".',
        'The sources never mention "force majeure events".',
        'The words "termination for convenience" do not appear in the documents.',
        'It doesn\'t say "the tenant shall pay rent".',
        "In den Unterlagen steht nicht „die Miete ist monatlich fällig“.",
        'The "so-so" part and the so-called "customer success journey" end.',
        'The course "Introduction to Grape Growing" is free.',
        'An article titled "how to grow better grapes" says so.',
        'Click "Save all changes" to go on.',
        'The pipe is 5" wide and 12" long in all cases.',
        'Use print("hello world foo") to print.',
        "The tenants' rights and the landlords' duties are listed.",
        "Der Bericht nennt „die Brücke ist nicht sicher für den Verkehr“.",
        "报告写道：「桥梁可以安全通行」。",
        'She wrote "The Battle for the Northern Valleys" in May.',
        'He was hit by the "Deflate-gate" ban and an "anything goes" style.',
        "They 're the only ones and that 's it.",
    ],
)
def test_marks_that_quote_no_source_are_left_alone(answer: str) -> None:
    """Absent words, terms, titles, labels, inches, code and translations are no quotations."""
    assert check(answer) == []


def test_words_of_the_question_are_given() -> None:
    """A term the user put in quotation marks is not an invention of the answer."""
    question = 'What about "termination for convenience"?'
    assert check('On "termination for convenience" see part 2.', question) == []


def test_scripts_without_spaces_count_double() -> None:
    """Six Chinese characters are a quotation."""
    (finding,) = check("规定写道:「会员可带客人」。", a="规定写道:“会员每年须缴费一次。”")
    assert finding.reason == "quote_fabricated"


def test_a_block_quote_is_checked_for_alteration() -> None:
    """A quoted block with another number contradicts its source."""
    evidence = freeze({"S1": LEASE})
    text = "The tenant shall repair the windows within 40 days of notice."
    whole = Span(0, len(text))
    claim = Claim("c1", whole, Mapped.identity(text), whole, kind="quote")
    (alignment,) = LexicalAligner().align([claim], evidence, "")
    (finding,) = quotes(claim, alignment, evidence)
    assert (finding.reason, finding.label) == ("quote_altered", "contradicted")


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("He said “a ‘b’ c” and left", ["a ‘b’ c"]),
        ("“mixed marks\" and 'single words here'", ["mixed marks", "single words here"]),
        ("„unten“ und »außen« et « dedans »", ["unten", "außen", " dedans "]),
        ("「外『内』外」", ["外『内』外"]),
        ('cut "off', ["off"]),
        ("don't won't", []),
        ('over." Then', ["over."]),
        ('the single " Sunrise ", a song', [" Sunrise "]),
        ('both "Equalizer 3" and "Barbie 2" ran', ["Equalizer 3", "Barbie 2"]),
        ('the ""Holy Water"" song', ["Holy Water"]),
    ],
)
def test_quoted_stretches_are_read(text: str, inner: list[str]) -> None:
    """Pairs of any kind, mismatched or cut, are found; apostrophes are not."""
    assert [q.text for q in read_quoted(text)] == inner


@given(any_texts())
def test_reading_marks_never_fails(text: str) -> None:
    """Spans are in order and in the text, for any text."""
    found = read_quoted(text)
    assert all(q.span.of(text) == q.text and q.marks.contains(q.span) for q in found)
    assert all(a.marks.end <= b.marks.start for a, b in pairwise(found))


@given(any_texts())
def test_a_text_holds_its_own_parts(text: str) -> None:
    """Any text without omissions contains itself."""
    parts = parts_of(text)
    entity = "&" in text  # "&AP;" loses its stop at the edge, and with it its meaning
    if len(parts) == 1 and any(c.isalpha() for c in parts[0]) and not entity:
        assert find_parts(parts, text) is not None or not parts[0].isascii()


@pytest.mark.parametrize(
    ("claim", "passages", "expected"),
    [
        (
            'The co-pilot reported: "We lost the left engine at nine."',
            '"We lost the left engine at nine," the pilot reported. The co-pilot slept.',
            ("quote_misattributed", "contradicted"),
        ),
        (
            'The chair said "the plan is sound and affordable".',
            "The treasurer said the plan is sound and affordable.",
            ("quote_misattributed", "contradicted"),
        ),
        (
            'According to Dr. Osei, "no claim goes beyond the evidence".',
            ["No claim goes beyond the evidence.", "Dr. Abena Osei advises the group."],
            ("quote_misattributed", "related"),
        ),
        (
            'The report said "the plan is sound and affordable".',
            "The treasurer said the plan is sound and affordable.",
            None,
        ),
        (
            'The spokesman said "the plan is sound and affordable".',
            "The official said the plan is sound and affordable.",
            None,
        ),
        (
            'Anna Berg said "the trial will resume in spring".',
            'Anna Berg is a doctor. She said: "The trial will resume in spring."',
            None,
        ),
    ],
)
def test_who_is_said_to_have_said_it(
    claim: str, passages: str | list[str], expected: tuple[str, str] | None
) -> None:
    """Another office or nobody in the passage is a fault; a document or a pronoun is none."""
    assert outcome(quotes, claim, passages) == expected
