"""The partners with whom a player wins most often: players of the same side, in Duet everybody at the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, or_, select
from sqlalchemy.orm import aliased

from app.accounts.models import User
from app.db import db
from app.profiles.models import Result

MIN_GAMES = 3  # least games together
MAX_PARTNERS = 5  # most partners shown


@dataclass(frozen=True)
class Partner:
    """A partner: the number of games that counted for both, and how many of these the player won."""

    user: User
    games: int
    wins: int

    @property
    def rate(self) -> float:
        """The share of these games that were won, from 0 to 1."""
        return self.wins / self.games


def best_partners(user_id: int, public: bool) -> Sequence[Partner]:
    """Return up to MAX_PARTNERS partners, those with the highest share of wins first, in one query.

    At least MIN_GAMES together are needed. With `public`, only partners whose profile is public are included.
    """
    mine, theirs = Result, aliased(Result)
    games, wins = func.count(), func.count().filter(mine.won.is_(True))
    together = (theirs.game_id == mine.game_id) & (theirs.user_id != mine.user_id)
    query = select(User, games, wins).select_from(mine).join(theirs, together).join(User, User.id == theirs.user_id)
    query = query.where(
        mine.user_id == user_id,
        or_(theirs.side == mine.side, mine.role == ""),
        mine.won.is_not(None),
        theirs.won.is_not(None),
        User.deleted_at.is_(None),
        *([User.public] if public else []),
    )
    ranked = (
        query.group_by(User.id).having(games >= MIN_GAMES).order_by((wins * 1.0 / games).desc(), games.desc(), User.id)
    )
    return [Partner(*row) for row in db.session.execute(ranked.limit(MAX_PARTNERS))]
