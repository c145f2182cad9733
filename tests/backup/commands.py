"""The commands as somebody types them."""

import os
import subprocess
from pathlib import Path

from app.local_postgres.account import find_binaries
from tests import fork_server
from tests.processes import MAKES, OURS, ROOT

KEPT = {name: value for name, value in os.environ.items() if name not in OURS | MAKES}


def run(*words: str, stdin: bytes = b"", **settings: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a command to its end."""
    return fork_server.server().run(words, ROOT, KEPT | settings, stdin)


def must(*words: str, stdin: bytes = b"", **settings: str) -> bytes:
    """Run a command that has to succeed, and return what it wrote."""
    done = run(*words, stdin=stdin, **settings)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def refused(*words: str, stdin: bytes = b"", **settings: str) -> str:
    """Run a command that has to fail, and return the one line that it says."""
    done = run(*words, stdin=stdin, **settings)
    assert done.returncode == 1
    (line,) = done.stderr.decode().splitlines()
    return line


def wrap(folder: Path, **scripts: str) -> str:
    """Put PostgreSQL's programs into a folder, some of them as scripts, `$REAL` being the real one; return a path."""
    folder.mkdir()
    for name in ("pg_dump", "pg_restore", "psql"):
        script = scripts.get(name, 'exec "$REAL" "$@"')
        (folder / name).write_text(f'#!/bin/sh\nREAL="{find_binaries() / name}"\n{script}\n')
        (folder / name).chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"
