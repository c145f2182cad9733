"""Changing seats inside a running game (L1, L2)."""

from app import pulse
from app.db import db
from app.games.loading import locked, seated
from app.games.models import Game, Player
from app.games.talking import Refused, forget_marks
from app.rules.seats import role_of, side_of


def volunteer(code: str, user_id: int) -> None:
    """Make an operative the spymaster of a team that has lost its own (L1); they have never seen the key (L2)."""
    game = locked(code)
    player = seated(game, user_id)
    if not needs_spymaster(game, player):
        raise Refused("seat-taken")
    forget_marks(game.id, user_id)
    player.seat = f"{side_of(player.seat)}-spymaster"
    pulse.beat(f"game:{game.code}")
    db.session.commit()


def needs_spymaster(game: Game, player: Player | None) -> bool:
    """Whether this player's team waits for a spymaster whom this player may replace."""
    if player is None or game.finished_at is not None or role_of(player.seat) != "operative":
        return False
    seat = f"{side_of(player.seat)}-spymaster"
    return not any(other.seat == seat and other.is_present for other in game.players)
