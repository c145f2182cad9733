"""Receive changes: one connection that LISTENs to the database, and reconnects when it is lost."""

import asyncio
import logging
import random
from collections.abc import Callable, Mapping, Sequence

from psycopg import AsyncConnection

from app.long_poll import database_session
from app.long_poll.subscriptions import Subscriptions
from app.observability.metrics import counters

CHANNEL = "beats"
QUIET_SECONDS = 10  # seconds of silence after which the connection is tested
LOOK_UP_SECONDS = 10  # seconds, as for any statement of the site

# Seconds before the next attempt. An attempt a second costs the database little, and until one succeeds, pages ask the
# site again and again instead of waiting.
MIN_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.2, 1.0

LookUp = Callable[[Sequence[str]], Mapping[str, int]]

log = logging.getLogger(__name__)


class Listener:
    """Keeps `subscriptions` current while `run` runs; `is_listening` says whether it is listening at the moment.

    `look_up` reads versions from the database; it may block and runs in a thread.
    """

    def __init__(self, url: str, subscriptions: Subscriptions, look_up: LookUp) -> None:
        self.is_listening = False
        self._url = url
        self._subscriptions = subscriptions
        self._look_up = look_up
        self._wanted: set[str] = set()
        self._next: asyncio.Future[None] | None = None
        self._lookup_task: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Listen forever, reconnecting when necessary."""
        pause = MIN_RETRY_SECONDS
        while True:
            try:
                async with await database_session.connect(self._url) as connection:
                    await self._start_listening(connection)
                    pause = MIN_RETRY_SECONDS
                    await self._listen(connection)
            except Exception as error:  # whatever it is, the next attempt may succeed
                log.warning("not listening to the database: %s", " ".join(str(error).split()))
            self._set_listening(is_listening=False)
            self._subscriptions.forget_all()
            if pause > MIN_RETRY_SECONDS:  # a longer outage: let the waiting polls ask the site
                self.release_all()
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - no secret
            pause = min(MAX_RETRY_SECONDS, 2 * pause)

    def release_all(self) -> None:
        """End all waiting polls."""
        for hold in self._subscriptions.waiting_polls():
            hold.end(changed=False)

    async def refresh(self, topics: set[str]) -> None:
        """Look up topics, in one query with those that others ask for meanwhile; does nothing while not listening."""
        self._wanted |= topics
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        if self._lookup_task is None:
            self._lookup_task = asyncio.create_task(self._run_lookups())
        await asyncio.shield(self._next)

    async def _run_lookups(self) -> None:
        """Look up the wanted topics, one query at a time, until none is left."""
        while self._next is not None:
            topics, done = list(self._wanted), self._next
            self._wanted, self._next = set(), None
            try:
                await self._look_up_topics(topics)
            except Exception:
                log.warning("topic versions cannot be looked up", exc_info=True)
            done.set_result(None)
        self._lookup_task = None

    async def _look_up_topics(self, topics: Sequence[str]) -> None:
        if self.is_listening:
            age = self._subscriptions.begin_lookup(topics)
            async with asyncio.timeout(LOOK_UP_SECONDS):
                self._subscriptions.store_lookup(age, await asyncio.to_thread(self._look_up, topics))

    async def _start_listening(self, connection: AsyncConnection) -> None:
        """Start listening; then look up once the topics that polls wait for, because they may have changed before."""
        await database_session.execute(connection, f"LISTEN {CHANNEL}")
        self._set_listening(is_listening=True)
        log.info("listening to the database")
        watched_topics = set(self._subscriptions.watched_topics())
        if watched_topics:
            await self.refresh(watched_topics)
        if self._subscriptions.unknown(watched_topics):  # the look-up failed: let the waiting polls ask the site
            self.release_all()

    def _set_listening(self, is_listening: bool) -> None:
        self.is_listening = is_listening
        counters.LISTENING.set(is_listening)

    async def _listen(self, connection: AsyncConnection) -> None:
        while True:
            async for message in connection.notifies(timeout=QUIET_SECONDS):
                topic, _, version = message.payload.rpartition(" ")
                self._subscriptions.notify(topic, int(version))
            await database_session.execute(connection, "SELECT 1")
