"""Limits on gunicorn's connections: a deadline for request heads, and a cap on idle connections per network.

By itself gunicorn waits forever for a request's head.
"""

from asyncio import BaseTransport, TimerHandle
from collections import OrderedDict, defaultdict
from typing import Any, ClassVar, Final

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

from app.http.client_address import network

HEAD_SECONDS: Final = 10  # for a request head, from the connection or its first byte on
MAX_IDLE: Final = 500  # per network; beyond this, the connection that has been idle longest is closed


class Connection(ASGIProtocol):
    """A connection that is closed if a request head does not arrive within HEAD_SECONDS.

    It is also closed when it is the oldest of too many idle ones; gunicorn itself closes those idle for long.
    """

    limit: ClassVar[int] = MAX_IDLE  # 0: no limit, for when all connections come from a proxy
    idle: ClassVar[defaultdict[str, "OrderedDict[Connection, None]"]] = defaultdict(OrderedDict)

    def connection_made(self, transport: BaseTransport) -> None:
        """Start the timer for the first head, and count the connection as idle."""
        self._network = network((transport.get_extra_info("peername") or ("",))[0])
        self._timer: TimerHandle | None = None
        super().connection_made(transport)
        self._start_head_timer()
        self._mark_idle()

    def data_received(self, data: bytes) -> None:
        """Parse data, and start the timer if a head has begun but is not complete."""
        super().data_received(data)
        if self._awaiting_request and not self._request_ready.is_set():
            self._start_head_timer()

    def connection_lost(self, error: Exception | None) -> None:
        """Stop the timer, and no longer count the connection as idle."""
        self._unmark_idle()
        self._stop_head_timer()
        super().connection_lost(error)

    def _on_headers_complete(self) -> Any:
        self._unmark_idle()
        self._stop_head_timer()
        return super()._on_headers_complete()

    def _arm_keepalive_timer(self) -> None:
        """Count the connection as idle until the next request, part of which may have arrived with the previous one."""
        super()._arm_keepalive_timer()
        self._mark_idle()
        if getattr(self._callback_parser, "_buffer", None):
            self._start_head_timer()

    def _start_head_timer(self) -> None:
        if self._timer is None:
            self._timer = self.worker.loop.call_later(HEAD_SECONDS, self._keepalive_timeout)

    def _stop_head_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _mark_idle(self) -> None:
        """Count this connection as idle, and close the oldest idle one if its network has too many."""
        idle = self.idle[self._network]
        idle[self] = None
        if self.limit and len(idle) > self.limit:
            next(iter(idle))._close_idle()

    def _unmark_idle(self) -> None:
        idle = self.idle[self._network]
        idle.pop(self, None)
        if not idle:
            del self.idle[self._network]

    def _close_idle(self) -> None:
        self._unmark_idle()
        self._keepalive_timeout()


def install(limit: int) -> None:
    """Make gunicorn's workers use `Connection`, with this cap on idle connections per network, 0 for none."""
    Connection.limit = limit
    gasgi.ASGIProtocol = Connection
