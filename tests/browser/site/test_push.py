"""Notifications of the browser: permission, subscription, receipt and click, as far as Chromium without a head allows.

It allows: the permission, the service worker, a push handed to it by the developer tools, and reading what is shown.
It has no push service: a subscription fails at once in a private window, and in a plain one it hangs. So where one is
needed the browser's own `subscribe` is replaced, by what a push service of the test's own would have given; all that
the site does is real: its worker encrypts and posts the message, and what arrives is decrypted and handed over. And
nobody can click on a notification there, so the click's handler is called, with its windows written down.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.browser import chromium
from tests.delivery import endpoint
from tests.delivery.browser import Browser, encoded
from tests.delivery.endpoint import Endpoint
from tests.processes import Site, serve, until

pytestmark = pytest.mark.browser

SUBSCRIBE = """subscription => {
    const older = { endpoint: "https://push.example.org/of-somebody-else" };
    older.unsubscribe = async () => sessionStorage.setItem("free", "yes");
    const own = { ...subscription, unsubscribe: async () => sessionStorage.setItem("subscribed", "") };
    PushManager.prototype.getSubscription = async () => sessionStorage.getItem("subscribed") ? own : older;
    PushManager.prototype.subscribe = async () => {
        if (!sessionStorage.getItem("free")) throw new DOMException("There is one already.", "InvalidStateError");
        sessionStorage.setItem("subscribed", "yes");
        return { ...subscription, toJSON: () => subscription };
    };
}"""
# Chromium forgets a notification that it is asked about before it has displayed it, so nobody asks until then.
COUNT_DISPLAYED = """() => {
    if (self.displayed === undefined) {
        self.displayed = 0;
        const show = registration.showNotification.bind(registration);
        registration.showNotification = (...what) => show(...what).then(() => { self.displayed += 1; });
    }
    return self.displayed;
}"""
SHOWN = """() => navigator.serviceWorker.ready.then(worker => worker.getNotifications()).then(shown =>
    shown.map(({title, body, tag, icon, data}) => ({title, body, tag, icon, data})))"""


@pytest.fixture(scope="module")
def browser(launch):
    """A whole Chromium: its headless shell has no notifications."""
    return launch(chromium.find())


@pytest.fixture
def service_workers() -> str:
    """It may be registered: it receives what is pushed."""
    return "allow"


@pytest.fixture(scope="module")
def site(migrated_database, worker: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that may send to this machine."""
    database = migrated_database(f"push_{worker}")
    with serve(
        tmp_path_factory.mktemp("var"), DATABASE_URL=database, POLL_MILLISECONDS="300", PRIVATE_TARGETS="1"
    ) as site:
        yield site


@pytest.fixture
def service() -> Iterator[Endpoint]:
    """A push service on this machine."""
    with endpoint.serve() as running:
        yield running


def settings_of(page: Page, allowed: bool = True) -> Page:
    """Lead somebody to the settings, with or without the permission."""
    page.goto("/notices/settings")
    page.context.grant_permissions(["notifications"] if allowed else [], origin=origin(page))
    page.reload()
    return page


def origin(page: Page) -> str:
    return re.match(r"https?://[^/]+", page.url)[0]


def offer(page: Page):
    return page.get_by_role("button", name="Notify me in this browser", exact=True)


def deliver(page: Page, data: str) -> None:
    """Hand a push to the page's service worker, as the browser does with one that arrives; wait until it is shown."""
    service_worker = page.context.service_workers[0]
    before = service_worker.evaluate(COUNT_DISPLAYED)
    tools, found = page.context.new_cdp_session(page), []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    tools.send("ServiceWorker.enable")
    until(lambda: page.wait_for_timeout(50) or found)
    number = {"origin": origin(page), "registrationId": found[0]["registrationId"]}
    tools.send("ServiceWorker.deliverPushMessage", {**number, "data": data})
    until(lambda: service_worker.evaluate("self.displayed") > before)


def shown(page: Page) -> list[dict[str, Any]]:
    """Return what the notifications say that are shown."""
    return page.evaluate(SHOWN)


def with_worker(page: Page) -> Page:
    """Wait for the service worker that a page registers; no second time, which could update it amid the test."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: page.wait_for_timeout(50) or page.context.service_workers)  # Playwright may hear of it later
    return page


def test_without_a_push_service_the_page_says_so(actor, browser, site):
    """As in this very browser, which complains of its private windows besides."""
    own = browser.new_context(base_url=site.url, storage_state=actor("Ann push").context.storage_state())
    page = settings_of(own.new_page())
    offer(page).click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(offer(page)).to_be_enabled()
    own.close()


def test_a_push_service_that_never_answers_is_not_waited_for_without_end(actor):
    page = actor("Amy push")
    page.clock.install()
    page.add_init_script("PushManager.prototype.subscribe = () => new Promise(() => { document.title = 'asked'; })")
    settings_of(page)
    offer(page).click()
    expect(page).to_have_title("asked")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator("[data-push=on] button")).to_have_attribute("aria-busy", "true")
    page.clock.fast_forward(21_000)
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")


def test_who_forbids_it_is_told_how_to_undo_that(actor):
    """Without a head nobody is asked: the answer is no, unless it was given beforehand."""
    told = "Notifications from this site are blocked"
    page = settings_of(actor("Bob push"), allowed=False)
    expect(page.get_by_text(told)).to_be_visible()
    expect(offer(page)).to_be_hidden()
    settings_of(page)
    expect(page.get_by_text(told)).to_be_hidden()
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    offer(page).click()
    expect(page.get_by_text(told)).to_be_visible()
    expect(offer(page)).to_be_hidden()


def test_nothing_is_asked_and_nobody_subscribed_without_a_click(actor):
    page = actor("Cat push")
    page.add_init_script("""
        Notification.requestPermission = () => { document.title = "asked"; };
        PushManager.prototype.subscribe = () => { document.title = "subscribed"; };
    """)
    settings_of(page)
    expect(offer(page)).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready")
    expect(page).to_have_title(re.compile("Dead Drop"))


def test_without_script_or_support_the_page_says_why(actor, browser, site):
    page = actor("Dan push")
    state = page.context.storage_state()
    scriptless = browser.new_context(base_url=site.url, storage_state=state, java_script_enabled=False).new_page()
    scriptless.goto("/notices/settings")
    expect(scriptless.get_by_text("This needs JavaScript")).to_be_visible()
    expect(offer(scriptless)).to_be_hidden()
    scriptless.context.close()
    page.add_init_script("delete window.PushManager")
    page.goto("/notices/settings")
    expect(page.get_by_text("This browser cannot receive notifications")).to_be_visible()
    expect(offer(page)).to_be_hidden()


def test_from_permission_to_the_notification_of_ones_turn(actor, service):
    """A click subscribes, instead of whoever was here before; the site posts what the service worker then shows."""
    ann, own = actor("Eve push"), Browser()
    keys = {"p256dh": encoded(own.public), "auth": encoded(own.auth)}
    ann.add_init_script(f"({SUBSCRIBE})({json.dumps({'endpoint': service.url(), 'keys': keys})})")
    page = settings_of(ann)
    offer(page).click()
    expect(page.get_by_text("From now on, this browser will notify you")).to_be_visible()
    expect(page.get_by_text("This browser notifies you when it is your turn.", exact=True)).to_be_visible()

    page.get_by_role("heading", name="In your browsers").locator("..").get_by_role("button", name="test").click()
    until(lambda: page.wait_for_timeout(100) or service.requests)
    message = own.read(service.requests[0].body).decode()
    deliver(with_worker(page), message)
    [notification] = shown(page)
    sent = json.loads(message)
    assert {name: notification[name] for name in ("title", "body", "tag")} == {
        name: sent[name] for name in ("title", "body", "tag")
    }
    assert notification["data"] == {"url": sent["url"]}
    assert page.evaluate("icon => fetch(icon).then(answer => answer.ok)", notification["icon"])

    page.get_by_role("button", name="Stop notifying me in this browser").click()
    expect(offer(page)).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('subscribed')") == ""


def test_a_newer_one_of_the_same_place_takes_the_place_of_the_older(actor):
    page = with_worker(settings_of(actor("Flo push")))
    for body, tag in (("one", "game:a"), ("two", "game:b"), ("three", "game:a")):
        deliver(page, json.dumps({"title": "Your turn", "body": body, "tag": tag, "url": "/"}))
    assert {each["body"] for each in shown(page)} == {"two", "three"}


def test_whatever_arrives_something_is_shown(actor):
    """A browser takes the permission from a site that receives pushes and shows nothing."""
    page = with_worker(settings_of(actor("Gil push")))
    for count, data in enumerate(("", "no JSON", "null", "7", "[]", "{}", '{"url": 7}'), 1):
        deliver(page, data)
        assert [notification["title"] for notification in shown(page)] == ["Dead Drop"] * count, data


def test_a_click_leads_to_the_open_page_or_opens_it(seated):
    (ann,) = seated("Hal push", "Ian push", pages=1)
    game, page = ann.page.url, with_worker(settings_of(ann.page.context.new_page()))
    service_worker: Worker = page.context.service_workers[0]
    ann.page.goto(game)
    click = """async (url) => {
        const [pages, done] = [await clients.matchAll({ type: "window", includeUncontrolled: true }), []];
        for (const page of pages) page.constructor.prototype.focus = function () { done.push(`focus ${this.url}`); };
        clients.openWindow = (address) => done.push(`open ${address}`);
        await leadTo(own(url));
        return done;
    }"""
    assert service_worker.evaluate(click, game) == [f"focus {game}"]
    other = f"{origin(page)}/games/abcdefgh"
    assert service_worker.evaluate(click, other) == [f"open {other}"]
    assert service_worker.evaluate(click, "https://elsewhere.example.org/next?a=b") == [f"open {origin(page)}/next?a=b"]


def test_after_signing_out_the_browser_shows_nothing_more(actor):
    page = with_worker(settings_of(actor("Jan push")))
    deliver(page, json.dumps({"title": "Your turn", "body": "of Jan", "tag": "t", "url": "/"}))
    assert len(shown(page)) == 1
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    gone = "navigator.serviceWorker.getRegistrations().then(all => all.length === 0)"
    until(lambda: page.wait_for_timeout(50) or page.evaluate(gone))
