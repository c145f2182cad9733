"""The views of /robots.txt, /.well-known/security.txt (RFC 9116) and /.well-known/change-password (W3C)."""

from datetime import timedelta
from typing import Final

from flask import Blueprint, Response, current_app, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.db import now
from app.i18n.languages import LANGUAGES

bp = Blueprint("well_known", __name__)

SECURITY_TXT_LIFETIME: Final = timedelta(days=180)  # RFC 9116 recommends less than a year

# The pages that are the same for everybody (RFC 9309); the longest match wins.
ROBOTS: Final = """\
User-agent: *
Allow: /$
Allow: /rules$
Allow: /learn$
Allow: /learn/codenames$
Allow: /credits$
Allow: /privacy$
Allow: /static/
Allow: /.well-known/
Disallow: /
"""


@bp.get("/robots.txt")
def robots() -> Response:
    """Return robots.txt, which allows crawlers only the pages that are the same for everybody (RFC 9309)."""
    return Response(ROBOTS, content_type="text/plain; charset=utf-8")


@bp.get("/.well-known/security.txt")
def security() -> Response:
    """Return security.txt, with the contact for reports of vulnerabilities (RFC 9116)."""
    canonical = current_app.config["SITE_URL"] + url_for(".security")
    lines = [
        f"Contact: {current_app.config['SECURITY_CONTACT']}",
        f"Expires: {now() + SECURITY_TXT_LIFETIME:%Y-%m-%dT00:00:00Z}",  # stays the same all day
        f"Preferred-Languages: {', '.join(LANGUAGES)}",
        f"Canonical: {canonical}",
    ]
    return Response("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@bp.get("/.well-known/change-password")
def change_password() -> AnyResponse:
    """Redirect to the form that changes the password, where password managers look for it."""
    return redirect(url_for("accounts.account", _anchor="change-password"), 303)
