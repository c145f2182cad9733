"""Where somebody may be reported, who is there, and what of theirs a report may be about: as its maker may see it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, cast

from sqlalchemy import select
from werkzeug.exceptions import NotFound

from app import rules
from app.accounts.models import User
from app.db import db
from app.games import loading
from app.games.kudos import given, moves_of
from app.games.models import Game, Talk
from app.games.sentences import title
from app.lobbies.models import Lobby
from app.profiles.looking import NUMBER, shown
from app.web import is_code

MOST: Final = 30  # lines of talk, and clues, to choose from


@dataclass(frozen=True)
class Matter:
    """What a report may be about: `about` is one of words.ABOUT, `text` what was said, `value` tells it apart."""

    value: str
    about: str
    text: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Place:
    """A table, a lobby or a profile: `topic` is kept with the report; `field` and `key` lead back by the address."""

    topic: str
    title: str
    field: str
    key: str
    people: Sequence[User]
    matters: Callable[[User], Sequence[Matter]]

    def person(self, number: str) -> User:
        """Return who is meant here; raise NotFound for anybody else."""
        user = next((user for user in self.people if str(user.id) == number), None)
        if user is None:
            raise NotFound
        return user


def find(sent: Mapping[str, str], reader: int) -> Place:
    """Return the place that an address or a form names; raise NotFound where the reader cannot know of it."""
    if code := sent.get("game"):
        return _table(loading.find(code), reader)
    if code := sent.get("lobby"):
        return _lobby(code, reader)
    return _profile(sent.get("profile", ""), reader)


def _table(game: Game, reader: int) -> Place:
    def matters(user: User) -> list[Matter]:
        return [*_always(user), *_talk(game, user, reader), *_clues(game, user)]

    name = title(game.variant, game.city)
    people = [player.user for player in game.players]
    return Place(f"game:{game.code}", name, "game", game.code, _others(people, reader), matters)


def _lobby(code: str, reader: int) -> Place:
    lobby = db.session.scalar(select(Lobby).where(Lobby.code == code)) if is_code(code) else None
    if lobby is None:
        raise NotFound
    people = _others([member.user for member in lobby.members], reader)
    return Place(f"lobby:{code}", title(lobby.variant, lobby.city), "lobby", code, people, _always)


def _profile(number: str, reader: int) -> Place:
    if not NUMBER.fullmatch(number):
        raise NotFound
    user = shown(number, reader)
    return Place("profile", user.display_name, "profile", number, _others([user], reader), _always)


def _others(people: Sequence[User], reader: int) -> list[User]:
    return [user for user in people if user.id != reader and user.deleted_at is None]


def _always(user: User) -> list[Matter]:
    return [Matter("conduct", "conduct"), Matter("name", "name", user.display_name)]


def _talk(game: Game, user: User, reader: int) -> list[Matter]:
    """Return what somebody has said where the reader has heard it: on the side on which both sit, or sat."""
    side = next((player.side for player in game.players if player.user_id == reader), None)
    query = select(Talk).where(Talk.game_id == game.id, Talk.side == side, Talk.user_id == user.id)
    lines = db.session.scalars(query.order_by(Talk.id.desc()).limit(MOST)).all() if side else []
    return [Matter(f"talk:{line.id}", "talk", line.text, line.said_at) for line in lines]


def _clues(game: Game, user: User) -> list[Matter]:
    """Return the clues that somebody gave: word and number, and never the cards they had in mind."""
    moves = [move for move in given(moves_of(game)) if move.user_id == user.id][: -MOST - 1 : -1]
    clues = [(move, cast(rules.Clue | rules.Ask, rules.parse(move.text))) for move in moves]
    return [Matter(f"clue:{move.seq}", "clue", f"{clue.word} {clue.number}", move.played_at) for move, clue in clues]
