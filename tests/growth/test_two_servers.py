"""Two web servers and a worker that share nothing but PostgreSQL: players of one table are spread over both.

Each is a machine of its own, between them and PostgreSQL stands PgBouncer; in mid-game one server dies, and PostgreSQL
parts from some of those who are left.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from threading import Event

import psycopg
import pytest
from flask import Flask
from sqlalchemy import make_url

from app import create_app, local_postgres
from app.config import Settings
from app.db import db, now
from tests.conftest import RISKY
from tests.games.tables import CLUE, DUET_KEYS, WINNING, Table, lay
from tests.growth.lan import HERE, Machine, lan
from tests.growth.player import HOST, Player
from tests.growth.pooler import pooler
from tests.processes import PATIENCE, RUN, WORK, Site, free_port, until

TABLES = 4
MOVES = TABLES * len(WINNING)
AT_ONCE = 20  # seconds until the other server shows a move half of the time, less than a poll is held


@dataclass
class Ledger:
    """When each move was sent, by table and number, and when the other side saw it.

    Nobody plays on for long before a server has died, nor to the end before PostgreSQL has parted from all: so both
    happen in mid-game, however busy the machine is.
    """

    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    played: set[tuple[str, int]] = field(default_factory=set)
    lags: list[float] = field(default_factory=list)
    died: Event = field(default_factory=Event)
    parted: Event = field(default_factory=Event)

    def wait(self, number: int) -> None:
        """Wait until the move of that number may be played."""
        if number + 1 >= len(WINNING) // 2:
            self.died.wait(PATIENCE)
        if number + 1 == len(WINNING):
            self.parted.wait(PATIENCE)


@dataclass
class Deployment:
    """All that runs: `servers` answer, `direct` is the way past PgBouncer, `app` a further site for looking."""

    servers: list[Site]
    addresses: list[tuple[str, int]]
    direct: str
    app: Flask


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """Start everything, servers and worker at once: one of them migrates."""
    tmp_path = tmp_path_factory.mktemp("deployment")
    with ExitStack() as stack:
        here, *machines, last = stack.enter_context(lan(4))
        direct = _database(stack, tmp_path / "postgres", here)
        through = stack.enter_context(pooler(direct, here.address))
        urls = {"DATABASE_URL": through, "LISTEN_URL": direct, "SECRET_KEY": "s" * 32, "SITE_URL": f"http://{HOST}"}
        start = partial(_start, stack, tmp_path, urls)
        servers = [start(machine, RUN, HOST="0.0.0.0" if machine.prefix else HERE, WORKER="0") for machine in machines]
        worker = start(last, WORK)
        app = create_app(Settings(database_url=through, listen_url=direct, secret_key="s" * 32))
        addresses = [(m.address, int(s.wait().settings["PORT"])) for m, s in zip(machines, servers, strict=True)]
        yield Deployment(servers, addresses, direct, app)
        assert worker.process.poll() is None
        with app.app_context():
            db.engine.dispose()


def _database(stack: ExitStack, folder: Path, here: Machine) -> str:
    """Start a PostgreSQL that the machines reach; return the URL."""
    if here.address == HERE:
        return stack.enter_context(local_postgres.running_server(folder, *RISKY))
    url = stack.enter_context(local_postgres.running_server(folder, *RISKY, f"listen_addresses={HERE},{here.address}"))
    with (folder / "data" / "pg_hba.conf").open("a") as rules:
        rules.write(f"host all all {here.address}/24 scram-sha-256\n")
    with psycopg.connect(url) as connection:
        connection.execute("SELECT pg_reload_conf()")
    return make_url(url).set(host=here.address).render_as_string(hide_password=False)


def _start(
    stack: ExitStack, folder: Path, urls: dict[str, str], machine: Machine, command: tuple[str, ...], **settings: str
) -> Site:
    place = folder / f"var{free_port()}"
    site = Site(place, command=(*machine.prefix, *command), **urls, **settings)
    stack.callback(lambda: site.end(9, group=True))
    return site


def evening(player: Player, seat: str, table: Table, ledger: Ledger) -> None:
    """Play one side of a game to its end: wait for the other's moves, play the own ones."""
    for number, (whose, move) in enumerate(WINNING):
        if whose == seat:
            player.until(table.code, number)
            ledger.wait(number)
            ledger.sent[table.code, number] = time.monotonic()
            player.play(table.code, move, seen=number)
            ledger.played.add((table.code, number))
        else:
            player.until(table.code, number + 1)
            ledger.lags.append(time.monotonic() - ledger.sent[table.code, number])


def new_pair(deployment: Deployment, number: int) -> dict[str, Player]:
    """Let two people sign up, each at another server."""
    one, other = deployment.addresses
    return {
        "a": Player(deployment.app, f"Ann {number}", [one, other]),
        "b": Player(deployment.app, f"Bob {number}", [other, one]),
    }


def part_from_all(deployment: Deployment) -> int:
    """Let PostgreSQL end every session, whoever listens or plays in it; return how many there were."""
    query = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"""
    with psycopg.connect(deployment.direct) as connection:
        row = connection.execute(query).fetchone()
    assert row
    return int(row[0])


def test_the_worker_is_heard_of_at_both(deployment: Deployment) -> None:
    """A deadline passes that nobody looks at: what the worker does then reaches those who wait, at either server."""
    pair = new_pair(deployment, TABLES)
    table = lay("duet", dict(pair), {"keys": DUET_KEYS}, clock="live 60")
    pair["a"].play(table.code, f"clue {CLUE} 2", seen=0)
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(player.until, table.code, 2) for player in pair.values()]
        until(lambda: all(player.polls == 2 for player in pair.values()))  # the second of which waits
        table.change(deadline=now() + timedelta(seconds=1))
        for wait in waiting:
            wait.result()
    assert table.moves == [f"clue {CLUE} 2", "timeout"]
    assert all(player.polls == 2 for player in pair.values())


def test_nothing_is_lost_when_a_server_and_all_sessions_die(deployment: Deployment) -> None:
    ledger, pairs = Ledger(), [new_pair(deployment, number) for number in range(TABLES)]
    tables = [lay("duet", dict(pair), {"keys": DUET_KEYS}) for pair in pairs]
    sides = [(player, seat, table) for pair, table in zip(pairs, tables, strict=True) for seat, player in pair.items()]
    with ThreadPoolExecutor(len(sides)) as pool:
        evenings = [pool.submit(evening, *side, ledger) for side in sides]
        until(lambda: len(ledger.played) > MOVES / 4)
        quiet = list(ledger.lags)
        deployment.servers[0].end(9, group=True)
        assert len(ledger.played) < MOVES / 2, "the server was to die in mid-game"
        ledger.died.set()
        until(lambda: len(ledger.played) > MOVES / 2)
        assert part_from_all(deployment) > 2
        assert len(ledger.played) < MOVES, "PostgreSQL was to part from all in mid-game"
        ledger.parted.set()
        for each in evenings:
            each.result()
    deployment.servers[1].until_said("not listening to the database")
    assert median(quiet) < AT_ONCE
    assert all(pair["a"].switches for pair in pairs)
    for table in tables:
        assert table.moves == [move for _, move in WINNING]
        assert (table.game.winner, table.game.version, table.now().outcome.winner) == ("team", len(WINNING), "team")
