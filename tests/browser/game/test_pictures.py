"""Games with pictures in browsers: played to the end (by keys alone: test_by_keyboard.py); small ones made large."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player, win_at_duet

pytestmark = pytest.mark.browser
HOLD = 900  # milliseconds


@pytest.fixture
def duo(seated) -> tuple[Player, Player]:
    """Two players at a fresh Duet over pictures, side A and side B."""
    return seated("Rita", "Sven", variant="duet-pictures", crowd=True)


def test_a_duet_over_pictures_is_won(duo):
    win_at_duet(*duo)
    for player in duo:
        player.sees("Game won: all 15 agents found.")
        assert player.never_reloaded()


def test_a_swap_leaves_the_drawings_alone(duo):
    """They are fetched once, and stay the elements that they were."""
    ann, bob = duo
    drawn(bob.page)
    bob.page.evaluate("document.querySelectorAll('.picture').forEach((picture) => (picture.kept = true))")
    fetched: list[str] = []
    bob.page.on("request", lambda request: fetched.append(request.url) if "/pictures/" in request.url else None)
    ann.give(1)
    bob.sees("Your turn to guess")
    card = ann.key.index("g")
    bob.touch(card)
    bob.sees_face(card, "agent")
    kept = bob.page.locator("#table .picture").evaluate_all(
        "pictures => pictures.filter((picture) => picture.kept).length"
    )
    assert kept == 25
    assert fetched == []


def drawn(page: Page) -> None:
    """Wait until every picture is there, and large enough to be made out."""
    page.wait_for_function(
        """() => [...document.querySelectorAll("#table .picture")].every((picture) => {
          const ink = picture.querySelector("use").getBBox();
          return Math.max(ink.width, ink.height) > 850 && picture.getBoundingClientRect().width >= 40;
        })"""
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_whole_board_is_seen_on_a_phone(seated, scheme):
    """Without scrolling sideways, with pictures of 40 pixels and more, in the colour that the card writes with."""
    (ann,) = seated("Rita", "Sven", variant="duet-pictures", crowd=True, pages=1)
    ann.page.emulate_media(color_scheme=scheme)
    for width in (360, 390, 768, 1440):
        ann.page.set_viewport_size({"width": width, "height": 740})
        drawn(ann.page)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        edges = ann.page.evaluate(
            "[...document.querySelectorAll('[data-card]')].map((c) => c.getBoundingClientRect().right)"
        )
        assert len(edges) == 25
        assert max(edges) <= width


def test_the_lens_and_z_show_a_picture_large(seated):
    """And Esc, the button and a click anywhere end it; the focus goes back to where it was."""
    (ann,) = seated("Rita", "Sven", variant="duet-pictures", crowd=True, pages=1)
    large = ann.page.get_by_role("dialog")
    called = ann.page.locator("#card-7").get_by_role("img").get_attribute("aria-label")
    for enlarge, end in (
        (lambda: ann.page.locator("#lens-7").click(), lambda: ann.page.keyboard.press("Escape")),
        (lambda: ann.page.locator("#lens-7").press("Enter"), lambda: large.get_by_role("button", name="Close").click()),
        (lambda: ann.page.locator("#lens-7").press("z"), lambda: ann.page.mouse.click(5, 5)),
        (lambda: ann.page.locator("#card-7 .mark").press("Z"), lambda: ann.page.keyboard.press("Enter")),
    ):
        enlarge()
        expect(large).to_have_accessible_name(called)
        assert large.locator("use").evaluate("use => use.getBoundingClientRect().height") > 300
        end()
        expect(large).to_have_count(0)
        assert ann.page.evaluate("document.activeElement.closest('.card')?.id") == "card-7"
    assert ann.page.locator(".card :checked, [aria-pressed=true]").count() == 0


def test_a_large_picture_stays_while_the_table_is_swapped_beneath(duo):
    ann, bob = duo
    bob.page.locator("#lens-3").click()
    name = bob.page.get_by_role("dialog").locator("p").inner_text()
    ann.give(1)
    bob.sees("Your turn to guess")
    expect(bob.page.get_by_role("dialog")).to_have_accessible_name(name)
    bob.page.keyboard.press("Escape")
    bob.touch(ann.key.index("g"))


class Finger:
    """A finger on a touch screen, moved by hand: a tap of Playwright is too short."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)

    def hold(self, selector: str, milliseconds: int, before: int = 0, after: int = 0) -> None:
        """Rest on the middle of something, then leave; slip sideways by so many pixels before or after the rest."""
        box = self.page.locator(selector).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._send("touchStart", x, y)
        if before:
            self._send("touchMove", x + before, y)
        self.page.wait_for_timeout(milliseconds)
        if after:
            self._send("touchMove", x + after, y)
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _send(self, kind: str, x: float, y: float) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})


def test_a_long_press_enlarges_and_chooses_nothing(duo, browser, site):
    """A short one chooses; one that slips is a scroll."""
    ann, bob = duo
    phone = browser.new_context(
        base_url=site.url,
        has_touch=True,
        viewport={"width": 360, "height": 740},
        storage_state=bob.page.context.storage_state(),
    ).new_page()
    phone.goto(bob.page.url)
    ann.give(1)
    expect(phone.locator("#pick-8")).to_be_attached()
    finger, large, chosen = Finger(phone), phone.get_by_role("dialog"), phone.locator(".card input:checked")

    finger.hold("#card-8 .picture", HOLD)
    expect(large).to_be_visible()
    phone.wait_for_timeout(300)
    expect(large).to_be_visible()
    expect(chosen).to_have_count(0)
    finger.hold("#zoom svg", 50)
    expect(large).to_have_count(0)

    finger.hold("#card-8 .picture", HOLD, before=30)
    expect(large).to_have_count(0)
    expect(chosen).to_have_count(0)

    finger.hold("#card-8 .picture", HOLD, after=30)
    expect(large).to_be_visible()
    phone.keyboard.press("Enter")
    expect(large).to_have_count(0)
    expect(chosen).to_have_count(0)

    phone.locator("#pick-8").tap()  # which leaves no time for a busy machine to make a long press of it
    expect(phone.locator("#pick-8")).to_be_checked()
    expect(large).to_have_count(0)
    phone.context.close()


def test_without_a_script_a_lens_leads_to_the_picture(seated, browser, site):
    (ann,) = seated("Rita", "Sven", variant="duet-pictures", crowd=True, pages=1)
    state = ann.page.context.storage_state()
    page = browser.new_context(base_url=site.url, java_script_enabled=False, storage_state=state).new_page()
    page.goto(ann.page.url)
    expect(page.get_by_role("dialog")).to_have_count(0)
    number = re.search(r"#p(\d+)$", str(page.locator("#picture-4 use").get_attribute("href")))
    page.get_by_role("link", name="Enlarge").nth(4).click()
    page.wait_for_url(f"**/static/pictures/{number[1]:0>3}.svg*")
    page.go_back()
    player = Player(page)
    player.give(1)
    player.sees("is guessing")
    page.context.close()


def test_the_lens_of_a_card_that_cannot_be_chosen_draws_nothing(seated):
    """It is the whole card; the sign of a lens would be squeezed into its corner, over the number."""
    (ann,) = seated("Tia", "Udo", variant="duet-pictures", pages=1)
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    signs = ann.page.evaluate(
        """() => [".card:has(input) .lens", ".card:not(:has(input, .mark)) .lens"].map((which) => {
          const lenses = [...document.querySelectorAll(which)];
          return [...new Set(lenses.map((lens) => getComputedStyle(lens, "::before").content))];
        })"""
    )
    assert signs == [['""'], ["none"]]
