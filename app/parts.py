"""Parts of pages that look the same to many: each is rendered once for equal values, in each language.

A part is given all that it shows, and shows nothing else: no request, no reader, no time. So it cannot tell anybody
what was meant for another, and what is equal needs no rendering. Its lines lose their indentation. What belongs to one
answer alone, such as the token of a form, is a hole in it until that answer is sent.
"""

import re
import secrets
from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Final

from flask import Flask, Response, current_app, g
from flask_wtf.csrf import generate_csrf
from jinja2 import Environment
from markupsafe import Markup, escape

from app.languages import language

Values = tuple[tuple[str, Hashable], ...]

INDENTATION: Final = re.compile(r"\n\s+")
SMALL: Final = {"games/_card.html", "games/_turn.html"}  # of which a table has many
ROOM_FOR_SMALL: Final = 30_000  # of a kilobyte: some hundred tables, as their seats see them
ROOM: Final = 3_000  # of ten kilobytes: as what they see is sent to all of a seat
MARK: Final = secrets.token_hex(8)  # of a hole; nobody outside ever sees it, so that nobody can write one
HOLE: Final = re.compile(f"<!--{MARK}:([a-z]+)-->".encode())


def init_app(app: Flask) -> None:
    """Let templates show parts and leave holes, which are filled before the answer is compressed."""
    app.jinja_env.globals |= {"part": part, "hole": hole}
    app.after_request(_fill)


def part(template: str, **values: Hashable) -> Markup:
    """Return a part rendered with these values, which must be hashable; `name=value` are all that it knows."""
    rendered = _rendered_small if template in SMALL else _rendered
    return rendered(current_app.jinja_env, template, language(), tuple(values.items()))


def hole(name: str) -> Markup:
    """Return a place in a page that is filled when it is sent: a `token`, or what `fills` was told."""
    return Markup(f"<!--{MARK}:{name}-->")  # noqa: S704 - a name of our own


def fills(**contents: object) -> None:
    """Say what the holes of this answer hold; what is no Markup is escaped."""
    g.fillings = {**g.get("fillings", {}), **contents}


def forget() -> None:
    """Render everything anew; for who changes the sentences of a running site."""
    _rendered.cache_clear()
    _rendered_small.cache_clear()


def _render(environment: Environment, template: str, _language: str, values: Values) -> Markup:
    text = environment.get_template(template).render(dict(values))
    return Markup(INDENTATION.sub("\n", text))  # noqa: S704 - templates escape


_rendered = lru_cache(ROOM)(_render)
_rendered_small = lru_cache(ROOM_FOR_SMALL)(_render)


def _fill(response: Response) -> Response:
    """Fill the holes of a page."""
    if response.mimetype == "text/html" and not response.is_streamed:
        filling = cache(_filling)
        response.data = HOLE.sub(lambda found: filling(found[1]), response.data)
    return response


def _filling(name: bytes) -> bytes:
    fillings = g.get("fillings", {})
    return escape(generate_csrf() if name == b"token" and "token" not in fillings else fillings[name.decode()]).encode()
