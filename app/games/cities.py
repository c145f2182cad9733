"""Translated names of the mission map's cities; app.rules knows only their English names."""

from collections.abc import Mapping
from typing import Final

from app.languages import later
from app.rules.missions import City

CITIES: Final[Mapping[str, str]] = {
    "prague": later("Prague"),
    "berlin": later("Berlin"),
    "cairo": later("Cairo"),
    "moscow": later("Moscow"),
    "istanbul": later("Istanbul"),
    "london": later("London"),
    "reykjavik": later("Reykjavik"),
    "nairobi": later("Nairobi"),
    "lagos": later("Lagos"),
    "delhi": later("Delhi"),
    "beijing": later("Beijing"),
    "new-york": later("New York"),
    "cape-town": later("Cape Town"),
    "bangkok": later("Bangkok"),
    "tokyo": later("Tokyo"),
    "washington": later("Washington"),
    "havana": later("Havana"),
    "sao-paulo": later("São Paulo"),
    "singapore": later("Singapore"),
    "sydney": later("Sydney"),
    "honolulu": later("Honolulu"),
    "monte-carlo": later("Monte Carlo"),
    "ushuaia": later("Ushuaia"),
    "vatican": later("Vatican City"),
}


def called(city: City) -> str:
    """Return a city's name in the reader's language."""
    return str(CITIES[city.name])
