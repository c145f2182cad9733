"""The HTTP edge: errors, headers, and what is said while the database is away."""

import re
import socket

import pytest
from werkzeug.routing import IntegerConverter

from app import create_app
from app.config import Settings
from tests.visitor import Visitor


@pytest.fixture
def nowhere(ann) -> Visitor:
    """Ann, signed in, at a site whose database cannot be reached."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    url = f"postgresql://nobody@127.0.0.1:{port}/nothing"
    return Visitor(create_app(Settings(database_url=url, secret_key="tests")), "Ann", ann.user)


@pytest.mark.parametrize("path", ["/", "/account", "/healthz", "/games/abcdefgh", "/lobbies/abcdefgh", "/nothing"])
def test_without_a_database_the_page_says_so(nowhere, path):
    answer = nowhere.get(path)
    assert answer.status_code == 503
    assert "The database is not responding" in answer.text
    assert answer.headers["Retry-After"] == "5"
    assert "frame-ancestors" in answer.headers["Content-Security-Policy"]


def test_a_fragment_without_a_database_leaves_the_page_alone(nowhere):
    answer = nowhere.fragment("/games/abcdefgh")
    assert answer.status_code == 503
    assert answer.headers["HX-Retarget"] == "#notice"


def test_a_form_too_old_is_answered_without_a_database_too(nowhere):
    answer = nowhere.client.post("/next")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_a_wrong_method_is_told_the_right_ones(ann):
    answer = ann.post("/next")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_an_error_without_a_sentence_of_its_own_says_what_its_class_says(nobody):
    answer = nobody.get("/static/site/app.css", range="bytes=999999999-")
    assert answer.status_code == 416
    assert "Something was wrong with that request." in answer.text
    assert answer.headers["Content-Range"].startswith("bytes */")


@pytest.mark.parametrize("path", ["/", "/nothing", "/login", "/lobbies/new"])
def test_every_page_has_the_headers_that_guard_it(nobody, path):
    headers = nobody.get(path).headers
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "HX-Request" in headers["Vary"]


def test_static_files_are_kept_and_change_their_address_with_their_content(nobody):
    page = nobody.get("/").text
    [address] = re.findall(r'"(/static/site\.css\?v=\w+)"', page)
    assert "immutable" in nobody.get(address).headers["Cache-Control"]


def test_a_file_of_another_release_is_not_kept(nobody):
    """While servers are replaced, one release is asked for the files of the other: they must not stay in the cache."""
    assert nobody.get("/static/site.css?v=of-tomorrow").headers["Cache-Control"] == "no-cache"


def test_every_form_needs_its_token(app, ann):
    """CSRF: nothing that changes anything is answered without it."""
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    rules = [rule for rule in rules if not rule.rule.startswith("/api/")]  # no cookie counts there
    assert len(rules) > 20
    for rule in rules:
        values = {
            name: "7" if isinstance(kind, IntegerConverter) else "abcdefgh" for name, kind in rule._converters.items()
        }
        address = app.url_map.bind("localhost").build(rule.endpoint, values)
        assert ann.client.post(address).status_code == 400, address
