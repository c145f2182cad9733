"""The site is ended while pages wait and somebody moves: each is answered, and the next process goes on."""

import asyncio
import signal
import time
from collections.abc import Callable

import psycopg
import pytest

from tests.faults.wire import Answer
from tests.games.tables import CLUE
from tests.long_poll.house import NOBODY, House
from tests.processes import serve, until

POLLS = 300
MOVE = {"move": f"clue {CLUE} 2", "seen": "0"}
IDLE = 20  # connections on which nobody asks anything
LOCK_SECONDS = 1.0  # that the move is kept waiting by somebody else's lock


@pytest.mark.parametrize("workers", [1, 2])
def test_the_end_answers_all_who_wait_and_lets_moves_end(
    new_house: Callable[..., House], workers: int, record_property: Callable[[str, object], None]
) -> None:
    house = new_house(WEB_WORKERS=str(workers))
    answers, move, seconds = asyncio.run(end(house, workers))
    assert {(each.status, each.headers["poll-after"]) for each in answers} == {(204, "1")}
    assert len(answers) == POLLS
    assert (move.status, house.table.moves) == (303, [MOVE["move"]])
    assert house.site.process.returncode == 0
    assert house.site.err.read_text() == ""  # gunicorn complains of connections that it has waited for
    record_property("the end of a site", f"{workers} processes ended {seconds:.1f} s after the last move")
    if workers == 2:
        with serve(house.site.folder, **house.site.settings) as again:
            assert again.url == house.site.url
            house.site = again
            asyncio.run(go_on(house))


async def end(house: House, workers: int) -> tuple[list[Answer], Answer, float]:
    """Begin polls and a move, end the site, and let the move go on; return the answers and how long the end took."""
    await house.hears(workers)
    idle = [house.wire for _ in range(IDLE)]
    await asyncio.gather(*(wire.get(NOBODY, "/healthz") for wire in idle))
    signed = [house.signed(f"{number} game:{house.table.code}:0") for number in range(POLLS)]
    polls = [asyncio.create_task(house.poll(NOBODY, tag)) for tag in signed]
    await house.held(POLLS)
    with psycopg.connect(house.url) as other:
        other.execute("SELECT id FROM games FOR UPDATE")
        move = asyncio.create_task(house.wire.post(house.ann, f"{house.path}/moves", MOVE))
        await asyncio.to_thread(until, lambda: waiting(house))
        house.site.process.send_signal(signal.SIGTERM)
        answers = await asyncio.gather(*polls)
        await asyncio.sleep(LOCK_SECONDS)
        assert not move.done()
    begun = time.monotonic()
    answer = await move
    await asyncio.to_thread(house.site.process.wait, 20)
    return answers, answer, time.monotonic() - begun


def waiting(house: House) -> bool:
    """Whether somebody waits for a lock."""
    return bool(house.ask("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))


async def go_on(house: House) -> None:
    """See the move at the next process, and hear of another."""
    await house.hears(int(house.site.settings["WEB_WORKERS"]))
    tag = await house.tag(house.bob)
    asked = asyncio.create_task(house.poll(house.bob, tag))
    await house.held(1)
    answer = await house.wire.post(house.bob, f"{house.path}/moves", {"move": "guess 0", "seen": "1"})
    assert answer.status == 303
    news = await asked
    assert (news.status, 'data-version="2"' in news.text) == (200, True)


def test_who_goes_away_frees_their_places_at_once(new_house: Callable[..., House]) -> None:
    """A held poll ends with its connection; so does what it costs."""
    house = new_house(HELD_POLLS="200")

    async def run() -> None:
        await house.hears()
        for _ in range(2):
            lines = [await asyncio.open_connection("127.0.0.1", int(house.site.settings["PORT"])) for _ in range(200)]
            for number, (_, writer) in enumerate(lines):
                tag = house.signed(f"{number} game:{house.table.code}:0 t{number}:0")
                writer.write(
                    f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nHX-PTag: {tag}\r\n\r\n".encode()
                )
            await house.held(200)
            full = await house.poll(NOBODY, house.signed(f"200 game:{house.table.code}:0"))
            assert (full.status, full.headers["poll-after"]) == (204, "10")
            for number, (_, writer) in enumerate(lines):
                writer.transport.abort() if number % 2 else writer.close()
            await house.held(0)

    asyncio.run(run())
    assert house.site.err.read_text() == ""
