"""Playing again after the end: the same people, a new game each time (K4)."""

from collections import Counter

from sqlalchemy import select

from app import decks, rules
from app.db import db
from app.games.errors import Refused
from app.games.loading import changing
from app.games.models import Game, Player
from app.games.seating import fewest
from app.games.service import create
from app.rules.seats import TEAMS, side_of


def rematch(code: str, user_id: int, *, flip: bool = False, rotate: bool = False) -> Game:
    """Return the game that follows a finished one, made by whoever asks first; a late click is led to the same.

    `flip` lays the other side of the same cards (K4), `rotate` hands the spymaster's seat to the next of the team.
    """
    with changing(code, user_id) as (game, _):
        if game.finished_at is None:
            raise Refused("not-finished")
        return follower(game) or _deal_again(game, user_id, flip and may_flip(game), rotate)


def follower(game: Game) -> Game | None:
    """Return the game that was made after this one, if any."""
    return db.session.scalar(select(Game).where(Game.rematch_of == game.id))


def may_flip(game: Game) -> bool:
    """Whether the other side of these cards is unseen: it is not when this game flipped those of the one before."""
    before = db.session.get(Game, game.rematch_of) if game.rematch_of else None
    return before is None or _cards(before) != _cards(game)


def refusal(game: Game, user_id: int) -> str:
    """Return why somebody cannot deal these players another game, or "".

    `too-few` are left of a side; at an attempt, who asks may have left the team, or its sheet may have ended (M1).
    """
    if game.sheet and game.sheet.team.member(user_id) is None:
        return "not-in-team"
    if game.sheet and game.sheet.ended_at:
        return "sheet-over"
    sides = Counter(player.side for player in _staying(game))
    needed = {side_of(seat) for seat in rules.VARIANTS[game.variant].seats}
    return "" if all(sides[side] >= fewest(game.variant) for side in needed) else "too-few"


def _deal_again(game: Game, user_id: int, flip: bool, rotate: bool) -> Game:
    if code := refusal(game, user_id):
        raise Refused(code)
    return create(
        game.variant,
        game.deck,
        _seats(game, rotate).items(),
        house=game.deal["house"],
        tokens=game.deal.get("tokens", 9),
        mistakes=game.deal.get("mistakes", 9),
        drawn=decks.flip(game.drawn) if flip else None,
        avoid=() if flip else game.drawn,
        clock=game.clock,
        touching=game.touching,
        late_touch=game.late_touch,
        rematch_of=game.id,
        sheet_id=game.sheet_id,
        city=game.city,
    )


def _staying(game: Game) -> list[Player]:
    """Who sits down again: everybody present; at an attempt, those who are still in the team."""
    present = [player for player in game.players if player.is_present]
    return [player for player in present if not game.sheet or game.sheet.team.member(player.user_id)]


def _seats(game: Game, rotate: bool) -> dict[int, str]:
    """Seat everybody who stayed: each team with one spymaster, the next one where roles rotate."""
    present = _staying(game)
    seats = {player.user_id: player.seat for player in present}
    if rules.VARIANTS[game.variant].game == "duet":
        return seats
    for team in TEAMS:
        members = [player for player in present if player.side == team]
        place = next((i for i, player in enumerate(members) if player.seat == f"{team}-spymaster"), 0)
        seats |= {player.user_id: f"{team}-operative" for player in members}
        seats[members[(place + rotate) % len(members)].user_id] = f"{team}-spymaster"
    return seats


def _cards(game: Game) -> set[int]:
    return {card for card, _ in game.drawn}
