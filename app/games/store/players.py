"""The players of a game, by what they can do now."""

from collections.abc import Iterable
from datetime import datetime

from app.games.store.models import Game, Player
from app.i18n.languages import format_list


def present_players(game: Game) -> list[Player]:
    """Return the players who can still act."""
    return [player for player in game.players if player.is_present]


def players_in_turn(game: Game) -> list[Player]:
    """Return the present players whose seat is in turn."""
    return [player for player in present_players(game) if player.seat in game.turn]


def remove_suspended(game: Game, seat: str, at: datetime) -> list[Player]:
    """Remove suspended players from a seat that another player takes, permanently, and return them."""
    lost = [each for each in game.players if each.seat == seat and each.left_at is None and each.user.is_suspended]
    for player in lost:
        player.left_at, player.replaced = at, True
    return lost


def joined_names(players: Iterable[Player]) -> str:
    """Return the names of the players as running text."""
    return format_list(player.user.display_name for player in players)
