"""The held polls on an event loop of the test's own, with the real site behind them and a real database."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Flask

from app.db import db
from app.live import tags, topic_versions
from app.long_poll.listener import Listener
from app.long_poll.middleware import Limits, LongPollMiddleware
from app.long_poll.poll_request import PollParser
from app.long_poll.startup import look_up_versions
from app.long_poll.stream_places import StreamPlaces
from app.long_poll.subscriptions import Subscriptions
from app.long_poll.timer_wheel import TimerWheel
from app.server.asgi import FlaskASGIApp

NEWS = 200  # what /healthz answers to whatever goes through
KEY = tags.derive_key("tests")


@dataclass(frozen=True)
class Answer:
    """What came back; header names are in lower case."""

    status: int
    headers: Mapping[str, str]

    @property
    def after(self) -> str | None:
        """In how many seconds the page may ask again."""
        return self.headers.get("poll-after")


class Harness:
    """All parts of one process, put together as app.long_poll.startup does; `looked_up` are the topics of each look-up.

    It listens at `url`, which is where the site's database is if nothing else is said.
    """

    def __init__(
        self,
        app: Flask,
        subscriptions: Subscriptions | None = None,
        seconds: int = 50,
        capacity: int = 1000,
        share: int = 4,
        url: str = "",
    ) -> None:
        self.app = app
        self.subscriptions = subscriptions or Subscriptions(5 * capacity)
        self.wheel = TimerWheel(seconds)
        self.looked_up: list[list[str]] = []
        url = url or app.config["SQLALCHEMY_DATABASE_URI"]
        self.listener = Listener(url, self.subscriptions, self.look_up)
        self.places = StreamPlaces(url)
        parts = FlaskASGIApp(app), self.listener, self.subscriptions, self.wheel
        limits, parser = Limits(capacity, share), PollParser(KEY, proxies=0)
        self.polls = LongPollMiddleware(
            *parts,
            limits=limits,
            parser=parser,
            headers={},
            places=self.places,
            periodic_task=partial(asyncio.sleep, 0),
        )

    def look_up(self, topics: Sequence[str]) -> Mapping[str, int]:
        """Look up as the site does, and count."""
        self.looked_up.append(sorted(topics))
        return look_up_versions(self.app, topics)

    @asynccontextmanager
    async def runs(self, hears: bool = True) -> AsyncIterator["Harness"]:
        """Keep it listening for as long as the block runs, which begins once it `hears`."""
        to_it: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        to_it.put_nowait({"type": "lifespan.startup"})
        from_it: asyncio.Queue[Any] = asyncio.Queue()
        living = asyncio.create_task(self.polls({"type": "lifespan"}, to_it.get, from_it.put))
        try:
            await until(lambda: self.listener.is_listening is hears)
            yield self
        finally:
            to_it.put_nowait({"type": "lifespan.shutdown"})
            await living

    async def poll(self, tag: str | bytes, client: str = "192.0.2.1", **headers: str) -> Answer:
        """Ask for news as htmx does; a tag of text is signed, one of bytes sent as it is."""
        sent = tags.sign(KEY, tag) if isinstance(tag, str) else tag
        return await self.ask(client=client, hx_request="true", hx_ptag=sent, **headers)

    async def ask(
        self, method: str = "GET", kind: str = "http", client: str = "192.0.2.1", **headers: str | bytes
    ) -> Answer:
        """Send a request without a body for what is always there, /healthz."""
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            sent.append(message)

        values = {name: value.encode() if isinstance(value, str) else value for name, value in headers.items()}
        scope = {
            "type": kind,
            **({"method": method} if kind == "http" else {}),
            "raw_path": b"/healthz",
            "query_string": b"",
            "http_version": "1.1",
            "scheme": "http",
            "client": (client, 50000),
            "headers": [(name.replace("_", "-").encode(), value) for name, value in values.items()],
        }
        await self.polls(scope, receive, send)
        told = {name.decode(): value.decode() for name, value in sent[0].get("headers", ())}
        return Answer(sent[0].get("status", 0), told)

    def hold(self, tag: str, number: int = 1, **headers: str) -> list["asyncio.Task[Answer]"]:
        """Begin that many polls."""
        return [asyncio.create_task(self.poll(tag, **headers)) for _ in range(number)]

    async def held(self, number: int) -> None:
        """Wait until that many polls are held."""
        await until(lambda: self.subscriptions.waiting_count == number)

    async def change(self, *topics: str) -> None:
        """Commit a change of these topics."""
        await asyncio.to_thread(change, self.app, *topics)


def change(app: Flask, *topics: str) -> None:
    """Commit a change of these topics, as a service does."""
    with app.app_context():
        topic_versions.bump(*topics)
        db.session.commit()


async def until(true: Any, seconds: float = 60) -> None:
    """Wait until something is true, or fail."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)
