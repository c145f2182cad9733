"""People who come in by the forms, and what a test asks about them."""

from collections.abc import Callable

from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from app.accounts.auth import service
from app.accounts.models import User
from app.db import db
from tests import concurrency
from tests.visitor import Visitor

PASSWORD = "four words in a row"


def new_browser(app: Flask) -> Visitor:
    """Give a browser that has never been here."""
    return Visitor(app, "browser")


def registered(app: Flask, name: str, **fields: str) -> Visitor:
    """Give the browser in which this account has just been made."""
    browser = new_browser(app)
    assert browser.post("/signup", **({"name": name, "password": PASSWORD} | fields)).status_code == 303
    return browser


def signed_in(app: Flask, name: str, password: str = PASSWORD) -> Visitor:
    """Give a further browser in which the account is signed in."""
    browser = new_browser(app)
    assert browser.post("/login", name=name, password=password).status_code == 303
    return browser


def seated(app: Flask, name: str) -> Visitor:
    """Give the browser of a guest."""
    with app.app_context():
        guest = service.create_guest(name)
        db.session.commit()
    return Visitor(app, name, guest)


def restart(browser: Visitor) -> None:
    """Close the browser and open it again: cookies without a date are gone."""
    browser.client.delete_cookie("session")


def is_in(browser: Visitor) -> bool:
    """Whether somebody is signed in there."""
    return browser.get("/account").status_code == 200


def row(app: Flask, name: str) -> User:
    """Return the only person of that name, read anew."""
    with app.app_context():
        return db.session.scalars(select(User).where(User.name == name)).one()


def people(app: Flask) -> int:
    """Count the rows of people."""
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(User)) or 0


def at_once(*actions: Callable[[], TestResponse]) -> list[int]:
    """Run requests side by side, and return their statuses in order of size."""
    return sorted(answer.status_code for answer in concurrency.at_once(actions))
