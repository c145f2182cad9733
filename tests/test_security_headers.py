"""The headers that guard what the site answers."""

import asyncio
import re

import pytest
from flask import Flask

from app.config import Settings
from app.http import security_headers
from app.live import tags
from app.long_poll.startup import add_long_polling
from app.server.asgi import FlaskASGIApp
from tests.production import opened
from tests.visitor import Visitor

EVERYWHERE = {"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Resource-Policy"}
ON_PAGES = EVERYWHERE | {"X-Frame-Options", "Cross-Origin-Opener-Policy", "Permissions-Policy"}
ANSWERS = ["/", "/nothing", "/login", "/lobbies/new", "/healthz", "/rules", "/account", "/sw.js"]


def directives(policy: str) -> dict[str, str]:
    """The parts of a Content-Security-Policy."""
    return dict(part.split(" ", 1) for part in policy.split("; "))


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_has_them(nobody, path):
    headers = nobody.get(path).headers
    assert set(headers.keys()) >= ON_PAGES
    assert headers["Content-Security-Policy"] == security_headers.PAGE_CSP


def test_what_is_no_page_has_those_that_are_of_use_there(ann):
    """Files are many, and the list of what a page may not use is long."""
    for headers in (ann.fragment("/notices").headers, ann.get("/static/site/app.js").headers):
        assert set(headers.keys()) >= EVERYWHERE
        assert not (ON_PAGES - EVERYWHERE) & set(headers.keys())
        assert set(directives(headers["Content-Security-Policy"]).values()) == {"'none'"}


def test_polls_that_are_answered_in_front_of_the_site_have_them_too(app):
    polls = add_long_polling(opened(app), FlaskASGIApp(opened(app)), Settings("", "tests"))
    polls.stop()  # else it would wait
    polls._subscriptions.store_lookup(polls._subscriptions.begin_lookup({"game:x"}), {"game:x": 1})
    sent = []

    async def send(message):
        sent.append(message)

    tag = tags.sign(tags.derive_key("tests"), "7 game:x:1").encode()
    headers = [(b"hx-request", b"true"), (b"hx-ptag", tag)]
    scope = {"type": "http", "method": "GET", "raw_path": b"/games/x", "headers": headers}
    asyncio.run(polls(scope, None, send))
    assert sent[0]["status"] == 204
    assert {name.lower().encode() for name in EVERYWHERE | {"Strict-Transport-Security"}} <= dict(
        sent[0]["headers"]
    ).keys()


def test_nothing_runs_is_shown_or_is_sent_but_from_and_to_this_site():
    found = directives(security_headers.PAGE_CSP)
    assert found.pop("img-src") == "'self' data:"
    assert {found.pop(name) for name in ("default-src", "base-uri", "frame-ancestors")} == {"'none'"}
    assert set(found) == {f"{kind}-src" for kind in ("script", "style", "connect", "font", "manifest", "worker")} | {
        "form-action"
    }
    assert set(found.values()) == {"'self'"}


def test_pages_may_use_no_device_and_read_no_clipboard(nobody):
    policy = dict(re.findall(r"([a-z-]+)=(\S*?)(?:,|$)", nobody.get("/").headers["Permissions-Policy"]))
    allowed = {name: who for name, who in policy.items() if who != "()"}
    passkeys = {"publickey-credentials-create", "publickey-credentials-get"}
    assert allowed == dict.fromkeys(passkeys | {"clipboard-write", "screen-wake-lock"}, "(self)")
    assert {"camera", "microphone", "geolocation", "usb", "payment", "clipboard-read", "display-capture"} <= set(policy)


def test_browsers_that_came_by_https_once_come_by_nothing_else(app: Flask, nobody):
    assert Visitor(opened(app), "nobody").get("/").headers["Strict-Transport-Security"] == "max-age=31536000"
    plain = Visitor(opened(app, site_url="http://play.example.org"), "nobody")
    assert "Strict-Transport-Security" not in plain.get("/").headers
    assert "Strict-Transport-Security" not in nobody.get("/").headers
