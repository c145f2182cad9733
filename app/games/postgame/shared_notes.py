"""Private marks, pads and dots, which each player may share with the table once the game is over.

They are private until shared; unshared ones are deleted after a while.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, select

from app.accounts import blocks
from app.db import db, now
from app.games.chat.notes import NAMES, SIGNS
from app.games.store.errors import ActionRefused
from app.games.store.models import Game, Mark, Note, PastMarks, Player
from app.games.store.topics import game_topic
from app.games.table import past_marks
from app.games.table.loading import lock_game, require_player
from app.games.table.past_marks import MarkSpan
from app.games.wording.labels import SEATS
from app.live import topic_versions

PRIVATE_MODELS: Final = (PastMarks, Note, Mark)  # models whose rows are private to a player


@dataclass(frozen=True)
class Dot:
    """A dot on a card."""

    colour: str
    card: int

    @property
    def sign(self) -> str:
        """Its symbol."""
        return SIGNS[self.colour]

    @property
    def name(self) -> str:
        """Its name."""
        return str(NAMES[self.colour])


@dataclass(frozen=True)
class SharedNotes:
    """One player's notes; `mine` means they are the reader's own, `shown` that the table may see them."""

    name: str
    seat: str
    mine: bool
    shown: bool
    pad: str
    dots: Sequence[Dot]
    spans: Sequence[MarkSpan]

    @property
    def who(self) -> str:
        """The player's name and seat."""
        return f"{self.name} ({SEATS[self.seat]})"

    def at(self, number: int) -> tuple[int, ...]:
        """Return the cards that the player was pointing at after a move."""
        return tuple(sorted(span.card for span in self.spans if span.since <= number < span.until))


def set_shared(code: str, user_id: int, wanted: bool) -> None:
    """Share the user's notes with the players of the table, or stop sharing; raises GameNotFound, ActionRefused."""
    with lock_game(code) as game:
        player = require_player(game, user_id)
        if game.finished_at is None:
            raise ActionRefused("not-finished")
        player.shared_at = now() if wanted else None
        topic_versions.bump(game_topic(code))


def visible_notes(game: Game, reader: int | None) -> tuple[SharedNotes, ...]:
    """Return the notes on an ended game that this reader may see, their own first.

    Watchers see none. Notes are also hidden between a player and a reader when either has blocked the other.
    """
    if reader is None or all(player.user_id != reader for player in game.players):
        return ()
    showing = {player.user_id: player for player in game.players if player.user_id == reader or player.shared_at}
    hidden = blocks.blocked_either_way(reader, showing.keys() - {reader}) if len(showing) > 1 else set()
    people = sorted((showing[each] for each in showing.keys() - hidden), key=lambda one: one.user_id != reader)
    spans, noted = past_marks.load_mark_spans(game, showing), _notes_by_user(game, showing)
    found = (_shared_notes(player, reader, noted.get(player.user_id), spans[player.user_id]) for player in people)
    return tuple(each for each in found if each.pad or each.dots or each.spans)


def delete_unshared(before: datetime) -> int:
    """Delete unshared notes on games that ended before a time; return the number of rows. Commits."""
    gone = 0
    for model in PRIVATE_MODELS:
        unshown = select(Player).join(Game).where(Game.finished_at < before, Player.shared_at.is_(None))
        unshown = unshown.where(Player.game_id == model.game_id, Player.user_id == model.user_id)
        gone += len(db.session.scalars(delete(model).where(unshown.exists()).returning(model.user_id)).all())
    db.session.commit()
    return gone


def _notes_by_user(game: Game, user_ids: Collection[int]) -> Mapping[int, Note]:
    rows = db.session.scalars(select(Note).where(Note.game_id == game.id, Note.user_id.in_(user_ids)))
    return {note.user_id: note for note in rows}


def _shared_notes(player: Player, reader: int, note: Note | None, spans: Sequence[MarkSpan]) -> SharedNotes:
    return SharedNotes(
        name=player.user.display_name,
        seat=player.seat,
        mine=player.user_id == reader,
        shown=player.shared_at is not None,
        pad=note.text.strip() if note else "",
        dots=tuple(Dot(colour, int(card)) for card, colour in sorted(note.dots.items())) if note else (),
        spans=spans,
    )
