"""The other ends of the post."""

import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from flask import Flask

from app.delivery import deliverer
from app.delivery.channels import safe_http, smtp
from tests.delivery import endpoint
from tests.delivery.endpoint import Endpoint
from tests.delivery.smtp_server import Mailbox


@pytest.fixture(autouse=True)
def _standstills(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a machine that stands still for no slow server, whose owner's other messages would wait."""
    monkeypatch.setattr(deliverer, "SLOW_SECONDS", 600)


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AbstractContextManager[object]]:
    """Give a block in which what is never going to come is not waited for longer than a moment.

    Everything else is, on a busy machine: so a block is impatient in one respect only.
    """

    @contextmanager
    def brief(name: str = "RESPONSE_TIMEOUT") -> Iterator[None]:
        with monkeypatch.context() as patch:
            for module in (smtp, safe_http):
                if hasattr(module, name):
                    patch.setattr(module, name, 0.5)
            yield

    return brief


@pytest.fixture
def new_mailbox(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Mailbox]]:
    """Give an SMTP server that the site sends its mails by; `down`: it is to be started later."""
    made = []

    def start(down: bool = False, **options: object) -> Mailbox:
        mailbox = Mailbox(**options)
        made.append(mailbox)
        if not down:
            mailbox.start()
        monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url())
        return mailbox

    yield start
    for mailbox in made:
        mailbox.stop()


@pytest.fixture
def mailbox(new_mailbox: Callable[..., Mailbox]) -> Mailbox:
    """An SMTP server without TLS, on loopback."""
    return new_mailbox()


@pytest.fixture
def private(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site send to addresses on this machine."""
    monkeypatch.setitem(app.config, "PRIVATE_TARGETS", True)


@pytest.fixture
def server(private: None) -> Iterator[Endpoint]:
    """An HTTP server on loopback, for pushes and webhooks."""
    with endpoint.serve() as running:
        yield running


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What names lead to, instead of the DNS."""
    table: dict[str, list[str]] = {}
    real = socket.getaddrinfo

    def look_up(host: str, port: int, *args: object, **options: object) -> list[object]:
        found = table.get(host, [host])
        return [row for place in found for row in real(place, port, *args, **options)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return table
