"""A database session of a process's own, past any pooler, for what must not block the event loop."""

import asyncio
import os
import socket
from collections.abc import Sequence
from typing import Any

from psycopg import AsyncConnection, AsyncCursor
from psycopg.abc import RV, PQGen

CONNECT_SECONDS = 3  # seconds for one attempt to connect: a longer one may wait for a machine that leads no more
ANSWER_SECONDS = 5  # seconds for the answer to a statement
QUIET_SECONDS = 10  # seconds until a connection that receives nothing wakes


class _QuietConnection(AsyncConnection):
    """A connection that sleeps until data arrives; psycopg's own wakes ten times a second, to notice a Ctrl-C."""

    async def wait(self, gen: PQGen[RV], interval: float = QUIET_SECONDS, timeout: float | None = None) -> RV:
        """Run a psycopg generator to completion."""
        return await super().wait(gen, interval, timeout)


async def connect(url: str) -> AsyncConnection:
    """Open a session without transactions of its own."""
    connecting = _QuietConnection.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS)
    return await asyncio.wait_for(connecting, CONNECT_SECONDS)


async def execute(connection: AsyncConnection, statement: str, values: Sequence[Any] = ()) -> AsyncCursor:
    """Execute a statement; shut the connection down if no answer comes in time."""
    hanging_up = asyncio.get_running_loop().call_later(ANSWER_SECONDS, _shut_down_socket, connection)
    try:
        return await connection.execute(statement, values or None)
    finally:
        hanging_up.cancel()


def _shut_down_socket(connection: AsyncConnection) -> None:
    """Shut the socket down, so that the waiting query fails; cancelling it would send the server another message."""
    with socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
