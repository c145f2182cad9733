"""What a side says among itself (V14, D31)."""

import unicodedata
from collections.abc import Sequence

from sqlalchemy import select

from app import rules
from app.db import db
from app.games.errors import Refused
from app.games.loading import changing, replay
from app.games.models import Game, Talk
from app.rules.seats import role_of, side_of

LONGEST_LINE = 300  # characters
LINES_SHOWN = 100
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}  # control signs, and those that turn or hide what stands beside them
JOINERS = "\u200c\u200d"  # except what scripts and emoji need


def say(code: str, user_id: int, line: str) -> None:
    """Add a line to the talk of one's side."""
    with changing(code, user_id, private=True) as (game, player):
        if not may_talk(replay(game).view(player.seat)):
            raise Refused("talk-silent")
        db.session.add(Talk(game_id=game.id, side=player.side, user_id=user_id, text=_clean(line)))


def may_talk(view: rules.View) -> bool:
    """Whether this seat may write now: a spymaster may not between their clue and the end of the turn (V14)."""
    if view.seat is None or view.outcome is not None:
        return False
    guessing = view.phase == "guess" and side_of(view.turn[0]) == side_of(view.seat)
    return not (guessing and role_of(view.seat) == "spymaster")


def talk_of(game: Game, side: str) -> Sequence[Talk]:
    """Return the last lines of one side's talk, oldest first."""
    query = select(Talk).where(Talk.game_id == game.id, Talk.side == side).order_by(Talk.id.desc()).limit(LINES_SHOWN)
    return db.session.scalars(query).all()[::-1]


def _clean(line: str) -> str:
    """Return a line as it is kept, on one line and without signs that cannot be seen; raise Refused."""
    line = " ".join(line.split())
    line = "".join(sign for sign in line if sign in JOINERS or unicodedata.category(sign) not in UNSEEN)
    if not line.strip():
        raise Refused("talk-empty")
    if len(line) > LONGEST_LINE:
        raise Refused("talk-too-long")
    return line
