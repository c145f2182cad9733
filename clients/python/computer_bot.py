"""A bot that plays as the site's computer does: `python computer_bot.py https://dead-drop.example dd_…`.

It asks `app.computer`, a function of what a seat sees, so it needs the source code of Dead Drop with what that needs.
"""

import random
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import random_bot
from dead_drop import Client
from pydantic import TypeAdapter

sys.path.append(str(Path(__file__).resolve().parents[2]))

from app import computer
from app.decks.deck import DECKS, Deck
from app.decks.pictures import PICTURES
from app.rules.views import View

VIEW = TypeAdapter(View)
NUMBERS = {picture.file: str(picture.number) for picture in PICTURES}


class Player:
    """Chooses moves as the computer does; of pictures, it gives clues in `language`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.dice = random.Random()
        self.tried: dict[str, int] = {}  # the version of each game at which a move was chosen

    def choose_move(self, game: dict[str, Any]) -> str | None:
        """Return a move that the rules allow now, None if there is none; a random one if the site refused the first."""
        code, version = game["code"], game["view"]["version"]
        if self.tried.get(code) == version:
            return random_bot.choose_move(game, self.dice)
        self.tried[code] = version
        return choose_move(game, self.language)


def choose_move(game: dict[str, Any], language: str) -> str | None:
    """Return the computer's move, None if it has none."""
    view, deck = VIEW.validate_python(game["view"]), find_deck(game)
    house = frozenset(game["house"])
    move = computer.choose_move(view, card_names(game), deck, deck.language or language, house)
    return str(move) if move else None


def find_deck(game: dict[str, Any]) -> Deck:
    """Return the site's own deck of pictures or of the game's language, which knows the words of others as well."""
    kind, language = ("pictures", "") if game["pictures"] else ("words", game["language"])
    return next(deck for deck in DECKS.values() if (deck.kind, deck.language) == (kind, language))


def card_names(game: dict[str, Any]) -> list[str]:
    """Return the words on the cards, or the numbers of the pictures."""
    files = [urlsplit(address).path.rpartition("/")[2] for address in game["pictures"]]
    return [NUMBERS[file] for file in files] or game["words"]


if __name__ == "__main__":
    client = Client(sys.argv[1], sys.argv[2])
    random_bot.play_all(client, Player(client.account()["language"]).choose_move)
