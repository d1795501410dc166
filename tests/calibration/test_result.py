"""The calibration file: says what it promises, survives, and holds only for its own system."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from entailed.calibration import Aim, CalibrationResult, Labels, Sample, Trial, calibrate
from entailed.calibration.fitting import with_map
from entailed.calibration.probability import fit_map
from entailed.decision import Calibration, DecisionTable
from entailed.errors import ConfigurationError, InputError
from entailed.types import Component, Entailment, Window

from .populations import population, share

SYSTEM = (
    Component("extract", "rules", "1"),
    Component("check", "numbers", "1"),
    Component("score", "model", "1", "sha256:aa"),
    Component("decide", "decision-table", "1", "sha256:bb"),
)
BASE = Calibration()


def result(aim=None, trials=None, **labels):
    """A calibration on made-up claims."""
    some = population(600) if trials is None else trials
    scores = tuple(sorted(t.score for t in some if t.score is not None))
    return calibrate(
        some,
        aim or Aim("unsupported_passed", 0.2),
        base=BASE,
        system=SYSTEM,
        sample=Sample(scores, len(scores), 40, 50),
        labels=Labels(**{"passage_sets": len(some), **labels}),
    )


@pytest.fixture(scope="module")
def made():
    """One result for all tests that only read it."""
    return result()


def test_a_file_gives_back_the_result(made, tmp_path):
    """Equal in every value, with the same digest."""
    path = tmp_path / "calibration.json"
    made.save(path)
    again = CalibrationResult.load(path)
    assert again == made
    assert again.digest == made.digest


def test_the_file_can_be_read_by_people(made):
    """The promise in words and the digest stand in it; no NaN."""
    data = json.loads(json.dumps(made.to_dict(), allow_nan=False))
    assert data["promise"] == made.promise
    assert data["digest"] == made.digest
    assert data["kind"] == "entailed-calibration"


def test_the_promise_says_what_it_rests_on():
    """Every number of it, and what it does not say."""
    trials = [Trial(False, score=0.1, id=f"b{i:03}") for i in range(70)]
    trials += [Trial(False, score=0.9, id="b999")]
    trials += [Trial(True, score=0.95, id=f"g{i:03}") for i in range(80)]
    found = result(Aim("unsupported_passed", 0.1), trials)
    assert found.promise == (
        "Of the unsupported claims, at most 10 % pass, with 95 % confidence. "
        "95 % confidence means: of 100 calibrations made in this way, in the long run at most 5 "
        "end with a threshold that breaks the limit. "
        "It rests on 151 of 151 labelled claims (80 supported, 71 unsupported). A claim passes "
        f"from a probability of {found.threshold:.4f} on: of the 71 unsupported claims among "
        "them, 1 pass (1.41 %). "
        "It holds for claims drawn like these, from the same questions, passages and model, "
        "checked by the system named in this file; it says nothing about a single claim, about "
        "one kind of claim, or about other traffic."
    )


def test_the_promise_about_precision_names_the_pilot():
    """Those claims are not what it rests on."""
    words = result(Aim("passed_unsupported", 0.3)).promise
    assert "rests on 480 of 600 labelled claims" in words
    assert "the other 120 said where to look" in words


def test_a_promise_on_average_says_so():
    """It is the weaker one."""
    words = result(Aim("unsupported_passed", 0.2, None)).promise
    assert "on average over calibrations" in words
    assert "in this one it may be more" in words


@pytest.mark.parametrize(
    ("labels", "warning"),
    [
        ({"passage_sets": 20}, "only 20 different sets of passages"),
        ({"left_out": 12}, "12 labelled claims could not be evaluated"),
        ({"unextracted": 30}, "30 labelled texts hold nothing"),
    ],
)
def test_what_weakens_the_promise_is_said(labels, warning):
    """Claims that are alike, left out, or hold no claim."""
    assert warning in " ".join(result(**labels).warnings)


def test_useless_scores_are_called_so():
    """They rank no better than chance."""
    trials = [Trial(i % 2 == 0, score=(i % 97) / 97, id=f"{i:04}") for i in range(400)]
    warnings = " ".join(result(Aim("unsupported_passed", 0.2), trials).warnings)
    assert "hardly tell supported from unsupported" in warnings
    assert "supported claims pass at this threshold" in warnings


def test_the_map_changes_no_verdict_and_no_promise(made):
    """What passes by the mapped threshold is what was proved before the map."""
    trials = population(600)
    fitted, proved = made.probability.map, made.control.threshold
    assert fitted.method != "none"
    for trial in trials:
        if trial.score is not None:
            assert (fitted(trial.score) >= made.threshold) is (trial.score >= proved)
    assert share(trials, made.aim, proved) * made.control.base == pytest.approx(made.control.events)


@pytest.mark.parametrize("method", ["temperature", "platt", "isotonic"])
def test_a_decision_table_gives_the_mapped_probability(method):
    """The map is folded into the weights, or read as a curve behind them."""
    trials = population(600)
    fitted = fit_map([(t.score, t.supported) for t in trials if t.score is not None], method)
    plain, mapped = DecisionTable(BASE), DecisionTable(with_map(BASE, fitted))
    for entailment in (0.01, 0.3, 0.6, 0.99):
        scores = Entailment(entailment, 0.9 * (1 - entailment), 0.1 * (1 - entailment))
        window = Window("A premise.", (), 0.5)
        raw = plain.support(scores, window, 0.5, 1)
        assert mapped.support(scores, window, 0.5, 1) == pytest.approx(fitted(raw), abs=1e-9)


def test_its_own_system_is_accepted(made):
    """In any order."""
    made.require(SYSTEM[::-1])


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (Component("score", "model", "1", "sha256:cc"), "model 1 sha256:aa, got model 1 sha256:cc"),
        (Component("check", "dates", "1"), "check dates: calibrated with none, got dates 1"),
        (Component("extract", "rules", "2"), "rules 1, got rules 2"),
    ],
)
def test_another_system_is_refused(made, part, message):
    """The message names what differs: weights, a check, a version."""
    kept = [c for c in SYSTEM if (c.stage, c.name) != (part.stage, part.name)]
    with pytest.raises(ConfigurationError, match="made for another system") as caught:
        made.require((*kept, part))
    assert message in str(caught.value)


def test_a_changed_file_is_refused(made):
    """Someone lowered the threshold by hand."""
    data = made.to_dict()
    data["calibration"]["t_support"] = 0.1
    with pytest.raises(ConfigurationError, match="was changed after it was written"):
        CalibrationResult.from_dict(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "expected JSON text"),
        ("[]", "expected a file written by `entailed calibrate`"),
        ('{"schema_version": 1, "answer": ""}', "expected a file written by"),
        ('{"kind": "entailed-calibration", "schema_version": 9}', "expected schema_version 1"),
    ],
)
def test_a_file_that_is_none_is_refused(text, message, tmp_path):
    """With the path and what was expected."""
    path = tmp_path / "c.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=message) as caught:
        CalibrationResult.load(path)
    assert str(path) in str(caught.value)


def test_a_missing_part_is_named(made):
    """Also where the digest fits, as a foreign writer might make it."""
    from entailed.canonical import digest_of

    data = {k: v for k, v in made.to_dict().items() if k not in ("digest", "promise", "warnings")}
    del data["control"]["threshold"]
    with pytest.raises(ConfigurationError, match=r"control\.threshold"):
        CalibrationResult.from_dict({**data, "digest": digest_of(data)})


@pytest.mark.parametrize("path", ["none/such.json", "."])
def test_a_file_that_cannot_be_read_or_written_is_an_error(made, path):
    """Of one line."""
    with pytest.raises(ConfigurationError, match="cannot be read"):
        CalibrationResult.load(path)
    with pytest.raises(ConfigurationError, match="cannot be written"):
        made.save(path)


@pytest.mark.parametrize("supported", [True, False])
def test_labels_of_one_kind_are_refused(supported):
    """A threshold cannot be measured on them."""
    with pytest.raises(InputError, match="expected labels of both kinds"):
        result(trials=[Trial(supported, score=0.5, id=str(i)) for i in range(100)])


def test_the_result_does_not_depend_on_the_order_of_the_claims():
    """To the last digit."""
    trials = population(400)
    assert result(trials=trials[::-1]).digest == result(trials=trials).digest


def test_another_aim_is_another_file(made):
    """The digest covers the promise."""
    assert replace(made, aim=Aim("unsupported_passed", 0.21)).digest != made.digest
