"""Puzzles from the first touch to the text that is shared, by a visitor without a name, on a phone and on a desk."""

from collections.abc import Iterator
from datetime import date

import pytest
from playwright.sync_api import Browser, Page, expect

from app.puzzles.boards import Puzzle, find_puzzle
from tests.processes import Site

pytestmark = pytest.mark.browser

MENU = """
    navigator.share = async ({ text }) => { document.documentElement.dataset.shared = text; };
    navigator.clipboard.writeText = async (text) => { document.documentElement.dataset.copied = text; };
"""
DAYS = {360: date(2026, 11, 2), 1440: date(2026, 11, 3)}


@pytest.fixture(scope="module")
def player(browser: Browser, site: Site) -> Iterator[Page]:
    """One page for all puzzles, with one visitor's cookies."""
    context = browser.new_context(base_url=site.url)
    context.add_init_script(MENU)
    yield context.new_page()
    context.close()


def touch(page: Page, card: int) -> None:
    """Choose a card and reveal it."""
    page.locator(f"#card-{card} .face").click()
    page.locator("#touch").click()
    expect(page.locator(f"#card-{card}")).not_to_have_attribute("data-face", "hidden")


@pytest.mark.parametrize("width", DAYS)
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_from_the_first_touch_to_the_text(player: Page, language: str, width: int) -> None:
    puzzle: Puzzle | None = find_puzzle(language, DAYS[width])
    assert puzzle
    player.set_viewport_size({"width": width, "height": 800})
    player.goto(f"/puzzle/{language}/{puzzle.day}")
    for clue in puzzle.clues:
        expect(player.locator("#status .clue b")).to_have_text(clue.word)
        for card in clue.cards:
            touch(player, card)
    expect(player.locator("#table")).to_have_attribute("data-reason", "won")
    text = player.locator("#share-text").input_value()
    assert text.count("🟩A") == 9
    player.locator("#copy").click()
    expect(player.locator("html")).to_have_attribute("data-copied", text)
    player.locator("#share-result").click()
    expect(player.locator("html")).to_have_attribute("data-shared", text)
    assert player.evaluate("document.documentElement.scrollWidth <= innerWidth")
