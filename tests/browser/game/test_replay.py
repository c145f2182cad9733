"""Watching a game again, by what the page says and by the keyboard: keys, slider, seats, the way back, no script."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import CLUE, unanswered

pytestmark = pytest.mark.browser
SECOND = "**/replay?move=2*"


@pytest.fixture
def replay(ended: Page) -> Page:
    """The replay of a Duet that ended with its second move, as Ida comes to it from the table."""
    ended.get_by_role("link", name="Replay", exact=True).click()
    is_at(ended, 0)
    return ended


def is_at(page: Page, number: int) -> None:
    """Wait until the page shows this moment: its heading, its slider and its board."""
    expect(page.get_by_role("heading", name=f"Move {number} of 2")).to_be_visible()
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_value(str(number))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^Move {number} of 2: "))
    expect(page.get_by_text("agents to find")).to_be_visible()


def look_from(page: Page, place: str) -> None:
    """Look from a seat, and wait until the page does."""
    link = page.locator("#replay").get_by_role("link", name=place, exact=True)
    link.click()
    expect(link).to_have_attribute("aria-current", "true")


def test_keys_lead_through_the_game_and_the_browser_back(replay):
    replay.evaluate("window.neverReloaded = true")
    for key, number in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowRight", 2),
        ("Home", 0),
        ("End", 2),
        ("ArrowLeft", 1),
    ):
        replay.keyboard.press(key)
        is_at(replay, number)
    expect(replay.get_by_role("status").filter(has_text=f"Clue from Ida: {CLUE} 1")).to_be_visible()
    for number in (2, 0, 2, 1, 0):
        replay.go_back()
        is_at(replay, number)
    replay.go_forward()
    is_at(replay, 1)
    assert replay.evaluate("window.neverReloaded")
    replay.reload()
    is_at(replay, 1)


def test_what_else_is_swapped_in_leaves_the_way_back_alone(replay):
    """Here the bell, between a step back and its answer."""
    for number in (1, 2):
        replay.keyboard.press("ArrowRight")
        is_at(replay, number)
    waiting = list[Route]()
    replay.route("**/replay?*", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright asks for its parameters
    replay.go_back()
    swapped = "new Promise((done) => document.addEventListener('htmx:after:swap', () => done(), { once: true }))"
    replay.evaluate(
        f"() => {{ const swapped = {swapped}; htmx.trigger('#bell', 'wake', {{ fresh: true }}); return swapped; }}"
    )
    waiting.pop().continue_()
    is_at(replay, 1)
    replay.unroute("**/replay?*")
    replay.go_back()
    is_at(replay, 0)
    replay.go_forward()
    is_at(replay, 1)


def test_the_slider_goes_by_keys_too_and_keeps_the_focus(replay):
    slider = replay.get_by_role("slider", name="Move")
    slider.focus()
    replay.keyboard.press("End")
    is_at(replay, 2)
    expect(slider).to_be_focused()
    replay.keyboard.press("ArrowLeft")
    is_at(replay, 1)
    expect(slider).to_be_focused()


def test_from_another_seat_less_is_to_be_seen(replay):
    board = replay.get_by_role("list", name="The cards")
    for place, told in (("Everything", 25), ("Ida", 0), ("Spectators", 0)):
        look_from(replay, place)
        expect(board.get_by_text(re.compile("^for Side A: |, for Side A: "))).to_have_count(told)
    look_from(replay, "Ida")
    replay.get_by_text("All moves, to the end").click()
    replay.get_by_role("link", name=f"Clue from Ida: {CLUE} 1").click()
    is_at(replay, 1)
    seat = replay.locator("#replay").get_by_role("link", name="Ida", exact=True)
    expect(seat).to_have_attribute("aria-current", "true")


def test_it_works_without_a_script(replay, browser, site):
    page = browser.new_context(base_url=site.url, java_script_enabled=False).new_page()
    page.goto(replay.url)
    for name, number in (("Forward", 1), ("Last", 2), ("Back", 1), ("First", 0)):
        page.get_by_role("link", name=name, exact=True).click()
        is_at(page, number)
    page.get_by_role("slider", name="Move").press("End")
    page.get_by_role("button", name="Show this move").click()
    is_at(page, 2)
    page.go_back()
    is_at(page, 0)
    page.context.close()


def test_it_plays_by_itself_to_the_end_and_from_the_start_again(replay):
    """What comes after a move is held back until the move was looked at: it is shown for half a second alone."""
    replay.get_by_label("Speed").select_option("4")
    with unanswered(replay, SECOND):
        replay.get_by_role("button", name="Play").click()
        is_at(replay, 1)
        expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    is_at(replay, 2)
    expect(replay.get_by_role("button", name="Play")).to_be_visible()
    with unanswered(replay, SECOND):
        replay.get_by_role("button", name="Play").click()
        is_at(replay, 1)
        expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    is_at(replay, 2)


def test_whoever_goes_another_way_stops_it(replay):
    replay.get_by_label("Speed").select_option("0.5")
    with unanswered(replay, SECOND):
        replay.get_by_role("button", name="Play").click()
        is_at(replay, 1)
        replay.get_by_role("link", name="First").click()
        is_at(replay, 0)
    expect(replay.get_by_role("button", name="Play")).to_be_visible()
