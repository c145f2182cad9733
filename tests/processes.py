"""The site as a process of its own, started as people start it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = {
    "APP_ENV",
    "DATABASE_URL",
    "HOST",
    "POLL_MILLISECONDS",
    "PORT",
    "SECRET_KEY",
    "TRUSTED_PROXIES",
    "VAR_DIR",
    "WEB_WORKERS",
}
MAKES = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}  # of the make that runs the tests
RUN = (sys.executable, "-m", "app", "run")


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
            self.process = subprocess.Popen(
                command, cwd=cwd, env=kept | self.settings, stdout=out, stderr=err, start_new_session=True
            )

    def wait(self, seconds: float = 60) -> "Site":
        """Wait until it says that it is open, or fail with what it said instead."""
        deadline = time.monotonic() + seconds
        while "\n" not in self.out.read_text():
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.err.read_text()}"
            assert time.monotonic() < deadline, f"not open after {seconds} s: {self.err.read_text()}"
            time.sleep(0.02)
        return self

    def end(self, number: int = signal.SIGTERM, group: bool = False, seconds: float = 15) -> int:
        """Send a signal to the process, or to its group as a Ctrl-C does, and return the exit code."""
        if self.process.poll() is None:
            (os.killpg if group else os.kill)(self.process.pid, number)
        return self.process.wait(seconds)


@contextmanager
def serve(folder: Path, **settings: str) -> Iterator[Site]:
    """Keep a site open for as long as the block runs."""
    site = Site(folder, **settings)
    try:
        yield site.wait()
    finally:
        site.end()


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
