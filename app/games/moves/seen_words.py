"""Words that players have seen together. They are dealt again only when all others are used up (K5).

Words are compared by their text, not by card or deck. A word seen in one deck is not new in a pool that contains it.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import func, select

from app.accounts.models import User
from app.db import db
from app.games.store.models import Game, Player

MAX_GAMES = 200  # games; 2,000 words are enough for 80 games of 25 cards, or 100 of 20


def load_seen_words(people: Collection[int]) -> Sequence[Sequence[str]]:
    """Return the words of the last games in which at least two of these users played, newest game first."""
    together = (
        select(Player.game_id)
        .where(Player.user_id.in_(people), Player.user_id.not_in(select(User.id).where(User.computer)))
        .group_by(Player.game_id)
        .having(func.count() > 1)
        .order_by(Player.game_id.desc())
        .limit(MAX_GAMES)
    )
    return db.session.scalars(select(Game.words).where(Game.id.in_(together)).order_by(Game.id.desc())).all()
