"""Founding a team: with nothing, with people of given names, or after a first win that counts as Prague (M1, M2)."""

from collections.abc import Sequence

from app.db import db
from app.games.loading import changing as changing_game
from app.games.missions import counts_as_first, team_of
from app.languages import _
from app.refusals import Refusal
from app.rules.missions import START
from app.teams import service as teams
from app.teams.models import Team


def found(user_id: int, name: str, names: Sequence[str]) -> Team:
    """Found a team with the people of these names; raise Refusal."""
    team = teams.found(user_id, name, teams.named(names))
    db.session.commit()
    return team


def found_after(user_id: int, name: str, game_code: str) -> Team:
    """Found a team of a game's players, whose win is the new team's first: it counts as Prague.

    Whoever comes second is led to the team that the first one founded. Raises Refusal for a game that is no such win,
    and NotHere for strangers.
    """
    with changing_game(game_code, user_id) as (game, _player):
        if founded := team_of(game, user_id):
            return founded
        if not counts_as_first(game):
            raise Refusal(
                _("Only a standard mission that was won, with 9 tokens and 9 mistakes, counts as Prague."), "game"
            )
        team = teams.found(user_id, name, [player.user_id for player in game.players if player.is_present])
        game.sheet_id, game.city = team.sheet.id, START
    return team
