"""Fragment cache: fragments of pages, rendered once for equal values and the same language.

A fragment is given every value it shows and reads nothing else: no request, user or time. So it cannot leak anything
meant for somebody else, and equal values give equal output. Indentation is removed. What belongs to a single response,
such as a form's CSRF token, is a placeholder that is filled when the response is sent.
"""

import re
import secrets
from collections.abc import Callable, Hashable
from functools import _lru_cache_wrapper, cache, lru_cache
from typing import Any, Final, TypeVar

from flask import Flask, Response, current_app, g
from flask_wtf.csrf import generate_csrf
from jinja2 import Environment
from markupsafe import Markup, escape

from app.i18n import template_translations
from app.i18n.languages import language

T = TypeVar("T")
Values = tuple[tuple[str, Hashable], ...]

INDENTATION: Final = re.compile(r"\n\s+")
SMALL_TEMPLATES: Final = {  # a page has many of them
    "games/board/_card.html",
    "games/list/_game_row.html",
    "games/log/_log_turn.html",
}
SMALL_CACHE_SIZE: Final = 10_000  # entries of about 2 kB
CACHE_SIZE: Final = 3_000  # entries of about 2 kB, a few of 10
PLACEHOLDER_MARK: Final = secrets.token_hex(8)  # of placeholders; random and never sent, so that no user can forge one
PLACEHOLDER: Final = re.compile(f"<!--{PLACEHOLDER_MARK}:([a-z]+|[0-9]+)-->")
PLACEHOLDER_BYTES: Final = re.compile(PLACEHOLDER.pattern.encode())
PART_MARKS: Final = (b"part", b"end")  # of `parts.py`, where a page sends none
_caches: "list[_lru_cache_wrapper[Any]]" = []


def init_app(app: Flask) -> None:
    """Add the template functions, and have placeholders filled; call this after compression is set up."""
    app.jinja_env.globals |= {"cached_fragment": cached_fragment, "placeholder": placeholder}
    app.after_request(_fill_placeholders)


def cached_fragment(template: str, **values: Hashable) -> Markup:
    """Return a template rendered with these values, from the cache if possible; it sees nothing but them."""
    return _render_by(_rendered_small if template in SMALL_TEMPLATES else _rendered, template, values)


def render_fragment(template: str, **values: Hashable) -> Markup:
    """Return a template rendered with these values, for a caller that keeps it; it sees nothing but them."""
    return _render_by(_render, template, values)


@cache  # the names are those in templates, and a number for each rendered text within one
def placeholder(name: str) -> Markup:
    """Return a placeholder that is filled when the response is sent, by its name.

    `token` is the CSRF token; the contents of other names are those given to `set_placeholders`.
    """
    return Markup(f"<!--{PLACEHOLDER_MARK}:{name}-->")  # noqa: S704 - a name of our own


def set_placeholders(**contents: object) -> None:
    """Set what placeholders of the current response are filled with, by name; plain strings are escaped."""
    g.placeholder_values = {**g.get("placeholder_values", {}), **contents}


def clearable_cache(size: int) -> Callable[[Callable[..., T]], "_lru_cache_wrapper[T]"]:
    """Keep what a function has rendered, at most `size` results, until `clear_cache`."""

    def keep(render: Callable[..., T]) -> "_lru_cache_wrapper[T]":
        _caches.append(lru_cache(size)(render))
        return _caches[-1]

    return keep


def clear_cache() -> None:
    """Empty the caches of fragments and of translated texts, after translations have changed in a running site."""
    template_translations.clear_cache()
    for rendered in _caches:
        rendered.cache_clear()


def _render_by(render: Callable[..., Markup], template: str, values: dict[str, Hashable]) -> Markup:
    return render(current_app.jinja_env, template, language(), tuple(values.items()))


def _render(environment: Environment, template: str, _language: str, values: Values) -> Markup:
    text = environment.get_template(template).render(dict(values))
    return Markup(INDENTATION.sub("\n", text))  # noqa: S704 - templates escape


_rendered = clearable_cache(CACHE_SIZE)(_render)
_rendered_small = clearable_cache(SMALL_CACHE_SIZE)(_render)


def _fill_placeholders(response: Response) -> Response:
    """Fill the placeholders in an HTML response, and return it."""
    if response.mimetype == "text/html" and not response.is_streamed:
        filling = cache(_placeholder_value)
        response.data = PLACEHOLDER_BYTES.sub(lambda found: filling(found[1]), response.data)
    return response


def _placeholder_value(name: bytes) -> bytes:
    placeholder_values = g.get("placeholder_values", {})
    if name in PART_MARKS:
        return b""
    return escape(
        generate_csrf() if name == b"token" and "token" not in placeholder_values else placeholder_values[name.decode()]
    ).encode()
