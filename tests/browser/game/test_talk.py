"""The chat is not overlooked: a mark on its tab and its heading, and the newest line for a while."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import seeded_tables
from tests.browser.playing import Player

pytestmark = pytest.mark.browser


@pytest.fixture
def mates(signed_in) -> tuple[Player, Player]:
    """Two players on one side of a Duet."""
    people = [signed_in(name) for name in ("Uma", "Vik", "Wes")]
    path = seeded_tables.duet({"a": [people[0][0], people[1][0]], "b": people[2][0]})
    for _, page in people[:2]:
        page.goto(path)
    return Player(people[0][1]), Player(people[1][1])


def say(player: Player, line: str) -> None:
    player.page.get_by_label("Message your side").fill(line)
    player.page.get_by_role("button", name="Send", exact=True).click()
    expect(player.page.locator("#lines")).to_contain_text(line)


def is_marked(page: Page, number: int) -> None:
    """Wait until tab and heading bear a number, or none."""
    for place in ("label:has(> #tab-talk)", "#talk-title"):
        if number:
            expect(page.locator(place)).to_have_attribute("data-unread", str(number))
        else:
            expect(page.locator(f"{place}[data-unread]")).to_have_count(0)


def test_on_a_phone_new_lines_are_counted_until_they_are_read(mates):
    uma, vik = mates
    vik.page.set_viewport_size({"width": 390, "height": 844})
    is_marked(vik.page, 0)
    say(uma, "the first row")
    toast = vik.page.locator(".toast")
    expect(toast).to_have_text("Uma the first row")
    say(uma, "or the last")
    is_marked(vik.page, 2)
    vik.page.reload()
    is_marked(vik.page, 2)
    expect(toast).to_have_count(0)
    vik.page.locator("label:has(> #tab-talk)").click()
    is_marked(vik.page, 0)
    vik.page.reload()
    is_marked(vik.page, 0)


def test_a_press_on_the_line_leads_to_the_chat(mates):
    uma, vik = mates
    vik.page.set_viewport_size({"width": 390, "height": 844})
    say(uma, "the first row")
    vik.page.locator(".toast").click()
    expect(vik.page.get_by_label("Message your side")).to_be_visible()
    expect(vik.page.locator(".toast")).to_have_count(0)
    is_marked(vik.page, 0)


def test_ones_own_line_is_no_news(mates):
    uma, _ = mates
    say(uma, "the first row")
    is_marked(uma.page, 0)
    expect(uma.page.locator(".toast")).to_have_count(0)


def test_a_reaction_of_the_other_side_is_shown(duo):
    ann, bob = duo
    bob.page.set_viewport_size({"width": 390, "height": 844})
    ann.press("Well done!")
    expect(bob.page.locator(".toast")).to_have_text("Ida: Well done!")
    expect(ann.page.locator(".toast")).to_have_count(0)


def test_on_a_desk_clues_and_chat_are_in_sight(mates):
    """A new line is not shown a second time, over the clue."""
    uma, vik = mates
    vik.page.set_viewport_size({"width": 1440, "height": 900})
    for part in ("#log-title", "#talk-title", "#say button"):
        expect(vik.page.locator(part)).to_be_in_viewport(ratio=1)
    expect(vik.page.locator("#people")).to_be_hidden()
    say(uma, "the first row")
    expect(vik.page.locator("#lines")).to_contain_text("the first row")
    expect(vik.page.locator(".toast")).to_have_count(0)
