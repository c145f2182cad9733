"""What a team says among itself: marks on cards (V13) and talk (V14, D31)."""

from sqlalchemy import delete, select

from app import pulse, rules
from app.accounts.models import User
from app.db import db
from app.games.loading import locked, replay, seated
from app.games.models import Game, Mark, Player, Talk
from app.rules.seats import role_of, side_of

LONGEST_LINE = 300  # characters
LINES_SHOWN = 100


class Refused(Exception):
    """What was said or marked cannot be; `code` names the sentence that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def mark(code: str, user_id: int, card: int) -> None:
    """Point at a card for one's own team, or stop pointing at it."""
    game = locked(code)
    player = seated(game, user_id)
    view = replay(game).view(player.seat)
    if not may_mark(view) or not 0 <= card < len(view.cards) or view.cards[card].face != "hidden":
        raise Refused("cannot-mark")
    old = db.session.get(Mark, (game.id, user_id, card))
    if old:
        db.session.delete(old)
    else:
        db.session.add(Mark(game_id=game.id, user_id=user_id, card=card))
    pulse.beat(room(game.code, side_of(player.seat)))
    db.session.commit()


def say(code: str, user_id: int, line: str) -> None:
    """Add a line to the talk of one's side."""
    game = locked(code)
    player = seated(game, user_id)
    line = " ".join(line.split())
    if not line or "\0" in line:
        raise Refused("talk-empty")
    if len(line) > LONGEST_LINE:
        raise Refused("talk-too-long")
    if not may_talk(replay(game).view(player.seat)):
        raise Refused("talk-silent")
    db.session.add(Talk(game_id=game.id, side=side_of(player.seat), user_id=user_id, text=line))
    pulse.beat(room(game.code, side_of(player.seat)))
    db.session.commit()


def forget_marks(game_id: int, user_id: int) -> None:
    """Take back all that somebody points at."""
    db.session.execute(delete(Mark).where(Mark.game_id == game_id, Mark.user_id == user_id))


def room(code: str, side: str) -> str:
    """Return the topic of what only one side may read: the other side's pages do not even learn that it changed."""
    return f"game:{code}:{side}"


def may_mark(view: rules.View) -> bool:
    """Whether this seat points at cards: operatives and both sides of Duet, while the game runs."""
    return view.seat is not None and role_of(view.seat) != "spymaster" and view.outcome is None


def may_talk(view: rules.View) -> bool:
    """Whether this seat may write now: a spymaster may not between their clue and the end of the turn (V14)."""
    if view.seat is None:
        return False
    silent = role_of(view.seat) == "spymaster" and view.phase == "guess" and side_of(view.turn[0]) == side_of(view.seat)
    return not silent


def marks_of(game: Game, side: str) -> dict[int, list[str]]:
    """Return the names of those who point at each card, for one side."""
    rows = db.session.execute(
        select(Mark.card, User)
        .join(User, User.id == Mark.user_id)
        .join(Player, (Player.game_id == Mark.game_id) & (Player.user_id == Mark.user_id))
        .where(
            Mark.game_id == game.id,
            Player.left_at.is_(None),
            User.deleted_at.is_(None),
            Player.seat.in_(_seats(game, side)),
        )
        .order_by(Mark.card, User.id)
    )
    marks: dict[int, list[str]] = {}
    for card, user in rows:
        marks.setdefault(card, []).append(user.display_name)
    return marks


def talk_of(game: Game, side: str) -> list[Talk]:
    """Return the last lines of one side's talk, oldest first."""
    query = select(Talk).where(Talk.game_id == game.id, Talk.side == side).order_by(Talk.id.desc()).limit(LINES_SHOWN)
    return list(db.session.scalars(query))[::-1]


def _seats(game: Game, side: str) -> list[str]:
    return [seat for seat in rules.VARIANTS[game.variant].seats if side_of(seat) == side]
