"""Four people in four browsers play a whole classic game, and another; nobody ever reloads."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playing import CLUE, Player

pytestmark = pytest.mark.browser


@pytest.fixture
def four(actor) -> dict[str, Player]:
    """Anna and Bert red, Cleo and Dirk blue, brought together by a lobby's link."""
    ann, bob, cat, dan = (Player(actor(name)) for name in ("Anna", "Bert", "Cleo", "Dirk"))
    link = ann.open_lobby("Codenames")
    seats = {"Red spymaster": ann, "Red operative": bob, "Blue spymaster": cat, "Blue operative": dan}
    for seat, player in seats.items():
        if player is not ann:  # who opened the lobby has the first seat
            player.page.goto(link)
            player.sit(seat)
    ann.start()
    for player in seats.values():
        player.arrive()
    return seats


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_whole_game_with_a_challenge_and_a_rematch(four):
    first, second = order(four)
    play_to_the_end(four, first, second)
    for player in four.values():
        player.sees(f"{first} wins: all agents found.")
        assert player.never_reloaded()
        assert sorted(set(player.key)) == [".", "b", "r", "x"]  # V15

    addresses = {play_again(player) for player in four.values()}
    assert len(addresses) == 1  # K4: all are led to the one new game
    expect(four["Red spymaster"].page.locator("#log")).not_to_contain_text(CLUE)


def play_again(player: Player) -> str:
    """Deal another game, or join the one that has been dealt, and return the address to which that leads."""
    old = player.page.url
    player.page.get_by_role("button", name=re.compile("Play again|Join the new game")).click()
    player.page.wait_for_url(lambda url: "/games/" in url and url != old)
    return player.page.url


def order(four) -> tuple[str, str]:
    """The teams as they move, by who is asked for a clue."""
    red = four["Red spymaster"].page.get_by_role("button", name="Give the clue").count()
    return ("Red", "Blue") if red else ("Blue", "Red")


def play_to_the_end(four, first: str, second: str) -> None:
    """A challenge with a covered card, a consulted clue, a wrong guess, then the first team finds all it has left."""
    spymaster, operative = four[f"{first} spymaster"], four[f"{first} operative"]
    rival, other = four[f"{second} spymaster"], four[f"{second} operative"]
    own, theirs = first[0].lower(), second[0].lower()
    key = spymaster.key

    spymaster.give(2, intended=[key.index(own)])
    rival.page.get_by_text("Is this clue invalid?").click()
    rival.press("Call the clue invalid")  # V21
    rival.sees("cover one of your own cards")
    covered = key.index(theirs)
    rival.page.locator(f"#pick-{covered}").check()
    rival.page.locator("#touch").click()
    operative.sees_face(covered, second.lower())

    rival.ask(1)  # V20
    spymaster.sees("is this clue valid")
    spymaster.press("Allow this clue")
    bystander = key.index(".")
    other.touch(bystander)
    for player in four.values():
        player.sees_face(bystander, "bystander")

    spymaster.give(9)
    for card in [place for place, letter in enumerate(key) if letter == own]:
        operative.touch(card)
