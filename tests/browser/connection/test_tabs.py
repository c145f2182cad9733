"""Pages whose question for news waits for an answer: many tabs of one browser, tabs out of sight, and dead lines.

The site holds polls for as long as it does by default, and pages that cannot wait ask so seldom that whatever is seen
sooner was waited for.
"""

import re
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.playing import CLUE, Player, agents
from tests.processes import Site, serve, until

pytestmark = pytest.mark.browser

SHARE = 4  # polls that are held for one browser
TABS = 8
AFTER = 3  # seconds that the others are told to wait
WEEK = 7 * 24 * 3600  # seconds
PLAIN = 60  # seconds between two polls of a page that cannot wait
HELD = re.compile(r"^dead_drop_polls_held (\S+)$", re.MULTILINE)
SEEN = """() => {
    const look = () => { window.seen ??= document.querySelector('[data-version="1"]') && Date.now(); };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
SOUNDS = """() => {
    window.sounded = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { sounded += 1; return start.apply(this, when); };
}"""
SENT = "() => document.addEventListener('htmx:before:request', () => { window.sent ??= Date.now(); })"


@pytest.fixture(scope="module")
def site(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site that holds polls until there is news."""
    url = migrated_database(f"tabs_{worker}")
    with serve(
        tmp_path_factory.mktemp("var"), DATABASE_URL=url, POLL_MILLISECONDS=str(PLAIN * 1000), WORKER="0"
    ) as site:
        yield site


@pytest.fixture
def duo(duo, site) -> tuple[Player, Player]:
    """The two, whose pages wait."""
    held(site, 2)
    return duo


def held(site: Site, number: int) -> None:
    """Wait until so many polls are held."""
    until(lambda: float(HELD.findall(site.get("/metrics")[1])[0]) == number)


def polls_of(page: Page, event: str = "request") -> list[Request]:
    """The polls of the page's table to which that happens from now on, in a list that grows."""
    path, seen = urlsplit(page.url).path, []

    def note(request: Request) -> None:
        if urlsplit(request.url).path == path and "hx-request" in request.headers and request.method == "GET":
            seen.append(request)

    page.on(event, note)
    return seen


def come(page: Page, true: Callable[[], object], seconds: float = 60) -> None:
    """Let the page go on until something is true, or fail."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)


def tabs_of(player: Player, number: int = TABS) -> list[Player]:
    """Open the same table in further tabs, until there are so many."""
    further = [Player(player.page.context.new_page()) for _ in range(number - 1)]
    for tab in further:
        tab.page.goto(player.page.url)
    return [player, *further]


def turn(page: Page, hidden: bool) -> None:
    """Put the page out of sight, or bring it back: Chromium without a head never does."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def test_eight_tabs_all_see_a_move_and_leave_room_for_loads_and_moves(duo, site):
    """Four of them wait, and hear at once; the others ask every few seconds, by the connections that are left."""
    ann, bob = duo
    tabs = tabs_of(bob)
    held(site, SHARE + 1)
    asked = [polls_of(tab.page, "requestfinished") for tab in tabs]
    ann.give(2)
    for tab in tabs:
        tab.sees("Your turn to guess")
    held(site, SHARE + 1)
    begun = time.monotonic()
    last = Player(bob.page.context.new_page())
    last.page.goto(bob.page.url)
    last.touch(ann.key.index("g"))
    assert time.monotonic() - begun < PLAIN / 2
    come(bob.page, lambda: any(len(each) > 3 for each in asked))
    often = max(asked, key=len)
    begun_at = [request.timing["startTime"] / 1000 for request in often[1:]]
    pauses = [later - earlier for earlier, later in pairwise(begun_at)]
    assert max(pauses) > 0.74 * AFTER


def test_tabs_out_of_sight_give_their_polls_up_and_catch_up(duo, site):
    ann, bob = duo
    tabs = tabs_of(bob)
    held(site, SHARE + 1)
    for tab in tabs[1:]:
        turn(tab.page, hidden=True)
    held(site, 3)  # one for all of them, which is not for a table
    asked = [polls_of(tab.page) for tab in tabs[1:]]
    ann.give(2)
    bob.sees("Your turn to guess")
    bob.page.wait_for_timeout(500)
    assert not any(asked)
    for tab in tabs[1:]:
        turn(tab.page, hidden=False)
        tab.sees("Your turn to guess")
    held(site, SHARE + 1)


def hand_over(ann: Player, bob: Player) -> None:
    """Play until it is Ann's turn alone, to guess."""
    ann.give(1)
    bob.sees("Your turn to guess")
    bob.touch(agents(ann, bob)[0])
    bob.press("Stop guessing")
    bob.give(1)
    ann.sees("Your turn to guess")


def give_back(ann: Player, bob: Player) -> None:
    """Play on until it is Bob's turn."""
    ann.touch(agents(bob, ann)[0])
    ann.press("Stop guessing")
    ann.give(1)


@pytest.mark.parametrize("locks", [True, False])
def test_hidden_tabs_hear_of_ones_turn_by_one_poll(duo, site, locks):
    """In title, icon and sound; without locks, as on plain HTTP, each asks for itself, and none of that is held."""
    ann, bob = duo
    if not locks:
        bob.page.context.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
        bob.page.reload()
    tabs = tabs_of(bob, 3)
    bob.page.get_by_text("Sound and vibration").click()
    bob.page.get_by_label("Soft sounds").check()
    hand_over(ann, bob)
    for tab in tabs:
        expect(tab.page).to_have_title(re.compile(r"^\w"))
        turn(tab.page, hidden=True)
    for tab in tabs:
        expect(tab.page.get_by_label("Soft sounds")).to_be_checked()  # any of them may be the one that sounds
        tab.page.evaluate(SOUNDS)
    held(site, 1 + locks)
    give_back(ann, bob)
    for tab in tabs:
        expect(tab.page).to_have_title(re.compile(r"^\(1\) "))
        expect(tab.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    come(bob.page, lambda: sum(tab.page.evaluate("sounded") for tab in tabs))  # of those that ask, the first sounds
    assert bob.page.locator("#table").get_attribute("data-turn") == "a"  # it has not been seen
    last = Player(bob.page.context.new_page())
    last.page.goto(bob.page.url)
    last.sees("Your turn to guess")
    turn(bob.page, hidden=False)
    bob.sees("Your turn to guess")
    expect(bob.page).to_have_title(re.compile(r"^\(1\) "))


def test_each_poll_names_what_the_page_shows(duo, site):
    """Also after an answer with its tag in the header alone; else it would be answered at once, again and again."""
    ann, bob = duo
    asked = polls_of(bob.page), polls_of(ann.page)
    ann.give(2)
    bob.sees("Your turn to guess")
    held(site, 2)
    bob.touch(ann.key.index("g"))
    held(site, 2)
    bob.page.wait_for_timeout(1000)
    for polls in asked:
        tags = [request.headers.get("hx-ptag") for request in polls]
        assert all(tags)
        assert len({*tags}) == len(tags) > 0


def test_a_move_is_seen_as_soon_as_it_is_played(duo, site, record_property):
    """A form is not held up by the poll that waits, and is followed by the next one at once."""
    ann, bob = duo
    bob.page.evaluate(SEEN)
    ann.page.evaluate(SENT)
    ended, asked = polls_of(ann.page, "requestfailed"), polls_of(ann.page)
    ann.give(2)
    come(bob.page, lambda: bob.page.evaluate("window.seen"))
    took = bob.page.evaluate("seen") - ann.page.evaluate("sent")
    record_property("a move from page to page", f"{took} ms from the press of a button to the other page")
    assert took < PLAIN * 1000 / 2
    come(ann.page, lambda: len(ended) == 1 and asked)
    held(site, 2)
    assert len(asked) <= 2  # one might have been told of the own move


def test_the_same_address_is_not_held_up_by_the_poll(duo, site):
    """Chromium keeps a second request for an address back until the first is answered, if it may be cached."""
    ann, bob = duo
    table = bob.page.url
    begun = time.monotonic()
    bob.page.reload()
    held(site, 2)
    bob.page.goto("/rules")
    bob.page.go_back()
    expect(bob.page.locator("[data-card]")).to_have_count(25)
    held(site, 2)
    bob.page.goto(table)
    held(site, 2)
    assert time.monotonic() - begun < PLAIN / 2
    ann.give(1)
    bob.sees("Your turn to guess")


def test_a_nap_or_another_line_lets_the_page_ask_anew(duo, site):
    """What was asked before may never be answered, and nobody would say so."""
    _, bob = duo
    given_up, asked = polls_of(bob.page, "requestfailed"), polls_of(bob.page)
    for number, happens in enumerate(
        (
            "window.dispatchEvent(new Event('online'))",
            "window.dispatchEvent(new Event('offline'))",
            "{ const now = Date.now; Date.now = () => now() + 30_000; }",
        ),
        1,
    ):
        bob.page.evaluate(f"() => {{ {happens} }}")
        come(bob.page, lambda number=number: len(given_up) == len(asked) == number)
        held(site, 2)


def test_a_computer_that_slept_for_a_week_goes_on(duo, site):
    """Its connections are dead, its clock has jumped, and the others have played on."""
    ann, bob = duo
    bob.page.context.set_offline(True)
    card = agents(ann, bob)[0]
    ann.give(1)
    bob.page.evaluate("(seconds) => { const now = Date.now; Date.now = () => now() + 1000 * seconds; }", WEEK)
    bob.page.context.set_offline(False)
    bob.sees("Your turn to guess")
    bob.touch(card)
    for player in duo:
        player.sees_face(card, "agent")
        assert player.never_reloaded()


def test_a_site_that_is_out_of_reach_is_asked_after_growing_pauses(duo, site):
    ann, bob = duo
    bob.page.evaluate("() => document.addEventListener('htmx:error', () => (window.misses ??= []).push(Date.now()))")
    bob.page.evaluate("() => setInterval(ask, 100)")  # as impatiently as can be
    bob.page.context.set_offline(True)
    come(bob.page, lambda: bob.page.evaluate("window.misses?.length > 2"))
    pauses = [later - earlier for earlier, later in pairwise(bob.page.evaluate("misses"))][-2:]
    assert pauses[0] > 1400
    assert pauses[1] > 2900
    ann.give(1)
    bob.page.context.set_offline(False)
    bob.sees("Your turn to guess")
    expect(bob.page.locator("#table")).to_contain_text(CLUE)
