"""The lists on the home page, the reader's own and the public one, loaded by one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.db import db
from app.db.together import select_together
from app.games.web import game_list
from app.games.web.game_list import GameRow
from app.live import topic_versions
from app.lobbies import listing
from app.lobbies.listing import LobbyRow
from app.notifications import bell
from app.notifications.bell import Bell
from app.puzzles import plays
from app.puzzles.player import current_player
from app.puzzles.plays import PlayRow
from app.teams import listing as team_listing
from app.teams.listing import TeamRow

_OPEN: Final = select_together(lobbies=listing.LISTED)
_OWN: Final = select_together(
    bell=bell.QUERY,
    games=game_list.QUERY,
    own=listing.OWN,
    teams=team_listing.QUERY,
    plays=plays.QUERY,
    lobbies=listing.LISTED,
)


@dataclass(frozen=True)
class HomeLists:
    """A user's bell, games, lobbies, teams and puzzles, and the lobbies that anyone may join.

    `tag` is for the part of the page that is polled, and changes with the bell and with the reader's games and lobbies.
    """

    bell: Bell
    tag: str
    games: Sequence[GameRow]
    mine: Sequence[LobbyRow]
    teams: Sequence[TeamRow]
    plays: Sequence[PlayRow]
    listed: Sequence[LobbyRow]


def load_home(user_id: int) -> HomeLists:
    """Return the lists that the home page shows to a user, loaded by one statement."""
    player = plays.query_parameters(current_player(user_id))
    parameters = player | listing.query_parameters(user_id) | bell.query_parameters(user_id)
    found = db.session.execute(_OWN, parameters).one()
    own_bell = bell.read_bell(user_id, found.bell[0])
    versions = {**own_bell.versions, **listing.read_versions(found.own), **game_list.read_versions(found.games)}
    return HomeLists(
        own_bell,
        topic_versions.write_tag(str(user_id), versions),
        game_list.read_games(found.games),
        listing.read_lobbies(found.own),
        team_listing.read_teams(found.teams),
        plays.read_plays(found.plays),
        listing.read_lobbies(found.lobbies),
    )


def load_for_visitor() -> dict[str, Any]:
    """Return the lists that the home page shows to a visitor: puzzles, if they have played any, and open lobbies."""
    return {"tag": "", "listed": load_listed_lobbies(), "plays": plays.load_plays(current_player())}


def load_listed_lobbies() -> Sequence[LobbyRow]:
    """Return the lobbies that anyone may join, as a visitor sees them, newest first."""
    return listing.read_lobbies(db.session.execute(_OPEN, listing.query_parameters(None)).scalar_one())
