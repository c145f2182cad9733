"""Games with a known way to go on for a long time."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask

from app import rules
from app.db import db, now
from app.games.moves import service
from app.games.store import move_records, turn_notifications
from app.games.store.models import Game
from app.games.store.settings import GameSettings
from app.games.store.topics import affected_topics
from app.live import topic_versions
from app.rules.seats import SIDES, TEAMS, other
from tests.bench.people import Person

SYLLABLES = ("zyz", "quib", "vroj", "klux"), ("a", "o", "u"), ("zva", "mip", "dex", "gorf")
CLUES = list(map("".join, itertools.product(*SYLLABLES)))  # no word of a deck is related to them
DUET, FOUR = SIDES, ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
SIX, EIGHT = (*FOUR, *FOUR[1::2]), (*FOUR, *FOUR[1::2], *FOUR[1::2])
MIXED = (DUET, FOUR, SIX, FOUR)  # four people at a table on average
DECKS = {"words": "en-base", "pictures": "pictures"}  # by the kind of card
PLAYED = 10  # moves of each game before anybody looks
TURNS = 6  # of each side, with one card each: no game ends


@dataclass(frozen=True)
class Table:
    """A game: who sits where, and its moves as (seat, notation), of which the first `PLAYED` have been played."""

    code: str
    seats: Sequence[tuple[Person, str]]
    script: Sequence[tuple[str, str]]


def lay(app: Flask, people: Sequence[Person], shapes: Sequence[Sequence[str]], versus: str = "classic") -> list[Table]:
    """Deal games of these seats in turn to these people, until all have a seat; `versus` is the variant of teams."""
    with app.app_context():
        tables, first, clues = [], 0, itertools.cycle(CLUES)
        while first < len(people):
            seats = shapes[len(tables) % len(shapes)]
            if len(sitting := people[first : first + len(seats)]) == len(seats):
                tables.append(_lay(list(zip(sitting, seats, strict=True)), versus, clues))
            first += len(seats)
        db.session.commit()
        return tables


def move_fields(person: Person, seen: int, text: str) -> dict[str, str]:
    """Return the form by which somebody makes a move; a doubtful clue is confirmed at once."""
    _, _, clue = text.removesuffix(" 1").partition(" ")
    return {"csrf_token": person.csrf_token, "seen": str(seen), "move": text, "sure": clue}


def _lay(sitting: list[tuple[Person, str]], versus: str, clues: Iterator[str]) -> Table:
    variant = "duet" if sitting[0][1] in SIDES else versus
    deck = DECKS[rules.VARIANTS[variant].cards]
    game = service.create_game(GameSettings(variant, deck), [(person.id, seat) for person, seat in sitting])
    script = list(_duet(game.deal, clues) if variant == "duet" else _versus(game.deal, clues))
    _begin(game, {seat: person.id for person, seat in sitting}, script[:PLAYED])
    return Table(game.code, sitting, script)


def _begin(game: Game, holders: Mapping[str, int], script: Sequence[tuple[str, str]]) -> None:
    """Play the first moves, so that there is something to be seen."""
    table = rules.start(game.deal)
    for seat, text in script:
        after = table.play(seat, rules.parse(text))
        move_records.save_move(game, table, after, seat, rules.parse(text), holders[seat], now())
        table = after
    turn_notifications.sync([game])
    topic_versions.bump(*affected_topics(game))


def _versus(deal: Mapping[str, Any], clues: Iterator[str]) -> Iterator[tuple[str, str]]:
    side = deal["first"]
    own = {team: [place for place, letter in enumerate(deal["key"]) if letter == team[0]] for team in TEAMS}
    for number in range(2 * TURNS):
        yield f"{side}-spymaster", f"clue {next(clues)} 1"
        yield f"{side}-operative", f"guess {own[side][number // 2]}"
        yield f"{side}-operative", "stop"
        side = other(side)


def _duet(deal: Mapping[str, Any], clues: Iterator[str]) -> Iterator[tuple[str, str]]:
    keys, taken = deal["keys"], set()
    for number in range(TURNS):
        giver = SIDES[number % 2]
        card = next(place for place, letter in enumerate(keys[giver]) if letter == "g" and place not in taken)
        taken.add(card)
        yield giver, f"clue {next(clues)} 1"
        yield other(giver), f"guess {card}"
        yield other(giver), "stop"
