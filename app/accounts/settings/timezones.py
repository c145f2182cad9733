"""Time zones: the choices in a form, and the zone of a user."""

from functools import cache

from babel.core import get_global
from babel.dates import get_timezone_location
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than the stubs

from app.accounts.models import User
from app.accounts.person import Person
from app.i18n.languages import (
    DEFAULT_TIMEZONE,
    Timezone,
    _,
    browser_timezone,
    current_timezone,
    find_timezone,
    lazy_gettext,
    locale,
    timezone_names,
)

UTC = "Etc/UTC"  # chosen explicitly, unlike NO_ZONE
REGIONS = {
    "Africa": lazy_gettext("Africa"),
    "America": lazy_gettext("America"),
    "Antarctica": lazy_gettext("Antarctica"),
    "Arctic": lazy_gettext("Arctic Ocean"),
    "Asia": lazy_gettext("Asia"),
    "Atlantic": lazy_gettext("Atlantic Ocean"),
    "Australia": lazy_gettext("Australia"),
    "Europe": lazy_gettext("Europe"),
    "Indian": lazy_gettext("Indian Ocean"),
    "Pacific": lazy_gettext("Pacific Ocean"),
}


def user_timezone(user: User | Person) -> Timezone:
    """Return the time zone that the user has chosen, or else the current request's."""
    return (find_timezone(user.timezone) if user.timezone != DEFAULT_TIMEZONE else None) or current_timezone()


def set_missing_timezone(user: User) -> None:
    """Set the browser's time zone for a user who has none yet, without commit."""
    if user.timezone == DEFAULT_TIMEZONE:
        user.timezone = browser_timezone()


def canonical_name(name: str) -> str:
    """Return the canonical name of a time zone, such as Asia/Kolkata for Asia/Calcutta."""
    return str(get_global("zone_aliases").get(name, name))


def timezone_choices() -> dict[str, list[SelectChoice]]:
    """Return the choices for a select field, by region, with city names in the reader's language.

    The last group has UTC and, if no region has it, the current zone.
    """
    groups = {str(REGIONS[region]): cities for region, cities in _cities(str(locale())).items()}
    own, offered = (
        canonical_name(current_timezone().key),
        {choice.value for cities in groups.values() for choice in cities},
    )
    others = [UTC] if own in offered | {UTC} else [UTC, own]
    return groups | {_("Other time zones"): [SelectChoice(name, name.removeprefix("Etc/")) for name in others]}


@cache
def _cities(language: str) -> dict[str, list[SelectChoice]]:
    aliases = get_global("zone_aliases")
    found: dict[str, list[SelectChoice]] = {region: [] for region in REGIONS}
    for name in timezone_names() - set(aliases):
        region = name.partition("/")[0]
        if region in REGIONS:
            city = get_timezone_location(name, locale=language, return_city=True)
            found[region].append(SelectChoice(name, city))
    return {region: sorted(cities, key=lambda choice: choice.label) for region, cities in found.items() if cities}
