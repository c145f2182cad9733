"""Attempts at a city of the mission map: from an open city to a lobby for the team (M3, M6)."""

from sqlalchemy import select

from app.campaigns.map_sheets import neighbouring_cities
from app.db import db
from app.games.store.attempts import load_results
from app.games.store.models import Game
from app.games.store.settings import GameSettings
from app.games.wording.cities import city_name
from app.i18n.languages import _, format_list
from app.lobbies import invitations
from app.lobbies import service as lobbies
from app.lobbies.loading import still_open
from app.lobbies.models import Lobby
from app.refusals import Refusal
from app.rules.missions import MAP, City, progress
from app.teams.loading import change_team
from app.teams.models import Sheet, Team

SIDES = "ab"


def open_lobby(code: str, user_id: int, city: str, settings: GameSettings) -> tuple[str, bool]:
    """Open a lobby for the team's attempt at a city and notify the team. Commits.

    Returns the lobby's code, and whether the lobby was open already; one that was keeps its own settings. Of
    `settings`, the city replaces tokens and mistakes. Raises Refusal if the city is closed (M3) or not on the map, or
    if the user hosts too many lobbies, and TeamNotFound for strangers.
    """
    with change_team(code, user_id) as team:
        mission = _require_open_city(team.current_sheet, city)
        if waiting := _find_open_lobby(team.current_sheet, city, user_id):
            return waiting.code, True
        attempt, seats = settings.for_attempt(mission, team.current_sheet.id), _initial_seats(team, user_id)
        lobby = lobbies.create_lobby(user_id, attempt, seats.items())
        invitations.notify_attempt(lobby, user_id, seats)
    return lobby.code, False


def last_attempt(team: Team) -> Game | None:
    """Return the game that the team started last on any of its sheets, or None.

    Its settings are the defaults for the next attempt.
    """
    newest = select(Game).where(Game.sheet_id.in_([sheet.id for sheet in team.sheets]))
    return db.session.scalar(newest.order_by(Game.id.desc()).limit(1))


def _require_open_city(sheet: Sheet, city: str) -> City:
    if city not in MAP:
        raise Refusal(_("That city is not on the map."), "city", "M7")
    if progress(load_results(sheet.id))[city].state == "closed":
        near = format_list((city_name(gate) for gate in neighbouring_cities(city)), "or")
        raise Refusal(
            _("%(city)s is still closed. Win one of these first: %(near)s.", city=city_name(MAP[city]), near=near),
            "city",
            "M3",
        )
    return MAP[city]


def _find_open_lobby(sheet: Sheet, city: str, user_id: int) -> Lobby | None:
    """Return the oldest open lobby for a city of which its host has not removed this user, or None."""
    query = select(Lobby).where(Lobby.sheet_id == sheet.id, Lobby.city == city, still_open()).order_by(Lobby.id)
    members = ((lobby, lobby.member(user_id)) for lobby in db.session.scalars(query))
    return next((lobby for lobby, member in members if member is None or not member.removed), None)


def _initial_seats(team: Team, user_id: int) -> dict[int, str | None]:
    """Return the seat of each team member in a new lobby, by user id.

    In a team of two both are seated; in a larger one only the user who opens the lobby is, the others get None (D31).
    """
    people = [user_id, *(user.id for user in team.active_members if user.id != user_id)]
    if len(people) == len(SIDES):
        return dict(zip(people, SIDES, strict=True))
    return dict.fromkeys(people) | {user_id: SIDES[0]}
