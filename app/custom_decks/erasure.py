"""Erasure of a deleted user's decks."""

from collections.abc import Collection, Sequence

from sqlalchemy import delete, func, select, update

from app.custom_decks.models import CustomDeck, DeckVersion
from app.db import db, now


def deck_codes(owner_id: int) -> Sequence[str]:
    """Return the codes of a user's decks, including deleted ones."""
    return db.session.scalars(select(CustomDeck.code).where(CustomDeck.owner_id == owner_id)).all()


def erase_decks(owner_id: int, used: Collection[str]) -> None:
    """Delete a user's decks, without commit, except for the words of the versions in `used`.

    `used` has names as games store them. What is kept loses its deck's name and its notes and is no longer shared.
    """
    own = select(CustomDeck.id).where(CustomDeck.owner_id == owner_id)
    name = select(func.concat(CustomDeck.code, ".", DeckVersion.number)).where(CustomDeck.id == DeckVersion.deck_id)
    unused = name.correlate(DeckVersion).scalar_subquery().not_in(used)
    db.session.execute(delete(DeckVersion).where(DeckVersion.deck_id.in_(own), unused))
    db.session.execute(delete(CustomDeck).where(CustomDeck.owner_id == owner_id, ~CustomDeck.versions.any()))
    db.session.execute(update(DeckVersion).where(DeckVersion.deck_id.in_(own)).values(name="…", notes=[]))
    db.session.execute(
        update(CustomDeck).where(CustomDeck.owner_id == owner_id).values(sharing="private", deleted_at=now())
    )
