"""The board does not jump: through a whole game, cards keep the size and the place that they had at the first move."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from tests.browser.app_window import Window
from tests.browser.viewport import resize
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, Table, lay

pytestmark = pytest.mark.browser

SIZES = ((360, 740), (1024, 768), (1440, 900))
LOOK = """() => {
    const cards = [...document.querySelectorAll(".card")].map((it) => it.getBoundingClientRect());
    const sizes = new Set(cards.map(({ width, height }) => `${Math.round(width)} × ${Math.round(height)}`));
    const { top } = document.querySelector(".board").getBoundingClientRect();
    return [innerWidth, [...sizes].sort(), Math.round(top + scrollY)];
}"""
VERSUS = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
DEALS = {
    "classic": {"first": "red", "key": CLASSIC_KEY},
    "duet": {"keys": DUET_KEYS},
    "duet-pictures": {"keys": DUET_KEYS},
}


@pytest.fixture
def window(window: Window) -> Window:
    """A window in which nothing moves: a card that turns over is narrow for a moment."""
    window.page.emulate_media(reduced_motion="reduce")
    return window


def look(page: Page, tools: CDPSession, sizes: Sequence[tuple[int, int]]) -> dict[tuple[int, int], list[Any]]:
    """Return, by size of the window, the sizes of the cards and how far down the board begins, in pixels."""
    seen = {}
    for size in sizes:
        resize(tools, *size)
        width, *seen[size] = page.evaluate(LOOK)
        assert width == size[0]
    return seen


def steps(table: Table) -> Iterator[tuple[str, str]]:
    """The seat and the move that are next, until the game is over: clues, right and wrong guesses, stops."""
    while not (now := table.now()).outcome:
        seat = now.turn[0]
        view = now.view(seat)
        if "clue" in view.may:
            yield seat, f"clue {CLUE} 2"
        elif "stop" in view.may and len(view.turns[-1].guesses) == 2:
            yield seat, "stop"
        else:
            keyed = now.view(view.turns[-1].giver).cards
            may = [card.index for card in view.cards if "guess" in card.verbs]
            right = [card for card in may if keyed[card].key in ("g", seat[0])]
            wrong = [card for card in may if keyed[card].key == "."]
            errs = len(view.turns) % 3 == 2 and wrong
            yield seat, f"guess {((wrong if errs else right) or may)[0]}"


@pytest.mark.parametrize("variant", ["classic", "pictures", "duet", "duet-pictures"])
def test_cards_keep_their_size_through_a_whole_game(window, ann, bob, cat, dan, variant):
    """One player looks on: of Versus a spymaster, whose page changes most, of Duet a side."""
    people = dict(zip("ab" if variant.startswith("duet") else VERSUS, (ann, bob, cat, dan), strict=False))
    table = lay(variant, people, DEALS.get(variant, {}))
    page = window.open(ann, f"/games/{table.code}")
    tools = page.context.new_cdp_session(page)
    sizes = look(page, tools, SIZES)
    assert all(len(cards) <= 4 for cards, _ in sizes.values())  # a pixel more or less, as columns are rounded
    played = 0
    for seat, move in steps(table):
        table.must(seat, move)
        played += 1
        if table.now().outcome:
            break
        page.evaluate("htmx.trigger('#table', 'wake')")
        page.wait_for_selector(f"#table[data-version='{table.game.version}']")
        now = look(page, tools, SIZES[:: -1 if played % 2 else 1])  # it has the last size already
        if table.now().phase == "sudden-death":  # its sentence is longer, and begins the last moves of a game
            assert [cards for cards, _ in now.values()] == [cards for cards, _ in sizes.values()], (played, seat, move)
        else:
            assert now == sizes, (played, seat, move)
    assert played > 10
