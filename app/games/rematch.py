"""Playing again after the end: the same people, a new game each time (K4)."""

from sqlalchemy import select

from app import pulse, rules
from app.db import db
from app.games.loading import locked, seated
from app.games.models import Game
from app.games.service import can_play_on, create
from app.games.talking import Refused
from app.rules.seats import side_of


def rematch(code: str, user_id: int, flip: bool = False, rotate: bool = False) -> Game:
    """Return the game that follows a finished one, made by whoever asks first; a late click is led to the same.

    `flip` lays the other side of the same cards (K4), `rotate` hands the spymaster's seat to the next of the team.
    """
    game = locked(code)
    seated(game, user_id)
    if game.finished_at is None:
        raise Refused("not-finished")
    following = follower(game)
    if following is None:
        following = _deal_again(game, flip and may_flip(game), rotate)
        pulse.beat(f"game:{game.code}")
    db.session.commit()
    return following


def follower(game: Game) -> Game | None:
    """Return the game that was made after this one, if any."""
    return db.session.scalar(select(Game).where(Game.rematch_of == game.id))


def may_flip(game: Game) -> bool:
    """Whether the other side of these cards is unseen: it is not when this game flipped those of the one before."""
    before = db.session.get(Game, game.rematch_of) if game.rematch_of else None
    return before is None or _cards(before) != _cards(game)


def _deal_again(game: Game, flip: bool, rotate: bool) -> Game:
    if not all(can_play_on(game, side_of(seat)) for seat in rules.VARIANTS[game.variant].seats):
        raise Refused("too-few")
    return create(
        game.variant,
        game.deck,
        _seats(game, rotate),
        house=game.deal["house"],
        tokens=game.deal.get("tokens", 9),
        mistakes=game.deal.get("mistakes", 9),
        drawn=[[card, 1 - side] for card, side in game.drawn] if flip else None,
        avoid=() if flip else game.drawn,
        rematch_of=game.id,
    )


def _seats(game: Game, rotate: bool) -> list[tuple[int, str]]:
    """Seat everybody who stayed: each team with one spymaster, the next one where roles rotate."""
    present = [player for player in game.players if player.is_present]
    seats = {player.user_id: player.seat for player in present}
    if rules.VARIANTS[game.variant].game == "duet":
        return list(seats.items())
    for team in ("red", "blue"):
        members = [player for player in present if side_of(player.seat) == team]
        place = next((i for i, player in enumerate(members) if player.seat == f"{team}-spymaster"), 0)
        chosen = members[(place + rotate) % len(members)].user_id
        seats |= {
            player.user_id: f"{team}-{'spymaster' if player.user_id == chosen else 'operative'}" for player in members
        }
    return list(seats.items())


def _cards(game: Game) -> set[int]:
    return {card for card, _ in game.drawn}
