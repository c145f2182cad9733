"""Finding custom decks, by the users who may see them and by the names stored in games."""

from collections.abc import Collection, Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import undefer

from app.accounts.models import User
from app.custom_decks import word_list
from app.custom_decks.errors import DeckNotFound
from app.custom_decks.models import CustomDeck, DeckVersion
from app.db import db
from app.decks.deck import Deck
from app.http.fields import parse_int
from app.http.responses import is_code

MAX_LISTED = 100  # decks per page


def stored_name(deck: CustomDeck) -> str:
    """Return the name under which a game stores the deck's latest version: `<code>.<version>`."""
    return f"{deck.code}.{deck.number}"


def load_stored(name: str) -> Deck:
    """Return the version with this stored name as a Deck, even if it is deleted or no longer shared.

    Raises KeyError if there is none.
    """
    code, _, sent = name.partition(".")
    number = parse_int(sent, digits=8)
    if number is None or not is_code(code):
        raise KeyError(name)
    query = select(DeckVersion).join(CustomDeck).where(CustomDeck.code == code, DeckVersion.number == number)
    version = db.session.scalar(query.options(undefer(DeckVersion.lines)))
    if version is None:
        raise KeyError(name)
    return Deck(name, version.name, version.language, word_list.make_cards(version.lines))


def visible_deck_or_404(code: str, user_id: int | None) -> CustomDeck:
    """Return the deck with this code if the user owns it or it is shared; raise DeckNotFound otherwise."""
    deck = db.session.scalar(_existing_decks().where(CustomDeck.code == code))
    if deck is None or (deck.sharing == "private" and deck.owner_id != user_id):
        raise DeckNotFound(code)
    return deck


def find_visible_decks(codes: Collection[str], user_id: int | None) -> list[CustomDeck]:
    """Return those decks with these codes that the user may see, in no particular order."""
    plausible = set(filter(is_code, codes))
    found = db.session.scalars(_existing_decks().where(CustomDeck.code.in_(plausible))) if plausible else ()
    return [deck for deck in found if deck.sharing != "private" or deck.owner_id == user_id]


def own_deck_for_update(code: str, user_id: int | None) -> CustomDeck:
    """Return a user's own deck, locked for a change; raise DeckNotFound for any other.

    It is read after the lock is taken, so that it includes a version added by the previous holder of the lock.
    """
    own = CustomDeck.code == code, CustomDeck.owner_id == user_id
    db.session.execute(select(CustomDeck.id).where(*own).with_for_update())
    deck = db.session.scalar(_existing_decks().where(*own).execution_options(populate_existing=True))
    if deck is None:
        raise DeckNotFound(code)
    return deck


def decks_of(user_id: int) -> Sequence[CustomDeck]:
    """Return a user's decks, newest first, without deleted ones."""
    return db.session.scalars(
        _existing_decks().where(CustomDeck.owner_id == user_id).order_by(CustomDeck.id.desc())
    ).all()


def listed_decks(but: int | None = None, most: int = MAX_LISTED) -> Sequence[CustomDeck]:
    """Return the newest `most` decks that are listed for everybody, without those of user `but`."""
    query = (
        _existing_decks()
        .where(CustomDeck.sharing == "listed")
        .order_by(CustomDeck.created_at.desc(), CustomDeck.id.desc())
    )
    return db.session.scalars(query.where(CustomDeck.owner_id != (but or 0)).limit(most)).all()


def version_or_404(deck: CustomDeck, number: int) -> DeckVersion:
    """Return the deck's version with this number, with words and notes; raise DeckNotFound if there is none."""
    query = select(DeckVersion).where(DeckVersion.deck_id == deck.id, DeckVersion.number == number)
    found = db.session.scalar(query.options(undefer(DeckVersion.lines), undefer(DeckVersion.notes)))
    if found is None:
        raise DeckNotFound(deck.code)
    return found


def _existing_decks() -> Select[CustomDeck]:
    """Return the query of decks that are not deleted and whose owner's account is not deleted."""
    query = select(CustomDeck).join(User, CustomDeck.owner_id == User.id)
    return query.where(CustomDeck.deleted_at.is_(None), User.deleted_at.is_(None))
