"""Gettext for templates: each text is looked up and marked as safe once for each language, to save time.

As in Jinja's own functions, a text is HTML, and a format string even without values; values are escaped.
"""

from functools import lru_cache

from flask import Flask
from jinja2 import pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

from app.i18n.languages import TEXTS_KEPT, language, translated, translated_plural


def init_app(app: Flask) -> None:
    """Replace the functions `_`, `gettext` and `ngettext` that Flask-Babel has given to templates."""
    app.jinja_env.globals |= {"_": translate, "gettext": translate, "ngettext": translate_plural}


@pass_eval_context
def translate(context: EvalContext, message: str, /, **values: object) -> str:
    """Return a text translated into the user's language, with the values inserted: as markup where autoescape is on."""
    here = language()
    if not context.autoescape:
        return translated(here, message) % values
    if not values:
        return _without_values(here, message)
    return Markup(translated(here, message)) % values  # noqa: S704 - our own texts


@pass_eval_context
def translate_plural(context: EvalContext, one: str, many: str, num: int, /, **values: object) -> str:
    """Return a text translated in the singular or plural form for `num`, with that and the values inserted."""
    text = translated_plural(language(), one, many, num)
    return (Markup(text) if context.autoescape else text) % {"num": num, **values}  # noqa: S704 - our own texts


def clear_cache() -> None:
    """Empty the cache of texts, after translations have changed in a running site."""
    translated.cache_clear()
    translated_plural.cache_clear()
    _without_values.cache_clear()


@lru_cache(TEXTS_KEPT)
def _without_values(here: str, message: str) -> Markup:
    return Markup(translated(here, message)) % {}  # noqa: S704 - our own texts
