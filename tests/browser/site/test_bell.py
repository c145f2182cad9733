"""The bell, the title and the icon tell of one's turn in every tab, without a reload."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player, agents

pytestmark = pytest.mark.browser


@pytest.fixture
def duo(seated) -> tuple[Player, Player]:
    """Two players at a fresh Duet: until one of them gives the first clue, both are awaited."""
    return seated("Ann rings", "Bob rings")


def open_tab(player: Player, address: str) -> Page:
    """Open another page in a player's browser, marked so that a reload shows."""
    page = player.page.context.new_page()
    page.goto(address)
    page.evaluate("window.neverReloaded = true")
    return page


def icon(page: Page) -> str:
    return unquote(str(page.locator("link[rel=icon]").get_attribute("href")))


def rings(page: Page, number: int) -> None:
    """Wait until bell, title and icon show a number; where nothing is open, they show none."""
    expect(page.locator("#bell")).to_have_attribute("data-open", str(number))
    expect(page.locator("#bell")).to_have_text(str(number) if number else "")
    expect(page).to_have_title(re.compile(rf"^\({number}\) \w" if number else r"^\w"))
    drawn = re.compile(rf"^data:image/svg.*{number}" if number else r"/static/images/icon\.svg")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", drawn)
    assert page.evaluate("window.neverReloaded === true")


def test_every_tab_tells_of_ones_turn_and_falls_silent_with_ones_act(duo):
    ann, bob = duo
    tabs = {who: open_tab(who, "/account") for who in duo}
    for page in (*tabs.values(), ann.page, bob.page):
        rings(page, 1)
    ann.give(1)
    for page in (tabs[ann], ann.page):
        rings(page, 0)
    rings(tabs[bob], 1)
    bob.sees("Your turn to guess")
    bob.touch(agents(ann, bob)[0])
    bob.press("Stop guessing")
    rings(tabs[bob], 1)  # a clue is awaited now
    bob.give(1)
    for page in (tabs[bob], bob.page):
        rings(page, 0)
    for page in (tabs[ann], ann.page):
        rings(page, 1)


def test_the_icon_is_drawn_with_its_number(seated):
    """As the page's policy allows it: a picture that could not be shown would have no width."""
    (ann,) = seated("Ann rings", "Bob rings", pages=1)
    page = open_tab(ann, "/account")
    rings(page, 1)
    assert ">1</text>" in icon(page)
    width = """href => new Promise(done => {
        const image = new Image();
        image.onload = image.onerror = () => done(image.naturalWidth);
        image.src = href;
    })"""
    assert page.evaluate(width, page.locator("link[rel=icon]").get_attribute("href")) > 0


def test_at_the_end_of_a_game_the_bell_goes_on_by_itself(duo):
    ann, bob = duo
    ann.page.get_by_text("Notes, players and more").click()
    ann.page.get_by_text("Give up", exact=True).click()
    ann.press("Give up the game")
    bob.sees("a side gave up")
    expect(bob.page.locator("#table")).not_to_have_attribute("hx-get", re.compile(".*"))
    before = int(str(bob.page.locator("#bell").get_attribute("data-open")))
    sit_down_again(ann, bob)
    rings(bob.page, before + 1)


def sit_down_again(ann: Player, bob: Player) -> None:
    """Let Ann deal another game, of which Bob's page at the old one hears by its bell alone."""
    ann.press("Play again")
    ann.page.wait_for_url(re.compile("/games/"))
    expect(ann.page.locator("#table")).to_have_attribute("data-version", "0")


def test_the_front_page_shows_who_is_awaited_now(duo):
    ann, bob = duo
    front = open_tab(ann, "/")
    row = front.locator(".games li").first
    expect(row).to_contain_text("Your turn")
    expect(row).to_have_class(re.compile("waiting"))
    ann.give(1)
    expect(row).to_contain_text("Waiting for Bob rings")
    expect(row).not_to_have_class(re.compile("waiting"))
    rings(front, 0)
    bob.touch(agents(ann, bob)[0])
    bob.press("Stop guessing")
    bob.give(1)
    expect(row).to_contain_text("Your turn")
    rings(front, 1)


def test_who_signs_out_elsewhere_has_no_bell_any_more(seated):
    (ann,) = seated("Ann rings", "Bob rings", pages=1)
    page, front = open_tab(ann, "/account"), open_tab(ann, "/")
    rings(page, 1)
    ann.page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#bell")).to_have_count(0)
    expect(page).to_have_title(re.compile(r"^\w"))
    expect(front.get_by_role("link", name="Sign in").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_header_bears_a_bell_on_a_phone(seated, scheme):
    (ann,) = seated("Ann rings", "Bob rings", pages=1)
    page = open_tab(ann, "/")
    page.emulate_media(color_scheme=scheme)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.locator("#bell").bounding_box()
        assert min(box["width"], box["height"]) >= 24
        badge = page.locator("#bell span").bounding_box()
        assert badge["x"] >= 0
        assert badge["y"] >= 0
        assert badge["x"] + badge["width"] <= width
