"""What is read in a short way is read as gunicorn itself reads it, and refused as gunicorn refuses it."""

import re
import socket
from collections.abc import Sequence
from typing import Any

import gunicorn
import pytest
from gunicorn.asgi import protocol
from gunicorn.asgi.parser import ParseError, PythonProtocol
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app import heads
from app.config import Settings
from app.heads import Heads
from app.server.gunicorn_app import _Gunicorn
from tests.bench.requests import form, page, poll

LIMITS = {"limit_request_fields": 5, "limit_request_field_size": 60}
KNOWN = ["Host", "cookie", "X-Forwarded-For", "Connection", "Content-Length", "Transfer-Encoding", "Content-Type"]
VALUES = ["", " \ta b\t ", "close", "keep-alive", "chunked", "gzip", "3", "-3", "a:b", "x" * 50, "x" * 51, "\x80\xff"]
LINES = st.builds("{}{}{}".format, st.sampled_from(KNOWN), st.sampled_from(":;"), st.sampled_from(VALUES))
ODD = st.text(st.characters(max_codepoint=255), max_size=6)
FIELDS = st.lists(LINES | ODD | st.builds("{}:{}".format, ODD, ODD), max_size=7).map("\r\n".join)
REQUESTS = st.builds("{} /a?b HTTP/1.1\r\n{}\r\n\r\n{}".format, st.sampled_from(["GET", "POST"]), FIELDS, ODD)


def read(parser: type[PythonProtocol], pieces: Sequence[bytes], **limits: int) -> dict[str, Any]:
    """Return all that a parser makes of a request that comes in pieces."""
    body: list[bytes] = []
    one, error = parser(on_body=body.append, **limits), ""
    try:
        for piece in pieces:
            one.feed(piece)
    except ParseError as refused:
        error = repr(refused)
    names = ["method", "path", "http_version", "content_length", "is_chunked", "should_keep_alive", "is_complete"]
    told = {name: getattr(one, name) for name in names}
    rest = {} if error else {"headers": one.headers, "remaining": one.remaining()}
    return told | rest | {"error": error, "body": b"".join(body)}


def is_short(request: bytes, **limits: int) -> bool:
    """Whether a request was read in the short way: the long one counts its fields."""
    one = Heads(**limits)
    one.feed(request)
    assert one.is_complete
    return not one._header_count


@settings(max_examples=400, deadline=None)
@example("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 1000)
@example("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: b\r\n\r\n", 20)
@example("GET / HTTP/1.1\r\nHost: a\r\nCookie: b\r\n\r\n", 30)
@example("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", 30)
@given(REQUESTS, st.integers(1, 120))
def test_both_ways_come_to_the_same(request: str, cut: int) -> None:
    raw = request.encode("latin-1")
    for limits in (LIMITS, {}):
        for pieces in ([raw], [raw[:cut], raw[cut:]], [bytes([byte]) for byte in raw]):
            assert read(Heads, pieces, **limits) == read(PythonProtocol, pieces, **limits)


def test_each_byte_is_taken_or_refused_as_before() -> None:
    places = (b"a%bb: c", b"a: b%bc", b"%ba: b", b"a: b%b")
    for field in (place % bytes([byte]) for place in places for byte in range(256)):
        raw = b"GET / HTTP/1.1\r\n%b\r\nHost: a\r\n\r\n" % field
        assert read(Heads, [raw]) == read(PythonProtocol, [raw])


def test_what_browsers_send_is_read_in_the_short_way() -> None:
    for request in (page("/", "a=b"), poll("/games/abcdefgh", "a=b", "7 t:1"), form("/games", "a=b", {"c": "d"})):
        assert is_short(request)
        assert read(Heads, [request]) == read(PythonProtocol, [request])


def test_the_limits_hold() -> None:
    fields = b"a: b\r\n" * 5
    assert is_short(b"GET / HTTP/1.1\r\n%b\r\n" % fields, **LIMITS)
    for raw in (b"%ba: b\r\n" % fields, b"a: %b\r\n" % (b"b" * 60)):
        assert "LimitRequestHeaders" in read(Heads, [b"GET / HTTP/1.1\r\n%b\r\n" % raw], **LIMITS)["error"]


def test_the_site_reads_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "PythonProtocol", PythonProtocol)
    _Gunicorn(Settings(database_url="", secret_key="tests"), socket.socket())
    assert protocol.PythonProtocol is Heads, f"see what gunicorn {gunicorn.__version__} does about headers, then READ"


def test_another_gunicorn_reads_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "PythonProtocol", PythonProtocol)
    monkeypatch.setattr(gunicorn, "__version__", re.sub(r"\d+$", "99", heads.READ))
    heads.install()
    assert protocol.PythonProtocol is PythonProtocol
