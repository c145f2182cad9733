"""Choosing the language and time zone of a page, and translating texts (gettext through Flask-Babel).

Texts are written in English where they are used: `_("…")` translates at once, `lazy_gettext("…")` whenever the text is
rendered, for texts in module-level tables. The language of a game's deck is independent of this. The user's time zone,
in which all times are shown, is also chosen here.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Literal, cast
from zoneinfo import ZoneInfo, available_timezones

import flask_babel as babel
import wtforms
from babel import Locale
from babel.lists import format_list as babel_format_list
from flask import Flask, g, has_request_context, request
from flask_babel import Babel, get_locale
from flask_babel.speaklater import LazyString
from flask_login import current_user
from wtforms.meta import DefaultMeta

from app.config import ROOT
from app.http import cookies

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}  # code -> the language's own name
LOCALES = {"en": "en_GB"}  # for languages whose code alone does not decide how dates are formatted
LANGUAGE_COOKIE = "language"
COOKIE_LIFETIME = timedelta(days=365)
TEXTS_KEPT = 10_000  # more than the site has, in three languages
TIMEZONE_COOKIE = "timezone"  # set by a script in the browser; an IANA name
DEFAULT_TIMEZONE = "UTC"  # an account that has not chosen yet; choosing UTC explicitly stores Etc/UTC


def init_app(app: Flask) -> None:
    """Set up Flask-Babel, and give templates `language`, `LANGUAGES` and the filter `format_list`."""
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    folder = str(ROOT / "app" / "translations")
    Babel(app, default_translation_directories=folder, locale_selector=_locale, timezone_selector=current_timezone)
    app.jinja_env.globals["language"] = language
    app.jinja_env.filters["format_list"] = format_list
    app.jinja_env.globals["LANGUAGES"] = LANGUAGES


def _(text: str, **values: object) -> str:
    """Return a text translated into the user's language, with the values inserted."""
    found = translated(language(), text)
    return found % values if values else found


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """Return a text translated in the singular or plural form for `num`, with that and the values inserted."""
    return translated_plural(language(), one, many, num) % {"num": num, **values}


def lazy_gettext(text: str) -> str:
    """Return a lazy string, which is translated into the user's language each time it is rendered."""
    return cast(str, LazyString(_, text))


@lru_cache(TEXTS_KEPT)
def translated(_language: str, text: str) -> str:
    """Return a text in the user's language, which is `_language`; looked up once for each."""
    return str(babel.get_translations().ugettext(text))


@lru_cache(TEXTS_KEPT)
def translated_plural(_language: str, one: str, many: str, num: int) -> str:
    """Return a text in the form for `num` in the user's language, which is `_language`; looked up once for each."""
    return str(babel.get_translations().ungettext(one, many, num))


def format_list(items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
    """Return the items as running text in the user's language, such as `A, B and C`; empty if there are none."""
    return babel_format_list(list(map(str, items)), style=style, locale=locale())


def language() -> str:
    """Return the code of the user's language, such as `fr`; `en` outside a request."""
    return locale().language


def locale() -> Locale:
    """Return the user's locale; English outside a request."""
    try:
        chosen = g._flask_babel.babel_locale  # where Flask-Babel keeps it; asked for all the time
    except (AttributeError, RuntimeError):  # not chosen yet, or outside a request
        chosen = None
    return chosen or get_locale() or Locale.parse(LOCALES["en"])


@contextmanager
def force_language(code: str) -> Iterator[None]:
    """Use the language with this code inside the block, for texts to somebody other than the requesting user."""
    with babel.force_locale(LOCALES.get(code, code)):
        yield


def choose_language() -> str:
    """Return the code of the user's language: the account's, else the cookie's, else the best for Accept-Language.

    It is `en` outside a request and if none of these is one of LANGUAGES.
    """
    if not has_request_context():
        return "en"
    own = getattr(current_user, "language", None)
    kept = cookies.get_cookie(LANGUAGE_COOKIE)
    wanted = request.accept_languages.best_match(LANGUAGES)
    return next((code for code in (own, kept, wanted) if code in LANGUAGES), "en")


def _locale() -> str:
    return LOCALES.get(code := choose_language(), code)


class Timezone(ZoneInfo):
    """A time zone with the method that Flask-Babel expects of a pytz time zone."""

    def normalize(self, moment: datetime) -> datetime:
        """Return the time unchanged: ZoneInfo times need no normalising."""
        return moment


def current_timezone() -> Timezone:
    """Return the user's time zone: the account's, else the browser's, else UTC."""
    own = getattr(current_user, "timezone", DEFAULT_TIMEZONE) if has_request_context() else DEFAULT_TIMEZONE
    return (find_timezone(own) if own != DEFAULT_TIMEZONE else None) or Timezone(browser_timezone())


def browser_timezone() -> str:
    """Return the name of the time zone in the browser's cookie, or DEFAULT_TIMEZONE if it is missing or unknown."""
    told = request.cookies.get(TIMEZONE_COOKIE, DEFAULT_TIMEZONE) if has_request_context() else DEFAULT_TIMEZONE
    return told if find_timezone(told) else DEFAULT_TIMEZONE


def find_timezone(name: str) -> Timezone | None:
    """Return the time zone of an IANA name, or None if there is none."""
    return Timezone(name) if name in timezone_names() else None


@cache
def timezone_names() -> frozenset[str]:
    """Return the names of all time zones in the IANA database, without those that stand for no time zone."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


class Form(wtforms.Form):
    """A WTForms form whose built-in messages, such as for an invalid choice, are in the user's language."""

    class Meta(DefaultMeta):
        """The form options of WTForms."""

        @property
        def locales(self) -> list[str]:  # type: ignore[override]  # computed for each form
            return [language()]


__all__ = [
    "COOKIE_LIFETIME",
    "DEFAULT_TIMEZONE",
    "LANGUAGES",
    "LANGUAGE_COOKIE",
    "TIMEZONE_COOKIE",
    "Form",
    "Timezone",
    "_",
    "browser_timezone",
    "current_timezone",
    "find_timezone",
    "force_language",
    "init_app",
    "language",
    "lazy_gettext",
    "locale",
    "ngettext",
    "timezone_names",
    "translated",
    "translated_plural",
]
