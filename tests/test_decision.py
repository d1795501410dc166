"""The decision table: total, contradiction first, failure never support."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.alignment import LexicalAligner
from entailed.decision import Calibration, DecisionTable
from entailed.decision.confirmed import confirmed_values, hypothesis
from entailed.evidence import freeze
from entailed.types import (
    LABELS,
    REASONS,
    Alignment,
    Citation,
    Claim,
    Entailment,
    EvidenceSpan,
    Failure,
    Finding,
    Mapped,
    Span,
)

# Fixed weights, so that these tests are about the table and not about the fit of the day.
TABLE = DecisionTable(
    Calibration(
        bias=-1.0, entailment=1.0, contradiction=-0.5, overlap=1.0, sentence_overlap=0.0,
        t_support=0.5, t_contra=0.9, t_related=0.3,
    )
)  # fmt: skip
TEXT = "The mill closed in 1931."
YES = Entailment(0.98, 0.01, 0.01)
NO = Entailment(0.01, 0.98, 0.01)
OPPOSITE = Entailment(0.01, 0.01, 0.98)
YEAR = Span(19, 23)


def claim(text: str = TEXT, *cited: str) -> Claim:
    """A claim that is its whole answer."""
    span = Span(0, len(text))
    citations = (Citation(span, "[x]", cited),) if cited else ()
    return Claim("c1", span, Mapped.identity(text), span, citations)


def decide(passages, scores, findings=(), one=None, failures=()):
    """Align and decide."""
    one = one or claim()
    evidence = freeze(passages)
    (alignment,) = LexicalAligner().align([one], evidence, "")
    filled = [scores] * len(alignment.windows) if isinstance(scores, Entailment) else scores
    return TABLE.decide(one, alignment, findings, filled, evidence, failures)


def failed(label, reason="number_mismatch", span=YEAR, outcome="fail"):
    """A finding on the year."""
    return Finding("numbers", outcome, span, reason, label)


CLOSE = ["In 1931 the old mill closed for good, the chronicle says."]


@pytest.mark.parametrize(
    ("scores", "label"), [(YES, "supported"), (NO, "related"), (OPPOSITE, "contradicted")]
)
def test_scores_decide_where_no_check_does(scores, label):
    """Rows five to seven of the table."""
    passages = CLOSE if label == "supported" else ["The mill never closed, people said in 1931."]
    assert decide(passages, scores).label == label


def test_nothing_about_the_claim_is_missing():
    """No shared word, no score needed."""
    assert decide(["Penguins swim."], None).label == "missing"


@pytest.mark.parametrize("label", ["contradicted", "related", "missing"])
def test_a_failed_check_is_final(label):
    """No score overrides it, and no failure of another stage."""
    broken = Failure("score", "RuntimeError", "boom")
    assert decide(CLOSE, YES, [failed(label)]).label == label
    assert decide(CLOSE, broken, [failed(label)]).label == label


def test_contradiction_comes_before_silence():
    """Of several failed checks the contradiction sets the label."""
    findings = [failed("missing", "entity_missing"), failed("contradicted")]
    assert decide(CLOSE, YES, findings).label == "contradicted"


def test_a_derived_figure_withdraws_the_number_failure_it_explains():
    """Arithmetic explains a figure that no passage states."""
    derived = failed(None, "arithmetic_derived", outcome="pass")
    assert decide(CLOSE, YES, [failed("contradicted"), derived]).label == "supported"
    elsewhere = failed(None, "arithmetic_derived", Span(0, 3), "pass")
    assert decide(CLOSE, YES, [failed("contradicted"), elsewhere]).label == "contradicted"


@pytest.mark.parametrize("scores", [Failure("score", "X", "boom"), None, [], [YES] * 9])
def test_missing_or_broken_scores_are_unchecked(scores):
    """Never supported because something failed."""
    verdict = decide(CLOSE, scores)
    assert verdict.label == "unchecked"
    assert verdict.reasons[-1].reason == "stage_failed"


def test_verbatim_sentence_needs_no_model():
    """A whole evidence sentence, word for word, is support."""
    verdict = decide(["The port grew. The mill  closed in 1931!"], None)
    assert (verdict.label, verdict.score) == ("supported", 1.0)


@pytest.mark.parametrize(
    "passage",
    [
        "It is not true that this happened: The mill closed in 1931. It runs to this day.",
        "The mill closed in 1931. This entry was withdrawn.",
        "The following is a myth. The mill closed in 1931.",
    ],
)
def test_verbatim_sentence_that_is_taken_back_goes_to_the_model(passage):
    """The shortcut does not read a sentence out of its surroundings."""
    evidence = freeze([passage])
    (alignment,) = LexicalAligner().align([claim()], evidence, "")
    assert TABLE.pairs(claim(), alignment, [], evidence)


def test_support_outside_the_cited_passage_is_misattributed_and_named():
    """The label stays, the verdict is not clean."""
    passages = {"1": "The mill stands by the river.", "2": "The mill closed in 1931."}
    verdict = decide(passages, YES, one=claim(TEXT, "1"))
    assert verdict.label == "supported"
    assert [(r.reason, r.stated) for r in verdict.reasons] == [("misattributed", "2")]
    assert not verdict.clean


findings = st.builds(
    Finding,
    check=st.just("x"),
    outcome=st.sampled_from(["pass", "fail", "note"]),
    claim_span=st.just(Span(0, 3)),
    reason=st.sampled_from(REASONS),
    label=st.none() | st.sampled_from(LABELS),
)
entailments = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(
    lambda t: Entailment(t[0], (1 - t[0]) * t[1], (1 - t[0]) * (1 - t[1]))
)


@given(
    st.lists(findings, max_size=4),
    st.none() | st.just(Failure("s", "e", "m")) | st.lists(entailments, max_size=4),
    st.sampled_from([[], CLOSE, ["Penguins swim."], [TEXT]]),
    st.booleans(),
)
def test_the_table_is_total(found, scores, passages, broken):
    """Every combination gives a known label, and a failure alone never gives support."""
    failures = [Failure("check:x", "E", "m")] if broken else []
    evidence = freeze(passages)
    alignment = LexicalAligner().align([claim()], evidence, "")[0] if passages else Alignment("c1")
    verdict = TABLE.decide(claim(), alignment, found, scores, evidence, failures)
    assert verdict.label in LABELS
    if broken or isinstance(scores, Failure):
        decided = any(f.outcome == "fail" and f.label == "supported" for f in found)
        assert verdict.label != "supported" or decided


def exact(text: str) -> Finding:
    """A pass that confirms the whole claim."""
    return Finding("totals", "pass", Span(0, len(text)), "arithmetic_derived")


def test_a_confirmed_relation_needs_no_shared_word() -> None:
    """A figure derived from passages that share no word with the claim is supported."""
    one = claim("The total price is 70 euros.")
    verdict = decide(["Hats cost 50 EUR.", "Caps cost 20 EUR."], None, [exact(one.text)], one)
    assert verdict.label == "supported"


@pytest.mark.parametrize(
    ("text", "passage", "label"),
    [
        ("Die Miete ist im Mai fällig.", "Monatsmiete: im Mai fällig.", "supported"),
        ("Новые библиотеки закрыты сегодня.", "Библиотека сегодня закрыта.", "supported"),
        ("Die Miete ist im Mai fällig.", "Der Garten wird im Mai gemäht.", "related"),
    ],
)
def test_unread_languages_are_matched_by_inflected_words(
    text: str, passage: str, label: str
) -> None:
    """Compounds and endings do not hide a word; other words are still missing."""
    one = claim(text)
    found = decide([passage], None, (), one).label
    assert (found == "supported") == (label == "supported")


@pytest.mark.parametrize(
    ("text", "passage", "asked"),
    [
        ("Per unit: 5 EUR", "The price is 5 EUR for each unit that is sold.", True),
        ("Prezzo per unit: 5 EUR", "Il prezzo è di 5 EUR per ogni unità venduta.", False),
        ("Die Miete ist im Mai fällig.", "The rent is due in May.", False),
    ],
)
def test_one_foreign_word_makes_no_foreign_claim(text: str, passage: str, asked: bool) -> None:
    """Where its function words leave it open, a claim is read in the language of the evidence."""
    evidence = freeze([passage])
    (alignment,) = LexicalAligner().align([claim(text)], evidence, "")
    assert bool(TABLE.pairs(claim(text), alignment, (), evidence)) is asked


@pytest.mark.parametrize(
    ("text", "passage", "asked"),
    [
        ("Ana still owns the mill.", "At the mill Ana is master today.", "Ana owns the mill."),
        ("Ana still owns the mill.", "Ana owned the mill in 1931.", "Ana still owns the mill."),
        (
            "Ana still owns the mill.",
            "Ana no longer owns the mill and now lives in Rome.",
            "Ana still owns the mill.",
        ),
    ],
)
def test_still_is_not_asked_of_what_is_so_today(text: str, passage: str, asked: str) -> None:
    """Where the evidence speaks of today and of no end, the model is asked without the word."""
    one = claim(text)
    evidence = freeze([passage])
    (alignment,) = LexicalAligner().align([one], evidence, "")
    assert {p.hypothesis for p in TABLE.pairs(one, alignment, (), evidence)} == {asked}


@pytest.mark.parametrize(
    ("text", "claimed", "nth", "stated", "expected"),
    [
        ("Room 5 costs 5 euros.", "5", 1, "five", "Room 5 costs five euros."),
        ("Room 5 costs 5 euros.", "5", 0, "five", "Room five costs 5 euros."),
        ("It took 15 days in 15 rooms of 5 beds.", "5", 4, "V", None),
        ("It took 2 m more than 2 m.", "2 m", 1, "200 cm", "It took 2 m more than 200 cm."),
    ],
)
def test_a_confirmed_value_is_put_where_the_finding_stands(text, claimed, nth, stated, expected):
    """Not where the same words stand first; a place with other words changes nothing."""
    places = [at for at in range(len(text)) if text.startswith(claimed, at)]
    at = places[nth] if nth < len(places) else 0
    finding = Finding(
        "numbers", "pass", Span(at, at + len(claimed)), claimed=claimed, stated=stated
    )
    assert hypothesis(claim(text), [finding]) == (expected or text)


EVIDENCE = "Ada Quill was mayor of Lund from 2004 to 2013. Of the 40 benches, 10 are made of oak."


def carried(text: str, value: str, stated: tuple[str, ...], passage: str = EVIDENCE) -> bool:
    """Whether a value derived from the stated words of the passage settles the claim."""
    one = claim(text)
    evidence = freeze({"S": passage})
    (alignment,) = LexicalAligner().align([one], evidence, "")
    at = text.index(value)
    places = tuple(
        EvidenceSpan("S", Span(passage.index(s), passage.index(s) + len(s))) for s in stated
    )
    derived = Finding(
        "dates",
        "pass",
        Span(at, at + len(value)),
        "arithmetic_derived",
        claimed=value,
        evidence=places,
    )
    return not TABLE.pairs(one, alignment, [derived], evidence)


@pytest.mark.parametrize(
    ("text", "value", "stated"),
    [
        ("Ada Quill was mayor of Lund for nine years.", "nine years", ("2004", "2013")),
        ("A quarter of the benches are made of oak.", "A quarter", ("40", "10")),
    ],
)
def test_a_derived_figure_carries_what_its_own_sentences_say_of_it(text, value, stated) -> None:
    """Every word beside the figure stands where the figures stand that it follows from."""
    assert carried(text, value, stated)


@pytest.mark.parametrize(
    ("text", "value", "stated"),
    [
        ("Bo Lind was mayor of Lund for nine years.", "nine years", ("2004", "2013")),
        ("Lind was mayor of Lund for nine years.", "nine years", ("2004", "2013")),
        ("Ada Quill was not mayor of Lund for nine years.", "nine years", ("2004", "2013")),
        ("Ada Quill was mayor nine years before Lund.", "nine years", ("2004", "2013")),
        ("Ada Quill taught painting in Lund for nine years.", "nine years", ("2004", "2013")),
        ("A quarter of the benches are newly painted and mended.", "A quarter", ("40", "10")),
        ("Ada Quill was mayor of Lund for nine years.", "nine years", ()),
    ],
    ids=[
        "another name",
        "first word",
        "denied",
        "order",
        "another act",
        "another share",
        "no place",
    ],
)
def test_a_derived_figure_alone_is_a_value_and_no_relation(text, value, stated) -> None:
    """Another name, a denial, an order in time or too many other words are for the model."""
    assert not carried(text, value, stated)


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ('The keeper wrote "nobody came that winter" in the log.', True),
        ('Ina Holm wrote "nobody came that winter" to her aunt in Oslo.', False),
    ],
)
def test_a_quotation_carries_only_what_stands_around_it_there(text, settled) -> None:
    """The words quoted are sure; who wrote them to whom is not."""
    passage = 'In the log the keeper wrote "nobody came that winter".'
    quote = "nobody came that winter"
    one = claim(text)
    evidence = freeze({"S": passage})
    (alignment,) = LexicalAligner().align([one], evidence, "")
    start, there = text.index(quote), passage.index(quote)
    place = EvidenceSpan("S", Span(there, there + len(quote)))
    found = Finding("quotes", "pass", Span(start, start + len(quote)), evidence=(place,))
    assert bool(TABLE.pairs(one, alignment, [found], evidence)) != settled


def test_a_derived_figure_counts_as_a_value_where_it_rests_on_stated_ones() -> None:
    """Like a stated one; a count of things listed, which names no place, does not."""
    place = (EvidenceSpan("S", Span(0, 4)),)
    derived = Finding("arithmetic", "pass", YEAR, "arithmetic_derived", evidence=place)
    listed = Finding("arithmetic", "pass", YEAR, "arithmetic_derived")
    assert [confirmed_values([f]) for f in (derived, listed)] == [1, 0]


def test_a_clause_confirmed_does_not_carry_a_sentence_of_several() -> None:
    """Where a third of the words is nowhere, the rest of the claim was not confirmed."""
    text = "Tickets are no longer sold on board and cyclists must book compartments online."
    one = claim(text)
    evidence = freeze({"S": "Tickets are no longer sold on board."})
    (alignment,) = LexicalAligner().align([one], evidence, "")
    found = Finding("endings", "pass", Span(0, 35), evidence=(EvidenceSpan("S", Span(0, 36)),))
    assert TABLE.pairs(one, alignment, [found], evidence)


@pytest.mark.parametrize(
    ("passage", "asked"),
    [
        ("The lamp is red and the shade is blue.", False),
        ("If the switch is on, the lamp is red and the shade is blue.", True),
        ("The lamp is red and the shade is blue, as was wrongly claimed.", True),
        ("The lamp is red, but only at night.", True),
        ("Ann Bell said the lamp is red and the shade is blue.", True),
    ],
)
def test_the_first_of_two_statements_word_for_word_needs_no_model(passage, asked):
    """A sentence that goes on with "and" says its first part; a condition or a speaker may not."""
    evidence = freeze([passage])
    one = claim("The lamp is red.")
    (alignment,) = LexicalAligner().align([one], evidence, "")
    assert bool(TABLE.pairs(one, alignment, (), evidence)) is asked


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The mill closed that year.", "supported"),
        ("The mill could help people stay informed about energy choices.", "missing"),
    ],
)
def test_a_claim_in_words_from_elsewhere_needs_more_support(text: str, label: str) -> None:
    """What the passages do not speak of is not supported by a model that is half sure."""
    passages = ["In 1931 the old mill closed for good; that year the owner died."]
    guesses = (Entailment(p / 100, 0.7 - p / 100, 0.3) for p in range(1, 70))
    verdicts = (decide(passages, guess, one=claim(text)) for guess in guesses)
    found = next(v for v in verdicts if v.score is not None and 0.5 <= v.score < 0.6)
    assert found.label == label
    assert decide(passages, YES, one=claim(text)).label == "supported"


@pytest.mark.parametrize(
    ("question", "least"),
    [
        ("", 0.5),
        ("When did the mill close?", 0.5),
        ("Why was the mill so loud and dirty?", 0.55),
        ("Is it true that the mill was loud in 1931?", 0.7),
    ],
)
def test_what_only_the_question_says_needs_more_support(question: str, least: float) -> None:
    """More still where the claim says nothing else: such an answer comes from who asked."""
    one = claim("The mill was loud in 1931.")
    evidence = freeze(["The old mill closed in 1931, and its noise with it."])
    (alignment,) = LexicalAligner().align([one], evidence, question)
    assert TABLE.least_support(one, alignment, ()) == least
