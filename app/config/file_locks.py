"""Locks on files between processes, which the operating system releases when their holder ends."""

import fcntl
from pathlib import Path
from typing import IO


def lock_file(path: Path, shared: bool = False) -> IO[bytes]:
    """Wait for the lock on `path`, exclusive or `shared`, and return the file that holds it until closed.

    The file is created if necessary.
    """
    file = path.open("ab")
    fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
    return file


def try_lock_file(path: Path) -> IO[bytes] | None:
    """Take the exclusive lock on `path` without waiting; return the file that holds it, or None if it is taken."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def is_locked(path: Path) -> bool:
    """Whether anybody holds the lock on `path`, exclusive or shared."""
    file = try_lock_file(path)
    if file:
        file.close()
    return file is None
