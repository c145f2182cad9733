"""Sites that hold polls, with a table on them."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from app.games.table.read_receipts import ReadReceipts
from app.long_poll import known_answers, middleware
from app.server import asgi
from tests.games.tables import CLASSIC_KEY, CLUE, lay
from tests.long_poll.harness import Harness
from tests.long_poll.polled_table import Play, PolledTable, begin_session
from tests.long_poll.served_site import SECRET, ServedSite
from tests.processes import serve

SEATS = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a machine that stands still for seconds answer all the same what a poll waits for; tests may shorten it."""
    monkeypatch.setattr(middleware, "LOOKUP_SECONDS", 60)
    monkeypatch.setattr(asgi, "QUEUE_SECONDS", 60)
    monkeypatch.setattr(known_answers, "LOAD_SECONDS", 60)


@pytest.fixture
def new_site(
    migrated_database: Callable[[str], str], worker: str, tmp_path: Path
) -> Iterator[Callable[..., ServedSite]]:
    """Serve a site with these settings; it is ended with the test, if it still runs."""
    with ExitStack() as sites:

        def new_site(**settings: str) -> ServedSite:
            url = migrated_database(f"held_{worker}")
            plain = {"DATABASE_URL": url, "SECRET_KEY": SECRET, "WORKER": "0"}
            return ServedSite(sites.enter_context(serve(tmp_path / "var", **plain | settings)))

        yield new_site


@pytest.fixture
def play(app: Flask, ann, bob, cat, dan, new_visitor) -> Callable[[Play], None]:
    """Let something happen at a polled table."""
    eve = new_visitor("Eve")
    with app.test_request_context():  # sessions of their own, as after signing in
        for each in (bob, eve):
            begin_session(each)
    table = lay(
        "classic", dict(zip(SEATS, (ann, [bob, eve], cat, dan), strict=True)), {"first": "red", "key": CLASSIC_KEY}
    )
    people = {each.name: each for each in (ann, bob, cat, dan, eve)}
    table.must("red-spymaster", f"clue {CLUE} 2")

    async def run(does: Play) -> None:
        async with asyncio.timeout(120):
            harness = Harness(app)
            app.extensions |= {"known_versions": harness.subscriptions.versions_of, "watching": ReadReceipts()}
            async with harness.runs():
                await does(PolledTable(harness, table, people))

    return lambda does: asyncio.run(run(does))
