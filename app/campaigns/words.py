"""What the campaign's pages say of cities and attempts, in the words that players read."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from app.campaigns.sheets import Spot
from app.lobbies.words import EXPLAINED
from app.rules.missions import City

STATES: Final[Mapping[str, str]] = {"done": "completed", "open": "open", "closed": "closed"}
RESULTS: Final[Mapping[str, str]] = {
    "agents": "won",
    "sudden-death": "won in sudden death",
    "assassin": "lost: the assassin",
    "time": "lost: out of time",
    "forfeit": "lost: a side gave up",
    "abandoned": "lost: abandoned",
}
LEVELS: Final = ((45, "Gentle"), (35, "Fair"), (25, "Hard"), (15, "Very hard"), (8, "Brutal"), (0, "Nearly hopeless"))
"""Names of difficulty, each from so many percent of games that a middling team wins."""


def level(city: City) -> str:
    """Return how hard a city is, in a word or two."""
    return next(word for least, word in LEVELS if city.odds[1] >= least)


def difficulty(city: City) -> str:
    """Return how hard a city is, in a sentence."""
    _, middling, good = city.odds
    return f"{level(city)}: of 100 attempts a middling team wins {round(middling)}, a good one {round(good)}."


def figures(spot: Spot) -> str:
    """Return a city's tokens and mistakes, how hard it is, and its tally if there is one."""
    terms = f"{spot.tokens}–{spot.mistakes} · {level(spot.city)}"
    return f"{terms} · {tally(spot.wins, spot.losses)}" if spot.wins or spot.losses else terms


def tally(wins: int, losses: int) -> str:
    """Return how attempts ended, counted."""
    if not wins + losses:
        return "no attempt yet"
    return ", ".join(f"{word} {count}" for word, count in (("won", wins), ("lost", losses)) if count)


def day(moment: datetime) -> str:
    """Return a date as people write it."""
    return f"{moment.day} {moment:%B %Y}"


def result(reason: str | None) -> str:
    """Return how an attempt ended; None: it is still being played."""
    return RESULTS[reason] if reason else "being played"


__all__ = ["EXPLAINED", "RESULTS", "STATES", "day", "difficulty", "figures", "level", "result", "tally"]
