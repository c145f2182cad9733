"""Where a user can be reported, who is there, and what a report may be about, as far as the reporter may see it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, cast

from sqlalchemy import select
from werkzeug.exceptions import NotFound

from app import rules
from app.accounts.models import User
from app.db import db
from app.games.postgame.kudos import clue_moves, load_moves
from app.games.store.models import ChatMessage, Game
from app.games.table import loading
from app.games.wording.sentences import game_title
from app.http.fields import parse_int
from app.http.responses import is_code
from app.lobbies.models import Lobby
from app.profiles.visibility import visible_user_or_404

MAX_ITEMS: Final = 30  # chat lines, and clues, to choose from


@dataclass(frozen=True)
class ReportableItem:
    """What a report may be about: `about` is a key of labels.ABOUT, `text` what was said, `value` the form's value."""

    value: str
    about: str
    text: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class ReportPlace:
    """A game, lobby or profile in which `people` can be reported.

    `topic` is stored with the report; `field` and `key` are the parameter and the value that name the place in a URL.
    `reportable_items` returns what a report about one of the people may be about.
    """

    topic: str
    title: str
    field: str
    key: str
    people: Sequence[User]
    reportable_items: Callable[[User], Sequence[ReportableItem]]

    def person_or_404(self, number: str) -> User:
        """Return the user with this id, who can be reported here; raise NotFound for anybody else."""
        user = next((user for user in self.people if str(user.id) == number), None)
        if user is None:
            raise NotFound
        return user


def place_or_404(sent: Mapping[str, str], reader: int) -> ReportPlace:
    """Return the place that `game`, `lobby` or `profile` names; raise NotFound unless the reader may see it.

    Its people are without the reader, deleted users and computers.
    """
    if code := sent.get("game"):
        return _game_place(loading.load_game(code), reader)
    if code := sent.get("lobby"):
        return _lobby_place(code, reader)
    return _profile_place(sent.get("profile", ""), reader)


def _game_place(game: Game, reader: int) -> ReportPlace:
    def reportable_items(user: User) -> list[ReportableItem]:
        return [*_common_items(user), *_talk_items(game, user, reader), *_clue_items(game, user)]

    name = game_title(game.variant, game.city)
    people = [player.user for player in game.players]
    return ReportPlace(f"game:{game.code}", name, "game", game.code, _others(people, reader), reportable_items)


def _lobby_place(code: str, reader: int) -> ReportPlace:
    lobby = db.session.scalar(select(Lobby).where(Lobby.code == code)) if is_code(code) else None
    if lobby is None:
        raise NotFound
    people = _others([member.user for member in lobby.members], reader)
    return ReportPlace(f"lobby:{code}", game_title(lobby.variant, lobby.city), "lobby", code, people, _common_items)


def _profile_place(number: str, reader: int) -> ReportPlace:
    if parse_int(number) is None:
        raise NotFound
    user = visible_user_or_404(number, reader)
    return ReportPlace("profile", user.display_name, "profile", number, _others([user], reader), _common_items)


def _others(people: Sequence[User], reader: int) -> list[User]:
    return [user for user in people if user.id != reader and user.deleted_at is None and not user.computer]


def _common_items(user: User) -> list[ReportableItem]:
    return [ReportableItem("conduct", "conduct"), ReportableItem("name", "name", user.display_name)]


def _talk_items(game: Game, user: User, reader: int) -> list[ReportableItem]:
    """Return a user's newest chat lines in a game, if the reader was on their side and could read them."""
    side = next((player.side for player in game.players if player.user_id == reader), None)
    query = select(ChatMessage).where(
        ChatMessage.game_id == game.id, ChatMessage.side == side, ChatMessage.user_id == user.id
    )
    lines = db.session.scalars(query.order_by(ChatMessage.id.desc()).limit(MAX_ITEMS)).all() if side else []
    return [ReportableItem(f"talk:{line.id}", "talk", line.text, line.said_at) for line in lines]


def _clue_items(game: Game, user: User) -> list[ReportableItem]:
    """Return the clues that a user gave, newest first: word and number, never the cards they meant."""
    moves = [move for move in clue_moves(load_moves(game)) if move.user_id == user.id][: -MAX_ITEMS - 1 : -1]
    clues = [(move, cast(rules.Clue | rules.Ask, rules.parse(move.text))) for move in moves]
    return [
        ReportableItem(f"clue:{move.seq}", "clue", f"{clue.word} {clue.number}", move.played_at) for move, clue in clues
    ]
