"""Which noun a number counts."""

from __future__ import annotations

from fractions import Fraction

from entailed.text.quantity_tokens import Token
from entailed.text.roots import root

__all__ = ["counted"]

Counted = tuple[tuple[str, ...], str, tuple[int, int]]

_SKIPPED = frozenset(
    "of the all its his her their our these those other more additional different separate der den "
    "die das des de la le les los las el il lo gli i o os as du d' new".split()
)
_STOPS = frozenset(
    "and or but nor in on at by to for from with without within into onto per than as is are was "
    "were be been being has have had do does did will would can could may might must shall should "
    "that which who whom whose when where while if because since until after before during between "
    "out up down over under not no it they he she we you i this there then so also only each every "
    "a an und oder aber in an auf bei zu für von mit ist sind war waren hat haben wird werden im "
    "am "
    "zum zur als wenn et ou mais dans sur pour par avec est sont a ont été y o pero en con para "
    "por "
    "es son fue ha han e ma per sono è à ao na no em um uma do da и в на с по из за к у не это был "
    "was were built died takes took gave gives said says failed passed opened closed began began "
    "came went "
    "enrolled received required reported participated respectively altogether total "
    "combined vs versus against compared among amongst".split()
)
_IRREGULAR = frozenset(
    "people men women children feet mice teeth geese data criteria species staff police sheep "
    "fish aircraft media phenomena".split()
)


def counted(tokens: list[Token], i: int, language: str, value: Fraction) -> Counted | None:
    """Stems of the counted words from token `i` on, the likeliest head, and where it stands."""
    start = i
    if i < len(tokens) and tokens[i].text == "-" and i + 1 < len(tokens):
        i += 1
    while i < len(tokens) and i - start < 3 and tokens[i].low in _SKIPPED:
        i += 1
    run: list[Token] = []
    while i + 1 < len(tokens) and len(tokens[i].text) == 1 and tokens[i + 1].text == ".":
        i += 2  # "U.S. customers"
    while i < len(tokens) and len(run) < 4 and _counts(tokens, i, run):
        run.append(tokens[i])
        i += 1
    if i < len(tokens) and tokens[i].kind == "num" and not run and _partitive(tokens, start, i):
        return counted(tokens, i + 1, language, value)
    if not run:
        return None
    head = _head(run, language, value)
    return tuple(root(t.low) for t in run), root(head.low), (head.start, head.end)


def _counts(tokens: list[Token], i: int, run: list[Token]) -> bool:
    token = tokens[i]
    if token.kind == "cjk":
        return not run or (tokens[i - 1].kind == "cjk" and len(run) < 3)
    return token.kind == "word" and token.low not in _STOPS and len(token.text) > 1


def _partitive(tokens: list[Token], start: int, i: int) -> bool:
    """12 of the 48 pilots: the first number counts the noun of the second."""
    return any(t.low in ("of", "von", "der", "de", "sur", "из") for t in tokens[start:i])


def _head(run: list[Token], language: str, value: Fraction) -> Token:
    if run[0].kind == "cjk":
        return run[0]
    if language == "de":
        return next((t for t in run if t.text[0].isupper()), run[0])
    if language != "en":
        return run[0]
    if value != 1:
        for token in run:
            if token.low in _IRREGULAR or (
                token.low.endswith("s") and not token.low.endswith(("ss", "us", "is"))
            ):
                return token
        return run[0]
    return run[0] if len(run) == 1 else run[-1]
