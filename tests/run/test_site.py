"""The site as people start it: one line when it is open, one signal to end it, and its data at the next start."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from app.config import Settings
from app.server import gunicorn_app
from tests.processes import Site, database_runs, free_port, private_url, until

Start = Callable[..., Site]
PRODUCTION = {"APP_ENV": "production", "SITE_URL": "https://play.example.org"}


def write(folder: Path, name: str) -> None:
    """Leave somebody's name in the database."""
    with psycopg.connect(private_url(folder)) as connection:
        connection.execute("INSERT INTO users (name) VALUES (%s)", [name])


def names(folder: Path) -> list[str]:
    """Read who is in the database."""
    with psycopg.connect(private_url(folder)) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM users ORDER BY name")]


def test_it_says_one_line_once_it_answers_and_a_ctrl_c_ends_all(start: Start) -> None:
    site = start().wait()
    assert site.get() == (200, "ok\n")
    assert site.out.read_text().splitlines() == [f"Dead Drop is open at {site.url}"]
    write(site.folder, "Ann")
    assert site.end(signal.SIGINT, group=True) == 0
    assert not database_runs(site.folder)
    assert site.err.read_text() == ""
    again = start().wait()
    assert names(again.folder) == ["Ann"]
    assert again.end(signal.SIGTERM) == 0
    assert not database_runs(site.folder)


def test_nobody_can_connect_before_it_can_answer(start: Start, migrated: str) -> None:
    """Here because something else holds the table that it looks at first; its port is its own already."""
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(migrated) as other, psycopg.connect(migrated, autocommit=True) as looking:
        other.execute("LOCK TABLE alembic_version")
        site = start(DATABASE_URL=migrated, WORKER="0")
        until(lambda: looking.execute(waits).fetchone() == (1,))
        with pytest.raises(OSError, match="refused"):
            site.get()
        other.rollback()
        assert site.wait().get() == (200, "ok\n")


def test_after_everything_was_killed_the_next_start_finds_all(start: Start) -> None:
    site = start().wait()
    write(site.folder, "Ann")
    os.killpg(site.process.pid, signal.SIGKILL)
    subprocess.run(["kill", "-9", (site.folder / "postgres/data/postmaster.pid").read_text().split()[0]], check=True)
    again = start(PORT=site.settings["PORT"]).wait()
    assert names(again.folder) == ["Ann"]
    assert again.get()[0] == 200


def test_a_private_database_that_dies_is_started_anew(start: Start) -> None:
    site = start().wait()
    write(site.folder, "Ann")
    for count in (1, 2):
        postmaster = (site.folder / "postgres/data/postmaster.pid").read_text().split()[0]
        subprocess.run(["kill", "-9", postmaster], check=True)
        until(lambda count=count: site.err.read_text().count("it was started anew") == count)
        until(lambda: site.get() == (200, "ok\n"))
        assert names(site.folder) == ["Ann"]
    assert site.end() == 0
    assert not database_runs(site.folder)


def test_after_only_the_master_was_killed_the_same_port_is_free_again(start: Start) -> None:
    site = start().wait()
    write(site.folder, "Ann")
    site.process.kill()
    again = start(PORT=site.settings["PORT"]).wait()
    assert names(again.folder) == ["Ann"]
    assert again.get()[0] == 200


def test_a_busy_machine_may_take_seconds_to_free_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes of a killed master look once a second whether it lives, if they get to it."""
    passed = 0.0
    with socket.create_server(("127.0.0.1", 0)) as left:
        port = left.getsockname()[1]

        def sleep(seconds: float) -> None:
            nonlocal passed
            passed += seconds
            if passed > 4:
                left.close()

        monkeypatch.setattr(gunicorn_app, "time", SimpleNamespace(monotonic=lambda: passed, sleep=sleep))
        gunicorn_app.bind(Settings(database_url="", secret_key="tests", host="127.0.0.1", port=port)).close()


def test_three_at_once_share_the_data(start: Start) -> None:
    sites = [start(WORKER="0") for _ in range(3)]
    for site in sites:
        site.wait()
    assert [site.get()[0] for site in sites] == [200, 200, 200]
    for site in sites:
        assert database_runs(site.folder)
        assert site.end() == 0
    assert not database_runs(sites[0].folder)


def test_a_worker_that_dies_is_replaced_without_a_second_line(start: Start, migrated: str) -> None:
    site = start(DATABASE_URL=migrated, WORKER="0").wait()
    (worker,) = site.children()
    os.kill(worker, signal.SIGKILL)
    until(lambda: site.children() not in ([], [worker]))
    assert site.get()[0] == 200
    assert site.out.read_text().count("\n") == 1


def test_several_workers_say_it_once(start: Start, migrated: str) -> None:
    site = start(DATABASE_URL=migrated, WEB_WORKERS="2", WORKER="0").wait()
    assert site.get()[0] == 200
    until(lambda: len(site.children()) == 2)
    assert site.end() == 0
    assert site.out.read_text().count("\n") == 1


def test_a_closed_terminal_ends_it_too(start: Start, migrated: str) -> None:
    site = start(DATABASE_URL=migrated, WORKER="0").wait()
    assert site.end(signal.SIGHUP) == 0


def test_it_ends_although_browsers_keep_their_connections(start: Start, migrated: str) -> None:
    site = start(DATABASE_URL=migrated, WORKER="0").wait()
    kept = [http.client.HTTPConnection("127.0.0.1", int(site.settings["PORT"])) for _ in range(5)]
    for connection in kept:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    begun = time.monotonic()
    assert site.end(signal.SIGTERM) == 0
    assert time.monotonic() - begun < 7.5


def test_only_this_machine_reaches_it_unless_asked(site: Site, start: Start, migrated: str) -> None:
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", int(site.settings["PORT"])))
    world = start(DATABASE_URL=migrated, WORKER="0", HOST="0.0.0.0").wait()
    socket.create_connection(("127.0.0.2", int(world.settings["PORT"]))).close()


class TestOneLine:
    """What goes wrong at the start is one line on stderr and exit code 1."""

    @pytest.mark.parametrize(
        ("settings", "sentence"),
        [
            (PRODUCTION, "DATABASE_URL must be set in production."),  # tests/run/test_config.py has what else is said
            ({"DATABASE_URL": f"postgresql://x@127.0.0.1:{free_port()}/x"}, "The database cannot be used:"),
            ({"VAR_DIR": "/proc/nowhere"}, "[Errno 2] No such file or directory: '/proc/nowhere'"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
    )
    def test_a_setting(self, start: Start, settings: dict[str, str], sentence: str) -> None:
        self.refused(start(**settings), sentence)

    def test_a_port_that_is_taken(self, start: Start) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = str(other.getsockname()[1])
            self.refused(start(PORT=port), f"Port {port} cannot be used (Address already in use); set PORT to another.")

    def test_a_password_that_is_wrong(self, start: Start, migrated: str) -> None:
        before, _, after = migrated.rpartition("@")
        self.refused(start(DATABASE_URL=f"{before}wrong@{after}"), "The database cannot be used:")

    def test_a_database_of_a_newer_version(self, start: Start, migrated: str) -> None:
        with psycopg.connect(migrated) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.execute("COMMENT ON TABLE alembic_version IS 'compatible since 9999'")
        self.refused(start(DATABASE_URL=migrated), "The database is of a newer version (9999) than this one;")

    def refused(self, site: Site, sentence: str) -> None:
        """Expect the site to end with that sentence."""
        assert site.process.wait(60) == 1
        assert site.out.read_text() == ""
        (line,) = site.err.read_text().splitlines()
        assert line.startswith(sentence)
