"""Marks on cards by operatives, visible to their own team only (V13). They are not moves."""

from collections.abc import Mapping

from sqlalchemy import delete

from app import rules
from app.db import db
from app.games.store.errors import ActionRefused
from app.games.store.models import Game, Mark, Player
from app.games.store.move_records import load_table
from app.games.store.snapshot import SeatedPlayer, TableSnapshot
from app.games.store.topics import game_topic
from app.games.table.loading import player_action
from app.live import topic_versions
from app.rules.seats import role_of, side_of


def toggle_mark(code: str, user_id: int, card: int) -> None:
    """Add or remove a player's mark on a card."""
    with player_action(code, user_id, private=True) as (game, player):
        view = load_table(game).view(player.seat)
        if not may_mark(view) or not 0 <= card < len(view.cards) or view.cards[card].face != "hidden":
            raise ActionRefused("cannot-mark")
        old = db.session.get(Mark, (game.id, user_id, card))
        if old:
            db.session.delete(old)
        else:
            db.session.add(Mark(game_id=game.id, user_id=user_id, card=card))


def add_mark(game: Game, player: Player, card: int) -> None:
    """Mark a card for a player who tried to touch it before enough teammates had marked it."""
    if db.session.get(Mark, (game.id, player.user_id, card)) is None:
        db.session.add(Mark(game_id=game.id, user_id=player.user_id, card=card))


def may_mark(view: rules.View) -> bool:
    """Whether this seat can mark cards: operatives and both sides of Duet, while the game runs."""
    return view.seat is not None and role_of(view.seat) != "spymaster" and view.outcome is None


def marks_of(game: TableSnapshot, view: rules.View) -> Mapping[int, Mapping[int, str]]:
    """Return the marks of the viewer's side on hidden cards, as {card: {user id: name}}; none once the game is over."""
    if view.seat is None or view.outcome is not None or not game.marks:
        return {}
    names = {player.user_id: player.user.display_name for player in game.players if _can_mark(player, view.seat)}
    shown: dict[int, dict[int, str]] = {}
    for user_id, card in game.marks:
        if user_id in names and view.cards[card].face == "hidden":
            shown.setdefault(card, {})[user_id] = names[user_id]
    return shown


def delete_marks(game: Game, player: Player) -> None:
    """Delete all marks of a player."""
    db.session.execute(delete(Mark).where(Mark.game_id == game.id, Mark.user_id == player.user_id))
    topic_versions.bump(game_topic(game.code, player.side))


def _can_mark(player: SeatedPlayer, seat: str) -> bool:
    return player.is_present and player.side == side_of(seat) and role_of(player.seat) != "spymaster"
