"""Where an answer ends and a model goes on writing turns that are not its own.

Small models, and large ones behind a wrong chat template, often do not stop after the answer: they
write the next question, a user's turn, or the control tokens between turns. None of that is part of
the answer, and a question or a label makes no claim that verification could fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from entailed.prompts import Prompts

__all__ = ["own_turn"]

_SPEAKERS = r"(?:user|human|assistant|system|instruction|prompt)"
_TURNS = (
    r"<\|[a-z_]{2,30}\|>",
    r"<(?:start|end)_of_turn>",
    r"\[/?INST\]",
    rf"^[ \t]*(?:\#{{1,6}}[ \t]*)?\*{{0,2}}{_SPEAKERS}\*{{0,2}}[ \t]*:",
    rf"^[ \t]*\#{{1,6}}[ \t]*{_SPEAKERS}[ \t]*:?[ \t]*$",
)
_BEFORE_QUESTION = re.compile(r"^(.*)\{question\}", re.MULTILINE)


def own_turn(text: str, prompts: Prompts, sources: Iterable[str]) -> tuple[str, str]:
    """`text` up to where another turn begins, and the rest.

    A turn begins with a control token of a chat template, a line with the name of a speaker, or
    the words that stand before the question in `prompts`, at the start of a line or sentence. Words
    that a source holds too are the source's, and one at the very beginning repeats what was asked
    before the answer comes; neither ends it. The two parts joined are `text`; the rest is "" where
    all of it is the answer.
    """
    begins = len(text) - len(text.lstrip())
    known = [source.casefold() for source in sources]
    for turn in _turns(prompts).finditer(text):
        start = turn.start() + len(turn[0]) - len(turn[0].lstrip())
        words = turn[0].strip().casefold()
        if start > begins and not any(words in source for source in known):
            kept = text[:start].rstrip()
            return kept, text[len(kept) :]
    return text, ""


@lru_cache(maxsize=16)
def _turns(prompts: Prompts) -> re.Pattern[str]:
    """What begins a turn where a model was asked with `prompts`."""
    templates = (prompts.request, prompts.again)
    heads = [m[1].strip() for text in templates for m in _BEFORE_QUESTION.finditer(text)]
    labels = [re.escape(h) for h in dict.fromkeys(heads) if re.search(r"\w.*[^\w\s]$", h)]
    own = [rf"(?:^|(?<=[.!?\])\"”]))\s*{label}" for label in labels]
    return re.compile("|".join((*_TURNS, *own)), re.MULTILINE | re.IGNORECASE)
