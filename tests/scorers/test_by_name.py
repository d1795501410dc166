"""Scorers of checkpoints chosen by name: in code, on the command line, in the listing."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from entailed import ConfigurationError, Pair, ScorerError, UnsupportedError, build_verifier, verify
from entailed.assembly import CHECKPOINT_SCORERS, SCORERS, components
from entailed.checkpoints import Logistic
from entailed.cli import app
from entailed.scorers.cross_encoder import CrossEncoderScorer
from entailed.scorers.transformers import TransformersScorer

PASSAGE = "The mill on the river was closed in the spring when it flooded."
CLAIM = "The mill on the river stood still in the spring after it flooded."
LABELS = ("contradiction", "entailment", "neutral")


def run(*arguments):
    """Exit code, output and errors of the program."""
    result = CliRunner().invoke(
        app, ["verify", "--answer", CLAIM, "--passage", PASSAGE, *arguments]
    )
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("bias", "label"),
    [((0.0, 4.0, 0.0), "supported"), ((5.0, 0.0, 0.0), "contradicted"), ((0, 0, 4), "related")],
)
def test_the_checkpoint_decides(classifier, bias, label) -> None:
    """The verdict is what the weights say, at their own probability."""
    folder = classifier(LABELS, bias=bias)
    (verdict,) = build_verifier(scorer=f"transformers:{folder}").verify(CLAIM, [PASSAGE]).verdicts
    assert verdict.label == label
    assert verdict.score == pytest.approx(verdict.entailment.entailment, abs=1e-6)


def test_a_failed_check_overrides_the_checkpoint(classifier) -> None:
    """However sure the weights are."""
    folder = classifier(LABELS, bias=(0.0, 9.0, 0.0))
    report = verify("It takes 60 days.", ["It takes 30 days."], scorer=f"transformers:{folder}")
    assert [verdict.label for verdict in report.verdicts] == ["contradicted"]


def test_the_report_names_weights_and_options(classifier) -> None:
    """So that it can be told later what judged."""
    folder = classifier(("0", "1"))
    labels = ("not_entailment", "entailment")
    options = {"labels": labels, "max_length": 100}
    report = verify(CLAIM, [PASSAGE], scorer=f"transformers:{folder}", scorer_options=options)
    (component,) = [part for part in report.components if part.stage == "score"]
    expected = TransformersScorer(folder, **options)
    assert (component.name, component.version, component.digest) == (
        "transformers",
        expected.version,
        expected.digest,
    )


def test_a_ranker_and_an_embedding_work_end_to_end(classifier, embedder) -> None:
    """With the curve in the options, and the folder in either place."""
    options = {"checkpoint": classifier(("LABEL_0",)), "calibration": (1.0, 0.0)}
    ranked = build_verifier(scorer="cross-encoder", scorer_options=options)
    embedded = build_verifier(
        scorer=f"embedding:{embedder}", scorer_options={"calibration": [12.0, -6.0]}
    )
    assert ranked.verify(CLAIM, [PASSAGE]).verdicts[0].entailment is not None
    for claim, label in ((CLAIM, "supported"), ("Whales eat fish in the river.", "missing")):
        assert embedded.verify(claim, [PASSAGE]).verdicts[0].label == label


def test_languages_are_those_the_checkpoint_is_said_to_read(classifier) -> None:
    """A claim in another language is judged without the model."""
    folder = classifier(LABELS, bias=(0.0, 4.0, 0.0))
    claim, passage = "Die Mühle am Fluss wurde verkauft.", "Die Mühle wurde im Jahr der Flut zu."
    for languages, asked in ((("en",), False), (("en", "de"), True)):
        report = verify(
            claim,
            [passage],
            scorer=f"transformers:{folder}",
            scorer_options={"languages": languages},
        )
        assert (report.verdicts[0].entailment is not None) == asked


@pytest.mark.parametrize("name", CHECKPOINT_SCORERS)
def test_a_name_alone_is_not_enough(name) -> None:
    """The error says how to name the checkpoint."""
    with pytest.raises(ConfigurationError, match=f"'{name}:FOLDER'"):
        build_verifier(scorer=name)


@pytest.mark.parametrize(
    ("scorer", "options"),
    [
        ("lexical", {"labels": 1}),
        ("embedded", {"checkpoint": "x"}),
        ("none", {"a": 1}),
        (None, {"a": 1}),
        ("embedding:x", {"labels": ("entailment",)}),
    ],
)
def test_options_that_no_scorer_has_are_refused(scorer, options) -> None:
    """A misspelt option must not be ignored."""
    with pytest.raises(ConfigurationError, match=next(iter(options))):
        build_verifier(scorer=scorer, scorer_options=options)


def test_options_reach_the_scorers_in_the_package() -> None:
    """They are the arguments of the class behind the name."""
    verifier = build_verifier(scorer="embedded", scorer_options={"cache_size": 0})
    assert verifier.scorer.name == "embedded"


def test_a_missing_folder_is_an_error_before_any_verification(tmp_path) -> None:
    """Not an unchecked claim in a report."""
    with pytest.raises(ScorerError, match="no such folder"):
        build_verifier(scorer=f"transformers:{tmp_path / 'none'}")


def test_the_command_line_takes_a_folder_and_options(classifier) -> None:
    """Values are JSON or text."""
    folder = classifier(("0", "1"), bias=(0.0, 4.0))
    code, out, _ = run(
        *("--scorer", f"transformers:{folder}", "--format", "json"),
        *("--scorer-option", 'labels=["not_entailment", "entailment"]'),
        *("--scorer-option", "device=cpu"),
    )
    assert code == 0
    assert json.loads(out)["verdicts"][0]["label"] == "supported"


def test_the_command_line_takes_the_file_of_a_curve(classifier, tmp_path) -> None:
    """As `Logistic.save` wrote it."""
    folder = classifier(("LABEL_0",), bias=(3.0,))
    Logistic(1.0, 0.0).save(tmp_path / "curve.json")
    code, _, error = run(
        *("--scorer", f"cross-encoder:{folder}"),
        *("--scorer-option", f"calibration={tmp_path / 'curve.json'}"),
    )
    assert (code, error) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--scorer", "transformers"), 2, "needs a checkpoint"),
        (("--scorer", "transformers:/no/such/folder"), 3, "no such folder"),
        (("--scorer", "lexical", "--scorer-option", "labels"), 2, "expected NAME=VALUE"),
        (("--scorer", "lexical", "--scorer-option", "a=1"), 2, "scorer_options of 'lexical'"),
    ],
)
def test_mistakes_on_the_command_line_are_one_line(arguments, code, message) -> None:
    """With the exit code of usage, or of what could not be decided."""
    came, out, error = run(*arguments)
    assert (came, out) == (code, "")
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("name", CHECKPOINT_SCORERS)
def test_the_listing_says_whether_a_checkpoint_could_be_loaded(name, monkeypatch) -> None:
    """Without the extra it says what to install."""
    (row,) = [row for row in components() if row.stage == "scorer" and row.name == name]
    assert (row.error, row.source) == ("", f"built in, {name}:CHECKPOINT")
    monkeypatch.setitem(sys.modules, "torch", None)
    (row,) = [row for row in components() if row.stage == "scorer" and row.name == name]
    assert row.error == "this scorer needs torch: pip install 'entailed[nli]'"
    with pytest.raises(UnsupportedError, match=r"entailed\[nli\]"):
        build_verifier(scorer=f"{name}:x")


# --- documentation ---------------------------------------------------------------------------

ROOT = Path(__file__).parent.parent.parent


def test_the_example_of_the_readme_runs(classifier, tmp_path, monkeypatch) -> None:
    """With small checkpoints in the folders it names."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (block,) = [block for block in blocks if "transformers:models/nli" in block]
    folders = {
        "nli": classifier(LABELS),
        "minicheck": classifier(("0", "1"), family="roberta"),
        "ranker": classifier(("LABEL_0",)),
    }
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    for name, folder in folders.items():
        (tmp_path / "models" / name).symlink_to(folder)
    pairs = [Pair(PASSAGE, CLAIM), Pair(PASSAGE, "It flooded."), Pair("It.", CLAIM), Pair("A", "B")]
    logits = CrossEncoderScorer(folders["ranker"], calibration=(1, 0)).logits(pairs)
    names = {"pairs": pairs, "supported": [logit >= sorted(logits)[2] for logit in logits]}
    exec(block, names)
    report = names["verifier"].verify(CLAIM, [PASSAGE])
    assert "cross-encoder" in {part.name for part in report.components}
    assert report.verdicts[0].entailment is not None


@pytest.mark.parametrize("name", [*SCORERS, *CHECKPOINT_SCORERS])
def test_every_scorer_is_in_the_design_page(name) -> None:
    """A scorer that ships is listed."""
    assert f"| `{name}` |" in (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
