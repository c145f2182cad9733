"""The names under which the site answers: SITE_URL's, and on one's own machine those of the machine itself.

A page under another name would be somebody else's front door: its links, and what it tells of itself, would lead there.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import SecurityError
from werkzeug.sansio.utils import host_is_trusted

from app.languages import later

OWN = ("localhost", "127.0.0.1")
ANYWHERE = {"healthz", "metrics"}  # who looks after the site knows it by an inner name; these lead nowhere
FOREIGN = later("That is not a name of this site.")

_is_ours = lru_cache(16)(host_is_trusted)


def init_app(app: Flask, site_url: str, production: bool) -> None:
    """Turn requests for other names away, before anything else is done for them."""
    app.extensions["hosts"] = (urlsplit(site_url).hostname, *(() if production else OWN))
    app.before_request(_require)
    app.register_error_handler(SecurityError, _refuse)


def _require() -> None:
    if request.endpoint not in ANYWHERE and not _is_ours(request.host, current_app.extensions["hosts"]):
        raise SecurityError


def _refuse(_error: SecurityError) -> Response:
    """Answer in plain text: for a name that is not ours, no page can be made, because no link can."""
    return Response(f"{FOREIGN}\n", 400, content_type="text/plain; charset=utf-8")
