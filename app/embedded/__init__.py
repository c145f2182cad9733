"""A local PostgreSQL for development: the binaries come from a Python package, the data is in one folder.

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

from app.embedded import cluster
from app.embedded.account import EmbeddedError
from app.locks import hold, is_held, try_hold

PATIENCE = 60  # seconds to start; recovery after a crash takes a while
LAUNCHES = 3  # attempts to start: another program may take the free port first
PAUSE = 0.03  # seconds between two checks

TURN = "turn.lock"  # held while starting or stopping the server
USERS = "users.lock"  # shared by all processes that use it
ALIVE = "alive.lock"  # held by the server's own processes

__all__ = ["EmbeddedError", "Server", "end_unused", "postgres", "revive", "start"]


@dataclass
class Server:
    """A running PostgreSQL: connect to `url` until `stop()`."""

    folder: Path
    url: str = field(repr=False)  # contains the password
    _process: "subprocess.Popen[bytes] | None" = field(repr=False)
    _use: IO[bytes] = field(repr=False)

    def stop(self) -> None:
        """Stop using the server; it ends if nobody else uses it."""
        self._use.close()
        end_unused(self.folder)
        if self._process and not is_held(self.folder / ALIVE):
            self._process.wait()


@contextmanager
def postgres(folder: Path, *options: str) -> Iterator[str]:
    """Yield the URL of the server whose data is in `folder`; see start()."""
    server = start(folder, *options)
    try:
        yield server.url
    finally:
        server.stop()


def start(folder: Path, *options: str) -> Server:
    """Use the server of `folder`, creating and starting it if necessary.

    `options` are PostgreSQL settings such as `fsync=off`. Raises LocalPostgresError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    use = hold(folder / USERS, shared=True)
    try:
        with hold(folder / TURN):
            return Server(folder, *_answering(folder, options), _use=use)
    except BaseException:
        use.close()
        end_unused(folder)
        raise


def revive(folder: Path, port: int) -> bool:
    """Restart our server on its `port` if it has died; return whether it had. Raises LocalPostgresError."""
    if is_held(folder / ALIVE):
        return False
    with hold(folder / TURN):
        _answering(folder, (f"port={port}",))
    return True


def end_unused(folder: Path) -> None:
    """Stop the server of `folder`, unless a process uses it."""
    with hold(folder / TURN):
        unused = try_hold(folder / USERS)
        if unused:
            with unused:
                _end(folder)


def _answering(folder: Path, options: tuple[str, ...]) -> "tuple[str, subprocess.Popen[bytes] | None]":
    """Return the URL of the running server, and its process if it was started here."""
    process, launches, deadline = None, 0, time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        alive = try_hold(folder / ALIVE)
        if alive:
            with alive:
                if launches == LAUNCHES:
                    break
                process, launches = cluster.launch(folder, alive.fileno(), options), launches + 1
        elif url := cluster.answers(folder):
            return url, process
        time.sleep(PAUSE)
    raise EmbeddedError(f"The private PostgreSQL does not start; {folder / cluster.LOG} says why.")


def _end(folder: Path) -> None:
    """Ask the running server to stop, once it answers: then the process id that it recorded is really its own."""
    asked, deadline = False, time.monotonic() + PATIENCE
    while is_held(folder / ALIVE) and time.monotonic() < deadline:
        if not asked and cluster.answers(folder):
            os.kill(cluster.noted(folder)[0], signal.SIGINT)  # fast shutdown
            asked = True
        time.sleep(PAUSE)
