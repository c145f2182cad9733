"""The clues that turn notices name: those that everybody at the table sees, as they are when the text is written."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from sqlalchemy import select

from app.db import db
from app.games.store.models import Game
from app.games.store.move_records import load_tables
from app.games.store.players import joined_names, present_players
from app.games.store.topics import game_topic
from app.games.wording.sentences import clue_number
from app.i18n.languages import _
from app.notifications import registry
from app.notifications.models import Notice
from app.rules import View

_clues: Final[ContextVar[Mapping[str, str]]] = ContextVar("clues", default={})  # noqa: B039  # never changed


def clue_text(topic: str) -> str:
    """Return who gave the clue that is being guessed in a game, and the clue; "" if there is none."""
    return _clues.get().get(topic, "")


@contextmanager
def preload_clues(notices: Collection[Notice]) -> Iterator[None]:
    """Load the clues of the games in which somebody is told to guess, in two queries."""
    codes = [each.topic.partition(":")[2] for each in notices if each.params.get("phase") == "guess"]
    token = _clues.set(_load_clues(codes) if codes else {})
    try:
        yield
    finally:
        _clues.reset(token)


def _load_clues(codes: Collection[str]) -> Mapping[str, str]:
    """Return the clue texts by topic, from what a watcher sees of the tables: nothing of any key."""
    games = db.session.scalars(select(Game).where(Game.code.in_(codes), Game.phase == "guess")).all()
    tables = load_tables(games) if games else {}
    return {game_topic(game.code): _clue_of(game, tables[game.id].view(None)) for game in games}


def _clue_of(game: Game, view: View) -> str:
    if view.clue is None:
        return ""
    giver = joined_names(player for player in present_players(game) if player.seat == view.turns[-1].giver)
    # NOTE: who gave which clue, such as: Ann: zeppelin 2.
    return _("%(name)s: %(word)s %(number)s.", name=giver, word=view.clue.word, number=clue_number(view.clue.number))


registry.preloaders.append(preload_clues)
