"""Attempts: games that a team plays for a city of its map sheet. How far it has come is computed from them (M3-M6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import lazyload

from app.db import db
from app.games.models import Game, Player
from app.games.topics import topic
from app.pulse import topic_of
from app.recall import recall
from app.rules.missions import MAP, City, Standing, progress
from app.rules.variants import VARIANTS
from app.teams.models import Membership, Sheet, Team


@dataclass(frozen=True)
class Verdict:
    """What an ended attempt did to its sheet: the city's standing then, and the cities that it opened (M3, M4).

    `again`: the city had been completed before, and only the tally changed. `complete`: now every city is done.
    """

    city: City
    sheet: Sheet
    won: bool
    again: bool
    standing: Standing
    opened: Sequence[City]
    complete: bool


def results(sheet_id: int, before: Game | None = None) -> list[tuple[str, bool]]:
    """Return city and success of a sheet's ended attempts, or of those that ended before another did."""
    query = select(Game.city, Game.winner).where(Game.sheet_id == sheet_id, Game.finished_at.is_not(None))
    if before is not None:
        same = and_(Game.finished_at == before.finished_at, Game.id < before.id)
        query = query.where(or_(Game.finished_at < before.finished_at, same))
    return [(row.city, row.winner == "team") for row in db.session.execute(query)]


def verdict(game: Game) -> Verdict:
    """Return what an ended attempt changed, as things stood when it ended."""
    if game.sheet is None or game.sheet_id is None or game.city is None:
        raise ValueError(f"{game.code} is no attempt")
    earlier = results(game.sheet_id, before=game)
    won = game.winner == "team"
    old, new = progress(earlier), progress([*earlier, (game.city, won)])
    opened = [city for name, city in MAP.items() if old[name].state == "closed" and new[name].state == "open"]
    complete = all(standing.state == "done" for standing in new.values())
    return Verdict(MAP[game.city], game.sheet, won, old[game.city].state == "done", new[game.city], opened, complete)


def team_of(game: Game, user_id: int | None) -> Team | None:
    """Return the team that an attempt counts for, if this person is in it: for others it stays unnamed."""
    if game.sheet_id is None or user_id is None:
        return None
    own = select(Team).join(Sheet).join(Membership).where(Sheet.id == game.sheet_id, Membership.user_id == user_id)
    topics = [topic(game.code), topic_of(user_id)]
    return recall(
        ("team", game.id, user_id), topics, lambda: db.session.scalar(own.options(lazyload(Team.memberships)))
    )


def counts_as_first(game: Game) -> bool:
    """Whether a game outside any campaign may open one: a standard mission won, which counts as Prague (M2)."""
    standard = game.deal.get("tokens") == game.deal.get("mistakes") == 9
    return game.sheet_id is None and VARIANTS[game.variant].game == "duet" and standard and game.winner == "team"


def may_found(game: Game, player: Player | None) -> bool:
    """Whether this player is offered to found a team after the game: they won, and share no team yet (M1, M2)."""
    if player is None or not counts_as_first(game):
        return False
    shared = select(Team.id)
    for user_id in [each.user_id for each in game.players if each.is_present]:
        shared = shared.where(Team.memberships.any(Membership.user_id == user_id))
    return db.session.scalar(shared.limit(1)) is None
