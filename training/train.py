"""Train a model: `python -m training.train --config FILE --data FOLDER --work FOLDER`.

Deterministic for a given configuration, data and number of workers. Killed runs are taken up
again from the last checkpoint by the same command. `--slice N` trains on N rows a source and
exports, as an end-to-end check that takes a minute or two.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from training.batches import Encoded, encode, iterate, plan
from training.mixture import stage_examples
from training.model import CrossEncoder, fast_type, find_base, widened
from training.parallel import Crew
from training.rows import UNLABELLED
from training.settings import Settings, Stage, load_settings
from training.teaching import Lessons, mean_lessons, mined, read_lessons, taught


def log(work: Path, **figures: object) -> None:
    """Append one JSON line to the log of runs and print it."""
    line = json.dumps({"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **figures})
    with (work / "runs.jsonl").open("a", encoding="utf-8") as out:
        out.write(line + "\n")
    print(line, flush=True)


def stage_pairs(
    stage: Stage,
    settings: Settings,
    data: Path,
    tokenizer: Tokenizer,
    limit: int | None,
    cache: Path,
    said: Lessons | None = None,
) -> list[Encoded]:
    """Tokenised pairs of all sources of a stage; `said`: what the mined model says of them."""
    pairs: list[Encoded] = []
    examples = stage_examples(stage, settings, data, limit, cache)
    for source, found in zip(stage.sources, examples, strict=True):
        drawn = range(len(found))
        if source.share < 1:
            drawn = random.Random(stage.name).sample(drawn, round(source.share * len(found)))
        encoded = encode([found[i] for i in drawn], tokenizer)
        if source.hard:
            if said is None:
                raise SystemExit(f"a source of {stage.name} is to be mined: give --mined FILE")
            others = sorted(set(range(len(found))) - set(drawn))
            encoded += mined(encode([found[i] for i in others], tokenizer), said, source.hard)
        pairs += [e for e in encoded if source.min_tokens <= len(e.ids) <= source.max_tokens]
    return pairs


def rate_at(step: int, done: float, stage: Stage) -> float:
    """Linear warm-up, then linear decay to the final rate over the share that is done."""
    if step < stage.warmup:
        return stage.learning_rate * (step + 1) / stage.warmup
    return stage.final_rate + (stage.learning_rate - stage.final_rate) * (1 - done)


class Trainer:
    """Weights, optimiser, averaged weights and the place in the schedule.

    The model computes in bf16 where the processor can (1.45 times faster than autocast, which
    casts back and forth); the optimiser works on float32 copies, the master weights. Word
    embeddings are frozen: they are half of all parameters, and their gradients and moments cost a
    tenth of a step.
    """

    def __init__(self, settings: Settings, work: Path, initial: Path | None) -> None:
        self.settings = settings
        self.work = work
        base = find_base(settings.base)
        model = CrossEncoder.from_base(base, settings.dropout, settings.pooler, settings.match)
        if initial is not None:
            state = torch.load(initial, weights_only=True)["average"]
            rows = getattr(model.encoder.config, "type_vocab_size", 0)
            model.load_state_dict(widened(state, rows))
        if settings.freeze_words:
            model.encoder.embeddings.word_embeddings.weight.requires_grad_(False)
        self.master = {k: v.detach().float().clone() for k, v in model.named_parameters()}
        self.average = {k: v.clone() for k, v in self.master.items()}
        self.model = model.to(fast_type())
        self.model.share_memory()
        moving = [(k, p) for k, p in self.model.named_parameters() if p.requires_grad]
        self.moving = [(self.master[k], p) for k, p in moving]
        self.optimiser = torch.optim.AdamW(
            [
                {"params": [m for m, _ in self.moving if m.ndim > 1]},
                {"params": [m for m, _ in self.moving if m.ndim <= 1], "weight_decay": 0.0},
            ],
            lr=1e-4,
            betas=(0.9, 0.98),
            weight_decay=settings.weight_decay,
            fused=True,
        )
        self.stage = 0
        self.step = 0

    def publish(self) -> None:
        """Copy the master weights into the model that the workers share."""
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                parameter.copy_(self.master[name])

    def save(self) -> None:
        """Write everything needed to go on, atomically."""
        state = {
            "master": self.master,
            "average": self.average,
            "optimiser": self.optimiser.state_dict(),
            "stage": self.stage,
            "step": self.step,
        }
        target = self.work / "checkpoint.pt"
        torch.save(state, target.with_suffix(".tmp"))
        target.with_suffix(".tmp").replace(target)

    def resume(self) -> bool:
        """Take up the last checkpoint if there is one."""
        path = self.work / "checkpoint.pt"
        if not path.exists():
            return False
        state = torch.load(path, weights_only=True)
        for name, value in state["master"].items():
            self.master[name].copy_(value)
        self.average = state["average"]
        self.publish()
        self.optimiser.load_state_dict(state["optimiser"])
        self.stage, self.step = state["stage"], state["step"]
        return True

    def update(self, rate: float) -> None:
        """One optimiser step on the gradients that lie on the parameters."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        for master, parameter in self.moving:
            master.grad = parameter.grad.float()
            parameter.grad = None
        torch.nn.utils.clip_grad_norm_([m for m, _ in self.moving], 1.0)
        self.optimiser.step()
        with torch.no_grad():
            for master, parameter in self.moving:
                parameter.copy_(master)
        self.step += 1
        if self.step % self.settings.average_every == 0:
            self.blend()

    def blend(self) -> None:
        """Exponential moving average of the weights, with a short memory at the start."""
        count = self.step // self.settings.average_every
        decay = min(self.settings.average_decay, count / (count + 9))
        with torch.no_grad():
            for name, value in self.master.items():
                self.average[name].lerp_(value, 1 - decay)

    def finish_stage(self, name: str) -> Path:
        """Keep the averaged weights of a finished stage and go on from them."""
        path = self.work / f"{name}.pt"
        torch.save({"average": self.average}, path)
        for key, value in self.average.items():
            self.master[key].copy_(value)
        self.publish()
        self.optimiser.state.clear()
        self.stage, self.step = self.stage + 1, 0
        self.save()
        return path


def run_stage(
    trainer: Trainer, stage: Stage, pairs: list[Encoded], options: argparse.Namespace
) -> Path:
    """All remaining batches of one stage.

    With `--minutes` the stage ends in time on a busy machine: the rate then falls with the
    larger of the shares of steps and of time, and the batches that are left are not seen.
    """
    settings = trainer.settings
    batches: list[list[int]] = []
    for epoch in range(stage.epochs):
        seed = settings.seed + 1000 * epoch
        batches += plan(pairs, settings.tokens_per_batch, seed, stage.short_first)
    total, since, window, tokens = len(batches), time.time(), [], 0
    log(trainer.work, event="stage", stage=stage.name, pairs=len(pairs), steps=total)
    trainer.model.train()
    left = batches[trainer.step :]
    crew = Crew(options.workers, trainer.model, pairs, left, stage)
    begun, limit = since, 60 * options.minutes if options.minutes else math.inf
    for batch in iterate(pairs, left):
        window.append(crew.gradients(batch))
        done = max(trainer.step / total, (time.time() - begun) / limit)
        trainer.update(rate_at(trainer.step, min(1.0, done), stage))
        tokens += int(batch.mask.sum())
        if trainer.step % 25 == 0 or trainer.step == total:
            speed = tokens / max(1e-6, time.time() - since)
            figures = {"loss": round(sum(window) / len(window), 4), "tokens_s": int(speed)}
            log(trainer.work, stage=stage.name, step=trainer.step, of=total, **figures)
            since, window, tokens = time.time(), [], 0
        if trainer.step % options.save_every == 0:
            trainer.save()
        if done >= 1:
            break
    crew.dismiss()
    return trainer.finish_stage(stage.name)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled files")
    parser.add_argument("--work", type=Path, required=True, help="checkpoints and logs")
    parser.add_argument("--initial", type=Path, help="weights of an earlier run (stage file)")
    parser.add_argument(
        "--lessons", type=Path, nargs="*", default=(), help="of one or more teachers: teaching.py"
    )
    parser.add_argument(
        "--mined", type=Path, help="lessons of the model whose hard pairs are wanted: teaching.py"
    )
    parser.add_argument("--slice", type=int, help="rows a source, for a smoke run with export")
    parser.add_argument("--workers", type=int, default=2, help="processes of one thread")
    parser.add_argument("--minutes", type=float, help="end each stage after this time")
    parser.add_argument("--save-every", type=int, default=100)
    return parser.parse_args()


def main() -> None:
    """Run the stages that are left."""
    options = arguments()
    torch.set_num_threads(1)
    settings = load_settings(options.config)
    random.seed(settings.seed)
    np.random.seed(settings.seed)
    torch.manual_seed(settings.seed)
    options.work.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(settings, options.work, options.initial)
    resumed = trainer.resume()
    log(options.work, event="start", name=settings.name, resumed=resumed, step=trainer.step)
    tokenizer = Tokenizer.from_file(str(find_base(settings.base) / "tokenizer.json"))
    said = read_lessons(options.mined) if options.mined else None
    for stage in settings.stages[trainer.stage :]:
        pairs = stage_pairs(
            stage, settings, options.data, tokenizer, options.slice, options.work, said
        )
        if options.lessons:
            pairs = taught(pairs, mean_lessons([read_lessons(p) for p in options.lessons]))
        pairs = [pair for pair in pairs if pair.target != UNLABELLED or pair.soft is not None]
        if not pairs:
            raise SystemExit(f"stage {stage.name} has no pairs")
        path = run_stage(trainer, stage, pairs, options)
        log(options.work, event="finished", stage=stage.name, weights=path.name)
    if options.slice is not None:
        from training.export import export

        export(options.work / f"{settings.stages[-1].name}.pt", options.work / "export", settings)


if __name__ == "__main__":
    main()
