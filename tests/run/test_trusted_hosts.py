"""What only the real server shows of names and proxies: requests as they come over the wire."""

import socket

import pytest

from tests.processes import Site
from tests.wire import Browser

GOOD, EVIL = b"Host: 127.0.0.1\r\n", b"Host: evil.example\r\n"


def send(site: Site, line: bytes, *headers: bytes) -> tuple[int, str]:
    """Send one request as it is; return the status and everything that came."""
    with socket.create_connection(("127.0.0.1", int(site.settings["PORT"])), timeout=60) as connection:
        connection.sendall(line + b"\r\n" + b"".join(headers) + b"Connection: close\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    return int(answer.split()[1]), answer.decode()


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        (b"GET / HTTP/1.1", [GOOD], 200),
        (b"GET / HTTP/1.1", [EVIL], 400),
        (b"GET / HTTP/1.1", [b"Host: \r\n"], 400),
        (b"GET / HTTP/1.1", [GOOD, EVIL], 400),
        (b"GET / HTTP/1.1", [GOOD, GOOD], 400),
        (b"GET / HTTP/1.1", [b"Host: 127.0.0.1, evil.example\r\n"], 400),
        (b"GET http://127.0.0.1/ HTTP/1.1", [EVIL], 200),
        (b"GET http://evil.example/ HTTP/1.1", [GOOD], 400),
        (b"GET http://127.0.0.1@evil.example/ HTTP/1.1", [GOOD], 400),
        (b"GET //evil.example/ HTTP/1.1", [GOOD], 404),
        (b"GET evil.example:80 HTTP/1.1", [GOOD], 400),
        (b"GET / HTTP/1.1", [EVIL, b"X-Forwarded-Host: 127.0.0.1\r\n"], 400),
        (b"GET / HTTP/1.1", [EVIL, b"X_Forwarded_Host: 127.0.0.1\r\n"], 400),
    ],
)
def test_a_request_is_answered_under_our_name_alone(site: Site, line: bytes, headers: list[bytes], status: int) -> None:
    found, answer = send(site, line, *headers)
    assert found == status
    assert "evil" not in answer.partition("\r\n\r\n")[2] or status == 404


def test_one_without_a_name_is_for_whoever_listens(site: Site) -> None:
    assert send(site, b"GET / HTTP/1.0")[0] == 200


def test_nobody_is_believed_to_have_come_by_https(site: Site) -> None:
    """Gunicorn would believe it of a proxy on this machine, whatever TRUSTED_PROXIES says."""
    ann = Browser(site.url, "Ann")
    for name, value in (("X-Forwarded-Proto", "https"), ("X-Forwarded-Ssl", "on"), ("X-Forwarded-Protocol", "ssl")):
        ann.opener.addheaders = [(name, value)]
        page = ann.post("/lobbies", variant="duet")[2]
        assert f'"{site.url}/lobbies/' in page
