"""The site under gunicorn, from this very process: its children answer requests, and none outlives it."""

import asyncio
import errno
import gc
import http.client
import itertools
import resource
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.gasgi import ASGIWorker

from app import connections, create_app, heads
from app.asgi import Application, Site
from app.config import ConfigError, Settings
from app.embedded import EmbeddedError
from app.held.wiring import holding
from app.metrics import counting
from app.work.keeper import Keeper

LAST_MOVES = 8  # seconds for requests that are being answered when the site is ended
LAST_BYTES = 0.2  # seconds for the last answers to leave
COLLECTIONS = 20_000, 20, 50  # objects and rounds between those of the garbage collector, which finds little here
BACKLOG = 2048  # connections that may wait to be taken
PATIENCE = 2  # seconds for a site that was just killed to let go of its port


def listen(settings: Settings) -> socket.socket:
    """Take the port, or raise ConfigError."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_server((settings.host, settings.port), backlog=BACKLOG)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                reason = str(error.strerror).partition(" (")[0]
                raise ConfigError(f"Port {settings.port} cannot be used ({reason}); set PORT to another.") from None
            time.sleep(0.1)


def serve(settings: Settings, listener: socket.socket, revive: Callable[[], bool]) -> None:
    """Answer on `listener` until SIGINT or SIGTERM; ends in SystemExit.

    `revive` starts a database of our own anew if it has died; it returns whether it had, or raises EmbeddedError.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every page that waits holds a connection
    _Arbiter(_Gunicorn(settings, listener), revive).run()


class _Gunicorn(BaseApplication):
    """The site and its settings, as gunicorn wants them."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self.settings = settings
        self.listener = listener
        super().__init__()

    def load_config(self) -> None:
        """Say how to serve; called once, before any worker."""
        options: dict[str, Any] = {
            "bind": f"fd://{self.listener.detach()}",
            "workers": self.settings.web_workers,
            "worker_class": _Worker,
            "keepalive": 75,  # seconds: longer than the pause between two polls, and than a proxy's patience
            "graceful_timeout": LAST_MOVES,
            "asgi_disconnect_grace_period": 0,  # who has gone frees their place at once
            "logger_class": _Log,
            "errorlog": None,
            "loglevel": self.settings.log_level.replace("debug", "info"),  # which would name what is asked for
            "control_socket_disable": True,
            "forwarded_allow_ips": "",  # whom to believe is for the app to say: create_app()
            "post_worker_init": self._begin,
        }
        for name, value in options.items():
            self.cfg.set(name, value)
        heads.install()
        connections.install(limit=0 if self.settings.trusted_proxies else connections.IDLE)

    def load(self) -> Application:
        """Make the site; called in each worker."""
        app = create_app(self.settings)
        site = Site(app)
        return holding(app, site, self.settings) if self.settings.hold_seconds else site

    def _begin(self, worker: ASGIWorker) -> None:
        gc.collect()
        gc.freeze()  # what is there now stays: the collector need not go through it again and again
        gc.set_threshold(*COLLECTIONS)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a closed terminal is for the master to heed
        if worker.age == 1:
            worker.announcement = worker.loop.create_task(_announce(self.settings.port))


class _Log(Logger):
    """Gunicorn's words, in the log of everybody."""

    def setup(self, cfg: Config) -> None:
        """Heed the settings."""
        super().setup(cfg)
        self.error_log.propagate = True


class _Worker(ASGIWorker):
    """Gunicorn's worker, which at its end answers what waits, and waits itself for what is being answered alone."""

    def handle_exit_signal(self) -> None:
        """End gracefully, at SIGTERM."""
        super().handle_exit_signal()
        self.ending = self.loop.create_task(self._end_when_idle())

    async def _end_when_idle(self) -> None:
        self.asgi.stop()
        await self.asgi.idle()
        await asyncio.sleep(LAST_BYTES)
        self._quick_shutdown = True
        self.nr_conns = 0  # that count: what is left are connections on which nobody asks anything


class _Arbiter(Arbiter):
    """Gunicorn's master, which looks after the background worker too.

    A closed terminal is the end for it, and not a wish to reload.
    """

    def __init__(self, app: _Gunicorn, revive: Callable[[], bool]) -> None:
        super().__init__(app)
        self.revive = revive
        self.keeper = Keeper(app.settings, self.log)
        self.cfg.set("pre_fork", self._before_fork)
        self.cfg.set("post_fork", self._after_fork)

    def init_signals(self) -> None:
        """Leave SIGHUP ignored where it was, as under `nohup`."""
        before = signal.getsignal(signal.SIGHUP)
        super().init_signals()
        if before is signal.SIG_IGN:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def _before_fork(self, _arbiter: Arbiter, worker: ASGIWorker) -> None:
        """Give a child the first row to count in that no other has."""
        taken = {other.row for other in self.WORKERS.values()}
        worker.row = next(row for row in itertools.count() if row not in taken)

    def _after_fork(self, _arbiter: Arbiter, worker: ASGIWorker) -> None:
        """Let a child begin."""
        self.keeper.let_go()
        counting.take_row(worker.row)

    handle_hup = Arbiter.handle_term

    def manage_workers(self) -> None:
        """Start what is missing; called at the start and about once a second."""
        super().manage_workers()
        self._look_after_database()
        if self.app.settings.worker:
            self.keeper.look()

    def _look_after_database(self) -> None:
        try:
            if self.revive():
                self.log.warning("The private PostgreSQL had died; it was started anew.")
        except EmbeddedError as error:  # such as a full disk; the next look is in a second
            self.log.warning("%s", error)

    def reap_workers(self) -> None:
        """Collect children that died."""
        self.keeper.poll()
        super().reap_workers()

    def stop(self, graceful: bool = True) -> None:
        """End all children."""
        self.keeper.ask_to_end()
        super().stop(graceful)
        self.keeper.end()


async def _announce(port: int) -> None:
    """Print the address once the site answers there."""
    while not await asyncio.to_thread(_is_healthy, port):
        await asyncio.sleep(0.05)
    print(f"Dead Drop is open at http://127.0.0.1:{port}", flush=True)  # noqa: T201


def _is_healthy(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
