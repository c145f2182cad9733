"""How long the first clue in a language waits for what is known of its words."""

import time
from statistics import median

from app import decks
from app.decks import clues
from tests.bench.bench import Bench
from tests.bench.report import Row, at_most

LANGUAGES = ("en", "fr", "it")
MOST = 250  # ms


async def measure(bench: Bench) -> list[Row]:
    """Read the tables of each language's two decks anew, as a process does once."""
    times = {language: median(_read(language) for _ in range(bench.times(5))) for language in LANGUAGES}
    slowest = max(times, key=times.__getitem__)
    return [at_most("The first clue in a language", times[slowest] * 1e3, MOST, "ms", f" ({slowest})")]


def _read(language: str) -> float:
    """Return the seconds that it takes."""
    deck = decks.load(f"{language}-base+{language}-duet")
    clues._known.cache_clear()
    begun = time.perf_counter()
    decks.advice("x", deck, {7: "y"}, frozenset())
    return time.perf_counter() - begun
