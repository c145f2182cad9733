"""Starting a lobby's game."""

from app.accounts.auth.service import create_guest
from app.db import db, now
from app.games.moves import service as games
from app.games.store.settings import GameSettings
from app.i18n.languages import _
from app.lobbies.computers import cannot_play_text, fill_seat
from app.lobbies.errors import GameStarted
from app.lobbies.loading import lobby_for_update, require_member
from app.lobbies.models import Lobby
from app.lobbies.seats import missing_seats_text
from app.lobbies.service import create_lobby
from app.refusals import NotAllowed, Refusal
from app.rules import VARIANTS


def start_game(code: str, user_id: int | None) -> str:
    """Start a lobby's game and return the game's code; return the same code if it has started already. Commits.

    The host and all seated members may start, so that nobody waits for an absent host. Raises Refusal while a seat is
    empty (V1, D1), NotAllowed for members without a seat, and as `lobby_for_update` does.
    """
    try:
        with lobby_for_update(code) as lobby:
            member = require_member(lobby, user_id)
            if member.seat is None and member.user_id != lobby.acting_host_id:
                raise NotAllowed(_("Only the host or someone with a seat can start the game."))
            return _create_game(lobby)
    except GameStarted as started:
        return started.game


def start_with_computer(user_id: int | None, name: str, settings: GameSettings, seat: str) -> tuple[str, int]:
    """Start a game with the computer on all seats but this one; return the game's code and the user's id. Commits.

    A visitor (`user_id` None) becomes a guest called `name`. Raises BadName, and Refusal as `fill_seat` and
    `create_lobby` do.
    """
    host_id = create_guest(name).id if user_id is None else user_id
    lobby = create_lobby(host_id, settings, [(host_id, seat)])
    db.session.expire_all()  # so that the new members are read with their users
    for other in VARIANTS[settings.variant].seats:
        if other != seat:
            fill_seat(lobby, other)
    code = _create_game(lobby)
    db.session.commit()
    return code, host_id


def _create_game(lobby: Lobby) -> str:
    seats = [(member.user_id, member.seat) for member in lobby.present if member.seat]
    wanting = missing_seats_text(VARIANTS[lobby.variant], {seat for _, seat in seats})
    if wanting:
        rule = "D1" if VARIANTS[lobby.variant].game == "duet" else "V1"
        raise Refusal(" ".join(map(str, wanting)), rule=rule)
    if any(member.user.computer for member in lobby.present if member.seat) and (reason := cannot_play_text(lobby)):
        raise Refusal(reason)
    game = games.create_game(lobby.settings, seats)
    lobby.game_id, lobby.closed_at = game.id, now()
    return game.code
