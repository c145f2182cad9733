"""A request's head has to arrive in time, and one network has a limited number of idle connections, without a proxy."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from app.server.connections import HEAD_SECONDS, MAX_IDLE
from tests.processes import PATIENCE, Site, until

HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def connect(site: Site) -> Iterator[Callable[[], socket.socket]]:
    """Open connections to the site."""
    with ExitStack() as stack:

        def connect() -> socket.socket:
            address = "127.0.0.1", int(site.settings["PORT"])
            return stack.enter_context(socket.create_connection(address, timeout=PATIENCE))

        yield connect


def is_closed(line: socket.socket) -> bool:
    """Whether the site has closed a connection on which it owes nothing."""
    line.setblocking(False)
    try:
        return line.recv(1000) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def answer(line: socket.socket) -> bytes:
    """Ask for /healthz, and return the answer."""
    line.setblocking(True)
    line.sendall(HEAD)
    return line.recv(10_000)


def drip(line: socket.socket, byte: bytes) -> None:
    """Send a byte, if the connection is still there."""
    try:
        line.setblocking(True)
        line.send(byte)
    except OSError:
        pass


def test_silent_and_dripping_connections_are_closed_and_others_are_not(connect):
    began = time.monotonic()
    silent, dripping, again = ([connect() for _ in range(20)] for _ in range(3))
    asking = connect()
    for line in again:  # an answered request, then half a head
        assert answer(line).endswith(b"ok\n")
        line.sendall(HEAD[:20])
    for line in dripping:
        line.sendall(HEAD[:10])
    number = 0

    def are_closed() -> bool:
        nonlocal number
        number += 1
        for line in dripping:
            drip(line, b"x")
        if number % 20 == 0:
            assert answer(asking).endswith(b"ok\n")
        return all(map(is_closed, [*silent, *dripping, *again]))

    until(are_closed)
    assert time.monotonic() - began >= HEAD_SECONDS
    assert answer(asking).endswith(b"ok\n")


def test_of_too_many_idle_connections_the_oldest_are_closed(connect):
    kept = [connect() for _ in range(MAX_IDLE)]
    assert answer(kept[-1]).endswith(b"ok\n")
    late = [connect() for _ in range(10)]
    until(lambda: all(map(is_closed, kept[:10])))
    assert answer(kept[-1]).endswith(b"ok\n")
    assert answer(late[-1]).endswith(b"ok\n")
