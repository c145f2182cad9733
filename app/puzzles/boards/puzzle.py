"""A day's puzzle: its words, its key and the prepared clues, and the files that have them.

In `days/<language>.txt` a puzzle is a paragraph: the day, a line `clue: word, word` for each clue with the agents that
it means, and two lines that begin with `x` and `.` for the assassins and the bystanders. The words lie on the board in
an order that depends on the day and the words alone, so the order in the file does not matter.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, Self

from app import decks
from app.decks.deck import Deck
from app.rules.dealing import Deal
from app.rules.moves import Clue

FOLDER: Final = Path(__file__).parent / "days"
AGENTS: Final = 9
ASSASSINS: Final = 3
BYSTANDERS: Final = 13
SIZE: Final = AGENTS + ASSASSINS + BYSTANDERS
_TOKENS: Final = 25  # more turns than any puzzle can have: only mistakes count


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The puzzle of a day: `words` by card, `key` with a letter for each (`g`, `.`, `x`), and the prepared clues."""

    language: str
    day: date
    words: tuple[str, ...]
    key: str
    clues: tuple[Clue, ...]

    @classmethod
    def lay(cls, language: str, day: date, clues: Mapping[str, Sequence[str]], others: Mapping[str, str]) -> Self:
        """Return the puzzle with these agents by clue, and these other words with their letters."""
        letters = {**{word: "g" for agents in clues.values() for word in agents}, **others}
        words = tuple(sorted(letters, key=lambda word: blake2b(f"{day} {word}".encode()).digest()))
        return cls(
            language,
            day,
            words,
            "".join(letters[word] for word in words),
            tuple(Clue(clue, len(agents), tuple(map(words.index, agents))) for clue, agents in clues.items()),
        )

    @classmethod
    def read(cls, language: str, paragraph: str) -> Self:
        """Return the puzzle of a paragraph of a file. Raises ValueError unless it has nine agents, three assassins."""
        day, *lines = paragraph.splitlines()
        rows = [(head, rest.split(", ")) for head, _, rest in (line.partition(": ") for line in lines)]
        others = {word: letter for letter, words in rows[-2:] for word in words}
        puzzle = cls.lay(language, date.fromisoformat(day), dict(rows[:-2]), others)
        if (len(puzzle.key), puzzle.key.count("g"), puzzle.key.count("x")) != (SIZE, AGENTS, ASSASSINS):
            raise ValueError(f"{language}: {day} is no board")
        return puzzle

    def __str__(self) -> str:
        """Return the paragraph of a file."""
        rows = [(clue.word, [self.words[card] for card in clue.cards]) for clue in self.clues]
        rows += [(letter, sorted(self.words_with(letter))) for letter in "x."]
        return "\n".join([str(self.day), *(f"{head}: {', '.join(words)}" for head, words in rows)])

    def words_with(self, letter: str) -> list[str]:
        """Return the words whose cards have a letter."""
        return [word for word, found in zip(self.words, self.key, strict=True) if found == letter]

    @property
    def deck(self) -> Deck:
        """The deck by which clues are checked: all built-in words of the language."""
        return decks.load(f"{self.language}-base+{self.language}-duet")

    @property
    def deal(self) -> Deal:
        """The puzzle as a Duet in which one side has no agents: side A gives all clues, B touches (D16)."""
        keys = {"a": self.key, "b": "." * SIZE}
        return {"variant": "duet", "house": [], "keys": keys, "tokens": _TOKENS, "mistakes": _TOKENS}


@cache
def load_days(language: str) -> Mapping[date, Puzzle]:
    """Return a language's puzzles by day, oldest first, read once in each process."""
    path = FOLDER / f"{language}.txt"
    paragraphs = filter(None, path.read_text("utf-8").strip().split("\n\n")) if path.exists() else ()
    puzzles = (Puzzle.read(language, paragraph) for paragraph in paragraphs)
    return {puzzle.day: puzzle for puzzle in puzzles}


def find_puzzle(language: str, day: date) -> Puzzle | None:
    """Return the puzzle of a day, None if there is none; it may be of a day to come."""
    return load_days(language).get(day)


def write_days(language: str, puzzles: Iterable[Puzzle]) -> None:
    """Write or replace a language's file."""
    (FOLDER / f"{language}.txt").write_text("\n\n".join(map(str, puzzles)) + "\n", "utf-8")
    load_days.cache_clear()
