"""The players of a game, by what they can do now."""

from collections.abc import Iterable
from datetime import datetime

from app.games.store.models import Game, Player
from app.games.store.state import AnyGame, GameState, P, PlayerState
from app.i18n.languages import format_list


def present_players(game: GameState[P]) -> list[P]:
    """Return the players who can still act."""
    return [player for player in game.players if player.is_present]


def present_people(game: GameState[P]) -> list[P]:
    """Return the present players who are no computer: those who are asked and told."""
    return [player for player in present_players(game) if not player.user.computer]


def players_in_turn(game: GameState[P]) -> list[P]:
    """Return the present players whose seat is in turn."""
    return [player for player in present_players(game) if player.seat in game.turn]


def find_player(game: GameState[P], user_id: int | None) -> P | None:
    """Return the user's player if they are present in the game, else None."""
    return next((player for player in game.players if player.user_id == user_id and player.is_present), None)


def was_replaced(game: AnyGame, user_id: int | None) -> bool:
    """Whether a substitute has taken this user's seat."""
    return user_id in [player.user_id for player in game.players if player.replaced]


def remove_suspended(game: Game, seat: str, at: datetime) -> list[Player]:
    """Remove suspended players from a seat that another player takes, permanently, and return them."""
    lost = [each for each in game.players if each.seat == seat and each.left_at is None and each.user.is_suspended]
    for player in lost:
        player.left_at, player.replaced = at, True
    return lost


def joined_names(players: Iterable[PlayerState]) -> str:
    """Return the names of the players as running text."""
    return format_list(player.user.display_name for player in players)
