"""The desk of whoever gives a clue: ticked cards are counted, and what is typed is looked at before it is sent."""

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player

pytestmark = pytest.mark.browser


@pytest.fixture
def giver(duo) -> Player:
    """Somebody who may give a clue."""
    return duo[0]


def test_ticked_cards_fill_in_the_number_until_another_is_chosen(giver):
    number, cards = giver.page.get_by_label("Number", exact=True), giver.page.locator("input[name=for]")
    for count in (1, 2, 3):
        cards.nth(count).check()
        expect(number).to_have_value(str(count))
    cards.nth(3).uncheck()
    expect(number).to_have_value("2")
    number.select_option("5")
    cards.nth(3).check()
    expect(number).to_have_value("5")


def test_a_clue_is_looked_at_while_it_is_typed(giver):
    word = giver.page.locator("[data-card] .word").first.text_content()
    field = giver.page.get_by_label("Clue", exact=True)
    field.press_sequentially(word)
    expect(giver.page.get_by_text("You cannot give this clue.")).to_be_visible()
    expect(field).to_be_focused()
    assert word not in giver.page.url
    field.fill("zyzzyva")
    expect(giver.page.get_by_text("You cannot give this clue.")).to_have_count(0)
