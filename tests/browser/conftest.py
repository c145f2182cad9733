"""The browser tests' stage: the real site under gunicorn, and a real Chromium in which people sign up and play."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from app import create_app
from app.config import Settings
from app.db import db
from tests.browser import chromium, seeded_tables
from tests.browser.app_window import Window
from tests.browser.console import tells_of_failed_request
from tests.browser.playing import Player
from tests.games.tables import DUET_KEYS, LOSING, lay
from tests.processes import Site, serve
from tests.security.route_probe import RouteProbe, opened
from tests.visitor import Visitor

Launch = Callable[[str | None], Browser]
PATIENCE = 30_000  # milliseconds until something that does not appear is missed: long, since machines are busy


@pytest.fixture(scope="package")
def site(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """The site, on a database of its own; `site.url` is its address."""
    folder = tmp_path_factory.mktemp("var")
    with serve(
        folder, DATABASE_URL=migrated_database(f"browser_{worker}"), POLL_MILLISECONDS="300", HOLD_SECONDS="3"
    ) as site:
        yield site


@pytest.fixture(scope="package")
def launch() -> Iterator[Launch]:
    """Start a Chromium by its path; Playwright ends with this folder's tests: its event loop would disturb others."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright, ExitStack() as stack:

        def start(path: str | None) -> Browser:
            if path is None:
                pytest.skip("NO BROWSER: no Chromium was found, and none could be installed")
            args = [*chromium.flags(), chromium.NO_OPTIMIZING_COMPILERS]
            browser = playwright.chromium.launch(executable_path=path, args=args)
            stack.callback(browser.close)
            return browser

        yield start


@pytest.fixture(scope="package")
def browser(launch: Launch) -> Browser:
    """One Chromium for all tests of this folder."""
    return launch(chromium.find_shell())


@pytest.fixture
def window(browser: Browser) -> Iterator[Window]:
    """A window of Chromium."""
    window = Window(browser)
    yield window
    window.page.context.close()


@pytest.fixture
def motion() -> str:
    """Whether people want things to move: unless a test says otherwise, no, since drawing that is half the work."""
    return "reduce"


@pytest.fixture
def service_workers() -> str:
    """Whether the site may register its service worker: unless a test says otherwise, no, since it costs a seventh."""
    return "block"


@pytest.fixture
def new_page(browser: Browser, site: Site, motion: str, service_workers: str) -> Iterator[Callable[..., Page]]:
    """Open a page with cookies of its own, for somebody who is not signed in; its scripts must not fail.

    It has a look as Playwright's contexts have it.
    """
    contexts, complaints = [], []

    def complain(message: ConsoleMessage) -> None:
        if message.type == "error" and not tells_of_failed_request(message):
            complaints.append(message.text)

    def open_page(**look: Any) -> Page:
        usual = {"base_url": site.url, "reduced_motion": motion, "service_workers": service_workers}
        context = browser.new_context(**usual | look)
        context.set_default_timeout(PATIENCE)
        context.on("console", complain)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def newcomer(new_page: Callable[[], Page]) -> Callable[[str], Page]:
    """Open a page for somebody who signs up under that name, as people do."""

    def sign_up(name: str) -> Page:
        page = new_page()
        page.goto("/signup")
        form = page.locator("form[action='/signup']")
        form.locator("[name=name]").fill(name)
        form.locator("[name=password]").fill(f"the long password of {name}")
        form.locator("[type=submit]").click()
        page.wait_for_url("**/")
        return page

    return sign_up


@pytest.fixture(scope="module")
def site_app(site: Site) -> Iterator[Flask]:
    """The application of the running site, here: the same database, the same secret."""
    app = create_app(Settings.from_env(site.settings))
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def signed_in(new_page: Callable[[], Page], site: Site, site_app: Flask) -> Callable[[str], tuple[Visitor, Page]]:
    """Open a page for somebody who has an account of that name, and the cookies of being signed in."""

    def open_page(name: str) -> tuple[Visitor, Page]:
        visitor, headers = seeded_tables.sign_up(site_app, name)
        page = new_page()
        page.context.add_cookies(seeded_tables.cookies(headers, site.url))  # type: ignore[arg-type]
        return visitor, page

    return open_page


@pytest.fixture
def actor(signed_in: Callable[[str], tuple[Visitor, Page]]) -> Callable[[str], Page]:
    """Open the front page for somebody who is signed in."""

    def open_page(name: str) -> Page:
        _, page = signed_in(name)
        page.goto("/")
        return page

    return open_page


@pytest.fixture
def seated(signed_in: Callable[[str], tuple[Visitor, Page]], site_app: Flask) -> Callable[..., tuple[Player, ...]]:
    """Open the pages of two players at a fresh Duet, side A and side B; its cards and key are always the same.

    With `crowd`, each has a teammate, who only watches; with `pages=1`, the second has no page open.
    """

    def sit_down(*names: str, crowd: bool = False, pages: int = 2, **options: Any) -> tuple[Player, ...]:
        looking = [signed_in(name) for name in names[:pages]]
        away = [seeded_tables.sign_up(site_app, name)[0] for name in names[pages:]]
        ann, bob = [*(visitor for visitor, _ in looking), *away]
        mates = [[seeded_tables.sign_up(site_app, f"{name} second")[0]] if crowd else [] for name in names]
        path = seeded_tables.duet({"a": [ann, *mates[0]], "b": [bob, *mates[1]]}, **options)
        for _, page in looking:
            page.goto(path)
        players = tuple(Player(page) for _, page in looking)
        for player in players:
            player.arrive()
        return players

    return sit_down


@pytest.fixture
def duo(seated: Callable[..., tuple[Player, ...]]) -> tuple[Player, ...]:
    """Two players at a fresh Duet, side A and side B."""
    return seated("Ida", "Jon")


@pytest.fixture
def crowd(seated: Callable[..., tuple[Player, ...]]) -> tuple[Player, ...]:
    """The two with a teammate each, so that they chat and mark cards."""
    return seated("Ida", "Jon", crowd=True)


@pytest.fixture
def ended(signed_in: Callable[[str], tuple[Visitor, Page]], site_app: Flask) -> Page:
    """The page of Ida, whose Duet with Jon was lost with its second move; nobody else is there."""
    ida, page = signed_in("Ida")
    jon, _ = seeded_tables.sign_up(site_app, "Jon")
    table = lay("duet", {"a": ida, "b": jon}, {"keys": DUET_KEYS})
    for seat, move in LOSING:
        table.must(seat, move)
    page.goto(f"/games/{table.code}")
    expect(page.locator("#status")).to_contain_text("an assassin was touched")
    return page


@pytest.fixture(scope="module")
def probe(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RouteProbe]:
    """The sample site, on a database of its own, at the time at which it was built: its links expire."""
    url, mails = migrated_database(f"pages_{worker}"), tmp_path_factory.mktemp("mail")
    with opened(url, mails) as probe, pytest.MonkeyPatch.context() as patch:
        probe.stop_clock(patch)
        yield probe
