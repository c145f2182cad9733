"""One run: games are played by HTTPS while containers are killed, doubled, and set up anew from the nightly backup."""

import asyncio
import re
import shlex
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from app import rules
from tests.containers import images
from tests.containers.compose import Composition
from tests.containers.engine import Engine
from tests.containers.project import PROJECT, Project, remove
from tests.containers.stage import Stage
from tests.containers.tables import Guests, Tables
from tests.faults.ledger import Ledger, check
from tests.faults.run import NEVER_SAID
from tests.faults.wire import Person, Wire
from tests.processes import ROOT

SITE = {"SITE_URL": "https://localhost"}  # for which Caddy is its own authority
FILE = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"')
ANSWERED = '"method": "POST"'  # in a line of the log


class Run:
    """What is played and what happens meanwhile, of which it tells as it goes; the rest is in the ledger."""

    def __init__(self, engine: Engine, folder: Path, seed: int) -> None:
        self.engine, self.folder = engine, folder
        self.ledger = Ledger(seed, "volumes of the engine")
        self._begun = time.monotonic()
        self._tell(engine.must("--version"))

    def prepare(self) -> None:
        """Build the images and start what docker-compose.yml has, one of each."""
        remove(self.engine)
        bases, kind = images.choose(self.engine, PROJECT, self.folder)
        self.project = Project(self.engine, Composition(bases | SITE), self.folder)
        self._tell(f"{self.project.build()} images built on {kind}")
        self.project.up()
        self.ledger.wrong += _loose(self.project)
        self._tell(f"{len(self.project.services)} services as docker-compose.yml has them")

    async def play(self) -> None:
        """Play, and let things happen meanwhile."""
        self.stage = Stage(self.project)
        self.players = Guests(self.stage, await asyncio.to_thread(self.stage.wire))
        self.ledger.wrong += [path async for path in _missing_files(self.players.wire)]
        self.tables = Tables(self.players, self.ledger.seed)
        async with asyncio.TaskGroup() as group:
            for variant in rules.VARIANTS:
                group.create_task(self.tables.sit(variant))
            await self.tables.go_on()
            await self._kill_each()
            await self._double()
            await self._restore()
            self.tables.ending = True
        self.ledger.answers = self.players.answers
        self.ledger.wrong += self.players.wrong
        await check(self.ledger, self.stage, self.tables.games)
        await asyncio.to_thread(self._end)
        self.ledger.seconds = time.monotonic() - self._begun

    async def _kill_each(self) -> None:
        for name, service in self.project.services.items():
            if not service.once:
                await self._kill(name)

    async def _kill(self, name: str) -> None:
        """Kill a container amid the games, and wait until all of them go on."""
        self.players.longest, begun = 0, time.monotonic()
        await asyncio.to_thread(self.project.kill, name)
        self.players.wire = await asyncio.to_thread(self.stage.wire)  # of Docker, Caddy has another port afterwards
        back = time.monotonic() - begun
        await self.tables.go_on()
        self.ledger.faults[f"{name} killed"] += 1
        self._tell(f"{name} killed: healthy after {back:.1f} s, no table stood still for more than", longest=True)

    async def _double(self) -> None:
        """Have a second web, of which players need not know, and kill the first."""
        await asyncio.to_thread(self.project.start, "web")
        await self.tables.go_on()
        before = self._answered()
        await self._kill("web")
        after = self._answered()
        shares = [now - then for now, then in zip(after, before, strict=True)]
        self._tell(f"two webs answered {' and '.join(map(str, shares))} forms meanwhile")
        if not all(shares):
            self.ledger.wrong.append("one of two webs was not asked")

    def _answered(self) -> list[int]:
        return [self.project.log("web", number).count(ANSWERED) for number in self.project.numbers["web"]]

    async def _restore(self) -> None:
        """Save the database as every night, set everything up anew with what was saved, and play on."""
        async with self.players.pause():
            await asyncio.to_thread(self._start_anew)
            self.players.wire = await asyncio.to_thread(self.stage.wire)
        await self.tables.go_on()
        self._tell("all set up anew from the backup, and played on")

    def _start_anew(self) -> None:
        project = self.project
        project.run("backup", "backup.sh", "once")
        newest = project.run("backup", "sh", "-c", "ls /backups/*.backup | tail -n 1")
        saved = self.engine.raw("exec", project.container("backup"), "cat", newest)
        self._end()
        project.forget("data")
        project.up("database")
        project.run("database", *_restoring(), stdin=saved)
        project.up()

    def _end(self) -> None:
        """End all containers, and keep what they say that they should not."""
        for name in ("web", "worker"):
            for number in self.project.numbers[name]:
                said = self.project.log(name, number).splitlines()
                self.ledger.wrong += [line for line in said if any(words in line for words in NEVER_SAID)]
        self.ledger.wrong += [f"{name} did not end in its time" for name in self.project.stop()]

    def _tell(self, what: str, longest: bool = False) -> None:
        more = f" {self.players.longest:.1f} s" if longest else ""
        print(f"{time.monotonic() - self._begun:4.0f} s  {what}{more}", flush=True)  # noqa: T201


async def _missing_files(wire: Wire) -> AsyncIterator[str]:
    """The files of a page that a browser does not get."""
    nobody = Person(0, "", "")
    files = set(FILE.findall((await wire.get(nobody, "/rules")).text))
    if not files:
        yield "the page of the rules has no files"
    for path in sorted(files):
        if (answer := await wire.get(nobody, path)).status != 200:
            yield f"{path}: {answer.status}"


def _restoring() -> list[str]:
    """The very command that docs/backup.md gives, within the container."""
    text = (ROOT / "docs" / "backup.md").read_text().replace("\\\n", " ")
    (told,) = re.findall(r"^docker compose exec -T database (pg_restore .*) < ", text, re.MULTILINE)
    return shlex.split(told)


def _loose(project: Project) -> Iterator[str]:
    """What a container may do, or reach, that docker-compose.yml forbids."""
    for name, service in project.services.items():
        if service.once:
            continue
        status = dict(line.split(":\t", 1) for line in project.run(name, "cat", "/proc/1/status").splitlines())
        if int(status["CapBnd"], 16) or status["NoNewPrivs"] != "1" or "0" in status["Uid"].split():
            yield f"{name} has rights: {status['CapBnd']}, {status['Uid']}"
        if project.engine.does("exec", project.container(name), "touch", "/touched"):
            yield f"{name} can write to its image"
        routes = [line.split()[1] for line in project.run(name, "cat", "/proc/net/route").splitlines()]
        inward = all(project.composition.networks[network] for network in service.said["networks"])
        if inward and "00000000" in routes and project.engine.is_podman:  # Docker leaves it to a firewall
            yield f"{name} has a way out"
        if not inward and "00000000" not in routes:
            yield f"{name} has no way out"
