"""Plain tokens of a sentence with what clause splitting must know: quotes, brackets, case."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from entailed.text.lazy import lazy

_TOKEN = lazy(
    r"[^\W_]+(?:['’‑\-./:_&@+][^\W_]+|(?<=\d),(?=\d)[^\W_]+)*|[^\w\s]|_"  # "40,000" is one
)
_OPEN = {
    "(": ")",
    "[": "]",
    "{": "}",
    "“": "”",
    "„": "“",
    "«": "»",
    "「": "」",
    "『": "』",
    "‹": "›",
}
_CLOSE = frozenset(_OPEN.values()) - frozenset("“")


class Token(NamedTuple):
    """One word or mark at `[start, end)`; `inside` says it stands in quotes or brackets."""

    text: str
    lower: str
    start: int
    end: int
    inside: bool

    @property
    def word(self) -> bool:
        """Whether it is a word or number, not a mark."""
        return self.text[0].isalnum()

    @property
    def number(self) -> bool:
        """Whether it begins with a digit."""
        return self.text[0].isdigit()

    @property
    def name(self) -> bool:
        """Whether it begins with a capital."""
        return self.text[0].isupper()


@lru_cache(maxsize=2048)
def tokens(text: str) -> tuple[Token, ...]:
    """Tokens of `text` in order; a bracket or quote left open covers the rest of the text."""
    result: list[Token] = []
    stack: list[str] = []
    for match in _TOKEN.finditer(text):
        raw = match.group()
        opening = bool(stack)
        if stack and raw == stack[-1]:
            stack.pop()
        elif raw in ('"', "`"):
            stack.append(raw)
        elif raw in _OPEN and not (stack and stack[-1] in ('"', "`")):
            stack.append(_OPEN[raw])
        inside = opening or bool(stack)
        lower = raw.lower().replace("’", "'")
        result.append(Token(raw, lower, match.start(), match.end(), inside))
    return tuple(result)
