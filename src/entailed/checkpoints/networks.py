"""Small questions about a loaded torch network: its device, and how long an input may be."""

from __future__ import annotations

from typing import Any

from entailed.errors import ConfigurationError, ScorerError

__all__ = ["input_length", "on_device", "position_count", "require_complete", "special_tokens"]

MIN_LENGTH = 16
_UNBOUNDED = 1_000_000  # tokenizers without a limit state one of 10**30


def on_device(network: Any, device: str) -> Any:
    """The network in evaluation mode and 32-bit floats on `device`.

    Half precision would make scores depend on the batch. Raises ConfigurationError for a device
    that is not there.
    """
    try:
        return network.float().eval().to(device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:  # as torch reports it
        reason = " ".join(str(error).split())[:200]
        raise ConfigurationError(
            f"device: expected one that torch can use ('cpu', 'cuda', 'cuda:1', 'mps'), got "
            f"{device!r}: {reason}"
        ) from error


def require_complete(missing: object, checkpoint: str) -> None:
    """Raise ScorerError where weights of the network were missing from the checkpoint.

    Libraries fill such places with random numbers and go on; a random head gives random
    probabilities.
    """
    names = sorted(str(name) for name in missing or ())  # type: ignore[attr-defined]
    if names:
        raise ScorerError(
            f"checkpoint {checkpoint!r}: expected all weights of the network, missing "
            f"{', '.join(names[:4])}{' ...' if len(names) > 4 else ''}; give a checkpoint that was "
            "trained for this task"
        )


def input_length(network: Any, tokenizer: Any, wanted: int | None, unbounded: int) -> int:
    """The tokens an input may have: `wanted`, or the least that network and tokenizer state.

    `unbounded` where neither states one. Raises ConfigurationError for fewer than 16, and for
    more than the network has positions for.
    """
    table = position_count(network)
    if wanted is not None:
        if wanted < MIN_LENGTH or (table is not None and wanted > table):
            upper = "" if table is None else f" and <= {table}, the positions of this network"
            raise ConfigurationError(
                f"max_length: expected a number >= {MIN_LENGTH}{upper}, got {wanted}"
            )
        return wanted
    stated = (
        table,
        getattr(network.config, "max_position_embeddings", None),
        getattr(tokenizer, "model_max_length", None),
    )
    limits = [int(limit) for limit in stated if limit and 0 < int(limit) < _UNBOUNDED]
    return min(limits, default=unbounded)


def position_count(network: Any) -> int | None:
    """How many positions the network has embeddings for, or None where they are computed.

    Models of the RoBERTa family leave the first places of the table to padding.
    """
    from torch.nn import Embedding

    found = []
    for module in network.modules():
        for name in ("position_embeddings", "embed_positions", "wpe"):
            table = getattr(module, name, None)
            if isinstance(table, Embedding):
                padding = -1 if table.padding_idx is None else int(table.padding_idx)
                spare = max(padding + 1, int(getattr(table, "offset", 0)))
                found.append(int(table.num_embeddings) - spare)
    return min(found, default=None)


def special_tokens(tokenizer: Any) -> tuple[str, ...]:
    """The strings that a tokenizer takes for more than text, wherever they stand."""
    added = getattr(tokenizer, "added_tokens_decoder", {}).values()
    named = map(str, tokenizer.all_special_tokens)
    return tuple(sorted({*named, *(str(token) for token in added if token.special)}))
