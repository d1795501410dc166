"""Language models for tests of the judge: they read the request as a model would, and answer it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

from entailed.dialogue import Message
from entailed.scorers.judge.canaries import SCENES
from entailed.testing import ScriptedModel
from entailed.types import Pair

Verdict = tuple[str, float]
Opinion = Callable[[Pair], Verdict]

_MARK = re.compile(r"mark ([0-9a-f]{16})")


def cases(messages: Sequence[Message]) -> list[Pair]:
    """The cases of a request, in order, as fenced with the mark that the system message names."""
    mark = _MARK.search(messages[0].content)[1]
    open_, close = re.escape(f"<<<{mark}\n"), re.escape(f"\n{mark}>>>")
    found = re.findall(
        rf"Case \d+, evidence:\n{open_}(.*?){close}\nCase \d+, claim:\n{open_}(.*?){close}",
        messages[-1].content,
        re.DOTALL,
    )
    return [Pair(*texts) for texts in found]


def reply(verdicts: Sequence[Verdict]) -> str:
    """Verdicts in the form that was asked for."""
    rows = [
        {"case": n, "verdict": verdict, "confidence": confidence}
        for n, (verdict, confidence) in enumerate(verdicts, start=1)
    ]
    return json.dumps({"verdicts": rows})


def known(pair: Pair) -> str | None:
    """The right answer to a case that the judge's scorer made up, None for any other."""
    for evidence, entailed, contradicted in SCENES:
        name = _name(evidence, pair.premise)
        if name is None:
            continue
        if _name(entailed, pair.hypothesis) == name:
            return "entailed"
        return "contradicted" if _name(contradicted, pair.hypothesis) == name else "not_stated"
    made_up = any(_name(scene[1], pair.hypothesis) for scene in SCENES)
    return "not_stated" if made_up else None


def _name(template: str, text: str) -> str | None:
    pattern = re.escape(template).replace(r"\{name\}", r"(\w+)", 1)
    pattern = re.sub(r"\\\{[nm]\\\}", r"\\d+", pattern)
    found = re.fullmatch(pattern, text)
    return found[1] if found else None


def honest(pair: Pair, script: Mapping[Pair, Verdict], default: Verdict) -> Verdict:
    """The verdict on a made-up case as it is, on any other as the script has it."""
    answer = known(pair)
    return (answer, 0.95) if answer is not None else script.get(pair, default)


def judging(opinion: Opinion) -> ScriptedModel:
    """A model that has `opinion` on every case."""
    return ScriptedModel(
        default=lambda messages: reply([opinion(pair) for pair in cases(messages)])
    )


def honest_model(
    script: Mapping[Pair, Verdict] | None = None, default: Verdict = ("not_stated", 0.9)
) -> ScriptedModel:
    """A model that gets the made-up cases right and takes the others from its script."""
    return judging(lambda pair: honest(pair, script or {}, default))
