"""A child process that runs one function, as a fork of this process: what is imported is there already, and shared."""

import os
import signal
import sys
import time
from collections.abc import Callable
from typing import NoReturn

POLL_SECONDS = 0.02  # seconds between two looks whether a child has ended


class ChildProcess:
    """A child process in a session of its own: a Ctrl-C reaches only its parent.

    It is told when its parent ends, however that ends, by a pipe whose other end only the parent holds.
    """

    def __init__(self, run: Callable[[int], None]) -> None:
        """Start `run` with a descriptor that becomes readable once the parent has ended. Raises OSError."""
        parent_ended, self._pipe = os.pipe()
        self.returncode: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            _run(run, parent_ended)
        os.close(parent_ended)

    def poll(self) -> int | None:
        """Return the exit code as `subprocess.Popen` does, None while the child runs."""
        if self.returncode is None:
            try:
                ended, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # somebody else has collected the exit code
                self.returncode = 0
            else:
                self.returncode = os.waitstatus_to_exitcode(status) if ended else None
        return self.returncode

    def wait(self, seconds: float) -> bool:
        """Wait so long at most for the child to end, and return whether it has."""
        deadline = time.monotonic() + seconds
        while self.poll() is None and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        return self.returncode is not None

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the child has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def detach(self) -> None:
        """Close this process's end of the pipe. A later child must call this too, because it inherits that end."""
        os.close(self._pipe)


def _run(run: Callable[[int], None], parent_ended: int) -> NoReturn:
    """Run the function in the new process, as if it had been started anew, and exit."""
    code = 1
    try:
        os.setsid()
        _reset_signals()
        os.closerange(3, parent_ended)
        os.closerange(parent_ended + 1, os.sysconf("SC_OPEN_MAX"))
        run(parent_ended)
        code = 0
    except Exception:
        sys.excepthook(*sys.exc_info())
    finally:  # never return into what the parent was doing
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _reset_signals() -> None:
    """Handle signals as at the start of a process: what was ignored, as SIGHUP under `nohup`, stays so."""
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
