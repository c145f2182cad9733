"""The site on its cluster: three database machines, HAProxy and PgBouncer before them, two webs and two workers."""

import asyncio
import os
import secrets
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app import create_app
from app.config import Settings
from app.db import db
from tests.cluster.node import SOURCE, Node, placed
from tests.faults.proxy import Proxy
from tests.faults.stage import SECRET, Reach
from tests.growth import programs
from tests.growth.lan import HERE, lan
from tests.growth.pooler import pooler
from tests.processes import APP, RUN, WORK, Site

PATIENCE = 90  # seconds until the cluster is whole, at most
LISTENS, DEAF = "[INFO] listening to the database", "[WARNING] not listening to the database"  # what a web says
STREAMING = "SELECT count(*), bool_or(sync_state = 'sync') FROM pg_stat_replication WHERE state = 'streaming'"


class NoMachines(Exception):
    """No network namespaces or small disks can be made here."""


class Deployment(Reach):
    """Players reach the webs in turn through the proxy `front`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stack = ExitStack()

    async def start(self) -> None:
        """Start everything."""
        await asyncio.to_thread(self._start_cluster)
        self.leader = await self.wait_for("primary")
        await self.until_whole()
        await asyncio.to_thread(self._start_site)
        self.app = create_app(Settings(database_url=self.url, secret_key=SECRET))
        self.front = Proxy(*(int(web.settings["PORT"]) for web in self.webs))
        await self.front.start()

    async def stop(self) -> None:
        """End everything, and leave nothing behind."""
        if hasattr(self, "front"):
            await self.front.stop()
            with self.app.app_context():
                db.engine.dispose()
        await asyncio.to_thread(self._stack.close)

    async def wait_for(self, role: str, other_than: Node | None = None) -> Node:
        """Return the machine that has a role, once there is one."""
        found = await self._until(lambda: [node for node in self.nodes if node is not other_than and node.is_(role)])
        return found[0]  # type: ignore[no-any-return]

    async def until_whole(self) -> None:
        """Wait until there is a leader, and both others have all that it has."""
        async with asyncio.timeout(PATIENCE):
            while await self.sql(STREAMING) != [(2, True)]:
                await asyncio.sleep(0.3)

    async def until_webs_listen(self) -> None:
        """Wait until all webs have said last that they hear of changes."""
        await self._until(lambda: all(_listens(web.err.read_text()) for web in self.webs))

    async def _until(self, true: Callable[[], object]) -> object:
        async with asyncio.timeout(PATIENCE):
            while not (found := await asyncio.to_thread(true)):
                await asyncio.sleep(0.1)
            return found

    def _start_cluster(self) -> None:
        here, *machines = self._stack.enter_context(lan(4))
        if here.address == HERE:
            raise NoMachines
        names = {f"node{number}": machine.address for number, machine in enumerate(machines, 1)}
        password = secrets.token_urlsafe(16)
        self.nodes = []
        for name, machine in zip(names, machines, strict=True):
            folder = self.folder / name
            folder.mkdir()
            self.nodes.append(Node(name, machine, folder, names, password))
            self._stack.callback(self.nodes[-1].close)
            self.nodes[-1].start()
        self.here = here.address
        self._stack.enter_context(balancer(self.folder, here.address, names))
        self.url = f"postgresql://deaddrop:{password}@{here.address}:5432/deaddrop"

    def _start_site(self) -> None:
        through = self._stack.enter_context(pooler(self.url))
        urls = {"DATABASE_URL": through, "LISTEN_URL": self.url, "SECRET_KEY": SECRET}
        migrate = Site(self.folder / "migrate", (*APP, "migrate"), **urls)
        assert migrate.process.wait(60) == 0, migrate.err.read_text()
        self.webs = [self._site(f"web{number}", RUN, urls, WORKER="0", LOG_LEVEL="info") for number in (1, 2)]
        self.workers = [self._site(f"worker{number}", WORK, urls) for number in (1, 2)]
        for web in self.webs:
            web.wait()

    def _site(self, name: str, command: tuple[str, ...], urls: dict[str, str], **settings: str) -> Site:
        site = Site(self.folder / name, command, **urls, **settings)
        self._stack.callback(site.end)
        return site


def _listens(said: str) -> bool:
    return said.rfind(LISTENS) > said.rfind(DEAF)


@contextmanager
def balancer(folder: Path, address: str, names: dict[str, str]) -> Iterator[None]:
    """Keep HAProxy at an address before these machines."""
    (folder / "haproxy.cfg").write_text(placed((SOURCE / "haproxy.cfg").read_text(), names))
    command = [programs.need("haproxy"), "-f", str(folder / "haproxy.cfg")]
    with (folder / "haproxy.log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | {"DATABASE_ADDRESS": address}, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)
