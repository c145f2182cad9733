"""A real HTTP server on this machine: a push service or a webhook that answers as it is told."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HANG, DROP, DRIP, FLOOD, NONSENSE = "hang", "drop", "drip", "flood", "nonsense"
HANG_SECONDS = 60  # at most
Behaviour = int | str


@dataclass
class Request:
    """A request that arrived whole."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Endpoint:
    """What the server got, and what it does: a status, or one of the words above."""

    port: int
    scheme: str
    requests: list[Request] = field(default_factory=list)
    does: Behaviour = 201
    headers: dict[str, str] = field(default_factory=dict)
    connections: int = 0

    def url(self, path: str = "/push/1", host: str = "127.0.0.1") -> str:
        """Return an address there."""
        return f"{self.scheme}://{host}:{self.port}{path}"


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    endpoint: Endpoint

    def setup(self) -> None:
        """Count the connection."""
        self.endpoint.connections += 1
        super().setup()

    def do_POST(self) -> None:
        """Take the request, then do what was asked for."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.endpoint.requests.append(Request(self.path, headers, body))
        does = self.endpoint.does
        if isinstance(does, int):
            self.send_response(does)
            for name, value in self.endpoint.headers.items():
                self.send_header(name, value)
            self.end_headers()
        else:
            self._misbehave(does)

    def _misbehave(self, does: str) -> None:
        sends: dict[str, Callable[[], bytes]] = {
            HANG: self._hang,
            DRIP: lambda: time.sleep(0.1) or b"H",
            FLOOD: lambda: b"X-Filler: " + b"x" * 4000 + b"\r\n",
            NONSENSE: lambda: b"220 mail.example.org ESMTP\r\n\r\n",
            DROP: lambda: b"",
        }
        if does == FLOOD:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for _ in range(60 if does in (DRIP, FLOOD) else 1):
            try:
                self.wfile.write(sends[does]())
            except OSError:
                break

    def _hang(self) -> bytes:
        """Say nothing until something else is to be done."""
        end = time.monotonic() + HANG_SECONDS
        while self.endpoint.does == HANG and time.monotonic() < end:
            time.sleep(0.02)
        return b""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serve(tls: ssl.SSLContext | None = None) -> Iterator[Endpoint]:
    """Answer requests while the block runs."""
    handler = type("OwnHandler", (Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads, server.block_on_close = True, False
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    handler.endpoint = Endpoint(server.server_address[1], "https" if tls else "http")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield handler.endpoint
    finally:
        server.shutdown()
        server.server_close()
