"""Whatever people type stays text: every string of security/corpus.txt, in every field, on every page that shows it.

Chromium reads all that the site answers, and runs every page, with its own scripts, its policy and its polls. Requests
are answered by the site in this very process, on a town whose texts are the corpus (tests/doors).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default

import pytest
from flask import Flask
from playwright.sync_api import Browser
from sqlalchemy import select, text

from app.accounts.auth.login_manager import safe_path
from app.accounts.models import User
from app.db import db
from app.delivery.channels import email_message
from app.delivery.models import Delivery
from app.delivery.outbox import write_message
from app.notifications.reminders import dispatch
from tests.browser.reading import PAGES, Reader
from tests.security.corpus import CORPUS, KEPT, heaps
from tests.security.filling import Shown, filled, found
from tests.security.knocking import Door, opened
from tests.security.poison import poison
from tests.security.test_redirects import FOREIGN, HARMLESS
from tests.security.town import mailed
from tests.security.undone import undone

pytestmark = pytest.mark.browser

READERS = [("host", "a"), ("member", "b"), ("spymaster", "guest"), ("operative", "nobody")]  # of each heap of texts


@pytest.fixture(scope="module")
def door(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """The town, on the tests' database."""
    with opened(app.config["SQLALCHEMY_DATABASE_URI"], tmp_path_factory.mktemp("mail")) as door:
        yield door


@pytest.fixture
def reader(browser: Browser, door: Door) -> Iterator[Reader]:
    """Somebody at Chromium; nothing must have happened there in the end."""
    reader = Reader(browser)
    reader.open(door.town.visitor("nobody"), "/rules")
    yield reader
    reader.page.context.close()
    assert reader.heard == []


def html(shown: list[Shown]) -> list[tuple[str, str]]:
    """Those answers of which a browser makes elements."""
    return [(each.name, each.answer.text) for each in shown if each.is_html]


def mails(door: Door) -> list[tuple[str, str]]:
    """The HTML of every mail that goes out to the people of the town, were each called now."""
    reachable = text("UPDATE users SET email = id || '@example.org' WHERE deleted_at IS NULL AND skeleton IS NOT NULL")
    door.connection.execute(reachable)
    door.connection.execute(text("UPDATE notices SET due_at = now() WHERE closed_at IS NULL"))
    with door.town.app.app_context():
        dispatch.send_due_reminders()
        waiting = db.session.scalars(
            select(Delivery).where(Delivery.channel == "mail", Delivery.ended_at.is_(None))
        ).all()
        written = [(delivery, message) for delivery in waiting if (message := write_message(delivery))]
        letters = [message_from_bytes(email_message.render_email(*each).content, policy=default) for each in written]
    return [(str(mail["Subject"]), mail.get_body(("html",)).get_content()) for mail in letters]


@contextmanager
def typed_everywhere(door: Door, texts: str) -> Iterator[None]:
    """Let all that people typed be these texts."""
    with undone(door.connection):
        poison(door.connection, texts)
        with door.town.app.app_context():
            user = db.session.get_one(User, door.town.people["forgetful"].id)
            door.town.places.update(mailed(user))
        yield


def test_what_is_kept_is_text_in_every_mail(door, reader):
    blank = reader.page.context.new_page()  # mails have styles of their own, which our policy would complain of
    for heap in heaps(KEPT, 4):
        with typed_everywhere(door, heap):
            shown = mails(door)
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
def test_what_is_kept_is_text_on_every_page(door, reader, number):
    """A quarter of the corpus in every column that holds what people typed: all pages are read, and all are run."""
    with typed_everywhere(door, heaps(KEPT, 4)[number]):
        for kind in READERS[number]:
            shown = [
                Shown(f"{row.pattern} for {kind}, htmx={htmx}", door.knock(row, kind, htmx=htmx))
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
                    markup, polls = reader.open(door.town.visitor(kind), door.town.address(row.pattern))
                    polled += polls
                    assert markup == [], row.pattern
            assert polled or kind in ("nobody", "guest")


def test_what_is_typed_is_text_in_every_answer(door, reader):
    """Every form with the corpus in its fields, together and one by one: what it answers, and where that leads."""
    shown = list(filled(door, found(door), singles=1))
    assert [each.name for each in shown if each.answer.status_code >= 500] == []
    assert {200, 303, 422} <= {each.answer.status_code for each in shown}
    echoed = [each for each in shown if each.is_html and b"zqx" in each.answer.data]
    assert len(echoed) > 150
    assert reader.search(html(shown)) == []
    print(f"\n{len(CORPUS)} strings, {len(shown)} answers, {len(echoed)} with a string in them")  # noqa: T201
