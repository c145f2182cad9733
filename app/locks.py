"""Locks on files, which the system takes back when their holders are gone."""

import fcntl
from pathlib import Path
from typing import IO


def hold(path: Path, shared: bool = False) -> IO[bytes]:
    """Wait for the lock of `path` and hold it until the file is closed."""
    file = path.open("ab")
    fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
    return file


def try_hold(path: Path) -> IO[bytes] | None:
    """Hold the lock of `path` alone, or return None if somebody holds it."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def is_held(path: Path) -> bool:
    """Whether somebody holds the lock of `path`."""
    file = try_hold(path)
    if file:
        file.close()
    return file is None
