"""Puzzles of today and of the days around it, whatever the date is: real boards, laid for other days."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app.puzzles.boards import puzzle as boards
from app.puzzles.boards.puzzle import Puzzle, load_days, write_days
from app.puzzles.calendar import today
from tests.visitor import Visitor

LANGUAGES = ("en", "fr", "it")
BEFORE, AFTER = 30, 2  # days with a puzzle, around today


def relaid(puzzle: Puzzle, day: date) -> Puzzle:
    """The same words and clues for another day."""
    clues = {clue.word: [puzzle.words[card] for card in clue.cards] for clue in puzzle.clues}
    others = {word: letter for letter in "x." for word in puzzle.words_with(letter)}
    return Puzzle.lay(puzzle.language, day, clues, others)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with puzzles of 33 days in all languages, the last two of days to come, from which the site reads."""
    days = [today() + timedelta(shift) for shift in range(-BEFORE, AFTER + 1)]
    real = {language: list(load_days(language).values())[: len(days)] for language in LANGUAGES}
    monkeypatch.setattr(boards, "FOLDER", tmp_path)
    for language in LANGUAGES:
        write_days(language, map(relaid, real[language], days))
    yield tmp_path
    monkeypatch.undo()
    load_days.cache_clear()


@dataclass
class Solver:
    """A visitor at a puzzle, who knows its key."""

    visitor: Visitor
    puzzle: Puzzle
    seen: int = 1

    @property
    def url(self) -> str:
        """The address of the puzzle."""
        return f"/puzzle/{self.puzzle.language}/{self.puzzle.day}"

    def page(self) -> TestResponse:
        """Look at the puzzle."""
        return self.visitor.get(self.url)

    def send(self, move: str, seen: int | None = None) -> TestResponse:
        """Send a move by htmx, on a page with so many moves, by default the one that was sent last."""
        answer = self.visitor.post(
            f"{self.url}/moves", {"HX-Request": "true"}, move=move, seen=self.seen if seen is None else seen
        )
        if 'data-version="' in answer.text:
            self.seen = int(answer.text.partition('data-version="')[2].partition('"')[0])
        return answer

    def touch(self, *words: str) -> TestResponse:
        """Touch these words one after the other; return the last answer."""
        return [self.send(f"guess {self.puzzle.words.index(word)}") for word in words][-1]

    def solve(self) -> TestResponse:
        """Touch all agents clue by clue."""
        return self.touch(*(self.puzzle.words[card] for clue in self.puzzle.clues for card in clue.cards))


@pytest.fixture
def at_puzzle(app: Flask, folder: Path) -> Callable[..., Solver]:
    """Sit somebody, by default a visitor without a name, at the puzzle of a day, by default today's in English."""

    def sit(visitor: Visitor | None = None, language: str = "en", days_ago: int = 0) -> Solver:
        puzzle = load_days(language)[today() - timedelta(days=days_ago)]
        return Solver(visitor or Visitor(app, "nobody"), puzzle)

    return sit
