"""Trusted hosts: the host of SITE_URL, and in development also the local machine's names.

A page served under another host would send its visitors, through its links, to that host.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import SecurityError
from werkzeug.sansio.utils import host_is_trusted

from app.languages import later

OWN = ("localhost", "127.0.0.1")
ANYWHERE = {"healthz", "metrics"}  # monitoring uses internal host names; these endpoints contain no links
FOREIGN = later("That is not a name of this site.")

_is_ours = lru_cache(16)(host_is_trusted)


def init_app(app: Flask, site_url: str, production: bool) -> None:
    """Reject requests for other hosts before any other handling."""
    app.extensions["hosts"] = (urlsplit(site_url).hostname, *(() if production else OWN))
    app.before_request(_require)
    app.register_error_handler(SecurityError, _refuse)


def _require() -> None:
    if request.endpoint not in ANYWHERE and not _is_ours(request.host, current_app.extensions["hosts"]):
        raise SecurityError


def _refuse(_error: SecurityError) -> Response:
    """Answer in plain text: no page can be rendered, because URLs cannot be built for an untrusted host."""
    return Response(f"{FOREIGN}\n", 400, content_type="text/plain; charset=utf-8")
