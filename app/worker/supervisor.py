"""Running the background worker as a child process of the site, and restarting it when it dies."""

import signal
import time
from functools import partial
from logging import Logger

from app.config import Settings
from app.observability.metrics import counters
from app.worker import process
from app.worker.child_process import ChildProcess
from app.worker.shutdown import GRACE_SECONDS

RESTART_DELAYS = (1, 2, 4, 8, 15, 30)  # seconds before the next start, if it keeps dying
STABLE_SECONDS = 60  # seconds of uptime after which the delays start over


class WorkerSupervisor:
    """Starts and supervises the worker, from the single thread of gunicorn's master, with which the worker ends."""

    def __init__(self, settings: Settings, log: Logger) -> None:
        self._settings = settings
        self._log = log
        self._child: ChildProcess | None = None
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
            self._child.send_signal(signal.SIGTERM)

    def wait_stopped(self) -> None:
        """Wait for the worker to stop, and kill it if that takes longer than its grace period."""
        if not self._child:
            return
        if not self._child.wait(GRACE_SECONDS + 1):
            self._child.send_signal(signal.SIGKILL)
            self._child.wait(GRACE_SECONDS)
        self.detach()

    def detach(self) -> None:
        """Forget the worker, as if this process had ended; every other child of the master must call this."""
        if self._child:
            self._child.detach()
        self._child = None

    def _start(self) -> None:
        self._started = time.monotonic()
        try:
            self._child = ChildProcess(partial(_run, self._settings))
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


def _run(settings: Settings, parent_ended: int) -> None:
    """Run the worker in a process of its own, whose counters are nobody else's."""
    counters.allocate()
    process.run_worker(settings, parent_ended)
