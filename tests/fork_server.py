"""Processes of the site that need not import it: forks of one which has done so, once for each process that tests.

Importing everything takes longer than migrating, serving and ending together. A fork is given its arguments,
environment, folder and files as by `subprocess.Popen`, and goes on as `python -m app` does, or as `python -c`.
"""

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import Any

from tests import compiled_rules, compiled_templates

ROOT = Path(__file__).resolve().parent.parent
STDERR = 2
MESSAGE_BYTES = 128 * 1024  # more than any environment takes


class Process:
    """A running fork: the part of `subprocess.Popen` that tests use."""

    def __init__(self, server: "Server", args: Sequence[str], pid: int) -> None:
        self.args = args
        self.pid = pid
        self.returncode: int | None = None
        self._server = server
        self._ended = os.pidfd_open(pid)  # can be read once the process has ended

    def poll(self) -> int | None:
        """Return the exit code, None while it runs."""
        return self._collect() if self.returncode is None and _is_readable(self._ended, 0) else self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and return the exit code. Raises subprocess.TimeoutExpired after so many seconds."""
        if self.returncode is not None:
            return self.returncode
        if not _is_readable(self._ended, timeout):
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return self._collect()

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def _collect(self) -> int:
        os.close(self._ended)
        self.returncode, seconds = self._server.ask({"collect": self.pid})
        self._server.cpu += seconds
        return self.returncode


class PipedProcess(Process):
    """A running fork with pipes for text: the further part of `subprocess.Popen` that tests use."""

    def __init__(self, server: "Server", args: Sequence[str], pid: int, stdin: int, stdout: int) -> None:
        super().__init__(server, args, pid)
        self.stdin, self.stdout = os.fdopen(stdin, "w"), os.fdopen(stdout)

    def communicate(self, text: str = "", timeout: float | None = None) -> tuple[str, None]:
        """Send text and the end of input, and return what it writes until its end, with nothing of its errors."""
        with self.stdout:
            with suppress(BrokenPipeError), self.stdin:
                self.stdin.write(text)
            self.wait(timeout)
            return self.stdout.read(), None


class Server:
    """The process that forks, as seen by the one that tests; it ends with that. Thread-safe.

    `cpu` is how many seconds of CPU the forks have used that have ended, with their own children.
    """

    def __init__(self) -> None:
        self.cpu = 0.0
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = Lock()
        with theirs:
            command = [sys.executable, "-m", "tests.fork_server", str(theirs.fileno()), compiled_templates.folder()]
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])

    def start(self, args: Sequence[str], cwd: Path, env: Mapping[str, str], stdout: int, stderr: int) -> Process:
        """Start `python -m app` with these arguments in a session of its own, without standard input."""
        with open(os.devnull) as stdin:
            return self._start(args, cwd, env, stdin.fileno(), stdout, stderr)

    def start_piped(self, program: str, *words: str) -> PipedProcess:
        """Start `python -c` with a program and its arguments in this project's folder, with pipes for text."""
        stdin, written = os.pipe()
        read, stdout = os.pipe()
        args = ["-c", program, *words]
        pid = self.ask({"args": args, "cwd": str(ROOT), "env": dict(os.environ)}, stdin, stdout, STDERR)
        os.close(stdin)
        os.close(stdout)
        return PipedProcess(self, args, pid, written, read)

    def run(
        self,
        args: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        stdin: bytes = b"",
        timeout: float | None = None,
    ) -> "subprocess.CompletedProcess[bytes]":
        """Run `python -m app` with these arguments to its end, or `-c` and a program, as of `< in > out 2> err`.

        It is killed after so many seconds, and subprocess.TimeoutExpired raised.
        """
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
            given.write(stdin)
            given.seek(0)
            process = self._start(args, cwd, env, given.fileno(), out.fileno(), err.fileno())
            try:
                code = process.wait(timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(args, code, out.read(), err.read())

    def loaded(self, *names: str) -> set[str]:
        """Return which of these modules and packages are loaded where all commands of the site are."""
        return set(self.ask({"names": names}))

    def _start(self, args: Sequence[str], cwd: Path, env: Mapping[str, str], *files: int) -> Process:
        return Process(self, args, self.ask({"args": args, "cwd": str(cwd), "env": dict(env)}, *files))

    def ask(self, request: Mapping[str, object], *files: int) -> Any:
        """Send a request with open files, and return the answer."""
        with self._lock:
            socket.send_fds(self._socket, [json.dumps(request).encode()], files)
            return json.loads(self._socket.recv(MESSAGE_BYTES))


@cache
def server() -> Server:
    """Return the server of this process."""
    return Server()


def cpu() -> float:
    """Return how many seconds of CPU all forks have used that have ended."""
    return server().cpu if server.cache_info().currsize else 0.0


def _is_readable(descriptor: int, timeout: float | None) -> bool:
    return bool(select.select([descriptor], [], [], timeout)[0])


def _serve(connection: socket.socket) -> bool:
    """Answer requests until the other end is closed, then return False; in each fork, return True."""
    while True:
        text, files, _, _ = socket.recv_fds(connection, MESSAGE_BYTES, 3)
        if not text:
            return False
        request = json.loads(text)
        if "collect" in request:
            _, status, used = os.wait4(request["collect"], 0)
            answer: object = (os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime)
        elif "names" in request:
            answer = sorted(sys.modules.keys() & request["names"])
        else:
            answer = os.fork()
            if answer == 0:
                connection.close()
                _become(files, **request)
                return True
        for each in files:
            os.close(each)
        connection.send(json.dumps(answer).encode())


def _compile(templates: str) -> None:
    """Compile what is the same in every fork, or have it kept in a folder once a fork has compiled it."""
    if templates:
        compiled_templates.share(Path(templates))
    compiled_rules.share()
    create_app(Settings(database_url="postgresql://nobody@127.0.0.1:1/nothing", secret_key="tests"))


def _become(files: Sequence[int], args: Sequence[str], cwd: str, env: Mapping[str, str]) -> None:
    """Make this process look as if it had just been started so."""
    os.setsid()
    for number, each in enumerate(files):
        os.dup2(each, number)
        os.close(each)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    sys.argv[1:] = args
    counters.allocate()


if __name__ == "__main__":
    from app import cli, create_app
    from app.config import Settings
    from app.observability.metrics import counters

    _compile(sys.argv[2])
    gc.freeze()
    if _serve(socket.socket(fileno=int(sys.argv[1]))):
        if sys.argv[1] == "-c":
            _, _, program, *words = sys.argv
            sys.argv[:] = ["-c", *words]
            exec(program, {})
        else:
            cli.main()
