"""The site as in production, on a database of its own."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

import psycopg
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from app import create_app, local_postgres
from app.config import Settings
from app.db import db, schema
from tests.bench import machine
from tests.bench.requests import HOST
from tests.processes import Site as Process

SECRET = "b" * 64
WORKERS = 2
METRICS_TOKEN = "b" * 32
RENDERED = "dead_drop_tables_rendered"


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL server: its maintenance database, its first process, its log."""

    url: str
    pid: int
    log: Path

    def database(self, name: str, template: str = "template1") -> str:
        """Make a database and return its URL."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url.removesuffix("postgres") + name

    def cpu(self) -> float:
        """The seconds of CPU used so far."""
        return machine.cpu(self.pid)


@dataclass(frozen=True)
class Server:
    """Processes that answer on a port."""

    port: int
    pid: int

    def cpu(self) -> float:
        """The seconds of CPU used so far."""
        return machine.cpu(self.pid)

    def tables_rendered(self) -> int:
        """The tables rendered so far, by its metrics."""
        address = f"http://127.0.0.1:{self.port}/metrics"
        asked = Request(address, headers={"Host": HOST, "Authorization": f"Bearer {METRICS_TOKEN}"})
        with urlopen(asked) as answer:
            families = text_string_to_metric_families(answer.read().decode())
            return next(int(family.samples[0].value) for family in families if family.name == RENDERED)

    @property
    def workers(self) -> list[int]:
        """The processes that answer."""
        return machine.family(self.pid)[1:]


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Keep a PostgreSQL server with its usual settings, which a crash costs nothing."""
    folder = Path(tempfile.mkdtemp(prefix="dead-drop-bench-"))
    try:
        with local_postgres.running_server(folder / "postgres", "max_connections=200") as url:
            pid = int((folder / "postgres/data/postmaster.pid").read_text().split()[0])
            yield Cluster(url, pid, folder / "postgres/postgres.log")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def site(url: str, **settings: str) -> Iterator[Server]:
    """Keep the site open on the database at `url`, with two processes that answer and no background worker."""
    folder = Path(tempfile.mkdtemp(prefix="dead-drop-bench-"))
    production = {"APP_ENV": "production", "SITE_URL": f"https://{HOST}", "SECRET_KEY": SECRET, "TRUSTED_PROXIES": "1"}
    production |= {"WEB_WORKERS": str(WORKERS), "WORKER": "0", "METRICS_TOKEN": METRICS_TOKEN}
    process = Process(folder, DATABASE_URL=url, **production | settings)
    try:
        process.wait()
        yield Server(int(process.settings["PORT"]), process.process.pid)
    finally:
        process.end()
        shutil.rmtree(folder, ignore_errors=True)


def migrated(url: str) -> Flask:
    """Bring a database up to date and return the site on it, for whoever fills it."""
    app = create_app(Settings(database_url=url, secret_key=SECRET, production=True, site_url=f"https://{HOST}"))
    with app.app_context():
        schema.migrate()
        db.session.remove()
    return app


def let_go(app: Flask) -> None:
    """Close the connections by which a database was filled."""
    with app.app_context():
        db.engine.dispose()
