"""Finding PostgreSQL's programs, on the PATH or in the local PostgreSQL, and building their arguments."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from app.local_postgres import LocalPostgresError
from app.local_postgres.account import find_binaries

CONNECT_SECONDS = "10"  # seconds to connect to the database


class BackupError(Exception):
    """Raised when a backup or restore fails; its text is one line for the user of the command."""


def find_programs(url: str) -> Path:
    """Return the first folder whose programs are not older than the server of `url`, as they have to be.

    Raises BackupError if there is none.
    """
    with psycopg.connect(url, connect_timeout=int(CONNECT_SECONDS)) as connection:
        server = connection.info.server_version // 10_000
    found = {place: _version(place) for place in _candidate_folders()}
    for place, version in found.items():
        if version >= server:
            return place
    needed = f"PostgreSQL's programs pg_dump, pg_restore and psql are needed, of version {server} or newer"
    raise BackupError(f"{needed}; those on the path are of version {max(found.values())}." if found else f"{needed}.")


def connection_arguments(url: str) -> tuple[str, dict[str, str]]:
    """Return the connection string of a URL without its password, and an environment for the programs that has it."""
    parts = conninfo_to_dict(url)
    password = parts.pop("password", None)
    shown = make_conninfo(**{name: str(value) for name, value in parts.items()})
    secret = {"PGPASSWORD": str(password)} if password else {}
    return shown, os.environ | {"PGCONNECT_TIMEOUT": CONNECT_SECONDS, "LC_ALL": "C.UTF-8"} | secret


def error_reason(said: bytes) -> str:
    """Return the first error line of a program's output, without the program's name and position."""
    lines = [line.strip() for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
    complaint = next((line for line in lines if "error:" in line.lower()), lines[0] if lines else "no reason given")
    return re.sub(r"^.*?error:\s*", "", complaint, count=1, flags=re.IGNORECASE)


def _candidate_folders() -> Iterator[Path]:
    """Yield the folders that may have the programs: the one on the PATH, and that of the local PostgreSQL."""
    if on_path := shutil.which("pg_dump"):
        yield Path(on_path).parent  # not resolved: Debian's wrappers choose the version by the name they are called by
    try:
        yield find_binaries()
    except LocalPostgresError:
        return


def _version(place: Path) -> int:
    """Return the major version of the programs in a folder, 0 if one does not run."""
    versions = []
    for name in ("pg_dump", "pg_restore", "psql"):
        try:
            said = subprocess.run([place / name, "--version"], capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return 0
        found = re.search(r"\) (\d+)", said)
        versions.append(int(found[1]) if found else 0)
    return min(versions)
