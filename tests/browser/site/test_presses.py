"""How few presses it takes from the front page to the first clue; a press is a click on a link or a button."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player

pytestmark = pytest.mark.browser

COUNT = """
    addEventListener("click", (event) => {
        if (!event.isTrusted || !event.target.closest("a, button, summary")) return;
        sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
    }, true);
"""


def presses(page: Page) -> int:
    """How often a link or a button was pressed on the pages of a tab."""
    return int(page.evaluate("Number(sessionStorage.presses ?? 0)"))


def test_four_for_the_host_and_two_for_a_friend_to_the_first_clue(new_page):
    host, friend = Player(new_page()), Player(new_page())
    for player in (host, friend):
        player.page.add_init_script(COUNT)
    host.page.context.grant_permissions(["clipboard-write"])
    host.page.goto("/")
    host.page.get_by_label("Your name").fill("Hetty")
    host.page.get_by_role("button", name="Duet", exact=True).click()
    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.get_by_role("button", name="Copied")).to_be_visible()
    friend.page.goto(host.page.get_by_label("Send them this link").input_value())
    friend.page.get_by_label("Your name").fill("Fritz")
    friend.page.get_by_role("button", name="Join the game").click()
    host.start()
    for player in (host, friend):
        player.arrive()
    host.give(2)
    friend.sees("Your turn to guess")
    assert presses(host.page) <= 4
    assert presses(friend.page) <= 2
