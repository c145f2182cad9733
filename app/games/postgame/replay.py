"""Replays of ended games, as each seat saw them or with the whole key open."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Final

from app import rules
from app.games.board.cards import card_names
from app.games.postgame.kudos import load_moves
from app.games.store.errors import GameNotFound
from app.games.store.models import Game, Move
from app.games.table import votes
from app.games.table.loading import load_game
from app.games.wording.move_text import move_text
from app.games.wording.recap import LateTouches
from app.games.wording.side_names import SideNames, side_names
from app.rules import Table, View

WATCHER: Final = "watcher"  # instead of a seat: what watchers saw
EVERYTHING: Final = ""  # instead of a seat: the whole key and the intended cards


@dataclass(frozen=True)
class Replay:
    """An ended game: its moves, and its tables from before the first move to after the last."""

    game: Game
    moves: Sequence[Move]
    tables: Sequence[Table]
    words: tuple[str, ...]
    late: LateTouches

    def views(self, seat: str) -> Sequence[View]:
        """Return the views of all tables from a seat, WATCHER or EVERYTHING; GameNotFound for an unknown seat."""
        if seat not in self.seats:
            raise GameNotFound(self.game.code)
        if seat == EVERYTHING:
            return [table.hindsight() for table in self.tables]
        return [table.view(None if seat == WATCHER else seat) for table in self.tables]

    @property
    def seats(self) -> tuple[str, ...]:
        """The viewpoints on offer: EVERYTHING, the seats, and WATCHER."""
        return (EVERYTHING, *rules.VARIANTS[self.game.variant].seats, WATCHER)

    @property
    def pictures(self) -> bool:
        """Whether the cards are pictures."""
        return rules.VARIANTS[self.game.variant].cards == "pictures"

    @cached_property
    def people(self) -> dict[int, str]:
        """The display names of all players by user id."""
        return {player.user_id: player.user.display_name for player in self.game.players}

    @cached_property
    def names(self) -> SideNames:
        """What the sides are called."""
        return side_names(self.game)

    def steps(self, views: Sequence[View]) -> tuple[str, ...]:
        """Return what each move changed in these views, in a sentence or two."""
        return tuple(move_text(before, after, self.words, self.late, self.names) for before, after in pairwise(views))

    def mover(self, number: int) -> str:
        """Return who played a move; "" before the first move and for moves made by the clock."""
        return self.people.get(self.moves[number - 1].user_id or 0, "") if number else ""


def load_replay(code: str) -> Replay:
    """Return the replay of an ended game; raises GameNotFound for a running one."""
    game = load_game(code)
    if game.finished_at is None:
        raise GameNotFound(code)
    moves = load_moves(game)
    tables = list(accumulate(moves, _play, initial=rules.start(game.deal)))
    return Replay(game, moves, tables, tuple(card_names(game)), votes.deadline_touches(game, moves))


def _play(table: Table, move: Move) -> Table:
    return table.play(move.seat, rules.parse(move.text))
