"""Two people in two browsers play Duet: once to a win, once into sudden death; nobody ever reloads."""

import pytest

from tests.browser.playing import Player, sit_down_to_duet

pytestmark = pytest.mark.browser


def pair(actor, names: tuple[str, str], **choices: str) -> tuple[Player, Player]:
    """The first on side A and the second on side B of a new game."""
    ann, bob = (Player(actor(name)) for name in names)
    sit_down_to_duet(ann, bob, **choices)
    return ann, bob


def agents(giver: Player, guesser: Player) -> list[int]:
    """The giver's agents that the guesser may still touch."""
    may = set(guesser.hidden())
    return [card for card, letter in enumerate(giver.key) if letter == "g" and card in may]


def test_a_win(actor):
    ann, bob = pair(actor, ("Emma", "Finn"))
    ann.give(9)
    bob.sees("Your turn to guess")
    for card in agents(ann, bob):
        bob.touch(card)
    ann.sees("is thinking of a clue")  # D16: nothing left to find for Ann's clues
    bob.give(6)
    ann.sees("Your turn to guess")
    for card in agents(bob, ann):
        ann.touch(card)
    for player in (ann, bob):
        player.sees("You win: all fifteen agents found.")
        assert "Score: 23" in player.page.locator(".score").inner_text()  # D19: seven tokens left, two laid down
        assert player.never_reloaded()


def test_sudden_death(actor):
    ann, bob = pair(actor, ("Gwen", "Hugo"), **{"Timer tokens": "5", "Mistakes": "5"})
    giver, guesser = ann, bob
    for _ in range(5):
        giver.give(1)
        guesser.sees("Your turn to guess")
        guesser.touch(agents(giver, guesser)[0])
        guesser.press("Stop guessing")
        giver, guesser = guesser, giver
    for player in (ann, bob):
        player.sees("Sudden death")
    while ann.page.locator("[data-winner]").count() == 0 and (left := agents(bob, ann)):
        ann.touch(left[0])
    while bob.page.locator("[data-winner]").count() == 0 and (left := agents(ann, bob)):
        bob.touch(left[0])
    for player in (ann, bob):
        player.sees("You win in sudden death")  # D15
        assert player.never_reloaded()
