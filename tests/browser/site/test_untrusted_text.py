"""Whatever people type stays text: every string of security/corpus.txt, in every field, on every page that shows it.

Chromium reads all that the site answers, and runs every page, with its own scripts, its policy and its polls. Requests
are answered by the site in this very process, on a sample site whose texts are the corpus (tests/security).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default

import pytest
from playwright.sync_api import Browser
from sqlalchemy import select, text

from app.accounts.models import User
from app.db import db
from app.delivery.channels import email_message
from app.delivery.models import Delivery
from app.delivery.outbox import write_message
from app.http.safe_redirects import safe_path
from app.notifications.reminders import dispatch
from tests.browser.site.served_page import Reader
from tests.security.corpus import CORPUS, KEPT, heaps
from tests.security.form_filling import Shown, filled, found
from tests.security.rollback import rolled_back
from tests.security.route_probe import RouteProbe, opened
from tests.security.sample_site import mailed
from tests.security.stored_text import store_everywhere
from tests.security.table import PAGES
from tests.security.test_redirects import FOREIGN, HARMLESS

pytestmark = pytest.mark.browser

READERS = [("host", "a"), ("member", "b"), ("spymaster", "guest"), ("operative", "nobody")]  # of each heap of texts


@pytest.fixture(scope="module")
def probe(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RouteProbe]:
    """The sample site, on a database of its own."""
    with opened(migrated_database(f"typed_{worker}"), tmp_path_factory.mktemp("mail")) as probe:
        yield probe


@pytest.fixture
def reader(browser: Browser, probe: RouteProbe) -> Iterator[Reader]:
    """Somebody at Chromium; nothing must have happened there in the end."""
    reader = Reader(browser, probe.sample.app)
    reader.open(probe.sample.visitor("nobody"), "/rules")
    yield reader
    reader.close()
    assert reader.heard == []


def html(shown: list[Shown]) -> list[tuple[str, str]]:
    """Those answers of which a browser makes elements."""
    return [(each.name, each.answer.text) for each in shown if each.is_html]


def mails(probe: RouteProbe) -> list[tuple[str, str]]:
    """The HTML of every mail that goes out to the people of the sample site, were each called now."""
    reachable = text("UPDATE users SET email = id || '@example.org' WHERE deleted_at IS NULL AND skeleton IS NOT NULL")
    probe.connection.execute(reachable)
    probe.connection.execute(text("UPDATE notices SET due_at = now() WHERE closed_at IS NULL"))
    with probe.sample.app.app_context():
        dispatch.send_due_reminders()
        waiting = db.session.scalars(
            select(Delivery).where(Delivery.channel == "mail", Delivery.ended_at.is_(None))
        ).all()
        written = [(delivery, message) for delivery in waiting if (message := write_message(delivery))]
        letters = [message_from_bytes(email_message.render_email(*each).content, policy=default) for each in written]
    return [(str(mail["Subject"]), mail.get_body(("html",)).get_content()) for mail in letters]


@contextmanager
def typed_everywhere(probe: RouteProbe, texts: str) -> Iterator[None]:
    """Let all that people typed be these texts."""
    with rolled_back(probe.connection):
        store_everywhere(probe.connection, texts)
        with probe.sample.app.app_context():
            user = db.session.get_one(User, probe.sample.people["forgetful"].id)
            probe.sample.places.update(mailed(user))
        yield


def test_what_is_kept_is_text_in_every_mail(probe, reader):
    blank = reader.page.context.new_page()  # mails have styles of their own, which our policy would complain of
    for heap in heaps(KEPT, 4):
        with typed_everywhere(probe, heap):
            shown = mails(probe)
        assert [name for name, page in shown if "zqx" in page] != []
        assert reader.search(shown, blank) == []


def test_what_is_taken_for_a_path_stays_on_this_site_in_a_browser_too(reader):
    elsewhere = """(targets) => targets.filter((target) =>
        !URL.canParse(target, location) || new URL(target, location).origin !== location.origin)"""
    taken = [target for target in (*FOREIGN, *HARMLESS, *CORPUS) if safe_path(target)]
    assert len(taken) >= len(HARMLESS)
    assert reader.page.evaluate(elsewhere, taken) == []
    assert len(reader.page.evaluate(elsewhere, list(FOREIGN))) > 20, "most of them would lead there"


@pytest.mark.parametrize("number", range(4))
def test_what_is_kept_is_text_on_every_page(probe, reader, number):
    """A quarter of the corpus in every column that holds what people typed: all pages are read, and all are run."""
    with typed_everywhere(probe, heaps(KEPT, 4)[number]):
        for kind in READERS[number]:
            shown = [
                Shown(f"{row.pattern} for {kind}, htmx={htmx}", probe.send(row, kind, htmx=htmx))
                for row in PAGES
                for htmx in (False, True)
            ]
            assert sum(b"zqx" in each.answer.data for each in shown) > 10
            assert reader.search(html(shown)) == []
            run = [row for place, row in enumerate(PAGES) if place % 4 == number or row.pattern.startswith("/games")]
            polled = 0
            for row in run:
                answer = next(each.answer for each in shown if each.name == f"{row.pattern} for {kind}, htmx=False")
                if answer.mimetype == "text/html" and answer.status_code == 200:
                    markup, polls = reader.open(probe.sample.visitor(kind), probe.sample.address(row.pattern))
                    polled += polls
                    assert markup == [], row.pattern
            assert polled or kind in ("nobody", "guest")


def test_what_is_typed_is_text_in_every_answer(probe, reader):
    """Every form with the corpus in its fields, together and one by one: what it answers, and where that leads."""
    shown = list(filled(probe, found(probe), singles=1))
    assert [each.name for each in shown if each.answer.status_code >= 500] == []
    assert {200, 303, 422} <= {each.answer.status_code for each in shown}
    echoed = [each for each in shown if each.is_html and b"zqx" in each.answer.data]
    assert len(echoed) > 150
    assert reader.search(html(shown)) == []
    print(f"\n{len(CORPUS)} strings, {len(shown)} answers, {len(echoed)} with a string in them")  # noqa: T201
