"""A puzzle by its own rules: clues, mistakes, the prepared line and the computer's way back from outside it."""

from datetime import date

import pytest

from app.computer.board import Board
from app.puzzles.boards.puzzle import Puzzle
from app.puzzles.position import MISTAKES, Position
from app.rules import Guess, IllegalMove, Stop, parse
from app.rules.clues import fold

PARAGRAPH = """2026-01-04
chemistry: potion, atom, mole
gift: present, basket, birthday
round: globe, marble, coin
x: chalk, husky, stroke
.: alphabet, bingo, border, chimney, chord, crest, galaxy, gear, jury, pond, prison, reel, siren"""


@pytest.fixture
def puzzle():
    return Puzzle.read("en", PARAGRAPH)


def touch(position, *words):
    for word in words:
        position = position.play(Guess(position.puzzle.words.index(word)))
    return position


def clues(position):
    return [turn.clue.word for turn in position.table.turns]


def test_a_paragraph_is_read_and_written(puzzle):
    assert str(puzzle) == PARAGRAPH
    assert puzzle.day == date(2026, 1, 4)
    assert puzzle.words_with("x") == [word for word in puzzle.words if word in ("chalk", "husky", "stroke")]


def test_a_paragraph_with_a_missing_word_is_refused():
    with pytest.raises(ValueError, match="no board"):
        Puzzle.read("en", PARAGRAPH.replace("potion, ", ""))


def test_the_words_lie_in_an_order_that_the_key_does_not_change(puzzle):
    other = PARAGRAPH.replace("coin", "CHALK").replace("chalk", "coin").replace("CHALK", "chalk")
    assert Puzzle.read("en", other).words == puzzle.words


def test_the_prepared_clues_come_by_themselves(puzzle):
    position = Position.begin(puzzle)
    assert clues(position) == ["chemistry"]
    position = touch(position, "mole", "potion", "atom")
    assert clues(position) == ["chemistry", "gift"]
    position = touch(position, "present", "basket", "birthday", "coin", "globe", "marble")
    assert (position.result, clues(position)) == ("won", ["chemistry", "gift", "round"])
    assert Position.replay(puzzle, position.moves) == position


def test_a_bystander_ends_the_turn_and_the_fourth_the_puzzle(puzzle):
    position = Position.begin(puzzle)
    for number, word in enumerate(["jury", "pond", "prison"], 1):
        position = touch(position, word)
        assert (position.result, position.mistakes, len(clues(position))) == (None, number, number + 1)
    assert position.mistakes == MISTAKES
    assert touch(position, "reel").result == "mistakes"


def test_an_assassin_ends_the_puzzle(puzzle):
    position = touch(Position.begin(puzzle), "mole", "husky")
    assert position.result == "assassin"
    with pytest.raises(IllegalMove):
        touch(position, "atom")


def test_the_next_clue_needs_a_touch(puzzle):
    position = Position.begin(puzzle)
    assert not position.may_ask
    with pytest.raises(IllegalMove):
        position.play(Stop())
    assert len(clues(touch(position, "mole").play(Stop()))) == 2


@pytest.mark.parametrize("move", ["clue tree 2", "challenge", "resign"])
def test_a_player_does_nothing_but_touch_and_ask(puzzle, move):
    with pytest.raises(IllegalMove):
        Position.begin(puzzle).play(parse(move))


def test_outside_the_prepared_line_the_computer_gives_clues_of_its_own(puzzle):
    """They are for hidden agents, without advice against them (C2-C8), and never the same twice."""
    position = touch(Position.begin(puzzle), "mole", "jury")
    while position.result is None:
        *_, turn = position.table.turns
        agents = {card for card, letter in enumerate(puzzle.key) if letter == "g"}
        assert {*turn.clue.cards} <= agents - position.found
        board = Board(position.table.view("a"), puzzle.words, puzzle.deck, "en", frozenset())
        assert board.advice(turn.clue.word) == ()
        position = position.play(Guess((turn.clue.cards or sorted(agents - position.found))[0]))
        position = position.play(Stop()) if position.may_ask else position
    assert position.result == "won"
    assert len({fold(word) for word in clues(position)}) == len(clues(position))


def test_a_clue_depends_on_what_its_giver_sees_only(puzzle):
    """The words, the key and the touches: the prepared clues that are left have no part in it."""
    other = Puzzle(puzzle.language, puzzle.day, puzzle.words, puzzle.key, puzzle.clues[:1])
    assert touch(Position.begin(other), "mole", "jury").moves == touch(Position.begin(puzzle), "mole", "jury").moves
