"""The prepared boards: days/ has a year of them in each language, make.py makes more."""

from app.puzzles.boards.puzzle import Puzzle, find_puzzle, load_days

__all__ = ["Puzzle", "find_puzzle", "load_days"]
