"""Running the background worker as a child process of the site, and restarting it when it dies."""

import os
import subprocess
import sys
import time
from logging import Logger

from app.config import Settings
from app.observability.metrics import counters
from app.worker.shutdown import GRACE_SECONDS

COMMAND = (sys.executable, "-m", "app", "work", "--tied")
RESTART_DELAYS = (1, 2, 4, 8, 15, 30)  # seconds before the next start, if it keeps dying
STABLE_SECONDS = 60  # seconds of uptime after which the delays start over


class WorkerSupervisor:
    """Starts and supervises the worker, from the single thread of gunicorn's master.

    The worker's standard input is a pipe whose other end only the master holds, so the worker ends with the master
    however that ends. It runs in a session of its own: a Ctrl-C reaches only the master, which passes it on.
    """

    def __init__(self, settings: Settings, log: Logger) -> None:
        self._environment = os.environ | {
            "DATABASE_URL": settings.database_url,
            "LISTEN_URL": settings.listen_url,
        }
        self._log = log
        self._child: subprocess.Popen[bytes] | None = None
        self._deaths = 0
        self._started = self._next_start = 0.0

    def ensure_running(self) -> None:
        """Start the worker if it is not running and the restart delay is over; call this about once a second."""
        if self._child and self._child.poll() is not None:
            self._record_death(f"The background worker ended with {self._child.returncode}")
        if not self._child and time.monotonic() >= self._next_start:
            self._start()

    def poll(self) -> None:
        """Get the worker's exit status, before gunicorn reaps it with its own children."""
        if self._child:
            self._child.poll()

    def request_stop(self) -> None:
        """Ask the worker to stop, by SIGTERM, without waiting."""
        if self._child:
            self._child.terminate()

    def wait_stopped(self) -> None:
        """Wait for the worker to stop, and kill it if that takes longer than its grace period."""
        if not self._child:
            return
        try:
            self._child.wait(GRACE_SECONDS + 1)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self.detach()

    def detach(self) -> None:
        """Close this process's end of the worker's pipe, and forget the worker.

        Every other child of the master must call this too, because it inherits that end.
        """
        if self._child and self._child.stdin:
            self._child.stdin.close()
        self._child = None

    def _start(self) -> None:
        self._started = time.monotonic()
        try:
            self._child = subprocess.Popen(
                COMMAND, stdin=subprocess.PIPE, env=self._environment, start_new_session=True
            )
            counters.WORKER_PID.set(self._child.pid)
        except OSError as error:  # such as no memory left: the site runs without it
            self._record_death(f"The background worker cannot be started ({error.strerror})")

    def _record_death(self, what: str) -> None:
        """Log that the worker died or did not start, and schedule the next start."""
        self.detach()
        counters.WORKER_PID.set(0)
        now = time.monotonic()
        self._deaths = 0 if now - self._started > STABLE_SECONDS else self._deaths
        pause = RESTART_DELAYS[min(self._deaths, len(RESTART_DELAYS) - 1)]
        self._deaths += 1
        self._next_start = now + pause
        self._log.warning("%s; the next start is in %d s.", what, pause)
