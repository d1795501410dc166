"""Labelled claims: read with the place of every fault, put to a verifier, calibrated on."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import entailed
from entailed.calibration import Aim
from entailed.decision import Calibration
from entailed.errors import CalibrationError, ConfigurationError, InputError, RequestError
from entailed.labelled import (
    LABEL_WORDS,
    LabelledClaim,
    calibrate,
    calibrated,
    measure,
    parse_labelled,
    read_labelled,
    system_of,
)
from entailed.testing import FailingScorer, ScriptedScorer
from entailed.types import Entailment

PASSAGE = "The ferry leaves the northern harbour every morning."


def line(**fields):
    """One line of a file, whole but for what is given."""
    row = {"claim": "It leaves.", "passages": [PASSAGE], "label": "supported", **fields}
    return json.dumps({k: v for k, v in row.items() if v is not None})


def claim(text, supported, passage=PASSAGE):
    """A labelled claim."""
    return LabelledClaim(text, entailed.freeze([passage]), supported, where=f"row {text!r}")


def scored(pairs):
    """A verifier without checks whose scorer says what each claim's support is."""
    script = {text: Entailment(p, (1 - p) * 0.9, (1 - p) * 0.1) for text, p in pairs.items()}
    return entailed.build_verifier(
        "audit",
        scorer=ScriptedScorer(script, None),
        checks=(),
        calibration=Calibration(
            bias=0.0, entailment=1.0, contradiction=0.0, overlap=0.0, sentence_overlap=0.0
        ),
    )


def ferries(number):
    """As many different claims, each by the half supported and scored accordingly."""
    rows, script = [], {}
    for i in range(number):
        text = f"The ferry called Wave{i:03} leaves the harbour."
        rows.append(claim(text, i % 2 == 0))
        script[text] = (0.6 if i % 2 == 0 else 0.2) + (i % 29) / 100
    return rows, script


# --- reading ---------------------------------------------------------------------------------


def test_a_file_is_read_line_by_line(tmp_path):
    """Blank lines and further fields are no fault; passages as `freeze` takes them."""
    path = tmp_path / "labelled.jsonl"
    path.write_text(
        "\n".join(
            [
                "",
                line(id="x", note="easy"),
                line(passages={"a": PASSAGE}, label=False, question="When?"),
            ]
        ),
        encoding="utf-8",
    )
    first, second = read_labelled(path)
    assert (first.supported, first.question, first.evidence.ids) == (True, "", ("S1",))
    assert (second.supported, second.question, second.evidence.ids) == (False, "When?", ("a",))
    assert second.where == f"{path}: line 3"


@pytest.mark.parametrize("word", [*LABEL_WORDS, "SUPPORTED", " Not_Found ", True, False, 0, 1])
def test_every_label_word_is_read(word):
    """In any case; all but `supported` and true mean that the passages do not support it."""
    (row,) = parse_labelled(line(label=word))
    assert row.supported is (str(word).strip().lower() in ("supported", "true", "1"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1, column 2: malformed JSON"),
        ('{"label": NaN}', "line 1: JSON that cannot be read: NaN is no JSON number"),
        ("[" * 100_000, "line 1: JSON that cannot be read"),
        ('"text"', "line 1: expected an object with claim, passages and label, got str"),
        (line(claim=None), "line 1: field 'claim' is missing"),
        (line(passages=None), "line 1: field 'passages' is missing"),
        (line(label=None), "line 1: field 'label' is missing"),
        (line(claim=7), "line 1: field 'claim': expected text, got int"),
        (line(claim="  "), "line 1: field 'claim': expected some text, got none"),
        (line(question=7), "line 1: field 'question': expected text, got int"),
        (line(label="maybe"), "line 1: field 'label': expected one of supported, unsupported"),
        (line(label="unchecked"), "line 1: field 'label': expected one of"),
        (line(label=2), "got 2"),
        (line(label=0.5), "got 0.5"),
        (line(passages=[{"id": "a"}]), "line 1: field 'passages': "),
        (line(passages=7), "line 1: field 'passages': "),
        (line(claim="\ud800"), "line 1: field 'claim': lone surrogate"),
        ("", "expected one labelled claim a line, got none"),
    ],
)
def test_a_malformed_line_is_named_with_its_field(text, message):
    """What was expected, what came, where."""
    with pytest.raises(RequestError) as caught:
        parse_labelled(text, "f.jsonl")
    assert message in str(caught.value)
    assert str(caught.value).startswith("f.jsonl")


def test_several_faults_are_told_at_once():
    """Five of them, and how many more there are."""
    with pytest.raises(RequestError) as caught:
        parse_labelled("\n".join([line(label="?")] * 8))
    assert str(caught.value).count("field 'label'") == 5
    assert str(caught.value).endswith("; and 3 more")


# --- measuring -------------------------------------------------------------------------------


def test_a_text_passes_when_each_of_its_claims_does():
    """Its score is that of the weakest claim; a failed check settles it; so does a verbatim one."""
    verifier = scored({"The ferry is blue.": 0.9, "The ferry is fast.": 0.3})
    rows = [
        claim("The ferry is blue. The ferry is fast.", True),
        claim(PASSAGE, True),
        claim("Bananas grow.", False),
    ]
    both, verbatim, missing = measure(verifier, rows).trials
    assert (both.score, both.settled) == (pytest.approx(0.3), None)
    assert (verbatim.score, verbatim.settled) == (None, True)
    assert (missing.score, missing.settled) == (None, False)


def test_a_deterministic_check_is_part_of_the_system():
    """A wrong number does not pass at any threshold."""
    verifier = entailed.build_verifier("audit", scorer="lexical")
    (trial,) = measure(verifier, [claim("It costs 9 euros.", False, "It costs 5 euros.")]).trials
    assert trial.settled is False
    assert "numeric" in trial.strata


def test_a_text_without_a_claim_passes_and_is_counted():
    """Nothing in it is flagged, so it is shown."""
    measured = measure(entailed.build_verifier("audit", scorer="lexical"), [claim("Hello!", False)])
    assert measured.trials[0].settled is True
    assert measured.labels.unextracted == 1


def test_a_repeated_claim_counts_once():
    """Copies would make the promise look surer than it is."""
    rows, script = ferries(4)
    measured = measure(scored(script), [*rows, *rows])
    assert (len(measured.trials), measured.labels.repeated) == (4, 4)


def test_a_claim_labelled_both_ways_is_an_error():
    """Naming both lines."""
    with pytest.raises(RequestError, match=r"line 2: field 'label'.*other label in f: line 1"):
        measure(scored({}), parse_labelled(line() + "\n" + line(label=False), "f"))


def test_progress_is_told():
    """After every claim, of how many."""
    rows, script = ferries(3)
    told: list[tuple[int, int]] = []
    measure(scored(script), rows, lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


# --- calibrating -----------------------------------------------------------------------------


def test_the_calibrated_verifier_keeps_what_was_promised(tmp_path):
    """Through the file and back, the very claims pass that were counted."""
    rows, script = ferries(240)
    verifier = scored(script)
    result = calibrate(verifier, rows, Aim("unsupported_passed", 0.2))
    result.save(tmp_path / "c.json")
    again = calibrated(verifier, entailed.CalibrationResult.load(tmp_path / "c.json"))
    passed = [all(v.clean for v in again.verify(r.claim, r.evidence).verdicts) for r in rows]
    bad = sum(p for p, r in zip(passed, rows, strict=True) if not r.supported)
    assert bad == result.control.events > 0
    assert sum(passed) - bad == result.strata[0].supported_passed > 60


def test_time_and_sampling_limits_do_not_leave_claims_out():
    """They belong to one request, not to what the threshold means."""
    rows, script = ferries(6)
    verifier = scored(script)
    hasty = entailed.build_verifier(
        "audit",
        scorer=verifier.scorer,
        checks=(),
        limits=replace(entailed.Limits(), seconds=1e-9, sample=0.0),
    )
    assert measure(hasty, rows).failures == ()


def test_a_broken_scorer_gives_no_promise():
    """Unchecked claims do not pass, which would look very safe."""
    rows, _ = ferries(40)
    verifier = entailed.build_verifier("audit", scorer=FailingScorer(), checks=())
    with pytest.raises(
        CalibrationError, match=r"40 of 40 .* could not be evaluated .*always fails"
    ):
        calibrate(verifier, rows, Aim("unsupported_passed", 0.2))


def test_a_few_failures_are_left_out_and_counted():
    """One in two hundred; the warning is in the file."""
    rows, script = ferries(200)
    del script[rows[0].claim]
    result = calibrate(scored(script), rows, Aim("unsupported_passed", 0.2))
    assert (result.labels.left_out, result.labels.used) == (1, 199)


def test_labels_of_one_kind_are_refused():
    """Only supported ones."""
    rows, script = ferries(80)
    with pytest.raises(InputError, match="labels of both kinds, got 40 supported and 0"):
        calibrate(scored(script), rows[::2], Aim("supported_flagged", 0.3))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scorer": None}, "needs a scorer"),
        ({"scorer": "lexical", "judge": ScriptedScorer({})}, "no promise can be kept with a judge"),
        (
            {"scorer": "lexical", "calibration": Calibration(curve=((0.0, 0.1), (1.0, 0.9)))},
            "without calibration=",
        ),
    ],
)
def test_a_verifier_that_cannot_be_calibrated_is_refused(options, message):
    """With the reason."""
    with pytest.raises(ConfigurationError, match=message):
        measure(entailed.build_verifier("audit", **options), [claim("It leaves.", True)])


@pytest.mark.parametrize(
    "options",
    [
        {"scorer": ScriptedScorer({}, Entailment(0.5, 0.5, 0.0))},
        {"checks": ()},
        {"limits": entailed.Limits(windows_per_claim=1)},
        {"policy": "strict"},
    ],
    ids=["scorer", "checks", "windows", "policy"],
)
def test_a_calibration_is_refused_by_another_system(options):
    """Whatever decides which claims pass is part of what was measured."""
    rows = [
        claim(f"Ferry {i} {'leaves' if i % 2 else 'burns'}.", bool(i % 2), f"Ferry {i} leaves.")
        for i in range(60)
    ]
    verifier = entailed.build_verifier("flag", scorer="lexical")
    result = calibrate(verifier, rows, Aim("unsupported_passed", 0.5, 0.5))
    assert entailed.build_verifier("repair", scorer="lexical", calibration=result)
    with pytest.raises(ConfigurationError, match="made for another system"):
        entailed.build_verifier(**{"scorer": "lexical", "calibration": result, **options})


def test_a_calibration_is_refused_beside_a_judge():
    """Though all else is as it was measured: the judge would decide by its own threshold."""
    rows, _ = ferries(80)
    result = calibrate(
        entailed.build_verifier(scorer="lexical"), rows, Aim("unsupported_passed", 0.9, 0.5)
    )
    assert entailed.build_verifier(scorer="lexical", calibration=result)
    with pytest.raises(ConfigurationError, match="Leave out the calibration, or the judge"):
        entailed.build_verifier(scorer="lexical", calibration=result, judge=ScriptedScorer({}))


def test_what_a_calibration_may_be_is_said():
    """Where something else is given."""
    with pytest.raises(ConfigurationError, match="expected a path, a CalibrationResult or a"):
        entailed.build_verifier(scorer="lexical", calibration=0.5)


def test_the_system_names_all_that_decides():
    """Every check, the weights of the scorer and of the table, and options; not the policy."""
    stages = {c.stage for c in system_of(entailed.build_verifier("strict", scorer="embedded"))}
    assert stages >= {"extract", "align", "check", "score", "decide", "windows_per_claim"}
    assert "act" not in stages
