"""A served site with a Duet on it, and what looks at both from outside."""

import asyncio
import re
from collections.abc import Iterable
from typing import Any

import psycopg

from app import create_app
from app.config import Settings
from app.live import tags
from app.live.topic_versions import TAG_HEADER
from tests.faults.wire import Answer, Person, Wire
from tests.games.tables import DUET_KEYS, lay
from tests.processes import Site, until
from tests.visitor import Visitor, sign_up

SECRET = "the secret of the house"
NOBODY = Person(0, "", "")
SHOWN = re.compile(r'^dead_drop_requests_total\{(?=.*"games\.game")(?=.*"2xx").*\} (\S+)$', re.MULTILINE)
GAUGE = re.compile(r"^dead_drop_(\w+) (\S+)$", re.MULTILINE)


class ServedSite:
    """The site, and a fresh table between Ann and Bob; the test itself reads and writes the same database."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.url = site.settings["DATABASE_URL"]
        self.app = create_app(Settings(database_url=self.url, secret_key=SECRET))
        people = {seat: sign_up(self.app, name) for seat, name in (("a", "Ann"), ("b", "Bob"))}
        self.table = lay("duet", people, {"keys": DUET_KEYS})
        self.ann, self.bob = (_at_a_browser(each) for each in people.values())
        self.path = f"/games/{self.table.code}"

    @property
    def wire(self) -> Wire:
        """New connections to the site."""
        return Wire(int(self.site.settings["PORT"]))

    def signed(self, text: str) -> str:
        """Return a tag as the site would have signed it."""
        return tags.sign(tags.derive_key(SECRET), text)

    async def tag(self, person: Person) -> str:
        """Return the tag of what somebody sees now."""
        return (await self.wire.get(person, self.path, "")).headers[TAG_HEADER.lower()]

    async def poll(self, person: Person, tag: str) -> Answer:
        """Ask for news of the table, by a connection of its own."""
        return await self.wire.get(person, self.path, tag, patience=60)

    async def held(self, number: int) -> None:
        """Wait until that many polls are held."""
        await asyncio.to_thread(until, lambda: self.gauge("polls_held") == number, 30)

    async def hears(self, workers: int = 1) -> None:
        """Wait until the processes listen to the database."""
        await asyncio.to_thread(until, lambda: self.gauge("listening") == workers, 30)

    def gauge(self, name: str) -> float:
        """Return one of the site's numbers."""
        return float(dict(GAUGE.findall(self.site.get("/metrics")[1]))[name])

    def rendered(self) -> int:
        """How many times the site has shown the table or a part of it."""
        found = SHOWN.search(self.site.get("/metrics")[1])
        return int(float(found[1])) if found else 0

    def backends(self) -> set[int]:
        """The database's processes that serve the site, and this test."""
        query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        return {int(pid) for (pid,) in self.ask(query)}

    def terminate(self, backends: Iterable[int]) -> None:
        """End these, and wait until they are gone."""
        ended = set(backends)
        self.ask("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", list(ended))
        until(lambda: not ended & self.backends())

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the database."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(query, values or None).fetchall()  # type: ignore[arg-type]


def _at_a_browser(visitor: Visitor) -> Person:
    token, cookie = visitor.csrf_token(), visitor.client.get_cookie("session")
    assert visitor.user
    assert cookie
    return Person(visitor.user.id, f"session={cookie.value}", token)
