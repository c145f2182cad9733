"""The decks of somebody who goes for good: what was played with stays without its name, all else goes."""

from collections.abc import Iterator

from sqlalchemy import select

from app import decks, library
from app.accounts import leaving
from app.db import db
from app.games.models import Game
from app.lobbies.loading import still_open
from app.lobbies.models import Lobby


def erase(user_id: int) -> None:
    """Erase somebody's decks but for the versions that games, or lobbies that are open, are made with."""
    codes = library.codes(user_id)
    if codes:
        library.erase(user_id, set(_used("|".join(codes))))


def _used(pattern: str) -> Iterator[str]:
    """Yield the names of decks that are played with and match a pattern; among them may be others' in a pool."""
    played = select(Game.deck).where(Game.deck.regexp_match(pattern))
    gathering = select(Lobby.deck).where(Lobby.deck.regexp_match(pattern), still_open())
    for name in db.session.scalars(played.union(gathering)):
        yield from decks.parts(name)


leaving.erasers.append(erase)
