"""Marks on cards by operatives, visible to their own team only (V13). They are not moves."""

from collections.abc import Mapping, Sequence

from sqlalchemy import delete, select

from app import pulse, rules
from app.db import db
from app.games.errors import Refused
from app.games.loading import changing
from app.games.models import Game, Mark, Player
from app.games.records import replay
from app.games.topics import topic
from app.recall import cached_read
from app.rules.seats import role_of, side_of


def mark(code: str, user_id: int, card: int) -> None:
    """Add or remove a player's mark on a card."""
    with changing(code, user_id, private=True) as (game, player):
        view = replay(game).view(player.seat)
        if not may_mark(view) or not 0 <= card < len(view.cards) or view.cards[card].face != "hidden":
            raise Refused("cannot-mark")
        old = db.session.get(Mark, (game.id, user_id, card))
        if old:
            db.session.delete(old)
        else:
            db.session.add(Mark(game_id=game.id, user_id=user_id, card=card))


def want(game: Game, player: Player, card: int) -> None:
    """Mark a card for a player who tried to touch it before enough teammates had marked it."""
    if db.session.get(Mark, (game.id, player.user_id, card)) is None:
        db.session.add(Mark(game_id=game.id, user_id=player.user_id, card=card))


def may_mark(view: rules.View) -> bool:
    """Whether this seat can mark cards: operatives and both sides of Duet, while the game runs."""
    return view.seat is not None and role_of(view.seat) != "spymaster" and view.outcome is None


def marks_of(game: Game, view: rules.View) -> Mapping[int, Mapping[int, str]]:
    """Return the marks of the viewer's side on hidden cards, as {card: {user id: name}}; none once the game is over."""
    if view.seat is None or view.outcome is not None:
        return {}
    names = {player.user_id: player.user.display_name for player in game.players if _points(player, view.seat)}
    own = topic(game.code, side_of(view.seat))
    rows = cached_read(("marks", game.id, side_of(view.seat)), [own], lambda: _rows(game.id))
    shown: dict[int, dict[int, str]] = {}
    for row in rows:
        if row.user_id in names and view.cards[row.card].face == "hidden":
            shown.setdefault(row.card, {})[row.user_id] = names[row.user_id]
    return shown


def _rows(game_id: int) -> Sequence[Mark]:
    return db.session.scalars(select(Mark).where(Mark.game_id == game_id).order_by(Mark.card, Mark.user_id)).all()


def forget(game: Game, player: Player) -> None:
    """Delete all marks of a player."""
    db.session.execute(delete(Mark).where(Mark.game_id == game.id, Mark.user_id == player.user_id))
    pulse.bump(topic(game.code, player.side))


def _points(player: Player, seat: str) -> bool:
    return player.is_present and player.side == side_of(seat) and role_of(player.seat) != "spymaster"
