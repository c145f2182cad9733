"""People, by roles and names alone: what a game came to, and playing again with whom one has played."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playing import agents

pytestmark = pytest.mark.browser


def test_what_a_game_came_to_is_ones_own_until_one_shows_it(seated):
    ann, bob = seated("Ann", "Bob")
    ann.give(1)
    bob.touch(agents(ann, bob, "x")[0])
    ann.page.get_by_role("link", name="Ann", exact=True).click()
    ann.page.get_by_role("link", name="Your stats").click()
    expect(ann.page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    touches = ann.page.get_by_role("region", name="Clues").get_by_role("row", name="Duet")
    expect(touches.get_by_role("cell")).to_have_text(["1", "1", "0", "0.0"])
    address = ann.page.url
    bob.page.goto(address)
    expect(bob.page.get_by_role("heading", name="Ann", exact=True)).to_have_count(0)
    ann.page.get_by_role("link", name="Make it public").click()
    ann.page.get_by_role("checkbox", name="Everyone can see my profile").check()
    ann.page.locator("#profile").get_by_role("button", name="Save this choice").click()
    expect(ann.page.get_by_role("status")).to_contain_text("Everyone can see your profile now.")
    bob.page.goto(address)
    expect(bob.page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()


def test_whoever_one_has_played_with_is_invited_again_in_one_tap(seated):
    ann, bob = seated("Kim", "Lee")
    ann.page.get_by_role("link", name="Friends", exact=True).click()
    ann.page.get_by_role("button", name="Invite again: Lee").click()
    expect(ann.page.get_by_role("status").first).to_contain_text("The invitation is on its way.")
    ann.sit("Side A")
    bob.page.get_by_role("link", name=re.compile(r"^\d+ notifications?$")).click()
    bob.page.get_by_role("link", name="Kim invites you to play.").click()
    bob.sit("Side B")
    expect(ann.page.get_by_role("button", name="Start the game")).to_be_enabled()
    bob.page.get_by_role("link", name="Friends", exact=True).click()
    bob.page.get_by_text("More", exact=True).click()
    bob.page.get_by_role("button", name="Block: Kim", exact=True).click()
    expect(bob.page.get_by_role("button", name="Unblock: Kim")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Invite again: Kim")).to_have_count(0)
