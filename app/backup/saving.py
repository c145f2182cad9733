"""Saving the database: one file, which is there whole or not at all."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from app.backup.programs import BackupError, folder, reason, target

STANDARD = "-"  # in the place of a file's name: standard output, or input


def save(url: str, name: str) -> None:
    """Write all that the database holds at one moment to a file for its owner alone, or to standard output.

    `url` is to lead to the database itself, past any pooler. Raises BackupError, and OSError.
    """
    if name == STANDARD:
        if sys.stdout.isatty():
            raise BackupError("A backup is nothing to look at; lead it into a file.")
        _dump(url, sys.stdout.buffer)
    else:
        with _whole(Path(name)) as file:
            _dump(url, file)


def _dump(url: str, file: IO[bytes]) -> None:
    """Let pg_dump write, in its own compressed format, what it sees in one snapshot."""
    address, environment = target(url)
    words = ["--format=custom", "--no-owner", "--no-privileges", f"--dbname={address}"]
    done = subprocess.run(
        [folder(url) / "pg_dump", *words], stdout=file, stderr=subprocess.PIPE, env=environment, check=False
    )
    if done.returncode:
        raise BackupError(f"The database cannot be saved: {reason(done.stderr)}")


@contextmanager
def _whole(path: Path) -> Iterator[IO[bytes]]:
    """Give a file that takes its name, and the place of an older one, once it is complete and on the disk."""
    number, fresh = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # its owner's alone, as it stays
    try:
        with os.fdopen(number, "wb") as file:
            yield file
            os.fsync(number)
        Path(fresh).replace(path)
    except BaseException:
        Path(fresh).unlink()
        raise
