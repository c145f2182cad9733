"""What players have met before, so that they meet the same words again only when all others are used up (K5).

Words count, not cards, and not decks either: in whatever deck, version or pool two people met a word, they know it. So
a pool goes on where one of its decks was left off.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import func, select

from app.db import db
from app.games.models import Game, Player

LOOKED_BACK = 200  # tables: 2,000 words last for 80 of 25, or for 100 of 20


def met(people: Collection[int]) -> Sequence[Sequence[str]]:
    """Return the words of the last tables at which any two of these people sat together, the latest table first."""
    together = (
        select(Player.game_id)
        .where(Player.user_id.in_(people))
        .group_by(Player.game_id)
        .having(func.count() > 1)
        .order_by(Player.game_id.desc())
        .limit(LOOKED_BACK)
    )
    return db.session.scalars(select(Game.words).where(Game.id.in_(together)).order_by(Game.id.desc())).all()
