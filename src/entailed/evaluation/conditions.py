"""Conditions on metrics, in a small language of their own: nothing is ever executed.

    unsupported_claim_rate > 2% and contradiction_rate[answerable] > 0
    unsupported_claim_rate > baseline.unsupported_claim_rate + 0.01
    change.latency_p95 > 200ms or not expectation_rate.low >= 90%

A metric may name a category in brackets and a part (`low` and `high`, the limits of its interval;
`hits` and `trials`, the counts); `baseline.` is its value in the baseline, `change.` the
difference over the answers both runs have. Numbers take `%`, `ms` and `s`. `and`, `or`, `not`,
comparisons, `+ - * /` and parentheses bind as in Python. A metric without a value makes a
comparison undecided, which is neither true nor false.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from entailed.errors import ConfigurationError
from entailed.evaluation.metrics import METRICS
from entailed.evaluation.suites import CATEGORIES

__all__ = ["Condition", "Range", "Reference", "parse_condition"]

Range = tuple[float, float]
"""The least and the largest value a figure may have; both the same for a value taken as sure."""
Scope = Literal["run", "baseline", "change"]

_SCOPES = ("baseline", "change")
_PARTS = ("low", "high", "hits", "trials")
_UNITS = {"%": (1, 100), "ms": (1, 1), "s": (1000, 1)}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s?(?P<unit>%|ms\b|s\b)?"
    r"|(?P<word>[A-Za-z_][A-Za-z_0-9]*)|(?P<mark><=|>=|==|!=|[-+*/<>()\[\].]))"
)
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_MOST_CHARACTERS = 2000
_MOST_DEPTH = 50


@dataclass(frozen=True, slots=True)
class Reference:
    """A metric named in a condition. `category` is "all" or one; `part` "value" or a part."""

    scope: Scope
    name: str
    category: str = "all"
    part: str = "value"


Look = Callable[[Reference], "Range | None"]


@dataclass(frozen=True, slots=True)
class _Node:
    """An operation: `kind` is what it gives, a number or a truth; leaves have no operands."""

    kind: Literal["number", "truth"]
    op: str
    operands: tuple[_Node, ...] = ()
    number: float = 0.0
    reference: Reference | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as written, ready to be evaluated."""

    text: str
    root: _Node

    @property
    def references(self) -> tuple[Reference, ...]:
        """The metrics it names, each once, in order."""
        return tuple(dict.fromkeys(_references(self.root)))

    def holds(self, look: Look) -> bool | None:
        """Whether it holds for the figures `look` gives, None where that is not decided.

        A figure may be a range: then True means that it holds for every value in the ranges,
        False that it holds for none, and None that it depends. A figure that is None has no value.
        """
        return _truth(self.root, look)


def parse_condition(text: str) -> Condition:
    """The condition in `text`. Raises ConfigurationError saying where it cannot be read."""
    if len(text) > _MOST_CHARACTERS:
        raise ConfigurationError(f"condition: expected at most {_MOST_CHARACTERS} characters")
    return Condition(text.strip(), _Parser(text).condition())


def _references(node: _Node) -> Iterator[Reference]:
    if node.reference is not None:
        yield node.reference
    for operand in node.operands:
        yield from _references(operand)


# --- evaluating ------------------------------------------------------------------------------


def _truth(node: _Node, look: Look) -> bool | None:
    """Three-valued: None is "not decided"."""
    if node.op in _COMPARISONS:
        left, right = (_range(operand, look) for operand in node.operands)
        return None if left is None or right is None else _compared(node.op, left, right)
    values = [_truth(operand, look) for operand in node.operands]
    if node.op == "not":
        return None if values[0] is None else not values[0]
    settling = node.op == "or"
    if settling in values:
        return settling
    return None if None in values else not settling


def _compared(op: str, left: Range, right: Range) -> bool | None:
    (a, b), (c, d) = left, right
    if op in ("<", "<="):
        return _compared({"<": ">", "<=": ">="}[op], right, left)
    if op == ">":
        return True if a > d else False if b <= c else None
    if op == ">=":
        return True if a >= d else False if b < c else None
    same = True if a == b == c == d else False if b < c or d < a else None
    return same if op == "==" or same is None else not same


def _range(node: _Node, look: Look) -> Range | None:
    if node.op == "number":
        return (node.number, node.number)
    if node.reference is not None:
        return look(node.reference)
    ranges = [_range(operand, look) for operand in node.operands]
    if None in ranges:
        return None
    known = [one for one in ranges if one is not None]
    if node.op == "negate":
        return (-known[0][1], -known[0][0])
    return _calculated(node.op, known[0], known[1])


def _calculated(op: str, left: Range, right: Range) -> Range | None:
    (a, b), (c, d) = left, right
    if op == "+":
        return (a + c, b + d)
    if op == "-":
        return (a - d, b - c)
    if op == "/" and c <= 0 <= d:
        return None  # not a number: nothing is decided by it
    ends = [x * y if op == "*" else x / y for x in left for y in right]
    return (min(ends), max(ends)) if all(map(math.isfinite, ends)) else None


# --- parsing ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int
    number: float = 0.0


class _Parser:
    """Precedence climbing over the tokens, with the place of every complaint."""

    _LEVELS = (("or",), ("and",), ("not",), _COMPARISONS, ("+", "-"), ("*", "/"))

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._read())
        self.next = 0
        self.depth = 0

    def condition(self) -> _Node:
        """The whole text as one condition."""
        node = self._level(0)
        token = self._peek()
        if token.kind != "end":
            raise self._error(token, "expected the end, or and, or, a comparison")
        return self._of_kind(node, "truth", self.tokens[0])

    def _read(self) -> Iterator[_Token]:
        at = 0
        while at < len(self.text) and self.text[at:].strip():
            match = _TOKEN.match(self.text, at)
            if match is None:
                at += len(self.text[at:]) - len(self.text[at:].lstrip())
                raise self._error(_Token("", self.text[at], at), "expected a metric or number")
            kind = str(match.lastgroup if match.lastgroup != "unit" else "number")
            start = match.start(kind)
            number = 0.0
            if kind == "number":
                times, over = _UNITS.get(match["unit"] or "", (1, 1))
                number = float(match["number"]) * times / over  # 7 % is 0.07, not 7 * 0.01
            yield _Token(kind, match[kind], start, number)
            at = match.end()
        yield _Token("end", "", len(self.text))

    def _peek(self) -> _Token:
        return self.tokens[self.next]

    def _take(self, *texts: str) -> _Token | None:
        """The next token if it is one of `texts`, else None."""
        token = self._peek()
        if token.kind == "end" or token.kind == "number" or token.text not in texts:
            return None
        self.next += 1
        return token

    def _level(self, level: int) -> _Node:
        if level == len(self._LEVELS):
            return self._unary()
        operators = self._LEVELS[level]
        if operators == ("not",):
            return self._negation(level)
        first = self._peek()
        node = self._level(level + 1)
        while (token := self._take(*operators)) is not None:
            wanted: Literal["truth", "number"] = "truth" if level < 2 else "number"
            second = self._peek()
            pair = (
                self._of_kind(node, wanted, first),
                self._of_kind(self._level(level + 1), wanted, second),
            )
            node = _Node("truth" if level <= 3 else "number", token.text, pair)
        return node

    def _negation(self, level: int) -> _Node:
        token = self._take("not")
        if token is None:
            return self._level(level + 1)
        operand = self._nested(lambda: self._negation(level), token)
        return _Node("truth", "not", (self._of_kind(operand, "truth", token),))

    def _unary(self) -> _Node:
        token = self._take("-")
        if token is None:
            return self._atom()
        operand = self._nested(self._unary, token)
        return _Node("number", "negate", (self._of_kind(operand, "number", token),))

    def _atom(self) -> _Node:
        token = self._peek()
        if token.kind == "number":
            self.next += 1
            return _Node("number", "number", number=token.number)
        if token.kind == "word" and token.text not in ("and", "or", "not"):
            return _Node("number", "metric", reference=self._reference())
        if self._take("("):
            node = self._nested(lambda: self._level(0), token)
            if not self._take(")"):
                raise self._error(self._peek(), "expected )")
            return node
        raise self._error(token, "expected a metric or a number")

    def _nested(self, parse: Callable[[], _Node], token: _Token) -> _Node:
        self.depth += 1
        if self.depth > _MOST_DEPTH:
            raise self._error(token, f"expected at most {_MOST_DEPTH} levels")
        node = parse()
        self.depth -= 1
        return node

    def _reference(self) -> Reference:
        token = self._word("a metric")
        scope: Scope = "run"
        if token.text in _SCOPES:
            scope = "baseline" if token.text == "baseline" else "change"
            if not self._take("."):
                raise self._error(self._peek(), f"expected {token.text}.METRIC")
            token = self._word("a metric")
        if token.text not in METRICS:
            raise self._error(token, f"expected one of {', '.join(METRICS)}", METRICS)
        category = "all"
        if self._take("["):
            named = self._word("a category")
            category = named.text
            if category not in CATEGORIES:
                raise self._error(named, f"expected one of {', '.join(CATEGORIES)}", CATEGORIES)
            if not self._take("]"):
                raise self._error(self._peek(), "expected ]")
        return Reference(scope, token.text, category, self._part(scope))

    def _part(self, scope: Scope) -> str:
        if not self._take("."):
            return "value"
        token = self._word("low, high, hits or trials")
        known = _PARTS[:2] if scope == "change" else _PARTS
        if token.text not in known:
            raise self._error(token, f"expected {' or '.join(known)}")
        return token.text

    def _word(self, what: str) -> _Token:
        token = self._peek()
        if token.kind != "word":
            raise self._error(token, f"expected {what}")
        self.next += 1
        return token

    def _of_kind(self, node: _Node, kind: str, token: _Token) -> _Node:
        if node.kind != kind:
            wanted = "a comparison" if kind == "truth" else "a number or metric"
            raise self._error(token, f"expected {wanted} to begin here")
        return node

    def _error(self, token: _Token, message: str, known: object = ()) -> ConfigurationError:
        got = repr(token.text) if token.text else "the end"
        close = difflib.get_close_matches(token.text, list(known), n=1)  # type: ignore[call-overload]
        hint = f"; did you mean {close[0]!r}?" if close else ""
        return ConfigurationError(
            f"condition {self.text.strip()!r}, character {token.at + 1}: {message}, got {got}{hint}"
        )
