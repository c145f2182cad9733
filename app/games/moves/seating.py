"""How many players a side needs, and how an operative becomes spymaster in a running game (L1, L2)."""

from app import rules
from app.db import now
from app.games.store.errors import TooLate
from app.games.store.players import present_players, remove_suspended
from app.games.store.state import AnyGame, PlayerState
from app.games.table import marks
from app.games.table.loading import player_action
from app.rules.seats import role_of


def become_spymaster(code: str, user_id: int) -> None:
    """Make an operative the spymaster of a team that has none (L1); they have never seen the key (L2).

    The cards that the old spymaster had in mind belong to the seat, and are shown to the new one.
    """
    with player_action(code, user_id) as (game, player):
        if not may_become_spymaster(game, player):
            raise TooLate("seat-taken")
        remove_suspended(game, f"{player.side}-spymaster", now())
        player.seat = f"{player.side}-spymaster"
        marks.delete_marks(game, player)


def may_become_spymaster(game: AnyGame, player: PlayerState | None) -> bool:
    """Whether this player's team has no spymaster and this player may become it."""
    if player is None or game.finished_at is not None or role_of(player.seat) != "operative":
        return False
    return not any(other.seat == f"{player.side}-spymaster" for other in present_players(game))


def has_enough_players(game: AnyGame, side: str, without: PlayerState | None = None) -> bool:
    """Whether a side has enough present players, not counting `without` (V1, D1)."""
    present = [player for player in present_players(game) if player.side == side]
    return len([player for player in present if player is not without]) >= min_players(game.variant)


def min_players(variant: str) -> int:
    """Return how many players a side needs: two in Versus, one in Duet (V1, D1)."""
    return 2 if rules.VARIANTS[variant].game == "versus" else 1
