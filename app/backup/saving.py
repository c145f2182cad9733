"""Saving the database to one file, which appears complete or not at all."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from app.backup.programs import BackupError, connection_arguments, error_reason, find_programs

STDIO = "-"  # as a file name: standard output or input


def save(url: str, name: str) -> None:
    """Write a consistent snapshot of the database to the file `name`, or for `-` to standard output.

    Only its owner can read the file; it replaces an existing one. `url` must lead to the database itself, not to a
    pooler. Raises BackupError and OSError.
    """
    if name == STDIO:
        if sys.stdout.isatty():
            raise BackupError("A backup is binary. Redirect it to a file.")
        _run_pg_dump(url, sys.stdout.buffer)
    else:
        with _atomic_file(Path(name)) as file:
            _run_pg_dump(url, file)


def _run_pg_dump(url: str, file: IO[bytes]) -> None:
    """Write a dump of the database in pg_dump's compressed format to an open file. Raises BackupError."""
    address, environment = connection_arguments(url)
    words = ["--format=custom", "--no-owner", "--no-privileges", f"--dbname={address}"]
    done = subprocess.run(
        [find_programs(url) / "pg_dump", *words], stdout=file, stderr=subprocess.PIPE, env=environment, check=False
    )
    if done.returncode:
        raise BackupError(f"The database cannot be saved: {error_reason(done.stderr)}")


@contextmanager
def _atomic_file(path: Path) -> Iterator[IO[bytes]]:
    """Yield a temporary file that replaces `path` at the end of the block, or is deleted if the block raises."""
    number, fresh = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(number, "wb") as file:
            yield file
            os.fsync(number)
        Path(fresh).replace(path)
    except BaseException:
        Path(fresh).unlink()
        raise
