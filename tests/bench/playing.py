"""Moves, played by those whose turn it is, and when the others saw them."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench import requests
from tests.bench.crowd import Crowd, Player
from tests.bench.tables import PLAYED, Table, move_fields
from tests.bench.wire import Connection


@dataclass(frozen=True)
class Played:
    """A move: when it was sent and answered, in seconds, the beat it made, and who should see it."""

    sent: float
    answered: float
    beat: int
    others: Sequence[Player]

    @property
    def took(self) -> float:
        """Seconds until whoever played it had the answer."""
        return self.answered - self.sent

    def delays(self) -> list[float]:
        """Return the seconds until each of the others had the fragment; of who never got it, infinity."""
        return [self._delay(player) for player in self.others]

    def _delay(self, player: Player) -> float:
        return next((at - self.sent for at, beat in player.heard if beat >= self.beat), float("inf"))


class Match:
    """The games of a crowd as they go on; `refused` counts moves that the site did not take."""

    def __init__(self, crowd: Crowd, tables: Sequence[Table], seed: int = 1) -> None:
        self.crowd = crowd
        self.scripts = {table.code: list(table.script) for table in tables}
        self.seen = dict.fromkeys(self.scripts, PLAYED)
        self.free = list(self.scripts)  # tables at which no move is under way
        self.dice = random.Random(seed)
        self.dice.shuffle(self.free)
        self.refused = 0

    async def go_on(self, rate: float, seconds: float) -> list[Played]:
        """Play so many moves a second, each when its time has come, at one table after the other."""
        begun, moves = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(begun + number / rate - time.perf_counter())
            if self.free:
                moves.append(asyncio.create_task(self._play(self.free.pop(0))))
        return [played for played in await asyncio.gather(*moves) if played]

    def next_move(self, code: str) -> tuple[Player, bytes]:
        """Return who can move at a table now, and the request by which they do."""
        seat, text = self.scripts[code][self.seen[code]]
        mover = self.dice.choice([player for player in self.crowd.tables[code] if player.seat == seat])
        fields = move_fields(mover.person, self.seen[code], text)
        return mover, requests.move(mover.path, mover.person.cookies, fields, mover.person.address, mover.look)

    def moved(self, code: str) -> None:
        """Note that a move was taken; a table whose moves are used up rests."""
        self.seen[code] += 1
        if self.seen[code] < len(self.scripts[code]):
            self.free.append(code)

    async def _play(self, code: str) -> Played | None:
        """Play a move as the page does: it breaks off the poll, and asks again after the answer."""
        mover, request = self.next_move(code)
        mover.hang_up()
        mover.connection = await Connection.open(self.crowd.port)
        sent = time.perf_counter()
        answer = await mover.connection.ask(request)
        answered = time.perf_counter()
        if answer.status != 200:
            self.refused += 1
            self.crowd.wait(mover)
            return None
        mover.saw(answer)
        self.moved(code)
        self.crowd.wait(mover)
        return Played(sent, answered, mover.beat, [player for player in self.crowd.tables[code] if player is not mover])
