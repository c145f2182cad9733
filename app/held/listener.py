"""Receive changes: one connection that LISTENs to the database, and reconnects when it is lost."""

import asyncio
import logging
import os
import random
import socket
from collections.abc import Callable, Mapping, Sequence

from psycopg import AsyncConnection
from psycopg.abc import RV, PQGen

from app.held.beats import Beats
from app.metrics import counting

CHANNEL = "beats"
CONNECT_SECONDS = 5  # seconds for one attempt to connect
QUIET_SECONDS = 10  # seconds of silence after which the connection is tested
ANSWER_SECONDS = 5  # seconds for the answer to that test
LOOK_UP_SECONDS = 10  # seconds, as for any statement of the site
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 15.0  # seconds before the next attempt

LookUp = Callable[[Sequence[str]], Mapping[str, int]]

log = logging.getLogger(__name__)


class _Line(AsyncConnection):
    """A connection that sleeps until data arrives; psycopg's own wakes ten times a second, to notice a Ctrl-C."""

    async def wait(self, gen: PQGen[RV], interval: float = QUIET_SECONDS, timeout: float | None = None) -> RV:
        """Run a psycopg generator to completion."""
        return await super().wait(gen, interval, timeout)


class Listener:
    """Keeps `beats` current while `run` runs; `hears` says whether it is listening at the moment.

    `look_up` reads versions from the database; it may block and runs in a thread.
    """

    def __init__(self, url: str, beats: Beats, look_up: LookUp) -> None:
        self.hears = False
        self._url = url
        self._beats = beats
        self._look_up = look_up
        self._wanted: set[str] = set()
        self._next: asyncio.Future[None] | None = None
        self._asking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Listen forever, reconnecting when necessary."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with await self._connect() as connection:
                    await self._begin(connection)
                    pause = FIRST_PAUSE
                    await self._listen(connection)
            except Exception as error:  # whatever it is, the next attempt may succeed
                log.warning("not listening to the database: %s", " ".join(str(error).split()))
            self._note(hears=False)
            self._beats.forget()
            if pause > FIRST_PAUSE:  # a longer outage: let the waiting polls ask the site
                self.let_go()
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - no secret
            pause = min(LONGEST_PAUSE, 2 * pause)

    def let_go(self) -> None:
        """End all waiting polls."""
        for hold in self._beats.holds():
            hold.end(changed=False)

    async def learn(self, topics: set[str]) -> None:
        """Look up topics, in one query with those that others ask for meanwhile; does nothing while not listening."""
        self._wanted |= topics
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        await asyncio.shield(self._next)

    async def _ask(self) -> None:
        """Look up the wanted topics, one query at a time, until none is left."""
        while self._next is not None:
            topics, done = list(self._wanted), self._next
            self._wanted, self._next = set(), None
            try:
                await self._take_in(topics)
            except Exception:
                log.warning("beats cannot be looked up", exc_info=True)
            done.set_result(None)
        self._asking = None

    async def _take_in(self, topics: Sequence[str]) -> None:
        if self.hears:
            age = self._beats.ask(topics)
            async with asyncio.timeout(LOOK_UP_SECONDS):
                self._beats.learn(age, await asyncio.to_thread(self._look_up, topics))

    async def _connect(self) -> AsyncConnection:
        connecting = _Line.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        return await asyncio.wait_for(connecting, CONNECT_SECONDS)

    async def _begin(self, connection: AsyncConnection) -> None:
        """Start listening; then look up once the topics that polls wait for, because they may have changed before."""
        await _do(connection, f"LISTEN {CHANNEL}")
        self._note(hears=True)
        waited_for = set(self._beats.waited_for())
        if waited_for:
            await self.learn(waited_for)
        if self._beats.unknown(waited_for):  # the look-up failed: let the waiting polls ask the site
            self.let_go()

    def _note(self, hears: bool) -> None:
        self.hears = hears
        counting.LISTENING.set(hears)

    async def _listen(self, connection: AsyncConnection) -> None:
        while True:
            async for message in connection.notifies(timeout=QUIET_SECONDS):
                topic, _, beat = message.payload.rpartition(" ")
                self._beats.hear(topic, int(beat))
            await _do(connection, "SELECT 1")


async def _do(connection: AsyncConnection, statement: str) -> None:
    """Execute a statement; shut the connection down if no answer comes in time."""
    hanging_up = asyncio.get_running_loop().call_later(ANSWER_SECONDS, _hang_up, connection)
    try:
        await connection.execute(statement)
    finally:
        hanging_up.cancel()


def _hang_up(connection: AsyncConnection) -> None:
    """Shut the socket down, so that the waiting query fails; cancelling it would send the server another message."""
    with socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
