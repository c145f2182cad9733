"""`backup` and `restore`: one file, whole or not at all, and a database that is restored whole or not at all."""

import io
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from app import backup, create_app, local_postgres
from app.backup import programs
from app.config import Settings
from app.db import db, schema
from tests.backup.commands import KEPT, must, refused, run, wrap
from tests.processes import ROOT, kill_group, until

HALF = """"$REAL" "$@" | sed '/^-- Data for/q';"""  # whole statements: all that makes the tables, and nothing in them
STOPS, FAILS = f"{HALF} sleep 60", f"{HALF} exit 1"


@pytest.fixture
def database(migrated_database: Callable[[str], str], worker: str) -> str:
    """A migrated database with one person in it."""
    url = migrated_database(f"saved_{worker}")
    write(url, "Ann")
    return url


@pytest.fixture
def empty(new_database: Callable[[str], str], worker: str) -> str:
    """An empty database."""
    return new_database(f"restored_{worker}")


@pytest.fixture
def file(database: str, tmp_path: Path) -> str:
    """A backup of the first database."""
    backup.save(database, str(tmp_path / "backup"))
    return str(tmp_path / "backup")


def at(url: str, *actions: Callable[[], None]) -> None:
    """Change the schema of a database."""
    with create_app(Settings(database_url=url, secret_key="tests")).app_context():
        for action in actions:
            action()
        db.engine.dispose()


def write(url: str, name: str) -> None:
    """Leave somebody's name."""
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO users (name) VALUES (%s)", [name])


def names(url: str) -> list[str]:
    """Read who is there."""
    with psycopg.connect(url) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM users ORDER BY id")]


def tables(url: str) -> set[str]:
    """Every table of the site and of its worker."""
    query = "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname IN ('public', 'procrastinate')"
    with psycopg.connect(url) as connection:
        return {row[0] for row in connection.execute(query)}


class TestSaving:
    """backup."""

    def test_the_file_is_its_owners_alone_and_takes_the_place_of_an_older_one(
        self, database: str, tmp_path: Path
    ) -> None:
        place = tmp_path / "backup"
        place.write_text("older")
        place.chmod(0o644)
        must("backup", str(place), DATABASE_URL=database)
        assert place.read_bytes().startswith(b"PGDMP")
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        assert os.listdir(tmp_path) == ["backup"]

    def test_it_says_what_else_is_to_be_kept(self, database: str, tmp_path: Path) -> None:
        for given, kept in ({}, "secret_key"), ({"SECRET_KEY": "s" * 32}, "Keep SECRET_KEY too"):
            done = run("backup", str(tmp_path / "backup"), DATABASE_URL=database, VAR_DIR=str(tmp_path), **given)
            assert done.returncode == 0
            assert kept in done.stderr.decode()
            assert done.stdout == b""

    def test_a_failure_leaves_the_older_file(self, database: str, tmp_path: Path) -> None:
        (tmp_path / "backup").write_text("older")
        path = wrap(tmp_path / "bin", pg_dump='case "$*" in *version) exec "$REAL" "$@";; esac; echo PGDMP; exit 1')
        said = refused("backup", str(tmp_path / "backup"), DATABASE_URL=database, PATH=path)
        assert said == "The database cannot be saved: no reason given"
        assert (tmp_path / "backup").read_text() == "older"
        assert sorted(os.listdir(tmp_path)) == ["backup", "bin"]

    def test_the_password_is_not_shown_to_others(
        self, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = wrap(tmp_path / "bin", pg_dump=f'echo "$@" >> {tmp_path}/seen; exec "$REAL" "$@"')
        monkeypatch.setenv("PATH", path)
        backup.save(database, str(tmp_path / "backup"))
        seen, password = (tmp_path / "seen").read_text(), database.split(":")[2].split("@", maxsplit=1)[0]
        assert "--format=custom" in seen
        assert password not in seen

    def test_a_terminal_is_no_place_for_it(self, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr("sys.stdout", terminal)
        with pytest.raises(backup.BackupError, match="Redirect it to a file"):
            backup.save(database, "-")


def not_restored(url: str, name: str, replace: bool = False) -> str:
    """Try to restore, which has to fail, and return why."""
    with pytest.raises((backup.BackupError, schema.NewerSchemaError, OSError)) as raised:
        backup.restore(url, name, replace)
    return str(raised.value)


class TestRestoring:
    """restore."""

    def test_all_comes_back_by_way_of_a_pipe(self, database: str, empty: str) -> None:
        must("restore", "-", stdin=must("backup", "-", DATABASE_URL=database), DATABASE_URL=empty)
        assert names(empty) == ["Ann"]
        assert tables(empty) == tables(database)
        assert {"public.games", "procrastinate.procrastinate_jobs"} <= tables(empty)
        write(empty, "Bob")  # with a number of its own

    def test_an_older_one_is_brought_up_to_date(self, database: str, empty: str, tmp_path: Path) -> None:
        now = tables(database)
        at(database, lambda: schema.downgrade("0002"))
        assert tables(database) < now
        backup.save(database, str(tmp_path / "older"))
        must("restore", str(tmp_path / "older"), DATABASE_URL=empty)
        assert names(empty) == ["Ann"]
        assert tables(empty) == now

    def test_what_is_there_is_replaced_only_on_demand(self, file: str, database: str) -> None:
        write(database, "Bob")
        with psycopg.connect(database) as connection:
            connection.execute("CREATE TABLE later (user_id bigint REFERENCES users)")
        assert not_restored(database, file) == "The database is not empty; --replace deletes for good what it holds."
        assert names(database) == ["Ann", "Bob"]
        must("restore", file, "--replace", DATABASE_URL=database)
        assert names(database) == ["Ann"]
        assert "public.later" not in tables(database)

    def test_not_while_anybody_is_there(self, file: str, empty: str) -> None:
        with psycopg.connect(empty):
            said = not_restored(empty, file)
        assert said == "The database is in use (1×): end the site, its worker and PgBouncer first."
        assert tables(empty) == set()

    def test_half_a_file_changes_nothing(self, file: str, database: str, tmp_path: Path) -> None:
        whole = Path(file).read_bytes()
        (tmp_path / "half").write_bytes(whole[: len(whole) // 2])
        said = not_restored(database, str(tmp_path / "half"), replace=True)
        assert said.startswith("The backup cannot be restored, and nothing was changed: could not ")
        assert names(database) == ["Ann"]

    @pytest.mark.parametrize("half", [FAILS, "kill"])
    def test_a_reader_that_fails_half_way_changes_nothing(
        self, file: str, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: str
    ) -> None:
        script = FAILS if half == FAILS else f"{FAILS.removesuffix('exit 1')} kill -9 $$"
        path = wrap(tmp_path / "bin", pg_restore=f'case "$*" in *only*|*version*) exec "$REAL" "$@";; esac; {script}')
        monkeypatch.setenv("PATH", path)
        said = not_restored(database, file, replace=True)
        assert said.startswith("The backup cannot be restored, and nothing was changed: ")
        assert names(database) == ["Ann"]

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
    def test_one_that_is_ended_half_way_changes_nothing(
        self, file: str, empty: str, tmp_path: Path, number: int
    ) -> None:
        path = wrap(tmp_path / "bin", pg_restore=f'case "$*" in *only*|*version*) exec "$REAL" "$@";; esac; {STOPS}')
        command = [sys.executable, "-m", "app", "restore", file]
        process = subprocess.Popen(
            command, cwd=ROOT, env=KEPT | {"DATABASE_URL": empty, "PATH": path}, start_new_session=True
        )
        until(lambda: sessions(empty, "idle in transaction"))
        process.send_signal(number)
        assert process.wait(60) != 0
        kill_group(process)  # the sleep of the script
        until(lambda: not sessions(empty))
        assert tables(empty) == set()

    def test_what_is_no_backup_of_ours(self, empty: str, new_database: Callable[[str], str], tmp_path: Path) -> None:
        (tmp_path / "note").write_text("Dear diary")
        said = refused("restore", str(tmp_path / "note"), DATABASE_URL=empty)
        assert said.startswith("The backup cannot be read: input file does not appear to be a valid archive")
        backup.save(empty, str(tmp_path / "other"))
        assert not_restored(empty, str(tmp_path / "other")) == "That is a backup of something else."
        assert "No such file" in not_restored(empty, str(tmp_path / "nothing"))

    def test_one_of_a_newer_version(self, database: str, empty: str, tmp_path: Path) -> None:
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        backup.save(database, str(tmp_path / "newer"))
        said = not_restored(empty, str(tmp_path / "newer"))
        assert said == "The backup is of a newer version (9999) than this one; update the site."
        assert tables(empty) == set()


def sessions(url: str, *states: str) -> int:
    """How many others are at work on a database."""
    query = """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend' AND (state = ANY(%(states)s) OR %(states)s = '{}')"""
    with psycopg.connect(url) as connection:
        return int(connection.execute(query, {"states": list(states)}).fetchall()[0][0])


class TestPrograms:
    """pg_dump and its like."""

    @pytest.fixture
    def nothing_private(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A machine without the private PostgreSQL."""

        def missing() -> Path:
            raise local_postgres.LocalPostgresError("not installed")

        monkeypatch.setattr(programs, "find_binaries", missing)

    @pytest.mark.usefixtures("nothing_private")
    def test_they_may_be_missing(self, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(
            backup.BackupError, match=r"pg_dump, pg_restore and psql are needed, of version 18 or newer\.$"
        ):
            backup.save(database, "-")

    @pytest.mark.usefixtures("nothing_private")
    def test_they_may_be_older_than_the_server(
        self, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = wrap(tmp_path / "bin", pg_dump='echo "pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"')
        monkeypatch.setenv("PATH", path)
        with pytest.raises(backup.BackupError, match=r"18 or newer; those on the path are of version 15\.$"):
            backup.save(database, "-")

    def test_older_ones_on_the_path_give_way_to_the_private_ones(
        self, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = wrap(tmp_path / "bin", pg_dump='echo "pg_dump (PostgreSQL) 15.18"')
        monkeypatch.setenv("PATH", path)
        backup.save(database, str(tmp_path / "backup"))
        assert (tmp_path / "backup").read_bytes().startswith(b"PGDMP")
