"""Seats that a substitute may take, and the link to one of them, which those at the table make (L2)."""

from app import rules
from app.games.errors import TooLate
from app.games.loading import changing
from app.games.models import Game, Player
from app.games.people import present
from app.rules.seats import role_of, side_of
from app.web import new_code


def open_seats(game: Game) -> list[str]:
    """Return the seats that a substitute may take: of those who were missed (T4), and those nobody here can fill."""
    if game.finished_at is not None:
        return []
    silent = game.turn if game.stalled_at else ()
    return [seat for seat in rules.VARIANTS[game.variant].seats if seat in silent or is_vacant(game, seat)]


def is_vacant(game: Game, seat: str) -> bool:
    """Whether nobody sits on a seat; that of a spymaster is for a volunteer where the team can spare one (L1, V1)."""
    seats = [player.seat for player in present(game)]
    spare = role_of(seat) == "spymaster" and seats.count(f"{side_of(seat)}-operative") > 1
    return seat not in seats and not spare


def offered(game: Game, player: Player) -> list[str]:
    """Return the seats for which a player may call a substitute; never their own."""
    return [seat for seat in open_seats(game) if seat != player.seat]


def call(code: str, user_id: int, seat: str) -> None:
    """Make the link by which somebody may take a seat; the one for another seat ends."""
    with changing(code, user_id) as (game, player):
        if seat not in offered(game, player):
            raise TooLate("no-substitute")
        if game.substitute_seat != seat:
            game.substitute, game.substitute_seat = new_code(), seat


def withdraw(code: str, user_id: int) -> None:
    """Let the link end."""
    with changing(code, user_id) as (game, player):
        if game.substitute_seat not in offered(game, player):
            raise TooLate("no-substitute")
        game.substitute = game.substitute_seat = None
