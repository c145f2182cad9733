"""The mission map: the cities, the lines between them, and how far a team has come (M2-M4, M6, M7)."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

State = Literal["done", "open", "closed"]


@dataclass(frozen=True, slots=True)
class City:
    """A mission: its timer tokens and mistakes (D4), where it lies, in degrees east and north, and how hard it is.

    `odds`: how often a beginner, a middling and a good team win it, in percent, by a model of play.
    `roads` names the cities at the far ends of the lines that are written here; `neighbours` knows both directions.
    """

    name: str
    title: str
    tokens: int
    mistakes: int
    longitude: float
    latitude: float
    odds: tuple[float, float, float]
    roads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a team stands with a city: whether it can be attempted, and the tally of its attempts (M5)."""

    state: State
    wins: int
    losses: int


def _city(name: str, entry: Mapping[str, Any]) -> City:
    title = entry.get("title", name.replace("-", " ").title())
    east, north = entry["at"]
    return City(
        name, title, entry["tokens"], entry["mistakes"], east, north, tuple(entry["odds"]), tuple(entry["roads"])
    )


def _read(text: str) -> tuple[str, Mapping[str, City]]:
    written = tomllib.loads(text)
    return written["start"], MappingProxyType({name: _city(name, entry) for name, entry in written["city"].items()})


START, MAP = _read(Path(__file__).with_name("missions.toml").read_text("utf-8"))
_LINES: Final = frozenset((city.name, far) for city in MAP.values() for far in city.roads)


def neighbours(city: str) -> frozenset[str]:
    """The cities that a line joins to this one (M3)."""
    return frozenset(far for far in MAP if (city, far) in _LINES or (far, city) in _LINES)


def progress(results: Iterable[tuple[str, bool]]) -> Mapping[str, Standing]:
    """The standing of every city after a sheet's finished attempts, each a city and whether it was won, in any order.

    An attempt counts when it ends, whatever its city's state is by then (M6). Raises KeyError for a city off the map.
    """
    tally = Counter((MAP[city].name, won) for city, won in results)
    done = {city for city, won in tally if won}
    return MappingProxyType({city: Standing(_state(city, done), tally[city, True], tally[city, False]) for city in MAP})


def _state(city: str, done: set[str]) -> State:
    """M3, M4."""
    if city in done:
        return "done"
    return "open" if city == START or neighbours(city) & done else "closed"
