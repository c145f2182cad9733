"""Connections under gunicorn, which itself waits for ever for a request's head: it has to arrive in time here, and one
network cannot fill the server with connections on which nothing is asked."""

from asyncio import BaseTransport, TimerHandle
from collections import OrderedDict, defaultdict
from typing import Any, ClassVar, Final

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

from app.clients import network

HEAD_SECONDS: Final = 10  # for a head, from its connection or its first byte on
IDLE: Final = 500  # connections of one network without a request; of more, the one that waits longest is closed


class Connection(ASGIProtocol):
    """A connection whose request heads are timed; gunicorn closes it where nothing comes after an answer."""

    limit: ClassVar[int] = IDLE  # 0: none, where all connections come from a proxy
    idle: ClassVar[defaultdict[str, "OrderedDict[Connection, None]"]] = defaultdict(OrderedDict)

    def connection_made(self, transport: BaseTransport) -> None:
        """Wait for the first head."""
        self._network = network((transport.get_extra_info("peername") or ("",))[0])
        self._timer: TimerHandle | None = None
        super().connection_made(transport)
        self._time_head()
        self._enter()

    def data_received(self, data: bytes) -> None:
        """Read; of a head that has begun, the rest has to come in time."""
        super().data_received(data)
        if self._awaiting_request and not self._request_ready.is_set():
            self._time_head()

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        self._stop_timer()
        super().connection_lost(error)

    def _on_headers_complete(self) -> Any:
        self._leave()
        self._stop_timer()
        return super()._on_headers_complete()

    def _arm_keepalive_timer(self) -> None:
        """Wait for another request, of which something may have come with the one before."""
        super()._arm_keepalive_timer()
        self._enter()
        if getattr(self._callback_parser, "_buffer", None):
            self._time_head()

    def _time_head(self) -> None:
        if self._timer is None:
            self._timer = self.worker.loop.call_later(HEAD_SECONDS, self._keepalive_timeout)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _enter(self) -> None:
        """Be one of the idle connections of this network."""
        idle = self.idle[self._network]
        idle[self] = None
        if self.limit and len(idle) > self.limit:
            next(iter(idle))._close_idle()

    def _leave(self) -> None:
        idle = self.idle[self._network]
        idle.pop(self, None)
        if not idle:
            del self.idle[self._network]

    def _close_idle(self) -> None:
        self._leave()
        self._keepalive_timeout()


def install(limit: int) -> None:
    """Let the workers of this process serve so; one network may have so many idle connections, with 0 any number."""
    Connection.limit = limit
    gasgi.ASGIProtocol = Connection
