"""Refusing requests for untrusted hosts; trusted are that of SITE_URL and, in development, the local machine's names.

A page served under another host would send its visitors, through its links, to that host.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import SecurityError
from werkzeug.sansio.utils import host_is_trusted

from app.http.problems import is_api_request, problem_response
from app.i18n.languages import lazy_gettext

LOCAL_HOSTS = ("localhost", "127.0.0.1")
ANY_HOST_ENDPOINTS = {"healthz", "readyz", "metrics"}  # monitoring uses internal host names; there are no links here
UNTRUSTED_HOST = lazy_gettext("This site is not available at this address.")

_is_trusted = lru_cache(16)(host_is_trusted)


def init_app(app: Flask, site_url: str, production: bool) -> None:
    """Have requests for untrusted hosts refused with 400, before any other handling."""
    app.extensions["trusted_hosts"] = (urlsplit(site_url).hostname, *(() if production else LOCAL_HOSTS))
    app.before_request(_require_trusted_host)
    app.register_error_handler(SecurityError, _untrusted_host_response)


def _require_trusted_host() -> None:
    if request.endpoint not in ANY_HOST_ENDPOINTS and not _is_trusted(
        request.host, current_app.extensions["trusted_hosts"]
    ):
        raise SecurityError


def _untrusted_host_response(_error: SecurityError) -> Response:
    """Return the 400 in plain text, for the API as problem details: for an untrusted host no page can be rendered."""
    if is_api_request():
        return problem_response(400, UNTRUSTED_HOST)
    return Response(f"{UNTRUSTED_HOST}\n", 400, content_type="text/plain; charset=utf-8")
