"""Running the site under gunicorn, with this process as its master; no child process outlives it."""

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

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.sock import TCPSocket
from gunicorn.workers.gasgi import ASGIWorker

from app import create_app
from app.config import ConfigError, Settings
from app.local_postgres import LocalPostgresError
from app.long_poll.startup import add_long_polling
from app.observability.metrics import counters
from app.server import connections
from app.server.asgi import ASGIApp, FlaskASGIApp
from app.worker.supervisor import WorkerSupervisor

GRACE_SECONDS = 8  # seconds for requests in progress at shutdown
WATCHDOG_SECONDS = 30  # seconds for which a worker's event loop may stand still before it is killed
FLUSH_SECONDS = 0.2  # seconds for the last responses to be sent
GC_THRESHOLDS = 20_000, 20, 50  # thresholds of the garbage collector, which finds little here
BIND_SECONDS = 5  # seconds to wait for a killed server to release the port: its workers look for it once a second


def bind(settings: Settings) -> socket.socket:
    """Return a socket bound to the host and port of the settings, on which the first worker will listen.

    Raises ConfigError if the port cannot be used, after BIND_SECONDS if another program holds it.
    """
    deadline = time.monotonic() + BIND_SECONDS
    while True:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # though connections of a predecessor linger
        try:
            listener.bind((settings.host, settings.port))
            return listener
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                reason = str(error.strerror).partition(" (")[0]
                raise ConfigError(f"Port {settings.port} cannot be used ({reason}); set PORT to another.") from None
            time.sleep(0.1)


def serve(settings: Settings, listener: socket.socket, restart_postgres: Callable[[], bool]) -> None:
    """Run gunicorn, which serves the site on a bound socket, until SIGINT or SIGTERM. Raises SystemExit at the end.

    `restart_postgres` restarts the local PostgreSQL if it has died, and returns whether it had; it may raise
    LocalPostgresError.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every waiting poll holds a connection
    _Arbiter(_Gunicorn(settings, listener), restart_postgres).run()


class _Gunicorn(BaseApplication):
    """The gunicorn application: it configures gunicorn and creates the site in each worker."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self.settings = settings
        self.listener = listener
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's options; called once, before any worker starts."""
        options: dict[str, Any] = {
            "workers": self.settings.web_workers,
            "worker_class": _Worker,
            "timeout": WATCHDOG_SECONDS,
            "keepalive": 75,  # seconds: longer than the pause between two polls, and than a proxy's timeout
            "graceful_timeout": GRACE_SECONDS,
            "asgi_disconnect_grace_period": 0,  # a client that has gone frees its slot at once
            "logger_class": _Log,
            "errorlog": None,
            "loglevel": self.settings.log_level.replace("debug", "info"),  # at debug level gunicorn logs URLs
            "control_socket_disable": True,
            "forwarded_allow_ips": "",  # create_app() decides which proxies to trust
            "post_worker_init": self._after_worker_init,
        }
        for name, value in options.items():
            self.cfg.set(name, value)
        connections.install(limit=0 if self.settings.trusted_proxies else connections.MAX_IDLE)

    def load(self) -> ASGIApp:
        """Return a new ASGI application of the site, with long polling unless it is disabled; called in each worker."""
        app = create_app(self.settings)
        site = FlaskASGIApp(app)
        served = add_long_polling(app, site, self.settings) if self.settings.hold_seconds else site
        return _traced(served, app) if self.settings.traces else served

    def _after_worker_init(self, worker: ASGIWorker) -> None:
        gc.collect()
        gc.freeze()  # objects created so far are permanent; the collector need not scan them
        gc.set_threshold(*GC_THRESHOLDS)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # the master handles a closed terminal
        if worker.age == 1:
            worker.announcement = worker.loop.create_task(_announce(self.settings.port))


class _Socket(TCPSocket):
    """A bound socket on which gunicorn's master does not listen: a worker does so once it can answer.

    Until then connections are refused, and a proxy asks another web at once instead of waiting for this one.
    """

    @staticmethod
    def _is_listening(_socket: socket.socket) -> bool:
        return True


class _Log(Logger):
    """Gunicorn's logger, whose messages go to the root logger."""

    def setup(self, cfg: Config) -> None:
        """Set up gunicorn's logger, and let its messages propagate."""
        super().setup(cfg)
        self.error_log.propagate = True


class _Worker(ASGIWorker):
    """A gunicorn worker that, at shutdown, answers all waiting polls and then waits only for requests in progress."""

    def handle_exit_signal(self) -> None:
        """Begin the graceful shutdown on SIGTERM; end the waiting polls."""
        super().handle_exit_signal()
        self.ending = self.loop.create_task(self._end_when_idle())

    async def _end_when_idle(self) -> None:
        self.asgi.stop()
        await self.asgi.idle()
        await asyncio.sleep(FLUSH_SECONDS)
        self._quick_shutdown = True
        self.nr_conns = 0  # gunicorn waits until this is 0; what is left are idle connections


class _Arbiter(Arbiter):
    """Gunicorn's master, which also supervises the background worker.

    SIGHUP (a closed terminal) ends it; it does not reload.
    """

    def __init__(self, app: _Gunicorn, restart_postgres: Callable[[], bool]) -> None:
        super().__init__(app)
        self.restart_postgres = restart_postgres
        self.supervisor = WorkerSupervisor(app.settings, self.log)
        self.cfg.set("pre_fork", self._before_fork)
        self.cfg.set("post_fork", self._after_fork)
        self.LISTENERS = [_Socket(None, self.cfg, self.log, fd=app.listener.detach())]

    def init_signals(self) -> None:
        """Install gunicorn's signal handlers, but keep SIGHUP ignored if it was, as under `nohup`."""
        before = signal.getsignal(signal.SIGHUP)
        super().init_signals()
        if before is signal.SIG_IGN:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def _before_fork(self, _arbiter: Arbiter, worker: ASGIWorker) -> None:
        """Assign to a new worker the first row of counters that no other worker uses."""
        taken = {other.row for other in self.WORKERS.values()}
        worker.row = next(row for row in itertools.count() if row not in taken)

    def _after_fork(self, _arbiter: Arbiter, worker: ASGIWorker) -> None:
        """In a new worker, close its end of the background worker's pipe, and select its row of counters."""
        self.supervisor.detach()
        counters.take_row(worker.row)

    handle_hup = Arbiter.handle_term

    def manage_workers(self) -> None:
        """Start what should run and does not: web workers, a local database, the background worker.

        Gunicorn calls this at the start and about once a second.
        """
        super().manage_workers()
        self._look_after_database()
        if self.app.settings.worker:
            self.supervisor.ensure_running()

    def _look_after_database(self) -> None:
        try:
            if self.restart_postgres():
                self.log.warning("The private PostgreSQL had died; it was started anew.")
        except LocalPostgresError as error:  # such as a full disk; the next try is in a second
            self.log.warning("%s", error)

    def reap_workers(self) -> None:
        """Collect the exit statuses of dead children, the background worker's first."""
        self.supervisor.poll()
        super().reap_workers()

    def stop(self, graceful: bool = True) -> None:
        """Stop the web workers and the background worker, and wait for them."""
        self.supervisor.request_stop()
        super().stop(graceful)
        self.supervisor.wait_stopped()


def _traced(served: Any, app: Flask) -> ASGIApp:
    from app.server.traced_site import TracedSite  # noqa: PLC0415  # it needs packages that need not be installed

    return TracedSite(served, app)


async def _announce(port: int) -> None:
    """Print the site's address once the health check succeeds there."""
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
