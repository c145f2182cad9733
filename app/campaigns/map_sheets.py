"""A team's map sheets: progress on each, archiving one and starting the next (M1-M4, M6)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import func, select

from app.db import db, now
from app.games.store.attempts import count_with_computer, load_results
from app.games.store.models import Game
from app.games.wording.cities import city_name
from app.i18n.languages import _
from app.live import topic_versions
from app.lobbies import loading as lobbies
from app.lobbies.models import Lobby
from app.notifications import notices
from app.refusals import Refusal
from app.rules.missions import MAP, City, State, neighbours, progress
from app.teams.errors import TeamNotFound
from app.teams.loading import change_team
from app.teams.models import Sheet, Team


@dataclass(frozen=True)
class Spot:
    """A city on one of a team's sheets: its state, wins, losses, running `games` and open `lobbies`.

    `with_computer` of the wins and losses are of attempts in which the computer played. Winning at one of its
    `neighbours` opens it (M3).
    """

    name: str
    city: City
    state: State
    wins: int
    losses: int
    with_computer: int
    games: Sequence[Game]
    lobbies: Sequence[Lobby]
    neighbours: Sequence[City]

    @property
    def busy(self) -> bool:
        """Whether a game for this city is running on the sheet."""
        return bool(self.games)

    @property
    def title(self) -> str:
        """The city's name in the reader's language."""
        return city_name(self.city)

    @property
    def tokens(self) -> int:
        """The timer tokens of the city's mission (D4)."""
        return self.city.tokens

    @property
    def mistakes(self) -> int:
        """The mistakes that the city's mission allows (D4)."""
        return self.city.mistakes


Row = TypeVar("Row", Game, Lobby)
CityMap = Mapping[str, Spot]


def load_city_map(sheet: Sheet) -> CityMap:
    """Return every city of the map as a Spot of this sheet, by name, with a fixed number of queries."""
    standing, with_computer = progress(load_results(sheet.id)), count_with_computer(sheet.id)
    games, waiting = _running_games(sheet), _open_lobbies(sheet)
    return {
        name: Spot(
            name=name,
            city=city,
            state=standing[name].state,
            wins=standing[name].wins,
            losses=standing[name].losses,
            with_computer=with_computer.get(name, 0),
            games=games[name],
            lobbies=waiting[name],
            neighbours=neighbouring_cities(name),
        )
        for name, city in MAP.items()
    }


def load_route(sheet: Sheet) -> list[str]:
    """Return the names of the cities won on a sheet, in the order of their first wins."""
    won = select(Game.city, Game.finished_at).where(Game.sheet_id == sheet.id, Game.winner == "team")
    rows = db.session.execute(won.order_by(Game.finished_at, Game.id))
    return list(dict.fromkeys(row.city for row in rows))


def route_legs(route: Sequence[str]) -> list[str]:
    """Return the roads by which a route opened its cities, each as two names in alphabetical order, `a-b`.

    A city that several earlier ones opened is reached from the first of them.
    """
    gates = (
        (city, next((gate for gate in route[:at] if gate in neighbours(city)), None)) for at, city in enumerate(route)
    )
    return ["-".join(sorted((gate, city))) for city, gate in gates if gate]


def neighbouring_cities(name: str) -> list[City]:
    """Return the cities joined to this one by a road, in the map's order."""
    near = neighbours(name)
    return [city for city in MAP.values() if city.name in near]


def count_completed(teams: Collection[Team]) -> Mapping[int, int]:
    """Return how many cities each team has won on its current sheet, by team id, in one query."""
    current = Sheet.ended_at.is_(None) & Sheet.team_id.in_([team.id for team in teams])
    won = select(Sheet.team_id, func.count(Game.city.distinct())).join(Game, Game.sheet_id == Sheet.id)
    rows = db.session.execute(won.where(current, Game.winner == "team").group_by(Sheet.team_id))
    return {team.id: 0 for team in teams} | {row.team_id: row[1] for row in rows}


def sheet_or_404(team: Team, number: int) -> Sheet:
    """Return the team's sheet with this number; raise TeamNotFound if there is none."""
    sheet = next((sheet for sheet in team.sheets if sheet.number == number), None)
    if sheet is None:
        raise TeamNotFound(team.code)
    return sheet


def start_next_sheet(code: str, user_id: int, number: int) -> bool:
    """Archive the team's sheet `number` and start the next; return False if it is not current any more.

    Commits. Lobbies of the old sheet are closed; its running games go on, and count for it (M6). Raises Refusal if
    nothing was played on the sheet, and TeamNotFound for strangers.
    """
    with change_team(code, user_id) as team:
        old = team.current_sheet
        if old.number != number:
            return False
        if db.session.scalar(select(Game.id).where(Game.sheet_id == old.id).limit(1)) is None:
            raise Refusal(_("Nothing has been played on this sheet yet, so you do not need a new one."), "sure")
        _close_lobbies(old)
        old.ended_at = now()
        db.session.flush()  # first, since only one sheet may be current
        team.sheets.append(Sheet(number=old.number + 1))
    return True


def _close_lobbies(sheet: Sheet) -> None:
    waiting = select(Lobby).where(Lobby.sheet_id == sheet.id, lobbies.still_open()).order_by(Lobby.id)
    closed = db.session.scalars(waiting.with_for_update(of=Lobby)).all()
    for lobby in closed:
        lobby.closed_at = now()
    if closed:
        topics = [lobbies.lobby_topic(lobby.code) for lobby in closed]
        notices.close_topics(topics, "gone")
        topic_versions.bump(*topics)


def _running_games(sheet: Sheet) -> Mapping[str, list[Game]]:
    query = select(Game).where(Game.sheet_id == sheet.id, Game.finished_at.is_(None)).order_by(Game.id)
    return _by_city(db.session.scalars(query).all())


def _open_lobbies(sheet: Sheet) -> Mapping[str, list[Lobby]]:
    query = select(Lobby).where(Lobby.sheet_id == sheet.id, lobbies.still_open()).order_by(Lobby.id)
    return _by_city(db.session.scalars(query).all())


def _by_city(rows: Sequence[Row]) -> Mapping[str, list[Row]]:
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row.city or ""].append(row)
    return grouped
