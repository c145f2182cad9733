"""The boards that are checked in: a year in each language, with fair clues; and making more."""

from datetime import date, timedelta

import pytest

from app.decks import advice
from app.puzzles.boards import load_days, make
from app.puzzles.boards.puzzle import AGENTS, FOLDER
from app.rules.clues import fold

LANGUAGES = ("en", "fr", "it")
SOLVED = 0.9  # of the boards by the second reader, at least: all, with the lists that they were made with


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_one_for_each_day_of_a_year(language):
    days = list(load_days(language))
    assert len(days) >= 365
    assert days == [days[0] + timedelta(number) for number in range(len(days))]


def test_they_are_small():
    assert sum(file.stat().st_size for file in FOLDER.glob("*.txt")) < 400_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_their_clues_are_for_all_agents_and_never_equal(language):
    for puzzle in load_days(language).values():
        cards = [card for clue in puzzle.clues for card in clue.cards]
        assert sorted(cards) == [card for card, letter in enumerate(puzzle.key) if letter == "g"]
        assert len(cards) == AGENTS
        assert len({fold(clue.word) for clue in puzzle.clues}) == len(puzzle.clues) <= make.MOST_CLUES


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_speaks_against_their_clues(language):
    """No advice (C2-C8) on any clue of every eighth board, next to the cards that are hidden when it is given."""
    for puzzle in [*load_days(language).values()][::8]:
        hidden = dict(enumerate(puzzle.words))
        for clue in puzzle.clues:
            assert advice(clue.word, puzzle.deck, hidden, frozenset()) == ()
            hidden = {card: word for card, word in hidden.items() if card not in clue.cards}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_comes_back_within_a_week(language):
    puzzles = [*load_days(language).values()]
    for puzzle, *others in zip(*(puzzles[shift:] for shift in range(make.FRESH_DAYS + 1)), strict=False):
        assert not set(puzzle.words) & {word for other in others for word in other.words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_second_reader_solves_them(language):
    puzzles = [*load_days(language).values()][::10]
    assert sum(map(make.reader_solves, puzzles)) >= SOLVED * len(puzzles)


def test_the_same_day_makes_the_same_board():
    day = date(2025, 1, 3)
    (_, first), (_, second) = (make.make_board("en", day, frozenset()) for _ in range(2))
    assert first == second
    assert make.reader_solves(first)


def test_boards_that_are_there_are_kept(tmp_path, monkeypatch, capsys):
    kept = load_days("en")[date(2026, 11, 5)]
    monkeypatch.setattr("app.puzzles.boards.puzzle.FOLDER", tmp_path)
    make.write_days("en", [kept])
    make.main(str(kept.day), "1", "en")
    assert load_days("en") == {kept.day: kept}
    assert capsys.readouterr().out == "en: 1 boards; 0 were drawn\n"
    monkeypatch.undo()
    load_days.cache_clear()
