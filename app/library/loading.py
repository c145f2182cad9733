"""Finding custom decks, by the users who may see them and by the names stored in games."""

from collections.abc import Collection, Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import undefer

from app.accounts.models import User
from app.db import db
from app.decks.deck import Deck
from app.library import checking
from app.library.errors import NoDeck
from app.library.models import DeckVersion, OwnDeck
from app.web import is_code

LISTED = 100  # decks per page


def name_of(deck: OwnDeck) -> str:
    """Return the name that a game stores for the deck's current version: `<code>.<version>`."""
    return f"{deck.code}.{deck.number}"


def load(name: str) -> Deck:
    """Return a version of a custom deck, whether or not it is still shared; raise KeyError if there is none."""
    code, _, number = name.partition(".")
    if not (is_code(code) and number.isascii() and number.isdigit() and len(number) < 9):
        raise KeyError(name)
    query = select(DeckVersion).join(OwnDeck).where(OwnDeck.code == code, DeckVersion.number == int(number))
    version = db.session.scalar(query.options(undefer(DeckVersion.lines)))
    if version is None:
        raise KeyError(name)
    return Deck(name, version.name, version.language, checking.cards(version.lines))


def find(code: str, user_id: int | None) -> OwnDeck:
    """Return a deck that the user may see: their own or a shared one; raise NoDeck."""
    deck = db.session.scalar(_alive().where(OwnDeck.code == code))
    if deck is None or (deck.sharing == "private" and deck.owner_id != user_id):
        raise NoDeck(code)
    return deck


def known(codes: Collection[str], user_id: int | None) -> list[OwnDeck]:
    """Return the decks with these codes that the user may see, leaving out all others."""
    plausible = set(filter(is_code, codes))
    found = db.session.scalars(_alive().where(OwnDeck.code.in_(plausible))) if plausible else ()
    return [deck for deck in found if deck.sharing != "private" or deck.owner_id == user_id]


def owned(code: str, user_id: int | None) -> OwnDeck:
    """Return a user's own deck, locked for a change; raise NoDeck.

    It is read after the lock is taken, so that it includes a version added by the previous holder of the lock.
    """
    own = OwnDeck.code == code, OwnDeck.owner_id == user_id
    db.session.execute(select(OwnDeck.id).where(*own).with_for_update())
    deck = db.session.scalar(_alive().where(*own).execution_options(populate_existing=True))
    if deck is None:
        raise NoDeck(code)
    return deck


def mine(user_id: int) -> Sequence[OwnDeck]:
    """Return a user's decks, newest first."""
    return db.session.scalars(_alive().where(OwnDeck.owner_id == user_id).order_by(OwnDeck.id.desc())).all()


def listed(but: int | None = None, most: int = LISTED) -> Sequence[OwnDeck]:
    """Return the newest publicly listed decks, except one user's."""
    query = _alive().where(OwnDeck.sharing == "listed").order_by(OwnDeck.created_at.desc(), OwnDeck.id.desc())
    return db.session.scalars(query.where(OwnDeck.owner_id != (but or 0)).limit(most)).all()


def version(deck: OwnDeck, number: int) -> DeckVersion:
    """Return a deck's version with its words; raise NoDeck."""
    query = select(DeckVersion).where(DeckVersion.deck_id == deck.id, DeckVersion.number == number)
    found = db.session.scalar(query.options(undefer(DeckVersion.lines), undefer(DeckVersion.notes)))
    if found is None:
        raise NoDeck(deck.code)
    return found


def _alive() -> Select[OwnDeck]:
    """Select decks that are not deleted and whose owner's account is not deleted."""
    query = select(OwnDeck).join(User, OwnDeck.owner_id == User.id)
    return query.where(OwnDeck.deleted_at.is_(None), User.deleted_at.is_(None))
