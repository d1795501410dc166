"""Names that the evidence gives to things: "Kestrel is the project name of the new system"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from entailed.text.lazy import lazy

__all__ = ["by_alias"]

_NAME = r"(?P<name>[A-Z][\w-]{1,30}(?: [A-Z0-9][\w-]{0,30}){0,2})"
_THING = r"(?P<thing>(?:the|our|its|their) [a-z][\w-]{1,30}(?: [\w-]{2,30}){0,4}?)"
_KIND = r"(?:project |code |working |brand |trade |internal |product |short )?"
_GIVEN = (
    lazy(rf"(?<!\w){_NAME} (?:is|was) the {_KIND}name (?:of|for) {_THING}(?=[.,;:)]|\Z)"),
    lazy(
        rf"(?<!\w)(?i:{_THING}),? (?:is |was |which is |which was )?"
        r"(?:(?:internally|also|commonly) )?(?:known as|called|code-?named|named) "
        rf"{_NAME}(?=[.,;:)]|\Z)"
    ),
)


def by_alias(text: str, premises: Iterable[str]) -> str:
    """`text` with a thing under the name that a premise says is its name.

    Unchanged where no premise gives a name to anything in it, where two names are given to one
    thing, and where the text has the name already. The premises that have the thing under its name
    alone can then be compared with it.
    """
    given: dict[str, set[str]] = {}
    for thing, name in _given(premises):
        given.setdefault(thing.casefold(), set()).add(name)
    for thing, names in given.items():
        found = re.search(rf"(?<!\w){re.escape(thing)}(?!\w)", text, re.IGNORECASE)
        if found is None or len(names) != 1:
            continue
        (name,) = names
        if name not in text:
            return f"{text[: found.start()]}{name}{text[found.end() :]}"
    return text


def _given(premises: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Things and their names."""
    for premise in premises:
        for pattern in _GIVEN:
            for match in pattern.finditer(premise):
                yield match["thing"], match["name"]
