"""The log of a site in production and of its worker, as detailed as it gets: nothing in it is a player's."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg
import pytest

from app import create_app
from app.config import Settings
from app.db import Base
from tests.delivery import endpoint
from tests.delivery.browser import Browser, encoded
from tests.delivery.endpoint import Endpoint
from tests.delivery.smtp_server import Mailbox
from tests.processes import Site, free_port, serve, until
from tests.run.outsider import Outsider

MARK = "qwyjibo"  # in everything that somebody writes or is called here
PASSWORD = f"{MARK} and three more words"
ADDRESS = f"{MARK}@example.org"
FIELDS = [  # what forms have
    *("name", "password", "email", "current", "who", "language", "timezone", "next", "first", "last", "user"),
    *("variant", "deck", "house", "clock", "touching", "public", "seat", "move", "seen", "card", "colour", "text"),
    *("note", "words", "number", "sharing", "members", "city", "tokens", "mistakes", "game", "channel", "webhook"),
    *("endpoint", "p256dh", "auth", "rhythm", "remove", "unmute", "muted", "choice", "bank", "answer", "notice"),
]
LETTER = """
    INSERT INTO deliveries (user_id, channel, target, kind, params, due_at)
    SELECT max(id), 'mail', %s, 'confirm-email', %s, now() FROM users
"""
BREAK = 'ALTER TABLE "{}" ADD CONSTRAINT broken CHECK (false) NOT VALID'
BAD = [f"{MARK}\0", f"é{MARK}" * 300]
SPARED = {"/logout", "/static/<path:filename>"}  # who signs out cannot go on
KEPT = {"attempts", "beats"}  # tables without which nothing is tried at all


@dataclass
class Stage:
    """People at their browsers, the codes of what they have made, by where it is, and what else nobody may know."""

    ann: Outsider
    bob: Outsider
    codes: dict[str, str]
    secrets: set[str]


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    """A mail server that wants none of it, and says why at length."""
    mailbox = Mailbox()
    mailbox.start()
    yield mailbox
    mailbox.stop()


@pytest.fixture(scope="module")
def hook() -> Iterator[Endpoint]:
    """A server of webhooks and pushes that wants none of it either."""
    with endpoint.serve() as server:
        server.does = 404
        yield server


@pytest.fixture(scope="module")
def live(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox
) -> Iterator[Site]:
    """The site with its worker, as in production."""
    port = str(free_port())
    settings = {
        "APP_ENV": "production",
        "DATABASE_URL": migrated_database(f"log_{worker}"),
        "LOG_LEVEL": "debug",
        "PORT": port,
        "PRIVATE_TARGETS": "1",
        "SECRET_KEY": f"{MARK}{'k' * 40}",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "SMTP_URL": mailbox.url(),
    }
    with serve(tmp_path_factory.mktemp("log"), **settings) as site:
        yield site


@pytest.fixture(scope="module")
def stage(live: Site, mailbox: Mailbox, hook: Endpoint) -> Stage:
    """A game of Ann and Bob, and what else they have made."""
    ann, bob = (Outsider(int(live.settings["PORT"])) for _ in range(2))
    assert ann.post("/signup", name=f"{MARK}a", password=PASSWORD, email=ADDRESS).status == 303
    lobby = ann.post("/lobbies", variant="duet").location
    assert ann.post(f"{lobby}/seats", seat="a").status == 303
    assert bob.post(f"{lobby}/seats", seat="b", name=f"{MARK}b").status == 303
    game = ann.post(f"{lobby}/start").location
    assert ann.post(f"{game}/moves", move=f"clue {MARK} 1", seen="0").status == 303
    assert bob.post(f"{game}/talk", text=f"{MARK}, I think").status == 303
    assert bob.post(f"{game}/notes", note=f"{MARK}!").status == 303
    team = ann.post("/teams", name=f"{MARK}s").location
    invite = re.search(r"/invitations/(\w+)", ann.get(f"{team}/members").text)
    deck = ann.post("/decks", name=MARK, words="\n".join(f"{MARK}{number}" for number in range(60))).location
    assert invite
    assert ann.post("/notices/settings", channel="webhook", webhook=hook.url(f"/{MARK}")).status == 303
    browser = Browser()
    keys = {"p256dh": encoded(browser.public), "auth": encoded(browser.auth)}
    assert ann.post("/notices/subscriptions", endpoint=hook.url(f"/push/{MARK}"), **keys).status == 303
    token = reset(live, mailbox, ann)
    made = {"lobbies": lobby, "games": game, "teams": team, "decks": deck}
    codes = {kind: address.rpartition("/")[2] for kind, address in made.items()} | {"invitations": invite[1]}
    assert all(re.fullmatch(r"[a-z0-9]{8}", code) for code in codes.values()), codes
    password = urlsplit(live.settings["DATABASE_URL"]).password or ""
    secrets = {*ann.secrets, *bob.secrets, *keys.values(), token, password}
    return Stage(ann, bob, codes, secrets)


def reset(live: Site, mailbox: Mailbox, ann: Outsider) -> str:
    """Ask for a new password and follow the link, but to no good; return its token."""
    with psycopg.connect(live.settings["DATABASE_URL"]) as connection:
        connection.execute("UPDATE users SET email = new_email, new_email = NULL WHERE new_email IS NOT NULL")
    assert ann.post("/password", who=ADDRESS).status == 303
    pattern = re.compile(r"/password/([\w.-]{20,})")

    def links() -> list[str]:
        texts = [mail.message.get_body(("plain",)).get_content() for mail in mailbox.mails]  # type: ignore[union-attr]
        return [found[1] for text in texts if (found := pattern.search(text))]

    until(links)
    (token,) = links()
    assert ann.get(f"/password/{token}").status == 200
    assert ann.post(f"/password/{token}", password="short").status == 422
    assert ann.get(f"/password/{token}x{MARK}").status == 404
    return token


def told(site: Site) -> list[dict[str, object]]:
    """The log so far."""
    return [json.loads(line) for line in site.err.read_text().splitlines()]


def addresses(site: Site, codes: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Every method and address of the site, at what was made."""
    app = create_app(Settings(site.settings["DATABASE_URL"], "tests"))
    for rule in app.url_map.iter_rules():
        code = codes.get(rule.rule.split("/")[1], "abcdefgh")
        path = re.sub(r"<int:\w+>", "1", re.sub(r"<code:\w+>", code, rule.rule))
        path = re.sub(r"<(\w+:)?\w+>", MARK, path)
        if rule.rule not in SPARED:
            yield ("POST" if "POST" in (rule.methods or ()) else "GET"), path


def play_badly(live: Site, stage: Stage) -> None:
    """Send every form with nonsense, and ask for every page in odd ways."""
    ann = stage.ann
    for method, path in addresses(live, stage.codes):
        if method == "GET":
            ann.get(f"{path}?next=/{MARK}&q={MARK}", Referer=f"http://{MARK}.example/", User_Agent=MARK)
            ann.get(path, HX_Request="true", HX_PTag=f"{MARK} game:{MARK}:1", X_Request_ID=f"{MARK}-{MARK}")
        else:
            for bad in BAD:
                ann.post(path, **dict.fromkeys(FIELDS, bad))
    ann.get(f"/{MARK}")
    ann.ask("POST", "/login", f"name={MARK}".encode(), Content_Type="application/x-www-form-urlencoded")
    ann.ask("POST", "/decks", b"{" + MARK.encode() * 60_000, Content_Type=f"multipart/form-data; boundary={MARK}")
    stranger = Outsider(ann.port)
    stranger.cookies = dict.fromkeys(ann.cookies, f"{MARK}.{MARK}.{MARK}")
    stranger.get("/account")
    stranger.get("/", Host=f"{MARK}.example")


def talk_nonsense(live: Site) -> None:
    """Send what is no request at all."""
    mark = MARK.encode()
    for data in (
        b"GET /" + mark + b" HTTP/9\r\n\r\n",
        mark.upper() + b" / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + mark + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + mark + b"\r\n\r\n",
        b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: " + mark + b"\r\n\r\n",
        b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n" + mark + b"\r\n",
        b"GET /" + mark * 2000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n" + mark,
    ):
        with socket.create_connection(("127.0.0.1", int(live.settings["PORT"])), timeout=60) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(65536)


def break_tables(url: str) -> None:
    """Let each change of nearly every row fail, with an error that quotes the row; the worker has one to change."""
    with psycopg.connect(url, options="-c lock_timeout=10s", autocommit=True) as connection:
        with connection.transaction():  # the worker finds the letter only once it cannot change it
            connection.execute(LETTER, [ADDRESS, json.dumps({"round": 0, "word": MARK})])
            connection.execute(BREAK.format("deliveries"))
        for table in set(Base.metadata.tables) - KEPT - {"deliveries"}:
            connection.execute(BREAK.format(table))


def play_on_broken_tables(live: Site, stage: Stage) -> set[str]:
    """Do what would be right, and return the numbers of the requests that failed for it."""
    ann, bob, new = stage.ann, stage.bob, Outsider(int(live.settings["PORT"]))
    game, team = f"/games/{stage.codes['games']}", f"/teams/{stage.codes['teams']}"
    answers = [
        new.post("/signup", name=f"{MARK}c", password=PASSWORD, email=ADDRESS),
        new.post("/lobbies", variant="duet", name=f"{MARK}d"),
        ann.post("/lobbies", variant="duet"),
        bob.post(f"{game}/moves", move="guess 3", seen="1"),
        bob.post(f"{game}/talk", text=MARK),
        ann.post(f"{game}/notes", note=f"{MARK}?"),
        ann.post("/decks", name=MARK, words="\n".join(f"{MARK}{number}" for number in range(70))),
        ann.post("/teams", name=MARK),
        ann.post(f"{team}/name", name=f"{MARK}z"),
        ann.post("/notices/settings", channel="webhook", webhook=f"http://127.0.0.1/{MARK}2"),
        ann.post("/account/name", name=f"{MARK}e"),
    ]
    failed = [answer for answer in answers if answer.status == 500]
    assert len(failed) >= 7, [answer.status for answer in answers]
    for answer in failed:
        assert f"include this number: {answer.number}" in answer.text
    return {answer.number for answer in failed}


def test_no_word_of_a_players_and_no_secret(live: Site, stage: Stage, mailbox: Mailbox) -> None:
    mailbox.does["RCPT"] = f"550 5.1.1 <{ADDRESS}>: {MARK} is unknown here"
    for channel in ("mail", "webhook", "push"):
        stage.ann.post("/notices/test", channel=channel)
    play_badly(live, stage)
    talk_nonsense(live)
    live.until_said("(test by webhook) was given up")
    live.until_said("(test by mail) was given up")
    break_tables(live.settings["DATABASE_URL"])
    failed = play_on_broken_tables(live, stage)
    live.until_said("mail failed")
    log = told(live)
    assert failed <= {line.get("request") for line in log if line["level"] == "ERROR" and "error" in line}
    told_of = re.findall(r"psycopg\.errors\.CheckViolation \(23514, (\w+), broken\)", live.err.read_text())
    assert {"deliveries", "games", "lobbies", "teams"} <= set(told_of)
    written = live.err.read_text()
    assert MARK not in written.lower()
    assert "example.org" not in written
    secrets = stage.secrets | stage.ann.secrets | stage.bob.secrets | set(stage.codes.values())
    assert [secret for secret in secrets if secret in written] == []


def test_every_request_left_its_line(live: Site, stage: Stage) -> None:
    answer = stage.ann.get(f"/games/{stage.codes['games']}?seen=1")
    (line,) = [line for line in told(live) if line.get("request") == answer.number]
    assert (line["endpoint"], line["method"], line["status"]) == ("games.game", "GET", answer.status)
    assert {"app.http.request_logging", "gunicorn.error", "app.worker.process"} <= {
        line["logger"] for line in told(live)
    }
