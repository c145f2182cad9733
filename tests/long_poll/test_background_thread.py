"""Who watches what is written down within a second or so, by a thread that nobody wakes for nothing."""

import asyncio
from typing import Any

import pytest
from flask import Flask

from app.config import Settings
from app.long_poll.startup import add_long_polling
from app.server.asgi import FlaskASGIApp
from tests.games.tables import CLUE, DUET_KEYS, lay
from tests.long_poll.harness import Harness, until
from tests.visitor import sign_up


def test_notes_are_written_down_and_no_thread_is_woken_without_any(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = sign_up(app, "Ann"), sign_up(app, "Bob")
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
    table.must("a", f"clue {CLUE} 2")
    threads: list[Any] = []
    to_thread = asyncio.to_thread
    monkeypatch.setattr(asyncio, "to_thread", lambda *told: (threads.append(told), to_thread(*told))[1])
    monkeypatch.setattr(app, "extensions", dict(app.extensions))

    def looked() -> int:
        return next(player.looked for player in table.game.players if player.user_id == bob.user.id)

    async def run() -> None:
        harness = Harness(app)
        harness.polls = add_long_polling(
            app, FlaskASGIApp(app), Settings(database_url=harness.listener._url, secret_key="tests")
        )
        harness.listener = harness.polls._listener
        async with harness.runs():
            await asyncio.sleep(1.5)
            assert (threads, looked()) == ([], 0)
            app.extensions["watching"].add(table.game.id, bob.user.id, 1)
            await until(lambda: looked() == 1)
            await asyncio.sleep(1.5)
            assert len(threads) == 1

    asyncio.run(run())
