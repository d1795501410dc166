"""Language models for tests of the extractor: they read the sentences, and write claims."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from entailed.dialogue import Message
from entailed.testing import ScriptedModel

_MARK = re.compile(r"mark ([0-9a-f]{16})")


def shown(messages: Sequence[Message]) -> list[str]:
    """The numbered sentences of a request, as fenced with the mark that it names."""
    mark = _MARK.search(messages[0].content)[1]
    found = re.findall(
        rf"Sentence \d+:\n<<<{mark}\n(.*?)\n{mark}>>>", messages[-1].content, re.DOTALL
    )
    return list(found)


def written(rows: Sequence[Sequence[str]]) -> str:
    """Claims in the form that was asked for."""
    return json.dumps(
        {"sentences": [{"sentence": n, "claims": list(row)} for n, row in enumerate(rows, 1)]}
    )


def splitting(split: Callable[[str], Sequence[str]]) -> ScriptedModel:
    """A model that cuts each sentence as `split` does."""
    return ScriptedModel(default=lambda m: written([split(s) for s in shown(m)]))


def scripted(*rows: Sequence[str]) -> ScriptedModel:
    """A model that writes these claims, whatever it is asked."""
    return ScriptedModel(default=written(rows))
