"""The commands on a machine with nothing but make and Python: what they install, and what a signal to them ends."""

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from app import bootstrap
from app.config.file_locks import is_locked
from tests.processes import ROOT, Site

LEFT_OUT = shutil.ignore_patterns(".*", "var", "tests")


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which this environment counts as installed."""
    clone = tmp_path_factory.mktemp("make") / "clone"
    shutil.copytree(ROOT, clone, ignore=LEFT_OUT)
    (clone / ".venv").mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (clone / ".venv" / part).symlink_to(Path(sys.prefix, part))
    wanted = sha256((clone / "requirements-local.txt").read_bytes()).hexdigest()
    (clone / ".venv" / "requirements-local.txt.sha256").write_text(wanted)
    return clone


class TestRun:
    """make run, and how it ends."""

    @pytest.mark.parametrize(
        ("number", "group"), [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGHUP, True)]
    )
    def test_one_line_and_then_nothing_is_left(self, clone: Path, tmp_path: Path, number: int, group: bool) -> None:
        site = Site(tmp_path / "var", command=("make", "run"), cwd=clone).wait()
        assert site.out.read_text() == f"Dead Drop is open at {site.url}\n"
        site.end(number, group, seconds=10)
        assert [line for line in site.err.read_text().splitlines() if not line.startswith("make: ***")] == []
        assert not is_locked(site.folder / "postgres" / "alive.lock")
        socket.create_server(("127.0.0.1", int(site.settings["PORT"]))).close()

    def test_a_failure_is_one_line_and_that_of_make(self, clone: Path, tmp_path: Path) -> None:
        site = Site(tmp_path / "var", command=("make", "run"), cwd=clone, PORT="none")
        assert site.process.wait(60) == 2
        ours, makes = site.err.read_text().splitlines()
        assert ours == "PORT must be a whole number from 1 to 65535, not 'none'."
        assert makes.startswith("make: ***")

    def test_without_a_new_enough_python_it_says_so(self, clone: Path, tmp_path: Path) -> None:
        done = make(clone, "run", f"PYTHONS={python(tmp_path, 'old', runs='false')}")
        (line,) = done.stderr.splitlines()
        assert "Dead Drop needs Python 3.11 or newer" in line
        assert done.returncode != 0
        assert done.stdout == ""

    def test_the_first_python_that_can_make_an_environment_is_taken(self, clone: Path, tmp_path: Path) -> None:
        old, new = python(tmp_path, "old", runs="false"), python(tmp_path, "new", runs="true")
        bare = python(tmp_path, "bare", runs='test "${2#*ensurepip}" = "$2"')
        for pythons, taken in [((old, bare, new, new), new), ((bare, new), new), ((old, bare), bare)]:
            done = make(clone, "--dry-run", "run", f"PYTHONS={' '.join(pythons)}")
            assert done.stdout.splitlines()[0] == f"{taken} app/bootstrap.py requirements-local.txt"


def make(clone: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run make with nothing on the path."""
    command = [shutil.which("make") or "", *args]
    return subprocess.run(command, cwd=clone, env={"PATH": ""}, capture_output=True, text=True, check=False)


def python(folder: Path, name: str, runs: str) -> str:
    """Write a program in place of a Python, which does this instead of what it is given by -c."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{runs}\n")
    path.chmod(0o755)
    return str(path)


class TestEnvironment:
    """app/bootstrap.py, which makes .venv."""

    @pytest.fixture
    def place(self, tmp_path: Path) -> Path:
        """A project that needs nothing."""
        (tmp_path / "app").mkdir()
        shutil.copy(bootstrap.__file__, tmp_path / "app" / "bootstrap.py")
        (tmp_path / "needs.txt").write_text("# nothing\n")
        return tmp_path

    def start(self, place: Path) -> "subprocess.Popen[str]":
        """Make the environment of `place`."""
        command = [sys.executable, "app/bootstrap.py", "needs.txt"]
        return subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_three_at_once_make_one_and_a_fourth_finds_it_made(self, place: Path) -> None:
        for process in [self.start(place) for _ in range(3)]:
            assert process.communicate(timeout=90) == ("", "")
            assert process.returncode == 0
        made = (place / ".venv" / "needs.txt.sha256").stat().st_mtime_ns
        assert self.start(place).wait(30) == 0
        assert (place / ".venv" / "needs.txt.sha256").stat().st_mtime_ns == made
        assert stat.S_ISREG((place / ".venv" / "pyvenv.cfg").stat().st_mode)

    def test_a_failed_installation_is_tried_again(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bootstrap, "VENV", str(place / ".venv"))
        monkeypatch.setattr(bootstrap, "is_venv_usable", lambda: True)
        monkeypatch.setattr(bootstrap, "PIP", ["false"])
        (place / ".venv").mkdir()
        for _ in range(2):
            with pytest.raises(SystemExit, match="cannot be installed"):
                bootstrap.main(str(place / "needs.txt"))
        monkeypatch.setattr(bootstrap, "PIP", ["true"])
        bootstrap.main(str(place / "needs.txt"))
        monkeypatch.setattr(bootstrap, "PIP", ["false"])
        bootstrap.main(str(place / "needs.txt"))
        (place / "needs.txt").write_text("something else\n")
        with pytest.raises(SystemExit, match="cannot be installed"):
            bootstrap.main(str(place / "needs.txt"))

    @pytest.mark.parametrize("uv_works", [True, False])
    def test_uv_comes_first_and_installs_the_rest_if_it_can(
        self, place: Path, monkeypatch: pytest.MonkeyPatch, uv_works: bool
    ) -> None:
        installed = place / "installed"
        installer = ["sh", "-c", f'sed "s/^/$0 /" "$1" >> {installed}']
        monkeypatch.setattr(bootstrap, "VENV", str(place / ".venv"))
        monkeypatch.setattr(bootstrap, "is_venv_usable", lambda: True)
        monkeypatch.setattr(bootstrap, "PIP", [*installer, "pip"])
        monkeypatch.setattr(bootstrap, "UV", [*installer, "uv"] if uv_works else ["false"])
        (place / ".venv").mkdir()
        uv = ["uv==1.0 \\", "    --hash=sha256:00 \\", "    --hash=sha256:01"]
        wanted = ["flask==3.1 \\", "    --hash=sha256:10", *uv, "wtforms==3.3 \\", "    --hash=sha256:11"]
        (place / "needs.txt").write_text("\n".join(wanted) + "\n")
        bootstrap.main(str(place / "needs.txt"))
        rest = "uv" if uv_works else "pip"
        assert installed.read_text().split("\n")[:-1] == [
            *(f"pip {line}" for line in uv),
            *(f"{rest} {line}" for line in wanted),
        ]

    def test_an_old_python_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "version_info", (3, 9, 2))
        with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is 3\.9\."):
            bootstrap.main(os.devnull)
