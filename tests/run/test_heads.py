"""Odd request heads are refused, and the connection ends: nothing after them can be taken for another request."""

import socket

import pytest

from tests.bench.requests import HOST, page, poll
from tests.processes import PATIENCE, Site

GET, POST, NAME = b"GET /healthz HTTP/1.1\r\n", b"POST /healthz HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n"


def send(site: Site, *pieces: bytes) -> list[int]:
    """Send these bytes; return the status of each answer until the site closes the connection."""
    with socket.create_connection(("127.0.0.1", int(site.settings["PORT"])), timeout=PATIENCE) as line:
        for piece in pieces:
            line.sendall(piece)
        answer = b""
        try:
            while piece := line.recv(65536):
                answer += piece
        except ConnectionResetError:  # it was closed before everything was read
            pass
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET  /healthz HTTP/1.1\r\n" + NAME, 400),
        (b"GET /healthz HTTP/9.1\r\n" + NAME, 400),
        (b"get /healthz HTTP/1.1\r\n" + NAME, 400),
        (GET + NAME + b"no colon\r\n", 400),
        (GET + NAME + b": no name\r\n", 400),
        (GET + NAME + b"Odd name: 1\r\n", 400),
        (GET + NAME + b"Odd\x00: 1\r\n", 400),
        (GET + NAME + b"Name : 1\r\n", 400),
        (GET + NAME + b"Name: a\x00b\r\n", 400),
        (GET + NAME + b"Name: a\rb\r\n", 400),
        (GET + NAME + b"Name: a\nOther: b\r\n", 400),
        (GET + NAME + b"Name: folded\r\n into two\r\n", 400),
        (POST + NAME + b"Content-Length: -3\r\n", 400),
        (POST + NAME + b"Content-Length: +3\r\n", 400),
        (POST + NAME + b"Content-Length: 3\r\nContent-Length: 4\r\n", 400),
        (POST + NAME + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400),
        (POST + NAME + b"Transfer-Encoding: chunked, chunked\r\n", 400),
        (POST + NAME + b"Transfer-Encoding: odd\r\n", 501),
        (b"GET /%b HTTP/1.1\r\n" % (b"x" * 5000) + NAME, 414),
        (GET + NAME + b"Name: %b\r\n" % (b"x" * 9000), 431),
        (GET + NAME + b"Name: 1\r\n" * 101, 431),
    ],
)
def test_an_odd_head_is_refused_and_so_is_all_that_follows(site: Site, head: bytes, status: int) -> None:
    assert send(site, head + b"\r\n" + GET + NAME + b"\r\n") == [status]


def test_a_head_may_come_in_pieces_and_another_behind_it(site: Site) -> None:
    last = GET + NAME + b"Connection: close\r\n\r\n"
    assert send(site, GET[:9], GET[9:] + NAME, b"\r\n" + last) == [200, 200]


def test_what_browsers_send_is_read(site: Site) -> None:
    for request in (page("/healthz", "a=b"), poll("/healthz", "a=b", "7 t:1")):
        local = request.replace(HOST.encode(), b"127.0.0.1").replace(b"Connection: keep-alive", b"Connection: close")
        assert send(site, local) == [200]
