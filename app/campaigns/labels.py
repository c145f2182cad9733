"""Labels and sentences about cities and attempts, in the reader's language."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from flask_babel import format_date

from app.campaigns.map_sheets import CityMap, Spot
from app.games.wording.cities import city_name
from app.i18n.languages import _, lazy_gettext, locale, ngettext
from app.i18n.times import ordinal_first
from app.lobbies.labels import HOUSE_RULES
from app.rules.missions import City

STATES: Final[Mapping[str, str]] = {
    "done": lazy_gettext("completed"),
    "open": lazy_gettext("open"),
    "closed": lazy_gettext("closed"),
}
HEADINGS: Final[Mapping[str, str]] = {
    "open": lazy_gettext("Open to you"),
    "done": lazy_gettext("Completed"),
    "closed": lazy_gettext("Closed"),
}
RESULTS: Final[Mapping[str, str]] = {
    "agents": lazy_gettext("won"),
    "sudden-death": lazy_gettext("won in sudden death"),
    "assassin": lazy_gettext("lost: assassin touched"),
    "time": lazy_gettext("lost: no timer tokens left"),
    "forfeit": lazy_gettext("lost: a side gave up"),
    "abandoned": lazy_gettext("lost: abandoned"),
    "void": lazy_gettext("void: counts for nothing"),
}
LEVELS: Final = (
    (45, lazy_gettext("Easy")),
    (35, lazy_gettext("Moderate")),
    (25, lazy_gettext("Hard")),
    (15, lazy_gettext("Very hard")),
    (8, lazy_gettext("Brutal")),
    (0, lazy_gettext("Nearly hopeless")),
)
"""Difficulty labels, each with the least percentage of games that an average team wins."""


def difficulty_label(city: City) -> str:
    """Return a city's difficulty in a word or two, such as "Hard", by how often average teams win there."""
    return next(word for least, word in LEVELS if city.odds[1] >= least)


def difficulty_text(city: City) -> str:
    """Return a sentence on how many of 100 attempts at a city are won by beginners, average and good teams."""
    beginner, middling, good = (int(rate + 0.5) for rate in city.odds)
    return _(
        "%(level)s: out of 100 attempts, beginners win %(beginner)d, an average team %(middling)d, a good "
        "team %(good)d.",
        level=difficulty_label(city),
        beginner=beginner,
        middling=middling,
        good=good,
    )


def city_facts(spot: Spot) -> str:
    """Return a short line on a city: tokens–mistakes, its difficulty, and wins and losses if it has any."""
    terms = f"{spot.tokens}–{spot.mistakes} · {difficulty_label(spot.city)}"
    return f"{terms} · {format_tally(spot)}" if spot.wins or spot.losses else terms


def format_tally(spot: Spot) -> str:
    """Return the numbers of wins and losses as text, and of how many the computer played in."""
    tally = _format_results(spot.wins, spot.losses)
    if spot.with_computer:
        return _("%(tally)s (with the computer: %(num)d)", tally=tally, num=spot.with_computer)
    return tally


def _format_results(wins: int, losses: int) -> str:
    if wins and losses:
        return _("won %(wins)d, lost %(losses)d", wins=wins, losses=losses)
    if wins:
        return _("won %(wins)d", wins=wins)
    return _("lost %(losses)d", losses=losses) if losses else _("no attempts yet")


def describe_city(spot: Spot) -> str:
    """Return a sentence for screen readers that says everything that the map shows of a city."""
    parts = [
        STATES[spot.state],
        ngettext("%(num)d token", "%(num)d tokens", spot.tokens),
        ngettext("%(num)d mistake", "%(num)d mistakes", spot.mistakes),
        *([format_tally(spot)] if spot.wins or spot.losses else []),
        *([_("being played now")] if spot.busy else []),
    ]
    return f"{spot.title}: {', '.join(map(str, parts))}"


def route_text(route: Sequence[City]) -> str:
    """Return the names of a route's cities, joined by arrows."""
    return " → ".join(map(city_name, route))


def format_day(moment: datetime) -> str:
    """Return the date of a moment in long form, in the reader's language and time zone."""
    return ordinal_first(format_date(moment, "long"), locale())


def has_attempts(chart: CityMap) -> bool:
    """Return whether any game of a sheet is running or has been won or lost."""
    return any(spot.games or spot.wins or spot.losses for spot in chart.values())


def format_result(reason: str | None) -> str:
    """Return in words how an attempt ended; "being played" if `reason` is None."""
    return str(RESULTS[reason]) if reason else _("being played")


__all__ = [
    "HEADINGS",
    "HOUSE_RULES",
    "RESULTS",
    "STATES",
    "city_facts",
    "city_name",
    "difficulty_label",
    "difficulty_text",
    "format_day",
]
__all__ += ["describe_city", "format_result", "format_tally", "has_attempts", "route_text"]
