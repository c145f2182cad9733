"""Setting up an authenticator app, and taking the second step, as the pages do."""

import re
from datetime import datetime, timedelta

import pyotp
from flask import Flask
from werkzeug.test import TestResponse

from app.accounts.models import User
from app.accounts.second_factor import authenticator
from app.accounts.second_factor.models import AuthenticatorApp
from app.db import db, now
from tests.accounts.people import PASSWORD, new_browser
from tests.visitor import Visitor

STEP = "/login/second-step"
KEY = re.compile(r'id="app-key" type="text" readonly value="([A-Z2-7]{32})"')
CODES = re.compile(r"[a-z2-7]{4}(?:-[a-z2-7]{4}){5}")


def begin(person: Visitor, password: str = PASSWORD) -> TestResponse:
    """Ask for a new secret."""
    return person.post("/account/authenticator", password=password)


def secret_of(answer: TestResponse) -> str:
    """Return the secret that a page shows to be typed."""
    return KEY.search(answer.text)[1]


def code(secret: str, at: datetime | None = None) -> str:
    """Return what an app shows at a time, or now."""
    return pyotp.TOTP(secret).at(at or now())


def codes_of(answer: TestResponse) -> list[str]:
    """Return the recovery codes that a page shows."""
    return CODES.findall(answer.text)


def turned_on(person: Visitor) -> tuple[str, list[str]]:
    """Turn an app on, and return its secret and the recovery codes; no code has been used up."""
    secret = secret_of(begin(person))
    answer = person.post("/account/authenticator/confirmation", code=code(secret))
    assert answer.status_code == 200
    forget_codes(person.app)
    return secret, codes_of(answer)


def forget_codes(app: Flask) -> None:
    """Let the codes of now be new again, as if half a minute had passed."""
    with app.app_context():
        for each in db.session.scalars(db.select(AuthenticatorApp)):
            each.last_step -= authenticator.CLOCK_STEPS + 2
        db.session.commit()


def first_step(app: Flask, name: str, **fields: str) -> Visitor:
    """Give a new browser that has entered the right password and is asked for more."""
    browser = new_browser(app)
    answer = browser.post("/login", name=name, password=PASSWORD, **fields)
    assert (answer.status_code, answer.location.partition("?")[0]) == (303, STEP)
    return browser


def user_of(app: Flask, name: str) -> User:
    with app.app_context():
        return db.session.scalars(db.select(User).where(User.name == name)).one()


HALF_MINUTE = timedelta(seconds=30)
