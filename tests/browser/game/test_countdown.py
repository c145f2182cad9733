"""Time on the page: it runs by the server's clock, ends once, and knows where and how long its reader was away."""

import re
import time
from datetime import timedelta

import psycopg
import pytest
from playwright.sync_api import Page, Request, Response, Route, expect

from tests.browser.playing import Player
from tests.clock import shift
from tests.processes import Site, until

pytestmark = pytest.mark.browser

TWO_DAYS = "own 172800"
LEFT = re.compile(r"^1 day, 23 hours$")
# The page checks its clock every five seconds, to notice that the machine slept: here, when a test wants it to.
NOTE_CHECKS = """{
    window.checks = [];
    const every = setInterval;
    window.setInterval = (look, pause) => (pause === 5000 ? checks.push(look) : every(look, pause));
}"""
WRITE_DOWN = """() => {
    window.written = [];
    new MutationObserver(() => {
        const text = document.querySelector("time[data-countdown]")?.textContent;
        if (text && text !== window.written.at(-1)) window.written.push(text);
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


@pytest.fixture
def duo(seated) -> tuple[Player, Player]:
    """Two players at a fresh Duet with two days for each phase."""
    return seated("Ann waits", "Bob waits", clock=TWO_DAYS)


TELL = """
    WITH told AS (INSERT INTO beats (topic, beat) SELECT 'game:' || code, 1 FROM games
                  ON CONFLICT (topic) DO UPDATE SET beat = beats.beat + 1 RETURNING topic, beat)
    SELECT pg_notify('beats', topic || ' ' || beat) FROM told
"""


def leave(site: Site, seconds: int) -> None:
    """Let time pass until so little of the phase is left."""
    with psycopg.connect(site.settings["DATABASE_URL"]) as connection:
        (left,) = connection.execute("SELECT deadline - now() FROM games").fetchone()
    shift(site.settings["DATABASE_URL"], left - timedelta(seconds=seconds))
    with psycopg.connect(site.settings["DATABASE_URL"]) as connection:
        connection.execute(TELL)  # that the rows have changed, or what was read before may be shown again


def time_on(page: Page):
    """The first time on a page that runs."""
    return page.locator("time[data-countdown]").first


def fresh_looks(page: Page) -> list[str]:
    """The polls of a page that name nothing which has been seen, in a list that grows."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.headers.get("hx-request") and "hx-ptag" not in request.headers:
            asked.append(request.url)

    page.on("request", note)
    return asked


def come_back(page: Page, after: timedelta) -> None:
    """Hide the page and show it again; Chromium without a head never hides one, so the page is told so."""
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => window.away, configurable: true})")
    turn = "away => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }"
    page.evaluate(turn, True)
    page.evaluate("by => { const now = Date.now; Date.now = () => now() + by; }", after / timedelta(milliseconds=1))
    page.evaluate(turn, False)


def test_it_runs_to_the_second_and_at_the_end_the_page_looks_once(seated, site):
    """T5: whoever looks first applies it; here the page whose time has run out."""
    (ann,) = seated("Ann waits", "Bob waits", clock=TWO_DAYS, pages=1)
    page = ann.page
    page.evaluate(WRITE_DOWN)
    asked = fresh_looks(page)
    leave(site, 12)  # after which there is no time for a reload on a busy machine
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
    expect(time_on(page)).to_have_text(LEFT)
    page.wait_for_timeout(2000)
    assert asked == [page.url]
    seconds = [int(text.split()[0]) for text in page.evaluate("window.written") if "second" in text]
    assert len(seconds) >= 3
    assert seconds == sorted(set(seconds), reverse=True)
    assert seconds[-1] == 0


def test_the_page_does_not_look_before_the_end(seated):
    """Nobody would look again: what is left of the last second is shown as none already."""
    (ann,) = seated("Ann waits", "Bob waits", clock=TWO_DAYS, pages=1)
    pause = ann.page.evaluate("""() => {
        const pauses = [], later = setTimeout;
        window.setTimeout = (does, pause) => pauses.push(pause);
        Math.random = () => 0;
        Date.now = () => 1_000_000;
        ahead = 0;
        document.querySelector("time[data-countdown]").dateTime = new Date(1_000_990).toISOString();
        tick();
        window.setTimeout = later;
        return pauses;
    }""")
    assert pause == [990 + 500]


def test_it_is_told_as_what_it_is(seated):
    """A timer is not read aloud whenever it changes; the whole date is there for who asks."""
    (ann,) = seated("Ann waits", "Bob waits", clock=TWO_DAYS, pages=1)
    expect(time_on(ann.page)).to_have_attribute("role", "timer")
    expect(time_on(ann.page)).to_have_attribute("title", re.compile(r"20\d\d"))
    expect(time_on(ann.page)).not_to_have_attribute("aria-live", re.compile("."))


def test_a_live_clock_is_digits_and_a_bar_and_its_end_is_told_once(seated, site):
    """And red; what a swap empties is not told again."""
    (ann,) = seated("Ann hurries", "Bob hurries", clock="live 60", crowd=True, pages=1)
    page, warning = ann.page, ann.page.locator("#hurry")
    expect(time_on(page)).to_have_text(re.compile(r"^1:[0-5]\d$"))
    leave(site, 40)
    page.reload()
    assert 0 < float(page.locator(".time-bar").evaluate("bar => bar.style.getPropertyValue('--left')")) < 0.7
    expect(page.locator(".running")).not_to_have_class(re.compile("late"))
    page.evaluate("""() => {
        window.told = [];
        new MutationObserver(() => {
            const text = document.getElementById("hurry")?.textContent;
            if (text === window.told.at(-1)) return;
            window.told.push(text);
            if (text) window.isLate = document.querySelector(".running").classList.contains("late");
        }).observe(document.body, {subtree: true, childList: true, characterData: true});
    }""")
    leave(site, 14)
    page.wait_for_function("() => told.some(Boolean)")
    assert page.evaluate("isLate")
    page.locator("#card-3 .mark").click()  # swaps the table
    expect(warning).to_be_empty()
    page.wait_for_timeout(1500)
    assert [text for text in page.evaluate("window.told") if text] == ["Ten seconds left."]


def test_a_wrong_clock_is_put_right_by_the_servers(duo):
    ann, bob = duo
    hours = 3 * 3_600_000
    bob.page.add_init_script(f"{{ const now = Date.now; Date.now = () => now() + {hours}; }}")
    bob.page.reload()
    expect(time_on(bob.page)).to_have_text(LEFT)
    assert bob.page.evaluate("Date.now()") - ann.page.evaluate("Date.now()") > hours / 2
    ann.give(1)
    bob.sees("Your turn to guess")
    expect(time_on(bob.page)).to_have_text(LEFT)


def test_a_slow_answer_puts_no_right_clock_wrong(seated):
    (ann,) = seated("Ann waits", "Bob waits", clock=TWO_DAYS, pages=1)
    late: list[Response] = []

    def delay(route: Route) -> None:
        answer = route.fetch()
        time.sleep(4)
        route.fulfill(response=answer)

    ann.page.on("requestfinished", lambda request: late.append(request.response()))
    ann.page.route("**/games/*", delay, times=1)
    ann.page.evaluate("wake({ fresh: true })")
    until(lambda: ann.page.wait_for_timeout(50) or any("/games/" in answer.url for answer in late))
    assert ann.page.evaluate("ahead") == 0


def test_a_clock_is_put_right_by_what_an_answer_leaves_possible(seated):
    """A poll may have waited for it: the server named its time at some moment between the request and the answer."""
    (ann,) = seated("Ann waits", "Bob waits", clock=TWO_DAYS, pages=1)
    hour, answers = 3_600_000, [[0, 100], [-4000, 4000], [30_000, 50_000], [-3 * 3_600_000, 100]]
    found = ann.page.evaluate(
        """answers => {
            Date.now = () => 1_000_000_000;
            return answers.map(([named, taken]) => {
                ahead = 0;
                compare(new Headers({ Date: new Date(Date.now() + named).toUTCString() }), Date.now() - taken);
                return ahead;
            });
        }""",
        answers,
    )
    assert found == [0, 0, 30_500, -3 * hour + 600]


def test_the_first_countdown_asks_for_the_time_once(seated):
    """Also where it comes with a poll, which may wait too long for its answer to tell the time."""
    (ann,) = seated("Ann starts", "Bob starts", pages=1)
    asked: list[str] = []
    ann.page.on("request", lambda request: request.method == "HEAD" and asked.append(request.url))
    ann.page.evaluate("""() => {
        const time = Object.assign(document.createElement("time"), { dateTime: "2100-01-01T00:00:00Z" });
        time.dataset.countdown = "words";
        document.getElementById("status").append(time);
        for (const _ of "12") document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: { ctx: {} } }));
    }""")
    until(lambda: ann.page.wait_for_timeout(50) or asked)
    ann.page.wait_for_timeout(500)
    assert len(asked) == 1


def test_it_speaks_the_pages_language(seated):
    (bob,) = seated("Ann waits", "Bob waits", clock=TWO_DAYS, pages=1)
    bob.page.get_by_role("button", name="Français").click()
    expect(bob.page.locator("html")).to_have_attribute("lang", "fr")
    expect(time_on(bob.page)).to_have_text(re.compile(r"^1\sjour et 23\sheures$"))


def test_after_an_absence_the_page_says_since_when(seated):
    """Not after a glance elsewhere; and once, though the page then checks its clock, too."""
    (bob,) = seated("Ann waits", "Bob waits", clock=TWO_DAYS, pages=1)
    bob.page.add_init_script(NOTE_CHECKS)
    bob.page.reload()
    asked: list[str] = []
    bob.page.on("request", lambda request: asked.append(request.url))
    come_back(bob.page, timedelta(seconds=30))
    until(lambda: bob.page.wait_for_timeout(50) or asked)
    assert not any("since" in url for url in asked)
    come_back(bob.page, timedelta(seconds=90))
    until(lambda: bob.page.wait_for_timeout(50) or any("since" in url for url in asked))
    assert bob.page.evaluate("checks.map((look) => look()).length") == 1
    bob.page.wait_for_timeout(1000)  # and no second one after it
    assert [url for url in asked if "since" in url] == [f"{bob.page.url}?since=0"]


def test_the_site_learns_the_time_zone(browser, site):
    context = browser.new_context(base_url=site.url, timezone_id="America/Argentina/Ushuaia")
    context.new_page().goto("/")
    [cookie] = [each for each in context.cookies() if each["name"] == "timezone"]
    assert (cookie["value"], cookie["sameSite"], cookie["path"]) == ("America/Argentina/Ushuaia", "Lax", "/")
    context.close()
