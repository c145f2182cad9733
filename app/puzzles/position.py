"""A puzzle after some moves: the rules of Duet with one side that gives and one that touches, and three mistakes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, Self

from app import rules
from app.computer import choose_move
from app.puzzles.boards.puzzle import Puzzle
from app.rules import Clue, Guess, IllegalMove, Move, Stop, Table
from app.rules.clues import fold

MISTAKES: Final = 3
"""How many bystanders may be touched; the next one ends the puzzle."""
GIVER: Final = "a"
PLAYER: Final = "b"
Result = Literal["won", "assassin", "mistakes"]


@dataclass(frozen=True, slots=True)
class Position:
    """A puzzle, the table after some moves, and these in notation: those of the player and the clues."""

    puzzle: Puzzle
    table: Table
    moves: tuple[str, ...] = ()

    @classmethod
    def begin(cls, puzzle: Puzzle) -> Self:
        """Return a puzzle with its first clue."""
        return cls(puzzle, rules.start(puzzle.deal))._give()

    @classmethod
    def replay(cls, puzzle: Puzzle, moves: Iterable[str]) -> Self:
        """Return a puzzle after these moves, which other versions of the lists may have chosen."""
        position = cls(puzzle, rules.start(puzzle.deal))
        for text in moves:
            position = position._after(rules.parse(text))
        return position

    @property
    def version(self) -> int:
        """The number of moves."""
        return len(self.moves)

    @property
    def faces(self) -> Mapping[int, str]:
        """The faces of the touched cards by index, in the order of the touches."""
        return {guess.card: guess.face for turn in self.table.turns for guess in turn.guesses}

    @property
    def found(self) -> frozenset[int]:
        """The cards that were revealed as agents."""
        return frozenset(card for card, face in self.faces.items() if face == "agent")

    @property
    def mistakes(self) -> int:
        """How many bystanders were touched."""
        return sum(face == "bystander" for face in self.faces.values())

    @property
    def result(self) -> Result | None:
        """How the puzzle ended, None while it goes on."""
        if self.mistakes > MISTAKES:
            return "mistakes"
        if self.table.outcome is None:
            return None
        return "won" if self.table.outcome.winner else "assassin"

    @property
    def may_ask(self) -> bool:
        """Whether the player may ask for the next clue: after a touch (D11)."""
        return not self.result and "stop" in self.table.may(PLAYER)

    def play(self, move: Move) -> Self:
        """Return the puzzle after a touch or a wish for the next clue, and after the clue that follows.

        Raises IllegalMove if the rules refuse it, for other moves, and once the puzzle is over.
        """
        if self.result or not isinstance(move, Guess | Stop):
            raise IllegalMove("game-over" if self.result else "not-your-turn")
        after = self._after(move)
        if after._owes_nothing():
            after = after._after(Stop())
        return after._give() if after.table.phase == "clue" and not after.result else after

    def _after(self, move: Move) -> Self:
        seat = GIVER if isinstance(move, Clue) else PLAYER
        return replace(self, table=self.table.play(seat, move), moves=(*self.moves, str(move)))

    def _owes_nothing(self) -> bool:
        """Whether as many agents were found as all clues had for, so that there is nothing to touch for them."""
        given = sum(int(turn.clue.number) for turn in self.table.turns if turn.clue)
        return self.may_ask and len(self.found) >= given

    def _give(self) -> Self:
        """Return the puzzle after the next clue: the prepared one, or what the computer gives from its view (C2-C8)."""
        clue = self._prepared_clue() or choose_move(
            self.table.view(GIVER), self.puzzle.words, self.puzzle.deck, self.puzzle.language, self.table.house
        )
        assert isinstance(clue, Clue)  # noqa: S101  # the giver's view has nothing else to choose
        return self._after(clue)

    def _prepared_clue(self) -> Clue | None:
        """Return the prepared clue if the player has found exactly what those before it are for, else None."""
        used = {fold(turn.clue.word) for turn in self.table.turns if turn.clue}
        meant: frozenset[int] = frozenset()
        for clue in self.puzzle.clues:
            if meant == self.found:
                return None if fold(clue.word) in used else clue
            meant |= {*clue.cards}
        return None
