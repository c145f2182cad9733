"""Somebody at a table whose page asks for news, as browsers do: it must come to show the end, whatever was cut."""

import asyncio
import re
from collections import deque
from math import inf
from time import monotonic

from tests.faults.player import VERSION, Game, Players
from tests.faults.wire import Lost

AWAITED = 30  # seconds after the end from which no answer may say that nothing is new: much less than a hold takes
LONGEST = 150  # seconds after the end within which the page must show it, however many requests go wrong
HOLD = 70  # seconds for which a poll may be held, and some
PHASE = re.compile(r'data-phase="([a-z-]+)"')


class Watcher:
    """Follows a game from the page of one of its seats."""

    def __init__(self, players: Players, game: Game) -> None:
        self._players = players
        self._game = game
        self._person = next(iter(game.people.values()))
        self._tag, self._version = "", -1
        self._asked, self._ended = monotonic(), inf  # when the last request began, when the game was over
        self._heard: deque[str] = deque(maxlen=5)  # the last answers
        self._task = asyncio.create_task(self._follow())

    async def sees_the_end(self) -> None:
        """Wait until the page shows the end; it is wrong if that takes too long."""
        self._ended = monotonic()
        try:
            async with asyncio.timeout(LONGEST):
                in_time = await self._task
        except TimeoutError:
            in_time = False
        if in_time:
            self._players.watched += 1
        else:
            self._players.wrong.append(self._told())

    async def _follow(self) -> bool:
        """Poll until the page shows the end; return False if an answer said too late that nothing was new."""
        phase = ""
        while phase != "over":
            self._asked = monotonic()
            try:
                answer = await self._players.wire.get(self._person, self._game.path, self._tag, HOLD)
            except Lost:
                answer = None
            self._players.answers[f"poll {answer.status}" if answer else "poll none"] += 1
            self._heard.append(f"{answer.status if answer else 'none'} in {monotonic() - self._asked:.1f} s")
            if answer and answer.status not in {200, 204, 503}:
                self._players.wrong.append(f"poll of {self._game.path}: {answer.status}")
            if answer and answer.status == 204 and monotonic() - self._ended > AWAITED:
                return False
            if answer and answer.status == 200:
                phase = self._take_in(answer.headers["hx-ptag"], answer.text)
            pause = answer.headers.get("poll-after") if answer else None
            await asyncio.sleep(min(0.5, float(pause)) if pause else 0.3)
        return True

    def _told(self) -> str:
        """Say what the page shows, and what it has heard."""
        page = f"the page of {self._game.path} shows {self._version} of {self._game.table.version} moves"
        ago = f"{monotonic() - self._ended:.0f} s after the end, asked {monotonic() - self._asked:.1f} s ago"
        return f"{page} {ago} after {list(self._heard)}"

    def _take_in(self, tag: str, text: str) -> str:
        """Show a newer table, never an older one; return its phase."""
        version, phase = VERSION.search(text), PHASE.search(text)
        assert version is not None
        assert phase is not None
        if int(version[1]) < self._version:
            self._players.wrong.append(f"the page of {self._game.path} went back from {self._version} to {version[1]}")
        self._tag, self._version = tag, int(version[1])
        return phase[1]
