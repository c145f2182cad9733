"""Without a line: what was seen last, from when it is, and nobody else's."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import AFTER_OUTAGE, Player, agents
from tests.processes import Site, until

pytestmark = pytest.mark.browser

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
}"""
TEXT = "() => caches.match(location.pathname).then(page => page.text())"
GONE = "Last update:"
PLAIN = "this browser has no saved copy of this page"


class Line:
    """A site that can be out of reach for a while."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.settings = folder, {"DATABASE_URL": url, "POLL_MILLISECONDS": "300", "HOLD_SECONDS": "3"}
        self.settings["WORKER"] = "0"  # it is started for nearly every test
        self.site = Site(folder, **self.settings).wait()
        self.settings["PORT"] = self.site.settings["PORT"]

    def cut(self) -> None:
        """End the site."""
        self.site.end(signal.SIGKILL, group=True)

    def mend(self) -> None:
        """Start it again, at the same address."""
        if self.site.process.poll() is not None:
            self.site = Site(self.folder, **self.settings).wait()


@pytest.fixture(scope="module")
def line(migrated_database, worker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    """The line to a site of this file's own."""
    line = Line(tmp_path_factory.mktemp("var"), migrated_database(f"offline_{worker}"))
    yield line
    line.site.end()


@pytest.fixture(scope="module")
def site(line: Line) -> Site:
    """The site; after it was mended another process has the same address."""
    return line.site


@pytest.fixture(autouse=True)
def _within_reach(line: Line) -> None:
    line.mend()


def pages(page: Page) -> list[str]:
    """The addresses that the browser has kept, without files."""
    return [path for path in page.evaluate(KEPT) if not path.startswith("/static/")]


def keeps(page: Page, path: str = "") -> None:
    """Wait until the browser has kept a page: the one in view."""
    wanted = path or urlsplit(page.url).path
    until(lambda: page.wait_for_timeout(50) or wanted in pages(page))


def keeps_nothing(page: Page) -> None:
    """Wait until the browser has kept nothing at all."""
    until(lambda: page.wait_for_timeout(50) or page.evaluate(KEPT) == [])


def sees(page: Page, sentence: str) -> None:
    expect(page.get_by_role("status").filter(has_text=sentence)).to_be_visible()


@pytest.fixture
def duo(seated) -> tuple[Player, Player]:
    """Two players at a fresh Duet, side A and side B, whose pages are kept."""
    duo = seated("Ann line", "Bob line")
    for player in duo:
        keeps(player.page)
    return duo


def test_a_table_is_shown_as_it_was_seen_last_and_goes_on_by_itself(duo, line):
    """What came by polls is seen too, the key as well; with the line back the table catches up, without a reload."""
    ann, bob = duo
    ann.give(2)
    bob.sees("Your turn to guess")
    card = agents(ann, bob)[0]
    bob.touch(card)
    key = bob.key
    revealed = (
        "() => caches.match(location.pathname).then(page => page.text()).then(text => text.includes('=\"agent\"'))"
    )
    until(lambda: bob.page.evaluate(revealed))
    line.cut()
    bob.page.reload()
    sees(bob.page, GONE)
    bob.sees_face(card, "agent")
    assert bob.key == key
    expect(bob.page.get_by_role("button", name="Stop guessing")).to_be_enabled()
    expect(bob.page.get_by_role("heading", name="zyzzyva")).to_have_count(0)
    assert bob.page.evaluate("getComputedStyle(document.querySelector('.board')).display") == "grid"
    bob.page.evaluate("window.neverReloaded = true")
    line.mend()
    other = agents(ann, bob)[0]
    bob.touch(other)
    bob.sees_face(other, "agent")
    expect(bob.page.locator("#notice")).to_be_empty()
    assert bob.never_reloaded()


def test_the_open_table_says_so_and_loses_nothing(duo, line):
    ann, bob = duo
    ann.page.get_by_label("Clue", exact=True).fill("half a wor")
    line.cut()
    for player in duo:
        sees(player.page, GONE)
    expect(ann.page.get_by_role("button", name="Give the clue")).to_be_enabled()
    expect(ann.page.get_by_label("Clue", exact=True)).to_have_value("half a wor")
    line.mend()
    ann.give(1)
    bob.sees("Your turn to guess", AFTER_OUTAGE)
    for player in duo:
        expect(player.page.locator("#notice")).to_be_empty()
        assert player.never_reloaded()


def test_a_page_that_was_never_seen_says_so_in_ones_language_and_opens_by_itself(seated, line):
    (ann,) = seated("Ann line", "Bob line", pages=1)
    keeps(ann.page)
    ann.page.goto("/")
    for language, title in (("Français", "Pas de connexion"), ("Italiano", "Nessuna connessione")):
        ann.page.get_by_role("button", name=language).click()
        expect(ann.page.locator("html")).to_have_attribute("lang", language[:2].lower())
        keeps(ann.page)
        said = f"() => caches.match('/offline').then(page => page.text()).then(text => text.includes('{title}'))"
        until(lambda said=said: ann.page.wait_for_timeout(50) or ann.page.evaluate(said))
    line.cut()
    ann.page.goto("/credits")
    expect(ann.page.get_by_role("heading", name="Nessuna connessione")).to_be_visible()
    expect(ann.page.locator("#kept a")).to_have_count(2)  # the table, and the front page
    line.mend()
    expect(ann.page.get_by_role("heading", name="Crediti", exact=True)).to_be_visible()


def test_the_front_page_the_rules_and_a_map_are_kept_and_an_account_is_not(actor, line):
    page = actor("Cat line")
    keeps(page, "/")
    page.goto("/teams")
    page.get_by_label("Name").first.fill("Owls")
    page.get_by_role("button", name="Create the team").first.click()
    page.wait_for_url(re.compile("/teams/[a-z0-9]{8}$"))
    team = page.url
    keeps(page)
    page.goto("/rules")
    keeps(page)
    page.goto("/account")
    page.goto("/notices")
    line.cut()
    for address in ("/", team, "/rules"):
        page.goto(address)
        sees(page, GONE)
    for address in ("/account", "/notices", "/account/events"):
        page.goto(address)
        expect(page.get_by_text(PLAIN)).to_be_visible()
    page.goto("/rules")
    sees(page, GONE)
    line.mend()
    expect(page.locator("html:not([data-kept])")).to_be_attached(timeout=AFTER_OUTAGE)
    expect(page.locator("#notice")).to_be_empty()


def test_what_was_said_once_is_not_said_again(newcomer, line):
    page = newcomer("Dan line")
    expect(page.get_by_text("you are signed in")).to_be_visible()
    keeps(page, "/")
    line.cut()
    page.reload()
    sees(page, GONE)
    expect(page.get_by_text("you are signed in")).to_have_count(0)


@pytest.fixture
def handing(actor, site) -> Page:
    """A front page that is kept, and is handed over only where a test says so, not at each answer to a poll."""
    page = actor("Eve line")
    keeps(page, "/")
    page.evaluate("handOver = () => {}")
    return page


HAND_OVER = """(address) => navigator.serviceWorker.ready.then(({ active }) => active.postMessage({
    reader: reader.content, opened: false, address, page: asSeen(), language: lang }))"""  # as pages do


def test_twelve_pages_are_kept_and_the_oldest_goes(handing):
    for number in range(12):
        handing.evaluate(HAND_OVER, f"/games/{number}")
        keeps(handing, f"/games/{number}")
    until(lambda: "/" not in pages(handing))
    assert sorted(pages(handing)) == sorted(["/offline", *(f"/games/{number}" for number in range(12))])


def test_a_page_that_is_seen_anew_is_the_newest(handing):
    for number in range(11):
        handing.evaluate(HAND_OVER, f"/games/{number}")
        keeps(handing, f"/games/{number}")
    handing.evaluate(HAND_OVER, "/")
    until(lambda: handing.wait_for_timeout(50) or [path for path in pages(handing) if path != "/offline"][-1] == "/")
    handing.evaluate(HAND_OVER, "/games/11")
    until(lambda: handing.wait_for_timeout(50) or "/games/0" not in pages(handing))
    assert {"/", "/games/11"} <= set(pages(handing))


def test_a_page_is_there_all_the_while_that_it_is_kept_anew(handing):
    """Else a reload on a line that fails in that moment has nothing to show."""
    handing.evaluate(f"for (let time = 0; time < 100; time++) ({HAND_OVER})('/')")
    missing = handing.evaluate("""async () => {
        let missing = 0;
        for (let time = 0; time < 300; time++) missing += !(await caches.match("/"));
        return missing;
    }""")
    assert missing == 0


def test_who_signs_out_leaves_nothing_behind(seated, line):
    (ann,) = seated("Ann line", "Bob line", pages=1)
    keeps(ann.page)
    game = ann.page.url
    other = ann.page.context.new_page()  # a second tab at the same table, which is led away
    other.goto(game)
    keeps(other)
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Sign out").click()
    expect(ann.page.get_by_role("link", name="Sign up", exact=True)).to_be_visible()  # either tab may say the rest
    expect(other.locator("[data-key]")).to_have_count(0)  # a watcher's table by now, which is not kept either
    keeps_nothing(ann.page)
    other.close()
    line.cut()
    with pytest.raises(Exception, match="ERR_CONNECTION"):
        ann.page.goto(game)


def test_nobody_is_shown_what_somebody_else_saw(seated, site, line):
    """Ann never signed out: her session was simply gone, and Fay came to the same browser."""
    (ann,) = seated("Ann line", "Bob line", pages=1)
    keeps(ann.page)
    game, page = ann.page.url, ann.page
    page.context.clear_cookies()
    page.goto("/signup")
    keeps_nothing(page)
    form = page.locator("form[action='/signup']")
    form.locator("[name=name]").fill("Fay line")
    form.locator("[name=password]").fill("the long password of Fay")
    form.locator("[type=submit]").click()
    page.wait_for_url("**/")
    keeps(page, "/")
    line.cut()
    page.goto(game)
    expect(page.get_by_text(PLAIN)).to_be_visible()


def test_another_session_clears_what_the_one_before_has_left(actor, duo, site):
    """Also where no page of nobody's lay between the two."""
    ann, bob = duo
    page, theirs = ann.page, bob.page.context.cookies()
    page.context.clear_cookies()
    page.context.add_cookies(theirs)
    page.goto("/rules")
    until(lambda: page.wait_for_timeout(50) or sorted(pages(page)) == ["/offline", "/rules"])


def test_an_outage_forgets_nothing(actor, line):
    """The error page of a site without database is nobody's, and must not be taken for a farewell."""
    page = actor("Gus line")
    keeps(page, "/")
    page.route("**/rules", lambda route: route.fulfill(status=503, body="<p>out of order", content_type="text/html"))
    page.goto("/rules")
    assert "/" in pages(page)


def asked(site: Site, endpoint: str) -> float:
    """How often the site was asked for something."""
    line = rf'dead_drop_request_seconds_count{{endpoint="{endpoint}"}} (\S+)'
    return sum(map(float, re.findall(line, site.get("/metrics")[1])))


def test_with_a_line_every_page_is_asked_for_once_and_polls_go_past_the_worker(duo, line):
    ann, bob = duo
    bob.page.goto("/rules")
    keeps(bob.page)
    before = asked(line.site, "rules_pages.rules")
    for number in range(1, 4):
        bob.page.reload()
        until(lambda number=number: asked(line.site, "rules_pages.rules") >= before + number)  # it counts what was sent
        assert asked(line.site, "rules_pages.rules") == before + number
    bob.page.go_back()
    bob.page.reload()
    seen = []
    bob.page.on(
        "response", lambda answer: seen.append((answer.request.is_navigation_request(), answer.from_service_worker))
    )
    bob.page.reload()
    ann.give(1)
    bob.sees("Your turn to guess")
    assert (True, True) in seen
    assert (False, True) not in seen
