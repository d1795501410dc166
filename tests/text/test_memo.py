"""The cache of readings: bounded by characters, safe between threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from entailed.text.memo import identity, memo
from entailed.types import Mapped


def test_results_are_kept_until_the_bound() -> None:
    """The oldest go first once the held texts exceed the bound; too large ones are not held."""
    seen: list[str] = []

    @memo(characters=10)
    def size(text: str) -> int:
        """Length, noting each computation."""
        seen.append(text)
        return len(text)

    for text in ("abc", "defg", "abc", "hij", "abc", "x" * 11, "x" * 11):
        assert size(text) == len(text)
    assert seen == ["abc", "defg", "hij", "abc", "x" * 11, "x" * 11]
    assert size.__doc__ == "Length, noting each computation."


def test_clearing_forgets() -> None:
    """After clearing, a result is computed anew."""
    upper = memo(characters=100)(str.upper)
    assert upper("a") == "A"
    upper.cache_clear()
    assert upper("a") == "A"


def test_threads_share_one_cache() -> None:
    """Concurrent readers get the right value for each text."""
    upper = memo(characters=50)(str.upper)
    texts = [f"t{i % 40}" for i in range(2000)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(upper, texts)) == [t.upper() for t in texts]


def test_identity_maps_every_character_to_itself() -> None:
    """Shared offsets are the same offsets, near and far."""
    assert identity("abc", 5) == Mapped.identity("abc", 5)
    assert identity("abc", 200_000) == Mapped.identity("abc", 200_000)
