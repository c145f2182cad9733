"""Translated names of the mission map's cities; app.rules knows only their English names."""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import lazy_gettext
from app.rules.missions import City

CITY_NAMES: Final[Mapping[str, str]] = {
    "prague": lazy_gettext("Prague"),
    "berlin": lazy_gettext("Berlin"),
    "cairo": lazy_gettext("Cairo"),
    "moscow": lazy_gettext("Moscow"),
    "istanbul": lazy_gettext("Istanbul"),
    "london": lazy_gettext("London"),
    "reykjavik": lazy_gettext("Reykjavik"),
    "nairobi": lazy_gettext("Nairobi"),
    "lagos": lazy_gettext("Lagos"),
    "delhi": lazy_gettext("Delhi"),
    "beijing": lazy_gettext("Beijing"),
    "new-york": lazy_gettext("New York"),
    "cape-town": lazy_gettext("Cape Town"),
    "bangkok": lazy_gettext("Bangkok"),
    "tokyo": lazy_gettext("Tokyo"),
    "washington": lazy_gettext("Washington"),
    "havana": lazy_gettext("Havana"),
    "sao-paulo": lazy_gettext("São Paulo"),
    "singapore": lazy_gettext("Singapore"),
    "sydney": lazy_gettext("Sydney"),
    "honolulu": lazy_gettext("Honolulu"),
    "monte-carlo": lazy_gettext("Monte Carlo"),
    "ushuaia": lazy_gettext("Ushuaia"),
    "vatican": lazy_gettext("Vatican City"),
}


def city_name(city: City) -> str:
    """Return a city's name in the reader's language."""
    return str(CITY_NAMES[city.name])
