"""The background worker as a process: with the site and alone, killed, cut off from its database, and asked to end."""

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from app import local_postgres
from tests.databases import migrate
from tests.processes import WORK, Site, free_port, lives, private_url, until
from tests.wire import Browser

Start = Callable[..., Site]

QUICK = ("fsync=off", "full_page_writes=off")
IN_PRODUCTION = {"APP_ENV": "production", "SITE_URL": "https://play.example.org", "SECRET_KEY": "s" * 64}


@pytest.fixture
def endless() -> Iterator[int]:
    """The port of a mail server whose greeting never ends, so that nobody finds that it has fallen silent."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=greet, args=[server], daemon=True).start()
        yield server.getsockname()[1]


def greet(server: socket.socket) -> None:
    """Greet the first who comes, line by line, until they have gone."""
    with suppress(OSError), server.accept()[0] as connection:
        while True:
            connection.sendall(b"220-Wait\r\n")
            time.sleep(1)


def ask(url: str, query: str) -> list[tuple[object, ...]]:
    """Read something in the database, or change it."""
    with psycopg.connect(url) as connection:
        cursor = connection.execute(query)
        return cursor.fetchall() if cursor.description else []


def workers(url: str) -> list[int]:
    """The ids of the workers that have signed on and not off."""
    return [row[0] for row in ask(url, "SELECT id FROM procrastinate.procrastinate_workers ORDER BY id")]  # type: ignore[misc]


def ticked(url: str) -> int:
    """When the deadlines were last to be looked at, in seconds since 1970."""
    query = "SELECT coalesce(max(defer_timestamp), 0) FROM procrastinate.procrastinate_periodic_defers"
    return ask(url, f"{query} WHERE task_name = 'clocks'")[0][0]  # type: ignore[return-value]


def post_letter(url: str, new_email: str | None = None) -> None:
    """Let a mail be due that nobody needs, so that a worker drops it, but for one that is to confirm a new address."""
    address = f"'{new_email}'" if new_email else "NULL"
    ask(
        url,
        f"""
        WITH reader AS (INSERT INTO users (name, new_email) VALUES ('Ann', {address}) RETURNING id)
        INSERT INTO deliveries (user_id, channel, target, kind, params, due_at)
        SELECT id, 'mail', 'ann@example.org', 'confirm-email', '{{"round": 0}}', now() FROM reader
        """,
    )


def states(url: str) -> list[str]:
    """What has become of all deliveries."""
    return [str(row[0]) for row in ask(url, "SELECT state FROM deliveries ORDER BY id")]


def told(site: Site) -> list[str]:
    """What the worker has said of itself in a log of production; what libraries add is left out."""
    lines = [json.loads(line) for line in site.err.read_text().splitlines()]
    return [line["message"].partition(":")[0] for line in lines if line["logger"].startswith("app.worker.")]


class TestWithTheSite:
    """Started by `run`."""

    def test_a_letter_leaves_and_all_end_together(self, start: Start, database: str) -> None:
        site = start(DATABASE_URL=database).wait()
        Browser(site.url, "Ann", "ann@example.org")
        until(lambda: list(site.folder.glob("mail/*.eml")))
        (letter,) = site.folder.glob("mail/*.eml")
        assert "To: ann@example.org" in letter.read_text()
        worker = site.worker()
        assert worker
        assert site.end(signal.SIGTERM) == 0
        assert not lives(worker)
        assert workers(database) == []
        assert site.out.read_text().count("\n") == 1
        assert site.err.read_text() == ""

    def test_one_that_is_killed_is_replaced(self, start: Start, database: str) -> None:
        site = start(DATABASE_URL=database).wait()
        until(lambda: workers(database))
        first, before = site.worker(), workers(database)
        assert first
        os.kill(first, signal.SIGKILL)
        until(lambda: site.worker() not in (None, first))
        until(lambda: set(workers(database)) - set(before))
        post_letter(database)
        until(lambda: states(database) == ["dropped"])
        (line,) = site.err.read_text().splitlines()
        assert line.endswith("[WARNING] The background worker ended with -9; the next start is in 1 s.")
        assert site.get() == (200, "ok\n")

    def test_one_that_cannot_work_is_tried_ever_more_rarely_and_the_site_goes_on(
        self, start: Start, migrated: str
    ) -> None:
        ask(migrated, "DROP SCHEMA procrastinate CASCADE")
        site = start(DATABASE_URL=migrated).wait()
        site.until_said("the next start is in 1 s.")
        site.until_said("the next start is in 2 s.")
        assert site.get() == (200, "ok\n")
        until(lambda: len(site.children()) == 1)  # between two tries, of which one may just go on
        assert site.end() == 0

    @pytest.mark.parametrize("group", [False, True])
    def test_it_does_not_outlive_a_site_that_is_killed(self, start: Start, migrated: str, group: bool) -> None:
        site = start(DATABASE_URL=migrated).wait()
        until(lambda: workers(migrated))  # it may be started later than the site is open
        others = site.children()
        assert site.worker() in others
        site.end(signal.SIGKILL, group=group)
        until(lambda: not any(map(lives, others)))
        until(lambda: workers(migrated) == [])

    def test_an_answering_process_that_comes_later_does_not_keep_it(self, start: Start, migrated: str) -> None:
        """It inherits the pipe that tells the worker of the master's end, and must close it."""
        site = start(DATABASE_URL=migrated).wait()
        until(lambda: workers(migrated))
        worker = site.worker()
        assert worker
        (first,) = set(site.children()) - {worker}
        os.kill(first, signal.SIGKILL)
        until(lambda: set(site.children()) - {worker, first})
        (second,) = set(site.children()) - {worker, first}
        os.kill(second, signal.SIGSTOP)
        site.process.kill()
        try:
            until(lambda: not lives(worker))
        finally:
            os.kill(second, signal.SIGKILL)

    def test_without_one(self, start: Start, migrated: str) -> None:
        site = start(DATABASE_URL=migrated, WORKER="0").wait()
        time.sleep(1.5)
        assert site.worker() is None
        assert len(site.children()) == 1


class TestAlone:
    """Started by `work`."""

    def test_two_at_once_share_the_ticks(self, start: Start, migrated: str) -> None:
        both = [start(command=WORK, DATABASE_URL=migrated) for _ in range(2)]
        until(lambda: len(workers(migrated)) == 2)
        post_letter(migrated)
        before = ticked(migrated)
        until(lambda: ticked(migrated) >= before + 5)
        until(lambda: states(migrated) == ["dropped"])
        for one in both:
            assert one.end(signal.SIGTERM) == 0
            assert (one.out.read_text(), one.err.read_text()) == ("", "")
        assert workers(migrated) == []
        assert ask(migrated, "SELECT * FROM procrastinate.procrastinate_jobs WHERE status <> 'todo'") == []

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_every_signal_ends_it_and_a_second_does_no_harm(self, start: Start, migrated: str, number: int) -> None:
        site = start(command=WORK, DATABASE_URL=migrated)
        until(lambda: workers(migrated))
        os.kill(site.process.pid, number)
        for second in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if site.process.poll() is None:
                os.kill(site.process.pid, second)
        assert site.process.wait(60) == 0
        assert workers(migrated) == []
        assert site.err.read_text() == ""

    def test_what_hangs_is_cut_off_and_stays_due(self, start: Start, migrated: str, endless: int) -> None:
        settings = {"SMTP_URL": f"smtp://127.0.0.1:{endless}", "LOG_LEVEL": "warning"}
        site = start(command=WORK, DATABASE_URL=migrated, **IN_PRODUCTION | settings)
        until(lambda: workers(migrated))
        post_letter(migrated, new_email="ann@example.org")
        until(lambda: ask(migrated, "SELECT 1 FROM deliveries WHERE attempts = 1"))
        before = ticked(migrated)
        until(lambda: ticked(migrated) > before)
        begun = time.monotonic()
        assert site.end(signal.SIGTERM) == 0
        assert time.monotonic() - begun > 4
        assert told(site) == ["Tasks that did not end within 5 s are stopped."]
        assert states(migrated) == ["waiting"]

    def test_it_waits_for_the_schema_and_says_so_once(self, start: Start, database: str) -> None:
        site = start(command=WORK, DATABASE_URL=database, **IN_PRODUCTION)
        site.until_said("The worker waits: the database is of another version;")
        time.sleep(2.5)
        assert told(site) == ["The worker waits"]
        migrate(database)
        site.until_said("The worker is running.")
        until(lambda: workers(database))
        assert told(site) == ["The worker waits", "The worker is running."]

    def test_it_ends_while_it_waits(self, start: Start, database: str) -> None:
        site = start(command=WORK, DATABASE_URL=database)
        site.until_said("The worker waits")
        assert site.end(signal.SIGTERM) == 0

    def test_a_database_that_comes_later(self, start: Start) -> None:
        site = start(command=WORK, DATABASE_URL=f"postgresql://somebody:secret@127.0.0.1:{free_port()}/nowhere")
        site.until_said("The worker waits: ")
        assert "Connection refused" in site.err.read_text()
        assert "secret" not in site.err.read_text()
        assert site.end(signal.SIGTERM) == 0

    def test_a_database_that_is_killed_and_comes_back(self, start: Start, tmp_path: Path) -> None:
        options = (*QUICK, f"port={free_port()}")
        server = local_postgres.start(tmp_path / "server", *options)
        try:
            migrate(server.url)
            site = start(command=WORK, DATABASE_URL=server.url, LOG_LEVEL="warning", **IN_PRODUCTION)
            until(lambda: workers(server.url))
            postmaster = int((tmp_path / "server/data/postmaster.pid").read_text().split()[0])
            os.kill(postmaster, signal.SIGKILL)
            site.until_said("The worker waits: ")
            again = local_postgres.start(tmp_path / "server", *options)
            try:
                assert again.url == server.url
                post_letter(again.url)
                until(lambda: states(again.url) == ["dropped"])
                site.until_said("The worker is running.")
                assert told(site) == ["The worker waits", "The worker is running."]
                assert site.end() == 0
            finally:
                again.stop()
        finally:
            server.stop()

    def test_it_shares_the_private_database(self, start: Start) -> None:
        site = start(WORKER="0").wait()
        alone = start(command=WORK)
        url = private_url(site.folder)
        until(lambda: workers(url))
        post_letter(url)
        until(lambda: states(url) == ["dropped"])
        assert site.end() == 0
        assert workers(url) != []
        assert alone.end() == 0
        assert (site.err.read_text(), alone.err.read_text()) == ("", "")
