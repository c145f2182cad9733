"""The drawn map on a phone: it begins at Prague, pans, is reached by keyboard, and stays put when news arrives."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}  # pixels
FINGERTIP = 24  # pixels


@pytest.fixture
def phone(actor) -> Page:
    """A page of somebody who has founded a team alone, at its map, as wide as a phone."""
    page = actor("Kim")
    page.get_by_role("link", name="Create a team").click()
    page.get_by_label("Team name").fill("Owls")
    page.get_by_role("button", name="Create the team").click()
    page.set_viewport_size(PHONE)
    page.reload()
    expect(page.locator(".map-pan")).to_have_css("scroll-snap-type", "none")
    return page


def middle_of(page: Page, city: str) -> float:
    """Where a city's marker is across the screen, in pixels."""
    box = page.locator(f"#map-{city} .disc").bounding_box()
    return box["x"] + box["width"] / 2


def pan_to(page: Page, left: int) -> int:
    """Pan as far as that many pixels from the left; return how far the map lets itself be panned."""
    return page.locator(".map-pan").evaluate("(map, left) => { map.scrollLeft = left; return map.scrollLeft; }", left)


def test_the_map_begins_at_prague_and_then_pans_freely(phone):
    assert middle_of(phone, "prague") == pytest.approx(PHONE["width"] / 2, abs=5)
    assert pan_to(phone, 0) == 0
    assert pan_to(phone, 77) == 77
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_land_is_there_and_cities_are_large_enough_to_touch(phone):
    assert phone.locator(".map-land").evaluate("land => land.getBBox().width") > 700
    assert min(spot.bounding_box()["width"] for spot in phone.locator("a .reach").all()) >= FINGERTIP


def test_the_keyboard_reaches_what_is_out_of_sight(phone):
    assert middle_of(phone, "sydney") > PHONE["width"]
    phone.locator("#map-singapore").focus()
    phone.keyboard.press("Tab")
    expect(phone.locator("#map-sydney")).to_be_focused()
    assert 0 < middle_of(phone, "sydney") < PHONE["width"]


def test_news_moves_neither_the_map_nor_the_focus(phone):
    phone.locator("#map-honolulu").focus()
    pan_to(phone, 10)
    other = phone.context.new_page()
    other.goto(f"{phone.url}/cities/prague")
    other.get_by_role("button", name="Open a lobby for Prague").click()
    expect(phone.get_by_role("link", name="The lobby for Prague")).to_be_visible()
    expect(phone.locator("#map-honolulu")).to_be_focused()
    assert phone.locator(".map-pan").evaluate("map => map.scrollLeft") == 10
