"""Two people in two browsers play Duet: once to a win, once into sudden death; nobody ever reloads."""

import pytest

from tests.browser.playing import Player, agents, sit_down_to_duet, win_at_duet

pytestmark = pytest.mark.browser


def test_a_win(actor):
    ann, bob = (Player(actor(name)) for name in ("Emma", "Finn"))
    sit_down_to_duet(ann, bob)
    win_at_duet(ann, bob)
    for player in (ann, bob):
        player.sees("Game won: all 15 agents found.")
        assert "Score: 23" in player.page.locator(".score").inner_text()  # D19: seven tokens left, two laid down
        assert player.never_reloaded()


@pytest.mark.parametrize(("motion", "service_workers"), [("no-preference", "allow")])
def test_sudden_death(seated):
    """With all that moves."""
    ann, bob = giver, guesser = seated("Gwen", "Hugo", tokens=2)
    for _ in range(2):
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
        player.sees("Game won in sudden death")  # D15
        assert player.never_reloaded()
