"""The players of a game, by what they can do now."""

from collections.abc import Iterable
from datetime import datetime

from app.games.models import Game, Player


def present(game: Game) -> list[Player]:
    """Return the players who can still act."""
    return [player for player in game.players if player.is_present]


def awaited(game: Game) -> list[Player]:
    """Return the present players whose seat is in turn."""
    return [player for player in present(game) if player.seat in game.turn]


def unseat(game: Game, seat: str, at: datetime) -> list[Player]:
    """Remove suspended players from a seat that another player takes, permanently, and return them."""
    lost = [each for each in game.players if each.seat == seat and each.left_at is None and each.user.is_suspended]
    for player in lost:
        player.left_at, player.replaced = at, True
    return lost


def listed(players: Iterable[Player]) -> str:
    """Return the names of the players, separated by commas."""
    return ", ".join(player.user.display_name for player in players)
