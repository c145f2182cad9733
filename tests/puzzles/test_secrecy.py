"""The page of a running puzzle does not depend on what its player may not know: equal bytes for other keys."""

import re

import pytest

from app.puzzles.boards.puzzle import Puzzle, write_days
from app.puzzles.calendar import today
from tests.puzzles.conftest import Solver
from tests.visitor import Visitor

TOKEN = re.compile(rb'name="csrf_token" value="[^"]*"')


def hidden_changed(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the letters of the last clue's agents, of the assassins and of some bystanders exchanged."""
    clues = {clue.word: [puzzle.words[card] for card in clue.cards] for clue in puzzle.clues}
    *_, last = clues
    agents, assassins, bystanders = clues[last], puzzle.words_with("x"), puzzle.words_with(".")
    swapped = [*assassins, *bystanders]
    clues[last] = swapped[: len(agents)]
    others = [*agents, *swapped[len(agents) :]]
    kept = bystanders[-1]  # which is touched
    letters = {word: "x" if place < 3 else "." for place, word in enumerate(word for word in others if word != kept)}
    return Puzzle.lay(puzzle.language, puzzle.day, clues, letters | {kept: "."})


@pytest.fixture
def seen(app, at_puzzle):
    """Give what somebody is sent who finds the agents of all clues but the last, after each touch."""

    def play(puzzle: Puzzle) -> list[bytes]:
        write_days("en", [puzzle])
        solver = Solver(Visitor(app, "nobody"), puzzle)
        words = [puzzle.words[card] for clue in puzzle.clues[:-1] for card in clue.cards]
        sent = [solver.page().data, *(solver.touch(word).data for word in words), solver.page().data]
        return [TOKEN.sub(b"", each) for each in sent]

    return play


def test_pages_do_not_tell_hidden_letters(seen, at_puzzle):
    puzzle = at_puzzle().puzzle
    other = hidden_changed(puzzle)
    assert (other.words, other.day) == (puzzle.words, today())
    assert other.key != puzzle.key
    assert seen(puzzle) == seen(other)


def test_the_test_would_see_a_difference(seen, at_puzzle):
    """A key that differs in what was touched leads to other pages."""
    puzzle = at_puzzle().puzzle
    clues = {clue.word: [puzzle.words[card] for card in clue.cards] for clue in puzzle.clues}
    first, second, *_ = clues
    clues[first], clues[second] = clues[second], clues[first]
    others = {word: letter for letter in "x." for word in puzzle.words_with(letter)}
    assert seen(puzzle) != seen(Puzzle.lay("en", puzzle.day, clues, others))
