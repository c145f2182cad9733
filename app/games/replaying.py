"""An ended game, move by move: what each seat saw, and what there was to see with the whole key open."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Final

from app import rules
from app.games import votes
from app.games.cards import called
from app.games.errors import NotHere
from app.games.kudos import moves_of
from app.games.loading import find
from app.games.models import Game, Move
from app.games.recap import Late
from app.games.retelling import told
from app.rules import Table, View

WATCHER: Final = "watcher"  # in place of a seat: what those saw who only watched
EVERYTHING: Final = ""  # in place of a seat: the whole key, and what was meant


@dataclass(frozen=True)
class Film:
    """A game that is over: its tables, from before the first move to after the last, and its moves."""

    game: Game
    moves: Sequence[Move]
    tables: Sequence[Table]
    words: tuple[str, ...]
    late: Late

    def views(self, seat: str) -> Sequence[View]:
        """Return what a seat saw at each table, WATCHER, or EVERYTHING; raise NotHere for a seat that is none here."""
        if seat not in self.seats:
            raise NotHere(self.game.code)
        if seat == EVERYTHING:
            return [table.hindsight() for table in self.tables]
        return [table.view(None if seat == WATCHER else seat) for table in self.tables]

    @property
    def seats(self) -> tuple[str, ...]:
        """From where the game can be looked at."""
        return (EVERYTHING, *rules.VARIANTS[self.game.variant].seats, WATCHER)

    @property
    def pictures(self) -> bool:
        """Whether pictures lay on the table."""
        return rules.VARIANTS[self.game.variant].cards == "pictures"

    @cached_property
    def people(self) -> dict[int, str]:
        """What everybody is called who sat at the table, by their ids."""
        return {player.user_id: player.user.display_name for player in self.game.players}

    def steps(self, views: Sequence[View]) -> tuple[str, ...]:
        """Return what happened with each move as these views show it, in a sentence or two."""
        return tuple(told(before, after, self.words, self.late) for before, after in pairwise(views))

    def mover(self, number: int) -> str:
        """Return who played the move of this number, "" where nobody did: before the first, and for the clock's."""
        return self.people.get(self.moves[number - 1].user_id or 0, "") if number else ""


def film(code: str) -> Film:
    """Return a game that is over; raise NotHere for one that goes on, of which nothing is told here."""
    game = find(code)
    if game.finished_at is None:
        raise NotHere(code)
    moves = moves_of(game)
    tables = list(accumulate(moves, _played, initial=rules.start(game.deal)))
    return Film(game, moves, tables, tuple(called(game)), votes.touched_late(game))


def _played(table: Table, move: Move) -> Table:
    return table.play(move.seat, rules.parse(move.text))
