"""The URL of the metrics, for requests with the token or from this machine.

Behind a proxy every request seems to come from this machine. So a request counts as local only if TRUSTED_PROXIES is 0,
no header reveals a proxy, and the Host is a name of the machine itself.
"""

from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from app.observability.metrics.exposition import MetricsCollector

LOCAL_NAMES = {"localhost", "127.0.0.1", "::1"}
PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


def init_app(app: Flask, token: str, proxies: int) -> None:
    """Add the URL `/metrics`, for requests with this bearer token, and without `proxies` also for this machine."""
    app.extensions["metrics"] = token, proxies
    app.add_url_rule("/metrics", view_func=metrics)


def metrics() -> Response:
    """Answer with all metrics in Prometheus' text format, or 404 if access is denied."""
    token, proxies = current_app.extensions["metrics"]
    if not (_has_token(token) or (not proxies and _is_local())):
        abort(404)
    return Response(generate_latest(MetricsCollector()), content_type=CONTENT_TYPE_LATEST)


def _has_token(token: str) -> bool:
    given = request.headers.get("Authorization", "").encode()
    return bool(token) and compare_digest(given, f"Bearer {token}".encode())


def _is_local() -> bool:
    try:
        near = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        near = False
    name = urlsplit(f"//{request.host}").hostname
    return near and name in LOCAL_NAMES and not any(trace in request.headers for trace in PROXY_HEADERS)
