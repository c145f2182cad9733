"""`kill -9` at every point of a delivery: what was sent arrives once, or is given up with a reason; never twice."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from app.delivery import leases
from app.delivery.channels.push import public_key
from tests import fork_server
from tests.delivery.browser import Browser
from tests.delivery.endpoint import Endpoint
from tests.delivery.outbox import put, row, run, wait

Kill = Callable[[int], str]
DELIVERER = """
from tests.delivery import crashing_deliverer, outbox  # the second one has the writers
crashing_deliverer.main()
"""


@pytest.fixture
def kill(app) -> Iterator[Callable[..., Kill]]:
    """Start a deliverer; called with a number, it delivers, is killed at that point and returns the point's name."""
    started = []

    def start(**settings: object) -> Kill:
        given = json.dumps({"database_url": app.config["SQLALCHEMY_DATABASE_URI"], **settings})
        process = fork_server.server().start_piped(DELIVERER, given)
        started.append(process)

        def at(point: int) -> str:
            process.stdin.write(f"{point}\n")
            process.stdin.flush()
            return process.stdout.readline().strip()

        return at

    yield start
    for process in started:
        assert process.communicate(timeout=60) == ("", None)
        assert process.returncode == 0


def ends(app, kill: Kill, new: Callable[[int], int], arrived: Callable[[], Counter[int]]) -> list[tuple[str, str, int]]:
    """Kill a deliverer at each point in turn, then let another one deliver after the lease.

    `new` puts a delivery with that number into the post, and `arrived` says how often each number has arrived, also
    that of a killed deliverer whose request was handled late.
    Returns for each point: its name, the state that the delivery ended in, how often it arrived.
    """
    found, point = [], ""
    while point != "through":
        number = new(len(found))
        point = kill(len(found))
        wait(app, minutes=7)
        run(app)
        ended = row(app, number)
        assert ended.state in ("done", "failed")
        assert (ended.reason == leases.INTERRUPTED) == (ended.state == "failed")
        found.append((point, ended.state))
    counts = arrived()
    return [(*end, counts[number]) for number, end in enumerate(found)]


def numbers(server: Endpoint) -> Counter[int]:
    """Count the requests by the number that their path ends in."""
    return Counter(int(request.path.rpartition("/")[2]) for request in server.requests)


def judge(found: list[tuple[str, str, int]], first: str) -> None:
    """Before the handing over it arrives once; from there to the end it is failed and arrived at most once."""
    names = [name for name, _state, _count in found]
    begin = names.index("before handing over") + 2  # the commit that says so
    assert names[begin : begin + 2] == ["after commit", "handed over"], names
    last = len(names) - 2  # after the commit that says that it is done
    assert names[last:] == ["after commit", "through"]
    assert any(first in name for name in names[begin:last])
    for place, (name, state, count) in enumerate(found):
        if begin <= place < last:
            assert (state, count in (0, 1)) == ("failed", True), name
        else:
            assert (state, count) == ("done", 1), name
    assert [count for _name, _state, count in found][begin : begin + 2] == [0, 0]
    assert found[last - 1][2] == 1


def test_mail(app, mailbox, kill):
    deliver = kill(smtp_url=mailbox.url())
    found = ends(
        app,
        deliver,
        lambda number: put(app, "mail", f"{number}@example.org"),
        lambda: Counter(int(to.partition("@")[0]) for mail in mailbox.mails for to in mail.recipients),
    )
    judge(found, "sending b'.\\r\\n'")
    names = [name for name, _state, _count in found]
    for what in ("mail", "rcpt", "DATA", "From"):  # all of this can be repeated
        assert names.index(f"after sending b'{what}'") < names.index("before handing over")
    assert len(names) > 40


def test_push(app, server, kill):
    deliver = kill(private_targets=True)
    with app.app_context():
        public_key()  # made before the deliverer is started
    browser = Browser()
    found = ends(
        app,
        deliver,
        lambda number: put(app, "push", browser.subscribe(app, server.url(f"/{number}"))),
        lambda: numbers(server),
    )
    judge(found, "sending b'POST'")


def test_webhook(app, server, kill):
    deliver = kill(private_targets=True)
    found = ends(app, deliver, lambda number: put(app, "webhook", server.url(f"/{number}")), lambda: numbers(server))
    judge(found, "sending b'POST'")


def test_files(app, kill, tmp_path, monkeypatch):
    """A file that is written again is the same file."""
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path)
    deliver = kill(mail_dir=str(tmp_path))

    def arrived() -> Counter[int]:
        texts = [path.read_text() for path in tmp_path.glob("[0-9]*.eml")]
        return Counter(int(re.search(r"^To: (\d+)@", text, re.MULTILINE)[1]) for text in texts)

    found = ends(app, deliver, lambda number: put(app, "mail", f"{number}@example.org"), arrived)
    assert {(state, count) for _name, state, count in found} == {("done", 1)}
    assert len(found) > 4
