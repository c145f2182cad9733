"""The games played one after the other at one table, each the rematch of the one before (K4), and their score."""

from collections.abc import Sequence

from sqlalchemy import select

from app.db import db
from app.games.store.models import Game
from app.games.wording.sentences import UNDECIDED
from app.i18n.languages import ngettext
from app.rules import VARIANTS
from app.rules.seats import BLUE, RED

Winners = Sequence[str | None]


def load_series_score(game: Game) -> str:
    """Return the score of a table up to this ended game; empty unless two games or more have been decided there."""
    winners = _load_winners(game) if game.rematch_of else ()
    if len(winners) < 2:
        return ""
    return _versus_score(winners) if VARIANTS[game.variant].game == "versus" else _duet_score(winners)


def _load_winners(game: Game) -> Winners:
    """Return who won each decided game of a table, up to this one."""
    columns = (Game.id, Game.rematch_of, Game.winner, Game.reason)
    table = select(*columns).where(Game.id == game.id).cte(recursive=True)
    table = table.union(select(*columns).join(table, Game.id == table.c.rematch_of))
    return db.session.scalars(select(table.c.winner).where(table.c.reason.not_in(UNDECIDED))).all()


def _versus_score(winners: Winners) -> str:
    return ngettext(
        "%(num)d game at this table: Red %(red)d, Blue %(blue)d",
        "%(num)d games at this table: Red %(red)d, Blue %(blue)d",
        len(winners),
        red=winners.count(RED),
        blue=winners.count(BLUE),
    )


def _duet_score(winners: Winners) -> str:
    return ngettext(
        "%(num)d game at this table: %(won)d won, %(lost)d lost",
        "%(num)d games at this table: %(won)d won, %(lost)d lost",
        len(winners),
        won=winners.count("team"),
        lost=winners.count(None),
    )
