"""Spans: sending them as the variables OTEL_* say, and making those of views and of SQL statements.

They tell no path, query, cookie, name, word or parameter: a view has the name of its function, a statement its text
with placeholders, and of an error only the type is recorded.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial, wraps
from typing import Any, Final

from flask import Flask
from flask.typing import RouteCallable
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer
from sqlalchemy import Engine, event

from app.db import db, round_trip
from app.observability import tracing
from app.observability.logs import REQUEST_ID

TEXT_LENGTH: Final = 2000  # characters of a statement
STATEMENT: Final = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE)\b(?:.*?\b(?:FROM|INTO|UPDATE)\s+([\w.]+))?", re.DOTALL)


def init_app(app: Flask) -> TracerProvider:
    """Make spans of the app's views and statements, as well as events; return the provider, which sends them."""
    provider = _start_provider()
    tracer = provider.get_tracer("dead_drop")
    for endpoint, view in app.view_functions.items():
        app.view_functions[endpoint] = _traced_view(view, tracer)
    with app.app_context():
        _trace_statements(db.engine, tracer)
    round_trip.trace_with(partial(_trace_round_trip, tracer))
    tracing.record_with(lambda name: trace.get_current_span().add_event(name))
    return provider


def open_span(tracer: Tracer, name: str, kind: SpanKind, attributes: Mapping[str, str]) -> AbstractContextManager[Span]:
    """Return a context with a new span; of an exception nothing is recorded, since it may quote what people wrote."""
    return tracer.start_as_current_span(
        name, kind=kind, attributes=attributes, record_exception=False, set_status_on_exception=False
    )


def _start_provider() -> TracerProvider:
    resource = Resource({SERVICE_NAME: "dead-drop"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


def _traced_view(view: RouteCallable, tracer: Tracer) -> RouteCallable:
    """Return a view that runs in a span with its name, and with the id that the request has in the log."""
    name = f"{view.__module__}.{view.__name__}".removeprefix("app.")

    @wraps(view)
    def traced(**values: Any) -> Any:
        with open_span(tracer, name, SpanKind.INTERNAL, {"request.id": REQUEST_ID.get()}):
            return view(**values)

    return traced


def _trace_statements(engine: Engine, tracer: Tracer) -> None:
    """Make a span of each statement that belongs to a request."""

    @event.listens_for(engine, "before_cursor_execute")
    def begin(_connection: Any, _cursor: Any, statement: str, _values: Any, context: Any, _many: bool) -> None:
        if trace.get_current_span().is_recording():
            context.span = tracer.start_span(_name(statement), kind=SpanKind.CLIENT, attributes=_attributes(statement))

    @event.listens_for(engine, "after_cursor_execute")
    def end(_connection: Any, _cursor: Any, _statement: str, _values: Any, context: Any, _many: bool) -> None:
        if span := getattr(context, "span", None):
            span.end()

    @event.listens_for(engine, "handle_error")
    def fail(failure: Any) -> None:
        if span := getattr(failure.execution_context, "span", None):
            span.set_status(StatusCode.ERROR)
            span.set_attribute("error.type", type(failure.original_exception).__name__)
            span.end()


@contextmanager
def _trace_round_trip(tracer: Tracer, statements: str) -> Iterator[None]:
    """Make one span of the statements of a round trip, if they belong to a request."""
    if not trace.get_current_span().is_recording():
        yield
        return
    with open_span(tracer, _name(statements), SpanKind.CLIENT, _attributes(statements)) as span:
        try:
            yield
        except Exception as error:
            span.set_status(StatusCode.ERROR)
            span.set_attribute("error.type", type(error).__name__)
            raise


def _name(statement: str) -> str:
    """Return what a statement does and to which table, such as `SELECT games`."""
    found = STATEMENT.search(statement)
    return " ".join(filter(None, found.groups())) if found else statement.partition(" ")[0]


def _attributes(statement: str) -> dict[str, str]:
    return {"db.system.name": "postgresql", "db.query.text": statement[:TEXT_LENGTH]}
