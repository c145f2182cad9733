"""The mission map: its cities and roads, and a team's progress (M2-M4, M6, M7)."""

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
    """A mission: its timer tokens and mistakes (D4), its position in degrees east and north, and its difficulty.

    `odds`: how often a beginner, an average and a good team win it, in percent, by a simulation. `roads` names the
    cities at the other end of the roads listed with this one; `neighbours` returns both directions.
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
    """A team's state in a city: whether it can be attempted, and its wins and losses (M5)."""

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
    """Return the names of the cities connected to this one by a road, in either direction (M3)."""
    return frozenset(far for far in MAP if (city, far) in _LINES or (far, city) in _LINES)


def progress(results: Iterable[tuple[str, bool]]) -> Mapping[str, Standing]:
    """Return the standing of every city after a sheet's finished attempts: pairs of city and whether won, in any order.

    An attempt counts when it ends, whatever its city's state is then (M6). Raises KeyError for an unknown city.
    """
    tally = Counter((MAP[city].name, won) for city, won in results)
    done = {city for city, won in tally if won}
    return MappingProxyType({city: Standing(_state(city, done), tally[city, True], tally[city, False]) for city in MAP})


def _state(city: str, done: set[str]) -> State:
    """Return a city's state, `done`, `open` or `closed`, given the completed cities (M3, M4)."""
    if city in done:
        return "done"
    return "open" if city == START or neighbours(city) & done else "closed"
