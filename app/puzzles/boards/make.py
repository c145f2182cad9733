"""Make boards for days that have none, in all languages or those named.

`python -m app.puzzles.boards.make 2026-11-01 395 fr` makes those of 395 days from the first on, in French.

The same days, lists and decks give the same boards. A board is drawn around clues that strongly go with two or three
cards; the computer then gives its clues for it, and it is kept if each is fair (fairness.py) and a second reader finds
all agents within the mistakes. Boards of days that the file has already stay as they are.
"""

import sys
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from itertools import count
from random import Random
from typing import Final

from app import decks, rules
from app.computer import choose_move
from app.puzzles.boards import fairness
from app.puzzles.boards.puzzle import AGENTS, ASSASSINS, SIZE, Puzzle, load_days, write_days
from app.puzzles.boards.second_reader import most_like
from app.puzzles.position import GIVER, PLAYER, Position
from app.rules import Clue, Guess
from app.rules.clues import fold

LANGUAGES: Final = ("en", "fr", "it")
FRESH_DAYS: Final = 7  # for which no word and no clue of a board comes back
SHAPES: Final = ((3, 3, 3), (3, 3, 2, 1), (3, 2, 2, 2))  # agents by clue, as boards are drawn
MOST_CLUES: Final = 5


def main(first: str, days: str, *languages: str) -> None:
    """Make the missing boards of so many days from the first on, and print how many were drawn for them."""
    for language in languages or LANGUAGES:
        made = dict(load_days(language))
        drawn = 0
        for day in (date.fromisoformat(first) + timedelta(number) for number in range(int(days))):
            if day not in made:
                tries, made[day] = make_board(language, day, _recent(made, day))
                drawn += tries
                write_days(language, (made[day] for day in sorted(made)))
        print(f"{language}: {len(made)} boards; {drawn} were drawn")  # noqa: T201


def make_board(language: str, day: date, recent: frozenset[str]) -> tuple[int, Puzzle]:
    """Return the board of a day without these folded words and clues, and how many were drawn until it was found."""
    for number in count(1):
        puzzle = _draw(language, day, recent, Random(f"{language} {day} {number}"))  # noqa: S311
        if puzzle and reader_solves(puzzle):
            return number, puzzle
    raise AssertionError


def _recent(made: Mapping[date, Puzzle], day: date) -> frozenset[str]:
    """Return the folded words and clues of the boards around a day."""
    near = (made.get(day + timedelta(shift)) for shift in range(-FRESH_DAYS, FRESH_DAYS + 1))
    found = [each for each in near if each]
    return frozenset(fold(word) for each in found for word in (*each.words, *(clue.word for clue in each.clues)))


def _draw(language: str, day: date, recent: frozenset[str], rng: Random) -> Puzzle | None:
    """Return a random board with the computer's clues, or None if one of these is not fair."""
    known = {card: word for card, word in _cards(language).items() if card not in recent}
    agents, clues = _draw_agents(language, known, rng)
    near = frozenset(agents).union(*(fairness.tempting(language, clue) for clue in clues))
    apart = [word for card, word in known.items() if word not in near and card not in near]
    others = rng.sample(apart, SIZE - AGENTS)
    letters = {word: "x" if place < ASSASSINS else "." for place, word in enumerate(others)}
    plain = Puzzle.lay(language, day, {}, {**dict.fromkeys(agents, "g"), **letters})
    given = list(_fair_clues(plain, recent))
    if sum(int(clue.number) for clue in given) < AGENTS or len(given) > MOST_CLUES:
        return None
    return Puzzle.lay(language, day, {clue.word: [plain.words[card] for card in clue.cards] for clue in given}, letters)


@cache
def _cards(language: str) -> Mapping[str, str]:
    """Return the words of the built-in decks of a language by folded word."""
    return {fold(word): word for word in decks.load(f"{language}-base+{language}-duet")}


def _draw_agents(language: str, known: Mapping[str, str], rng: Random) -> tuple[list[str], list[str]]:
    """Return nine of the words, most of which strongly share a clue with others, and these clues, folded."""
    agents, clues = list[str](), list[str]()
    for size in rng.choice(SHAPES):
        clue, left = "", [word for word in known.values() if word not in agents]
        while size > 1 and not clue:
            drawn, cards = rng.choice(fairness.strong_groups(language))
            near = [known[card] for card in cards if card in known and known[card] not in agents]
            if len(near) >= size:
                clue, left = drawn, near
        agents += rng.sample(left, size)
        clues += filter(None, [clue])
    return agents, clues


def _fair_clues(puzzle: Puzzle, recent: frozenset[str]) -> Iterator[Clue]:
    """Yield the computer's clues for a player who always finds what they mean, up to the first that is not fair."""
    table = rules.start(puzzle.deal)
    while table.outcome is None:
        clue = choose_move(table.view(GIVER), puzzle.words, puzzle.deck, puzzle.language, table.house)
        if not isinstance(clue, Clue) or fold(clue.word) in recent or not fairness.is_fair(puzzle, clue):
            return
        yield clue
        table = table.play(GIVER, clue)
        moves: list[rules.Move] = [*map(Guess, clue.cards), rules.Stop()]
        for move in moves:
            if PLAYER in table.turn:
                table = table.play(PLAYER, move)


def reader_solves(puzzle: Puzzle) -> bool:
    """Whether the second reader finds all agents; it touches as many cards as each clue says."""
    position = Position.begin(puzzle)
    while position.result is None:
        *_, turn = position.table.turns
        clue = turn.clue
        assert clue is not None  # noqa: S101  # there is always one while the puzzle goes on
        if len(turn.guesses) >= int(clue.number):
            position = position.play(rules.Stop())
            continue
        hidden = [word for card, word in enumerate(puzzle.words) if card not in position.faces]
        best = most_like(puzzle.language, clue.word, hidden)[0]
        position = position.play(Guess(puzzle.words.index(best)))
    return position.result == "won"


if __name__ == "__main__":
    main(*sys.argv[1:])
