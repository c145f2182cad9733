"""The site's languages: which one a reader gets, and looking sentences up in it (gettext, by Flask-Babel).

Sentences are written in English where they are used; `_("…")` looks one up now, `later("…")` when it is shown, which is
for sentences that stand in tables. The language of a game, its deck's, is another matter. So does a reader get a time
zone, in which all times are shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from typing import cast
from zoneinfo import ZoneInfo, available_timezones

import flask_babel as babel
import wtforms
from babel import Locale
from flask import Flask, has_request_context, request
from flask_babel import Babel, get_locale, gettext, lazy_gettext
from flask_login import current_user
from wtforms.meta import DefaultMeta

from app import cookies
from app.config import ROOT

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}  # by code, each under its own name
LOCALES = {"en": "en_GB"}  # where a language alone does not say how dates are written
COOKIE = "language"
YEAR = timedelta(days=365)
ZONE_COOKIE = "timezone"  # which the browser sets by itself, as the IANA names it
NO_ZONE = "UTC"  # the zone of an account that has none yet; who wants it for good has Etc/UTC


def init_app(app: Flask) -> None:
    """Let templates and views speak the reader's language."""
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    folder = str(ROOT / "app" / "translations")
    Babel(app, default_translation_directories=folder, locale_selector=_locale, timezone_selector=zone)
    app.jinja_env.globals["language"] = language
    app.jinja_env.globals["LANGUAGES"] = LANGUAGES


def _(text: str, **values: object) -> str:
    """Return a sentence in the reader's language, with its values."""
    return str(gettext(text, **values))


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """Return the sentence that goes with a number, which it has as `num`, in the reader's language."""
    return str(babel.ngettext(one, many, num, **values))


def later(text: str) -> str:
    """Return a sentence that is looked up each time it is shown."""
    return cast(str, lazy_gettext(text))


def language() -> str:
    """Return the code of the reader's language."""
    return locale().language


def locale() -> Locale:
    """Return the reader's locale; English outside a request."""
    return get_locale() or Locale("en")


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak this language inside the block: for what is written to somebody who asks for nothing just now."""
    with babel.force_locale(LOCALES.get(code, code)):
        yield


def chosen() -> str:
    """Return the language of the account, else the one that a cookie keeps, else one that the browser asks for."""
    if not has_request_context():
        return "en"
    own = getattr(current_user, "language", None)
    kept = cookies.get(COOKIE)
    wanted = request.accept_languages.best_match(LANGUAGES)
    return next((code for code in (own, kept, wanted) if code in LANGUAGES), "en")


def _locale() -> str:
    return LOCALES.get(code := chosen(), code)


class Zone(ZoneInfo):
    """A time zone with what Flask-Babel asks of one, which was made for pytz."""

    def normalize(self, moment: datetime) -> datetime:
        """Return a time of this zone as it is: there is nothing to be corrected."""
        return moment


def zone() -> Zone:
    """Return the reader's time zone: the account's, else the one that the browser tells, else UTC."""
    own = getattr(current_user, "timezone", NO_ZONE) if has_request_context() else NO_ZONE
    return (zone_named(own) if own != NO_ZONE else None) or Zone(browsers_zone())


def browsers_zone() -> str:
    """Return the name of the time zone that the browser tells, NO_ZONE where it tells none that exists."""
    told = request.cookies.get(ZONE_COOKIE, NO_ZONE) if has_request_context() else NO_ZONE
    return told if zone_named(told) else NO_ZONE


def zone_named(name: str) -> Zone | None:
    """Return the time zone of a name, None for a name that nobody has given to one."""
    return Zone(name) if name in zone_names() else None


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones, without those that say nothing about a place."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


class Form(wtforms.Form):
    """A form whose own messages, such as that of a choice that does not exist, are in the reader's language."""

    class Meta(DefaultMeta):
        """What WTForms asks of a form's surroundings."""

        @property
        def locales(self) -> list[str]:  # type: ignore[override]  # worked out for each form
            return [language()]


__all__ = [
    "COOKIE",
    "LANGUAGES",
    "NO_ZONE",
    "YEAR",
    "ZONE_COOKIE",
    "Form",
    "Zone",
    "_",
    "browsers_zone",
    "init_app",
    "language",
    "later",
    "locale",
    "ngettext",
    "speaking",
    "zone",
    "zone_named",
    "zone_names",
]
