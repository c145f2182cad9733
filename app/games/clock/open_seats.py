"""Seats that a substitute may take, and the link to one of them that the players create (L2)."""

from collections.abc import Sequence

from app import rules
from app.games.store.errors import TooLate
from app.games.store.players import present_players
from app.games.store.state import AnyGame, PlayerState
from app.games.table.loading import player_action
from app.http.responses import new_code
from app.rules.seats import role_of, side_of


def open_seats(game: AnyGame) -> list[str]:
    """Return the seats that a substitute may take: those that missed their turns (T4), and vacant ones."""
    if game.finished_at is not None:
        return []
    silent, taken = game.turn if game.stalled_at else (), [player.seat for player in present_players(game)]
    return [seat for seat in rules.VARIANTS[game.variant].seats if seat in silent or is_vacant(seat, taken)]


def is_vacant(seat: str, taken: Sequence[str]) -> bool:
    """Whether nobody holds a seat. A spymaster's seat is not vacant while an operative can take it (L1, V1)."""
    return seat not in taken and not (role_of(seat) == "spymaster" and taken.count(f"{side_of(seat)}-operative") > 1)


def linkable_seats(game: AnyGame, player: PlayerState) -> list[str]:
    """Return the seats for which a player may create a substitute link; never their own."""
    return [seat for seat in open_seats(game) if seat != player.seat]


def create_link(code: str, user_id: int, seat: str) -> None:
    """Create the link to a seat. It replaces the link to another seat."""
    with player_action(code, user_id) as (game, player):
        if seat not in linkable_seats(game, player):
            raise TooLate("no-substitute")
        if game.substitute_seat != seat:
            game.substitute, game.substitute_seat = new_code(), seat


def delete_link(code: str, user_id: int) -> None:
    """Delete the substitute link."""
    with player_action(code, user_id) as (game, player):
        if game.substitute_seat not in linkable_seats(game, player):
            raise TooLate("no-substitute")
        game.substitute = game.substitute_seat = None
