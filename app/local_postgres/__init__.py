"""Running a local PostgreSQL for development: the binaries come from a Python package, the data is in one folder.

It listens on this machine only; the password is stored beside the data. Several processes may use one folder at a time:
the first starts the server, the last stops it. File locks tell who uses it, because they are released however a process
ends; a process id is never enough, since it may have been reused.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from app.config.file_locks import is_locked, lock_file, try_lock_file
from app.local_postgres import cluster
from app.local_postgres.account import LocalPostgresError

START_SECONDS = 60  # seconds to start; recovery after a crash takes a while
MAX_LAUNCHES = 3  # attempts to start: another program may take the free port first
CHECK_SECONDS = 0.03  # seconds between two checks

START_LOCK = "turn.lock"  # held while starting or stopping the server
USERS_LOCK = "users.lock"  # shared by all processes that use it
ALIVE_LOCK = "alive.lock"  # held by the server's own processes

__all__ = ["LocalPostgresError", "Server", "restart_if_dead", "running_server", "start", "stop_if_unused"]


@dataclass
class Server:
    """A running local PostgreSQL that this process uses: connect to `url` until you call `stop`."""

    folder: Path
    url: str = field(repr=False)  # contains the password
    _process: "subprocess.Popen[bytes] | None" = field(repr=False)
    _use: IO[bytes] = field(repr=False)

    def stop(self) -> None:
        """Stop using the server, which is shut down if no other process uses it."""
        self._use.close()
        stop_if_unused(self.folder)
        if self._process and not is_locked(self.folder / ALIVE_LOCK):
            self._process.wait()


@contextmanager
def running_server(folder: Path, *options: str) -> Iterator[str]:
    """Use the server of `folder` inside the block, and yield its URL; see `start`."""
    server = start(folder, *options)
    try:
        yield server.url
    finally:
        server.stop()


def start(folder: Path, *options: str) -> Server:
    """Return the running server whose data is in `folder`; create and start it if necessary.

    `options` are PostgreSQL settings such as `fsync=off`, ignored if it already runs. Raises LocalPostgresError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    use = lock_file(folder / USERS_LOCK, shared=True)
    try:
        with lock_file(folder / START_LOCK):
            return Server(folder, *_ensure_running(folder, options), _use=use)
    except BaseException:
        use.close()
        stop_if_unused(folder)
        raise


def restart_if_dead(folder: Path, port: int) -> bool:
    """Restart the server of `folder` on its `port` if it has died; return whether it had. Raises LocalPostgresError."""
    if is_locked(folder / ALIVE_LOCK):
        return False
    with lock_file(folder / START_LOCK):
        _ensure_running(folder, (f"port={port}",))
    return True


def stop_if_unused(folder: Path) -> None:
    """Shut the server of `folder` down, unless a process uses it."""
    with lock_file(folder / START_LOCK):
        unused = try_lock_file(folder / USERS_LOCK)
        if unused:
            with unused:
                _stop_running(folder)


def _ensure_running(folder: Path, options: tuple[str, ...]) -> "tuple[str, subprocess.Popen[bytes] | None]":
    """Start the server unless it runs; return its URL, and its process if it was started here.

    Raises LocalPostgresError if it does not answer within START_SECONDS.
    """
    process, launches, deadline = None, 0, time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        alive = try_lock_file(folder / ALIVE_LOCK)
        if alive:
            with alive:
                if launches == MAX_LAUNCHES:
                    break
                process, launches = cluster.launch(folder, alive.fileno(), options), launches + 1
        elif url := cluster.url_if_running(folder):
            return url, process
        time.sleep(CHECK_SECONDS)
    raise LocalPostgresError(f"The private PostgreSQL does not start; {folder / cluster.LOG} says why.")


def _stop_running(folder: Path) -> None:
    """Shut the server down, if it runs, and wait until it has ended, for START_SECONDS at most.

    It is asked once it answers: then the process id that it recorded is really its own.
    """
    asked, deadline = False, time.monotonic() + START_SECONDS
    while is_locked(folder / ALIVE_LOCK) and time.monotonic() < deadline:
        if not asked and cluster.url_if_running(folder):
            os.kill(cluster.read_pid_and_port(folder)[0], signal.SIGINT)  # fast shutdown
            asked = True
        time.sleep(CHECK_SECONDS)
