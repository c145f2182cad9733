"""A commit whose answer is lost: nobody knows, until the player sends again and is shown what became of it."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import make_url

from app import create_app
from app.config import Settings
from tests.faults.player import VERSION
from tests.faults.proxy import Proxy
from tests.games.tables import CLUE, lay
from tests.visitor import Visitor


@pytest.fixture
def proxy(app: Flask) -> Iterator[Proxy]:
    """A way to the database of the tests, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    proxy = Proxy(make_url(app.config["SQLALCHEMY_DATABASE_URI"]).port or 0)
    asyncio.run_coroutine_threadsafe(proxy.start(), loop).result(5)
    yield proxy
    asyncio.run_coroutine_threadsafe(proxy.stop(), loop).result(5)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)
    loop.close()


@pytest.fixture
def far(app: Flask, proxy: Proxy) -> Flask:
    """The site, whose database is beyond the proxy."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).set(port=proxy.port)
    return create_app(Settings(database_url=url.render_as_string(hide_password=False), secret_key="tests"))


def test_the_second_try_is_told_that_the_first_was_played(far, proxy, ann, bob):
    table = lay("duet", {"a": ann, "b": bob})
    sender, form = Visitor(far, "Ann", ann.user), {"move": f"clue {CLUE} 2", "seen": 0}
    proxy.dooms = lambda data: b"COMMIT" in data
    unknown = sender.post(f"/games/{table.code}/moves", **form)
    proxy.dooms = lambda data: False
    assert proxy.cuts == 1
    assert (unknown.status_code, unknown.headers["Retry-After"]) == (503, "5")
    again = sender.post(f"/games/{table.code}/moves", **form)
    assert again.status_code == 409
    assert VERSION.search(again.text)[1] == "1"
    assert CLUE in again.text
    assert table.moves == [f"clue {CLUE} 2"]


def test_a_commit_that_never_arrived_is_sent_again(far, proxy, ann, bob):
    table = lay("duet", {"a": ann, "b": bob})
    sender, form = Visitor(far, "Ann", ann.user), {"move": f"clue {CLUE} 2", "seen": 0}
    proxy.stops = lambda data: b"COMMIT" in data
    assert sender.post(f"/games/{table.code}/moves", **form).status_code == 503
    proxy.stops = lambda data: False
    assert proxy.cuts == 1
    assert table.moves == []
    assert sender.post(f"/games/{table.code}/moves", **form).status_code == 303
    assert table.moves == [f"clue {CLUE} 2"]
