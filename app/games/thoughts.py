"""What players thought: what they pointed at, their pads and dots. After the game each may show theirs to the table.

Until then it is its owner's alone; what nobody shows is deleted after a while.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, select

from app import pulse
from app.accounts import blocks
from app.db import db, now
from app.games import pointed
from app.games.errors import Refused
from app.games.loading import locked, seated
from app.games.models import Game, Mark, Note, Player, Pointed
from app.games.names import SEATS
from app.games.notes import NAMES, SIGNS
from app.games.pointed import Span
from app.games.topics import topic

OF_ONE: Final = (Pointed, Note, Mark)  # the rows of what somebody thought


@dataclass(frozen=True)
class Dot:
    """A dot that was put on a card."""

    colour: str
    card: int

    @property
    def sign(self) -> str:
        """What it looks like."""
        return SIGNS[self.colour]

    @property
    def name(self) -> str:
        """What it is called."""
        return str(NAMES[self.colour])


@dataclass(frozen=True)
class Thoughts:
    """What one player thought; `mine` where that is who reads it, `shown` where the others of the table may too."""

    name: str
    seat: str
    mine: bool
    shown: bool
    pad: str
    dots: Sequence[Dot]
    spans: Sequence[Span]

    @property
    def who(self) -> str:
        """The player, with their seat."""
        return f"{self.name} ({SEATS[self.seat]})"

    def at(self, number: int) -> tuple[int, ...]:
        """Return what was pointed at after the move of this number."""
        return tuple(sorted(span.card for span in self.spans if span.since <= number < span.until))


def share(code: str, user_id: int, wanted: bool) -> None:
    """Show what somebody thought to those who sat at their table, or no more; raises NotHere, Refused."""
    with locked(code) as game:
        player = seated(game, user_id)
        if game.finished_at is None:
            raise Refused("not-finished")
        player.shared_at = now() if wanted else None
        pulse.beat(topic(code))


def seen_by(game: Game, reader: int | None) -> tuple[Thoughts, ...]:
    """Return what this reader may see of what was thought in a game that is over, their own first.

    Nothing, for who never sat there; nor what somebody shows who has blocked the reader, or whom the reader has.
    """
    if reader is None or all(player.user_id != reader for player in game.players):
        return ()
    showing = {player.user_id: player for player in game.players if player.user_id == reader or player.shared_at}
    hidden = blocks.between(reader, showing.keys() - {reader}) if len(showing) > 1 else set()
    people = sorted((showing[each] for each in showing.keys() - hidden), key=lambda one: one.user_id != reader)
    spans, noted = pointed.spans(game, showing), _noted(game, showing)
    found = (_thoughts(player, reader, noted.get(player.user_id), spans[player.user_id]) for player in people)
    return tuple(each for each in found if each.pad or each.dots or each.spans)


def forget(before: datetime) -> int:
    """Delete what was thought in games that ended before a time, but for what is shown; return how much. Commits."""
    gone = 0
    for model in OF_ONE:
        unshown = select(Player).join(Game).where(Game.finished_at < before, Player.shared_at.is_(None))
        unshown = unshown.where(Player.game_id == model.game_id, Player.user_id == model.user_id)
        gone += len(db.session.scalars(delete(model).where(unshown.exists()).returning(model.user_id)).all())
    db.session.commit()
    return gone


def _noted(game: Game, user_ids: Collection[int]) -> Mapping[int, Note]:
    rows = db.session.scalars(select(Note).where(Note.game_id == game.id, Note.user_id.in_(user_ids)))
    return {note.user_id: note for note in rows}


def _thoughts(player: Player, reader: int, note: Note | None, spans: Sequence[Span]) -> Thoughts:
    return Thoughts(
        name=player.user.display_name,
        seat=player.seat,
        mine=player.user_id == reader,
        shown=player.shared_at is not None,
        pad=note.text.strip() if note else "",
        dots=tuple(Dot(colour, int(card)) for card, colour in sorted(note.dots.items())) if note else (),
        spans=spans,
    )
