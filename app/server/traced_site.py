"""The site with a span for each HTTP request, also for one that waits; imported only where traces are on.

A trace begins here: what a client says of a trace of its own (`traceparent`) is ignored.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol
from urllib.parse import unquote

from flask import Flask
from opentelemetry.trace import Span, SpanKind, StatusCode
from werkzeug.exceptions import HTTPException

from app.http.request_logging import KNOWN_METHODS
from app.observability.tracing import spans
from app.server.asgi import Message, Receive, Scope, Send


class Served(Protocol):
    """The site as an ASGI application that can end."""

    stop: Callable[[], None]
    idle: Callable[[], Awaitable[None]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""


class TracedSite:
    """The ASGI application that wraps `site`, the one of `app`, in spans."""

    def __init__(self, site: Served, app: Flask) -> None:
        self._site = site
        self._routes = app.url_map.bind("site")
        self.provider = spans.init_app(app)
        self._tracer = self.provider.get_tracer("dead_drop")
        self.stop, self.idle = site.stop, site.idle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the site answer, within a span that ends with the answer."""
        if scope["type"] != "http":
            await self._site(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in KNOWN_METHODS else "_OTHER"
        route = self._route(scope)
        told = {"http.request.method": method, **({"http.route": route} if route else {})}
        with spans.open_span(self._tracer, f"{method} {route}".strip(), SpanKind.SERVER, told) as span:
            await self._site(scope, receive, _with_status(span, send))

    def _route(self, scope: Scope) -> str:
        """Return the rule of the URL map that a request's path matches, "" if there is none."""
        path = unquote(scope["raw_path"].decode("latin-1"))
        try:
            rule, _values = self._routes.match(path, method=scope["method"], return_rule=True)
        except HTTPException:
            return ""
        return rule.rule


def _with_status(span: Span, send: Send) -> Send:
    """Return a `send` that notes the status of the answer in a span."""

    async def noting(message: Message) -> None:
        if message["type"] == "http.response.start":
            span.set_attribute("http.response.status_code", message["status"])
            if message["status"] >= 500:
                span.set_status(StatusCode.ERROR)
        await send(message)

    return noting
