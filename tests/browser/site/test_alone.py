"""Somebody alone, without an account: a few presses to the first touch, and whole games with the computer."""

import time

import pytest
from playwright.sync_api import Page, expect

from app import decks
from app.computer import choose_move
from app.games.store.move_records import load_table
from app.games.table.loading import load_game
from app.rules import Clue, Guess, Move, Table
from tests.browser.playing import Player

pytestmark = pytest.mark.browser

PRESSES = 4  # of a button, a link or a card, at most, until the first card is revealed
COUNT = "addEventListener('pointerdown', () => sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1, true)"
LOCALES = {"en": "en-GB", "fr": "fr-FR", "it": "it-IT"}


def begin(page: Page, game: str) -> str:
    """Start a game with the computer from the front page; return its code."""
    page.goto("/")
    page.locator("#play-form [name=name]").fill("Solo")
    page.locator(f"#alone-{game}").click()
    page.wait_for_url("**/games/*")
    return page.url.rpartition("/")[2]


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("language", LOCALES)
def test_few_presses_to_the_first_touch(new_page, record_property, language, width):
    page = new_page(locale=LOCALES[language], viewport={"width": width, "height": 800})
    page.add_init_script(COUNT)
    began = time.monotonic()
    begin(page, "duet")
    expect(page.locator("html")).to_have_attribute("lang", language)
    card = page.locator("[data-card]:has(input[id^=pick-])").first
    place = card.get_attribute("data-card")  # once the computer has given its clue
    card.click()
    page.locator("#touch").click()
    expect(page.locator(f"#pick-{place}")).to_have_count(0)
    took = f"{time.monotonic() - began:.1f} s"
    presses = int(page.evaluate("Number(sessionStorage.presses)"))
    record_property(f"alone, {language}, {width} px", f"{took} and {presses} presses to the first touch")
    assert presses <= PRESSES


@pytest.mark.parametrize("game", ["duet", "classic"])
@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_whole_game(new_page, site_app, record_property, game):
    """The person plays by what the page offers; what to play, the computer tells for the person's seat, too."""
    player, began = Player(new_page()), time.monotonic()
    code = begin(player.page, game)
    player.arrive()
    while not (table := load(site_app, code)).outcome:
        move = choose(site_app, code, table, {"duet": "a", "classic": "red-operative"}[game])
        if move and shows(player.page, table.version):
            play(player, move)
        player.page.wait_for_selector(f"#table:not([data-version='{table.version}'])")
    expect(player.page.locator("[data-winner]")).to_have_attribute("data-reason", table.outcome.reason)
    assert player.never_reloaded()
    record_property(f"a whole game alone, {game}", f"{time.monotonic() - began:.0f} s, {table.version} moves")


def load(app, code: str) -> Table:
    with app.app_context():
        return load_table(load_game(code))


def choose(app, code: str, table: Table, seat: str) -> Move | None:
    """Return a move for the person's seat, None if another has to play, as who gives the first clue of a Duet."""
    if seat not in table.turn or table.version == 0:
        return None
    with app.app_context():
        game = load_game(code)
        deck = decks.load(game.deck)
        return choose_move(table.view(seat), game.words, deck, deck.language or "en", table.house)


def shows(page: Page, version: int) -> bool:
    """Wait for a version of the table; return whether it is still that: in sudden death, the computer moves, too."""
    page.wait_for_function("version => document.querySelector('#table').dataset.version >= version", arg=version)
    return page.locator("#table").get_attribute("data-version") == str(version)


def play(player: Player, move: Move) -> None:
    match move:
        case Clue(word, number):
            player.give(int(number), word)
        case Guess(card):
            player.touch(card)
        case _:
            player.press("Stop guessing")
