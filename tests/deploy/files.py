"""The Dockerfile and docker-compose.yml, read as what they say."""

import json
import re
import shlex
from typing import Any

import yaml

from tests.processes import ROOT

SOURCE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
LINES = [line.split(None, 1) for line in SOURCE.splitlines() if line.strip() and not line.startswith("#")]
FIRSTS = [place for place, (word, _) in enumerate(LINES) if word == "FROM"]
STAGES = [LINES[first:end] for first, end in zip(FIRSTS, [*FIRSTS[1:], None], strict=True)]
LAST = STAGES[-1]
NAMED = {lines[0][1].split()[-1]: lines for lines in STAGES[:-1]}
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
WEB, WORKER, DATABASE, MIGRATE = (SERVICES[name] for name in ("web", "worker", "database", "migrate"))
PGBOUNCER, CADDY = SERVICES["pgbouncer"], SERVICES["caddy"]
OUTSIDE = {"SECRET_KEY": "s" * 64, "POSTGRES_PASSWORD": "p" * 32, "SITE_URL": "https://play.example.org"}
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


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


def command(instruction: str, lines: list[list[str]] = LAST) -> list[str]:
    """The command of CMD or HEALTHCHECK, as the list it is."""
    (rest,) = told(instruction, lines)
    found: list[str] = json.loads(rest[rest.index("[") :])
    return found


def fill(text: str, values: dict[str, str]) -> str:
    """Put the variables in, as compose does."""
    return VARIABLE.sub(lambda found: values.get(found[1]) or (found[3] or "" if found[2] == "-" else ""), text)
