"""The site under gunicorn, from this very process: its children answer requests, and none outlives it."""

import asyncio
import errno
import http.client
import resource
import signal
import socket
import time
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.gasgi import ASGIWorker

from app import create_app
from app.asgi import Application, Site
from app.config import ConfigError, Settings

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


def serve(settings: Settings, listener: socket.socket) -> None:
    """Answer on `listener` until SIGINT or SIGTERM; ends in SystemExit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every page that waits holds a connection
    _Arbiter(_Gunicorn(settings, listener)).run()


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
            "worker_class": ASGIWorker,
            "keepalive": 75,  # seconds: longer than the pause between two polls, and than a proxy's patience
            "graceful_timeout": 3,
            "loglevel": "info" if self.settings.production else "warning",
            "control_socket_disable": True,
            "post_worker_init": self._begin,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Application:
        """Make the site; called in each worker."""
        return Site(create_app(self.settings))

    def _begin(self, worker: ASGIWorker) -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a closed terminal is for the master to heed
        if worker.age == 1:
            worker.announcement = worker.loop.create_task(_announce(self.settings.port))


class _Arbiter(Arbiter):
    """Gunicorn's master, for which a closed terminal is the end and not a wish to reload."""

    def init_signals(self) -> None:
        """Leave SIGHUP ignored where it was, as under `nohup`."""
        before = signal.getsignal(signal.SIGHUP)
        super().init_signals()
        if before is signal.SIG_IGN:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    handle_hup = Arbiter.handle_term


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
