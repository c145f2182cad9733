"""Substitutes: a user who never had a seat in a game takes one by a link, and sees what the seat sees (L2)."""

from dataclasses import dataclass

from sqlalchemy import select
from werkzeug.exceptions import Gone

from app import pulse
from app.accounts import company
from app.accounts.models import User
from app.accounts.service import create_guest
from app.db import db, now
from app.games import agreements, awaiting, clocks, happenings, visits
from app.games.loading import find, locked, seat_of
from app.games.models import Game, Player
from app.games.open_seats import open_seats
from app.games.people import listed, present, unseat
from app.games.records import replay
from app.games.topics import topic, topics
from app.languages import _
from app.notifications import notices
from app.refusals import Refusal


class NoSeat(Gone):
    """The substitute link is invalid or no longer valid."""


@dataclass(frozen=True)
class Call:
    """What a substitute link offers. `missed` are the names of the players on the seat, `others` of all others."""

    game: Game
    seat: str
    missed: str
    others: str


def called(link: str) -> Call:
    """Return what a link offers; raise NoSeat."""
    code = _code_of(link)
    seat_of(code, None)  # settles the clock first
    return _call(find(code), link)


def sit_in(link: str, user_id: int | None, name: str = "") -> tuple[str, int]:
    """Take the seat of a link; without `user_id`, a guest called `name` is created.

    Returns the game code and the user id. Raises NoSeat, BadName, and Refusal if the user ever
    had a seat in the game.
    """
    with locked(_code_of(link)) as game:
        seat = _call(game, link).seat
        if refusal := why_not(game, user_id):
            raise Refusal(refusal)
        newcomer = _newcomer(game, user_id, name)
        _seat(game, seat, newcomer)
        awaiting.align([game], {newcomer})
        pulse.bump(*topics(game))
    return game.code, newcomer


def why_not(game: Game, user_id: int | None) -> str:
    """Return the sentence why a user cannot be a substitute in this game, or "" (L2)."""
    player = next((each for each in game.players if each.user_id == user_id), None)
    if player is None:
        return ""
    if player.is_present:
        return _("You sit at this table already. Send the link to somebody who does not.")
    return _("You have sat at this table and know what its seats see. Somebody else has to take the seat.")


def _code_of(link: str) -> str:
    code = db.session.scalar(select(Game.code).where(Game.substitute == link))
    if code is None:
        raise NoSeat
    return code


def _call(game: Game, link: str) -> Call:
    seat = game.substitute_seat
    if game.substitute != link or seat is None or seat not in open_seats(game):
        raise NoSeat
    missed = [player for player in present(game) if player.seat == seat]
    return Call(game, seat, listed(missed), listed(each for each in present(game) if each not in missed))


def _seat(game: Game, seat: str, user_id: int) -> None:
    """Seat a user, and remove and notify missing or suspended players. Restart the phase if the seat is in turn."""
    at = now()
    missed = [player for player in present(game) if player.seat == seat] + unseat(game, seat, at)
    for player in missed:
        player.left_at, player.replaced = at, True
    newcomer = Player(user_id, seat, acted_at=at)
    visits.known(newcomer, game.version)
    game.players.append(newcomer)
    db.session.flush()
    game.substitute = game.substitute_seat = None
    if seat in game.turn:
        awaiting.withdraw_offer(game)
        clocks.begin(game, replay(game), at)
    happenings.note(game, "replaced" if missed else "seated", user_id, missed)
    gone = [player.user_id for player in missed]
    notices.close_notices(topic(game.code), agreements.KIND, gone)
    notices.create_news(gone, topic(game.code), "replaced", awaiting.path(game), awaiting.about(game))


def _newcomer(game: Game, user_id: int | None, name: str) -> int:
    """Return the user's id, creating a guest if needed; raise Refusal if the name looks like another player's.

    A guest's name is compared with players who have left too, because their moves are still shown.
    """
    newcomer = db.session.get_one(User, user_id) if user_id else create_guest(name)
    met = [player.user for player in game.players if newcomer.is_guest or player.left_at is None]
    company.check_newcomer(newcomer, met, "" if user_id else name)
    return newcomer.id
