"""The end as a browser shows it: on a phone at once, with a flourish where motion is wanted."""

import pytest
from playwright.sync_api import expect

from tests.games.tables import DUET_KEYS, LOSING, WINNING, Table, lay

pytestmark = pytest.mark.browser


@pytest.fixture
def duet(ann, bob) -> Table:
    """A Duet that has just begun."""
    return lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})


@pytest.fixture
def won(duet: Table) -> Table:
    """A Duet that is won."""
    for seat, move in WINNING:
        duet.must(seat, move)
    return duet


@pytest.mark.parametrize(("motion", "flourish"), [("no-preference", "arrive"), ("reduce", "none")])
def test_a_phone_shows_the_verdict_and_all_ways_on_at_once(window, won, ann, motion, flourish):
    window.resize(360, 640)
    window.page.emulate_media(reduced_motion=motion)
    page = window.open(ann, f"/games/{won.code}")
    banner = page.locator("#banner")
    expect(banner.get_by_role("heading", name="You won")).to_be_in_viewport(ratio=1)
    for name in ("Play again", "Replay", "Share"):
        expect(banner.get_by_text(name, exact=True).locator("visible=true")).to_be_in_viewport(ratio=1)
    assert banner.evaluate("it => getComputedStyle(it).animationName") == flourish


def test_what_is_offered_below_a_running_table_goes_with_the_game(window, duet, ann):
    page = window.open(ann, f"/games/{duet.code}")
    offers = [page.get_by_text("Sound and vibration"), page.get_by_role("link", name="Reload the table")]
    for offer in offers:
        expect(offer).to_be_visible()
    for seat, move in LOSING:
        duet.must(seat, move)
    page.evaluate("htmx.trigger('#table', 'wake')")
    expect(page.locator("#banner")).to_be_visible()
    for offer in offers:
        expect(offer).to_be_hidden()
