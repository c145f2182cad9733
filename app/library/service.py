"""Creating, editing and deleting custom decks. Each function commits once."""

from datetime import timedelta

from sqlalchemy import func, select

from app.accounts import limits
from app.accounts.models import User
from app.db import db, now
from app.decks.deck import FEWEST
from app.languages import _, ngettext
from app.library.checking import FAR_TOO_LONG, MOST, Checked, check, is_readable, tidy
from app.library.errors import Unfit
from app.library.loading import owned
from app.library.models import DeckVersion, OwnDeck
from app.refusals import Conflict, Refusal
from app.web import new_code

MOST_DECKS = 100  # per user
MOST_VERSIONS = 200  # per deck
LONGEST_NAME = 60  # characters
A_MOMENT = timedelta(minutes=1)


def create(owner_id: int, text: str, *, name: str, language: str, sharing: str) -> OwnDeck:
    """Create a deck from the words in `text`; raise Refusal or RateLimited. A double click creates one deck."""
    limits.limit_deck_saves(owner_id)
    _check_room(owner_id)
    name, checked = clean_name(name), good(check(text, language))
    first = _version(1, name, language, checked)
    if just_made := _just_made(owner_id, first):
        return just_made
    deck = OwnDeck(code=new_code(), owner_id=owner_id, sharing=sharing, number=1)
    deck.versions = [first]
    db.session.add(deck)
    db.session.commit()
    return deck


def revise(
    code: str, owner_id: int, text: str, *, name: str, language: str, sharing: str, seen: int | None = None
) -> None:
    """Change a deck's sharing, and add a version if anything else has changed.

    `seen` is the version that was edited. Raises NoDeck, RateLimited, Refusal, and Taken for an older one.
    """
    limits.limit_deck_saves(owner_id)
    try:
        name, checked = clean_name(name), good(check(text, language))
        deck = owned(code, owner_id)
        if seen is not None and seen != deck.number:
            changed = _("This deck was changed meanwhile, in another window perhaps: look at it before you save this.")
            raise Conflict(changed)
        if deck.number >= MOST_VERSIONS:
            raise Refusal(_("This deck has been changed too often. Make a new one of these words."))
        deck.sharing = sharing
        new = _version(deck.number + 1, name, language, checked)
        if _same(deck.latest, new):
            deck.latest.notes = new.notes  # the notes are for the owner; no game reads them
        else:
            deck.number += 1
            deck.versions.append(new)
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def delete(code: str, owner_id: int) -> None:
    """Delete a deck. Games played with it go on. Raises NoDeck."""
    owned(code, owner_id).deleted_at = now()
    db.session.commit()


def clean_name(name: str) -> str:
    """Return a deck's name as it is stored; raise Refusal."""
    kept = tidy(name[:FAR_TOO_LONG])
    if not kept:
        raise Refusal(_("Give the deck a name."), "name")
    if len(kept) > LONGEST_NAME:
        long = _(
            "A deck's name has at most %(most)d characters; this one has %(num)d.", most=LONGEST_NAME, num=len(kept)
        )
        raise Refusal(long, "name")
    if not is_readable(kept):
        raise Refusal(_("This name has a character that cannot be read. Type it anew."), "name")
    return kept


def good(checked: Checked) -> Checked:
    """Return the words if a deck can have that many; raise Unfit otherwise (K1, K5)."""
    if checked.size < FEWEST:
        few = ngettext(
            "This makes %(num)d word, and a deck has %(fewest)d at least. Write one word a line.",
            "This makes %(num)d words, and a deck has %(fewest)d at least. Write one word a line.",
            checked.size,
            fewest=FEWEST,
        )
        raise Unfit(few, checked)
    if checked.size > MOST:
        many = _("These are %(size)d words, and a deck has %(most)d at most.", size=checked.size, most=MOST)
        raise Unfit(many, checked)
    return checked


def _version(number: int, name: str, language: str, checked: Checked) -> DeckVersion:
    return DeckVersion(
        number=number,
        name=name,
        language=language,
        size=checked.size,
        lines=checked.lines,
        notes=checked.notes,
    )


def _same(one: DeckVersion, other: DeckVersion) -> bool:
    """Whether two versions are equal in everything that games use."""
    return (one.name, one.language, one.lines) == (other.name, other.language, other.lines)


def _check_room(owner_id: int) -> None:
    """Raise Refusal if the user has the maximum number of decks. Locks the user until the commit."""
    db.session.execute(select(User.id).where(User.id == owner_id).with_for_update(key_share=True))
    count = select(func.count()).where(OwnDeck.owner_id == owner_id, OwnDeck.deleted_at.is_(None))
    if (db.session.scalar(count) or 0) >= MOST_DECKS:
        raise Refusal(_("You have %(most)d decks. Delete one first.", most=MOST_DECKS))


def _just_made(owner_id: int, first: DeckVersion) -> OwnDeck | None:
    """Return a deck with the same content that the user created within the last minute."""
    fresh = select(OwnDeck).where(
        OwnDeck.owner_id == owner_id, OwnDeck.deleted_at.is_(None), OwnDeck.created_at > now() - A_MOMENT
    )
    return next((deck for deck in db.session.scalars(fresh) if _same(deck.latest, first)), None)
