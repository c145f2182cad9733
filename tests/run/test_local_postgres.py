"""The private PostgreSQL: what it survives, who runs it, and who reaches it."""

import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from app import local_postgres
from app.config.file_locks import is_locked
from app.local_postgres import account, cluster
from tests import fork_server
from tests.fork_server import PipedProcess

QUICK = "fsync=off"
USE = """
import sys
from pathlib import Path
from typing import Any
from app import local_postgres
with local_postgres.running_server(Path(sys.argv[1]), "fsync=off") as url:
    print(url, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for a server, which is gone at the end."""
    folder = tmp_path / "postgres"
    yield folder
    local_postgres.stop_if_unused(folder)
    assert not runs(folder)


def runs(folder: Path) -> bool:
    """Whether any process of the server lives."""
    return is_locked(folder / "alive.lock")


def pid(folder: Path) -> int:
    """The process that the server wrote down as its own."""
    return cluster.read_pid_and_port(folder)[0]


def write(url: str, text: str) -> None:
    """Leave a line in the database."""
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS lines (line text)")
        connection.execute("INSERT INTO lines VALUES (%s)", [text])


def lines(url: str) -> list[str]:
    """Read what was left in the database."""
    with psycopg.connect(url) as connection:
        return [row[0] for row in connection.execute("SELECT line FROM lines ORDER BY line")]


def user(folder: Path) -> PipedProcess:
    """Start a process that uses the server until its input is closed."""
    return fork_server.server().start_piped(USE, str(folder))


def leave(process: PipedProcess) -> None:
    """Let such a process end."""
    process.communicate(timeout=30)
    assert process.returncode == 0


def kill(number: int) -> None:
    """End a process without a word."""
    os.kill(number, signal.SIGKILL)


def test_what_was_written_is_there_the_next_time(folder: Path) -> None:
    for word in ("first", "second"):
        with local_postgres.running_server(folder, QUICK) as url:
            write(url, word)
        assert not runs(folder)
    with local_postgres.running_server(folder, QUICK) as url:
        assert lines(url) == ["first", "second"]


def test_three_first_starts_at_once_share_one_server(folder: Path) -> None:
    users = [user(folder) for _ in range(3)]
    urls = {each.stdout.readline() for each in users}
    assert len(urls) == 1
    for each in users:
        assert runs(folder)
        leave(each)
    assert not runs(folder)


def test_the_first_to_come_may_be_the_first_to_leave(folder: Path) -> None:
    with local_postgres.running_server(folder, QUICK) as url:
        second = local_postgres.start(folder)
    write(second.url, "still there")
    assert second.url == url
    second.stop()
    assert not runs(folder)


def test_a_killed_server_is_started_again_at_once(folder: Path) -> None:
    server = local_postgres.start(folder)
    write(server.url, "before")
    busy = psycopg.connect(server.url)
    kill(pid(folder))
    again = local_postgres.start(folder)
    assert lines(again.url) == ["before"]
    busy.close()
    again.stop()
    server.stop()


def test_a_server_whose_users_were_killed_is_taken_over(folder: Path) -> None:
    killed = user(folder)
    url = killed.stdout.readline().strip()
    kill(killed.pid)
    killed.communicate()
    before = pid(folder)
    with local_postgres.running_server(folder) as taken:
        assert taken == url
        assert pid(folder) == before


def test_a_process_id_of_somebody_else_stops_nothing_and_is_not_stopped(folder: Path) -> None:
    with local_postgres.running_server(folder, QUICK) as url:
        write(url, "before")
        note = (folder / "data" / "postmaster.pid").read_text()
    data = folder / "data"
    owner = {"user": data.stat().st_uid} if os.geteuid() == 0 else {}
    foreign = subprocess.Popen(["sleep", "60"], **owner)  # type: ignore[call-overload]
    (data / "postmaster.pid").write_text("\n".join([str(foreign.pid), *note.splitlines()[1:]]))
    with local_postgres.running_server(folder, QUICK) as url:
        assert lines(url) == ["before"]
    local_postgres.stop_if_unused(folder)
    assert foreign.poll() is None
    foreign.kill()
    foreign.wait()


def test_a_start_cut_short_is_begun_anew(folder: Path) -> None:
    (folder / "data.new").mkdir(parents=True)
    (folder / "data.new" / "half").write_text("done")
    with local_postgres.running_server(folder, QUICK) as url:
        write(url, "whole")


def test_a_long_path(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["a folder with a rather long name, and spaces" for _ in range(6)])
    assert len(str(folder)) > 250
    with local_postgres.running_server(folder, QUICK) as url:
        write(url, "far down")


def test_only_this_machine_and_only_with_the_password(folder: Path) -> None:
    with local_postgres.running_server(folder, QUICK) as url, psycopg.connect(url) as connection:
        assert connection.info.host == "127.0.0.1"
        assert connection.execute("SHOW listen_addresses").fetchone() == ("127.0.0.1",)
        assert connection.execute("SHOW unix_socket_directories").fetchone() == ("",)
        password = (folder / "password").read_text()
        assert len(password) > 40
        assert stat.S_IMODE((folder / "password").stat().st_mode) == 0o600
        for wrong in ("wrong", ""):
            with pytest.raises(psycopg.OperationalError, match="password"):
                psycopg.connect(url.replace(password, wrong), passfile="/dev/null")


def test_a_server_that_cannot_start_is_one_line(folder: Path) -> None:
    with pytest.raises(local_postgres.LocalPostgresError, match=r"does not start; .*postgres\.log says why") as raised:
        local_postgres.start(folder, QUICK, "shared_buffers=nonsense")
    assert "\n" not in str(raised.value)
    assert "shared_buffers" in (folder / "postgres.log").read_text()
    with local_postgres.running_server(folder, QUICK) as url:
        write(url, "no harm was done")


def test_an_interrupted_start_leaves_no_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a Ctrl-C does while the database is being made."""
    main, run = threading.get_ident(), subprocess.run

    def run_interrupted(*args: Any, **options: Any) -> Any:
        threading.Thread(target=signal.pthread_kill, args=(main, signal.SIGINT)).start()
        return run(*args, **options)

    monkeypatch.setattr(subprocess, "run", run_interrupted)
    with pytest.raises(KeyboardInterrupt):
        local_postgres.start(folder, QUICK)
    assert not runs(folder)
    assert not is_locked(folder / "users.lock")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
class TestAsRoot:
    """PostgreSQL refuses root, and root's folders refuse everybody else."""

    @pytest.fixture
    def closed(self, tmp_path: Path) -> Path:
        """A folder that only root can pass."""
        (tmp_path / "closed").mkdir(mode=0o700)
        return tmp_path / "closed"

    def test_somebody_without_rights_runs_it(self, folder: Path) -> None:
        with local_postgres.running_server(folder, QUICK):
            assert Path(f"/proc/{pid(folder)}").stat().st_uid == pwd.getpwnam("nobody").pw_uid
            assert (folder / "password").stat().st_uid == 0

    def test_the_data_may_lie_where_only_root_can_go(self, closed: Path) -> None:
        with local_postgres.running_server(closed / "postgres", QUICK) as url:
            write(url, "here")
        assert stat.S_IMODE(closed.stat().st_mode) == 0o700
        assert (closed / "postgres" / "data" / "PG_VERSION").exists()

    def test_the_binaries_may_lie_there_too(self, closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        package = account.find_binaries().parents[1]
        for part in filter(Path.exists, (package, package.with_suffix(".libs"))):
            shutil.copytree(part, closed / part.name)
        with tempfile.TemporaryDirectory() as open_to_all:
            Path(open_to_all).chmod(0o755)
            monkeypatch.setattr(account, "find_binaries", lambda: closed / package.name / "pginstall" / "bin")
            monkeypatch.setattr(account, "COPIES_FOLDER", Path(open_to_all, "copies"))
            with local_postgres.running_server(closed / "postgres", QUICK) as url:
                write(url, "here")

    def test_data_of_an_account_stays_with_it(self, folder: Path) -> None:
        games = pwd.getpwnam("games")
        with local_postgres.running_server(folder, QUICK):
            pass
        for path in [folder / "data", *(folder / "data").rglob("*")]:
            os.chown(path, games.pw_uid, games.pw_gid)
        with local_postgres.running_server(folder, QUICK):
            assert Path(f"/proc/{pid(folder)}").stat().st_uid == games.pw_uid
