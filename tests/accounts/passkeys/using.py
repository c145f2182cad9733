"""Adding passkeys and signing in with them, as the pages and their script do."""

import html
import json
import re

from sqlalchemy import select
from werkzeug.test import TestResponse

from app.accounts.passkeys.models import Passkey
from app.db import db
from tests.accounts.passkeys.authenticator import Authenticator, Options
from tests.accounts.people import PASSWORD
from tests.visitor import Visitor

OPTIONS = re.compile(r'data-options="([^"]*)"')


def options_of(answer: TestResponse) -> Options:
    """Return what a page gives its script for the browser."""
    return json.loads(html.unescape(OPTIONS.search(answer.text)[1]))


def begin(person: Visitor, name: str = "my phone", password: str = PASSWORD) -> TestResponse:
    """Ask for the page that creates a passkey."""
    return person.post("/account/passkeys/new", name=name, password=password)


def finish(person: Visitor, credential: str, name: str = "my phone") -> TestResponse:
    """Send what the browser has created."""
    return person.post("/account/passkeys", passkey_name=name, credential=credential)


def added(person: Visitor, name: str = "my phone") -> Authenticator:
    """Add a passkey to an account, and return the device that keeps it."""
    device = Authenticator()
    answer = finish(person, device.create(options_of(begin(person, name))), name)
    assert (answer.status_code, answer.location) == (303, "/account")
    return device


def enter(browser: Visitor, device: Authenticator, **fields: str) -> TestResponse:
    """Sign in by a passkey from the sign-in page."""
    return send(browser, device.get(options_of(browser.get("/login"))), **fields)


def send(browser: Visitor, proof: str, **fields: str) -> TestResponse:
    """Send a proof to the sign-in form."""
    return browser.post("/login/passkey", credential=proof, **fields)


def kept(app) -> list[Passkey]:
    """Return all passkeys, the oldest first."""
    with app.app_context():
        return list(db.session.scalars(select(Passkey).order_by(Passkey.id)))
