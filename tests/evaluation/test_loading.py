"""Suites from files: what is read, and how faults are told."""

from __future__ import annotations

import json

import pytest

from entailed.errors import RequestError
from entailed.evaluation.example import example_suite
from entailed.evaluation.loading import load_suite, parse_suite
from entailed.evaluation.suites import CATEGORIES
from tests.evaluation.conftest import SMALL, suite_of

HEAD = "suite: s\nevidence:\n  - {id: a, text: It is so.}\nscenarios:\n"
ONE = '  - {id: x, category: answerable, question: "Is it?"}\n'


def test_the_example_suite_has_all_categories_and_enough_scenarios():
    """It ships with the package, over five documents."""
    suite = example_suite()
    assert {s.category for s in suite.scenarios} == set(CATEGORIES)
    assert len(suite.scenarios) >= 60
    assert len(suite.evidence) == 5


def test_a_scenario_takes_all_passages_of_the_suite_by_default():
    """Naming none is naming all; an empty list is none at all."""
    suite = suite_of()
    assert suite.get("window").evidence == suite.evidence
    assert len(suite.get("nothing").evidence) == 0


def test_words_that_yaml_would_change_stay_text():
    """A time, a date, a version and a yes are what the author wrote."""
    mentions = "[18:30, 2.0, 2024-01-05, yes, 0x1F]"
    text = HEAD + f"  - {{id: x, category: answerable, question: no, mentions: {mentions}}}\n"
    scenario = suite_of(text).scenarios[0]
    assert scenario.question == "no"
    assert scenario.turns[0].expect.mentions == (
        ("18:30",), ("2.0",), ("2024-01-05",), ("yes",), ("0x1F",),
    )  # fmt: skip


def test_json_and_yaml_give_the_same_suite(tmp_path):
    """The format is one, written in two ways."""
    data = {
        "suite": "s",
        "evidence": [{"id": "a", "text": "It is so."}],
        "scenarios": [{"id": "x", "category": "answerable", "question": "Is it?"}],
    }
    assert parse_suite(json.dumps(data), "s.json", tmp_path) == suite_of(HEAD + ONE)


def test_anchors_and_merges_are_read():
    """They save typing, and may be used more than once."""
    text = HEAD + (
        "  - &base {id: x, category: answerable, question: q}\n"
        "  - {<<: *base, id: y}\n  - {<<: *base, id: z, question: r}\n"
    )
    assert [(s.id, s.question) for s in suite_of(text).scenarios] == [
        ("x", "q"), ("y", "q"), ("z", "r"),
    ]  # fmt: skip


def test_a_passage_may_be_a_file_beside_the_suite(tmp_path):
    """Its text is the file's."""
    (tmp_path / "doc.md").write_text("Doc text.", encoding="utf-8")
    path = tmp_path / "s.yaml"
    path.write_text("suite: s\nevidence:\n  - {id: a, file: doc.md}\nscenarios:\n" + ONE)
    assert load_suite(path).evidence.passages[0].text == "Doc text."


def test_the_digest_is_of_what_bears_on_results():
    """A note changes nothing, an expectation does."""
    noted = suite_of(SMALL.replace('"How long?"', '"How long?", note: n'))
    changed = suite_of(SMALL.replace("[30 days]", "[31 days]"))
    assert noted.digest == suite_of().digest
    assert changed.digest != suite_of().digest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a mapping with suite and scenarios, got nothing"),
        ("- a\n", "got list"),
        ("suite: s\nscenarios: []\n", "line 2, scenarios: expected at least one scenario"),
        ("suite: s\nscenarios:\n  - id: [\n", "line 4, column 1: malformed YAML"),
        (HEAD + ONE + ONE, "line 6, scenarios[1].id: 'x' is there twice (first on line 5)"),
        (
            HEAD + "  - {id: x, category: answerble, question: q}\n",
            "line 5, scenarios[0].category: expected one of answerable, false_premise",
        ),
        (HEAD + "  - {id: x, category: answerble, question: q}\n", "did you mean 'answerable'?"),
        (
            HEAD + "  - id: x\n    category: answerable\n    qestion: q\n",
            "line 7, scenarios[0].qestion: unknown field",
        ),
        (HEAD + "  - {id: x, category: answerable}\n", "line 5, scenarios[0]: expected either"),
        (HEAD + "  - {category: answerable, question: q}\n", "scenarios[0].id: this field is miss"),
        (HEAD + "  - id: x\n    id: y\n", "line 6: key 'id' is there twice (first on line 5)"),
        (
            HEAD + "  - {id: x, category: answerable, question: q, mentions: 5}\n",
            "scenarios[0].mentions: expected a list, got text",
        ),
        (
            HEAD + "  - {id: x, category: answerable, question: q, expect: perhaps}\n",
            "scenarios[0].expect: expected 'answer', 'decline' or 'either', got 'perhaps'",
        ),
        (
            HEAD + "  - {id: x, category: out_of_scope, question: q, mentions: [a]}\n",
            "scenarios[0].mentions: an answer that declines need not mention anything",
        ),
        (
            HEAD + "  - {id: x, category: answerable, question: q, passages: [b]}\n",
            "line 5, scenarios[0].passages[0]: no passage of the suite has the id 'b'",
        ),
        (
            HEAD + "  - {id: x, category: pushback, turns: [{user: a, assistant: b}]}\n",
            "scenarios[0].turns[0]: the last turn is the system's to answer",
        ),
        (HEAD + "  - {id: x, category: pushback, turns: []}\n", "expected at least one turn"),
        (
            "suite: s\nevidence:\n  - {id: a, text: x, file: y}\nscenarios:\n" + ONE,
            "line 3, evidence[0]: expected either text or file",
        ),
        (
            "suite: s\nevidence:\n  - {id: a, file: ../x}\nscenarios:\n" + ONE,
            "line 3, evidence[0].file: expected a path beside the suite",
        ),
        (
            "suite: s\nevidence:\n  - {id: a, file: gone.md}\nscenarios:\n" + ONE,
            "no such file",
        ),
        (
            "suite: s\nevidence:\n  - {id: a, text: x}\n  - {id: a, text: y}\nscenarios:\n" + ONE,
            "line 4, evidence[1].id: 'a' is there twice (first on line 3)",
        ),
        (HEAD + "  - {id: x, category: answerable, question: !!python/name:os.system x}\n", "tags"),
        (HEAD + "  - &a [*a]\n", "deep"),
        (HEAD + '  - {id: x, category: answerable, question: "\\ud83d"}\n', "lone surrogate"),
        (HEAD + "  - {id: x, category: answerable, question: a\x00b}\n", "line 5: a character"),
    ],
)
def test_a_fault_is_told_with_file_line_and_field(text, message):
    """One cannot mend what one cannot find."""
    with pytest.raises(RequestError) as caught:
        suite_of(text)
    assert str(caught.value).startswith("suite.yaml: ")
    assert message in str(caught.value)


def test_several_faults_are_told_at_once_in_order_of_lines():
    """Mending one at a time is tedious."""
    text = HEAD + "  - {id: x, category: no}\n  - {id: y, colour: 1}\n"
    with pytest.raises(RequestError, match="faults") as caught:
        suite_of(text)
    lines = [int(line.split()[1].rstrip(",")) for line in str(caught.value).splitlines()[1:]]
    assert lines == sorted(lines)
    assert len(lines) >= 3


def test_a_laughing_file_is_refused():
    """Anchors that multiply are bounded."""
    levels = "".join(f"  - &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 12))
    with pytest.raises(RequestError, match="expected at most"):
        suite_of(f"suite: s\nscenarios:\n  - &l0 [{', '.join('x' * 9)}]\n{levels}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"suite": "s",\n "scenarios": [}', "line 2, column 16: malformed JSON"),
        ('{"suite": "s",\n "suite": "t"}', "line 2: key 'suite' is there twice (first on line 1)"),
        ('{"suite": 5,\n "scenarios": []}', "line 1, suite: expected text, got 5; put it in quot"),
        ('{"suite": "\\ud800", "scenarios": []}', "line 1: half a character"),
        ('{"suite": NaN, "scenarios": []}', "NaN is no JSON number"),
        ('{"suite": "s", "scenarios": []} x', "Extra data"),
        ("[" * 5000, "deep"),
        ("", "malformed JSON"),
    ],
)
def test_faults_of_json_have_their_lines_too(text, message, tmp_path):
    """The same care for the other format."""
    with pytest.raises(RequestError) as caught:
        parse_suite(text, "suite.json", tmp_path)
    assert message in str(caught.value)


def test_another_ending_is_refused(tmp_path):
    """The ending says the format."""
    with pytest.raises(RequestError, match="expected a suite ending in"):
        load_suite(tmp_path / "suite.toml")
