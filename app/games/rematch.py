"""Rematches: a new game with the same players (K4)."""

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
    """Return the rematch of a finished game, and create it if there is none yet; raise Refused.

    `flip` uses the other side of the same cards (K4); `rotate` makes the next player of each team its spymaster.
    """
    with changing(code, user_id) as (game, _):
        if game.finished_at is None:
            raise Refused("not-finished")
        return follower(game) or _deal_again(game, user_id, flip and may_flip(game), rotate)


def follower(game: Game) -> Game | None:
    """Return the rematch of this game, if any."""
    return db.session.scalar(select(Game).where(Game.rematch_of == game.id))


def may_flip(game: Game) -> bool:
    """Whether the other side of the cards is new to the players: not if this game has flipped those of the last one."""
    before = db.session.get(Game, game.rematch_of) if game.rematch_of else None
    return before is None or _cards(before) != _cards(game)


def refusal(game: Game, user_id: int) -> str:
    """Return the code why this user cannot start a rematch, or "".

    `too-few`: a side lacks players. `not-in-team`, `sheet-over`: for attempts, the user has left the team, or the sheet
    has ended (M1).
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
    """Return the players of the rematch: all who are present; for an attempt, those still in the team."""
    present = [player for player in game.players if player.is_present]
    return [player for player in present if not game.sheet or game.sheet.team.member(player.user_id)]


def _seats(game: Game, rotate: bool) -> dict[int, str]:
    """Return the seats by user id. Each team has one spymaster: the same as before, or the next player if `rotate`."""
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
