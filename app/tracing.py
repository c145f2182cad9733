"""Every request gets a number, which its log records and its answer carry, is counted, and leaves a line in the log.

The line names the endpoint, and neither address nor query: in them are names, and the codes of invitations.
"""

import logging
import random
import re
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from app.logs import REQUEST
from app.metrics import counting

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADER = "X-Request-ID"
NUMBER = re.compile(r"[A-Za-z0-9_-]{8,64}")  # what a proxy may call a request

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}  # the others are of nobody's interest

log = logging.getLogger(__name__)


class Application(Flask):
    """Flask, except that its log does not name the address of a request that failed."""

    def log_exception(self, exc_info: Any) -> None:
        """Note an error that no view has foreseen."""
        log.error("The request failed.", exc_info=exc_info)


class Traced:
    """A WSGI application whose requests have numbers; whether proxies are there `to_trust`, who may have given one."""

    def __init__(self, inner: "WSGIApplication", to_trust: bool) -> None:
        self.inner, self.to_trust = inner, to_trust

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        number, began, status, endpoint = self._number(environ), perf_counter(), 500, ""
        before = REQUEST.set(number)

        def start(line: str, headers: list[tuple[str, str]], error: Any = None) -> Callable[[bytes], object]:
            nonlocal status, endpoint
            status, endpoint = int(line[:3]), getattr(environ.get("werkzeug.request"), "endpoint", None) or ""
            return start_response(line, [*headers, (HEADER, number)], error)

        try:
            return self.inner(environ, start)
        finally:
            _note(environ, endpoint, status, perf_counter() - began)
            REQUEST.reset(before)

    def _number(self, environ: "WSGIEnvironment") -> str:
        given = environ.get("HTTP_X_REQUEST_ID", "") if self.to_trust else ""
        return given if NUMBER.fullmatch(given) else f"{random.getrandbits(48):012x}"  # no secret: a name for the log


def init_app(app: Flask, proxies: int) -> None:
    """Trace the app's requests, and believe so many proxies; `around` does the same for what answers in its stead."""

    def around(inner: "WSGIApplication") -> "WSGIApplication":
        traced = Traced(inner, to_trust=proxies > 0)
        return ProxyFix(traced, x_for=proxies, x_proto=proxies, x_host=proxies) if proxies else traced

    app.extensions["around"] = around
    app.wsgi_app = around(app.wsgi_app)  # type: ignore[assignment, method-assign]
    app.jinja_env.globals["request_number"] = REQUEST.get


def _note(environ: "WSGIEnvironment", endpoint: str, status: int, seconds: float) -> None:
    method, address = environ["REQUEST_METHOD"], environ.get("REMOTE_ADDR", "")
    counting.count(endpoint, method, status, seconds)
    if not log.isEnabledFor(logging.INFO):
        return
    method = method if method in METHODS else "other"
    facts = {"endpoint": endpoint, "method": method, "status": status, "ms": round(seconds * 1000, 1)}
    log.info("%s %s %d", method, endpoint, status, extra=facts | {"address": address})
