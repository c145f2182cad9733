"""Finding people's own decks: for those who may see them, and by the names under which games keep them."""

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

LISTED = 100  # decks on one page


def name_of(deck: OwnDeck) -> str:
    """Return the name under which a game keeps the deck as it is now: `<code>.<version>`."""
    return f"{deck.code}.{deck.number}"


def load(name: str) -> Deck:
    """Return a version of somebody's deck, whether or not it is still shared; KeyError if there is none."""
    code, _, number = name.partition(".")
    if not (is_code(code) and number.isascii() and number.isdigit() and len(number) < 9):
        raise KeyError(name)
    query = select(DeckVersion).join(OwnDeck).where(OwnDeck.code == code, DeckVersion.number == int(number))
    version = db.session.scalar(query.options(undefer(DeckVersion.lines)))
    if version is None:
        raise KeyError(name)
    return Deck(name, version.name, version.language, checking.cards(version.lines))


def find(code: str, user_id: int | None) -> OwnDeck:
    """Return a deck for somebody who may see it: its owner, and where it is shared anyone; raise NoDeck."""
    deck = db.session.scalar(_alive().where(OwnDeck.code == code))
    if deck is None or (deck.sharing == "private" and deck.owner_id != user_id):
        raise NoDeck(code)
    return deck


def known(codes: Collection[str], user_id: int | None) -> list[OwnDeck]:
    """Return the decks of these codes that somebody may see; whatever is not one is left out."""
    plausible = set(filter(is_code, codes))
    found = db.session.scalars(_alive().where(OwnDeck.code.in_(plausible))) if plausible else ()
    return [deck for deck in found if deck.sharing != "private" or deck.owner_id == user_id]


def owned(code: str, user_id: int | None) -> OwnDeck:
    """Return a deck for its owner, locked for a change; raise NoDeck.

    It is read after the lock is there, with the version that whoever had the lock before may have added.
    """
    own = OwnDeck.code == code, OwnDeck.owner_id == user_id
    db.session.execute(select(OwnDeck.id).where(*own).with_for_update())
    deck = db.session.scalar(_alive().where(*own).execution_options(populate_existing=True))
    if deck is None:
        raise NoDeck(code)
    return deck


def mine(user_id: int) -> Sequence[OwnDeck]:
    """Return somebody's decks, the newest first."""
    return db.session.scalars(_alive().where(OwnDeck.owner_id == user_id).order_by(OwnDeck.id.desc())).all()


def listed(but: int | None = None, most: int = LISTED) -> Sequence[OwnDeck]:
    """Return the newest decks that are there for everybody, without those of one person."""
    query = _alive().where(OwnDeck.sharing == "listed").order_by(OwnDeck.created_at.desc(), OwnDeck.id.desc())
    return db.session.scalars(query.where(OwnDeck.owner_id != (but or 0)).limit(most)).all()


def version(deck: OwnDeck, number: int) -> DeckVersion:
    """Return what a deck was like, with its words; raise NoDeck."""
    query = select(DeckVersion).where(DeckVersion.deck_id == deck.id, DeckVersion.number == number)
    found = db.session.scalar(query.options(undefer(DeckVersion.lines), undefer(DeckVersion.notes)))
    if found is None:
        raise NoDeck(deck.code)
    return found


def _alive() -> Select[OwnDeck]:
    """Select the decks that neither were deleted nor belong to a deleted account."""
    query = select(OwnDeck).join(User, OwnDeck.owner_id == User.id)
    return query.where(OwnDeck.deleted_at.is_(None), User.deleted_at.is_(None))
