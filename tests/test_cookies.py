"""The cookies: all of them, found by walking through the site as in production."""

import re
from http.cookies import SimpleCookie

import pytest
from flask import Flask
from werkzeug.routing import IntegerConverter

from tests.accounts.people import PASSWORD
from tests.notifications.test_push import subscribe
from tests.production import HOST, opened
from tests.visitor import Visitor

ALL = {"__Host-session", "__Host-remember", "__Host-browser", "__Host-push", "__Host-language", "__Host-theme"}


@pytest.fixture
def sent(app: Flask) -> tuple[Flask, list[str]]:
    """The site as in production, and every Set-Cookie that it sends."""
    site, lines = opened(app), []
    answer = site.wsgi_app

    def overhear(environ, start_response):
        def start(status, headers, error=None):
            lines.extend(value for name, value in headers if name.lower() == "set-cookie")
            return start_response(status, headers, error)

        return answer(environ, start)

    site.wsgi_app = overhear  # type: ignore[method-assign]
    return site, lines


def walk(visitor: Visitor) -> None:
    """Ask for every address that the site has."""
    rules = list(visitor.app.url_map.iter_rules())
    assert len(rules) > 50
    for rule in rules:
        kinds = rule._converters.items()
        values = {name: 1 if isinstance(kind, IntegerConverter) else "abcdefgh" for name, kind in kinds}
        path = visitor.app.url_map.bind(HOST).build(rule.endpoint, values)
        if "GET" in (rule.methods or ()):
            visitor.get(path)
        else:
            visitor.post(path)


def test_each_is_for_this_host_by_https_and_for_no_script(sent):
    site, lines = sent
    ann = Visitor(site, "Ann")
    ann.post("/language", language="fr")
    ann.post("/theme", theme="dark")
    ann.post("/signup", name="Ann", password=PASSWORD)
    subscribe(ann)
    walk(ann)
    ann.post("/login", name="Ann", password=PASSWORD)
    ann.post("/logout")
    walk(Visitor(site, "nobody"))
    assert {line.partition("=")[0] for line in lines} == ALL
    for line in lines:
        ((name, cookie),) = SimpleCookie(re.sub(r"expires=[^;]*; ?", "", line, flags=re.IGNORECASE)).items()
        assert (bool(cookie["secure"]), bool(cookie["httponly"]), cookie["samesite"]) == (True, True, "Lax"), name
        assert (cookie["path"], cookie["domain"]) == ("/", ""), name


def test_none_of_them_is_read_under_another_name(app: Flask, ann):
    """What a neighbouring host could set, without the prefix, says nothing."""
    site = opened(app)
    client = site.test_client(use_cookies=False)
    assert "Sign in" in client.get("/", headers={"Cookie": "language=fr"}).text
    assert "Sign in" not in client.get("/", headers={"Cookie": "__Host-language=fr"}).text
    with ann.client.session_transaction() as session:
        forged = app.session_interface.get_signing_serializer(app).dumps(dict(session))
    assert client.get("/account", headers={"Cookie": f"__Host-session={forged}"}).status_code == 200
    assert client.get("/account", headers={"Cookie": f"session={forged}"}).status_code == 303


def test_a_file_neither_depends_on_a_cookie_nor_sends_one(ann):
    answer = ann.get("/static/site/app.js")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["ETag"]
    assert "immutable" in answer.headers["Cache-Control"]


def test_a_page_depends_on_its_reader(ann):
    assert "Cookie" in ann.get("/").headers["Vary"]
