"""What the page of a puzzle shows: of a running one nothing that its player may not know."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from app.games.board.card_view import CardDisplay
from app.puzzles.boards.puzzle import AGENTS, Puzzle
from app.puzzles.calendar import next_puzzle_at
from app.puzzles.models import PuzzleTally
from app.puzzles.player import Player
from app.puzzles.plays import load_plays, load_tally, streak_of
from app.puzzles.position import MISTAKES, Position
from app.puzzles.sharing import share_text
from app.rules import Clue, Turn


class Touched(NamedTuple):
    """A word that was touched, and the face of its card."""

    word: str
    face: str


class ClueLine(NamedTuple):
    """A clue, the words touched for it and, once the puzzle is over, those that it meant; `given` to the player."""

    word: str
    number: int
    touched: tuple[Touched, ...] = ()
    meant: tuple[str, ...] = ()
    given: bool = True


class CardCount(NamedTuple):
    """How many of all players touched a card."""

    word: str
    face: str
    players: int


@dataclass(frozen=True)
class Ending:
    """What is told of an ended puzzle: the result, the share text, the streak, and what all players have touched."""

    result: str
    text: str
    streak: int
    players: int
    solved: int
    counts: Sequence[CardCount]
    planned: int


@dataclass(frozen=True)
class PuzzlePage:
    """The page of a puzzle for one player; `ending` is None while it goes on."""

    puzzle: Puzzle = field(repr=False)
    version: int
    cards: Sequence[CardDisplay]
    clues: Sequence[ClueLine]
    found: int
    mistakes: int
    may_ask: bool
    last: Touched | None
    next_at: datetime
    ending: Ending | None
    agents: int = AGENTS
    most_mistakes: int = MISTAKES


def build_page(position: Position, player: Player, chosen: str = "") -> PuzzlePage:
    """Return the page of a position; `chosen` is the move of a refused form, whose card stays selected."""
    touched = list(_touched(position, *position.table.turns))
    return PuzzlePage(
        puzzle=position.puzzle,
        version=position.version,
        cards=[_card(position, card, chosen) for card in range(len(position.puzzle.words))],
        clues=_clue_lines(position),
        found=len(position.found),
        mistakes=position.mistakes,
        may_ask=position.may_ask,
        last=touched[-1] if touched else None,
        next_at=next_puzzle_at(),
        ending=_ending(position, player) if position.result else None,
    )


def _card(position: Position, card: int, chosen: str) -> CardDisplay:
    face, over = position.faces.get(card, "hidden"), bool(position.result)
    return CardDisplay(
        place=card,
        word=position.puzzle.words[card],
        language=position.puzzle.language,
        drawing="",
        outline="",
        face=face,
        key=position.puzzle.key[card] if over else "",
        marked="",
        tried_by=(),
        verb="guess" if face == "hidden" and not over else "",
        may_intend=False,
        is_last=[*position.faces][-1:] == [card],
        is_new=False,
        may_mark=False,
        is_mine=False,
        marks=(),
        vote=None,
        can_add_dot=False,
        dot="",
        over=over,
        duet=False,
        chosen=chosen == f"guess {card}",
    )


def _touched(position: Position, *turns: Turn) -> Sequence[Touched]:
    words = position.puzzle.words
    return [Touched(words[guess.card], guess.face) for turn in turns for guess in turn.guesses]


def _clue_lines(position: Position) -> Sequence[ClueLine]:
    """Return the clues that were given and, once the puzzle is over, the prepared ones that were not."""
    turns = [(turn, turn.clue) for turn in position.table.turns if turn.clue]
    lines = [_line(position, clue, tuple(_touched(position, turn))) for turn, clue in turns]
    given = {clue.word for _, clue in turns}
    later = [clue for clue in position.puzzle.clues if clue.word not in given] if position.result else []
    return [*lines, *(_line(position, clue)._replace(given=False) for clue in later)]


def _line(position: Position, clue: Clue, touched: tuple[Touched, ...] = ()) -> ClueLine:
    meant = tuple(position.puzzle.words[card] for card in clue.cards) if position.result else ()
    return ClueLine(clue.word, int(clue.number), touched, meant)


def _ending(position: Position, player: Player) -> Ending:
    tally = load_tally(position.puzzle)
    return Ending(
        result=position.result or "",
        text=share_text(position),
        streak=streak_of(load_plays(player)),
        players=tally.players if tally else 0,
        solved=tally.solved if tally else 0,
        counts=_counts(position.puzzle, tally) if tally else (),
        planned=len(position.puzzle.clues),
    )


def _counts(puzzle: Puzzle, tally: PuzzleTally) -> Sequence[CardCount]:
    """Return the agents and, of the other cards, those that somebody touched: those touched most often first."""
    faces = {"g": "agent", ".": "bystander", "x": "assassin"}
    counts = zip(puzzle.words, map(faces.__getitem__, puzzle.key), tally.touched, strict=True)
    found = [CardCount(*each) for each in counts]
    shown = (each for each in found if each.players or each.face == "agent")
    return sorted(shown, key=lambda each: (each.face != "agent", -each.players, each.word))
