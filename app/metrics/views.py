"""The page that Prometheus asks for: for who brings the token, or asks from this very machine.

Behind a proxy everybody seems to be on this machine. So a caller counts as near only where no proxy is said to be in
front (TRUSTED_PROXIES), none shows that it is, and the site is called by a name of the machine itself.
"""

from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from app.metrics.figures import Figures

OWN = {"localhost", "127.0.0.1", "::1"}
TRACES = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")  # of a proxy


def init_app(app: Flask, token: str, proxies: int) -> None:
    """Attach the page; without a `token` nobody from elsewhere may see it."""
    app.extensions["metrics"] = token, proxies
    app.add_url_rule("/metrics", view_func=metrics)


def metrics() -> Response:
    """Give all numbers, or say that there is nothing here."""
    token, proxies = current_app.extensions["metrics"]
    if not (_brings(token) or (not proxies and _is_near())):
        abort(404)
    return Response(generate_latest(Figures()), content_type=CONTENT_TYPE_LATEST)


def _brings(token: str) -> bool:
    given = request.headers.get("Authorization", "").encode()
    return bool(token) and compare_digest(given, f"Bearer {token}".encode())


def _is_near() -> bool:
    try:
        near = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        near = False
    name = urlsplit(f"//{request.host}").hostname
    return near and name in OWN and not any(trace in request.headers for trace in TRACES)
