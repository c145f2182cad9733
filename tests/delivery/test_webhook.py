"""Webhooks: what Discord and its like are sent."""

import json

import pytest

from app.db import now
from app.delivery.channels.webhook import MAX_CONTENT, escape_markup
from tests.clock import stop_clock
from tests.delivery.endpoint import DROP, FLOOD, HANG, NONSENSE
from tests.delivery.outbox import MAY_HAVE, due_in, put, row, run, state, wait
from tests.processes import until

SITE = "https://play.example.org"


@pytest.fixture(autouse=True)
def _site(app, monkeypatch):
    monkeypatch.setitem(app.config, "SITE_URL", SITE)


def posted(app, server, *says, **params):
    """Send one message and return what arrived."""
    number = put(app, "webhook", server.url("/api/webhooks/1/t0ken?wait=true"), *says, **params)
    run(app)
    assert state(app, number) == "done", row(app, number).reason
    return json.loads(server.requests[-1].body)


def test_what_is_posted(app, server):
    server.does = 204
    assert posted(app, server, "Ann gave a clue.", "Bob waits.") == {
        "username": "Dead Drop",
        "content": f"**Your turn**\nAnn gave a clue. <{SITE}/games/0>\nBob waits. <{SITE}/games/1>",
        "allowed_mentions": {"parse": []},
    }
    request = server.requests[0]
    assert request.path == "/api/webhooks/1/t0ken?wait=true"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["user-agent"] == f"dead-drop (+{SITE})"
    assert request.headers["host"] == f"127.0.0.1:{server.port}"


@pytest.mark.parametrize("count", [1, 5, 9, 30, 200])
@pytest.mark.parametrize("sentence", ["Short.", "*" * 1000, "🕵" * 90])
def test_it_is_never_too_long_and_never_cut_in_a_link(app, server, count, sentence):
    content = posted(app, server, *[sentence] * count, title="_" * 999)["content"]
    lines = content.split("\n")
    assert len(content) <= MAX_CONTENT
    shown = [line for line in lines[1:] if "/games/" in line]
    assert all(line.endswith(f" <{SITE}/games/{i}>") for i, line in enumerate(shown))
    assert len(shown) == count or lines[-1] == f"… <{SITE}/next>"
    assert len(shown) >= 1


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**bold**", "\\*\\*bold\\*\\*"),
        ("__a__ ~~b~~ ||c|| `d`", "\\_\\_a\\_\\_ \\~\\~b\\~\\~ \\|\\|c\\|\\| \\`d\\`"),
        ("@everyone", "@\u200beveryone"),
        ("<@123> <#4> <:x:5>", "\\<@\u200b123\\> \\<\\#4\\> \\<:x:5\\>"),
        ("[here](https://evil.example)", "\\[here\\](https:\u200b//evil.example)"),
        ("# big", "\\# big"),
        ("> quote", "\\> quote"),
        ("- list", "\u200b- list"),
        ("1. list", "\u200b1. list"),
        ("\\*", "\\\\\\*"),
        ("two\nlines\r\n# big", "two lines \\# big"),
        ("It is Ann's turn (red), at 12:30!", "It is Ann's turn (red), at 12:30!"),
    ],
)
def test_names_neither_format_nor_ping_nor_link(app, server, name, shown):
    assert escape_markup(name, 400) == shown
    assert posted(app, server, name)["content"] == f"**Your turn**\n{shown} <{SITE}/games/0>"


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 401, 403, 404, 410, 413])
def test_what_is_refused_is_given_up_and_never_followed(app, server, status):
    server.does, server.headers = status, {"Location": server.url("/elsewhere")}
    number = put(app, "webhook", server.url("/t0ken"))
    run(app)
    failed = row(app, number)
    assert (failed.state, failed.attempts, len(server.requests)) == ("failed", 1, 1)
    assert failed.reason == f"The webhook's server answered {status}."


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_what_is_in_trouble_is_tried_again_and_arrives(app, server, status):
    server.does = status
    number = put(app, "webhook", server.url())
    run(app)
    assert (state(app, number), row(app, number).reason) == ("waiting", f"The webhook's server answered {status}.")
    server.does = 204
    wait(app, minutes=2)
    run(app)
    assert (state(app, number), len(server.requests)) == ("done", 2)


@pytest.mark.parametrize(
    ("asked", "low", "high"),
    [
        ("600", 9.9, 10),
        ("1.5", 0.9, 1.2),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.9, 1.2),
        ("Wed, 21 Oct 2115 07:28:00 GMT", 719, 720),
        ("9999999", 719, 720),
        ("9" * 400, 0.9, 1.2),
        ("-5", 0.9, 1.2),
        ("soon", 0.9, 1.2),
    ],
)
def test_a_server_may_say_how_long_to_wait(app, server, asked, low, high, monkeypatch):
    stop_clock(monkeypatch, now())
    server.does, server.headers = 429, {"Retry-After": asked}
    number = put(app, "webhook", server.url())
    run(app)
    assert low <= due_in(app, number) <= high


@pytest.mark.parametrize("what", [HANG, DROP, NONSENSE])
def test_without_an_answer_it_may_have_arrived(app, server, impatience, what):
    server.does = what
    number = put(app, "webhook", server.url())
    with impatience():
        run(app)
    failed = row(app, number)
    assert (failed.state, failed.reason[-len(MAY_HAVE) :]) == ("failed", MAY_HAVE)
    until(lambda: server.requests)  # the server may read it later than it is given up
    wait(app, days=2)
    assert (run(app), len(server.requests)) == (0, 1)


def test_an_endless_answer_is_not_read(app, server):
    server.does = FLOOD
    number = put(app, "webhook", server.url())
    run(app)
    assert state(app, number) == "done"


def test_no_reason_tells_the_address_or_the_message(app, server, names, caplog):
    caplog.set_level("DEBUG")
    numbers = []
    for does in (404, 500, DROP, NONSENSE):
        server.does = does
        numbers.append(put(app, "webhook", server.url("/t0ken"), "Hush hush."))
        run(app)
    numbers.append(put(app, "webhook", "http://user:t0ken@127.0.0.1/", "Hush hush."))
    numbers.append(put(app, "webhook", "http://nowhere.invalid/t0ken", "Hush hush."))
    run(app)
    told = caplog.text + "".join(str(row(app, number).reason) for number in numbers)
    assert "t0ken" not in told
    assert "Hush" not in told
    assert "None" not in told
