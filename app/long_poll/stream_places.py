"""Places of event streams: so many for each personal token on the whole site, whichever process holds the stream.

A place is an advisory lock, held by one session of this process, so PostgreSQL frees the places of a process that dies.
The session is open only while there are streams. While it cannot be had, this process counts its own streams alone.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from psycopg import AsyncConnection

from app.long_poll import database_session

STREAMS_PER_TOKEN: Final = 5
CHECK_SECONDS: Final = 10.0  # seconds between two tests of the session
LOCK: Final = "SELECT place FROM unnest(%s::text[]) AS place WHERE NOT pg_try_advisory_lock(hashtextextended(place, 0))"
UNLOCK: Final = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class StreamPlace:
    """A place that one stream has; `name` is what the lock is on."""

    name: str


class StreamPlaces:
    """The places that this process holds; `run` keeps them while it runs."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._held: dict[str, StreamPlace] = {}
        self._connection: AsyncConnection | None = None
        self._turn = asyncio.Lock()  # one statement at a time, and none between a lock and its entry in `_held`
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, token_id: int) -> StreamPlace | None:
        """Take a free place of a token; None if there is none. It is released if nobody waits for it any more."""
        taking = asyncio.create_task(self._take(token_id))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(lambda done: self.release(done.result()))
            raise

    def is_held(self, place: StreamPlace) -> bool:
        """Whether a place is still this stream's: another process may have it after the session was lost."""
        return self._held.get(place.name) is place

    def release(self, place: StreamPlace | None) -> None:
        """Give a place back, soon."""
        if place and self.is_held(place):
            task = asyncio.create_task(self._release(place))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def run(self) -> None:
        """Keep the session while it is needed: take the places again if it was lost."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            async with self._turn:
                if self._held:
                    await self._try("SELECT 1")
                else:
                    await self._close()

    async def _take(self, token_id: int) -> StreamPlace | None:
        async with self._turn:
            for number in range(STREAMS_PER_TOKEN):
                place = StreamPlace(f"stream {token_id} {number}")
                if place.name not in self._held and not await self._try(LOCK, [place.name]):
                    self._held[place.name] = place
                    return place
        return None

    async def _release(self, place: StreamPlace) -> None:
        async with self._turn:
            del self._held[place.name]
            if self._connection:
                await self._try(UNLOCK, place.name)

    async def _try(self, statement: str, *values: object) -> Sequence[tuple[object, ...]]:
        """Execute a statement and return its rows; none if the database does not answer."""
        try:
            if self._connection is None:
                await self._open()
            return await self._execute(statement, *values)
        except Exception as error:  # whatever it is, the next attempt may succeed
            log.warning("the places of event streams are not kept: %s", " ".join(str(error).split()))
            await self._close()
            return ()

    async def _open(self) -> None:
        """Open the session and lock what is held; a place that another process has taken meanwhile is lost."""
        self._connection = await database_session.connect(self._url)
        if self._held:
            for (name,) in await self._execute(LOCK, list(self._held)):
                del self._held[str(name)]

    async def _execute(self, statement: str, *values: object) -> Sequence[tuple[object, ...]]:
        assert self._connection  # noqa: S101  # `_open` goes before
        return await (await database_session.execute(self._connection, statement, values)).fetchall()

    async def _close(self) -> None:
        if self._connection:
            connection, self._connection = self._connection, None
            await connection.close()
