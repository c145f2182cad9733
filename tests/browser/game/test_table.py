"""What only a browser shows of the table: polls, typed text, the keyboard, no script, a phone."""

import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.playing import CLUE, Player

pytestmark = pytest.mark.browser


def polls(page: Page) -> list[str]:
    """The addresses that the page asks for from now on, but for its typefaces, in a list that grows."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.method == "GET" and request.resource_type != "font":
            asked.append(request.url)

    page.on("request", note)
    return asked


def test_what_is_typed_is_never_lost(crowd):
    """A poll that swaps the table keeps the text, the focus and the caret."""
    ann, bob = crowd
    line = ann.page.get_by_label("Message your side")
    line.press_sequentially("I am just typing")
    line.press("ArrowLeft")
    clue = ann.page.get_by_label("Clue", exact=True)
    bob.give(2)
    ann.sees("Your turn to guess")
    expect(clue).to_have_count(0)
    expect(line).to_be_focused()
    line.press_sequentially("_")
    expect(line).to_have_value("I am just typin_g")


def test_a_clue_that_came_too_late_is_there_for_the_next_turn(duo):
    """D5: both type their first clue, one is faster; and a reload loses nothing either."""
    ann, bob = duo
    draft = bob.page.get_by_label("Clue", exact=True)
    draft.press_sequentially("xylem")
    ann.give(1)
    bob.sees("Your turn to guess")
    expect(draft).to_have_count(0)
    bob.touch(ann.key.index("g"))
    bob.press("Stop guessing")
    expect(draft).to_have_value("xylem")
    bob.page.reload()
    expect(draft).to_have_value("xylem")
    bob.give(1, word="yurt")
    ann.sees("Your turn to guess")
    bob.page.reload()
    assert bob.page.evaluate("sessionStorage.length") == 0


def test_a_chosen_card_stays_chosen_while_others_act(crowd):
    ann, bob = crowd
    ann.give(2)
    bob.sees("Your turn to guess")
    first, second = bob.hidden()[:2]
    bob.page.locator(f"#pick-{second}").check()
    bob.page.get_by_role("button", name="Mark ").nth(first).click()
    expect(bob.page.locator(f"#card-{first} .marked-by")).to_have_count(1)
    expect(bob.page.locator(f"#card-{second} .marked-by")).to_have_count(1)  # the choice is a suggestion, too
    expect(bob.page.locator(f"#pick-{second}")).to_be_checked()


def test_talk_is_emptied_once_it_is_sent(seated):
    (ann,) = seated("Ida", "Jon", crowd=True, pages=1)
    line = ann.page.get_by_label("Message your side")
    line.fill("hello myself")
    line.press("Enter")
    expect(ann.page.locator("#lines")).to_contain_text("hello myself")
    expect(line).to_have_value("")


def test_a_refused_clue_keeps_what_was_typed(seated):
    (ann,) = seated("Ida", "Jon", pages=1)
    word = ann.page.locator(".word").nth(3).inner_text().lower()
    ann.page.get_by_label("Clue", exact=True).fill(word)
    ann.page.get_by_role("radio", name="2", exact=True).check()
    ann.press("Give the clue")
    expect(ann.page.locator(".advice")).to_contain_text("cannot give this clue")
    expect(ann.page.get_by_label("Clue", exact=True)).to_have_value(word)
    expect(ann.page.get_by_role("radio", name="2", exact=True)).to_be_checked()


def test_advice_stays_while_it_is_read(crowd):
    """C4: a poll that swaps the table leaves the advice, and what was typed, until the clue is sent again."""
    ann, bob = crowd
    word = ann.page.locator(".word").nth(3).inner_text().lower()
    for clue in (word, f"zz{word}zz"):
        ann.page.get_by_label("Clue", exact=True).fill(clue)
        ann.page.get_by_role("radio", name="2", exact=True).check()
        ann.press("Give the clue")
        expect(ann.page.locator(".advice")).to_contain_text(clue)
        ann.page.get_by_role("button", name="Mark ").first.click()  # swaps the table
        ann.page.wait_for_timeout(700)
        expect(ann.page.locator(".advice")).to_contain_text(clue)
        expect(ann.page.get_by_label("Clue", exact=True)).to_have_value(clue)
    ann.press("Give it anyway")
    bob.sees("Your turn to guess")


def test_what_was_unfolded_stays_so(duo):
    ann, bob = duo
    bob.page.get_by_text("Notes, players and more").click()
    bob.page.get_by_text("What is on the key").click()
    ann.give(1)
    bob.sees("Your turn to guess")
    expect(bob.page.locator("#counts")).to_have_attribute("open", "")


def test_a_second_click_is_harmless(duo):
    ann, bob = duo
    ann.page.get_by_label("Clue", exact=True).fill(CLUE)
    ann.page.get_by_role("radio", name="2", exact=True).check()
    ann.page.get_by_role("button", name="Give the clue").dblclick()
    bob.sees("Your turn to guess")
    expect(ann.page.locator("#table")).to_have_attribute("data-version", "1")
    expect(ann.page.locator("#refusal")).to_have_count(0)


def test_a_finished_game_asks_no_more(duo):
    """Only the bell does, and what leads to the next game: its first poll is sent soon after the end."""
    ann, bob = duo
    ann.page.get_by_text("Notes, players and more").click()
    ann.page.get_by_text("Give up", exact=True).click()
    ann.press("Give up the game")
    bob.sees("a side gave up")
    asked = polls(bob.page)
    bob.page.wait_for_timeout(1500)
    assert {urlsplit(url).path for url in asked} <= {"/bell", f"{urlsplit(bob.page.url).path}/rematch"}


def test_whoever_is_led_to_the_table_is_led_once(actor):
    """Also on a line that takes longer than from one poll to the next: each further try would end the one before."""
    ann, bob = Player(actor("Ida led")), Player(actor("Jon led"))
    link = ann.open_lobby("Duet")
    bob.page.goto(link)
    bob.sit("Side B")
    led = []
    ann.page.on("request", lambda request: led.append(request.url) if request.is_navigation_request() else None)
    ann.page.route("**/games/*", slow)
    bob.start()
    ann.arrive()
    assert led == [ann.page.url]


def slow(route: Route) -> None:
    """Let a request take longer than from one poll to the next."""
    time.sleep(1.2)
    route.continue_()


def test_a_hidden_tab_rests_and_catches_up(duo):
    """Chromium without a head never hides a tab, so the page is told that it is hidden."""
    ann, bob = duo
    bob.page.evaluate("Object.defineProperty(document, 'hidden', {get: () => window.away})")
    bob.page.evaluate("window.away = true")
    bob.page.wait_for_timeout(400)
    asked = polls(bob.page)
    ann.give(1)
    bob.page.wait_for_timeout(1200)
    assert asked == []
    bob.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    bob.sees("Your turn to guess")


def test_a_lost_connection_is_told_and_healed(duo):
    ann, bob = duo
    bob.page.context.set_offline(True)
    expect(bob.page.locator("#notice")).to_contain_text("cannot be reached")
    ann.give(1)
    bob.page.context.set_offline(False)
    bob.sees("Your turn to guess")
    expect(bob.page.locator("#notice")).to_be_empty()


def test_a_proxy_that_answers_for_the_site_leaves_the_table_alone(duo):
    """While the site restarts, a proxy says 502 with a page of its own: the table stays, and the polls go on."""
    ann, bob = duo
    bob.page.route("**/games/*", lambda route: route.fulfill(status=502, body="<h1>502 Bad Gateway</h1>"))
    expect(bob.page.locator("#notice")).to_contain_text("cannot be reached")
    expect(bob.page.locator("[data-card]")).to_have_count(25)
    ann.give(1)
    bob.page.unroute("**/games/*")
    bob.sees("Your turn to guess")


def test_the_focus_is_never_lost_to_a_swap(duo):
    """Whoever pressed a button that is gone goes on from the line above the board, or the clue to be given."""
    ann, bob = duo
    ann.page.get_by_label("Clue", exact=True).fill(CLUE)
    ann.page.get_by_role("radio", name="2", exact=True).check()
    ann.page.get_by_role("button", name="Give the clue").press("Enter")
    ann.sees("is guessing")
    expect(ann.page.locator("#status h2")).to_be_focused()
    bob.sees("Your turn to guess")
    bob.touch(ann.key.index("g"))
    bob.page.get_by_role("button", name="Stop guessing").press("Enter")
    bob.sees("Give your partner a clue")
    expect(bob.page.get_by_label("Clue", exact=True)).to_be_focused()


def test_nor_is_it_where_advice_comes_between_a_press_and_its_answer(seated):
    (ann,) = seated("Ida", "Jon", pages=1)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/moves", hold)
    ann.page.get_by_role("radio", name="2", exact=True).check()
    with ann.page.expect_response("**/advice"):
        ann.page.get_by_label("Clue", exact=True).fill(CLUE)
        ann.page.get_by_role("button", name="Give the clue").press("Enter")
    held[0].continue_()
    ann.sees("is guessing")
    expect(ann.page.locator("#status h2")).to_be_focused()


def test_the_newest_line_of_talk_is_in_sight(seated):
    (ann,) = seated("Ida", "Jon", crowd=True, pages=1)
    for number in range(12):
        ann.page.get_by_label("Message your side").fill(f"line {number}")
        ann.press("Send")
        expect(ann.page.locator("#lines")).to_contain_text(f"line {number}")
    expect(ann.page.get_by_text("line 11")).to_be_in_viewport()
    lines, last = (ann.page.locator(where).bounding_box() for where in (".lines", "#lines li:last-child"))
    assert lines["y"] <= last["y"] < lines["y"] + lines["height"]


def test_a_turn_by_keyboard_alone(duo):
    ann, bob = duo
    clue = ann.page.get_by_label("Clue", exact=True)
    tab_to(ann.page, clue)
    ann.page.keyboard.type(CLUE)
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.type("1")
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    bob.sees("Your turn to guess")
    card = ann.key.index("g")
    tab_to(bob.page, bob.page.locator("[id^=pick-][tabindex='0']"))
    bob.page.keyboard.press("Control+Home")
    for _ in range(card):
        bob.page.keyboard.press("ArrowRight")
    expect(bob.page.locator(f"#pick-{card}")).to_be_checked()
    bob.page.keyboard.press("Enter")
    bob.sees_face(card, "agent")


def tab_to(page: Page, target) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not reach it")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_overflows_on_a_phone(seated, scheme):
    (ann,) = seated("Ida", "Jon", pages=1)
    ann.page.emulate_media(color_scheme=scheme)
    for width in (320, 360, 768, 1440):
        ann.page.set_viewport_size({"width": width, "height": 740})
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_turn_without_script(browser, site):
    """Plain forms and a link for reloading: clue, touch, stop."""
    pages = []
    for name in ("Kai", "Lea"):
        page = browser.new_context(base_url=site.url, java_script_enabled=False).new_page()
        page.goto("/signup")
        page.get_by_label("Name").fill(f"{name} scriptless")
        page.get_by_label("Password").fill("a long enough password")
        page.locator("form[action='/signup'] [type=submit]").click()
        pages.append(page)
    kai, lea = (Player(page) for page in pages)
    link = kai.open_lobby("Duet")
    lea.page.goto(link)
    lea.sit("Side B")
    lea.start()
    lea.page.wait_for_url("**/games/*")
    kai.page.get_by_role("button", name="Reload").click()
    kai.give(1)
    lea.page.get_by_role("link", name="Reload the table").click()
    card = kai.key.index("g")
    lea.touch(card)
    lea.press("Stop guessing")
    lea.sees("Give your partner a clue")
    for page in pages:
        page.context.close()
