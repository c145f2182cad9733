"""Somebody at a table whose page asks for news, as browsers do: it must come to show the end, whatever was cut."""

import asyncio
import re

from tests.faults.player import VERSION, Game, Players
from tests.faults.wire import Lost

AWAITED = 30  # seconds after the end in which the page must show it: much longer than any fault, shorter than a hold
HOLD = 70  # seconds for which a poll may be held, and some
PHASE = re.compile(r'data-phase="([a-z-]+)"')


class Watcher:
    """Follows a game from the page of one of its seats."""

    def __init__(self, players: Players, game: Game) -> None:
        self._players = players
        self._game = game
        self._person = next(iter(game.people.values()))
        self._tag, self._version = "", -1
        self._task = asyncio.create_task(self._follow())

    async def sees_the_end(self) -> None:
        """Wait until the page shows the end; it is wrong if that takes too long."""
        try:
            async with asyncio.timeout(AWAITED):
                await self._task
            self._players.watched += 1
        except TimeoutError:
            found = f"the page of {self._game.path} shows {self._version} {AWAITED} s after {self._game.table.version}"
            self._players.wrong.append(found)

    async def _follow(self) -> None:
        phase = ""
        while phase != "over":
            try:
                answer = await self._players.wire.get(self._person, self._game.path, self._tag, HOLD)
            except Lost:
                answer = None
            self._players.answers[f"poll {answer.status}" if answer else "poll none"] += 1
            if answer and answer.status not in {200, 204, 503}:
                self._players.wrong.append(f"poll of {self._game.path}: {answer.status}")
            if answer and answer.status == 200:
                phase = self._take_in(answer.headers["hx-ptag"], answer.text)
            pause = answer.headers.get("poll-after") if answer else None
            await asyncio.sleep(min(0.5, float(pause)) if pause else 0.3)

    def _take_in(self, tag: str, text: str) -> str:
        """Show a newer table, never an older one; return its phase."""
        version, phase = VERSION.search(text), PHASE.search(text)
        assert version is not None
        assert phase is not None
        if int(version[1]) < self._version:
            self._players.wrong.append(f"the page of {self._game.path} went back from {self._version} to {version[1]}")
        self._tag, self._version = tag, int(version[1])
        return phase[1]
