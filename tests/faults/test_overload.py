"""More requests at once than there are threads for: those that would wait too long are turned away, and told when."""

import asyncio
import threading
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask_login.utils import encode_cookie

from app import create_app
from app.config import Settings
from app.server import asgi, request_queue

SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "GET",
    "query_string": b"",
    "http_version": "1.1",
    "scheme": "http",
    "headers": [(b"host", b"localhost"), (b"hx-request", b"true")],
}


@pytest.fixture
def gate() -> threading.Event:
    """Opens the page that waits."""
    return threading.Event()


@pytest.fixture
def inside() -> threading.Semaphore:
    """Released by each request that has come as far as the page that waits."""
    return threading.Semaphore(0)


@pytest.fixture
def crowded(gate: threading.Event, inside: threading.Semaphore, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """A site with two threads, little patience and a page that waits; it needs no database."""
    monkeypatch.setattr(asgi, "THREADS", 2)
    monkeypatch.setattr(asgi, "QUEUE_SECONDS", 0.2)
    site = create_app(Settings(database_url="postgresql://nobody@127.0.0.1:1/nothing", secret_key="tests"))

    def wait() -> str:
        inside.release()
        return str(gate.wait(60))

    site.add_url_rule("/waits", view_func=wait)
    return site


async def ask(site: asgi.FlaskASGIApp, path: bytes, cookie: str = "") -> tuple[int, dict[bytes, bytes], bytes]:
    """Send a request and return status, headers and body of the answer."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [*SCOPE["headers"], (b"cookie", cookie.encode())]
    await site(SCOPE | {"raw_path": path, "headers": headers}, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


def test_who_would_wait_too_long_is_turned_away(crowded, gate, monkeypatch):
    async def rush() -> None:
        site = asgi.FlaskASGIApp(crowded)
        waiting = [asyncio.create_task(ask(site, b"/waits")) for _ in range(2)]
        await asyncio.sleep(0)
        turned_away = await asyncio.gather(*(ask(site, b"/waits") for _ in range(3)))
        assert [answer[0] for answer in turned_away] == [503] * 3
        for _, headers, body in turned_away:
            assert (headers[b"retry-after"], headers[b"hx-retarget"]) == (b"5", b"#notice")
            assert b"too busy right now" in body
            assert b"frame-ancestors" in headers[b"content-security-policy"]
        gate.set()
        assert [status for status, _, _ in await asyncio.gather(*waiting)] == [200, 200]
        monkeypatch.setattr(asgi, "QUEUE_SECONDS", 60)  # until the thread is free
        assert (await ask(site, b"/waits"))[0] == 200

    asyncio.run(rush())


def test_who_leaves_gives_the_place_back_only_when_the_thread_is_free(crowded, gate, inside, monkeypatch):
    async def leave() -> None:
        site = asgi.FlaskASGIApp(crowded)
        waiting = [asyncio.create_task(ask(site, b"/waits")) for _ in range(2)]
        for _ in waiting:
            await asyncio.to_thread(inside.acquire)
        for task in waiting:
            task.cancel()
        assert (await ask(site, b"/waits"))[0] == 503
        gate.set()
        monkeypatch.setattr(asgi, "QUEUE_SECONDS", 60)
        assert [status for status, _, _ in await asyncio.gather(*(ask(site, b"/waits") for _ in range(2)))] == [200] * 2

    asyncio.run(leave())


@pytest.mark.parametrize("signed_by", ["session", "remember"])
def test_strangers_leave_threads_to_users(crowded, gate, monkeypatch, signed_by):
    monkeypatch.setattr(asgi, "ANONYMOUS_THREADS", 1)

    async def rush() -> None:
        site = asgi.FlaskASGIApp(crowded)
        waiting = asyncio.create_task(ask(site, b"/waits"))
        await asyncio.sleep(0)
        assert (await ask(site, b"/healthz"))[0] == 503
        assert (await ask(site, b"/healthz", forged(crowded, signed_by)))[0] == 503
        assert (await ask(site, b"/rules", cookie(crowded, signed_by)))[2].count(b"database is not responding") == 1
        gate.set()
        assert (await waiting)[0] == 200

    asyncio.run(rush())


def test_a_crowd_of_strangers_is_turned_away_without_a_page(crowded, gate, monkeypatch):
    monkeypatch.setattr(request_queue, "MAX_WAITING", 3)
    monkeypatch.setattr(asgi, "QUEUE_SECONDS", 60)

    async def rush() -> None:
        site = asgi.FlaskASGIApp(crowded)
        waiting = [asyncio.create_task(ask(site, b"/waits")) for _ in range(5)]
        await asyncio.sleep(0)
        status, headers, body = await ask(site, b"/waits")
        assert (status, headers[b"retry-after"], body) == (503, b"5", b"Too many requests wait.\n")
        assert b"frame-ancestors" in headers[b"content-security-policy"]
        gate.set()
        assert sorted([status for status, _, _ in await asyncio.gather(*waiting)]) == [200] * 5

    asyncio.run(rush())


def cookie(site: Flask, kind: str) -> str:
    """What a user's browser sends; this site has no database in which to look the user up."""
    with site.test_request_context():
        signer = SecureCookieSessionInterface().get_signing_serializer(site)
        assert signer
        text = str(signer.dumps({"_user_id": "7.0"})) if kind == "session" else encode_cookie("7.0")
    return f"{kind}={text}"


def forged(site: Flask, kind: str) -> str:
    """The same, signed by another site."""
    other = create_app(Settings(database_url="postgresql://nobody@127.0.0.1:1/nothing", secret_key="another"))
    return cookie(other, kind)
