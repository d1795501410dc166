"""What is shown for a challenge or a source request, as templates that a user can replace."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass

from entailed.errors import ConfigurationError

__all__ = ["WORDING", "Wording"]

_PLACE = re.compile(r"\{([a-z]+)\}")
_PLACES = ("answer", "quotes", "counter", "wrong")


@dataclass(frozen=True, slots=True)
class Wording:
    """The replies of a conversation that no model writes.

    Places: `{answer}` is the text that stands, `{quotes}` the passages it rests on in their own
    words, `{counter}` what the user said instead, `{wrong}` the claims that failed. A place that
    has nothing to hold leaves its paragraph out. Raises ConfigurationError for another place, or
    a template that is no text.
    """

    held: str = (
        "The answer stands. It was checked again against the same sources.\n\n{answer}\n\n{quotes}"
    )
    held_agreed: str = "The sources say so, and the answer stands.\n\n{answer}\n\n{quotes}"
    held_contradicted: str = (
        "The answer stands. The sources contradict this: {counter}\n\n{answer}\n\n{quotes}"
    )
    held_unsupported: str = (
        "The answer stands. Nothing in its sources supports this: {counter}\n\n{answer}\n\n{quotes}"
    )
    conflict: str = "The sources disagree with one another about this.\n\n{quotes}"
    corrected: str = (
        "The answer was wrong. Its sources do not support this: {wrong}\n\n"
        "What they say: {answer}\n\n{quotes}"
    )
    corrected_agreed: str = (
        "You are right, and the answer was wrong. Its sources do not support this: {wrong}\n\n"
        "What they say: {answer}\n\n{quotes}"
    )
    corrected_contradicted: str = (
        "The answer was wrong. Its sources do not support this: {wrong}\n\n"
        "They contradict this as well: {counter}\n\nWhat they say: {answer}\n\n{quotes}"
    )
    corrected_unsupported: str = (
        "The answer was wrong. Its sources do not support this: {wrong}\n\n"
        "Nothing in them supports this either: {counter}\n\nWhat they say: {answer}\n\n{quotes}"
    )
    withdrawn: str = (
        "The answer is withdrawn. Its sources do not support this: {wrong}\n\n"
        "Nothing in them supports this either: {counter}\n\nThe nearest they say:\n{quotes}"
    )
    found: str = "Asked once more, the same question has an answer.\n\n{answer}\n\n{quotes}"
    found_agreed: str = "You are right, the sources say so.\n\n{answer}\n\n{quotes}"
    open: str = "There is still no answer.\n\n{answer}"
    open_contradicted: str = (
        "There is still no answer. The sources contradict this: {counter}\n\n{quotes}"
    )
    open_unsupported: str = (
        "There is still no answer. Nothing in the sources supports this: {counter}"
    )
    unchecked: str = (
        "The answer could not be checked again now. Do not rely on it until it has been."
    )
    nothing: str = "There is no earlier answer to look at."
    quoted: str = "The answer rests on this:\n\n{quotes}\n\nNo source says this: {wrong}"
    unsourced: str = "No source was found that says it."

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, str) or not value.strip():
                raise ConfigurationError(f"wording {field.name}: expected text, got {value!r}")
            strange = sorted(set(_PLACE.findall(value)) - set(_PLACES))
            if strange:
                known = ", ".join(f"{{{place}}}" for place in _PLACES)
                raise ConfigurationError(
                    f"wording {field.name}: expected {known}, got {{{strange[0]}}}"
                )

    def fill(self, name: str, **places: str) -> str:
        """The template `name` with its places filled, in one pass."""
        kept = [
            _PLACE.sub(lambda place: places[place[1]], paragraph)
            for paragraph in str(getattr(self, name)).split("\n\n")
            if all(places.get(place) for place in _PLACE.findall(paragraph))
        ]
        return "\n\n".join(kept)


WORDING = Wording()
"""The wording that ships with the package."""
