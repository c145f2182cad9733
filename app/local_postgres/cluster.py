"""Creating the local PostgreSQL's data folder, starting its process, and finding its URL."""

import secrets
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import IO

import psycopg

from app.local_postgres.account import LocalPostgresError, give_to_server_account, program_command, subprocess_options

DATA = "data"
LOG = "postgres.log"
PASSWORD = "password"  # noqa: S105  # a file's name
ROLE = "deaddrop"
LOCALE = ("--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")


def launch(folder: Path, lock: int, options: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    """Start the server, creating its data on first use, and return its process without waiting until it answers.

    It keeps the file descriptor `lock` open as long as it lives. Call this only while holding that lock: then no server
    is running, whatever an old postmaster.pid says.
    """
    data = folder / DATA
    if not data.exists():
        _create_data(folder, durably="fsync=off" not in options)
    (data / "postmaster.pid").unlink(missing_ok=True)
    settings = ("listen_addresses=127.0.0.1", f"port={_free_port()}", "unix_socket_directories=", *options)
    with (folder / LOG).open("wb") as log:
        return subprocess.Popen(
            [*program_command("postgres", data), *(word for setting in settings for word in ("-c", setting))],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # protects it from Ctrl-C: the processes that use it end first
            pass_fds=[lock],
            **subprocess_options(data),
        )


def url_if_running(folder: Path) -> str | None:
    """Return the URL of the running server, or None if it does not answer (yet)."""
    try:
        password, (_pid, port) = (folder / PASSWORD).read_text(), read_pid_and_port(folder)
        url = f"postgresql://{ROLE}:{password}@127.0.0.1:{port}/postgres"
        psycopg.connect(url, connect_timeout=3).close()
    except (FileNotFoundError, ValueError, psycopg.OperationalError):
        return None
    return url


def read_pid_and_port(folder: Path) -> tuple[int, int]:
    """Return the process id and the port that the server recorded in postmaster.pid.

    Raises FileNotFoundError or ValueError if it has not (completely).
    """
    pid, _data, _since, port = (folder / DATA / "postmaster.pid").read_text().splitlines()[:4]
    return int(pid), int(port)


def _create_data(folder: Path, durably: bool) -> None:
    """Create the password and the data folder, which has a temporary name until it is complete."""
    fresh = folder / "data.new"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    give_to_server_account(fresh, fresh)
    password = secrets.token_urlsafe(32)
    (folder / PASSWORD).touch(mode=0o600)
    (folder / PASSWORD).write_text(password)
    with tempfile.TemporaryFile() as stdin:
        give_to_server_account(stdin.fileno(), fresh)
        stdin.write(password.encode())
        stdin.seek(0)
        _run_initdb(fresh, stdin, () if durably else ("--no-sync",))
    fresh.rename(folder / DATA)


def _run_initdb(data: Path, password: IO[bytes], options: tuple[str, ...]) -> None:
    access = ("--auth=scram-sha-256", f"--username={ROLE}", "--pwfile=/dev/stdin")
    words = [*program_command("initdb", data), *access, *LOCALE, *options]
    done = subprocess.run(
        words, stdin=password, capture_output=True, text=True, check=False, **subprocess_options(data)
    )
    if done.returncode:
        reason = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise LocalPostgresError(f"The private PostgreSQL cannot be set up: {' '.join(reason)}")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port
