"""The site's languages: which one a reader gets, and looking sentences up in it (gettext, by Flask-Babel).

Sentences are written in English where they are used; `_("…")` looks one up now, `later("…")` when it is shown, which is
for sentences that stand in tables. The language of a game, its deck's, is another matter.
"""

from typing import cast

import flask_babel as babel
import wtforms
from babel import Locale
from flask import Flask, has_request_context, request
from flask_babel import Babel, get_locale, gettext, lazy_gettext
from flask_login import current_user
from wtforms.meta import DefaultMeta

from app.config import ROOT

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}  # by code, each under its own name
LOCALES = {"en": "en_GB"}  # where a language alone does not say how dates are written
COOKIE = "language"
YEAR = 365 * 24 * 3600  # seconds


def init_app(app: Flask) -> None:
    """Let templates and views speak the reader's language."""
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    Babel(app, default_translation_directories=str(ROOT / "app" / "translations"), locale_selector=_locale)
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


def chosen() -> str:
    """Return the language of the account, else the one that a cookie keeps, else one that the browser asks for."""
    if not has_request_context():
        return "en"
    own = getattr(current_user, "language", None)
    kept = request.cookies.get(COOKIE)
    wanted = request.accept_languages.best_match(LANGUAGES)
    return next((code for code in (own, kept, wanted) if code in LANGUAGES), "en")


def _locale() -> str:
    return LOCALES.get(code := chosen(), code)


class Form(wtforms.Form):
    """A form whose own messages, such as that of a choice that does not exist, are in the reader's language."""

    class Meta(DefaultMeta):
        """What WTForms asks of a form's surroundings."""

        @property
        def locales(self) -> list[str]:  # type: ignore[override]  # worked out for each form
            return [language()]


__all__ = ["COOKIE", "LANGUAGES", "YEAR", "Form", "_", "init_app", "language", "later", "locale", "ngettext"]
