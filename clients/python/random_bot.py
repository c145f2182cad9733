"""A bot that plays at random every game of its account: `python random_bot.py https://dead-drop.example dd_…`.

Its clues mean nothing, so do not expect it to win.
"""

import random
import re
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from dead_drop import Client, Problem

Choose = Callable[[dict[str, Any]], str | None]
CLUE = re.compile(r'clue (?:"([^"]*)"|(\S+))')
LETTERS = "bdfgklmnprstvz", "aeiou"


def choose_move(game: dict[str, Any], dice: random.Random) -> str | None:
    """Return a move that the rules allow now, None if there is none."""
    view, may = game["view"], set(game["view"]["may"])
    cards = {verb: [each["index"] for each in view["cards"] if verb in each["verbs"]] for verb in ("guess", "cover")}
    if cards["guess"] and not ("stop" in may and dice.random() < 0.3):
        return f"guess {dice.choice(cards['guess'])}"
    if cards["cover"]:
        return f"cover {dice.choice(cards['cover'])}"
    if "clue" in may:
        return f"clue {make_word(dice)} {dice.randint(1, 3)}"
    return next((verb for verb in ("stop", "allow", "decline") if verb in may), None)


def make_word(dice: random.Random) -> str:
    """Return a word that is hardly one, so that no check objects to it."""
    return "".join(dice.choice(LETTERS[place % 2]) for place in range(9))


def play_game(client: Client, code: str, choose: Choose) -> None:
    """Play a game to its end."""
    for game in client.follow(code):
        take_turn(client, game, choose)


def take_turn(client: Client, game: dict[str, Any], choose: Choose) -> None:
    """Move for as long as the game waits for this seat; a touch that others have to agree to changes nothing yet."""
    version = -1
    while game["view"]["version"] != version and (move := choose(game) if may_move(game) else None):
        version = game["view"]["version"]
        try:
            game = client.move(game["code"], move, version, sure=clue_word(move))
        except Problem as problem:
            if problem.status not in (409, 422):
                raise
            game, version = client.game(game["code"]), -1  # somebody was faster, or the clue is refused


def clue_word(move: str) -> str:
    """Return the word of a clue, "" for another move."""
    found = CLUE.match(move)
    return (found[1] or found[2]) if found else ""


def may_move(game: dict[str, Any]) -> bool:
    """Whether the game waits for this seat."""
    return not game["view"]["outcome"] and game["view"]["seat"] in game["view"]["turn"]


def play_all(client: Client, choose: Choose) -> None:
    """Play every game that the account is in, now and later."""
    playing = set[str]()
    while True:
        for event in client.events():
            if event["type"] == "invited":
                client.sit(event["code"])
            elif event["type"] == "game-start" and event["code"] not in playing:
                playing.add(event["code"])
                threading.Thread(target=play_game, args=(client, event["code"], choose), daemon=True).start()


if __name__ == "__main__":
    play_all(Client(sys.argv[1], sys.argv[2]), partial(choose_move, dice=random.Random()))
