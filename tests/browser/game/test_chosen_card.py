"""Touching a card: the button says what it will do, teammates see who suggests it, and a second tap does it."""

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player, unanswered
from tests.games.tables import CLASSIC_KEY, CLUE, lay

pytestmark = pytest.mark.browser
PATIENT = 500  # milliseconds between two taps that are no double one


def test_the_button_names_the_card_and_nothing_is_touched_without_one(crowd):
    """Until a card is chosen it is quiet; pressed then, the site's own sentence says once what is missing."""
    ann, bob = crowd
    ann.give(1)
    bob.sees("Your turn to guess")
    touch = bob.page.locator("#touch")
    quiet = touch.evaluate("it => getComputedStyle(it).backgroundColor")
    touch.click()
    expect(bob.page.get_by_text("Choose a card first")).to_have_count(1)
    expect(bob.page.locator("#desk #refusal")).to_be_visible()
    bob.page.locator("#pick-3").check()
    expect(touch).to_have_text(f"Reveal {bob.page.locator('#card-3 .word').text_content().upper()}")
    assert touch.evaluate("it => getComputedStyle(it).backgroundColor") != quiet
    ink, ring = (
        bob.page.locator(where).evaluate(f"it => getComputedStyle(it).{what}")
        for where, what in (("body", "color"), ("#pick-3", "boxShadow"))
    )
    assert ink in ring  # no team's colour
    bob.page.get_by_role("button", name="Mark ").first.click()
    expect(bob.page.locator(".marked-by")).to_have_count(2)
    expect(touch).to_contain_text(bob.page.locator("#card-3 .word").text_content().upper())


def test_a_second_tap_touches_and_a_double_one_does_not(duo):
    ann, bob = duo
    ann.give(1)
    bob.sees("Your turn to guess")
    card, pick = ann.key.index("g"), bob.page.locator(f"#pick-{ann.key.index('g')}")
    pick.dblclick()
    bob.page.wait_for_timeout(PATIENT)
    expect(pick).to_be_checked()
    expect(bob.page.locator("#table")).to_have_attribute("data-version", "1")
    pick.click()
    bob.sees_face(card, "agent")
    expect(bob.page.locator(".marked-by")).to_have_count(0)  # nobody else is on that side


def test_one_tap_suggests_by_name_and_the_suggestion_goes_with_the_choice(signed_in):
    """V13: the spymaster and the other operatives see it; a mark that was set otherwise stays."""
    (spy, spy_page), (bob, bob_page), (cat, _), (dan, _) = (
        signed_in(name) for name in ("Spy taps", "Bob taps", "Cat taps", "Dan taps")
    )
    people = {"red-spymaster": spy, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    table.must("red-spymaster", f"clue {CLUE} 2")
    for page in (bob_page, spy_page):
        page.goto(f"/games/{table.code}")
    operative = Player(bob_page)
    operative.sees("Your turn to guess")
    bob_page.locator("#card-9 .mark").click()
    bob_page.locator("#pick-3").click()
    expect(spy_page.locator("#card-3 .marked-by")).to_contain_text("Bob taps")
    bob_page.locator("#pick-4").click()
    expect(spy_page.locator("#card-4 .marked-by")).to_contain_text("Bob taps")
    expect(spy_page.locator("#card-3 .marked-by")).to_have_count(0)
    expect(spy_page.locator("#card-9 .marked-by")).to_contain_text("Bob taps")
    expect(bob_page.locator("#pick-4")).to_be_checked()


def test_on_a_slow_line_too_the_suggestion_goes_with_the_choice(crowd):
    """Another card is tapped, and the first one again, while the answers are still on their way."""
    ann, bob = crowd
    ann.give(1)
    bob.sees("Your turn to guess")
    for taps in ((3, 4), (5, 6, 5)):
        with unanswered(bob.page, "**/marks"):
            for card in taps:
                bob.page.locator(f"#pick-{card}").click()
        expect(bob.page.locator(f"#card-{taps[-1]} .marked-by")).to_have_count(1)
        expect(bob.page.locator(".marked-by")).to_have_count(1)


def test_a_finger_ticks_cards_for_the_clue_or_marks_them(seated):
    """D4: who gives a clue chooses what a tap does; ticks, marks and the choice stay while others act."""
    (ann,) = seated("Ida", "Jon", crowd=True, pages=1)
    page, agents = ann.page, [card for card, letter in enumerate(ann.key) if letter == "g"]
    page.set_viewport_size({"width": 360, "height": 740})
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    page.locator(f"#card-{agents[0]}").click()
    expect(page.locator(f"#for-{agents[0]}")).to_be_checked()
    page.get_by_text("marks it for my side").click()
    page.locator(f"#card-{agents[1]}").click()
    expect(page.locator(f"#card-{agents[1]} .marked-by")).to_have_count(1)
    expect(page.locator(f"#for-{agents[1]}")).not_to_be_checked()
    page.locator(f"#card-{agents[0]}").click()
    expect(page.locator(".marked-by")).to_have_count(2)
    expect(page.locator(f"#for-{agents[0]}")).to_be_checked()
    page.get_by_text("ticks it for the clue").click()
    page.locator(f"#card-{agents[1]}").click()
    expect(page.locator(f"#for-{agents[1]}")).to_be_checked()
    expect(page.locator("#numbers :checked")).to_have_value("2")


def test_a_mouse_has_a_corner_for_the_mark_and_no_choice(seated):
    (ann,) = seated("Ida", "Jon", crowd=True, pages=1)
    card = next(card for card, letter in enumerate(ann.key) if letter == "g")
    expect(ann.page.locator("#taps")).to_be_hidden()
    ann.page.locator(f"#card-{card} .mark").click()
    expect(ann.page.locator(f"#card-{card} .marked-by")).to_have_count(1)
    expect(ann.page.locator(f"#for-{card}")).not_to_be_checked()


def test_who_plays_alone_on_a_side_has_no_choice_of_taps(seated):
    (ann,) = seated("Ida", "Jon", pages=1)
    expect(ann.page.locator("#taps")).to_have_count(0)


def test_ones_own_key_steps_back_while_one_guesses(duo):
    """In Duet, the partner's key counts then."""
    ann, bob = duo
    ann.give(1)
    bob.sees("Your turn to guess")
    for player, faded in ((ann, False), (bob, True)):
        key = player.page.locator(f"#card-{player.key.index('g')} .note.key")
        assert (key.evaluate("it => getComputedStyle(it).backgroundImage") == "none") == faded
