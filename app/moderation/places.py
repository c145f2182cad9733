"""Where a user can be reported, who is there, and which items a report may be about, as the reporter may see them."""

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

MOST: Final = 30  # chat lines, and clues, to choose from


@dataclass(frozen=True)
class Matter:
    """What a report may be about: `about` is a key of labels.ABOUT, `text` is what was said, `value` identifies it."""

    value: str
    about: str
    text: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Place:
    """A game, lobby or profile. `topic` is stored with the report; `field` and `key` form the URL back."""

    topic: str
    title: str
    field: str
    key: str
    people: Sequence[User]
    matters: Callable[[User], Sequence[Matter]]

    def person(self, number: str) -> User:
        """Return the reported user; raise NotFound for anybody who is not here."""
        user = next((user for user in self.people if str(user.id) == number), None)
        if user is None:
            raise NotFound
        return user


def find(sent: Mapping[str, str], reader: int) -> Place:
    """Return the place named in a URL or a form; raise NotFound unless the reporter may see it."""
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
    """Return a user's chat lines that the reporter could read: those of the side to which both belong or belonged."""
    side = next((player.side for player in game.players if player.user_id == reader), None)
    query = select(Talk).where(Talk.game_id == game.id, Talk.side == side, Talk.user_id == user.id)
    lines = db.session.scalars(query.order_by(Talk.id.desc()).limit(MOST)).all() if side else []
    return [Matter(f"talk:{line.id}", "talk", line.text, line.said_at) for line in lines]


def _clues(game: Game, user: User) -> list[Matter]:
    """Return the clues that a user gave: word and number, never the cards they meant."""
    moves = [move for move in given(moves_of(game)) if move.user_id == user.id][: -MOST - 1 : -1]
    clues = [(move, cast(rules.Clue | rules.Ask, rules.parse(move.text))) for move in moves]
    return [Matter(f"clue:{move.seq}", "clue", f"{clue.word} {clue.number}", move.played_at) for move, clue in clues]
