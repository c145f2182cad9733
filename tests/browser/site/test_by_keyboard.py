"""Whole games by keyboard and by names alone, from the lobby to the end: nobody has a mouse, nobody sees a card.

Each player presses keys, and finds everything by the roles and names of the accessibility tree (screen_reader.py).
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.playing import CLUE
from tests.browser.site.screen_reader import Listener

pytestmark = pytest.mark.browser
FOUR = ("Red spymaster", "Red operative", "Blue spymaster", "Blue operative")


@pytest.fixture
def gather(actor: Callable[[str], Page]) -> Callable[..., dict[str, Listener]]:
    """Let people meet in a lobby that the first of them opens, take their seats, and start the game."""

    def meet(game: str, seats: tuple[str, ...], *names: str) -> dict[str, Listener]:
        players = {seat: Listener(actor(name)) for seat, name in zip(seats, names, strict=True)}
        host = players[seats[0]]
        host.push("Open a lobby", "link")
        host.push(f"Play {game}", "link")
        host.push("Open the lobby")
        link = host.waits("textbox", "Send them this link").value
        for seat, player in list(players.items())[1:]:  # whoever opens a lobby has the first seat
            player.page.goto(link)
            player.push(f"Sit here: {seat}")
        host.push("Start the game")
        for player in players.values():
            player.waits("list", "The cards")
        return players

    return meet


def give(player: Listener, number: int, *intended: str) -> None:
    """Tick the cards in mind, type a clue, and choose its number."""
    for card in intended:
        player.walk_to(card)
        player.press("Space")
    player.reach("textbox", "Clue")
    player.page.keyboard.type(CLUE)
    player.reach("radio", "1")
    player.page.keyboard.type(str(number))
    player.push("Give the clue")
    player.misses("button", "Give the clue")


def touch(player: Listener, word: str) -> None:
    """Go to a card, choose it, and press Enter; it cannot be chosen any more then, and the focus is still there."""
    card = choose(player, word)
    player.press("Enter")
    player.misses("radio", card)


def touch_by_button(player: Listener, word: str) -> None:
    """The same, by the button below the board."""
    card = choose(player, word)
    player.push("Reveal ")
    player.misses("radio", card)


def choose(player: Listener, word: str) -> str:
    """Go to a card and press Space; return all that is said of it."""
    card = next(card for card in player.cards("radio") if called(card) == word)
    player.walk_to(card)
    player.press("Space")
    return card


def called(card: str) -> str:
    """What is printed on a card, of all that is said of it."""
    return re.sub(r"( ?, marked by .*| (red|blue|bystander|assassin|agent))+$", "", card.strip())


def keyed(player: Listener, identity: str) -> list[str]:
    """What is printed on the cards of an identity, as its key says to the player."""
    return [called(card) for card in player.cards() if card.strip().endswith(f" {identity}")]


@pytest.mark.parametrize("game", ["Codenames", "Codenames: Pictures"])
def test_a_game_of_two_teams(gather, game):
    """V2, V9, V10, V13: a card in mind, a mark, an agent, a bystander; a turn that is stopped; all agents found."""
    players = gather(game, FOUR, *(f"{name} {len(game)}" for name in ("Nora", "Otto", "Pia", "Quin")))
    first, second = ("Red", "Blue") if players["Red spymaster"].all("button", "Give the clue") else ("Blue", "Red")
    spymaster, operative = players[f"{first} spymaster"], players[f"{first} operative"]
    rival, other = players[f"{second} spymaster"], players[f"{second} operative"]
    own, theirs = keyed(spymaster, first.lower()), keyed(spymaster, second.lower())
    bystander = keyed(spymaster, "bystander")[0]

    give(spymaster, 2, f"{own[0]} {first.lower()}")
    operative.hears("Your turn to guess: touch a card.")
    operative.hears(f"The clue: {CLUE.upper()} 2")
    operative.walk_to(own[0])
    operative.press("m")
    operative.waits("radio", f"{own[0]} , marked by")
    if game == "Codenames: Pictures":
        operative.press("z")
        operative.waits("dialog", own[0])
        operative.press("Escape")
        operative.misses("dialog", own[0])
    touch_by_button(operative, own[0])
    touch(operative, bystander)
    other.hears(f"{first} touched {bystander.upper()}: bystander.")

    rival.hears("Give your team a clue.")
    give(rival, 1)
    other.hears("Your turn to guess: touch a card.")
    touch(other, theirs[0])
    other.push("Stop guessing")

    spymaster.hears("Give your team a clue.")
    give(spymaster, len(own) - 1)
    operative.hears("Your turn to guess: touch a card.")
    for word in own[1:]:
        touch(operative, word)
    for player in players.values():
        player.hears(f"{first} wins: all agents found.")


def test_a_duet(gather):
    """D5, D16: both sides give a clue for all that they have, and find it."""
    players = gather("Duet", ("Side A", "Side B"), "Rita keys", "Sven keys")
    ann, bob = players.values()
    theirs = keyed(ann, "agent")
    give(ann, len(theirs), f"{theirs[0]} agent")
    bob.hears("Your turn to guess: touch a card.")
    for word in theirs:
        touch(bob, word)
    bob.waits("button", "Give the clue")
    left = [called(card) for card in bob.cards("checkbox")]
    give(bob, len(left))
    ann.hears("Your turn to guess: touch a card.")
    for word in left:
        touch(ann, word)
    for player in players.values():
        player.hears("Game won: all 15 agents found.")
