"""An evening at one table: its people, who meet in a lobby or sit there already, and their games, one after another."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from app import rules
from app.accounts.models import User
from app.accounts.tokens import service as tokens
from app.db import db
from app.games.moves import service
from app.games.store import turn_notifications
from app.games.store.models import Game as Row
from app.games.store.move_records import load_table
from app.games.store.settings import GameSettings
from app.games.table.loading import load_game
from tests.faults.model import Plan, plan
from tests.faults.player import DONE, LONGEST, REFUSED, Game, Players, Wrong
from tests.faults.stage import Reach
from tests.faults.watcher import Watcher
from tests.faults.wire import Person
from tests.visitor import Visitor

DECKS = {"words": "en-base", "pictures": "pictures"}  # by the kind of card
LOBBIES = 0.1  # of the evenings begin in a lobby
WATCHED = 0.2  # of the games have somebody who only looks
FULL_LENGTH = 30  # moves of a full game, more or less
MOST = 3  # games of an evening


@dataclass(frozen=True)
class Evening:
    """What the seed wants: the games, all of one variant, and whether people meet in a lobby before the first."""

    plans: Sequence[Plan]
    lobby: bool

    @property
    def variant(self) -> str:
        """Which game is played."""
        return self.plans[0].variant

    @property
    def seats(self) -> Sequence[str]:
        """Where people sit, one on each seat."""
        return rules.VARIANTS[self.variant].seats


def evenings(seed: int, games: int) -> list[Evening]:
    """Return evenings with that many games in all, the longest first: nobody has to wait for them at the end.

    The variants take turns, so that four evenings have all of them.
    """
    dice, planned, first, variants = Random(seed), [], 0, list(rules.VARIANTS)
    while first < games:
        count = min(dice.randint(1, MOST), games - first)
        variant = variants[len(planned) % len(variants)]
        plans = [plan(seed, number, variant) for number in range(first, first + count)]
        planned.append(Evening(plans, dice.random() < LOBBIES))
        first += count
    return sorted(planned, key=lambda evening: -sum(each.length or FULL_LENGTH for each in evening.plans))


async def play(evening: Evening, players: Players, games: list[Game]) -> None:
    """Play an evening; each game is appended to `games` when it begins."""
    stage, dice, code = players.stage, evening.plans[0].dice(-1), ""
    people = await stage.in_spite(_invite, stage, evening.seats)
    for number, each in enumerate(evening.plans):
        if number:
            code = await _again(players, people, code, dice)
        elif evening.lobby:
            code = await _gather(players, people, evening.variant, dice)
        code = await stage.in_spite(_deal, stage, each, people, code)
        games.append(Game(each, code, people, rules.start(each.deal)))
        watcher = Watcher(players, games[-1]) if dice.random() < WATCHED else None
        await players.play(games[-1])
        if watcher:
            await watcher.sees_the_end()


async def _gather(players: Players, people: Mapping[str, Person], variant: str, dice: Random) -> str:
    """Open a lobby, sit down and start, all of it twice; return the code of the game, of which there is one."""
    host = next(iter(people.values()))
    lobby = await _led(players, host, "/lobbies", {"variant": variant}, dice)
    for seat, person in people.items():
        await _led(players, person, f"{lobby}/seats", {"seat": seat}, dice)
    return (await _led(players, host, f"{lobby}/start", {}, dice)).rpartition("/")[2]


async def _again(players: Players, people: Mapping[str, Person], code: str, dice: Random) -> str:
    """Ask for another game, twice each and two of them at once; return the code of the one that follows."""
    asking = list(people.values())[:2]
    path = f"/games/{code}/rematch"
    led = await asyncio.gather(*(_led(players, person, path, {}, dice) for person in asking))
    if len(set(led)) > 1:
        players.wrong.append(f"several games follow {code}: {led}")
    return led[0].rpartition("/")[2]


async def _led(players: Players, person: Person, path: str, fields: Mapping[str, str], dice: Random) -> str:
    """Send a form twice, until it is done; return where that leads, or "" where both copies lead elsewhere."""
    async with asyncio.timeout(LONGEST):
        while not (led := await _led_once(players, person, path, fields, dice)):
            await asyncio.sleep(dice.uniform(0.1, 0.4))
    if path != "/lobbies" and len(set(filter(None, led))) > 1:
        players.wrong.append(f"{path} led to {led}")
    return led[0]


async def _led_once(
    players: Players, person: Person, path: str, fields: Mapping[str, str], dice: Random
) -> Sequence[str]:
    heard = await players.twice(person, path, fields, dice)
    led = [each.answer.location for each in heard if each.word == DONE and each.answer]
    if not led and REFUSED in [each.word for each in heard]:
        raise Wrong(f"POST {path} {dict(fields)} refused")
    return led


def _invite(stage: Reach, seats: Sequence[str]) -> dict[str, Person]:
    """Give everybody an account and a session; a sign-in of each would take longer than the game."""
    with stage.app.app_context():
        users = [User(name=f"Player {seat}") for seat in seats]
        db.session.add_all(users)
        db.session.commit()
        return {seat: _signed_in(stage, user) for seat, user in zip(seats, users, strict=True)}


def _signed_in(stage: Reach, user: User) -> Person:
    visitor = Visitor(stage.app, user.name, user)
    token = visitor.csrf_token()
    name = stage.app.config["SESSION_COOKIE_NAME"]
    cookie = visitor.client.get_cookie(name)
    assert cookie is not None
    return Person(user.id, f"{name}={cookie.value}", token, tokens.create_token(user, "evening", ("play",), 0))


def _deal(stage: Reach, wanted: Plan, people: Mapping[str, Person], code: str) -> str:
    """Let the game have the deal that the seed wants, before anybody looks; without a code it is made first."""
    with stage.app.app_context():
        game = load_game(code) if code else _lay(wanted, people)
        game.deal = dict(wanted.deal)
        table = load_table(game)
        assert table.version == 0
        game.turn = list(table.turn)
        turn_notifications.sync([game])
        db.session.commit()
        return game.code


def _lay(wanted: Plan, people: Mapping[str, Person]) -> Row:
    deck = DECKS[rules.VARIANTS[wanted.variant].cards]
    return service.create_game(
        GameSettings(wanted.variant, deck), [(person.id, seat) for seat, person in people.items()]
    )
