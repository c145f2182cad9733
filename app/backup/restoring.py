"""Restoring the database from a file, in a single transaction."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import psycopg

from app.backup.programs import CONNECT_SECONDS, BackupError, connection_arguments, error_reason, find_programs
from app.backup.saving import STDIO
from app.db import schema

SQL_OPTIONS = ("--no-owner", "--no-privileges", "--file=-")
REVISION_OPTIONS = ("--data-only", "--schema=public", "--table=alembic_version", "--file=-")
IS_EMPTY_SQL = """
    SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace IN (
        SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'procrastinate')))"""
OTHER_SESSIONS_SQL = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND coalesce(backend_type, 'client backend') = 'client backend'"""  # NULL where the server hides it
DISCONNECT_SECONDS = 5  # seconds to wait for sessions that are just ending
BEGIN_SQL = """
    BEGIN;
    SET LOCAL client_min_messages = warning;
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = '10s';
"""
CLEAR_SQL = """
    DROP SCHEMA IF EXISTS procrastinate CASCADE;
    DO $$ DECLARE each record; BEGIN
        FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
            EXECUTE format('DROP TABLE IF EXISTS public.%I CASCADE', each.tablename);
        END LOOP;
    END $$;
    DROP FUNCTION IF EXISTS public.audit_written_once();
"""


def restore(url: str, name: str, replace: bool) -> None:
    """Load a backup written by `save` into a database, from the file `name` or, for `-`, standard input.

    With `replace`, what the database holds is deleted first. The schema is then the backup's, so migrate afterwards.
    `url` must lead to the database itself, not to a pooler. Raises BackupError, after which nothing is changed, also if
    the database is in use, or is not empty without `replace`; schema.NewerSchemaError for a backup by newer code; and
    OSError.
    """
    programs = find_programs(url)
    with _open_backup(name) as file:
        schema.require_known_revision(_read_revision(programs, file), "backup")
        _require_usable_database(url, replace)
        _load(url, programs, file, BEGIN_SQL + (CLEAR_SQL if replace else ""))


@contextmanager
def _open_backup(name: str) -> Iterator[IO[bytes]]:
    """Yield a backup opened for reading; standard input is copied to a temporary file first, to be read twice."""
    if name != STDIO:
        with Path(name).open("rb") as file:
            yield file
    else:
        with tempfile.TemporaryFile() as kept:
            shutil.copyfileobj(sys.stdin.buffer, kept)
            yield kept


def _read_revision(programs: Path, file: IO[bytes]) -> str:
    """Return the schema revision of a backup. Raises BackupError if it cannot be read or is of something else."""
    file.seek(0)
    done = subprocess.run([programs / "pg_restore", *REVISION_OPTIONS], stdin=file, capture_output=True, check=False)
    if done.returncode:
        raise BackupError(f"The backup cannot be read: {error_reason(done.stderr)}")
    lines = iter(done.stdout.decode("utf-8", "replace").splitlines())
    if not any(line.startswith("COPY public.alembic_version ") for line in lines):
        raise BackupError("That is a backup of something else.")
    return next(lines, "")


def _require_usable_database(url: str, replace: bool) -> None:
    """Raise BackupError unless the database is empty, or `replace`, and nobody is connected: the site caches rows."""
    deadline = time.monotonic() + DISCONNECT_SECONDS
    with psycopg.connect(url, autocommit=True, connect_timeout=int(CONNECT_SECONDS)) as connection:
        while others := connection.execute(OTHER_SESSIONS_SQL).fetchall()[0][0]:
            if time.monotonic() > deadline:
                raise BackupError(f"The database is in use ({others}×): end the site, its worker and PgBouncer first.")
            time.sleep(0.1)
        if not (replace or connection.execute(IS_EMPTY_SQL).fetchall()[0][0]):
            raise BackupError("The database is not empty; --replace deletes for good what it holds.")


def _load(url: str, programs: Path, file: IO[bytes], before: str) -> None:
    """Pipe a backup through pg_restore into psql, after the SQL `before`; commit only once all has been read.

    Raises BackupError if that fails; nothing is changed then.
    """
    address, environment = connection_arguments(url)
    words = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null", f"--dbname={address}"]
    file.seek(0)
    with tempfile.TemporaryFile() as said:
        reading = subprocess.Popen(
            [programs / "pg_restore", *SQL_OPTIONS], stdin=file, stdout=subprocess.PIPE, stderr=said
        )
        writing = subprocess.Popen([programs / "psql", *words], stdin=subprocess.PIPE, stderr=said, env=environment)
        try:
            done = _pipe(reading, writing, before)
        finally:
            for process in (reading, writing):
                process.kill()
                process.wait()
        said.seek(0)
        if not done:
            raise BackupError(f"The backup cannot be restored, and nothing was changed: {error_reason(said.read())}")


def _pipe(reading: "subprocess.Popen[bytes]", writing: "subprocess.Popen[bytes]", before: str) -> bool:
    """Copy the output of one process to the other, inside a transaction; return whether it was committed."""
    assert reading.stdout is not None  # noqa: S101
    assert writing.stdin is not None  # noqa: S101
    with suppress(BrokenPipeError), writing.stdin as script:  # psql exits at the first error
        script.write(before.encode())
        for line in reading.stdout:
            script.write(line)
        if reading.wait() == 0:
            script.write(b"ANALYZE; COMMIT;\n")
    return writing.wait() == 0 and reading.wait() == 0
