"""Whether a line opens with a whole sentence, told from the beginning of the line alone.

What a line is must not depend on how it goes on once a sentence of it is complete: a stream has
released that sentence by then. So a line of prose is no row of a table, whatever bars, tabs or
commas come later in it.
"""

from __future__ import annotations

from entailed.text.lazy import lazy

__all__ = ["opens_as_prose"]

_MARKS = r"(?:[ \t]{0,2}(?:\[[^\[\]|\n]{1,60}\]|【[^【】|\n]{1,60}】|[⁰¹²³⁴-⁹]{1,4})){0,8}"
_LATIN = lazy(
    r"(?:[^\s|]+[ \t]+){3}(?:[^\s|]+[ \t]+){0,200}?[^\s|]*[.!?…][\"”’»)\]*_]{0,4}"
    + _MARKS
    + r"[ \t]+[^\W_a-z]"
)
_CJK = lazy(
    r"[^|。！？\n]{4,2000}[。！？]+[」』”’\"')）\]】》]{0,4}" + _MARKS + r"[^\s|\[【⁰¹²³⁴-⁹]"
)


def opens_as_prose(line: str) -> bool:
    """Whether `line` holds a sentence of four words or more, and the start of another.

    Citation markers may stand between them. No bar stands before the end of that sentence. Once
    true of a line it stays true, whatever is appended.
    """
    return _LATIN.match(line) is not None or _CJK.match(line) is not None
