"""The Dockerfile and docker-compose.yml, read as what they say."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import yaml

from tests.processes import ROOT

WRITTEN = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
IMAGES = dict(re.findall(r"^ARG (\w+_IMAGE)=(\S+)$", WRITTEN, re.MULTILINE))
SOURCE = re.sub(r"(?<=^FROM )\$\{(\w+)\}", lambda found: IMAGES[found[1]], WRITTEN, flags=re.MULTILINE)
LINES = [line.split(None, 1) for line in SOURCE.splitlines() if line.strip() and not line.startswith("#")]
FIRSTS = [place for place, (word, _) in enumerate(LINES) if word == "FROM"]
STAGES = [LINES[first:end] for first, end in zip(FIRSTS, [*FIRSTS[1:], None], strict=True)]
LAST = STAGES[-1]
NAMED = {lines[0][1].split()[-1]: lines for lines in STAGES[:-1]}
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
WEB, WORKER, DATABASE, MIGRATE = (SERVICES[name] for name in ("web", "worker", "database", "migrate"))
PGBOUNCER, CADDY, BACKUP = (SERVICES[name] for name in ("pgbouncer", "caddy", "backup"))
OUTSIDE = {"SITE_URL": "https://play.example.org"}
SECRETS = {"secret_key": "s" * 64, "postgres_password": "p" * 32, "smtp_url": "", "metrics_token": ""}
REQUIREMENTS = "requirements.txt requirements-tracing.txt"  # of which the image gets one
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
    asked = [rest for rest in told("COPY", lines) if not rest.startswith("--from")]
    words = [shlex.split(rest.replace("${REQUIREMENTS}", REQUIREMENTS)) for rest in asked]
    return [(source, target) for *sources, target in words for source in sources]


def command(instruction: str, lines: list[list[str]] = LAST) -> list[str]:
    """The command of CMD or HEALTHCHECK, as the list it is."""
    (rest,) = told(instruction, lines)
    found: list[str] = json.loads(rest[rest.index("[") :])
    return found


def put_secrets(folder: Path) -> dict[str, str]:
    """Write the secrets' files; return where each is, by where a container sees it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, value in SECRETS.items():
        (folder / name).write_text(f"{value}\n" if value else "")
    return {f"/run/secrets/{name}": str(folder / name) for name in SECRETS}


def settings_of(service: dict[str, Any], folder: Path) -> dict[str, str]:
    """The variables of a service, as compose fills them in, with the secrets in a folder."""
    places = put_secrets(folder)
    values = {name: fill(value, OUTSIDE) for name, value in service["environment"].items()}
    return {name: places.get(value, value) for name, value in values.items()}


def fill(text: str, values: dict[str, str]) -> str:
    """Put the variables in, as compose does."""
    return VARIABLE.sub(lambda found: values.get(found[1]) or (found[3] or "" if found[2] == "-" else ""), text)
