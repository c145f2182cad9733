"""Hooks for other packages, called when games end.

Each hook is called once in the transaction that ends the games, after their last moves, with all games that end in it.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import update

from app import rules
from app.db import db
from app.games.store.models import Game, Player

EndedGames = Sequence[tuple[Game, rules.Table]]

hooks: list[Callable[[EndedGames], None]] = []


def call_hooks(ended: EndedGames) -> None:
    """Call all hooks with the games that have just ended and their final tables; lists of games know it from now on."""
    if ended:
        _copy_end([game.id for game, _ in ended])
        for hook in hooks:
            hook(ended)


def _copy_end(ids: Sequence[int]) -> None:
    ended = (Player.game_id == Game.id) & Game.id.in_(ids)
    db.session.execute(update(Player).where(ended).values(ended_at=Game.finished_at))
