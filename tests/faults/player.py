"""People who play one evening at a table, each form sent twice, and again for as long as no answer says how it went."""

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from app import rules
from tests.faults.history import Reading, Request
from tests.faults.model import Plan, choose
from tests.faults.stage import Reach
from tests.faults.wire import Answer, Lost, Person, Wire

VERSION = re.compile(r'(?:data-version="|"version": ?)(\d+)')
DONE, REFUSED, AGAIN, UNKNOWN, WRONG = "done", "refused", "again", "unknown", "wrong"
LONGEST = 120  # seconds for a form or a move, with all its repetitions: much longer than any fault
RIVALS = 0.12  # of the moves meet another one at the same moment
BY_API = 0.25  # of the moves are sent by programs


@dataclass(frozen=True)
class Heard:
    """What was heard of a form that was sent, with the answer if one came, and when; in seconds."""

    word: str
    answer: Answer | None
    asked: float
    answered: float


class Wrong(Exception):
    """The site answered what it never should."""


@dataclass
class Game:
    """A game at the site, and the model beside it: the table after what was acknowledged."""

    plan: Plan
    code: str
    people: Mapping[str, Person]
    table: rules.Table
    sent: list[Request] = field(default_factory=list)
    read: list[Reading] = field(default_factory=list)
    moves: list[tuple[str, str]] = field(default_factory=list)

    @property
    def path(self) -> str:
        """Its page."""
        return f"/games/{self.code}"

    def go_on(self, seat: str, move: rules.Move) -> None:
        """Play a move in the model too."""
        self.moves.append((seat, str(move)))
        self.table = self.table.play(seat, move)


class Players:
    """All who play; `answers` counts the site's answers, `wrong` keeps those that should never be.

    `watched` counts the pages that came to show the end of their game.
    """

    def __init__(self, stage: Reach, wire: Wire) -> None:
        self.stage, self.wire = stage, wire
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.watched = 0

    async def play(self, game: Game) -> None:
        """Play a game to its end."""
        while game.table.outcome is None:
            async with asyncio.timeout(LONGEST):
                await self.move(game, game.plan.dice(game.table.version))

    async def move(self, game: Game, dice: Random) -> None:
        """Play one move, sometimes two at once of which only one can be; the model goes on with what was played."""
        rivals = 2 if dice.random() < RIVALS else 1
        moves = sorted({choose(game.plan, game.table, dice) for _ in range(rivals)}, key=str)
        while True:
            heard = await asyncio.gather(*(self._send(game, seat, move, dice) for seat, move in moves))
            played = [move for move, words in zip(moves, heard, strict=True) if DONE in words]
            if len(played) > 1:
                self.wrong.append(f"two moves acknowledged at once: {game.path} {played}")
            if not played and any(REFUSED in words for words in heard):
                played = await self._look_up(game, moves)
            if played:
                game.go_on(*played[0])
                return
            await asyncio.sleep(dice.uniform(0.1, 0.4))

    async def twice(self, person: Person, path: str, fields: Mapping[str, object], dice: Random) -> list[Heard]:
        """Send a form twice: at once, a moment later, or after the answer; return what was heard of each."""
        htmx, pause = dice.random() < 0.3, dice.choice((0, 0, 0.01, 0.05, None))
        if pause is None:
            return [await self.once(person, path, fields, htmx), await self.once(person, path, fields, htmx)]
        first, second = self.once(person, path, fields, htmx), self._after(pause, person, path, fields, htmx)
        return list(await asyncio.gather(first, second))

    async def _after(self, pause: float, person: Person, path: str, fields: Mapping[str, object], htmx: bool) -> Heard:
        await asyncio.sleep(pause)
        return await self.once(person, path, fields, htmx)

    async def once(self, person: Person, path: str, fields: Mapping[str, object], htmx: bool = False) -> Heard:
        """Send a form, or the same to the API; return what was heard, and the answer if one came."""
        asked = monotonic()
        try:
            if path.startswith("/api/"):
                answer = await self.wire.post_json(person, path, fields)
            else:
                answer = await self.wire.post(person, path, fields, htmx)
        except Lost:
            self.answers["none"] += 1
            return Heard(UNKNOWN, None, asked, monotonic())
        self.answers[str(answer.status)] += 1
        word = _word(answer)
        if word == WRONG:
            raise Wrong(f"POST {path} {dict(fields)}: {answer.status} {answer.location}")
        return Heard(word, answer, asked, monotonic())

    async def _send(self, game: Game, seat: str, move: rules.Move, dice: Random) -> list[str]:
        """Send a move twice, by a form or by the API; return what was heard of it."""
        version, prefix = game.table.version, "/api" if dice.random() < BY_API else ""
        fields = {"move": str(move), "seen": version}
        asked, heard = monotonic(), list[Heard]()
        try:
            heard = await self.twice(game.people[seat], f"{prefix}{game.path}/moves", fields, dice)
        finally:
            heard = heard or [Heard(UNKNOWN, None, asked, monotonic())]  # the evening breaks off
            game.sent += [Request(version, seat, str(move), each.word, each.asked, each.answered) for each in heard]
        for each in heard:
            self._read(game, each, version)
        return [each.word for each in heard]

    def _read(self, game: Game, heard: Heard, version: int) -> None:
        """Whoever came too late is shown a table that has moved on; so is whoever played by htmx."""
        if heard.answer is None or heard.answer.status not in {200, 409}:
            return
        shown = VERSION.search(heard.answer.text)
        if shown is None or int(shown[1]) <= version:
            self.wrong.append(f"{heard.answer.status} with an old table: {shown and shown[1]} after {version}")
        else:
            game.read.append(Reading(int(shown[1]), heard.asked, heard.answered))

    async def _look_up(self, game: Game, moves: Sequence[tuple[str, rules.Move]]) -> list[tuple[str, rules.Move]]:
        """Return which of these moves was played, where the table has moved on and the answer to it was lost."""
        query = "SELECT seat, text FROM moves JOIN games ON game_id = id WHERE code = %s AND seq = %s"
        found = await self.stage.sql(query, game.code, game.table.version + 1)
        played = [(seat, rules.parse(text)) for seat, text in found]
        if not played or played[0] not in moves:
            raise Wrong(f"{moves} refused at {game.path} after {game.table.version}, but played was {played}")
        return played


def _word(answer: Answer) -> str:
    """What an answer means to the sender."""
    if answer.status in {303, 200}:
        return WRONG if "/login" in answer.location else DONE
    if answer.status in {409, 422}:
        return REFUSED
    if answer.status in {503, 429} and "retry-after" in answer.headers:
        return AGAIN
    return WRONG
