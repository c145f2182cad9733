"""Storing answers to the computer's clues when games end, and telling which clues are misread most."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app import decks
from app.db import db
from app.games.store.end_hooks import EndedGames
from app.games.store.models import Game, Player
from app.learning.models import Answer
from app.rules import Table
from app.rules.log import Turn
from app.rules.seats import side_of

LEAST_ANSWERS: Final = 3  # to a clue before it is told
Key = tuple[str, str, int, tuple[str, ...], int]


def store_answers(ended: EndedGames) -> None:
    """Count the answers in ended games of those who agreed to it, with one statement, without commit."""
    counted = Counter(key for game, table in ended for key in _answers(game, table))
    if not counted:
        return
    names = ("language", "clue", "number", "touched", "right")
    rows = [dict(zip(names, key, strict=True), times=counted[key]) for key in sorted(counted)]
    statement = insert(Answer).values(rows)
    added = {"times": Answer.times + statement.excluded.times}
    db.session.execute(statement.on_conflict_do_update(index_elements=names, set_=added))


def _answers(game: Game, table: Table) -> Iterator[Key]:
    """Yield the answers to the computer's clues, each that only people who agree can have given.

    Only of the site's own words: those of people's decks and clues may be about persons.
    """
    deck = decks.load(game.deck)
    if deck.language is None or deck.kind != "words" or game.deck not in decks.DECKS or game.reason == "void":
        return
    for turn in table.turns:
        if turn.clue and turn.guesses and not turn.challenged and _is_wanted(game, turn):
            right = sum(guess.face in ("agent", side_of(turn.giver)) for guess in turn.guesses)
            touched = tuple(game.words[guess.card] for guess in turn.guesses)
            yield deck.language, turn.clue.word, int(turn.clue.number), touched, right


def _is_wanted(game: Game, turn: Turn) -> bool:
    """Whether the computer alone gave the clue, and only people who agree have ever had the seats that answered."""
    guessers = [player for guess in turn.guesses for player in _holders(game, guess.seat)]
    given = all(player.user.computer for player in _holders(game, turn.giver))
    return given and all(player.user.shares_answers and not player.user.is_bot for player in guessers)


def _holders(game: Game, seat: str) -> list[Player]:
    return [player for player in game.players if player.seat == seat]


@dataclass(frozen=True)
class Misread:
    """How a clue of the lists was read: how often it was answered and led astray, and the words that it led to."""

    language: str
    clue: str
    answers: int
    wrong: int
    astray: tuple[tuple[str, int], ...]


def load_misread(least: int = LEAST_ANSWERS) -> list[Misread]:
    """Return the clues with at least so many answers that led to a wrong card, those that did most often first."""
    answers, astray = Counter[tuple[str, str]](), dict[tuple[str, str], Counter[str]]()
    for each in db.session.scalars(select(Answer)):
        line = (each.language, each.clue)
        answers[line] += each.times
        if each.right < len(each.touched):
            astray.setdefault(line, Counter())[each.touched[-1]] += each.times
    found = [
        Misread(*line, answers[line], words.total(), tuple(sorted(words.items(), key=lambda pair: (-pair[1], pair[0]))))
        for line, words in astray.items()
        if answers[line] >= least
    ]
    return sorted(found, key=lambda each: (-each.wrong / each.answers, -each.answers, each.language, each.clue))
