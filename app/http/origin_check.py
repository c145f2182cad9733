"""Origin check: requests that change something must come from this site's own pages.

Browsers send `Origin` with every form; where it is missing, `Sec-Fetch-Site` decides. A form that these headers prove
to be the site's own needs no CSRF token, so that a fragment can be the same for all its readers. A form that has a
token must have a valid one, because it ties the form to its session. Old browsers and programs that send neither header
are protected by the token alone.
"""

from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from flask_wtf import CSRFProtect
from werkzeug.exceptions import Forbidden

from app.http.problems import is_api_request
from app.i18n.languages import lazy_gettext

DEFAULT_PORTS: Final = {"http": 80, "https": 443}
SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS", "TRACE"}  # safe methods (RFC 9110, 9.2.1)
OWN_FETCH_SITES: Final = ("same-origin", "none")
EXEMPT_ENDPOINTS: Final = {"notifications.unsubscribe"}  # one-click unsubscribe (RFC 8058): its URL holds a token
FOREIGN_ORIGIN = lazy_gettext(
    "This form was sent from another site, so nothing was done. Open the page on this site and send the form again."
)


class Origin(NamedTuple):
    """An origin (RFC 6454): scheme, host in ASCII, and port."""

    scheme: str
    host: str
    port: int


class TokenCheck(CSRFProtect):
    """Flask-WTF's check of the CSRF token, left out for forms without one that prove to be the site's own."""

    def protect(self, apply_exemptions: bool = False) -> None:
        """Raise CSRFError if the token is invalid, or missing from a request that does not prove to be the site's own.

        Requests to the API need none: a browser never sends a bearer token by itself.
        """
        if is_api_request():
            return
        has_token = bool(request.form.get(current_app.config["WTF_CSRF_FIELD_NAME"]))
        if has_token or not comes_from_own_page():
            super().protect(apply_exemptions)


class ForeignOrigin(Forbidden):
    """The 403 for a form that was sent from another site; `sentence` is what the error page says."""

    sentence = FOREIGN_ORIGIN


def init_app(app: Flask, site_url: str, production: bool) -> None:
    """Have requests from other sites' pages refused, before any other handling; `site_url` is the site's own."""
    app.extensions["origins"] = origin_of(site_url), production
    app.before_request(_require_own_origin)


def comes_from_own_page() -> bool:
    """Whether headers that only the browser sets say that a page of this site sent the request."""
    fetch_site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    return fetch_site == "same-origin" if fetch_site else origin is not None and _is_own_origin(origin)


def own_origin() -> Origin | None:
    """Return the origin at which this request's browser has opened the site, whatever proxy is in between.

    That is SITE_URL's; in development, the site is also opened by names of the local machine.
    """
    site, production = current_app.extensions["origins"]
    here = origin_of(request.host_url)
    own: Origin | None = site if production or here is None or here.host == site.host else here
    return own


@lru_cache(64)
def origin_of(url: str) -> Origin | None:
    """Return the origin of a URL, or None if it has none, such as `null`."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port or DEFAULT_PORTS.get(parts.scheme, 0)
    except ValueError:  # UnicodeError is a subclass
        return None
    return Origin(parts.scheme, host, port) if host and port else None


def _require_own_origin() -> None:
    if request.method in SAFE_METHODS or request.endpoint in EXEMPT_ENDPOINTS or is_api_request():
        return
    sent = request.headers.get("Origin")
    own = request.headers.get("Sec-Fetch-Site", "none") in OWN_FETCH_SITES if sent is None else _is_own_origin(sent)
    if not own:
        raise ForeignOrigin


def _is_own_origin(sent: str) -> bool:
    """Whether an `Origin` is the site's; in development the host of this request also counts."""
    site, production = current_app.extensions["origins"]
    own = {site} if production else {site, origin_of(request.host_url)}
    return origin_of(sent) in own
