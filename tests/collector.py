"""A collector of traces by OTLP over HTTP, in a thread of the tests."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class Collector:
    """What has been sent to it: the bytes of each request, and the spans in them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sent: list[bytes] = []

    @property
    def spans(self) -> list[Any]:
        """All spans so far, in the order in which they ended."""
        return [span for group in self._groups() for scope in group.scope_spans for span in scope.spans]

    @property
    def service_names(self) -> set[str]:
        """How those who have sent them call themselves."""
        return {told(group.resource)["service.name"] for group in self._groups()}

    def named(self, name: str) -> list[Any]:
        """Return the spans of that name."""
        return [span for span in self.spans if span.name == name]

    def children(self, parent: Any) -> list[Any]:
        """Return the spans that began directly within another."""
        return [span for span in self.spans if span.parent_span_id == parent.span_id]

    def _groups(self) -> list[Any]:
        return [group for body in self.sent for group in ExportTraceServiceRequest.FromString(body).resource_spans]


def told(holder: Any) -> dict[str, Any]:
    """Return the attributes of a span or a resource."""
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in holder.attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    """Run a collector for as long as the block runs."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            collector.sent.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collector = Collector(f"http://127.0.0.1:{server.server_port}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield collector
        finally:
            server.shutdown()
