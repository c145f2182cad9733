"""Creating, editing and deleting custom decks. Each function that changes a deck commits once."""

from datetime import timedelta

from sqlalchemy import func, select

from app.accounts import rate_limits
from app.accounts.models import User
from app.custom_decks.errors import WrongDeckSize
from app.custom_decks.loading import own_deck_for_update
from app.custom_decks.models import CustomDeck, DeckVersion
from app.custom_decks.word_list import MAX_LINE_LENGTH, MAX_WORDS, CheckedWords, check_words, clean_word, is_readable
from app.db import db, now
from app.decks.deck import MIN_WORDS
from app.http.responses import new_code
from app.i18n.languages import _, ngettext
from app.refusals import Conflict, Refusal

MAX_DECKS = 100  # per user
MAX_VERSIONS = 200  # per deck
MAX_NAME_LENGTH = 60  # characters
DUPLICATE_WINDOW = timedelta(minutes=1)


def create(owner_id: int, text: str, *, name: str, language: str, sharing: str) -> CustomDeck:
    """Create a deck from the words in `text` and return it.

    A double click returns the deck of the first click. Raises RateLimited, WrongDeckSize, or Refusal for a bad name or
    too many decks.
    """
    rate_limits.enforce(f"deck {owner_id}")
    _check_deck_limit(owner_id)
    name, checked = clean_name(name), require_deck_size(check_words(text, language))
    first = _version(1, name, language, checked)
    if just_made := _recent_duplicate(owner_id, first):
        return just_made
    deck = CustomDeck(code=new_code(), owner_id=owner_id, sharing=sharing, number=1)
    deck.versions = [first]
    db.session.add(deck)
    db.session.commit()
    return deck


def revise(
    code: str, owner_id: int, text: str, *, name: str, language: str, sharing: str, edited_number: int | None = None
) -> None:
    """Change a deck's sharing, and add a version if name, language or words have changed.

    `edited_number` is the version on which the edit is based: raises Conflict if it is not the latest any more. Also
    raises DeckNotFound, RateLimited, WrongDeckSize, and Refusal for a bad name or too many versions.
    """
    rate_limits.enforce(f"deck {owner_id}")
    try:
        name, checked = clean_name(name), require_deck_size(check_words(text, language))
        deck = own_deck_for_update(code, owner_id)
        if edited_number is not None and edited_number != deck.number:
            changed = _(
                "This deck has been changed in the meantime, perhaps in another window. Check it before you save."
            )
            raise Conflict(changed)
        if deck.number >= MAX_VERSIONS:
            raise Refusal(_("This deck has been changed too many times. Make a new one with these words."))
        deck.sharing = sharing
        new = _version(deck.number + 1, name, language, checked)
        if _same_content(deck.latest, new):
            deck.latest.notes = new.notes  # the notes are for the owner; no game reads them
        else:
            deck.number += 1
            deck.versions.append(new)
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def delete(code: str, owner_id: int) -> None:
    """Mark a user's deck as deleted; games played with it go on. Raises DeckNotFound."""
    own_deck_for_update(code, owner_id).deleted_at = now()
    db.session.commit()


def clean_name(name: str) -> str:
    """Return a deck's name as it is stored; raise Refusal if it is empty, too long or unreadable."""
    kept = clean_word(name[:MAX_LINE_LENGTH])
    if not kept:
        raise Refusal(_("Give the deck a name."), "name")
    if len(kept) > MAX_NAME_LENGTH:
        long = _(
            "A deck’s name can have at most %(most)d characters; this one has %(num)d.",
            most=MAX_NAME_LENGTH,
            num=len(kept),
        )
        raise Refusal(long, "name")
    if not is_readable(kept):
        raise Refusal(_("This name contains an unreadable character. Type it again."), "name")
    return kept


def require_deck_size(checked: CheckedWords) -> CheckedWords:
    """Return `checked` if a deck may have so many words; raise WrongDeckSize otherwise (K1, K5)."""
    if checked.size < MIN_WORDS:
        few = ngettext(
            "That is only %(num)d word; a deck needs at least %(fewest)d. Write one word per line.",
            "That is only %(num)d words; a deck needs at least %(fewest)d. Write one word per line.",
            checked.size,
            fewest=MIN_WORDS,
        )
        raise WrongDeckSize(few, checked)
    if checked.size > MAX_WORDS:
        many = _("That is %(size)d words; a deck can have at most %(most)d.", size=checked.size, most=MAX_WORDS)
        raise WrongDeckSize(many, checked)
    return checked


def _version(number: int, name: str, language: str, checked: CheckedWords) -> DeckVersion:
    return DeckVersion(
        number=number,
        name=name,
        language=language,
        size=checked.size,
        lines=checked.lines,
        notes=checked.notes,
    )


def _same_content(one: DeckVersion, other: DeckVersion) -> bool:
    """Return whether two versions are equal in everything that games use: name, language and words."""
    return (one.name, one.language, one.lines) == (other.name, other.language, other.lines)


def _check_deck_limit(owner_id: int) -> None:
    """Lock the user until the commit; raise Refusal if they have MAX_DECKS decks already."""
    db.session.execute(select(User.id).where(User.id == owner_id).with_for_update(key_share=True))
    count = select(func.count()).where(CustomDeck.owner_id == owner_id, CustomDeck.deleted_at.is_(None))
    if (db.session.scalar(count) or 0) >= MAX_DECKS:
        raise Refusal(_("You already have %(most)d decks. Delete one first.", most=MAX_DECKS))


def _recent_duplicate(owner_id: int, first: DeckVersion) -> CustomDeck | None:
    """Return the user's deck with the same content that was created within DUPLICATE_WINDOW, or None."""
    fresh = select(CustomDeck).where(
        CustomDeck.owner_id == owner_id,
        CustomDeck.deleted_at.is_(None),
        CustomDeck.created_at > now() - DUPLICATE_WINDOW,
    )
    return next((deck for deck in db.session.scalars(fresh) if _same_content(deck.latest, first)), None)
