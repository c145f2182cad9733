"""deploy/backup.sh: the database is saved every night, and what is saved is restored and compared. Run as it is."""

import json
import os
import signal
import stat
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from app.local_postgres.account import find_binaries
from tests.backup.commands import KEPT, wrap
from tests.backup.test_backup import write
from tests.processes import ROOT, free_port, kill_group, until

SCRIPT = ROOT / "deploy" / "backup.sh"
SECRET = "not to be told"
DAY = 86_400  # seconds


class Nightly:
    """The script beside a database, with a folder of its own; what it has said so far."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder, self.said = url, folder / "backups", ""
        self.folder.mkdir()
        place = make_url(url)
        (folder / "password").write_text(f"{place.password}\n")
        self.env = KEPT | {"PGHOST": str(place.host), "PGPORT": str(place.port), "PGUSER": str(place.username)}
        self.env |= {"PGDATABASE": str(place.database), "POSTGRES_PASSWORD_FILE": str(folder / "password")}
        self.env |= {"BACKUPS": str(self.folder), "PATH": f"{find_binaries()}:{os.environ['PATH']}"}

    def run(self, word: str = "once", **env: str) -> bool:
        """Run it with a word; return whether it went well."""
        done = subprocess.run([SCRIPT, word], env=self.env | env, capture_output=True, text=True, check=False)
        self.said = done.stderr
        assert done.stdout == ""
        return done.returncode == 0

    @property
    def line(self) -> dict[str, Any]:
        """The one line that it has logged."""
        (line,) = self.said.splitlines()
        found: dict[str, Any] = json.loads(line)
        return found

    @property
    def kept(self) -> list[str]:
        """The names of the backups."""
        return sorted(file.name for file in self.folder.glob("*.backup"))

    def databases(self) -> set[str]:
        """The database, and those named after it; other tests make and drop others meanwhile."""
        with psycopg.connect(self.url) as connection:
            own = f"{connection.info.dbname}%"
            return {
                row[0] for row in connection.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [own])
            }


@pytest.fixture
def nightly(migrated_database: Callable[[str], str], worker: str, tmp_path: Path) -> Nightly:
    """The script beside a migrated database with one person in it."""
    url = migrated_database(f"nightly_{worker}")
    write(url, "Ann")
    return Nightly(url, tmp_path)


def test_a_backup_is_kept_once_it_was_restored(nightly: Nightly) -> None:
    before = nightly.databases()
    assert not nightly.run("check")
    assert nightly.run()
    line, (name,) = nightly.line, nightly.kept
    assert (line["level"], line["users"], line["games"], line["moves"]) == ("INFO", 1, 0, 0)
    assert (line["file"], line["bytes"]) == (name, (nightly.folder / name).stat().st_size)
    assert (nightly.folder / name).read_bytes().startswith(b"PGDMP")
    assert stat.S_IMODE((nightly.folder / name).stat().st_mode) == 0o600
    assert nightly.databases() == before
    assert nightly.run("check")


def test_it_sees_one_moment_while_people_play_on(nightly: Nightly) -> None:
    ends = threading.Event()

    def come() -> None:
        with psycopg.connect(nightly.url, autocommit=True) as connection:
            while not ends.is_set():
                connection.execute("INSERT INTO users (name) VALUES ('Bob')")

    thread = threading.Thread(target=come)
    thread.start()
    try:
        assert nightly.run(), nightly.said
    finally:
        ends.set()
        thread.join()
    assert nightly.line["users"] >= 1


def broken(tmp_path: Path, **scripts: str) -> str:
    """A path on which some of PostgreSQL's programs are scripts."""
    return wrap(tmp_path / "bin", **scripts).replace(":", f":{find_binaries()}:", 1)


@pytest.mark.parametrize(
    ("program", "script", "message"),
    [
        ("pg_dump", 'echo "pg_dump: error: disk full" >&2; exit 1', "The database cannot be saved."),
        ("pg_dump", '"$REAL" "$@" && : > "$DUMP"', "The backup cannot be restored."),
        ("pg_restore", 'echo "pg_restore: error: it \\"broke\\"" >&2; exit 1', "The backup cannot be restored."),
        ("pg_restore", '"$REAL" --section=pre-data "$@"', "The restored backup differs from the database."),
    ],
)
def test_what_fails_is_told_and_makes_it_unhealthy(
    nightly: Nightly, tmp_path: Path, program: str, script: str, message: str
) -> None:
    assert nightly.run()
    kept, before = nightly.kept, nightly.databases()
    assert not nightly.run(PATH=broken(tmp_path, **{program: script}))
    assert (nightly.line["level"], nightly.line["message"]) == ("ERROR", message)
    assert not nightly.run("check")
    assert (nightly.kept, nightly.databases()) == (kept, before)
    time.sleep(1)  # the name is the second
    assert nightly.run()
    assert nightly.run("check")
    assert len(nightly.kept) == 2
    assert not list(nightly.folder.glob("*.unverified"))


def test_a_database_that_is_away_is_told_without_its_password(nightly: Nightly, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    assert not nightly.run(PGPORT=str(free_port()), POSTGRES_PASSWORD_FILE=str(tmp_path / "secret"))
    assert nightly.line["message"] == "The database cannot be saved."
    assert "refused" in nightly.said
    assert SECRET not in nightly.said


def test_old_ones_go_only_after_a_good_one(nightly: Nightly, tmp_path: Path) -> None:
    for days in (1, 13, 15, 40):
        file = nightly.folder / f"dead-drop-{days}.backup"
        file.touch()
        os.utime(file, (time.time() - days * DAY,) * 2)
    failing = broken(tmp_path, pg_dump="exit 1")
    assert not nightly.run(PATH=failing)
    assert len(nightly.kept) == 4
    assert nightly.run()
    assert {"dead-drop-1.backup", "dead-drop-13.backup"} < set(nightly.kept)
    assert len(nightly.kept) == 3


def test_one_that_is_two_days_old_is_no_health(nightly: Nightly) -> None:
    assert nightly.run()
    os.utime(nightly.folder / "status", (time.time() - 2 * DAY,) * 2)
    assert not nightly.run("check")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_begins_at_once_waits_for_the_night_and_ends_when_told(nightly: Nightly, number: int) -> None:
    process = subprocess.Popen([SCRIPT], env=nightly.env, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stderr
    try:
        assert json.loads(process.stderr.readline())["level"] == "INFO"
        until(lambda: nightly.run("check"))
        process.send_signal(number)
        assert process.wait(30) == 0
    finally:
        kill_group(process)  # and the sleep
        process.stderr.close()
    assert len(nightly.kept) == 1
