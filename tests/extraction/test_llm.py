"""The extractor with a language model: what counts of what it wrote, and what stands otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entailed
from entailed.dialogue import Completion
from entailed.errors import ConfigurationError, ModelError
from entailed.evidence import freeze
from entailed.extraction.llm import LLMExtractor
from entailed.extraction.rules import RuleExtractor
from entailed.protocols import FunctionCheck
from entailed.testing import ExtractorContract, FailingModel, FixedScorer, ScriptedModel, SlowModel
from entailed.types import Entailment, Finding
from tests.splitters import scripted, shown, splitting, written

EVIDENCE = freeze({"S1": "x", "S2": "y"})
RULES = RuleExtractor()


class TestRepeating(ExtractorContract):
    """A model that gives each sentence back as one claim."""

    @pytest.fixture
    def extractor(self) -> LLMExtractor:
        """The extractor under test."""
        return LLMExtractor(splitting(lambda sentence: [sentence]))


class TestUseless(ExtractorContract):
    """A model that writes nothing of use."""

    @pytest.fixture
    def extractor(self) -> LLMExtractor:
        """The extractor under test."""
        return LLMExtractor(ScriptedModel(default="Certainly! Here are the claims:"))


def extract(answer, *rows):
    """The extraction with a model that writes `rows`."""
    return LLMExtractor(scripted(*rows)).extract(answer, EVIDENCE, "")


def texts(extraction):
    """The claims as they are to be checked."""
    return [claim.text for claim in extraction.claims]


def places(extraction, answer):
    """The claims as they stand in the answer."""
    return [claim.span.of(answer) for claim in extraction.claims]


# --- what counts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "rows", "expected"),
    [
        (
            "The Atlas, founded in 1990 by Ann Lee, makes tea and coffee.",
            [["The Atlas was founded in 1990 by Ann Lee", "The Atlas makes tea",
              "The Atlas makes coffee"]],
            ["The Atlas, founded in 1990 by Ann Lee", "makes tea", "coffee."],
        ),
        (
            "Ann Lee, who leads Acme, said that sales rose by 5% in 2019 and fell in 2020.",
            [["Ann Lee leads Acme", "Ann Lee said that sales rose by 5% in 2019",
              "Ann Lee said that sales fell in 2020"]],
            ["Ann Lee, who leads Acme", "said that sales rose by 5% in 2019", "fell in 2020."],
        ),
        (
            "Red and blue cars cost 5 euros in Rome.",
            [["Red cars cost 5 euros in Rome", "Blue cars cost 5 euros in Rome"]],
            ["Red", "blue cars cost 5 euros in Rome."],
        ),
        (
            "If it rains, the match is cancelled and the fee is refunded.",
            [["If it rains, the match is cancelled", "If it rains, the fee is refunded"]],
            ["If it rains, the match is cancelled", "the fee is refunded."],
        ),
        (
            "Die Bibliothek öffnet um neun Uhr und schließt um fünf.",
            [["Die Bibliothek öffnet um neun Uhr", "Die Bibliothek schließt um fünf"]],
            ["Die Bibliothek öffnet um neun Uhr", "schließt um fünf."],
        ),
        (
            "However, **the fee** is $5 and [the form](http://x.y) costs £3.",
            [["The fee is $5", "The form costs £3"]],
            ["However, **the fee** is $5", "[the form](http://x.y) costs £3."],
        ),
    ],
)  # fmt: skip
def test_claims_in_the_words_of_the_sentence_are_taken(answer, rows, expected):
    """They may leave phrases out and need small words to stand alone; each has its own stretch."""
    made = extract(answer, *rows)
    assert texts(made) == rows[0]
    assert places(made, answer) == expected
    assert made.findings == ()


def test_a_name_from_earlier_stands_for_a_pronoun():
    """Its letters map to the pronoun's sentence, like every other word of the claim."""
    answer = "The Atlas is new. It weighs 2 kg and is red."
    made = extract(answer, ["The Atlas is new"], ["The Atlas weighs 2 kg", "The Atlas is red"])
    assert texts(made)[1:] == ["The Atlas weighs 2 kg", "The Atlas is red"]
    assert all(c.span.start <= s for c in made.claims[1:] for s in c.body.starts[-3:])
    weight = made.claims[1]
    at = weight.text.index("2 kg")
    assert weight.locate(at, at + 4).of(answer) == "2 kg"


def test_a_pronoun_that_the_model_keeps_gets_the_name_the_rules_read():
    """The rules resolve what is sure."""
    answer = "The old mill closed. It was sold."
    made = extract(answer, ["The old mill closed"], ["It was sold"])
    assert texts(made) == ["The old mill closed", "The old mill was sold"]


def test_citations_are_taken_from_the_stretch():
    """A claim without a marker takes the next one's, and none is lost."""
    answer = "The Atlas, founded in 1990 [S1], makes tea and coffee [S2]."
    rows = ["The Atlas was founded in 1990", "The Atlas makes tea", "The Atlas makes coffee"]
    made = extract(answer, rows)
    assert [[c.text for c in claim.citations] for claim in made.claims] == [
        ["[S1]"],
        ["[S2]"],
        ["[S2]"],
    ]
    assert places(made, answer) == ["The Atlas, founded in 1990 [S1]", "makes tea", "coffee [S2]."]


def test_the_claims_of_the_rules_become_guards():
    """Where the model cut a sentence otherwise; not where it said the same."""
    answer = "The Atlas is new. The Atlas, founded in 1990, makes tea."
    made = extract(
        answer,
        ["The Atlas is new"],
        ["The Atlas was founded in 1990", "The Atlas makes tea"],
    )
    assert [g.text for g in made.guards] == ["The Atlas, founded in 1990, makes tea."]
    assert {c.id for c in made.claims}.isdisjoint(g.id for g in made.guards)


def test_a_claim_within_another_is_dropped():
    """It says nothing more."""
    made = extract(
        "The Atlas makes red tea.", ["The Atlas makes red tea", "The Atlas makes red tea"]
    )
    assert texts(made) == ["The Atlas makes red tea"]


@pytest.mark.parametrize(
    "answer",
    [
        "| Plan | Price |\n|---|---|\n| Basic | $5 |",
        "The plan does not cover:\n- flood\n- fire",
        "Hello! Is there anything else?",
        "```\nx = 1\n```",
        "# Price",
        "The sources do not say when it was built.",
    ],
)
def test_what_hangs_on_its_layout_is_left_to_the_rules(answer):
    """Tables, items under a lead-in, talk, code, headings, abstentions: the model is not asked."""
    model = splitting(lambda sentence: [sentence])
    assert LLMExtractor(model).extract(answer, EVIDENCE, "") == RULES.extract(answer, EVIDENCE, "")
    assert model.calls == []


def test_the_model_sees_neither_evidence_nor_question():
    """What they say is no claim of the answer."""
    model = splitting(lambda sentence: [sentence])
    evidence = freeze({"S1": "The moon is made of cheese."})
    LLMExtractor(model).extract("The mill is old.", evidence, "Is the moon cheese?")
    assert all("cheese" not in m.content for messages, _ in model.calls for m in messages)


# --- what does not ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("Refunds are accepted within 60 days.", ["Refunds are accepted within 30 days"]),
        ("Refunds are accepted within 60 days.", ["Refunds are accepted", "within 60 days"]),
        ("Refunds are accepted within 60 days.", ["Refunds are", "accepted within 60 days"]),
        ("Refunds, within 60 days, are paid.", ["Refunds are paid", "within 60 days, are paid"]),
        ("Refunds are accepted within 60 days.", ["Refunds are accepted within 60 hours"]),
        ("Sales rose by 5%.", ["Sales rose by 5"]),
        ("Sales rose by 5%.", ["Sales rose by 5% in 2019"]),
        ("The fee is $5.", ["The fee is €5"]),
        ("The Basic plan costs 5 euros.", ["The Pro plan costs 5 euros"]),
        ("Ann Lee met Bo Ray.", ["Bo Ray met Ann Lee"]),
        ("The mill may close.", ["The mill close"]),
        ("All rooms are open.", ["Rooms are open"]),
        ("It is not open.", ["It is open"]),
        ("The Pro plan does not, as told, include chat.", ["The Pro plan does include chat"]),
        ("Anna, formerly the mayor, left.", ["Anna the mayor", "Anna left"]),
        ("If it rains, the match is off.", ["the match is off"]),
        ("The mill is old.", ["The mill is old", "The moon is made of cheese"]),
        ("The mill is old.", [""]),
        ("The mill is old.", ["..."]),
        ("The mill is old and dry.", ["The mill is old"]),
        ("The mill is old.", ["Supported: the mill is old"]),
        ("The mill is old.", ["the the the"]),
        ("The mill is old.", ["The mill is old. " * 200]),
    ],
)  # fmt: skip
def test_a_claim_that_says_something_else_is_not_taken(answer, claims):
    """The sentence keeps the claims of the rules, and a note says why."""
    made = extract(answer, claims)
    rules = RULES.extract(answer, EVIDENCE, "")
    assert (made.claims, made.segments, made.guards) == (rules.claims, rules.segments, ())
    (note,) = made.findings
    assert (note.check, note.outcome) == ("extract", "note")
    assert note.reason in ("stage_failed", "coverage_gap")
    assert note.message


def test_one_bad_sentence_does_not_take_the_others_with_it():
    """Only it is read by the rules."""
    answer = "The mill, built in 1931, is old. The gate is green. The yard, once a park, is dry."
    made = extract(
        answer,
        ["The mill was built in 1931", "The mill is old"],
        ["The gate is red"],
        ["The yard was once a park", "The yard is dry"],
    )
    assert texts(made) == [
        "The mill was built in 1931", "The mill is old", "The gate is green.",
        "The yard was once a park", "The yard is dry",
    ]  # fmt: skip
    assert [f.claim_span.of(answer) for f in made.findings] == ["The gate is green."]


def test_a_sentence_that_was_left_out_is_read_by_the_rules():
    """`coverage_gap`, with its place."""
    answer = "The mill is old. The gate is green."
    made = extract(answer, ["The mill is old"])
    assert texts(made) == ["The mill is old", "The gate is green."]
    assert [f.reason for f in made.findings] == ["coverage_gap"]


BAD_REPLIES = [
    "I cannot do that.",
    "",
    Completion("", "refused"),
    Completion('{"sentences": [', "length"),
    '{"claims": []}',
    '{"sentences": [], "note": ""}',
    '{"sentences": [{"sentence": 9, "claims": []}]}',
    '{"sentences": [{"sentence": 1, "claims": "The mill is old"}]}',
    '{"sentences": [{"sentence": 1, "claims": [1]}]}',
    '{"sentences": [{"sentence": 1, "claims": []}, {"sentence": 1, "claims": []}]}',
    '{"sentences": [{"sentence": true, "claims": []}]}',
    '{"sentences": [{"sentence": 1, "claims": [], "x": 1}]}',
    written([["x"] * 21]),
    ModelError("down", kind="connection"),
    RuntimeError("boom"),
]


@pytest.mark.parametrize("bad", BAD_REPLIES, ids=range(len(BAD_REPLIES)))
def test_a_useless_reply_leaves_the_answer_to_the_rules(bad):
    """Nothing is raised; one note covers the sentences that were asked about."""
    answer = "The mill is old. The gate is green."
    made = LLMExtractor(ScriptedModel(default=bad)).extract(answer, EVIDENCE, "")
    assert made.claims == RULES.extract(answer, EVIDENCE, "").claims
    (note,) = made.findings
    assert (note.reason, note.claim_span.of(answer)) == ("stage_failed", answer)


def test_a_slow_model_leaves_the_answer_to_the_rules():
    """It is given its time limit."""
    model = SlowModel(scripted(["The mill is old"]), 30)
    made = LLMExtractor(model, timeout=0.01).extract("The mill is old.", EVIDENCE, "")
    assert texts(made) == ["The mill is old."]
    assert "no answer within" in made.findings[0].message


def test_an_endpoint_that_fails_is_asked_once():
    """The rest of a long answer is read by the rules."""
    model = ScriptedModel(default=ModelError("down", kind="connection"))
    answer = " ".join(f"The mill number {n} is old." for n in range(40))
    made = LLMExtractor(model).extract(answer, EVIDENCE, "")
    assert len(model.calls) == 1
    assert len(made.claims) == 40


def test_requests_are_bounded():
    """What is beyond is read by the rules, with a note."""
    model = splitting(lambda sentence: [sentence])
    answer = " ".join(f"The mill number {n} is old." for n in range(10))
    extractor = LLMExtractor(model, sentences_per_request=2, requests=3)
    made = extractor.extract(answer, EVIDENCE, "")
    assert [len(shown(messages)) for messages, _ in model.calls] == [2, 2, 2]
    assert [f.reason for f in made.findings] == ["limit_reached"]
    assert len(made.claims) == 10


def test_the_same_answer_is_not_asked_about_twice():
    """Also where the model would change its mind."""
    model = ScriptedModel([written([["The mill is old"]])])
    extractor = LLMExtractor(model)
    one = extractor.extract("The mill is old.", EVIDENCE, "")
    assert extractor.extract("The mill is old.", EVIDENCE, "") == one


@pytest.mark.parametrize(
    "options", [{"sentences_per_request": 0}, {"requests": 0}, {"cache_size": -1}]
)
def test_options_out_of_range_are_refused(options):
    """The message names the option."""
    with pytest.raises(ConfigurationError, match=next(iter(options))):
        LLMExtractor(FailingModel(), **options)


def test_what_is_no_model_is_refused():
    """At once."""
    with pytest.raises(ConfigurationError, match="complete"):
        LLMExtractor("gpt")


# --- whatever the model writes ---------------------------------------------------------------

ANSWERS = [
    "The mill, built in 1931 [S1], is old and dry [S2]. It does not float. Is it?",
    "- The fee is 5 euros\n- The **form** costs £3, not more\n\nHello! All rooms are open.",
    "Ann Lee, who leads Acme, said “never again” and left. She may return if sales rise by 5%.",
]
WORDS = sorted({word for answer in ANSWERS for word in answer.split()})
CLAIMS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)


@st.composite
def subsequences(draw):
    """An answer, and claims made of words of its sentences, in their order."""
    answer = draw(st.sampled_from(ANSWERS))
    model = splitting(lambda sentence: [sentence])
    LLMExtractor(model).extract(answer, EVIDENCE, "")
    rows = []
    for sentence in shown(model.calls[0][0]):
        words = sentence.split()
        picks = st.lists(st.booleans(), min_size=len(words), max_size=len(words))
        rows.append(
            [
                " ".join(w for w, keep in zip(words, mask, strict=True) if keep)
                for mask in draw(st.lists(picks, max_size=4))
            ]
        )
    return answer, rows


def check_extraction(answer, made):
    """Segments tile, claims are distinct and lie in the answer, and no word is unaccounted for."""
    at = 0
    for segment in made.segments:
        assert segment.span.start == at
        at = segment.span.end
    assert at == len(answer)
    ids = [c.id for c in (*made.claims, *made.guards)]
    assert len(set(ids)) == len(ids)
    for claim in made.claims:
        assert claim.text.strip()
        assert claim.span.of(answer).strip()
        assert all(end <= len(answer) for end in claim.body.ends)
    rules = RULES.extract(answer, EVIDENCE, "")
    for claim in rules.claims:
        assert any(claim.span.overlaps(c.span) for c in made.claims)
        checked = [*made.claims, *made.guards]
        assert any(c.text.rstrip(".") == claim.text.rstrip(".") for c in checked)
    cited = {c.span for claim in made.claims for c in claim.citations}
    assert cited == {c.span for claim in rules.claims for c in claim.citations}


@settings(deadline=None, max_examples=60)
@given(subsequences())
def test_any_choice_of_words_leaves_every_claim_of_the_rules_checked(made):
    """As a claim or as a guard, with its citations."""
    answer, rows = made
    check_extraction(answer, extract(answer, *rows))


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(ANSWERS),
    st.lists(st.lists(CLAIMS | st.text(max_size=30), max_size=4), max_size=4),
)
def test_any_claims_at_all_do_no_harm(answer, rows):
    """Nor does any text that is no claim."""
    check_extraction(answer, extract(answer, *rows))


# --- in a verifier ---------------------------------------------------------------------------

PASSAGES = {
    "S1": "Refunds are accepted within 30 days of delivery. Exchanges are accepted within 60 days.",
    "S2": "The old mill sells shoes made in the valley.",
}
YES = Entailment(0.99, 0.005, 0.005)


def verified(answer, model, **options):
    """A report with a model's claims and a scorer that says yes to everything."""
    verifier = entailed.build_verifier(
        "audit", scorer=FixedScorer(YES), extractor=LLMExtractor(model), **options
    )
    return verifier.verify(answer, PASSAGES)


def test_findings_of_the_extractor_are_in_the_report():
    """Where the model's claims were not used, and why."""
    report = verified("The old mill sells shoes.", ScriptedModel(default="no"))
    assert [(f.check, f.reason) for f in report.findings] == [("extract", "stage_failed")]
    assert report.failures == ()
    assert [v.label for v in report.verdicts] == ["supported"]


def test_what_a_check_finds_in_a_guard_fails_the_claim_in_its_place():
    """However the model cuts the sentence, the wrong number is found."""
    answer = "The mill, built in 1931, sells shoes."

    def found(claim, alignment, evidence):
        if "1931" not in claim.text or "shoes" not in claim.text:
            return ()
        at = claim.text.index("1931")
        place = claim.locate(at, at + 4)
        return (Finding("year", "fail", place, "date_mismatch", "contradicted", message="no"),)

    cut = scripted(["The mill was built in 1931", "The mill sells shoes"])
    report = verified(answer, cut, checks=[FunctionCheck("year", "1", found)])
    assert [(v.claim.text, v.label) for v in report.verdicts] == [
        ("The mill was built in 1931", "contradicted"),
        ("The mill sells shoes", "supported"),
    ]


def test_a_check_that_breaks_on_a_guard_leaves_its_claims_unchecked():
    """Who knows what it would have found."""

    def broken(claim, alignment, evidence):
        if "1931" in claim.text and "shoes" in claim.text:
            raise RuntimeError("boom")
        return ()

    cut = scripted(["The mill was built in 1931", "The mill sells shoes"])
    check = FunctionCheck("broken", "1", broken)
    report = verified("The mill, built in 1931, sells shoes.", cut, checks=[check])
    assert [v.label for v in report.verdicts] == ["unchecked", "unchecked"]


def test_a_model_is_an_extractor():
    """Given as it is, with the rules of the policy behind it; it is named in the report."""
    verifier = entailed.build_verifier("strict", extractor=splitting(lambda s: [s]))
    report = verifier.verify("The old mill sells shoes. Restart the router now.", PASSAGES)
    assert report.components[0].name == "llm:scripted+rules"
    assert len(report.verdicts) == 2
    with pytest.raises(ConfigurationError, match="extract"):
        entailed.build_verifier(extractor=7)


def test_the_extractor_is_listed():
    """As one that needs a model."""
    row = next(c for c in entailed.components() if c.name == "llm")
    assert (row.stage, row.source) == ("extractor", "built in, given a language model")


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=1, max_size=4))
def test_no_cut_of_a_wrong_claim_is_supported(masks):
    """Whatever words the model's claims are made of, the place of the number is not supported."""
    answer = "Refunds are accepted within 60 days."
    words = answer.split()
    rows = [" ".join(w for w, keep in zip(words, m, strict=True) if keep) for m in masks]
    report = verified(answer, scripted(rows))
    at = answer.index("60")
    there = [v for v in report.verdicts if v.claim.span.start <= at < v.claim.span.end]
    assert there
    assert all(v.label == "contradicted" for v in there)
