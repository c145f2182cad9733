"""The site as people start it, with all that it stands on, each part within reach of a fault."""

import asyncio
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import psycopg
from flask import Flask

from app import create_app, local_postgres
from app.config import Settings
from app.db import OUTAGE_ERRORS
from app.local_postgres import account
from tests.faults.clock import Clock
from tests.faults.disk import small_disk
from tests.faults.proxy import Proxy
from tests.processes import Site, database_runs, free_port

SECRET = "the secret of the faults"
ROOM = ("max_wal_size=64MB", "min_wal_size=32MB", "log_min_messages=panic")
OURS = "harness"  # the name of our own connections, which no fault touches
T = TypeVar("T")


class Reach:
    """How a run itself reaches the database: at `url`, past what goes wrong; `app` is a site that prepares games."""

    url: str
    app: Flask

    async def sql(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the database, past the proxy, for as long as it takes until it answers."""
        return await self.in_spite(self._ask, query, values)

    async def in_spite(self, does: Callable[..., T], *values: object) -> T:
        """Do something with the database in a thread, again and again while it is away."""
        while True:
            try:
                return await asyncio.to_thread(does, *values)
            except (psycopg.OperationalError, *OUTAGE_ERRORS):
                await asyncio.sleep(0.2)

    def _ask(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url, autocommit=True, application_name=OURS, connect_timeout=5) as connection:
            cursor = connection.execute(query, values or None)
            return cursor.fetchall() if cursor.description else []


class Stage(Reach):
    """Players reach the site through the proxy `front`, the site its database through the proxy `back`."""

    def __init__(self, folder: Path, mount: bool = True) -> None:
        self.folder = folder
        self.disk = small_disk(folder / "disk", self.database_pids, mount)
        self.clock = Clock()
        self.restarts = 0
        self._database_port = free_port()
        self._servers: list[local_postgres.Server] = []

    async def start(self) -> None:
        """Start everything, and whoever looks after the database."""
        await asyncio.to_thread(self._start_database)
        self.url = self._servers[0].url
        self.back = Proxy(self._database_port)
        await self.back.start()
        self.app = create_app(Settings(database_url=self.url, secret_key=SECRET))
        self.site = await asyncio.to_thread(self._start_site)
        self.front = Proxy(int(self.site.settings["PORT"]))
        await self.front.start()
        self._supervisor = asyncio.create_task(self._supervise())

    async def stop(self) -> None:
        """End everything, and leave nothing behind."""
        self._supervisor.cancel()
        await asyncio.to_thread(self.site.end, signal.SIGTERM)
        await self.front.stop()
        await self.back.stop()
        for server in self._servers:
            await asyncio.to_thread(server.stop)
        self.disk.close()
        self.clock.close()

    def web_workers(self) -> list[int]:
        """The processes that answer."""
        worker = self.site.worker()
        return [pid for pid in self.site.children() if pid != worker]

    def database_pids(self) -> list[int]:
        """The postmaster, then its children."""
        file = self.folder / "disk" / "postgres" / "data" / "postmaster.pid"
        with suppress(FileNotFoundError, IndexError, ValueError):
            postmaster = int(file.read_text().splitlines()[0])
            found = subprocess.run(["ps", "--ppid", str(postmaster), "-o", "pid="], capture_output=True, check=False)
            return [postmaster, *map(int, found.stdout.split())]
        return []

    async def backends(self) -> list[int]:
        """The database's processes that serve the site."""
        query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> %s"
        return [pid for (pid,) in await self.sql(query, OURS)]

    def _start_database(self) -> None:
        options = (f"port={self._database_port}", *ROOM)
        with patch.dict(account.ENVIRONMENT, self.clock.environment):
            self._servers.append(local_postgres.start(self.folder / "disk" / "postgres", *options))

    def _start_site(self) -> Site:
        url = self.url.replace(f":{self._database_port}/", f":{self.back.port}/")
        settings = {"DATABASE_URL": url, "SECRET_KEY": SECRET, "WEB_WORKERS": "2"}
        return Site(self.folder / "var", **settings, **self.clock.environment).wait()

    async def _supervise(self) -> None:
        """Start a database that has died, as the system's service manager does."""
        while True:
            await asyncio.sleep(0.2)
            if not await asyncio.to_thread(database_runs, self.folder / "disk"):
                with suppress(local_postgres.LocalPostgresError):  # its disk may still be full
                    await asyncio.to_thread(self._start_database)
                    self.restarts += 1
