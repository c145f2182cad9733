"""People who are signed in, and tables at which they sit, made in the database of a running site."""

from collections.abc import Mapping
from http.cookies import SimpleCookie
from random import Random

from flask import Flask

from app import decks, rules
from app.accounts.auth import login_manager
from app.accounts.models import User
from app.accounts.names.confusables import skeleton
from app.db import db
from tests.games.tables import DECKS, lay
from tests.visitor import Visitor

SEED = 7


def sign_up(app: Flask, name: str) -> tuple[Visitor, str]:
    """Make an account without a password; return its owner, and the Set-Cookie headers of signing in."""
    with app.test_request_context():
        user = User(name, skeleton(name))
        db.session.add(user)
        db.session.flush()
        login_manager.start_session(user)
        headers = app.process_response(app.response_class()).headers.getlist("Set-Cookie")
        return Visitor(app, name, user), headers


def cookies(headers: list[str], url: str) -> list[dict[str, str]]:
    """Read Set-Cookie headers as Playwright's contexts take them."""
    morsels = [morsel for header in headers for morsel in SimpleCookie(header).values()]
    return [{"name": morsel.key, "value": morsel.value, "url": url} for morsel in morsels]


def duet(people: Mapping[str, Visitor | list[Visitor]], variant: str = "duet", clock: str = "", tokens: int = 9) -> str:
    """Lay a table whose cards and key are always the same; return its path. It may have fewer tokens than are dealt."""
    dice = Random(SEED)
    size = rules.VARIANTS[variant].size
    drawn = decks.draw(decks.load(DECKS[rules.VARIANTS[variant].cards]), size, dice)
    deal = rules.deal(variant, dice, tokens=9, mistakes=9, house=[]) | {"tokens": tokens, "mistakes": tokens}
    return f"/games/{lay(variant, dict(people), deal, drawn=drawn, clock=clock).code}"
