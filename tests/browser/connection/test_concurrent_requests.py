"""What is sent while something else is on its way is sent too, one after the other, on a slow line."""

import time

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.playing import agents, unanswered

pytestmark = pytest.mark.browser


def slow(route: Route) -> None:
    """Let a request take as long as on a bad line."""
    time.sleep(0.4)
    route.continue_()


def test_a_mark_a_line_and_a_touch_in_quick_succession(seated):
    ann, bob = seated("Lena", "Milo", crowd=True)
    ann.give(1)
    bob.sees("Your turn to guess")
    card, *others = agents(ann, bob)
    bob.page.route("**/games/**", slow)
    bob.page.locator(f"#pick-{card}").check()
    bob.page.get_by_label("Message your side").fill("this one")
    bob.page.locator(f"#card-{others[0]} .mark").click(no_wait_after=True)
    bob.page.locator(f"#card-{others[1]} .mark").click(no_wait_after=True)
    bob.page.get_by_role("button", name="Send", exact=True).click(no_wait_after=True)
    bob.page.get_by_role("button", name="Reveal ").click(no_wait_after=True)
    bob.sees_face(card, "agent")
    for marked in others[:2]:
        expect(bob.page.locator(f"#card-{marked} .mark")).to_have_attribute("aria-pressed", "true")
    expect(bob.page.locator("#lines")).to_contain_text("this one")


def test_a_double_click_is_one_touch(seated):
    ann, bob = seated("Nora", "Otto")
    ann.give(2)
    bob.sees("Your turn to guess")
    card = agents(ann, bob)[0]
    bob.page.locator(f"#pick-{card}").check()
    with unanswered(bob.page, "**/games/**"):
        bob.page.get_by_role("button", name="Reveal ").dblclick(no_wait_after=True)
    bob.sees_face(card, "agent")
    bob.sees("Right! Touch another card, or stop.")
    expect(bob.page.locator("#refusal")).to_have_count(0)


def test_a_double_click_is_one_touch_even_if_a_swap_enables_the_button_in_between(seated):
    """As the answer to a poll does that is swapped in between."""
    ann, bob = seated("Pia", "Quin")
    ann.give(2)
    bob.sees("Your turn to guess")
    card = agents(ann, bob)[0]
    bob.page.locator(f"#pick-{card}").check()
    sent = list[Request]()
    bob.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    touch = bob.page.get_by_role("button", name="Reveal ")
    with unanswered(bob.page, "**/moves"):
        touch.click(no_wait_after=True)
        touch.evaluate("button => { button.disabled = false; button.click(); }")
    bob.sees("Right! Touch another card, or stop.")
    expect(bob.page.locator("#refusal")).to_have_count(0)
    assert len(sent) == 1
