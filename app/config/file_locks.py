"""File locks, which the operating system releases when their holder ends."""

import fcntl
from pathlib import Path
from typing import IO


def lock_file(path: Path, shared: bool = False) -> IO[bytes]:
    """Wait for the lock on `path` and hold it until the returned file is closed."""
    file = path.open("ab")
    fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
    return file


def try_lock_file(path: Path) -> IO[bytes] | None:
    """Take the exclusive lock on `path`, or return None if it is taken."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def is_locked(path: Path) -> bool:
    """Whether some process holds the lock on `path`."""
    file = try_lock_file(path)
    if file:
        file.close()
    return file is None
