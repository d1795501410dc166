"""Tokenised examples and batches of a few fixed shapes.

On a CPU the number of distinct batch shapes matters (every new shape is prepared anew), so
pairs are padded to one of a few lengths and a batch of one length always has the same number
of rows: the token budget divided by the length.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from tokenizers import Tokenizer

from training.rows import LABELS, Example

BUCKETS = (16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192)


@dataclass(slots=True)
class Encoded:
    """Token ids of one pair with the length of its first segment.

    `key` tells the pair whatever the tokenizer (see `training.teaching`); `soft` are a teacher's
    probabilities in the order of `LABELS`, or None.
    """

    ids: np.ndarray
    first: int
    target: int
    key: int = 0
    soft: np.ndarray | None = None


@dataclass(slots=True)
class Batch:
    """Arrays of one batch: ids, attention mask, segment ids, targets, and soft targets.

    A row of `soft` is a teacher's probabilities, or zeros where there are none.
    """

    ids: np.ndarray
    mask: np.ndarray
    segments: np.ndarray
    targets: np.ndarray
    soft: np.ndarray


def encode(
    examples: Sequence[Example],
    tokenizer: Tokenizer,
    max_length: int = BUCKETS[-1],
) -> list[Encoded]:
    """Token ids of `[CLS] premise [SEP] claim [SEP]`; what is too long is cut off the premise."""
    tokenizer.no_padding()
    tokenizer.no_truncation()
    cls, sep = (tokenizer.token_to_id(name) for name in special_tokens(tokenizer))
    encoded: list[Encoded] = []
    for start in range(0, len(examples), 4096):
        part = examples[start : start + 4096]
        premises = tokenizer.encode_batch_fast([e.premise for e in part], add_special_tokens=False)
        claims = tokenizer.encode_batch_fast([e.claim for e in part], add_special_tokens=False)
        for example, premise, claim in zip(part, premises, claims, strict=True):
            tail = claim.ids[: max_length // 2]
            head = premise.ids[: max_length - 3 - len(tail)]
            ids = np.array([cls, *head, sep, *tail, sep], dtype=np.int32)
            key = pair_key(example.premise, example.claim)
            encoded.append(Encoded(ids, len(head) + 2, example.target, key))
    return encoded


def special_tokens(tokenizer: Tokenizer) -> tuple[str, str]:
    """The tokens before a pair and after each of its sides, as the encoder was trained with them.

    They are those that the tokenizer puts around one text: MPNet's vocabulary has BERT's "[CLS]"
    too, which MPNet never saw.
    """
    tokens = tokenizer.encode("a").tokens
    return tokens[0], tokens[-1]


def pair_key(premise: str, claim: str) -> int:
    """64 bits that tell a pair of texts."""
    digest = hashlib.blake2b(f"{premise}\0{claim}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def bucket_of(length: int, buckets: Sequence[int] = BUCKETS) -> int:
    """The smallest bucket that holds a pair of this length."""
    return next(b for b in buckets if b >= length)


def collate(items: Sequence[Encoded], length: int) -> Batch:
    """Pad items to one length."""
    ids = np.zeros((len(items), length), dtype=np.int64)
    mask = np.zeros_like(ids)
    segments = np.zeros_like(ids)
    for row, item in enumerate(items):
        size = len(item.ids)
        ids[row, :size] = item.ids
        mask[row, :size] = 1
        segments[row, item.first : size] = 1
    targets = np.array([item.target for item in items], dtype=np.int64)
    none = np.zeros(len(LABELS), dtype=np.float32)
    soft = np.array([none if item.soft is None else item.soft for item in items], dtype=np.float32)
    return Batch(ids, mask, segments, targets, soft)


def plan(
    encoded: Sequence[Encoded],
    budget: int,
    seed: int,
    short_first: float = 0.0,
    buckets: Sequence[int] = BUCKETS,
) -> list[list[int]]:
    """Batches as lists of indices, in a shuffled order that depends on the seed only.

    `short_first` between 0 and 1 pulls short batches to the front (1: sorted by length): the
    model learns inference on single sentences before it must also find the sentence.
    """
    rng = random.Random(seed)
    order = list(range(len(encoded)))
    rng.shuffle(order)
    filling: dict[int, list[int]] = {b: [] for b in buckets}
    batches: list[tuple[float, list[int]]] = []

    def close(bucket: int) -> None:
        rank = buckets.index(bucket) / len(buckets)
        batches.append((short_first * rank + (1 - short_first) * rng.random(), filling[bucket]))
        filling[bucket] = []

    for index in order:
        bucket = bucket_of(len(encoded[index].ids), buckets)
        filling[bucket].append(index)
        if len(filling[bucket]) == max(1, budget // bucket):
            close(bucket)
    for bucket in buckets:
        if filling[bucket]:
            close(bucket)
    batches.sort(key=lambda item: item[0])
    return [batch for _, batch in batches]


def iterate(
    encoded: Sequence[Encoded],
    batches: Sequence[Sequence[int]],
    buckets: Sequence[int] = BUCKETS,
) -> Iterator[Batch]:
    """Collated batches in the planned order."""
    for indices in batches:
        items = [encoded[i] for i in indices]
        yield collate(items, bucket_of(max(len(i.ids) for i in items), buckets))
