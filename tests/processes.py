"""The site as a process of its own."""

import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import IO

from app import local_postgres
from app.config.file_locks import is_locked
from tests import fork_server

ROOT = Path(__file__).resolve().parent.parent
OURS = {
    "APP_ENV",
    "DATABASE_URL",
    "HELD_POLLS",
    "HOLD_SECONDS",
    "HOST",
    "LISTEN_URL",
    "LOG_LEVEL",
    "MAIL_FROM",
    "METRICS_TOKEN",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "POLL_MILLISECONDS",
    "PORT",
    "POSTGRES_PASSWORD",
    "PRIVATE_TARGETS",
    "SECRET_KEY",
    "SECURITY_CONTACT",
    "SITE_URL",
    "SMTP_URL",
    "TRUSTED_PROXIES",
    "VAR_DIR",
    "WEB_WORKERS",
    "WORKER",
}
OURS |= {f"{name}_FILE" for name in OURS}
MAKES = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}  # of the make that runs the tests
APP = (sys.executable, "-m", "app")
RUN, WORK = (*APP, "run"), (*APP, "work")
PORTS = range(20_000, 30_000)  # below those that systems give to whoever asks for any
PATIENCE = 60  # seconds until what does not happen is missed: long, since machines are busy


class Site:
    """A site being started with its data in `folder`, on a free port; `settings` go into its environment."""

    def __init__(self, folder: Path, command: Sequence[str] = RUN, cwd: Path = ROOT, **settings: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.settings = {"VAR_DIR": str(folder), "PORT": str(free_port())} | settings
        self.url = f"http://127.0.0.1:{self.settings['PORT']}"
        kept = {name: value for name, value in os.environ.items() if name not in OURS | MAKES}
        number = len(list(folder.glob("*.out")))
        self.out, self.err = folder / f"{number}.out", folder / f"{number}.err"
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = _start(command, cwd, kept | self.settings, out, err)

    def wait(self, seconds: float = PATIENCE) -> "Site":
        """Wait until it says that it is open, or fail with what it said instead."""
        deadline = time.monotonic() + seconds
        while "\n" not in self.out.read_text():
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.err.read_text()}"
            assert time.monotonic() < deadline, f"not open after {seconds} s: {self.err.read_text()}"
            time.sleep(0.02)
        return self

    def get(self, path: str = "/healthz") -> tuple[int, str]:
        """Ask for a page; return the status and the text."""
        connection = http.client.HTTPConnection("127.0.0.1", int(self.settings["PORT"]), timeout=PATIENCE)
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def until_said(self, sentence: str, seconds: float = PATIENCE) -> None:
        """Wait until it has written something to standard error, or fail."""
        until(lambda: sentence in self.err.read_text(), seconds)

    def children(self) -> list[int]:
        """The processes that it has started: those that answer, and the worker."""
        return [pid for pid, _ in self._children()]

    def worker(self) -> int | None:
        """The process of its background worker, if there is one."""
        return next((pid for pid, session in self._children() if pid == session), None)

    def _children(self) -> list[tuple[int, int]]:
        """The child processes in Python, with the session of each: the worker has one of its own."""
        lines = [line.split() for line in _ps("--ppid", str(self.process.pid), "-o", "pid=,sid=,comm=")]
        return [(int(pid), int(session)) for pid, session, name in lines if name.startswith("python")]

    def end(self, number: int = signal.SIGTERM, group: bool = False, seconds: float = PATIENCE) -> int:
        """Send a signal to the process, or to its group as a Ctrl-C does, and return the exit code."""
        if self.process.poll() is None:
            (os.killpg if group else os.kill)(self.process.pid, number)
        return self.process.wait(seconds)


def _start(
    command: Sequence[str], cwd: Path, env: Mapping[str, str], out: IO[bytes], err: IO[bytes]
) -> "subprocess.Popen[bytes] | fork_server.Process":
    """Start a command in a session of its own: by the fork server, unless it is not this code or not as it is."""
    if tuple(command[: len(APP)]) == APP and cwd == ROOT and "LD_PRELOAD" not in env:
        return fork_server.server().start(command[len(APP) :], cwd, env, out.fileno(), err.fileno())
    return subprocess.Popen(command, cwd=cwd, env=env, stdout=out, stderr=err, start_new_session=True)


@contextmanager
def serve(folder: Path, **settings: str) -> Iterator[Site]:
    """Keep a site open for as long as the block runs."""
    site = Site(folder, **settings)
    try:
        yield site.wait()
    finally:
        site.end()


def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something is true, or fail."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def kill_group(process: subprocess.Popen[str] | subprocess.Popen[bytes], number: int = signal.SIGKILL) -> None:
    """Send a signal to all that lives in a process's group; often nothing does any more."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def database_runs(folder: Path) -> bool:
    """Whether any process of the private database in a site's folder lives."""
    return is_locked(folder / "postgres" / "alive.lock")


def end_database(folder: Path) -> bool:
    """End that database, if the last of its users is gone; and say whether it is."""
    local_postgres.stop_if_unused(folder / "postgres")
    return not database_runs(folder)


def private_url(folder: Path) -> str:
    """The URL of that database while it runs."""
    port = (folder / "postgres" / "data" / "postmaster.pid").read_text().splitlines()[3]
    return f"postgresql://deaddrop:{(folder / 'postgres' / 'password').read_text()}@127.0.0.1:{port}/postgres"


def lives(pid: int) -> bool:
    """Whether a process still runs; one that only waits to be collected does not."""
    return any(line.strip()[:1] != "Z" for line in _ps("-p", str(pid), "-o", "state="))


def _ps(*options: str) -> list[str]:
    return subprocess.run(["ps", *options], capture_output=True, text=True, check=False).stdout.splitlines()


def free_port() -> int:
    """Return a port that nobody listens on just now, nor is given meanwhile by the system, or again by this function.

    Another process of the tests tries them in another order.
    """
    for port in _ports():
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


@cache
def _ports() -> Iterator[int]:
    return cycle(random.Random(os.getpid()).sample(PORTS, len(PORTS)))
