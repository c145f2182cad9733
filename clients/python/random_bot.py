"""A bot that plays at random every game of its account: `python random_bot.py https://dead-drop.example dd_…`.

Its clues mean nothing, so do not expect it to win.
"""

import random
import sys
import threading
from typing import Any

from dead_drop import Client, Problem

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


def play_game(client: Client, code: str, dice: random.Random) -> None:
    """Play a game to its end."""
    for game in client.follow(code):
        take_turn(client, game, dice)


def take_turn(client: Client, game: dict[str, Any], dice: random.Random) -> None:
    """Move for as long as the game waits for this seat."""
    while move := choose_move(game, dice) if may_move(game) else None:
        try:
            game = client.move(game["code"], move, game["view"]["version"])
        except Problem as problem:
            if problem.status not in (409, 422):
                raise
            game = client.game(game["code"])  # somebody was faster, or the word meant something after all


def may_move(game: dict[str, Any]) -> bool:
    """Whether the game waits for this seat."""
    return not game["view"]["outcome"] and game["view"]["seat"] in game["view"]["turn"]


def main() -> None:
    """Play every game that the account is in, now and later."""
    client, playing = Client(sys.argv[1], sys.argv[2]), set[str]()
    while True:
        for event in client.events():
            if event["type"] == "invited":
                client.sit(event["code"])
            elif event["type"] == "game-start" and event["code"] not in playing:
                playing.add(event["code"])
                arguments = client, event["code"], random.Random()
                threading.Thread(target=play_game, args=arguments, daemon=True).start()


if __name__ == "__main__":
    main()
