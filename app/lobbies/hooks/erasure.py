"""Erasure of a user's decks: versions used by games or open lobbies keep their words, all others are deleted."""

from collections.abc import Iterator

from sqlalchemy import select

from app import custom_decks, decks
from app.accounts import erasure
from app.db import db
from app.games.store.models import Game
from app.lobbies.loading import still_open
from app.lobbies.models import Lobby


def erase_decks(user_id: int) -> None:
    """Erase a user's decks, without commit, leaving only the words of versions used by games or open lobbies."""
    codes = custom_decks.deck_codes(user_id)
    if codes:
        custom_decks.erase_decks(user_id, set(_deck_names_in_use("|".join(codes))))


def _deck_names_in_use(pattern: str) -> Iterator[str]:
    """Yield the names of the decks of games and open lobbies whose stored deck matches a regular expression.

    Where several decks are mixed, those of other people are yielded too.
    """
    played = select(Game.deck).where(Game.deck.regexp_match(pattern))
    gathering = select(Lobby.deck).where(Lobby.deck.regexp_match(pattern), still_open())
    for name in db.session.scalars(played.union(gathering)):
        yield from decks.deck_names(name)


erasure.erasure_hooks.append(erase_decks)
