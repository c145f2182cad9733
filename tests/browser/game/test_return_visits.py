"""What only a browser shows of coming back to a table: what was missed, notes that are never lost, dots by a tap."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import CLUE, agents

pytestmark = pytest.mark.browser


def hide(page: Page) -> None:
    """Put the page out of sight."""
    page.evaluate("""() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")


def show(page: Page, minutes: int) -> None:
    """Bring the page back into sight, so many minutes later."""
    page.evaluate(f"""() => {{
        const now = Date.now;
        Date.now = () => now() + {minutes} * 60_000;
        Object.defineProperty(document, 'hidden', {{ value: false, configurable: true }});
        document.dispatchEvent(new Event('visibilitychange'));
    }}""")


def unfold(page: Page) -> None:
    """Open what is folded beside the board."""
    page.get_by_text("Notes, players and more").click()


def saved(page: Page):
    """Wait for the answer to a pad's saving."""
    return page.expect_response(lambda answer: answer.url.endswith("/notes") and answer.ok)


def test_a_tab_that_was_out_of_sight_tells_what_it_missed_until_ones_own_move(crowd):
    ann, bob = crowd
    hide(bob.page)
    ann.give(2)
    show(bob.page, minutes=2)
    news = bob.page.locator("#news")
    expect(news).to_contain_text(f"Side A’s clue: {CLUE} 2")
    bob.page.get_by_label("Message your side").fill("back again")
    bob.page.get_by_role("button", name="Send", exact=True).click()
    expect(bob.page.locator("#lines")).to_contain_text("back again")
    expect(news).to_have_count(1)
    bob.touch(agents(ann, bob)[0])
    expect(news).to_have_count(0)
    assert bob.never_reloaded()


def test_what_is_watched_is_no_news(duo):
    ann, bob = duo
    ann.give(2)
    bob.sees("Your turn to guess")
    hide(bob.page)
    show(bob.page, minutes=0)
    bob.page.reload()
    expect(bob.page.locator("#table")).to_have_attribute("data-version", "1")
    expect(bob.page.locator("#news")).to_have_count(0)


def test_the_news_stay_until_they_are_read(crowd):
    ann, bob = crowd
    bob.page.goto("/")
    ann.give(2)
    bob.page.go_back()
    bob.page.reload()
    news = bob.page.locator("#news")
    expect(news).to_contain_text(f"Side A’s clue: {CLUE} 2")
    bob.page.get_by_role("button", name="Mark ").first.click()
    expect(bob.page.locator(".marked-by")).to_have_count(1)
    expect(news).to_have_count(1)
    bob.page.get_by_role("button", name="Got it").click()
    expect(news).to_have_count(0)
    bob.page.reload()
    expect(bob.page.locator("#table")).to_have_attribute("data-version", "1")
    expect(news).to_have_count(0)


def test_the_pad_is_saved_by_itself_and_loses_nothing(duo):
    """Whatever others do meanwhile, and whenever the page is loaded anew."""
    ann, bob = duo
    unfold(bob.page)
    pad = bob.page.get_by_label("Notes for yourself")
    with saved(bob.page):
        pad.press_sequentially("quokka")
    ann.give(2)
    bob.sees("Your turn to guess")
    expect(pad).to_be_focused()
    pad.press_sequentially(" yurt")
    expect(pad).to_have_value("quokka yurt")
    bob.page.reload()  # before it could be saved
    unfold(bob.page)
    expect(pad).to_have_value("quokka yurt")
    with saved(bob.page):
        pad.press_sequentially("!")
    with saved(bob.page):
        pad.press_sequentially("?")
        pad.blur()
    bob.page.evaluate("sessionStorage.clear()")
    bob.page.reload()
    expect(pad).to_have_value("quokka yurt!?")


def test_ones_other_tab_shows_the_same_notes(seated):
    (bob,) = seated("Ida", "Jon", pages=1)
    other = bob.page.context.new_page()
    other.goto(bob.page.url)
    unfold(bob.page)
    with saved(bob.page):
        bob.page.get_by_label("Notes for yourself").fill("quokka")
    expect(other.get_by_label("Notes for yourself")).to_have_value("quokka")
    bob.page.get_by_text("Private markers").click()
    bob.page.locator("#card-7 .dotted").click()
    expect(other.locator("#card-7 .note.dot")).to_contain_text("●")


def test_dots_are_put_by_a_tap_that_touches_nothing(crowd):
    ann, bob = crowd
    ann.give(2)
    bob.sees("Your turn to guess")
    page = bob.page
    page.get_by_text("Private markers").click()
    expect(page.get_by_role("button", name="Reveal ")).to_be_hidden()
    page.get_by_role("radio", name="purple square", exact=True).check()
    card = bob.hidden()[3]
    page.locator(f"#card-{card}").click()
    expect(page.locator(f"#card-{card} .note.dot.purple")).to_have_count(1)
    expect(page.locator(f"#pick-{card}")).not_to_be_checked()
    expect(page.get_by_role("radio", name="purple square", exact=True)).to_be_checked()
    ann.page.get_by_label("Message your side").fill("hm")  # the mode outlives what others do
    ann.page.get_by_role("button", name="Send", exact=True).click()
    page.locator(f"#card-{card} .dotted").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#card-{card} .note.dot")).to_have_count(0)
    page.get_by_text("Private markers").click()
    page.locator(f"#pick-{card}").check()
    expect(page.locator(f"#pick-{card}")).to_be_checked()
    expect(page.get_by_role("button", name="Reveal ")).to_be_visible()
