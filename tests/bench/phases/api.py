"""What programs cost beside pages: an event stream that is held beside a held poll, a move by the API beside a form."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from statistics import median

from app.accounts.models import User
from app.accounts.tokens import service
from app.db import db
from tests.bench import requests, site
from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.people import Person, people
from tests.bench.report import Row, at_most
from tests.bench.site import Server
from tests.bench.tables import FOUR, PLAYED, Table, lay, move_fields
from tests.bench.wire import Connection

FOLLOWED, HOLD, CYCLES, SITTING_DOWN = 125, 10, 3, 5  # tables; seconds of a hold; holds; seconds
BURST, ROUNDS = 8, 20  # moves of either kind in a row, and how often
MOST_STREAM, MOST_MOVE = 1.0, 1.0  # times a poll, and a form


async def measure(bench: Bench) -> list[Row]:
    """Measure both on sites with one process."""
    app = site.migrated(bench.url)
    followed = bench.tables[:FOLLOWED]
    movers = lay(app, people(app, 2 * BURST * len(FOUR), "Program"), [FOUR])
    with app.app_context():
        tokens = {person.id: _token(person) for person in _people([*followed, *movers])}
    site.let_go(app)
    return [*await _waiting(bench, followed, tokens), *await _moves(bench, movers, tokens)]


def _people(tables: Iterable[Table]) -> Iterable[Person]:
    return {person.id: person for table in tables for person, _ in table.seats}.values()


def _token(person: Person) -> str:
    return service.create_token(db.session.get_one(User, person.id), "bench", service.SCOPES, 0)


async def _waiting(bench: Bench, tables: Sequence[Table], tokens: Mapping[int, str]) -> list[Row]:
    """Hold polls at one site and event streams of the same people at another, at the same time."""
    alike = {"WEB_WORKERS": "1", "HOLD_SECONDS": str(HOLD)}
    with site.site(bench.url, **alike) as polled, site.site(bench.url, **alike) as followed:
        crowd = Crowd(tables)
        await crowd.load(polled.port)
        streams = [await _follow(followed, table, person, tokens[person.id]) for table, person in _seats(tables)]
        await crowd.sit(polled.port, bench.seconds(SITTING_DOWN))
        polls, held = bench.meter(polled), bench.meter(followed)
        with polls, held:
            await asyncio.sleep(bench.seconds(CYCLES * HOLD))
        await crowd.leave()
        for stream in streams:
            assert not stream.done(), "a stream has ended"
            stream.cancel()
    ratio = held.web / polls.web if polls.web else 0.0
    note = f" ({len(streams)} of either at the same time, held for {HOLD} s)"
    return [at_most("CPU of a held event stream, as a multiple of a held poll", ratio, MOST_STREAM, "×", note)]


def _seats(tables: Iterable[Table]) -> Iterable[tuple[Table, Person]]:
    return ((table, person) for table in tables for person, _ in table.seats)


async def _follow(server: Server, table: Table, person: Person, token: str) -> "asyncio.Task[None]":
    """Open the event stream of a game, and return what reads it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(requests.api("GET", f"/games/{table.code}/events", token, person.address))
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head

    async def read() -> None:
        with suppress(ConnectionError):
            while await reader.read(65536):
                pass
        writer.close()

    return asyncio.create_task(read())


async def _moves(bench: Bench, tables: Sequence[Table], tokens: Mapping[int, str]) -> list[Row]:
    """Play the same moves at two lots of tables, by forms at one and by the API at the other, and then in turns."""
    lots, ratios = (tables[:BURST], tables[BURST:]), []
    with site.site(bench.url, WEB_WORKERS="1") as server:
        connection = await Connection.open(server.port)
        for turn in range(bench.times(ROUNDS)):
            seen = PLAYED + turn
            by_form, by_api = lots if turn % 2 else lots[::-1]
            formed = await _burst(bench, server, connection, [_form(table, seen) for table in by_form])
            told = await _burst(bench, server, connection, [_body(table, seen, tokens) for table in by_api])
            if formed:  # in a short look nothing may be spent at all
                ratios.append(told / formed)
        connection.close()
    ratio = median(ratios or [0.0])
    note = f" ({len(ratios)} pairs of bursts of {BURST})"
    return [at_most("CPU of a move by the API, as a multiple of one by form", ratio, MOST_MOVE, "×", note)]


async def _burst(bench: Bench, server: Server, connection: Connection, asked: Sequence[bytes]) -> float:
    """Return the seconds of the web process's CPU that these moves cost."""
    with bench.meter(server) as meter:
        for request in asked:
            answer = await connection.ask(request)
            assert answer.status == 200, answer
    return meter.web


def _form(table: Table, seen: int) -> bytes:
    mover, text = _next(table, seen)
    return requests.move(f"/games/{table.code}", mover.cookies, move_fields(mover, seen, text), mover.address)


def _body(table: Table, seen: int, tokens: Mapping[int, str]) -> bytes:
    mover, text = _next(table, seen)
    fields = move_fields(mover, seen, text)
    body = {"move": text, "seen": seen, "sure": fields["sure"]}
    return requests.api("POST", f"/games/{table.code}/moves", tokens[mover.id], mover.address, body)


def _next(table: Table, seen: int) -> tuple[Person, str]:
    seat, text = table.script[seen]
    return next(person for person, its in table.seats if its == seat), text
