"""The site is ended while pages wait and somebody moves: each is answered, and the next process goes on."""

import asyncio
import signal
import time
from collections.abc import Callable

import psycopg
import pytest

from tests.faults.wire import Answer
from tests.games.tables import CLUE
from tests.long_poll.served_site import NOBODY, ServedSite
from tests.processes import serve, until

POLLS = 300
MOVE = {"move": f"clue {CLUE} 2", "seen": "0"}
IDLE = 20  # connections on which nobody asks anything
LOCK_SECONDS = 1.0  # that the move is kept waiting by somebody else's lock


@pytest.mark.parametrize("workers", [1, 2])
def test_the_end_answers_all_who_wait_and_lets_moves_end(
    new_site: Callable[..., ServedSite], workers: int, record_property: Callable[[str, object], None]
) -> None:
    served = new_site(WEB_WORKERS=str(workers))
    answers, move, seconds = asyncio.run(end(served, workers))
    assert {(each.status, each.headers["poll-after"]) for each in answers} == {(204, "1")}
    assert len(answers) == POLLS
    assert (move.status, served.table.moves) == (303, [MOVE["move"]])
    assert served.site.process.returncode == 0
    assert served.site.err.read_text() == ""  # gunicorn complains of connections that it has waited for
    record_property("the end of a site", f"{workers} processes ended {seconds:.1f} s after the last move")
    if workers == 2:
        with serve(served.site.folder, **served.site.settings) as again:
            assert again.url == served.site.url
            served.site = again
            asyncio.run(go_on(served))


async def end(served: ServedSite, workers: int) -> tuple[list[Answer], Answer, float]:
    """Begin polls and a move, end the site, and let the move go on; return the answers and how long the end took."""
    await served.hears(workers)
    idle = [served.wire for _ in range(IDLE)]
    await asyncio.gather(*(wire.get(NOBODY, "/healthz") for wire in idle))
    signed = [served.signed(f"{number} game:{served.table.code}:0") for number in range(POLLS)]
    polls = [asyncio.create_task(served.poll(NOBODY, tag)) for tag in signed]
    await served.held(POLLS)
    with psycopg.connect(served.url) as other:
        other.execute("SELECT id FROM games FOR UPDATE")
        move = asyncio.create_task(served.wire.post(served.ann, f"{served.path}/moves", MOVE))
        await asyncio.to_thread(until, lambda: waiting(served))
        served.site.process.send_signal(signal.SIGTERM)
        answers = await asyncio.gather(*polls)
        await asyncio.sleep(LOCK_SECONDS)
        assert not move.done()
    begun = time.monotonic()
    answer = await move
    await asyncio.to_thread(served.site.process.wait, 20)
    return answers, answer, time.monotonic() - begun


def waiting(served: ServedSite) -> bool:
    """Whether somebody waits for a lock."""
    return bool(served.ask("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))


async def go_on(served: ServedSite) -> None:
    """See the move at the next process, and hear of another."""
    await served.hears(int(served.site.settings["WEB_WORKERS"]))
    tag = await served.tag(served.bob)
    asked = asyncio.create_task(served.poll(served.bob, tag))
    await served.held(1)
    answer = await served.wire.post(served.bob, f"{served.path}/moves", {"move": "guess 0", "seen": "1"})
    assert answer.status == 303
    news = await asked
    assert (news.status, 'data-version="2"' in news.text) == (200, True)


def test_who_goes_away_frees_their_places_at_once(new_site: Callable[..., ServedSite]) -> None:
    """A held poll ends with its connection; so does what it costs."""
    served = new_site(HELD_POLLS="200")

    async def run() -> None:
        await served.hears()
        for _ in range(2):
            lines = [await asyncio.open_connection("127.0.0.1", int(served.site.settings["PORT"])) for _ in range(200)]
            for number, (_, writer) in enumerate(lines):
                tag = served.signed(f"{number} game:{served.table.code}:0 t{number}:0")
                writer.write(
                    f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nHX-PTag: {tag}\r\n\r\n".encode()
                )
            await served.held(200)
            full = await served.poll(NOBODY, served.signed(f"200 game:{served.table.code}:0"))
            assert (full.status, full.headers["poll-after"]) == (204, "10")
            for number, (_, writer) in enumerate(lines):
                writer.transport.abort() if number % 2 else writer.close()
            await served.held(0)

    asyncio.run(run())
    assert served.site.err.read_text() == ""
