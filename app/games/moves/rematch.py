"""Rematches: a new game with the same players (K4)."""

from collections import Counter

from sqlalchemy import select

from app import decks, rules
from app.db import db
from app.games.moves.seating import min_players
from app.games.moves.service import create_game
from app.games.store import table_events, turn_notifications
from app.games.store.errors import ActionRefused
from app.games.store.models import Game
from app.games.store.players import present_people, present_players
from app.games.table.loading import player_action
from app.rules.seats import TEAMS, side_of


def find_or_create_rematch(code: str, user_id: int, *, flip: bool = False, rotate: bool = False) -> Game:
    """Return the rematch of a finished game, and create it if there is none yet; raise ActionRefused.

    `flip` uses the other side of the same cards (K4); `rotate` makes the next player of each team its spymaster.
    """
    with player_action(code, user_id) as (game, _):
        if game.finished_at is None:
            raise ActionRefused("not-finished")
        following = find_rematch(game)
        if following is None:
            following = _create_rematch(game, flip and may_flip(game), rotate)
            table_events.save_event(game, table_events.DEALT, user_id)
            turn_notifications.notify_rematch(following, user_id)
        else:
            turn_notifications.close_rematch_notices([following], user_id)
        return following


def find_rematch(game: Game) -> Game | None:
    """Return the rematch of this game, if any."""
    return db.session.scalar(select(Game).where(Game.rematch_of == game.id))


def may_flip(game: Game) -> bool:
    """Whether the other side of the cards is new to the players: not if this game has flipped those of the last one."""
    before = db.session.get(Game, game.rematch_of) if game.rematch_of else None
    return before is None or _card_indexes(before) != _card_indexes(game)


def continues_attempt(game: Game) -> bool:
    """Whether the rematch is another attempt at the city: only if all people who are present are in the team (M1).

    Otherwise it counts for no team, so that nobody is left out of it.
    """
    team = game.sheet.team if game.sheet else None
    return team is not None and all(team.member(player.user_id) for player in present_people(game))


def rematch_refusal(game: Game) -> str:
    """Return the code why there can be no rematch, or "".

    `too-few`: a side lacks players. `sheet-over`: the rematch would count for a sheet that has ended (M1).
    """
    if game.sheet and game.sheet.ended_at and continues_attempt(game):
        return "sheet-over"
    sides = Counter(player.side for player in present_players(game))
    needed = {side_of(seat) for seat in rules.VARIANTS[game.variant].seats}
    return "" if all(sides[side] >= min_players(game.variant) for side in needed) else "too-few"


def _create_rematch(game: Game, flip: bool, rotate: bool) -> Game:
    if code := rematch_refusal(game):
        raise ActionRefused(code)
    settings = game.settings if continues_attempt(game) else game.settings.without_attempt()
    return create_game(
        settings,
        _assign_seats(game, rotate).items(),
        drawn=decks.flip(game.drawn) if flip else None,
        avoid=() if flip else game.drawn,
        rematch_of=game.id,
    )


def _assign_seats(game: Game, rotate: bool) -> dict[int, str]:
    """Return the seats by user id. Each team has one spymaster: the same as before, or the next player if `rotate`."""
    present = present_players(game)
    seats = {player.user_id: player.seat for player in present}
    if rules.VARIANTS[game.variant].game == "duet":
        return seats
    for team in TEAMS:
        members = [player for player in present if player.side == team]
        place = next((i for i, player in enumerate(members) if player.seat == f"{team}-spymaster"), 0)
        seats |= {player.user_id: f"{team}-operative" for player in members}
        seats[members[(place + rotate) % len(members)].user_id] = f"{team}-spymaster"
    return seats


def _card_indexes(game: Game) -> set[int]:
    return {card for card, _ in game.drawn}
