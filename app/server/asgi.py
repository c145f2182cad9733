"""Running the Flask app behind an ASGI server.

A thread gets a request only once its whole body has arrived, and returns the whole response at once: a slow or vanished
client costs a little memory and never blocks a thread. The price is that views cannot stream; none needs to.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask

from app.accounts.auth import login_manager
from app.http import problems, responses, security_headers
from app.live import poll_notes, stream_notes
from app.server.request_queue import QueueFull, RequestQueue

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]
RawResponse = tuple[int, list[tuple[bytes, bytes]], bytes]

CLOSE = (b"connection", b"close")
RETRY_LATER = (b"retry-after", b"%d" % responses.RETRY_SECONDS)
PLAIN_TEXT = (b"content-type", b"text/plain; charset=utf-8")
THREADS = 12  # fewer than the connections that db.engine_options() allows
ANONYMOUS_THREADS = 4  # threads that may serve users who are not signed in, at most
QUEUE_SECONDS = 3  # as long as for a database connection: whoever waits longer only reloads
BODY_SECONDS = 30  # for the client to send the whole body
DRAIN_BYTES = 8 * 1024 * 1024  # bytes of an oversized body that are still read, so that the client sees the error


class FlaskASGIApp:
    """The ASGI application that answers requests by the Flask app, in a limited number of threads."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.limit: int = app.config["MAX_CONTENT_LENGTH"]
        self.security_headers = encode_headers(security_headers.headers(app, page=False).items())  # without Flask
        self.executor = ThreadPoolExecutor(THREADS, thread_name_prefix="request")
        self.queue = RequestQueue(THREADS, ANONYMOUS_THREADS)
        self.reject_app = app.extensions["request_logging"](partial(responses.reject_overload, app))
        self.reject_executor = ThreadPoolExecutor(1, thread_name_prefix="reject")
        self._in_progress = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request; acknowledge `lifespan` events, and close WebSockets."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "lifespan":
            await _handle_lifespan(receive, send)
        else:
            await send({"type": "websocket.close"})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _read_body(receive, self.limit)
        except TimeoutError:
            await _send_response(
                send, self._error(scope["raw_path"].decode("latin-1"), 408, "The request took too long.", CLOSE)
            )
            return
        if body is not None:
            with self.busy():
                await _send_response(send, await self._run_when_free(wsgi_environ(scope, body)))

    def stop(self) -> None:
        """Do nothing, since no poll waits here; the long-poll middleware has this method to end waiting polls."""

    async def idle(self) -> None:
        """Wait until no request is being answered; those whose body is still arriving do not count."""
        await self._idle.wait()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Count a request as being answered while the block runs."""
        self._in_progress += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._in_progress -= 1
            if not self._in_progress:
                self._idle.set()

    async def _run_when_free(self, request: dict[str, Any]) -> RawResponse:
        """Return the site's response to a request (a WSGI environ), run in a thread.

        It is a 503 if no thread becomes free in time, or too many anonymous requests wait already.
        """
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self.queue.acquire(
                    lambda: login_manager.has_login_cookie(self.app, request.get("HTTP_COOKIE", ""))
                )
        except TimeoutError:
            return await loop.run_in_executor(self.reject_executor, call_wsgi, request, self.reject_app)
        except QueueFull:  # rendering an error page for each of them would take up the threads
            return self._error(request["PATH_INFO"], 503, "Too many requests wait.", RETRY_LATER)
        future = self.executor.submit(copy_context().run, call_wsgi, request, self.app)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self.queue.release))
        return await asyncio.wrap_future(future)

    def _error(self, path: str, status: int, sentence: str, header: tuple[bytes, bytes]) -> RawResponse:
        """Return an error response made without Flask: problem details for the API, else plain text."""
        if problems.is_api_path(path):
            kind = (b"content-type", problems.MEDIA_TYPE.encode())
            return status, [header, kind, *self.security_headers], problems.encode_problem(status, sentence)
        return status, [header, PLAIN_TEXT, *self.security_headers], f"{sentence}\n".encode()


def call_wsgi(request: dict[str, Any], site: Callable[..., Iterable[bytes]]) -> RawResponse:
    """Call a WSGI app with an environ, and return its whole response; blocks, so run it in a thread."""
    head: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[..., object]:
        head[:] = [(status, headers)]
        return lambda chunk: None

    chunks = site(request, start_response)
    try:
        body = b"".join(chunks)
    finally:
        getattr(chunks, "close", lambda: None)()
    status, headers = head[0]
    return int(status[:3]), encode_headers(headers), body


def wsgi_environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the WSGI environ of an ASGI request with this body; of other ASGI entries only the notes are kept."""
    host, port = scope.get("server") or ("localhost", 80)
    authority, path = _split_target(scope["raw_path"])
    values: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        poll_notes.ENVIRON_KEY: scope.get(poll_notes.ENVIRON_KEY),
        stream_notes.ENVIRON_KEY: scope.get(stream_notes.ENVIRON_KEY),
    }
    return values | _wsgi_headers(scope["headers"]) | authority | {"CONTENT_LENGTH": str(len(body))}


def _split_target(target: bytes) -> tuple[dict[str, str], bytes]:
    """Return the Host header that a request target sets, if it is an absolute URL, and its path.

    The host of an absolute URL overrides the Host header (RFC 9112, 3.2.2).
    """
    if b"://" not in target or target.startswith(b"/"):
        return {}, target
    host, _, path = target.partition(b"://")[2].partition(b"/")
    return {"HTTP_HOST": host.decode("latin-1")}, b"/" + path


def _wsgi_headers(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return headers under their WSGI names, without those about the transfer: the body has been read already."""
    values: dict[str, str] = {}
    for raw_name, raw_value in pairs:
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        separator = "; " if name == "COOKIE" else ","
        values[key] = f"{values[key]}{separator}{value}" if key in values else value
    values.pop("HTTP_TRANSFER_ENCODING", None)
    values.pop("HTTP_CONTENT_LENGTH", None)
    return values


async def _read_body(receive: Receive, limit: int) -> bytes | None:
    """Read and return the whole body, or None if the client disconnects.

    An oversized body is cut one byte past `limit`, so that Flask rejects it.
    """
    kept, length, more = bytearray(), 0, True
    while more and length <= DRAIN_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        chunk, more = message.get("body", b""), message.get("more_body", False)
        kept += chunk[: limit + 1 - len(kept)]
        length += len(chunk)
    return bytes(kept)


def encode_headers(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Return headers as ASGI has them."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def _send_response(send: Send, answer: RawResponse) -> None:
    status, headers, body = answer
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _handle_lifespan(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})
