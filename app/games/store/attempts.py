"""Attempts: games that a team plays for a city of its map sheet. The team's progress is computed from them (M3-M6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import lazyload

from app.accounts.models import User
from app.db import db
from app.games.store.models import Game, Player
from app.games.store.players import present_people
from app.rules.missions import MAP, City, Standing, progress
from app.rules.variants import VARIANTS
from app.teams.models import Membership, Sheet, Team


@dataclass(frozen=True)
class AttemptResult:
    """How a finished attempt changed its sheet (M3, M4).

    `standing` is the city's standing afterwards, `opened` lists the newly opened cities. `was_completed` means that the
    city had been completed before and only the counts changed, `complete` that all cities are done now.
    """

    city: City
    sheet: Sheet
    won: bool
    was_completed: bool
    standing: Standing
    opened: Sequence[City]
    complete: bool


def load_results(sheet_id: int, before: Game | None = None) -> list[tuple[str, bool]]:
    """Return (city, won) for each finished attempt of a sheet, or only for those that ended earlier than `before`.

    Void attempts leave no trace on the map (V23).
    """
    query = select(Game.city, Game.winner).where(*_counts_for(sheet_id))
    if before is not None:
        same = and_(Game.finished_at == before.finished_at, Game.id < before.id)
        query = query.where(or_(Game.finished_at < before.finished_at, same))
    return [(row.city, row.winner == "team") for row in db.session.execute(query)]


def count_with_computer(sheet_id: int) -> Mapping[str, int]:
    """Return for the cities of a sheet how many finished attempts the computer played in, void ones left out."""
    with_computer = Game.players.any(Player.user.has(User.computer))
    query = select(Game.city, func.count()).where(*_counts_for(sheet_id), with_computer).group_by(Game.city)
    return {row.city or "": row[1] for row in db.session.execute(query)}


def _counts_for(sheet_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return the SQL conditions for the finished attempts of a sheet that count (V23)."""
    return Game.sheet_id == sheet_id, Game.finished_at.is_not(None), Game.reason.is_distinct_from("void")


def load_attempt_result(game: Game) -> AttemptResult:
    """Return what a finished attempt changed on its sheet when it ended; raise ValueError if it is no attempt."""
    if game.sheet is None or game.sheet_id is None or game.city is None:
        raise ValueError(f"{game.code} is no attempt")
    earlier = load_results(game.sheet_id, before=game)
    won = game.winner == "team"
    old, new = progress(earlier), progress([*earlier, (game.city, won)])
    opened = [city for name, city in MAP.items() if old[name].state == "closed" and new[name].state == "open"]
    complete = all(standing.state == "done" for standing in new.values())
    return AttemptResult(
        MAP[game.city], game.sheet, won, old[game.city].state == "done", new[game.city], opened, complete
    )


def load_team_of_member(game: Game, user_id: int | None) -> Team | None:
    """Return the team that an attempt counts for if this user is a member, else None. Only members see the team."""
    if game.sheet_id is None or user_id is None:
        return None
    own = select(Team).join(Sheet).join(Membership).where(Sheet.id == game.sheet_id, Membership.user_id == user_id)
    return db.session.scalar(own.options(lazyload(Team.memberships)))


def can_be_first_win(game: Game) -> bool:
    """Whether this game can be a new team's first win: a standard mission, won outside any campaign (M2)."""
    standard = game.deal.get("tokens") == game.deal.get("mistakes") == 9
    return game.sheet_id is None and VARIANTS[game.variant].game == "duet" and standard and game.winner == "team"


def may_create_team(game: Game, player: Player | None) -> bool:
    """Whether to offer this player to create a team: the game was won and its people share no team yet (M1, M2)."""
    if player is None or not can_be_first_win(game):
        return False
    shared = select(Team.id)
    for user_id in [each.user_id for each in present_people(game)]:
        shared = shared.where(Team.memberships.any(Membership.user_id == user_id))
    return db.session.scalar(shared.limit(1)) is None
