"""Time zones: the choices, and the zone of a user."""

from functools import cache

from babel.core import get_global
from babel.dates import get_timezone_location
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than the stubs

from app.accounts.models import User
from app.languages import NO_ZONE, Zone, _, browsers_zone, later, locale, zone, zone_named, zone_names

UTC = "Etc/UTC"  # chosen explicitly, unlike NO_ZONE
REGIONS = {
    "Africa": later("Africa"),
    "America": later("America"),
    "Antarctica": later("Antarctica"),
    "Arctic": later("Arctic Ocean"),
    "Asia": later("Asia"),
    "Atlantic": later("Atlantic Ocean"),
    "Australia": later("Australia"),
    "Europe": later("Europe"),
    "Indian": later("Indian Ocean"),
    "Pacific": later("Pacific Ocean"),
}


def of(user: User) -> Zone:
    """Return the user's time zone, or else the browser's."""
    return (zone_named(user.timezone) if user.timezone != NO_ZONE else None) or zone()


def keep(user: User) -> None:
    """Set the browser's time zone for a user without one; no commit."""
    if user.timezone == NO_ZONE:
        user.timezone = browsers_zone()


def canonical(name: str) -> str:
    """Return the canonical name of a zone, such as Asia/Kolkata for Asia/Calcutta."""
    return str(get_global("zone_aliases").get(name, name))


def choices() -> dict[str, list[SelectChoice]]:
    """Return the zones by region, with city names in the user's language.

    UTC comes last, and with it the current zone if no region has it.
    """
    groups = {str(REGIONS[region]): cities for region, cities in _cities(str(locale())).items()}
    own, offered = canonical(zone().key), {choice.value for cities in groups.values() for choice in cities}
    others = [UTC] if own in offered | {UTC} else [UTC, own]
    return groups | {_("Other time zones"): [SelectChoice(name, name.removeprefix("Etc/")) for name in others]}


@cache
def _cities(language: str) -> dict[str, list[SelectChoice]]:
    aliases = get_global("zone_aliases")
    found: dict[str, list[SelectChoice]] = {region: [] for region in REGIONS}
    for name in zone_names() - set(aliases):
        region = name.partition("/")[0]
        if region in REGIONS:
            city = get_timezone_location(name, locale=language, return_city=True)
            found[region].append(SelectChoice(name, city))
    return {region: sorted(cities, key=lambda choice: choice.label) for region, cities in found.items() if cities}
