"""Event streams at a running site: what they tell, whom they wake, how many there may be, and when they end."""

import http.client
import json
import queue
import re
import signal
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from dead_drop import Client, Problem
from sqlalchemy import select

from app import create_app
from app.accounts.models import User
from app.config import Settings
from app.db import db
from app.long_poll.stream_places import STREAMS_PER_TOKEN
from app.moderation.sanctions import enforcement
from tests.processes import free_port, serve, until

SECONDS = 30  # until a line that does not come is missed


class Stream:
    """An open stream, line by line."""

    def __init__(self, client, path):
        place = urlsplit(client.site)
        self.connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
        self.connection.request("GET", f"/api{path}", headers={"Authorization": f"Bearer {client.token}"})
        self.answer = self.connection.getresponse()
        self.lines, self.blank = queue.Queue(), threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for line in self.answer:
                if line.strip():
                    self.lines.put(json.loads(line))
                else:
                    self.blank.set()
        except (OSError, ValueError, http.client.HTTPException):
            pass  # the test has hung up
        self.lines.put(None)

    def next(self):
        """Return the next line, None at the end of the stream."""
        return self.lines.get(timeout=SECONDS)

    def close(self):
        if self.connection.sock:
            with suppress(OSError):  # the site may have hung up before
                self.connection.sock.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def follow(request):
    def follow(client, path):
        stream = Stream(client, path)
        request.addfinalizer(stream.close)
        return stream

    return follow


@pytest.fixture
def pair(new_client):
    return new_client("Ann"), new_client("Bob")


def duet(ann, bob):
    lobby = ann.open_lobby("duet", seat="a")["code"]
    bob.sit(lobby, "b")
    return ann.start(lobby)


def test_a_game_line_by_line_to_its_end(pair, follow):
    ann, bob = pair
    code = duet(ann, bob)
    streams = [follow(client, f"/games/{code}/events") for client in pair]
    assert streams[0].answer.headers["Content-Type"] == "application/x-ndjson"
    assert [stream.next() for stream in streams] == [client.game(code) for client in pair]
    own = next(card["index"] for card in ann.game(code)["view"]["cards"] if "intend" in card["verbs"])
    assert ann.move(code, f"clue zyzzyva 2 for {own}", 0)["view"]["clue"]["cards"] == [own]
    assert [stream.next() for stream in streams] == [client.game(code) for client in pair]
    bob.move(code, "resign", 1)
    last = [stream.next() for stream in streams]
    assert all(line["view"]["outcome"]["reason"] == "forfeit" for line in last)
    assert [stream.next() for stream in streams] == [None, None]


def test_the_marks_and_the_chat_of_a_side_wake_that_side_only(new_client, follow):
    people = [new_client(name) for name in ("Ann", "Bob", "Cat", "Dan")]
    seats = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
    lobby = people[0].open_lobby("classic", seat=seats[0])["code"]
    for client, seat in zip(people[1:], seats[1:], strict=True):
        client.sit(lobby, seat)
    code = people[0].start(lobby)
    red, blue = (follow(client, f"/games/{code}/events") for client in (people[0], people[3]))
    assert red.next()["marks"] == blue.next()["marks"] == []
    people[1].mark(code, 3)
    assert red.next()["marks"] == [{"card": 3, "names": ["Bob"]}]
    people[1].talk(code, "three?")
    assert red.next()["chat"] == [{"name": "Bob", "text": "three?"}]
    turn = people[0].game(code)["view"]["turn"][0]
    people[seats.index(turn)].move(code, "clue zyzzyva 1", 0)
    assert blue.next()["view"]["version"] == 1, "nothing in between"


def test_what_happens_to_one(pair, follow, new_client):
    ann, bob = pair
    events = follow(bob, "/events")
    code = duet(ann, bob)
    assert {events.next()["type"], events.next()["type"]} == {"game-start", "your-turn"}
    ann.move(code, "clue zyzzyva 1", 0)
    assert events.next() == {"type": "your-turn", "code": code, "winner": None, "reason": None}
    bob.move(code, "resign", 1)
    assert events.next() == {"type": "game-end", "code": code, "winner": None, "reason": "forfeit"}
    again = ann.rematch(code)
    assert events.next() == {"type": "game-start", "code": again, "winner": None, "reason": None}
    assert follow(ann, "/events").next()["code"] == again


def test_a_blank_line_keeps_it_alive(pair, follow):
    stream = follow(pair[0], "/events")
    assert stream.blank.wait(SECONDS)


def test_five_a_token(pair, follow):
    ann, _bob = pair
    streams = [follow(ann, "/events") for _ in range(STREAMS_PER_TOKEN)]
    for stream in streams:
        assert stream.blank.wait(SECONDS)
    refused = follow(ann, "/events")
    assert refused.answer.status == 429
    assert int(refused.answer.headers["Retry-After"]) > 0
    assert refused.next()["code"] == "rate-limited"
    streams[0].close()
    for _ in range(100):
        further = follow(ann, "/events")
        if further.answer.status == 200:
            break
        threading.Event().wait(0.1)
    assert further.answer.status == 200


def test_five_a_token_in_all_processes_and_those_of_a_dead_one_are_free_at_once(pair, site, follow, tmp_path):
    ann, _bob = pair
    with serve(tmp_path / "var", **site.settings | {"PORT": str(free_port()), "VAR_DIR": str(tmp_path)}) as second:
        there = Client(second.url, ann.token)
        streams = [follow(each, "/events") for each in (ann, there, there, there, there)]
        assert [each.answer.status for each in streams] == [200] * STREAMS_PER_TOKEN
        assert [follow(each, "/events").answer.status for each in (ann, there)] == [429, 429]
        second.end(signal.SIGKILL, group=True)
    until(lambda: follow(ann, "/events").answer.status == 200)
    again = [follow(ann, "/events").answer.status for _ in range(STREAMS_PER_TOKEN)]
    assert again == [200] * (STREAMS_PER_TOKEN - 2) + [429] * 2


def test_it_ends_with_its_token(new_person, follow):
    browser, client = new_person("Eve")
    stream = follow(client, "/events")
    assert stream.blank.wait(SECONDS)
    (number,) = re.findall(r'name="token"\s+value="(\d+)"', browser.get("/account")[2])
    browser.post("/account/tokens/revocations", page="/account", token=number)
    assert stream.next() is None
    with pytest.raises(Problem, match="401"):
        client.account()


@pytest.fixture
def at_the_database(site):
    """Enter a further site on the same database."""
    app = create_app(Settings(database_url=site.settings["DATABASE_URL"], secret_key="tests"))
    with app.app_context():
        yield
        db.engine.dispose()


@pytest.mark.usefixtures("at_the_database")
def test_they_end_when_the_account_is_suspended(pair, follow, new_client):
    """Those that show its games, and those that nothing else would wake."""
    ann, bob = pair
    people = ann, bob, new_client("Zed")
    code = duet(ann, bob)
    streams = [follow(client, path) for client in people[1:] for path in ("/events", f"/games/{code}/events")]
    assert [stream.answer.status for stream in streams] == [200] * 4
    names = [client.account()["name"] for client in people]
    admin, *users = (db.session.scalars(select(User).where(User.name == name)).one() for name in names)
    for user in users:
        enforcement.suspend(admin.id, user, "1", "Enough.")
    db.session.commit()
    assert all(ends(stream) for stream in streams)


def test_they_end_when_the_account_is_deleted(new_person, pair, follow):
    (browser, eve), (ann, _bob) = new_person("Eve"), pair
    code = duet(ann, eve)
    streams = [follow(eve, "/events"), follow(eve, f"/games/{code}/events")]
    watching = follow(ann, f"/games/{code}/events")
    assert "Eve" in json.dumps(watching.next())
    assert browser.post("/account/deletion", page="/account", password="a long enough password")[0] == 200
    assert all(ends(stream) for stream in streams)
    assert "Eve" not in json.dumps(watching.next())


def ends(stream):
    """Wait for the end of a stream, which may tell something before."""
    while stream.next():
        pass
    return True


def test_none_without_a_token_and_none_of_no_game(pair, follow):
    ann, _bob = pair
    assert follow(ann, "/games/zzzzzzzz/events").answer.status == 404
    assert follow(type(ann)(ann.site, "dd_none"), "/events").answer.status == 401
