"""A French Duet by two whose pages are in Italian and in English: a deck has its language, each reader another."""

import json

import pytest
from playwright.sync_api import expect

from app.decks.deck import WORDS
from tests.browser.playing import CLUE, Player, agents

pytestmark = pytest.mark.browser

FRENCH = {
    word: entry["forms"]
    for part in ("base", "duet")
    for word, entry in json.loads((WORDS / "fr" / f"{part}.forms.json").read_text("utf-8")).items()
    if entry.get("forms")
}


def give(player: Player, number: int, word: str = CLUE) -> None:
    """Give a clue by the names of the fields, which no language changes."""
    player.page.locator("#clue-word").fill(word)
    player.page.locator(f"#number-{number}").check()
    player.page.locator("#give").click()


def touch(player: Player, cards: list[int]) -> None:
    for card in cards:
        player.page.locator(f"#pick-{card}").check()
        player.page.locator("#touch").click()
        expect(player.page.locator(f"#pick-{card}")).to_have_count(0)


def test_a_french_duet_read_in_italian_and_in_english(actor):
    ada, ben = Player(actor("Ada")), Player(actor("Ben"))
    ben.page.get_by_role("button", name="Italiano").click()
    expect(ben.page.locator("html")).to_have_attribute("lang", "it")

    ada.page.goto("/lobbies/new?variant=duet")
    ada.page.get_by_label("English", exact=True).uncheck()
    ada.page.get_by_label("Français", exact=True).check()
    ada.page.get_by_role("button", name="Open the lobby").click()
    link = ada.page.get_by_label("Send them this link").input_value()
    ben.page.goto(link)
    ben.page.locator("#sit-b").click()
    ben.page.locator("#do-start button").click()
    for player in (ada, ben):
        player.arrive()
        expect(player.page.locator(".word").first).to_have_attribute("lang", "fr")
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")
    expect(ben.page.locator("html")).to_have_attribute("lang", "it")

    words = [word.inner_text().lower() for word in ada.page.locator(".card .word").all()]
    word = next(word for word in words if word in FRENCH and FRENCH[word][0].isalpha())  # C6 would come first
    give(ada, 1, FRENCH[word][0])  # C2: a form of a word on the table, told in the giver's language, by the deck's own
    expect(ada.page.locator(".advice")).to_contain_text("Nobody else has seen it")

    give(ada, 9)
    expect(ben.page.locator("#status h2")).to_contain_text("Ora indovini tu")
    touch(ben, agents(ada, ben))
    give(ben, 6)
    expect(ada.page.locator("#status h2")).to_contain_text("Your turn to guess")
    touch(ada, agents(ben, ada))
    ada.sees("Game won: all 15 agents found.")
    expect(ben.page.locator("#status")).to_contain_text("Partita vinta")
    assert ada.never_reloaded()
    assert ben.never_reloaded()
