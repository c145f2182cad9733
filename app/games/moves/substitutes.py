"""Substitutes: a user who never had a seat in a game takes one by a link, and sees what the seat sees (L2)."""

from dataclasses import dataclass

from sqlalchemy import select
from werkzeug.exceptions import Gone

from app import decks
from app.accounts.auth.service import create_guest
from app.accounts.computers import load_computers
from app.accounts.models import User
from app.accounts.names import clashes
from app.computer import can_play
from app.db import db, now
from app.games.clock import proposals
from app.games.clock.open_seats import linkable_seats, open_seats
from app.games.moves import computer_moves
from app.games.store import clocks, table_events, turn_notifications
from app.games.store.errors import TooLate
from app.games.store.models import Game, Player
from app.games.store.move_records import load_table
from app.games.store.players import joined_names, present_players, remove_suspended
from app.games.store.topics import affected_topics, game_topic
from app.games.table import unread_moves
from app.games.table.loading import find_seat, load_game, lock_game, player_action
from app.i18n.languages import _
from app.live import topic_versions
from app.notifications import notices
from app.refusals import Refusal


class SubstituteLinkEnded(Gone):
    """The substitute link is invalid or no longer valid."""


@dataclass(frozen=True)
class SubstituteOffer:
    """What a substitute link offers. `missed` are the names of the players on the seat, `others` of all others."""

    game: Game
    seat: str
    missed: str
    others: str


def find_offer(link: str) -> SubstituteOffer:
    """Return what a link offers; raise SubstituteLinkEnded."""
    code = _find_game_code(link)
    find_seat(code, None)  # settles the clock first
    return _offer_of(load_game(code), link)


def take_seat(link: str, user_id: int | None, name: str = "") -> tuple[str, int]:
    """Take the seat of a link; without `user_id`, a guest called `name` is created.

    Returns the game code and the user id. Raises SubstituteLinkEnded, BadName, and Refusal if the user ever
    had a seat in the game.
    """
    with lock_game(_find_game_code(link)) as game:
        seat = _offer_of(game, link).seat
        if refusal := reason_against(game, user_id):
            raise Refusal(refusal)
        newcomer = _newcomer_id(game, user_id, name)
        _seat_newcomer(game, seat, newcomer)
        turn_notifications.sync([game], {newcomer})
        topic_versions.bump(*affected_topics(game))
    return game.code, newcomer


def seat_computer(code: str, user_id: int, seat: str) -> None:
    """Give an open seat to the computer, so that the game goes on; raises TooLate, and Refusal where it cannot play."""
    with player_action(code, user_id) as (game, player):
        if seat not in linkable_seats(game, player):
            raise TooLate("no-substitute")
        had_seats = {each.user_id for each in game.players}
        newcomer = next((user.id for user in load_computers() if user.id not in had_seats), None)
        if newcomer is None or not can_play(decks.load(game.deck), computer_moves.thinks_in(game)):
            raise Refusal(_("The computer cannot play in this game."))
        _seat_newcomer(game, seat, newcomer)


def reason_against(game: Game, user_id: int | None) -> str:
    """Return the sentence why a user cannot be a substitute in this game, or "" (L2)."""
    player = next((each for each in game.players if each.user_id == user_id), None)
    if player is None:
        return ""
    if player.is_present:
        return _("You already have a seat at this table. Send the link to someone who does not.")
    return _("You have already played at this table and know what its players see. Someone else has to take the seat.")


def _find_game_code(link: str) -> str:
    code = db.session.scalar(select(Game.code).where(Game.substitute == link))
    if code is None:
        raise SubstituteLinkEnded
    return code


def _offer_of(game: Game, link: str) -> SubstituteOffer:
    seat = game.substitute_seat
    if game.substitute != link or seat is None or seat not in open_seats(game):
        raise SubstituteLinkEnded
    missed = [player for player in present_players(game) if player.seat == seat]
    return SubstituteOffer(
        game, seat, joined_names(missed), joined_names(each for each in present_players(game) if each not in missed)
    )


def _seat_newcomer(game: Game, seat: str, user_id: int) -> None:
    """Seat a user, and remove and notify missing or suspended players. Restart the phase if the seat is in turn."""
    at = now()
    missed = [player for player in present_players(game) if player.seat == seat] + remove_suspended(game, seat, at)
    for player in missed:
        player.left_at, player.replaced = at, True
    newcomer = Player(user_id, seat, acted_at=at)
    unread_moves.mark_as_read(newcomer, game.version)
    game.players.append(newcomer)
    db.session.flush()
    game.substitute = game.substitute_seat = None
    if seat in game.turn:
        turn_notifications.close_stalled_notices(game)
        clocks.begin_phase(game, load_table(game), at)
    table_events.save_event(game, "replaced" if missed else "seated", user_id, missed)
    gone = [player.user_id for player in missed]
    notices.close_notices(game_topic(game.code), proposals.KIND, gone)
    notices.create_news(
        gone,
        game_topic(game.code),
        "replaced",
        turn_notifications.game_path(game),
        turn_notifications.notice_params(game),
    )


def _newcomer_id(game: Game, user_id: int | None, name: str) -> int:
    """Return the user's id, creating a guest if needed; raise Refusal if the name looks like another player's.

    A guest's name is compared with players who have left too, because their moves are still shown.
    """
    newcomer = db.session.get_one(User, user_id) if user_id else create_guest(name)
    met = [player.user for player in game.players if newcomer.is_guest or player.left_at is None]
    clashes.check_newcomer(newcomer, met, "" if user_id else name)
    return newcomer.id
