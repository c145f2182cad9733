"""Request logging: each request gets an id, is counted, and is logged with its endpoint, status and duration.

The id is in all log records of the request and in its response. The path and query are not logged: they contain names
and invitation codes.
"""

import logging
import random
import re
from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from werkzeug.middleware.proxy_fix import ProxyFix

from app.http import responses
from app.http.template_environment import TemplateEnvironment
from app.observability.logs import REQUEST_ID, lacks_descriptors
from app.observability.metrics import counters

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REQUEST_ID_HEADER = "X-Request-ID"
REQUEST_ID_PATTERN = re.compile(r"[A-Za-z0-9_-]{8,64}")  # request ids accepted from a proxy

KNOWN_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}  # all others are logged as "other"

log = logging.getLogger(__name__)


class Application(Flask):
    """Flask with a faster template environment, which does not log the URL of a failed request."""

    jinja_environment = TemplateEnvironment
    jinja_options = {"cache_size": -1}  # noqa: RUF012  # keep all: to find the least used ones takes its time

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a view or hook as it is: none is a coroutine, and to look each of twenty up takes its time."""
        return func

    def handle_exception(self, e: Exception) -> Response:
        """Return the error page of an unhandled exception; a lack of descriptors is raised, as a page may need some."""
        if lacks_descriptors(e):
            raise e
        return super().handle_exception(e)

    def log_exception(self, exc_info: Any) -> None:
        """Log an unhandled exception with its traceback, but without the URL."""
        log.error("The request failed.", exc_info=exc_info)


class RequestLoggingMiddleware:
    """WSGI middleware that assigns request ids; if `trust_proxy`, it accepts the id sent by a proxy.

    `outage` answers what the inner app cannot answer for want of file descriptors.
    """

    def __init__(self, inner: "WSGIApplication", outage: "WSGIApplication", trust_proxy: bool) -> None:
        self.inner, self.outage, self.trust_proxy = inner, outage, trust_proxy

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Call the inner WSGI app; add the request's id to the response, and count and log the request at the end."""
        number, began, status, endpoint = self._request_id(environ), perf_counter(), 500, ""
        before = REQUEST_ID.set(number)

        def start(line: str, headers: list[tuple[str, str]], error: Any = None) -> Callable[[bytes], object]:
            nonlocal status, endpoint
            status, endpoint = int(line[:3]), getattr(environ.get("werkzeug.request"), "endpoint", None) or ""
            return start_response(line, [*headers, (REQUEST_ID_HEADER, number)], error)

        try:
            return self._answer(environ, start)
        finally:
            method, address = environ["REQUEST_METHOD"], environ.get("REMOTE_ADDR", "")
            _log_request(method, endpoint, status, perf_counter() - began, address)
            REQUEST_ID.reset(before)

    def _answer(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        try:
            return self.inner(environ, start_response)
        except Exception as error:
            if not lacks_descriptors(error):
                raise
            log.error("no file descriptors left")
            return self.outage(environ, start_response)

    def _request_id(self, environ: "WSGIEnvironment") -> str:
        given = environ.get("HTTP_X_REQUEST_ID", "") if self.trust_proxy else ""
        return given if REQUEST_ID_PATTERN.fullmatch(given) else _new_request_id()


def init_app(app: Flask, proxies: int) -> None:
    """Wrap the app in this middleware, behind ProxyFix if `proxies` (a number of trusted proxies) is not 0.

    Both wrappers are kept in `app.extensions` for other WSGI apps.
    """

    def behind_proxies(inner: "WSGIApplication") -> "WSGIApplication":
        return ProxyFix(inner, x_for=proxies, x_proto=proxies, x_host=proxies) if proxies else inner

    def with_logging(inner: "WSGIApplication") -> "WSGIApplication":
        outage = partial(responses.plain_outage, app)
        return behind_proxies(RequestLoggingMiddleware(inner, outage, trust_proxy=proxies > 0))

    app.extensions["behind_proxies"] = behind_proxies
    app.extensions["request_logging"] = with_logging
    app.wsgi_app = with_logging(app.wsgi_app)  # type: ignore[assignment, method-assign]
    app.jinja_env.globals["request_number"] = REQUEST_ID.get


def log_poll(endpoint: str, status: int, seconds: float, address: str) -> str:
    """Count and log a poll that was answered without Flask; return the request id that it gets."""
    number = _new_request_id()
    before = REQUEST_ID.set(number)
    _log_request("GET", endpoint, status, seconds, address)
    REQUEST_ID.reset(before)
    return number


def _new_request_id() -> str:
    return f"{random.getrandbits(48):012x}"  # not a secret


def _log_request(method: str, endpoint: str, status: int, seconds: float, address: str) -> None:
    counters.count_request(endpoint, method, status, seconds)
    if not log.isEnabledFor(logging.INFO):
        return
    method = method if method in KNOWN_METHODS else "other"
    facts = {"endpoint": endpoint, "method": method, "status": status, "ms": round(seconds * 1000, 1)}
    told = "%s %s %d", (method, endpoint, status), None
    log.handle(log.makeRecord(log.name, logging.INFO, "", 0, *told, extra=facts | {"address": address}))  # of no caller
