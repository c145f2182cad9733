"""One moment of a replay as shown on its page: the board, the log so far, and links to other moments."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import url_for

from app import decks
from app.games import cards, kudos, recap, thoughts
from app.games.kudos import Praised
from app.games.looks import Look
from app.games.names import SEATS
from app.games.recap import Late
from app.games.replaying import EVERYTHING, WATCHER, Film
from app.games.sentences import title
from app.games.thoughts import Thoughts
from app.games.timer import Timer
from app.languages import _, lazy_gettext
from app.rules import CardView, Clue, Turn, View

PLACES: Final = {
    EVERYTHING: lazy_gettext("Everything"),
    WATCHER: lazy_gettext("Watching"),
    **SEATS,
}  # labels of the viewpoints


@dataclass(frozen=True)
class Frame:
    """What the replay templates get: the state after move `number` of `last`, as seen from `seat`."""

    film: Film
    seat: str
    number: int
    view: View
    steps: Sequence[str]
    praised: Praised | None
    thoughts: Sequence[Thoughts]

    @property
    def code(self) -> str:
        """The code of the game."""
        return self.film.game.code

    @property
    def title(self) -> str:
        """The title of the game."""
        return title(self.film.game.variant, self.film.game.city)

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.steps)

    @property
    def words(self) -> Sequence[str]:
        """The names of the cards."""
        return self.film.words

    @property
    def late(self) -> Late:
        """The cards touched by the deadline."""
        return self.film.late

    @property
    def duet(self) -> bool:
        """Whether this was Duet."""
        return self.view.tokens is not None

    @property
    def timer(self) -> Timer | None:
        """Sentences about Duet's tokens; None in Versus."""
        return Timer(self.view.tokens) if self.view.tokens else None

    @property
    def heading(self) -> str:
        """The heading: which of how many moves."""
        return _("Move %(number)d of %(last)d", number=self.number, last=self.last)

    @property
    def told(self) -> str:
        """What this move changed, as a sentence."""
        return (
            self.steps[self.number - 1] if self.number else _("The cards lie on the table, and nobody has moved yet.")
        )

    @property
    def mover(self) -> str:
        """Who played this move, with the seat; "" if nobody did."""
        name = self.film.mover(self.number)
        return f"{name} ({SEATS[self.film.moves[self.number - 1].seat]})" if name else ""

    @property
    def running(self) -> Clue | None:
        """The last clue given, until the next turn begins."""
        return self.view.turns[-1].clue if self.view.turns else None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The log so far, newest turn first."""
        return recap.log(self.view)

    @property
    def looks(self) -> tuple[Look, ...]:
        """The cards as shown at this moment."""
        language = decks.load(self.film.game.deck).language
        drawn = list(zip(cards.drawings(self.film.game), cards.outlines(self.film.game), strict=True))
        return tuple(
            self._look(card, *(drawn[card.index] if drawn else ("", "")), language=language) for card in self.view.cards
        )

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The viewpoints on offer, as (value for the URL, label)."""
        return tuple((seat, str(PLACES[seat])) for seat in self.film.seats)

    def pointed(self, thought: Thoughts) -> tuple[int, ...]:
        """Return the hidden cards that a player was pointing at in this moment."""
        return tuple(card for card in thought.at(self.number) if self.view.cards[card].face == "hidden")

    def address(self, number: int, seat: str | None = None) -> str:
        """Return the canonical URL of a moment; `number` is limited to the moves that exist."""
        at, where = min(max(number, 0), self.last), self.seat if seat is None else seat
        return url_for("games.replay", code=self.code, move=at or None, seat=where or None)

    def _look(self, card: CardView, drawing: str, outline: str, language: str) -> Look:
        return Look(
            place=card.index,
            word=self.words[card.index],
            language=language,
            drawing=drawing,
            outline=outline,
            face=card.face,
            key=card.key or "",
            marked=card.marked,
            verb="",
            may_intend=False,
            is_last=card.index == self._touched,
            is_new=False,
            may_mark=False,
            is_mine=False,
            marks=tuple(each.name for each in self.thoughts if card.index in self.pointed(each)),
            vote=None,
            noting=False,
            dot="",
            over=self.seat == EVERYTHING or self.view.outcome is not None,
            duet=self.duet,
            chosen=False,
        )

    @property
    def _touched(self) -> int | None:
        last = recap.last_touch(self.view)
        return last.card if last else None


def frame(film: Film, number: int, seat: str, reader: int | None) -> Frame:
    """Return the moment after move `number` (at most the last) as seen from a seat; raises GameNotFound for an unknown seat.

    Shared notes appear only with EVERYTHING, and only those that `reader` may see.
    """
    views = film.views(seat)
    at = min(number, len(film.moves))
    praised = {each.seq: each for each in kudos.praised(film.game, None)}
    shown = thoughts.seen_by(film.game, reader) if seat == EVERYTHING else ()
    return Frame(film, seat, at, views[at], film.steps(views), praised.get(at), shown)
