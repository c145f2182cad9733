"""A table behind the middleware on an event loop of the test's own, and its polls as browsers send them."""

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from app.accounts.auth import session_store
from app.db import db
from app.live import topic_versions
from app.long_poll.startup import look_up_versions
from tests.games.tables import Table
from tests.long_poll.harness import Harness, until
from tests.visitor import Visitor

CLIENT = "192.0.2.1"


@dataclass(frozen=True)
class Shown:
    """An answer: its status, headers and uncompressed body, and whether the site was asked for it."""

    status: int
    headers: dict[str, str]
    body: str
    by_site: bool


class PolledTable:
    """A table with two red operatives, Bob and Eve, behind the middleware."""

    def __init__(self, harness: Harness, table: Table, people: dict[str, Visitor]) -> None:
        self.harness, self.table, self.people = harness, table, people
        self.tags: dict[str, str] = {}
        self.asked = 0
        answers = harness.polls._known_answers
        site = answers._site

        async def counted(*given: Any) -> None:
            self.asked += 1
            await site(*given)

        answers._site = counted

    async def poll(self, name: str, **changed: str) -> Shown:
        """Poll the table with the tag that somebody has, and with all headers that a browser sends."""
        visitor, before, sent = self.people[name], self.asked, list[Any]()
        cookie = visitor.client.get_cookie("session")
        headers = {
            "host": "localhost",
            "hx-request": "true",
            "hx-ptag": self.tags.get(name, ""),
            "sec-fetch-site": "same-origin",
            "accept-encoding": "gzip",
            "accept-language": "en",
            "cookie": f"session={cookie.value}" if cookie else "",
        } | {key.replace("_", "-"): value for key, value in changed.items()}

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "raw_path": f"/games/{self.table.code}".encode(),
            "query_string": b"",
            "http_version": "1.1",
            "scheme": "http",
            "client": (CLIENT, 50000),
            "headers": [(key.encode(), value.encode()) for key, value in headers.items() if value],
        }
        await self.harness.polls(scope, receive, send)
        told = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
        body = b"".join(each.get("body", b"") for each in sent)
        text = gzip.decompress(body) if told.get("content-encoding") == "gzip" else body
        self.tags[name] = told.get("hx-ptag", "")
        return Shown(sent[0]["status"], told, text.decode(), self.asked > before)

    async def change(self, action: Callable[[], object] = lambda: None) -> None:
        """Do something, let the table change, and wait until that has been heard of."""
        await asyncio.to_thread(self._commit, action)
        topics = list(self.harness.subscriptions._versions)
        now = await asyncio.to_thread(look_up_versions, self.harness.app, topics)
        await until(lambda: all(self.harness.subscriptions._versions[topic] >= at for topic, at in now.items()))

    def _commit(self, action: Callable[[], object]) -> None:
        with self.harness.app.app_context():
            action()
            topic_versions.bump(f"game:{self.table.code}")
            db.session.commit()

    def user_id(self, name: str) -> int:
        """Return somebody's id."""
        user = self.people[name].user
        assert user
        return user.id

    async def meet(self, *names: str) -> None:
        """Let the middleware learn who these are; then let the table change."""
        for _ in range(2):
            for name in names:
                await self.poll(name)
            await self.change()


Play = Callable[[PolledTable], Coroutine[Any, Any, None]]


def begin_session(visitor: Visitor) -> None:
    assert visitor.user
    number = session_store.create_session(visitor.user.id, None)
    db.session.commit()
    with visitor.client.session_transaction() as session:
        session["_user_id"] = f"{visitor.user.get_id()}.{number}"
