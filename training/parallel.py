"""Two or more single-threaded workers that share one set of weights.

Operator-level threads meet at a barrier hundreds of times a step; as soon as another process
takes one core, every barrier waits for a time slice (measured: 3,600 tokens a second fell to
700). Workers that each take a part of the batch meet twice a step. The sum of gradients is
taken in a fixed order, so a run stays reproducible.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from multiprocessing.synchronize import Barrier

import torch
from torch import nn

from training.batches import Batch, Encoded, iterate
from training.model import distilled_loss
from training.settings import Stage

_PATIENCE_S = 1200.0


def part_of(batch: Batch, rank: int, world: int) -> Batch:
    """The rows of a batch that one worker takes."""
    return Batch(
        batch.ids[rank::world],
        batch.mask[rank::world],
        batch.segments[rank::world],
        batch.targets[rank::world],
        batch.soft[rank::world],
    )


def trained(model: nn.Module) -> list[nn.Parameter]:
    """The parameters that are not frozen."""
    return [p for p in model.parameters() if p.requires_grad]


def backward(model: nn.Module, batch: Batch, rows: int, stage: Stage) -> float:
    """Gradients of this part, weighted so that the parts add up to the mean of the batch."""
    if not len(batch.ids):
        return 0.0
    arrays = (batch.ids, batch.mask, batch.segments)
    logits = model(*map(torch.from_numpy, arrays))
    targets, soft = torch.from_numpy(batch.targets), torch.from_numpy(batch.soft)
    loss = distilled_loss(logits, targets, soft, stage.soft_share, stage.smoothing)
    loss = loss * (len(batch.ids) / rows)
    loss.backward()
    return loss.item()


def _loop(
    rank: int,
    world: int,
    model: nn.Module,
    pairs: Sequence[Encoded],
    batches: Sequence[Sequence[int]],
    stage: Stage,
    buffers: Sequence[torch.Tensor],
    barrier: Barrier,
) -> None:
    torch.set_num_threads(1)
    parameters = trained(model)
    model.train()
    for batch in iterate(pairs, batches):
        barrier.wait(_PATIENCE_S)
        backward(model, part_of(batch, rank, world), len(batch.ids), stage)
        for parameter, buffer in zip(parameters, buffers, strict=True):
            if parameter.grad is None:
                buffer.zero_()
            else:
                buffer.copy_(parameter.grad)
                parameter.grad = None
        barrier.wait(_PATIENCE_S)


class Crew:
    """The helpers of the main process during one stage."""

    def __init__(
        self,
        world: int,
        model: nn.Module,
        pairs: Sequence[Encoded],
        batches: Sequence[Sequence[int]],
        stage: Stage,
    ) -> None:
        self.world = world
        self.model = model
        self.stage = stage
        context = multiprocessing.get_context("fork")
        self.barrier = context.Barrier(world)
        self.buffers: list[list[torch.Tensor]] = []
        self.processes: list[multiprocessing.process.BaseProcess] = []
        for rank in range(1, world):
            shared = [torch.zeros_like(p).share_memory_() for p in trained(model)]
            self.buffers.append(shared)
            job = (rank, world, model, pairs, batches, stage, shared, self.barrier)
            process = context.Process(target=_loop, args=job, daemon=True)
            process.start()
            self.processes.append(process)

    def gradients(self, batch: Batch) -> float:
        """Leave the gradients of the whole batch on the parameters; the loss of rank 0's part."""
        self.barrier.wait(_PATIENCE_S)
        part = part_of(batch, 0, self.world)
        loss = backward(self.model, part, len(batch.ids), self.stage)
        self.barrier.wait(_PATIENCE_S)
        for shared in self.buffers:
            for parameter, buffer in zip(trained(self.model), shared, strict=True):
                parameter.grad = buffer if parameter.grad is None else parameter.grad.add_(buffer)
        return loss * len(batch.ids) / max(1, len(part.ids))

    def dismiss(self) -> None:
        """End the helpers, also in the middle of the batches."""
        for process in self.processes:
            process.terminate()
            process.join()
