"""The board by arrow keys: one stop of the Tab key, and a focus that no swap takes away."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import agents

pytestmark = pytest.mark.browser
PLACE = "document.activeElement.closest('.board .card')?.dataset.card ?? null"


def place(page: Page) -> int | None:
    """The card in which the focus is."""
    card = page.evaluate(PLACE)
    return None if card is None else int(card)


def after(page: Page, *keys: str) -> int | None:
    """The card in which the focus is once these keys were pressed."""
    for key in keys:
        page.keyboard.press(key)
    return place(page)


def test_arrows_lead_from_card_to_card(duo):
    """In rows of five; at the edges they stay. Where cards are touched, the one in focus is the one that is chosen."""
    ann, bob = duo
    ann.give(2)
    bob.sees("Your turn to guess")
    page = bob.page
    page.locator("#pick-12").focus()
    steps = {
        "ArrowRight": 13, "ArrowDown": 18, "ArrowLeft": 17, "ArrowUp": 12, "Home": 10, "End": 14,
        "Control+End": 24, "Control+Home": 0,
    }  # fmt: skip
    assert {key: after(page, key) for key in steps} == steps
    expect(page.locator("#pick-0")).to_be_checked()
    assert after(page, "ArrowUp", "ArrowLeft") == 0
    assert after(page, "Control+End", "ArrowDown", "ArrowRight") == 24
    assert after(page, "Control+ArrowLeft") == 24


def test_the_board_is_one_stop_of_the_tab_key(duo):
    """And the way back leads to the card that one had left."""
    ann, bob = duo
    for page, field in ((ann.page, "#for-"), (bob.page, "#for-")):
        card = page.locator(f"[id^={field[1:]}]").nth(3)
        card.focus()
        left = place(page)
        assert after(page, "Tab") is None
        assert after(page, "Shift+Tab") == left
        assert after(page, "Shift+Tab") is None
    ann.give(2)
    bob.sees("Your turn to guess")
    bob.page.locator("#pick-7").check()
    bob.page.get_by_role("button", name="Reveal ").focus()
    assert after(bob.page, "Shift+Tab") == 7
    assert after(bob.page, "Shift+Tab") is None


def test_the_focus_stays_on_its_card_while_others_act(crowd):
    """A poll makes choices of the cards, and takes one away; a touched card can still be left by the arrows."""
    ann, bob = crowd
    card = agents(bob, ann, "g")[0]
    ann.page.locator(f"#card-{card} :is(input, .mark)").first.focus()
    bob.give(2)
    ann.sees("Your turn to guess")
    assert place(ann.page) == card
    ann.page.keyboard.press("Space")
    ann.page.keyboard.press("Enter")
    ann.sees_face(card, "agent")
    assert place(ann.page) == card
    row = card - card % 5
    assert after(ann.page, "Home", "End") == row + 4

    other = agents(bob, ann, "g")[0]
    bob.page.locator(f"#card-{other} .mark").focus()
    ann.touch(other)
    bob.sees_face(other, "agent")
    assert place(bob.page) == other
    assert after(bob.page, "Control+Home") == 0


def test_m_marks_the_card_in_focus(seated):
    page = seated("Ida", "Jon", crowd=True, pages=1)[0].page
    page.locator("[id^=for-]").first.focus()
    card = place(page)
    page.keyboard.press("m")
    expect(page.locator(f"#card-{card} .marked-by")).to_have_count(1)
    assert place(page) == card
    page.keyboard.press("M")
    expect(page.locator(f"#card-{card} .marked-by")).to_have_count(0)


def test_without_a_script_every_card_is_a_stop(crowd, browser, site):
    """And each has a corner that marks it, also on a phone."""
    ann, bob = crowd
    ann.give(1)
    state = bob.page.context.storage_state()
    page = browser.new_context(base_url=site.url, java_script_enabled=False, storage_state=state).new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(bob.page.url)
    expect(page.locator(".board [tabindex]")).to_have_count(0)
    for marked in (1, 2):
        page.get_by_role("button", name="Mark ").nth(3 * marked).click()
        expect(page.locator(".marked-by")).to_have_count(marked)
    page.context.close()
