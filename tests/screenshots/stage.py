"""What is to be seen: people, a lobby, a table of each kind in the middle of its game, a team on its way."""

import email
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.policy import default
from random import Random
from typing import Any

from flask import Flask

from app import rules
from app.accounts.models import User
from app.db import db
from app.delivery.channels.email_message import render_email
from app.delivery.outbox import write_message
from app.games.moves import service
from app.games.store.models import Game
from app.games.store.settings import GameSettings
from app.games.table.loading import load_game
from app.lobbies import seating
from app.lobbies.service import open_lobby
from app.rules.seats import other
from tests.bench.people import Person, people
from tests.notifications.turn_notices import HOUR, deliveries, later, writes_to
from tests.teams import founded
from tests.visitor import Visitor

NAMES = ("Ada", "Bruno", "Chloé", "Dario", "Elena", "Farid", "Greta", "Hugo")
CLUES = ("maritime", "autumnal", "engineering", "arctic", "symphony", "voyage", "cookery", "twilight")
DECKS = {"words": "en-base", "pictures": "pictures"}  # by the kind of card
FOUR = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
SIX = (*FOUR, "red-operative", "blue-operative")
FEWEST = 5  # tokens that a Duet may have
LOBBY = GameSettings("classic", "en-base")

Moves = Callable[[Game], Iterable[tuple[str, str]]]


@dataclass(frozen=True)
class Stage:
    """Where everything is: the people by name, and paths by what is seen there; `mail` is what a mail reader shows."""

    cast: Mapping[str, Person]
    paths: Mapping[str, str]
    mail: str


def play_out(app: Flask) -> Stage:
    """Fill an empty site, which sends mail somewhere, always with the same cards."""
    with _loaded_dice():
        cast = dict(zip(NAMES, people(app, len(NAMES), "Player"), strict=True))
        with app.app_context():
            for name, person in cast.items():
                user = db.session.get_one(User, person.id)
                user.name, user.skeleton = name, name.casefold()
            db.session.commit()
            paths = {
                "lobby": _lobby(cast),
                "classic": _game(cast, "classic", SIX, _versus_half),
                "pictures": _game(cast, "pictures", FOUR, _versus_half),
                "duet": _game(cast, "duet", ("a", "b"), _duet_half),
                "duet-pictures": _game(cast, "duet-pictures", ("a", "b"), _duet_half),
                "sudden-death": _game(cast, "duet", ("a", "b"), _sudden_death, tokens=FEWEST, mistakes=FEWEST),
                "over": _game(cast, "classic", FOUR, _versus_won),
                "map": _team(cast),
                "profile": f"/people/{cast['Ada'].id}",
            }
            return Stage(cast, paths, _mail(app, cast))


@contextmanager
def _loaded_dice() -> Any:
    fair, service.SECURE_RANDOM = service.SECURE_RANDOM, Random(11)
    try:
        yield
    finally:
        service.SECURE_RANDOM = fair


def _lobby(cast: Mapping[str, Person]) -> str:
    host, *others = (person.id for person in list(cast.values())[:5])
    code = open_lobby(host, "", LOBBY).code
    for user_id, seat in zip([host, *others], (*FOUR, None), strict=True):
        seating.take_seat(code, user_id, seat or "")
    return f"/lobbies/{code}"


def _game(cast: Mapping[str, Person], variant: str, seats: Iterable[str], moves: Moves, **options: int | str) -> str:
    """Deal a game and play some moves; return its path."""
    seated = [(person.id, seat) for person, seat in zip(cast.values(), seats, strict=False)]
    deck = DECKS[rules.VARIANTS[variant].cards]
    game = service.create_game(GameSettings(variant, deck, **options), seated)  # type: ignore[arg-type]
    db.session.commit()
    holders = {seat: user_id for user_id, seat in reversed(seated)}
    for seat, text in moves(game):
        word = text.split(" ")[1] if text.startswith("clue") else ""
        version = load_game(game.code).version
        service.play_move(game.code, holders[seat], rules.parse(text), version, word)
    return f"/games/{game.code}"


def _versus_half(game: Game) -> Iterable[tuple[str, str]]:
    """Two turns with three agents, a bystander, and a clue that is being guessed."""
    side, key = game.deal["first"], game.deal["key"]
    own = {team: [place for place, letter in enumerate(key) if letter == team[0]] for team in ("red", "blue")}
    yield f"{side}-spymaster", f"clue {CLUES[0]} 2"
    yield f"{side}-operative", f"guess {own[side][0]}"
    yield f"{side}-operative", f"guess {own[side][1]}"
    yield f"{side}-operative", "stop"
    side = other(side)
    yield f"{side}-spymaster", f"clue {CLUES[1]} 3"
    yield f"{side}-operative", f"guess {own[side][0]}"
    yield f"{side}-operative", f"guess {key.index('.')}"
    side = other(side)
    yield f"{side}-spymaster", f"clue {CLUES[2]} 2"
    yield f"{side}-operative", f"guess {own[side][2]}"


def _versus_won(game: Game) -> Iterable[tuple[str, str]]:
    """All agents of the side that begins, by three clues, with nothing but stops in between."""
    side, key = game.deal["first"], game.deal["key"]
    own = [place for place, letter in enumerate(key) if letter == side[0]]
    theirs = [place for place, letter in enumerate(key) if letter == other(side)[0]]
    for number, clue in enumerate(CLUES[:3]):
        meant = own[3 * number : 3 * number + 3]
        yield f"{side}-spymaster", f"clue {clue} 3 for {','.join(map(str, meant))}"
        yield from ((f"{side}-operative", f"guess {card}") for card in meant)
        if number < 2:
            yield f"{side}-operative", "stop"
            yield f"{other(side)}-spymaster", f"clue {CLUES[4 + number]} 1 for {theirs[number]}"
            yield f"{other(side)}-operative", f"guess {theirs[number]}"
            yield f"{other(side)}-operative", "stop"


def _duet_half(game: Game) -> Iterable[tuple[str, str]]:
    """Two agents for A's clue, a bystander for B's, and another clue of A's."""
    keys = game.deal["keys"]
    agents = [place for place, letter in enumerate(keys["a"]) if letter == "g"]
    yield "a", f"clue {CLUES[3]} 2"
    yield "b", f"guess {agents[0]}"
    yield "b", f"guess {agents[1]}"
    yield "b", "stop"
    yield "b", f"clue {CLUES[4]} 2"
    yield "a", f"guess {_bystander(keys)}"
    yield "a", f"clue {CLUES[5]} 3"


def _sudden_death(game: Game) -> Iterable[tuple[str, str]]:
    """Five turns of one agent each, after which all tokens are used up (D15)."""
    keys, found = game.deal["keys"], set()
    for number, clue in enumerate(CLUES[:FEWEST]):
        giver = "ab"[number % 2]
        card = next(place for place, letter in enumerate(keys[giver]) if letter == "g" and place not in found)
        found.add(card)
        yield giver, f"clue {clue} 1"
        yield other(giver), f"guess {card}"
        yield other(giver), "stop"


def _mail(app: Flask, cast: Mapping[str, Person]) -> str:
    """Let Hugo be awaited in a game at his own pace; return the HTML of the mail that tells him."""
    hugo = Visitor(app, "Hugo", db.session.get_one(User, cast["Hugo"].id))
    _game({"Greta": cast["Greta"], "Hugo": cast["Hugo"]}, "duet", ("a", "b"), _duet_half, clock="own 172800")
    writes_to(hugo)
    later(app, HOUR)
    delivery = deliveries(hugo)[-1]
    message = write_message(delivery)
    assert message
    letter = email.message_from_bytes(render_email(delivery, message).content, policy=default)
    shown = letter.get_body(("html",))
    assert shown
    return str(shown.get_content())


def _bystander(keys: Mapping[str, str]) -> int:
    """Return a card that is a bystander to both sides."""
    return next(place for place, letters in enumerate(zip(keys["a"], keys["b"], strict=True)) if letters == (".", "."))


def _team(cast: Mapping[str, Person]) -> str:
    ada, bruno = cast["Ada"].id, cast["Bruno"].id
    team = founded(ada, "The Letter Box", bruno)
    return f"/teams/{team.code}"
