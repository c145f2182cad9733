"""One moment of a replay as shown on its page: the board, the log so far, and links to other moments."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import url_for

from app import decks
from app.games.board import cards
from app.games.board.card_view import CardDisplay
from app.games.postgame import kudos, shared_notes
from app.games.postgame.computer_stops import has_computer, next_choices
from app.games.postgame.kudos import PraisedClue
from app.games.postgame.replay import EVERYTHING, WATCHER, Replay
from app.games.postgame.shared_notes import SharedNotes
from app.games.wording import recap
from app.games.wording.computer_stops import stop_texts
from app.games.wording.labels import SEATS
from app.games.wording.recap import LateTouches
from app.games.wording.sentences import game_title
from app.games.wording.timer_tokens import TokenText
from app.i18n.languages import _, lazy_gettext
from app.rules import CardView, Clue, Turn, View

VIEWPOINTS: Final = {
    EVERYTHING: lazy_gettext("Everything"),
    WATCHER: lazy_gettext("Spectators"),
    **SEATS,
}  # labels of the viewpoints


@dataclass(frozen=True)
class Frame:
    """What the replay templates get: the state after move `number` of `last`, as seen from `seat`."""

    replay: Replay
    seat: str
    number: int
    view: View
    steps: Sequence[str]
    praised: PraisedClue | None
    notes: Sequence[SharedNotes]

    @property
    def code(self) -> str:
        """The code of the game."""
        return self.replay.game.code

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_title(self.replay.game.variant, self.replay.game.city)

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.steps)

    @property
    def words(self) -> Sequence[str]:
        """The names of the cards."""
        return self.replay.words

    @property
    def late(self) -> LateTouches:
        """The cards touched by the deadline."""
        return self.replay.late

    @property
    def duet(self) -> bool:
        """Whether this was Duet."""
        return self.view.tokens is not None

    @property
    def timer(self) -> TokenText | None:
        """Sentences about Duet's tokens; None in Versus."""
        return TokenText(self.view.tokens) if self.view.tokens else None

    @property
    def heading(self) -> str:
        """The heading: which of how many moves."""
        return _("Move %(number)d of %(last)d", number=self.number, last=self.last)

    @property
    def summary(self) -> str:
        """What this move changed, as a sentence."""
        return (
            self.steps[self.number - 1] if self.number else _("The cards are on the table, and nobody has played yet.")
        )

    @property
    def mover(self) -> str:
        """Who played this move, with the seat; "" if nobody did."""
        name = self.replay.mover(self.number)
        if not name or self.replay.names:
            return name
        return f"{name} ({SEATS[self.replay.moves[self.number - 1].seat]})"

    @property
    def running(self) -> Clue | None:
        """The last clue given, until the next turn begins."""
        return self.view.turns[-1].clue if self.view.turns else None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The log so far, newest turn first."""
        return recap.turns_newest_first(self.view)

    @property
    def stops(self) -> tuple[str, ...]:
        """Why the computer stopped, for each of `turns`, where everything is shown; "" where it did not."""
        if self.seat != EVERYTHING or not has_computer(self.replay.game):
            return ()
        return stop_texts(self.view, next_choices(self.code), self.words)

    @property
    def cards(self) -> tuple[CardDisplay, ...]:
        """The cards as shown at this moment."""
        language = decks.load(self.replay.game.deck).language
        drawn = list(zip(cards.picture_files(self.replay.game), cards.outline_urls(self.replay.game), strict=True))
        return tuple(
            self._look(card, *(drawn[card.index] if drawn else ("", "")), language=language) for card in self.view.cards
        )

    @property
    def viewpoints(self) -> tuple[tuple[str, str], ...]:
        """The viewpoints on offer, as (value for the URL, label)."""
        return tuple((seat, self.replay.names.name(seat) or str(VIEWPOINTS[seat])) for seat in self.replay.seats)

    def pointed_at(self, note: SharedNotes) -> tuple[int, ...]:
        """Return the hidden cards that a player was pointing at in this moment."""
        return tuple(card for card in note.at(self.number) if self.view.cards[card].face == "hidden")

    def address(self, number: int, seat: str | None = None) -> str:
        """Return the canonical URL of a moment; `number` is limited to the moves that exist."""
        at, where = min(max(number, 0), self.last), self.seat if seat is None else seat
        return url_for("games.replay", code=self.code, move=at or None, seat=where or None)

    def _look(self, card: CardView, drawing: str, outline: str, language: str) -> CardDisplay:
        return CardDisplay(
            place=card.index,
            word=self.words[card.index],
            language=language,
            drawing=drawing,
            outline=outline,
            face=card.face,
            key=card.key or "",
            marked=card.marked,
            tried_by=tuple(map(self.replay.names.name, card.marked)) if self.replay.names else (),
            verb="",
            may_intend=False,
            is_last=card.index == self._touched,
            is_new=False,
            may_mark=False,
            is_mine=False,
            marks=tuple(each.name for each in self.notes if card.index in self.pointed_at(each)),
            vote=None,
            can_add_dot=False,
            dot="",
            over=self.seat == EVERYTHING or self.view.outcome is not None,
            duet=self.duet,
            chosen=False,
        )

    @property
    def _touched(self) -> int | None:
        last = recap.last_touch(self.view)
        return last.card if last else None


def build_frame(replay: Replay, number: int, seat: str, reader: int | None) -> Frame:
    """Return the moment after move `number` (at most the last) as seen from a seat;GameNotFound for an unknown seat.

    Shared notes appear only with EVERYTHING, and only those that `reader` may see.
    """
    views = replay.views(seat)
    at = min(number, len(replay.moves))
    praised = {each.seq: each for each in kudos.praised_clues(replay.game, None)}
    shown = shared_notes.visible_notes(replay.game, reader) if seat == EVERYTHING else ()
    return Frame(replay, seat, at, views[at], replay.steps(views), praised.get(at), shown)
