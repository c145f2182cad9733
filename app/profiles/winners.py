"""Whether an ended game counts as won, lost or neither for a player.

Players present at the end win or lose with their side, substitutes included. Those who left or were replaced get
neither, since the side played on without them (L1). If a side gave up or was absent (T4), the player who gave up, or
those who missed their turns, have lost. The others of that side and, in Duet, the other side get neither; the team that
won has won.
"""

from collections.abc import Collection

from app.games.store.models import Game, Player
from app.games.wording.abandoned import absent_seats
from app.rules import Outcome, Table

WITHDRAWN = ("forfeit", "abandoned")


def has_won(outcome: Outcome, player: Player, culprits: Collection[int]) -> bool | None:
    """Return whether the game counts as won (True), lost (False) or neither (None) for a player.

    `culprits` are the ids of the players at fault for its end, as returned by `players_at_fault`.
    """
    if not player.is_present:
        return None
    if outcome.winner in (player.side, "team"):
        return True
    if outcome.reason in WITHDRAWN and player.user_id not in culprits:
        return None
    return False


def players_at_fault(game: Game, table: Table, last: int | None) -> set[int]:
    """Return the user ids of those who ended a game by giving up or by their absence; empty for other ends.

    `last` is the user who made the game's last move.
    """
    reason = table.outcome.reason if table.outcome else ""
    if reason == "forfeit":
        return {last} if last else set()
    seats = absent_seats(table.view(None)) if reason == "abandoned" else ()
    return {player.user_id for player in game.players if player.seat in seats and player.is_present}
