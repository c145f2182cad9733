"""Players at their tables: each has loaded the page, and asks for news as the page does."""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.bench import requests
from tests.bench.people import Person
from tests.bench.tables import Table
from tests.bench.wire import Answer, Connection

LOADERS = 16  # connections by which pages are loaded
LOOK = re.compile(r'data-look="([^"]*)"')
EVERY = re.compile(r'hx-trigger="every (\d+)ms')


@dataclass
class Player:
    """Somebody at a table: what they have seen, and when news came, as (seconds, the table's beat)."""

    person: Person
    seat: str
    code: str
    tag: str = ""
    look: str = ""
    rhythm: float = 0.0  # seconds between two polls where the site does not hold them
    heard: list[tuple[float, int]] = field(default_factory=list)
    connection: Connection | None = None
    task: "asyncio.Task[None] | None" = None

    @property
    def path(self) -> str:
        """Where the table is."""
        return f"/games/{self.code}"

    @property
    def beat(self) -> int:
        """How often the table has changed, as far as this player has seen."""
        found = re.search(rf" game:{self.code}:(\d+)(?: |$)", self.tag)
        assert found, self.tag
        return int(found[1])

    def page(self) -> bytes:
        """The request for the whole page."""
        return requests.page(self.path, self.person.cookies, self.person.address)

    def poll(self) -> bytes:
        """The request for news."""
        return requests.poll(self.path, self.person.cookies, self.tag, self.person.address, self.look)

    def saw(self, answer: Answer) -> None:
        """Take in a page or a fragment."""
        assert answer.status == 200, answer
        self.tag = answer.header("hx-ptag")
        self.look = "".join(LOOK.findall(answer.text))
        self.heard.append((time.perf_counter(), self.beat))

    def pause(self, answer: Answer) -> float:
        """Return the seconds until the next poll: what the answer asks for, else the page's own rhythm."""
        after = answer.header("poll-after")
        return int(after) * random.uniform(0.75, 1.25) if after else self.rhythm

    def hang_up(self) -> None:
        """Break a poll off."""
        if self.task:
            self.task.cancel()
        if self.connection:
            self.connection.close()
        self.task = self.connection = None


class Crowd:
    """Everybody at some tables.

    `answers` counts the polls answered, by status; `lost` those cut off, and before that the pages turned away.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = {
            table.code: [Player(person, seat, table.code) for person, seat in table.seats] for table in tables
        }
        self.players = [player for players in self.tables.values() for player in players]
        self.answers: Counter[int] = Counter()
        self.lost = 0
        self.port = 0

    async def load(self, port: int) -> None:
        """Let everybody load the page of their game, over a few connections."""
        waiting = list(self.players)

        async def load_some() -> None:
            connection = await Connection.open(port)
            while waiting:
                player = waiting.pop()
                answer = await connection.ask(player.page())
                if answer.status == 503 and self.lost < len(self.players):  # as often as that, they try again
                    self.lost += 1
                    waiting.insert(0, player)
                    await asyncio.sleep(1)
                    continue
                player.saw(answer)
                player.rhythm = int(EVERY.findall(answer.text)[0]) / 1000
            connection.close()

        await asyncio.gather(*(load_some() for _ in range(LOADERS)))

    async def sit(self, port: int, seconds: float, share: float = 1.0) -> None:
        """Let this share of the players begin to ask for news there, spread evenly over some seconds."""
        self.port, self.lost = port, 0
        players = self.players[: int(share * len(self.players))]
        begun, gap = time.perf_counter(), seconds / len(players)
        for number, player in enumerate(players):
            await asyncio.sleep(begun + number * gap - time.perf_counter())
            player.connection = await Connection.open(port)
            self.wait(player)
        await asyncio.sleep(begun + seconds - time.perf_counter())
        self.answers.clear()

    def wait(self, player: Player) -> None:
        """Let one player go on asking for news."""
        player.task = asyncio.get_running_loop().create_task(self._wait(player))

    async def leave(self) -> None:
        """Let everybody hang up."""
        for player in self.players:
            player.hang_up()
        await asyncio.sleep(0.5)

    async def _wait(self, player: Player) -> None:
        while player.connection:
            try:
                answer = await player.connection.ask(player.poll())
            except ConnectionError:
                self.lost += 1
                await asyncio.sleep(player.rhythm)
                player.connection = await Connection.open(self.port)
                continue
            self.answers[answer.status] += 1
            if answer.status == 200:
                player.saw(answer)
            if pause := player.pause(answer):
                await asyncio.sleep(pause)
