"""For whom an ended game counts as won or lost, and for whom as neither.

Who is at the table at the end has won or lost with their side, a substitute like anybody else. Who left before, or was
replaced, has neither: the side played on without them (L1). Where a side gave up or stayed away (T4), the one who gave
up, or those who were missed, have lost; no mark is set against those of their side who stayed, nor, in Duet, against
the other side; the team that won by it has won.
"""

from collections.abc import Collection

from app.games.abandoned import missed
from app.games.models import Game, Player
from app.rules import Outcome, Table

WITHDRAWN = ("forfeit", "abandoned")


def won(outcome: Outcome, player: Player, culprits: Collection[int]) -> bool | None:
    """Return whether a player won; `culprits` are the ids of those whose leaving ended the game."""
    if not player.is_present:
        return None
    if outcome.winner in (player.side, "team"):
        return True
    if outcome.reason in WITHDRAWN and player.user_id not in culprits:
        return None
    return False


def culprits(game: Game, table: Table, last: int | None) -> set[int]:
    """Return the ids of those whose leaving or silence ended a game; `last` is who made its last move."""
    reason = table.outcome.reason if table.outcome else ""
    if reason == "forfeit":
        return {last} if last else set()
    seats = missed(table.view(None)) if reason == "abandoned" else ()
    return {player.user_id for player in game.players if player.seat in seats and player.is_present}
