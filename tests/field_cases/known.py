"""Field cases that are judged wrong today, each with the reason."""

KNOWN_WRONG: dict[str, str] = {}
