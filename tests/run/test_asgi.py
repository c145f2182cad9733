"""Flask behind the ASGI server: requests arrive whole, answers leave whole, and slow clients hold up nobody."""

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask, Response, jsonify, request

from app import BODY_LIMIT
from app.http import request_logging, security_headers
from app.server import asgi
from tests.processes import Site

FORM = (b"content-type", b"application/x-www-form-urlencoded")
GONE = {"type": "http.disconnect"}


@pytest.fixture
def echo() -> Flask:
    """A small site that says what it was asked."""
    app = Flask("echo")
    app.config["MAX_CONTENT_LENGTH"] = 100
    app.extensions["closed"] = []
    security_headers.init_app(app, https=True)
    request_logging.init_app(app, proxies=0)

    @app.route("/<path:path>", methods=["GET", "POST"])
    def answer(path: str) -> Response:
        told = {"path": request.path, "form": request.form, "args": request.args, "cookies": request.cookies}
        response = jsonify(
            told | {"url": request.url, "address": request.remote_addr, "seen": request.headers.get("X-Seen")}
        )
        response.call_on_close(lambda: app.extensions["closed"].append(path))
        return response

    @app.route("/broken")
    def broken() -> Response:
        raise ZeroDivisionError

    return app


def ask(app: Flask, *body: bytes | dict[str, Any], kind: str = "http", **scope: Any) -> list[dict[str, Any]]:
    """Send one request, its body in pieces or other messages, and return the messages that come back."""
    pieces = [piece if isinstance(piece, dict) else {"type": "http.request", "body": piece} for piece in body or (b"",)]
    for piece in pieces[:-1]:
        piece.setdefault("more_body", True)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if not pieces:
            await asyncio.sleep(60)
        return pieces.pop(0)

    async def send(message: Any) -> None:
        sent.append(dict(message))

    plain = {
        "type": kind,
        "method": "POST",
        "raw_path": b"/echo",
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "headers": [(b"host", b"dead.drop"), FORM],
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.7", 1234),
    }
    asyncio.run(asgi.FlaskASGIApp(app)(plain | scope, receive, send))
    return sent


def said(messages: list[dict[str, Any]]) -> Any:
    """What the small site answered."""
    assert [message["type"] for message in messages] == ["http.response.start", "http.response.body"]
    assert messages[0]["status"] == 200
    return json.loads(messages[1]["body"])


class TestAdapter:
    """One request at a time, on the small site."""

    def test_a_form_in_pieces_arrives_whole(self, echo: Flask) -> None:
        assert said(ask(echo, b"clue=tr", b"ee&count", b"=2"))["form"] == {"clue": "tree", "count": "2"}
        assert echo.extensions["closed"] == ["echo"]

    def test_a_chunked_form_needs_no_length(self, echo: Flask) -> None:
        headers = [FORM, (b"transfer-encoding", b"chunked")]
        assert said(ask(echo, b"clue=tree", headers=headers))["form"] == {"clue": "tree"}

    def test_the_address_is_decoded_once(self, echo: Flask) -> None:
        told = said(ask(echo, method="GET", raw_path=b"/a%20b/%C3%A9%2541", query_string=b"q=%C3%A9&r=1+2"))
        assert told["path"] == "/a b/é%41"
        assert told["args"] == {"q": "é", "r": "1 2"}

    def test_an_address_that_is_no_text_does_no_harm(self, echo: Flask) -> None:
        assert said(ask(echo, method="GET", raw_path=b"/%ff%00"))["path"].startswith("/")

    def test_headers_sent_twice_are_joined(self, echo: Flask) -> None:
        headers = [(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"x-seen", b"17"), (b"x-seen", b"18")]
        told = said(ask(echo, method="GET", headers=headers))
        assert told["cookies"] == {"a": "1", "b": "2"}
        assert told["seen"] == "17,18"

    @pytest.mark.parametrize(
        ("target", "url"),
        [
            (b"http://play.example.org/echo", "http://play.example.org/echo"),
            (b"https://play.example.org:8080/a/b", "http://play.example.org:8080/a/b"),
            (b"//play.example.org/echo", "http://dead.drop/play.example.org/echo"),
            (b"/a/http://play.example.org", "http://dead.drop/a/http://play.example.org"),
        ],
    )
    def test_an_address_that_names_its_host_is_at_that_host(self, echo: Flask, target: bytes, url: str) -> None:
        assert said(ask(echo, method="GET", raw_path=target))["url"] == url

    def test_who_asks_and_where(self, echo: Flask) -> None:
        told = said(ask(echo, method="GET", scheme="https"))
        assert (told["url"], told["address"]) == ("https://dead.drop/echo", "192.0.2.7")

    @pytest.mark.parametrize("length", [101, 5000, 20_000_000])
    def test_a_body_too_long_is_refused(self, echo: Flask, length: int) -> None:
        assert ask(echo, b"clue=", b"x" * length)[0]["status"] == 413

    def test_a_client_that_leaves_in_the_middle_has_asked_nothing(self, echo: Flask) -> None:
        assert ask(echo, b"clue=tr", GONE) == []
        assert echo.extensions["closed"] == []

    def test_a_body_that_never_ends_is_not_waited_for(self, echo: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(asgi, "BODY_SECONDS", 0.05)
        start, _ = ask(echo, {"type": "http.request", "body": b"clue=tr", "more_body": True})
        assert start["status"] == 408
        assert (b"connection", b"close") in start["headers"]
        assert (b"strict-transport-security", b"max-age=31536000") in start["headers"]
        assert (b"x-content-type-options", b"nosniff") in start["headers"]

    def test_the_api_is_told_so_as_problem_details(self, echo: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(asgi, "BODY_SECONDS", 0.05)
        unfinished = {"type": "http.request", "body": b"{", "more_body": True}
        start, body = ask(echo, unfinished, raw_path=b"/api/lobbies")
        assert (b"content-type", b"application/problem+json") in start["headers"]
        assert json.loads(body["body"])["code"] == "too-slow"

    def test_a_view_that_fails_is_answered(self, echo: Flask) -> None:
        assert ask(echo, method="GET", raw_path=b"/broken")[0]["status"] == 500

    def test_a_web_socket_is_turned_away(self, echo: Flask) -> None:
        assert ask(echo, {"type": "websocket.connect"}, kind="websocket") == [{"type": "websocket.close"}]

    def test_the_server_may_start_and_end(self, echo: Flask) -> None:
        messages = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
        answers = [message["type"] for message in ask(echo, *messages, kind="lifespan")]
        assert answers == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def get(site: Site, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any, bytes]:
    """Ask the real site."""
    connection = http.client.HTTPConnection("127.0.0.1", int(site.settings["PORT"]), timeout=60)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, answer.headers, data


def half(site: Site, data: bytes) -> socket.socket:
    """Open a connection and send something that is not a whole request."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    connection.connect(("127.0.0.1", int(site.settings["PORT"])))
    connection.sendall(data)
    return connection


def close(connections: Iterable[socket.socket]) -> None:
    """Vanish."""
    for connection in connections:
        connection.close()


class TestLive:
    """What only the real server shows."""

    def test_a_file_comes_whole_and_its_head_without_it(self, site: Site) -> None:
        status, headers, data = get(site, "GET", "/static/images/icon.svg")
        assert (status, data[:4]) == (200, b"<svg")
        head = get(site, "HEAD", "/static/images/icon.svg")
        assert (head[0], head[1]["Content-Length"], head[2]) == (200, str(len(data)), b"")
        assert get(site, "GET", "/static/images/icon.svg", If_None_Match=headers["ETag"])[::2] == (304, b"")

    def test_errors_are_pages(self, site: Site) -> None:
        assert get(site, "GET", "/nothing/here")[0] == 404
        assert get(site, "GET", "/%ff")[0] == 404
        assert get(site, "DELETE", "/healthz")[0] == 405
        assert get(site, "POST", "/login", b"name=Ann")[0] == 400

    def test_a_client_reads_that_its_body_is_too_long(self, site: Site) -> None:
        body = b"name=" + b"x" * (4 * BODY_LIMIT)
        assert get(site, "POST", "/login", body, Content_Type="application/x-www-form-urlencoded")[0] == 413

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"GET /heal",
            b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nname=",
            b"GET /static/vendor/pico-2.1.1.layer.cut2.min.css HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ],
        ids=["silent", "half a head", "half a body", "never reads"],
    )
    def test_slow_clients_hold_up_nobody_neither_there_nor_gone(self, site: Site, data: bytes) -> None:
        slow = [half(site, data) for _ in range(4 * asgi.THREADS)]
        begun = time.monotonic()
        assert get(site, "GET", "/healthz")[0] == 200
        close(slow)
        assert get(site, "GET", "/healthz")[0] == 200
        assert time.monotonic() - begun < 20

    def test_more_at_once_than_there_are_connections_to_the_database(self, site: Site) -> None:
        with ThreadPoolExecutor(40) as clients:
            statuses = list(clients.map(lambda _: get(site, "GET", "/healthz")[0], range(200)))
        assert statuses == [200] * 200
