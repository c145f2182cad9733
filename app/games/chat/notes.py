"""A player's private notes during a game: a pad of text, and coloured dots on cards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.db import db
from app.games.store.errors import ActionRefused, GameNotFound
from app.games.store.models import Game, Note, Player
from app.http.fields import strip_invisible
from app.i18n.languages import lazy_gettext
from app.live import topic_versions
from app.live.topic_versions import account_topic

MAX_CHARACTERS: Final = 2000  # characters on a pad
SIGNS: Final[Mapping[str, str]] = {"yellow": "●", "purple": "■", "orange": "▲", "teal": "◆"}  # not by colour alone
NAMES: Final[Mapping[str, str]] = {
    "yellow": lazy_gettext("yellow dot"),
    "purple": lazy_gettext("purple square"),
    "orange": lazy_gettext("orange triangle"),
    "teal": lazy_gettext("teal diamond"),
}


@dataclass(frozen=True)
class Notes:
    """A player's notes: the text of the pad, and the colour of the dot on each marked card."""

    text: str
    dots: Mapping[int, str]

    SIGNS: ClassVar = SIGNS
    NAMES: ClassVar = NAMES


def save_pad(code: str, user_id: int, text: str) -> None:
    """Save the text of the pad without invisible characters; raises GameNotFound, ActionRefused."""
    text = strip_invisible(text, keep="\n\t")  # forms send CRLF; only LF is kept
    if len(text) > MAX_CHARACTERS:
        raise ActionRefused("note-too-long")
    _change_notes(code, user_id, lambda game, note: setattr(note, "text", text))


def toggle_dot(code: str, user_id: int, card: int, colour: str) -> None:
    """Set a dot on a card, or remove it if it has that colour already; raises GameNotFound, ActionRefused."""

    def put(game: Game, note: Note) -> None:
        if colour not in SIGNS or card >= len(game.words):
            raise ActionRefused("cannot-dot")
        place = str(card)
        others = {key: value for key, value in note.dots.items() if key != place}
        note.dots = others if note.dots.get(place) == colour else {**others, place: colour}

    _change_notes(code, user_id, put)


def _change_notes(code: str, user_id: int, change: Callable[[Game, Note], None]) -> None:
    """Change a player's notes and bump the version of their own topic; the game row stays untouched and unlocked."""
    try:
        game = _running_game(code, user_id)
        db.session.execute(insert(Note).values(game_id=game.id, user_id=user_id).on_conflict_do_nothing())
        note = db.session.get_one(Note, (game.id, user_id), with_for_update=True, populate_existing=True)
        change(game, note)
        if db.session.is_modified(note):
            topic_versions.bump(account_topic(user_id))
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def _running_game(code: str, user_id: int) -> Game:
    """Return the running game with this code where the user has a seat; raises GameNotFound, ActionRefused."""
    sits = select(Game).join(Player).where(Game.code == code, Player.user_id == user_id, Player.left_at.is_(None))
    game = db.session.scalar(sits)
    if game is None:
        raise GameNotFound(code)
    if game.finished_at is not None:
        raise ActionRefused("game-over")
    return game
